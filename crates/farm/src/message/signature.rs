//! The sender of a message: a worker, which signs it, and the user of the server that vouches for
//! the worker. The server lets each user publish only on subjects with its own key, so a subject
//! that names another user than the message is a forgery.

use super::{MessageError, VERSION, packed, read, unpacked};
use crate::identity::{KeyError, WorkerKey, verify};
use crate::say;
use certamen_i18n::Localize;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The key of a worker, and the user that vouches for it.
#[derive(Clone, Debug)]
pub struct Signer {
    own: WorkerKey,
    user: String,
    voucher: Option<String>,
}

/// A signed message of a worker.
#[derive(Debug)]
pub(crate) struct Signed<T> {
    /// The key of the worker.
    pub(crate) worker: String,
    /// The key of its user; its own where the server knows no users.
    pub(crate) user: String,
    pub(crate) what: T,
}

/// The line before what is signed.
#[derive(Serialize, Deserialize)]
struct Signature {
    v: u32,
    worker: String,
    /// The user, and its signature of the worker's key; `None` where the server has no users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<(String, String)>,
    signed: String,
}

/// Why a message of a worker is rejected.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum RejectedResult {
    /// It cannot be read.
    #[localize(say::unreadable_result(_0))]
    Message(MessageError),
    /// It is not signed.
    #[localize(say::unreadable_result(_0))]
    Key(KeyError),
    /// It arrived on the subject of another user.
    #[localize(say::other_subject())]
    Subject,
}

impl Signer {
    /// A worker with this key, for which this user of the server vouches.
    pub fn new(own: WorkerKey, user: &WorkerKey) -> Signer {
        let voucher = Some(user.sign(vouched(&own.public()).as_bytes()));
        Signer { own, user: user.public(), voucher }
    }

    /// A worker with a new key, on a server without users.
    pub fn draw() -> Signer {
        Signer::from(WorkerKey::draw())
    }

    /// The key of the worker.
    pub fn worker(&self) -> String {
        self.own.public()
    }

    /// The key of its user; its own where the server knows no users.
    pub fn user(&self) -> &str {
        &self.user
    }

    #[cfg(test)]
    pub(super) fn voucher(&self) -> Option<String> {
        self.voucher.clone()
    }

    /// The bytes of a message: a line with the signature, and the signed content.
    pub(crate) fn sign(&self, what: &impl Serialize) -> Vec<u8> {
        let body = serde_json::to_vec(what).expect("messages are plain data");
        let signed = self.own.sign(&under(&self.user, &body));
        let user = self.voucher.as_ref().map(|voucher| (self.user.clone(), voucher.clone()));
        let signature = Signature { v: VERSION, worker: self.worker(), user, signed };
        let mut bytes = serde_json::to_vec(&signature).expect("messages are plain data");
        bytes.push(b'\n');
        bytes.extend(body);
        packed(bytes)
    }
}

impl From<WorkerKey> for Signer {
    /// On a server without users a worker is its own user.
    fn from(own: WorkerKey) -> Signer {
        Signer { user: own.public(), own, voucher: None }
    }
}

/// The message in `bytes`, if the worker signed it, and its user vouches for the worker.
pub(crate) fn read_signed<T: DeserializeOwned>(bytes: &[u8]) -> Result<Signed<T>, RejectedResult> {
    let bytes = unpacked(bytes).map_err(RejectedResult::Message)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, body) = bytes.split_at(end);
    let body = body.get(1..).unwrap_or_default();
    let Signature { worker, user, signed, .. } = read(head).map_err(RejectedResult::Message)?;
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
