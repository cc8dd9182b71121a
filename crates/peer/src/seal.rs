//! Signatures of records: both players sign the result of their match, and anyone can verify that,
//! with the record alone.

use crate::{
    hash::{self, Hash},
    identity::PrivateKey,
};
use certamen_game::{MatchRecord, Outcome, Seat, Seats, record::Seal};
use certamen_i18n::{Localize, Message, quoted};
use data_encoding::{BASE32_NOPAD, BASE64};
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{fmt, str::FromStr};

mod say {
    certamen_i18n::texts!("locales/seal");
}

/// The key of a record's header for [`PeerHeader`].
pub const HEADER: &str = "peer";
/// The key of a record's last line for the list of signatures.
pub const SIGNATURES: &str = "signatures";

/// An ed25519 key, written as NATS writes those of users: base32, 56 characters from `U` on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey(pub(crate) [u8; 32]);

/// The first byte of the text of a user's key.
const USER: u8 = 20 << 3;

impl PublicKey {
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether `signature` was made of `bytes` with the private part of this key.
    pub fn verify(&self, bytes: &[u8], signature: &Signature) -> bool {
        let key = VerifyingKey::from_bytes(&self.0);
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        // Strict: a small-order key or another form of the signature would be valid for more texts.
        key.is_ok_and(|key| key.verify_strict(bytes, &signature).is_ok())
    }
}

/// The checksum of keys: CRC-16/XMODEM.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |sum: u16, byte| {
        (0..8).fold(sum ^ u16::from(*byte) << 8, |sum, _| {
            sum << 1 ^ if sum & 0x8000 == 0 { 0 } else { 0x1021 }
        })
    })
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![USER];
        bytes.extend(self.0);
        bytes.extend(checksum(&bytes).to_le_bytes());
        f.write_str(&BASE32_NOPAD.encode(&bytes))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PublicKey {
    type Err = KeyTextError;

    fn from_str(text: &str) -> Result<PublicKey, KeyTextError> {
        let wrong = || KeyTextError::NoPublicKey { text: certamen_game::escape_reply(text) };
        let bytes = BASE32_NOPAD.decode(text.as_bytes()).map_err(|_| wrong())?;
        let [USER, key @ .., low, high] = &*bytes else { return Err(wrong()) };
        let is_sound = checksum(&bytes[..bytes.len() - 2]) == u16::from_le_bytes([*low, *high]);
        let key = key.try_into().map_err(|_| wrong())?;
        if is_sound { Ok(PublicKey(key)) } else { Err(wrong()) }
    }
}

/// Why a text is not a public key.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum KeyTextError {
    /// It has another form, or its checksum is wrong.
    NoPublicKey { text: String },
}

/// An ed25519 signature, written in base64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub(crate) [u8; 64]);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64.encode(&self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Signature {
    type Err = SignatureTextError;

    fn from_str(text: &str) -> Result<Signature, SignatureTextError> {
        let bytes = BASE64.decode(text.as_bytes()).map_err(|_| SignatureTextError)?;
        bytes.try_into().map(Signature).map_err(|_| SignatureTextError)
    }
}

/// A text that is not a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignatureTextError;

impl fmt::Display for SignatureTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a signature: 64 bytes in base64")
    }
}

macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

serde_as_text!(PublicKey, Signature);

impl PrivateKey {
    /// The public part of the key.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(SigningKey::from_bytes(&self.raw()).verifying_key().to_bytes())
    }

    /// The signature of `bytes`.
    pub fn signature(&self, bytes: &[u8]) -> Signature {
        Signature(SigningKey::from_bytes(&self.raw()).sign(bytes).to_bytes())
    }
}

/// What the header of a record says of a match between two machines; lists have the opener's value
/// first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PeerHeader {
    /// The version of the protocol.
    pub v: u32,
    /// The opener's seat.
    pub opener: Seat,
    /// The authors' names, as they call themselves.
    pub aliases: [String; 2],
    /// The authors' keys.
    pub keys: [PublicKey; 2],
    /// The nonces of the two `hello`s.
    pub nonces: [Hash; 2],
    /// The halves of the seed.
    pub halves: [Hash; 2],
}

impl PeerHeader {
    /// The match's id, which distinguishes it from all others.
    pub fn id(&self) -> Hash {
        hash::match_id(&self.keys, &self.nonces)
    }

    /// The values of a list by seat.
    pub fn by_seat<T: Clone>(&self, list: &[T; 2]) -> [T; 2] {
        let [opener, challenger] = list.clone();
        if self.opener == Seat(0) { [opener, challenger] } else { [challenger, opener] }
    }
}

/// One entry of the list of signatures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignatureEntry {
    /// The signer's seat.
    pub seat: Seat,
    /// The signer's key.
    pub key: PublicKey,
    /// Of the hash of the match's id, the record's digest and the outcome.
    pub signature: Signature,
}

/// What is known of a record whose signatures are valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signatures {
    /// The match's id.
    pub id: Hash,
    pub header: PeerHeader,
    /// The seats whose players signed.
    pub signed: Seats,
}

impl Signatures {
    /// Whether both players signed.
    pub fn is_complete(&self) -> bool {
        self.signed == Seats::first(2)
    }
}

/// The hash that is signed.
pub(crate) fn signed_hash(id: &Hash, digest: &Hash, outcome: &Outcome) -> Hash {
    let outcome = serde_json::to_vec(outcome).expect("outcomes are plain data");
    hash::result(id, digest, &outcome)
}

/// Whether the header of `record` says that it was played between two machines.
pub fn is_peer_record(record: &MatchRecord) -> bool {
    record.table.extra.contains_key(HEADER)
}

/// Verifies what a finished record says of the two machines: that the seed and the seats follow from
/// the exchanged halves, and the signatures. The turns are not replayed.
///
/// # Errors
///
/// The first thing that is wrong. One signature is enough: see [`Signatures::is_complete`].
pub fn verify_record(bytes: &[u8]) -> Result<Signatures, SealError> {
    let (record, seal) =
        MatchRecord::read(bytes).map_err(|error| SealError::Record(error.message()))?;
    verify(bytes, &record, seal)
}

/// The same for a record that was read from `bytes`.
pub(crate) fn verify(
    bytes: &[u8],
    record: &MatchRecord,
    seal: Seal,
) -> Result<Signatures, SealError> {
    let Some(outcome) = &record.outcome else { return Err(SealError::Unfinished) };
    if seal != Seal::Sound {
        return Err(SealError::Digest);
    }
    let header = record.table.extra.get(HEADER).ok_or(SealError::NoHeader)?;
    let header: PeerHeader = Deserialize::deserialize(header).map_err(SealError::Header)?;
    if header.v != crate::VERSION {
        return Err(SealError::Version { given: header.v, known: crate::VERSION });
    }
    if record.table.seats.len() != 2 || header.keys[0] == header.keys[1] {
        return Err(SealError::Players);
    }
    let id = header.id();
    if hash::draw(&id, &header.halves) != (record.table.seed, header.opener) {
        return Err(SealError::Seed);
    }
    let hash = signed_hash(&id, &digest(bytes), outcome);
    let entries = record.extra.get(SIGNATURES).ok_or(SealError::Unsigned)?;
    let entries: Vec<SignatureEntry> =
        Deserialize::deserialize(entries).map_err(SealError::Signatures)?;
    let signed = verify_entries(&header, &entries, &hash)?;
    Ok(Signatures { id, header, signed })
}

/// The seats of `entries`, all of which must be valid signatures of `hash`.
fn verify_entries(
    header: &PeerHeader,
    entries: &[SignatureEntry],
    hash: &Hash,
) -> Result<Seats, SealError> {
    let keys = header.by_seat(&header.keys);
    if entries.is_empty() {
        return Err(SealError::Unsigned);
    }
    let mut last = None;
    for SignatureEntry { seat, key, signature } in entries {
        // In ascending order, so that equal results are equal bytes.
        let is_theirs = keys.get(seat.index()) == Some(key) && last < Some(*seat);
        if !is_theirs || !key.verify(&hash.0, signature) {
            return Err(SealError::Signature { seat: *seat });
        }
        last = Some(*seat);
    }
    Ok(entries.iter().map(|entry| entry.seat).collect())
}

/// The hash of all lines before the last.
fn digest(bytes: &[u8]) -> Hash {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let end = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    Hash::of(&bytes[..end])
}

/// Why the signatures of a record are not valid.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum SealError {
    /// It is no record.
    #[localize(_0.clone())]
    Record(Message),
    /// It has no result.
    Unfinished,
    /// The hash at its end is wrong: it was changed.
    Digest,
    /// It was not played between two machines.
    NoHeader,
    /// What the header says of the machines is invalid.
    #[localize(say::header(quoted(_0)))]
    Header(serde_json::Error),
    /// Another version of the protocol.
    Version { given: u32, known: u32 },
    /// There are not two different players.
    Players,
    /// The seed or the seats do not follow from the exchanged halves.
    Seed,
    /// No one signed it.
    Unsigned,
    /// The list of signatures is invalid.
    #[localize(say::signatures(quoted(_0)))]
    Signatures(serde_json::Error),
    /// This one is not the player's of that seat, or signs something else.
    Signature { seat: Seat },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_signatures_are_those_of_the_key_files() {
        let own = PrivateKey::draw();
        let key = own.public_key();
        assert_eq!(key.to_string(), own.public());
        assert_eq!(own.public().parse(), Ok(key));
        let signature = own.signature(b"result");
        assert_eq!(signature.to_string(), own.sign(b"result"));
        assert_eq!(signature.to_string().parse(), Ok(signature));
        assert!(key.verify(b"result", &signature) && !key.verify(b"another", &signature));
        assert!(!PrivateKey::draw().public_key().verify(b"result", &signature));
    }

    #[test]
    fn other_texts_are_no_keys() {
        let text = PrivateKey::draw().public();
        let worker = text.replacen('U', "A", 1);
        let mistyped = format!("{}{}", &text[..55], if text.ends_with('A') { "B" } else { "A" });
        for text in ["", "U", &text[..55], &worker, &mistyped, &text.to_lowercase(), "\u{1b}[2J"] {
            let error = text.parse::<PublicKey>().unwrap_err().to_string();
            assert!(error.contains("56 characters") && !error.contains('\u{1b}'), "{error}");
        }
        // The order of the group is small: it would be the key of any signature.
        let small = PublicKey([0; 32]);
        assert!(!small.verify(b"result", &Signature([0; 64])));
    }
}
