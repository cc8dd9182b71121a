//! What is too large for one message lies on the server in parts, and the message says where.
//!
//! Whoever handed matches out removes the parts of both when he has what he waited for; what is left
//! behind by one who was killed is gone after a week.

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

/// Where a large message lies.
#[derive(Serialize, Deserialize)]
struct Lies {
    v: u32,
    /// Its hash.
    elsewhere: String,
    /// In how many parts.
    parts: usize,
    /// The key of the machine that put it there, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
}

/// Where all parts of something lie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PartsOf(pub(crate) String);

/// A message as it is sent: itself, or where it lies, if it is large. A machine puts parts under its
/// own `key`.
pub(crate) fn laid_out(
    transport: &dyn Transport,
    key: Option<&str>,
    bytes: Vec<u8>,
) -> Result<(Vec<u8>, Option<PartsOf>), BusError> {
    if bytes.len() <= LARGE {
        return Ok((bytes, None));
    }
    let elsewhere = blake3::hash(&bytes).to_hex().to_string();
    let mut parts = 0;
    for part in bytes.chunks(bundles::PART) {
        let subject = subject(key, &elsewhere, &parts.to_string());
        transport.put_part(&subject, part.to_vec())?;
        parts += 1;
    }
    let all = PartsOf(subject(key, &elsewhere, "*"));
    let of = key.map(str::to_owned);
    let message = Lies { v: VERSION, elsewhere, parts, of };
    Ok((serde_json::to_vec(&message).expect("words are plain data"), Some(all)))
}

/// The whole of a message that was sent, and where it lies, if it is large. What has another hash is
/// gone.
pub(crate) fn whole(
    transport: &dyn Transport,
    sent: &[u8],
) -> Result<(Vec<u8>, Option<PartsOf>), BusError> {
    let found = (sent.len() <= SHORT).then(|| unpack::<Lies>(sent).ok()).flatten();
    let Some(Lies { elsewhere, parts, of, .. }) = found else {
        return Ok((sent.to_vec(), None));
    };
    let is_place = layout::is_hash(&elsewhere) && of.as_deref().is_none_or(layout::is_key);
    if !is_place || parts > MOST {
        return Err(BusError::Gone);
    }
    let mut bytes = Vec::new();
    for part in 0..parts {
        let part = subject(of.as_deref(), &elsewhere, &part.to_string());
        bytes.extend(transport.part(&part)?);
    }
    if blake3::hash(&bytes).to_hex().as_str() != elsewhere {
        return Err(BusError::Gone);
    }
    Ok((bytes, Some(PartsOf(subject(of.as_deref(), &elsewhere, "*")))))
}

fn subject(key: Option<&str>, hash: &str, part: &str) -> String {
    match key {
        Some(key) => format!("certamen.part.r.{key}.{hash}.{part}"),
        None => format!("certamen.part.b.{hash}.{part}"),
    }
}
