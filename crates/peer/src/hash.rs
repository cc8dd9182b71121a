//! The hashes of the protocol: BLAKE3 with a context for each purpose, so that no hash made for one
//! purpose is valid for another. Every field but the last has a fixed length.

use crate::{say, seal::PublicKey};
use certamen_game::Seat;
use certamen_i18n::Message;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

const ID: &str = "certamen peer id v1";
const SEED: &str = "certamen peer seed v1";
const MOVE: &str = "certamen peer move v1";
const RESULT: &str = "certamen peer result v1";

/// 32 bytes: a hash, a nonce or a half of the seed; in messages as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The bytes that `text` has in hexadecimal.
    pub fn read(text: &str) -> Option<Hash> {
        HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok().map(Hash)
    }

    /// The BLAKE3 hash of `bytes`, without a context.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(*blake3::hash(bytes).as_bytes())
    }
}

/// Where nonces and halves of seeds come from.
#[derive(Clone)]
pub struct Random(Arc<dyn Fn() -> Result<Hash, getrandom::Error> + Send + Sync>);

impl Random {
    /// Random bytes of the operating system.
    pub fn system() -> Random {
        Random(Arc::new(|| {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            Ok(Hash(bytes))
        }))
    }

    /// Values that are known before, to compare a dialogue with a written one. After the last of them
    /// there are none.
    pub fn known(values: impl IntoIterator<Item = Hash>) -> Random {
        let values = Mutex::new(values.into_iter().collect::<VecDeque<_>>());
        Random(Arc::new(move || {
            let next = values.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            next.ok_or(getrandom::Error::UNSUPPORTED)
        }))
    }

    pub(crate) fn draw(&self) -> Result<Hash, Message> {
        (self.0)().map_err(|error| say::no_randomness(error.to_string()))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        let text = String::deserialize(deserializer)?;
        Hash::read(&text).ok_or_else(|| D::Error::custom("expected 64 hexadecimal digits"))
    }
}

fn derived(context: &str, parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    for part in parts {
        hasher.update(part);
    }
    Hash(*hasher.finalize().as_bytes())
}

/// The id of a match; keys and nonces of the opener first.
pub(crate) fn match_id(keys: &[PublicKey; 2], nonces: &[Hash; 2]) -> Hash {
    derived(ID, &[&keys[0].0, &keys[1].0, &nonces[0].0, &nonces[1].0])
}

/// What both halves decide: the seed, below 2^53, and the opener's seat. The opener's half first.
pub(crate) fn draw(id: &Hash, halves: &[Hash; 2]) -> (u64, Seat) {
    let Hash(bytes) = derived(SEED, &[&id.0, &halves[0].0, &halves[1].0]);
    let bits = u64::from_be_bytes(bytes[..8].try_into().expect("8 of 32 bytes"));
    (bits >> 11, Seat((bits >> 10 & 1) as u8))
}

/// The commitment to `text` in `turn`. `who` is a seat; in turn 0, in which halves of the seed are
/// exchanged, 0 is the opener and 1 the challenger, so that neither can return the other's.
pub(crate) fn commitment(id: &Hash, turn: u64, who: u8, nonce: &Hash, text: &str) -> Hash {
    derived(MOVE, &[&id.0, &turn.to_le_bytes(), &[who], &nonce.0, text.as_bytes()])
}

/// What both sign: `digest` is that of the record, `outcome` its JSON text there.
pub(crate) fn result(id: &Hash, digest: &Hash, outcome: &[u8]) -> Hash {
    derived(RESULT, &[&id.0, &digest.0, outcome])
}
