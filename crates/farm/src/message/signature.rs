//! Who says something: a machine, which signs it, and the user of the server who vouches for the
//! machine. The server lets each user speak under subjects with its own key only, so that a subject
//! that names another user than the message is a lie.

use super::{MessageError, VERSION, packed, read, unpacked};
use crate::identity::{KeyError, WorkerKey, verify};
use crate::say;
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The key of a machine, and the user who vouches for it.
#[derive(Clone, Debug)]
pub struct Signer {
    own: WorkerKey,
    user: String,
    voucher: Option<String>,
}

/// Something that a machine signed.
#[derive(Debug)]
pub(crate) struct Signed<T> {
    /// The key of the machine.
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
    /// The user, and its signature of the machine's key; none where the server knows no users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<(String, String)>,
    signed: String,
}

/// Why something that a machine says is refused.
#[derive(Debug)]
pub enum RejectedResult {
    /// It cannot be read.
    Message(MessageError),
    /// It is not signed.
    Key(KeyError),
    /// It came under the name of another user.
    Subject,
}

impl Localize for RejectedResult {
    fn message(&self) -> Message {
        match self {
            RejectedResult::Message(error) => say::unreadable_result(error),
            RejectedResult::Key(error) => say::unreadable_result(error),
            RejectedResult::Subject => say::other_subject(),
        }
    }
}

certamen_i18n::error!(RejectedResult);

impl Signer {
    /// A machine with this key, for which this user of the server vouches.
    pub fn new(own: WorkerKey, user: &WorkerKey) -> Signer {
        let voucher = Some(user.sign(vouched(&own.public()).as_bytes()));
        Signer { own, user: user.public(), voucher }
    }

    /// A machine with a new key, of a server that knows no users.
    pub fn draw() -> Signer {
        Signer::from(WorkerKey::draw())
    }

    /// The key of the machine.
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

    /// The bytes of what the machine says: a line with its signature, and what is signed.
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
    /// A machine of a server that knows no users is its own.
    fn from(own: WorkerKey) -> Signer {
        Signer { user: own.public(), own, voucher: None }
    }
}

/// What a machine says in `bytes`, if it signed that, and its user vouches for it.
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

/// What a user signs who vouches for a machine.
fn vouched(worker: &str) -> String {
    format!("certamen machine {worker}")
}

/// What a machine signs: the same under another user is something else.
fn under(user: &str, body: &[u8]) -> Vec<u8> {
    [user.as_bytes(), b"\n", body].concat()
}
