//! What came of a batch, signed by the machine that played it.

use super::{Batch, MessageError, VERSION, packed, read, unpacked};
use crate::say;
use certamen_identity::{KeyError, OwnKey, verify};
use certamen_speech::{Message, Speak};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// What came of a batch, or of a part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BatchResult {
    /// The version of this form.
    pub v: u32,
    /// Whose matches they are.
    pub contest: String,
    /// The batch.
    pub batch: String,
    /// For whom it was.
    pub class: String,
    /// The numbers of its matches.
    pub numbers: Vec<i64>,
    /// What proves that it was handed out.
    pub token: String,
    /// What the machine is called.
    pub name: String,
    /// What was played.
    #[serde(default)]
    pub played: Vec<PlayedMatch>,
    /// What could not be played.
    #[serde(default)]
    pub void: Vec<VoidMatch>,
    /// What nobody began.
    #[serde(default)]
    pub left: Vec<i64>,
    /// Who cannot be made ready on machines of this class, and why.
    #[serde(default)]
    pub unable: Vec<(i64, String)>,
    /// Bundles that are not on the server any more, by their hashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// A match that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// Its number.
    pub n: i64,
    /// How long it took, in microseconds.
    pub us: u64,
    /// Its record.
    pub record: String,
    /// The last words of the programs by seat, in base 64; none if nobody said any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// What they left in their folders by seat, likewise; none if nothing is kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Option<String>>,
}

/// A match that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoidMatch {
    /// Its number.
    pub n: i64,
    /// Why.
    pub why: String,
}

/// A result and who says so.
#[derive(Debug)]
pub struct SignedResult {
    /// The key of the machine.
    pub worker: String,
    /// What it says.
    pub result: BatchResult,
}

/// The line before what is signed.
#[derive(Serialize, Deserialize)]
struct Signature {
    v: u32,
    worker: String,
    signed: String,
}

/// Why nobody believes a result.
#[derive(Debug)]
pub enum Unbelieved {
    /// It cannot be read.
    Message(MessageError),
    /// It is not signed.
    Key(KeyError),
}

impl Speak for Unbelieved {
    fn message(&self) -> Message {
        match self {
            Unbelieved::Message(error) => say::unreadable_result(error),
            Unbelieved::Key(error) => say::unreadable_result(error),
        }
    }
}

certamen_speech::error!(Unbelieved);

impl BatchResult {
    /// That nothing came of a batch yet, as a machine called `name` says.
    pub fn of(batch: &Batch, name: &str) -> BatchResult {
        BatchResult {
            v: VERSION,
            contest: batch.contest.clone(),
            batch: batch.batch.clone(),
            class: batch.class.clone(),
            numbers: batch.numbers(),
            token: batch.token.clone(),
            name: name.to_owned(),
            played: Vec::new(),
            void: Vec::new(),
            left: Vec::new(),
            unable: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Its bytes: a line with the signature, and what is signed.
    pub fn signed(&self, own: &OwnKey) -> Vec<u8> {
        signed(self, own)
    }
}

impl SignedResult {
    /// The result in `bytes`, if whoever it names signed it.
    pub fn read(bytes: &[u8]) -> Result<SignedResult, Unbelieved> {
        let (worker, result) = read_signed(bytes)?;
        Ok(SignedResult { worker, result })
    }
}

/// The bytes of what a machine says: a line with its signature, and what is signed.
pub(crate) fn signed(what: &impl Serialize, own: &OwnKey) -> Vec<u8> {
    let body = serde_json::to_vec(what).expect("messages are plain data");
    let signature = Signature { v: VERSION, worker: own.public(), signed: own.sign(&body) };
    let mut bytes = serde_json::to_vec(&signature).expect("messages are plain data");
    bytes.push(b'\n');
    bytes.extend(body);
    packed(bytes)
}

/// What a machine says in `bytes`, and its key, if whoever they name signed it.
pub(crate) fn read_signed<T: DeserializeOwned>(bytes: &[u8]) -> Result<(String, T), Unbelieved> {
    let bytes = unpacked(bytes).map_err(Unbelieved::Message)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, body) = bytes.split_at(end);
    let body = body.get(1..).unwrap_or_default();
    let head: Signature = read(head).map_err(Unbelieved::Message)?;
    verify(&head.worker, body, &head.signed).map_err(Unbelieved::Key)?;
    Ok((head.worker, read(body).map_err(Unbelieved::Message)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result() -> BatchResult {
        BatchResult {
            v: 1,
            contest: "c".to_owned(),
            batch: "b".to_owned(),
            class: "k".to_owned(),
            numbers: vec![1, 2],
            token: "t".to_owned(),
            name: "lab-1".to_owned(),
            played: Vec::new(),
            void: vec![VoidMatch { n: 1, why: "x".repeat(10_000) }],
            left: vec![2],
            unable: Vec::new(),
            gone: Vec::new(),
        }
    }

    #[test]
    fn a_result_is_believed_as_it_was_signed_and_not_otherwise() {
        let own = OwnKey::draw();
        let bytes = result().signed(&own);
        let read = SignedResult::read(&bytes).unwrap();
        assert_eq!((read.worker, read.result), (own.public(), result()));
        let mut other = unpacked(&bytes).unwrap();
        let at = other.iter().rposition(|byte| *byte == b'2').unwrap();
        other[at] = b'3';
        assert!(matches!(SignedResult::read(&other), Err(Unbelieved::Key(KeyError::NotSigned))));
        for bytes in [&b""[..], b"\n", b"{}\n{}", b"{\"v\":1}"] {
            assert!(matches!(SignedResult::read(bytes), Err(Unbelieved::Message(_))), "{bytes:?}");
        }
    }
}
