//! What is too large for one message lies on the server in parts, and the message says where.
//!
//! Whoever handed matches out removes the parts of both when he has what he waited for; what is left
//! behind by one who was killed is gone after a week.
//!
//! Machines may read all that coordinators put there, since that is how they read bots. What was
//! handed to one of them is nobody else's, so parts are veiled: only the message, which one machine
//! is given, has the key.

use crate::{
    BusError, Transport, bundles, layout,
    message::{VERSION, unpack},
};
use serde::{Deserialize, Serialize};

/// What is longer lies there in parts.
pub(crate) const LARGE: usize = 900 << 10;
/// A message that says where is shorter.
const SHORT: usize = 1 << 10;
/// The most parts of one message.
const MOST: usize = 256;
/// What veils are for, and nothing else is.
const VEIL: &str = "certamen 2026 a message that lies on the server in parts";

/// Where a large message lies.
#[derive(Serialize, Deserialize)]
struct Lies {
    v: u32,
    /// Its hash.
    elsewhere: String,
    /// In how many parts.
    parts: usize,
    /// What its parts are veiled with.
    key: String,
    /// The key of the machine that put it there, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
}

/// Where all parts of something lie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PartsOf(pub(crate) String);

impl PartsOf {
    /// Whether the machine with this key put them there.
    pub(crate) fn are_of(&self, key: &str) -> bool {
        let own = self.0.strip_prefix("certamen.part.r.").and_then(|own| own.strip_prefix(key));
        own.is_some_and(|rest| rest.starts_with('.'))
    }
}

/// A message as it is sent: itself, or where it lies, if it is large. A machine puts parts under its
/// own `key`.
pub(crate) fn laid_out(
    transport: &dyn Transport,
    key: Option<&str>,
    mut bytes: Vec<u8>,
) -> Result<(Vec<u8>, Option<PartsOf>), BusError> {
    if bytes.len() <= LARGE {
        return Ok((bytes, None));
    }
    let veil = veil(&bytes);
    draw_over(&mut bytes, &veil);
    let elsewhere = blake3::hash(&bytes).to_hex().to_string();
    let mut parts = 0;
    for part in bytes.chunks(bundles::PART) {
        let subject = subject(key, &elsewhere, &parts.to_string());
        transport.put_part(&subject, part.to_vec())?;
        parts += 1;
    }
    let all = PartsOf(subject(key, &elsewhere, "*"));
    let of = key.map(str::to_owned);
    let message = Lies { v: VERSION, elsewhere, parts, key: veil.to_hex().to_string(), of };
    Ok((serde_json::to_vec(&message).expect("words are plain data"), Some(all)))
}

/// The whole of a batch that was handed to this machine.
pub(crate) fn whole_batch(transport: &dyn Transport, sent: &[u8]) -> Result<Vec<u8>, BusError> {
    let Some(lies) = lies(sent) else { return Ok(sent.to_vec()) };
    fetched(transport, &lies)
}

/// The whole of a result that a machine handed in, and where it lies, if it is large. Machines put
/// parts under their keys; bots and batches are not what one of them hands in.
pub(crate) fn whole_result(
    transport: &dyn Transport,
    sent: &[u8],
) -> Result<(Vec<u8>, Option<PartsOf>), BusError> {
    let Some(lies) = lies(sent) else { return Ok((sent.to_vec(), None)) };
    let of = lies.of.as_deref().ok_or(BusError::Gone)?;
    Ok((fetched(transport, &lies)?, Some(PartsOf(subject(Some(of), &lies.elsewhere, "*")))))
}

/// Where a message lies, if that is what was sent.
fn lies(sent: &[u8]) -> Option<Lies> {
    (sent.len() <= SHORT).then(|| unpack::<Lies>(sent).ok()).flatten()
}

/// What lies there; what has another hash is gone.
fn fetched(transport: &dyn Transport, lies: &Lies) -> Result<Vec<u8>, BusError> {
    let Lies { elsewhere, parts, key, of, .. } = lies;
    let veil = blake3::Hash::from_hex(key).map_err(|_| BusError::Gone)?;
    let is_place = layout::is_hash(elsewhere) && of.as_deref().is_none_or(layout::is_key);
    if !is_place || *parts > MOST {
        return Err(BusError::Gone);
    }
    let mut bytes = Vec::new();
    for part in 0..*parts {
        bytes.extend(transport.part(&subject(of.as_deref(), elsewhere, &part.to_string()))?);
    }
    if blake3::hash(&bytes).to_hex().as_str() != elsewhere {
        return Err(BusError::Gone);
    }
    draw_over(&mut bytes, &veil);
    Ok(bytes)
}

/// What a message is veiled with. It follows from the message, so that whoever sends one again puts
/// the same parts there; nobody guesses it who does not know the token within.
fn veil(bytes: &[u8]) -> blake3::Hash {
    blake3::derive_key(VEIL, bytes).into()
}

/// Veils what is plain, and unveils what is veiled: each veil is drawn over one message only.
fn draw_over(bytes: &mut [u8], veil: &blake3::Hash) {
    let mut stream = blake3::Hasher::new_keyed(veil.as_bytes()).finalize_xof();
    let mut threads = [0; 4 << 10];
    for piece in bytes.chunks_mut(threads.len()) {
        stream.fill(&mut threads);
        piece.iter_mut().zip(&threads).for_each(|(byte, thread)| *byte ^= thread);
    }
}

fn subject(key: Option<&str>, hash: &str, part: &str) -> String {
    match key {
        Some(key) => layout::result_part(key, hash, part),
        None => layout::batch_part(hash, part),
    }
}

#[cfg(all(test, feature = "simulated"))]
mod tests {
    use super::*;
    use crate::{
        Terms,
        simulated::{Plays, SimulatedFarm, SimulatedWire, Trouble},
    };
    use serde_json::{Value, json};

    /// The way to a server on which lies nothing.
    fn wire() -> SimulatedWire {
        let trouble = (1, Trouble::default());
        let plays: Plays = Box::new(|_, _| unreachable!("nobody plays"));
        let farm = SimulatedFarm::new(trouble, (0, 1), &["k"], Terms::usual(), plays);
        let wire = SimulatedWire::of_coordinator(&farm);
        wire.prepare().unwrap();
        wire
    }

    /// A message that is too large, with a word in it that is not for everybody.
    fn large() -> Vec<u8> {
        b"token ".repeat(LARGE / 4)
    }

    #[test]
    fn what_is_large_lies_in_parts_and_is_read_by_whoever_has_the_message() {
        let wire = wire();
        let (sent, parts) = laid_out(&wire, None, large()).unwrap();
        let PartsOf(all) = parts.unwrap();
        assert!(sent.len() < SHORT);
        assert_eq!(whole_batch(&wire, &sent).unwrap(), large());
        let first = wire.part(&all.replace('*', "0")).unwrap();
        assert!(!first.windows(5).any(|word| word == b"token"), "it is veiled");
        assert_eq!(laid_out(&wire, None, large()).unwrap().0, sent, "it lies there once");
        let key = "U".repeat(56);
        let (sent, parts) = laid_out(&wire, Some(&key), large()).unwrap();
        assert_eq!(whole_result(&wire, &sent).unwrap(), (large(), parts));
        let short = b"{\"v\":1}".to_vec();
        assert_eq!(laid_out(&wire, None, short.clone()).unwrap(), (short, None));
    }

    #[test]
    fn what_lies_otherwise_than_a_message_says_is_gone() {
        let wire = wire();
        let key = "U".repeat(56);
        let (sent, _) = laid_out(&wire, Some(&key), large()).unwrap();
        let lies: Value = serde_json::from_slice(&sent).unwrap();
        let count = lies["parts"].as_u64().unwrap();
        let other = blake3::hash(b"another").to_hex().to_string();
        for (name, value) in [
            ("parts", json!(count + 1)),
            ("parts", json!(count - 1)),
            ("parts", json!(MOST + 1)),
            ("elsewhere", json!(other)),
            ("elsewhere", json!("*")),
            ("key", json!("?")),
            ("of", json!("*")),
            ("of", json!("V".repeat(56))),
            ("of", Value::Null),
        ] {
            let mut lies = lies.clone();
            lies[name] = value.clone();
            let found = whole_result(&wire, lies.to_string().as_bytes());
            assert!(matches!(found, Err(BusError::Gone)), "{name} {value}: {found:?}");
        }
        let hash = lies["elsewhere"].as_str().unwrap();
        let last = subject(Some(&key), hash, &(count - 1).to_string());
        let part = wire.part(&last).unwrap();
        wire.remove_parts(&last).unwrap();
        wire.put_part(&last, part[1..].to_vec()).unwrap();
        assert!(matches!(whole_result(&wire, &sent), Err(BusError::Gone)), "another length");
        wire.remove_parts(&last).unwrap();
        assert!(matches!(whole_result(&wire, &sent), Err(BusError::Gone)), "one is missing");
    }
}
