//! The result of a batch, signed by the worker that played it.

use super::{Batch, RejectedResult, Signed, Signer, VERSION, read_signed};
use crate::layout;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BatchResult {
    pub v: u32,
    pub contest: String,
    pub batch: String,
    pub class: String,
    pub numbers: Vec<i64>,
    pub token: String,
    pub name: String,
    /// A reference to the whole result, if it is large: everything else is empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lies: Option<BlobRef>,
    #[serde(default)]
    pub played: Vec<PlayedMatch>,
    /// What could not be played.
    #[serde(default)]
    pub void: Vec<VoidMatch>,
    /// What the worker did not begin.
    #[serde(default)]
    pub left: Vec<i64>,
    /// The bots that cannot be built on workers of this class, and why.
    #[serde(default)]
    pub unable: Vec<(i64, String)>,
    /// Bundles that are not on the server any more, by their hashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// What a check found out. One that failed is a void match without a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Value>,
}

/// A reference to a blob on the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlobRef {
    pub elsewhere: String,
    /// In how many parts.
    pub parts: usize,
    /// How long it is.
    pub bytes: usize,
    /// The key with which its parts are encrypted.
    pub key: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMatch {
    pub n: i64,
    /// How long it took, in microseconds.
    pub us: u64,
    pub record: String,
    /// The end of the bots' standard error by seat, as [`certamen_game::stderr_text`] joins it, in
    /// base 64; none if all are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// What they left in their folders by seat, also in base 64; none if nothing is kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Option<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoidMatch {
    pub n: i64,
    pub why: String,
}

/// A result and its sender.
#[derive(Debug)]
pub struct SignedResult {
    pub worker: String,
    /// The key of its user; its own where the server knows no users.
    pub user: String,
    pub result: BatchResult,
}

impl BatchResult {
    /// An empty result of a batch, of a worker named `name`.
    pub fn of(batch: &Batch, name: &str) -> BatchResult {
        BatchResult {
            v: VERSION,
            contest: batch.contest.clone(),
            batch: batch.batch.clone(),
            class: batch.class.clone(),
            numbers: batch.numbers(),
            token: batch.token.clone(),
            name: name.to_owned(),
            ..BatchResult::default()
        }
    }

    /// A result of the same batch without what was played, and what else it says.
    pub(crate) fn emptied(&self) -> BatchResult {
        BatchResult {
            v: VERSION,
            contest: self.contest.clone(),
            batch: self.batch.clone(),
            class: self.class.clone(),
            numbers: self.numbers.clone(),
            token: self.token.clone(),
            name: self.name.clone(),
            ..BatchResult::default()
        }
    }

    /// Its bytes: a line with the signature, and what is signed.
    pub fn signed(&self, signer: &Signer) -> Vec<u8> {
        signer.sign(self)
    }
}

impl SignedResult {
    /// The result in `bytes`, if the worker that it names signed it, and it arrived on the subject
    /// of its user.
    pub fn read(subject: &str, bytes: &[u8]) -> Result<SignedResult, RejectedResult> {
        let Signed { worker, user, what: result } = read_signed::<BatchResult>(bytes)?;
        if subject != layout::result(&result.contest, &user) {
            return Err(RejectedResult::Subject);
        }
        Ok(SignedResult { worker, user, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{KeyError, PrivateKey};
    use crate::message::unpacked;

    fn result() -> BatchResult {
        BatchResult {
            v: VERSION,
            contest: "c".to_owned(),
            batch: "b".to_owned(),
            class: "k".to_owned(),
            numbers: vec![1, 2],
            token: "t".to_owned(),
            name: "lab-1".to_owned(),
            void: vec![VoidMatch { n: 1, why: "x".repeat(10_000) }],
            left: vec![2],
            ..BatchResult::default()
        }
    }

    #[test]
    fn a_result_is_accepted_only_as_it_was_signed() {
        let (own, user) = (PrivateKey::draw(), PrivateKey::draw());
        let alone = Signer::from(own.clone());
        let of_user = Signer::new(own.clone(), &user);
        for signer in [alone, of_user.clone()] {
            let subject = layout::result("c", signer.user());
            let bytes = result().signed(&signer);
            let read = SignedResult::read(&subject, &bytes).unwrap();
            assert_eq!((read.worker, read.result), (own.public(), result()));
            assert_eq!(read.user, signer.user());
            let elsewhere = SignedResult::read(&layout::result("c", &"U".repeat(56)), &bytes);
            assert!(matches!(elsewhere, Err(RejectedResult::Subject)));
            let mut other = unpacked(&bytes).unwrap();
            let at = other.iter().rposition(|byte| *byte == b'2').unwrap();
            other[at] = b'3';
            let forged = SignedResult::read(&subject, &other);
            assert!(matches!(forged, Err(RejectedResult::Key(KeyError::NotSigned))));
        }
        // Another user cannot make the worker its own, nor vouch in the name of someone else.
        let theirs = String::from_utf8(unpacked(&result().signed(&of_user)).unwrap()).unwrap();
        let thief = PrivateKey::draw();
        let voucher = |user: &PrivateKey| Signer::new(own.clone(), user).voucher().unwrap();
        for (name, signed) in [(&thief, &thief), (&user, &thief)] {
            let stolen = theirs.replace(&user.public(), &name.public());
            let stolen = stolen.replace(&voucher(&user), &voucher(signed));
            let read = SignedResult::read(&layout::result("c", &name.public()), stolen.as_bytes());
            assert!(matches!(read, Err(RejectedResult::Key(KeyError::NotSigned))), "{read:?}");
        }
        for bytes in [&b""[..], b"\n", b"{}\n{}", b"{\"v\":2}"] {
            let read = SignedResult::read("", bytes);
            assert!(matches!(read, Err(RejectedResult::Message(_))), "{bytes:?}");
        }
    }
}
