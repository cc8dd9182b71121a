//! The messages. They are JSON, compressed where that is shorter; unknown keys are ignored, and a
//! message of another version is left to clients that know it.

mod batch;
mod heartbeat;
mod result;

pub(crate) use batch::mark_of;
pub use batch::{Batch, BatchBot, BatchRules, PlayerSource, WritePolicy};
pub use heartbeat::{
    ClassQueue, CoordinatorInfo, Heartbeat, QueueReport, RestReason, WorkerCommand,
    WorkerCommandKind, WorkerState,
};
pub use result::{BatchResult, BlobRef, PlayedMatch, SignedResult, VoidMatch};

use crate::{
    identity::{KeyError, PrivateKey, verify},
    say,
};
use certamen_i18n::Localize;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, Read};

pub const VERSION: u32 = 1;
/// The version of batches with rules, which are left to workers that know them: others would play
/// the built-in game of this name.
pub const WITH_RULES: u32 = 2;
/// Longer messages are compressed.
const LONG: usize = 4 << 10;
/// What would be longer is not unpacked.
const LONGEST: u64 = 64 << 20;
/// What packed messages begin with.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

#[derive(Debug, Localize)]
#[localize(error)]
pub enum MessageError {
    /// It is not valid JSON, or has another structure.
    #[localize(say::not_json(certamen_i18n::quoted(_0)))]
    Json(serde_json::Error),
    #[localize(say::other_version(_0, VERSION))]
    Version(u32),
    #[localize(say::not_unpacked(_0))]
    Packed(io::Error),
    #[localize(say::too_long(LONGEST >> 20))]
    TooLong,
}

pub fn pack(message: &impl Serialize) -> Vec<u8> {
    packed(serde_json::to_vec(message).expect("messages are plain data"))
}

/// The message in `bytes`, if it is of our version.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, MessageError> {
    read(&unpacked(bytes)?)
}

/// Bytes as they are sent: compressed, if they are long.
pub(crate) fn packed(bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() <= LONG {
        return bytes;
    }
    zstd::bulk::compress(&bytes, 1).unwrap_or(bytes)
}

/// Bytes as they were before they were sent.
pub(crate) fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, MessageError> {
    if !bytes.starts_with(&PACKED) {
        let is_long = bytes.len() as u64 > LONGEST;
        return if is_long { Err(MessageError::TooLong) } else { Ok(bytes.to_vec()) };
    }
    let mut found = Vec::new();
    let decoder = zstd::stream::read::Decoder::new(bytes).map_err(MessageError::Packed)?;
    decoder.take(LONGEST + 1).read_to_end(&mut found).map_err(MessageError::Packed)?;
    if found.len() as u64 > LONGEST { Err(MessageError::TooLong) } else { Ok(found) }
}

/// The message that is written as `text`, if it is of our version.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, MessageError> {
    #[derive(Deserialize)]
    struct Versioned {
        v: u32,
    }
    let Versioned { v } = serde_json::from_slice(text).map_err(MessageError::Json)?;
    if v != VERSION && v != WITH_RULES {
        return Err(MessageError::Version(v));
    }
    serde_json::from_slice(text).map_err(MessageError::Json)
}

// The sender of a message: a worker, which signs it, and the user of the server that vouches for
// the worker. The server lets each user publish only on subjects with its own key, so a subject
// that names another user than the message is a forgery.

/// The key of a worker, and the user that vouches for it.
#[derive(Clone, Debug)]
pub struct Signer {
    own: PrivateKey,
    user: String,
    voucher: Option<String>,
}

/// A signed message of a worker.
#[derive(Debug)]
pub(crate) struct Signed<T> {
    pub(crate) worker: String,
    /// The key of its user; its own where the server knows no users.
    pub(crate) user: String,
    pub(crate) what: T,
}

/// The line before what is signed.
#[derive(Serialize, Deserialize)]
struct SignedText {
    v: u32,
    worker: String,
    /// The user, and its signature of the worker's key; `None` where the server has no users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<(String, String)>,
    signed: String,
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum RejectedResult {
    #[localize(say::unreadable_result(_0))]
    Message(MessageError),
    #[localize(say::unreadable_result(_0))]
    Key(KeyError),
    /// It arrived on the subject of another user.
    #[localize(say::other_subject())]
    Subject,
}

impl Signer {
    /// A worker with this key, for which this user of the server vouches.
    pub fn new(own: PrivateKey, user: &PrivateKey) -> Signer {
        let voucher = Some(user.sign(vouched(&own.public()).as_bytes()));
        Signer { own, user: user.public(), voucher }
    }

    /// A worker with a new key, on a server without users.
    pub fn draw() -> Signer {
        Signer::from(PrivateKey::draw())
    }

    pub fn worker(&self) -> String {
        self.own.public()
    }

    /// The key of its user; its own where the server knows no users.
    pub fn user(&self) -> &str {
        &self.user
    }

    #[cfg(test)]
    fn voucher(&self) -> Option<String> {
        self.voucher.clone()
    }

    /// The bytes of a message: a line with the signature, and the signed content.
    pub(crate) fn sign(&self, what: &impl Serialize) -> Vec<u8> {
        let body = serde_json::to_vec(what).expect("messages are plain data");
        let signed = self.own.sign(&under(&self.user, &body));
        let user = self.voucher.as_ref().map(|voucher| (self.user.clone(), voucher.clone()));
        let signature = SignedText { v: VERSION, worker: self.worker(), user, signed };
        let mut bytes = serde_json::to_vec(&signature).expect("messages are plain data");
        bytes.push(b'\n');
        bytes.extend(body);
        packed(bytes)
    }
}

impl From<PrivateKey> for Signer {
    /// On a server without users a worker is its own user.
    fn from(own: PrivateKey) -> Signer {
        Signer { user: own.public(), own, voucher: None }
    }
}

/// The message in `bytes`, if the worker signed it, and its user vouches for the worker.
pub(crate) fn read_signed<T: DeserializeOwned>(bytes: &[u8]) -> Result<Signed<T>, RejectedResult> {
    let bytes = unpacked(bytes).map_err(RejectedResult::Message)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, body) = bytes.split_at(end);
    let body = body.get(1..).unwrap_or_default();
    let SignedText { worker, user, signed, .. } = read(head).map_err(RejectedResult::Message)?;
    let user = match user {
        Some((user, voucher)) => {
            verify(&user, vouched(&worker).as_bytes(), &voucher).map_err(RejectedResult::Key)?;
            user
        }
        None => worker.clone(),
    };
    verify(&worker, &under(&user, body), &signed).map_err(RejectedResult::Key)?;
    Ok(Signed { worker, user, what: read(body).map_err(RejectedResult::Message)? })
}

/// What a user signs to vouch for a worker.
fn vouched(worker: &str) -> String {
    format!("certamen machine {worker}")
}

/// What a worker signs: the same content of another user is a different message.
fn under(user: &str, body: &[u8]) -> Vec<u8> {
    [user.as_bytes(), b"\n", body].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn refused(bytes: &[u8]) -> MessageError {
        unpack::<Value>(bytes).unwrap_err()
    }

    #[test]
    fn long_messages_are_compressed() {
        let long = json!({"v": VERSION, "text": "x".repeat(1 << 16)});
        let bytes = pack(&long);
        assert!(bytes.len() < 1 << 10 && bytes.starts_with(&PACKED));
        assert_eq!(unpack::<Value>(&bytes).unwrap(), long);
        assert_eq!(pack(&json!({"v": VERSION})), b"{\"v\":1}");
    }

    #[test]
    fn invalid_messages_are_refused_by_kind() {
        assert!(matches!(refused(b"{\"v\":3}"), MessageError::Version(3)));
        for text in ["", "no json", "{}", "[]", "{\"v\":-1}"] {
            assert!(matches!(refused(text.as_bytes()), MessageError::Json(_)), "{text}");
        }
        let deep = "[".repeat(1_000_000);
        assert!(matches!(refused(deep.as_bytes()), MessageError::Json(_)));
        let deep = format!("{{\"v\":2,\"x\":{}", "[".repeat(1_000_000));
        assert!(matches!(refused(deep.as_bytes()), MessageError::Json(_)));
        let mut cut = pack(&json!({"v": VERSION, "text": "x".repeat(1 << 16)}));
        cut.truncate(cut.len() / 2);
        assert!(matches!(refused(&cut), MessageError::Packed(_)));
    }

    #[test]
    fn decompression_bombs_are_refused() {
        let zeros = vec![0; (LONGEST + 1) as usize];
        let bomb = zstd::bulk::compress(&zeros, 1).unwrap();
        assert!(bomb.len() < 1 << 16);
        assert!(matches!(refused(&bomb), MessageError::TooLong));
    }
}
