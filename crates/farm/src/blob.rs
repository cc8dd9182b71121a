//! What is too large for one message is stored on the server in parts, and the message refers to
//! them.
//!
//! The coordinator removes the parts of both when it has the result it waits for; what a killed
//! coordinator leaves behind expires after a week.
//!
//! Workers may read everything that coordinators store there, since that is how they read bots. A
//! batch given to one worker is not for the others, so parts are encrypted: only the message, which
//! one worker is given, has the key.

use crate::{
    BusError, Transport, layout,
    message::{BlobRef, VERSION, packed, unpack, unpacked},
};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// Longer messages are stored in parts.
pub(crate) const LARGE: usize = 900 << 10;
/// References to blobs are shorter than this.
const SHORT: usize = 1 << 10;
/// The largest blob, in bytes.
pub(crate) const MOST: usize = 64 << 20;
/// The context from which keys of blobs are derived.
const KEY_CONTEXT: &str = "certamen 2026 a message that lies on the server in parts";

/// A large batch: a reference to it.
#[derive(Serialize, Deserialize)]
struct LargeBatch {
    v: u32,
    #[serde(flatten)]
    lies: BlobRef,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BlobParts(pub(crate) String);

/// A batch as it is sent: itself, or a reference, if it is large.
pub(crate) fn split_if_large(
    transport: &dyn Transport,
    bytes: Vec<u8>,
) -> Result<(Vec<u8>, Option<BlobParts>), BusError> {
    if bytes.len() <= LARGE {
        return Ok((bytes, None));
    }
    let blob = store_in_parts(transport, None, bytes)?;
    let all = parts_of(None, &blob);
    let message = LargeBatch { v: VERSION, lies: blob };
    Ok((serde_json::to_vec(&message).expect("words are plain data"), Some(all)))
}

/// Stores a blob on the server in parts; a worker does so under the key of its `user`.
pub(crate) fn store_in_parts(
    transport: &dyn Transport,
    user: Option<&str>,
    mut bytes: Vec<u8>,
) -> Result<BlobRef, BusError> {
    let blob_key = blob_key(&bytes);
    apply_keystream(&mut bytes, &blob_key);
    let elsewhere = blake3::hash(&bytes).to_hex().to_string();
    let mut parts = 0;
    for part in bytes.chunks(PART) {
        let subject = subject(user, &elsewhere, &parts.to_string());
        transport.put_part(&subject, part.to_vec())?;
        parts += 1;
    }
    Ok(BlobRef { elsewhere, parts, bytes: bytes.len(), key: blob_key.to_hex().to_string() })
}

/// The content of a batch, which may be stored in parts.
pub(crate) fn whole_batch(transport: &dyn Transport, sent: &[u8]) -> Result<Vec<u8>, BusError> {
    let large = (sent.len() <= SHORT).then(|| unpack::<LargeBatch>(sent).ok()).flatten();
    match large {
        Some(LargeBatch { lies: blob, .. }) => fetched(transport, None, &blob),
        None => Ok(sent.to_vec()),
    }
}

/// All parts of a blob that a worker of this user, or a coordinator, stored.
pub(crate) fn parts_of(user: Option<&str>, blob: &BlobRef) -> BlobParts {
    // Whatever else is named would be removed with it.
    let is_hash = layout::is_hash(&blob.elsewhere);
    BlobParts(subject(user, if is_hash { &blob.elsewhere } else { "none" }, "*"))
}

/// The bytes of a blob; one with another hash or length counts as gone, and no more is fetched than
/// declared.
pub(crate) fn fetched(
    transport: &dyn Transport,
    user: Option<&str>,
    blob: &BlobRef,
) -> Result<Vec<u8>, BusError> {
    let blob_key = blake3::Hash::from_hex(&blob.key).map_err(|_| BusError::Gone)?;
    let is_place = layout::is_hash(&blob.elsewhere) && user.is_none_or(layout::is_key);
    let is_length = blob.bytes <= MOST && blob.parts == blob.bytes.div_ceil(PART);
    if !is_place || !is_length {
        return Err(BusError::Gone);
    }
    let mut bytes = Vec::new();
    for part in 0..blob.parts {
        bytes.extend(transport.part(&subject(user, &blob.elsewhere, &part.to_string()))?);
        if bytes.len() > blob.bytes {
            return Err(BusError::Gone);
        }
    }
    if blake3::hash(&bytes).to_hex().as_str() != blob.elsewhere {
        return Err(BusError::Gone);
    }
    apply_keystream(&mut bytes, &blob_key);
    Ok(bytes)
}

/// The key that encrypts a message. It is derived from the message, so that a sender that repeats
/// one stores the same parts; it cannot be guessed without the token inside.
fn blob_key(bytes: &[u8]) -> blake3::Hash {
    blake3::derive_key(KEY_CONTEXT, bytes).into()
}

/// Encrypts or decrypts: each key is used for one message only.
fn apply_keystream(bytes: &mut [u8], blob_key: &blake3::Hash) {
    let mut stream = blake3::Hasher::new_keyed(blob_key.as_bytes()).finalize_xof();
    let mut keystream = [0; 4 << 10];
    for piece in bytes.chunks_mut(keystream.len()) {
        stream.fill(&mut keystream);
        piece.iter_mut().zip(&keystream).for_each(|(byte, key)| *byte ^= key);
    }
}

fn subject(key: Option<&str>, hash: &str, part: &str) -> String {
    match key {
        Some(key) => layout::result_part(key, hash, part),
        None => layout::batch_part(hash, part),
    }
}

// Bundles of bots: too large for one message, so they are stored on the server in parts.

pub(crate) const PART: usize = 512 << 10;

/// A bundle, split into parts for the server.
#[derive(Clone, Debug)]
pub struct BundleParts {
    pub id: String,
    parts: Vec<Vec<u8>>,
}

impl BundleParts {
    pub fn of(bytes: Vec<u8>) -> BundleParts {
        let id = blake3::hash(&bytes).to_hex().to_string();
        let parts = packed(bytes).chunks(PART).map(<[u8]>::to_vec).collect();
        BundleParts { id, parts }
    }

    pub fn count(&self) -> usize {
        self.parts.len()
    }

    pub(crate) fn put(&self, transport: &dyn Transport) -> Result<(), BusError> {
        for (number, part) in self.parts.iter().enumerate() {
            transport.put_part(&layout::bundle_part(&self.id, number), part.clone())?;
        }
        Ok(())
    }
}

/// The bytes of a bundle: from the folder `cache`, else from the server. Content with another hash
/// is ignored.
pub(crate) fn fetch_bundle(
    transport: &dyn Transport,
    cache: &Path,
    id: &str,
    parts: usize,
) -> Result<Vec<u8>, BusError> {
    let is_it = |bytes: &[u8]| blake3::hash(bytes).to_hex().as_str() == id;
    let wrong = || BusError::Refused { what: id.to_owned(), why: "BLAKE3".to_owned() };
    // What is longer is not unpacked.
    if !layout::is_hash(id) || parts > MOST.div_ceil(PART) {
        return Err(wrong());
    }
    let path = cache.join(id);
    if let Ok(bytes) = fs::read(&path)
        && is_it(&bytes)
    {
        return Ok(bytes);
    }
    let mut whole = Vec::new();
    for number in 0..parts {
        whole.extend(transport.part(&layout::bundle_part(id, number))?);
    }
    let bytes = unpacked(&whole).map_err(|_| wrong())?;
    if !is_it(&bytes) {
        return Err(wrong());
    }
    // What cannot be cached is fetched again next time; a partial file is never used.
    let draft = cache.join(format!("{id}-{}", std::process::id()));
    let kept = fs::create_dir_all(cache).and_then(|()| fs::write(&draft, &bytes));
    if kept.is_ok() {
        let _ = fs::rename(&draft, &path);
    }
    Ok(bytes)
}

#[cfg(all(test, feature = "simulated"))]
mod tests {
    use super::*;
    use crate::{
        Terms,
        simulated::{FaultPlan, Plays, SimulatedFarm, SimulatedWire},
    };

    /// A transport to an empty server.
    fn wire() -> SimulatedWire {
        let trouble = (1, FaultPlan::default());
        let plays: Plays = Box::new(|_, _| unreachable!("no worker plays"));
        let farm = SimulatedFarm::new(trouble, (0, 1), &["k"], Terms::usual(), plays);
        let wire = SimulatedWire::of_coordinator(&farm);
        wire.prepare().unwrap();
        wire
    }

    /// A message that is too large, with a secret word in it.
    fn blob() -> Vec<u8> {
        b"token ".repeat(LARGE / 4)
    }

    #[test]
    fn large_messages_are_stored_in_encrypted_parts() {
        let wire = wire();
        let (sent, parts) = split_if_large(&wire, blob()).unwrap();
        let BlobParts(all) = parts.unwrap();
        assert!(sent.len() < SHORT);
        assert_eq!(whole_batch(&wire, &sent).unwrap(), blob());
        let first = wire.part(&all.replace('*', "0")).unwrap();
        assert!(!first.windows(5).any(|word| word == b"token"), "it is veiled");
        assert_eq!(split_if_large(&wire, blob()).unwrap().0, sent, "it lies there once");
        let key = "U".repeat(56);
        let lies = store_in_parts(&wire, Some(&key), blob()).unwrap();
        assert_eq!(fetched(&wire, Some(&key), &lies).unwrap(), blob());
        let short = b"{\"v\":1}".to_vec();
        assert_eq!(split_if_large(&wire, short.clone()).unwrap(), (short, None));
    }

    #[test]
    fn blobs_that_differ_from_their_reference_count_as_gone() {
        let wire = wire();
        let key = "U".repeat(56);
        let good = store_in_parts(&wire, Some(&key), blob()).unwrap();
        let (count, bytes) = (good.parts, good.bytes);
        let other = blake3::hash(b"another").to_hex().to_string();
        let refused = |user: Option<&str>, lies: BlobRef| {
            let found = fetched(&wire, user, &lies);
            assert!(matches!(found, Err(BusError::Gone)), "{lies:?}: {found:?}");
        };
        let own = || good.clone();
        for lies in [
            BlobRef { parts: count + 1, ..own() },
            BlobRef { parts: count - 1, ..own() },
            BlobRef { parts: count + 1, bytes: bytes + PART, ..own() },
            BlobRef { parts: MOST.div_ceil(PART), bytes: MOST, ..own() },
            BlobRef { bytes: usize::MAX, ..own() },
            BlobRef { bytes: bytes - 1, ..own() },
            BlobRef { elsewhere: other, ..own() },
            BlobRef { elsewhere: "*".to_owned(), ..own() },
            BlobRef { key: "?".to_owned(), ..own() },
        ] {
            refused(Some(&key), lies);
        }
        for user in [Some("*"), Some(&*"V".repeat(56)), None] {
            refused(user, own());
        }
        let last = subject(Some(&key), &good.elsewhere, &(count - 1).to_string());
        let part = wire.part(&last).unwrap();
        wire.remove_parts(&last).unwrap();
        wire.put_part(&last, part[1..].to_vec()).unwrap();
        refused(Some(&key), own());
        wire.remove_parts(&last).unwrap();
        refused(Some(&key), own());
    }
}
