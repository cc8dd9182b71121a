//! Luck that nobody can choose: a secret whose hash is published before entries close, mixed with
//! the digests of those who entered.
//!
//! The host cannot choose the seed, because the hash binds it before it knows the entrants; the
//! entrants cannot, because they do not know the secret. Who wants to check it needs the secret,
//! which is told when the contest is over. Nothing here reads a clock or draws a number.

mod kept;

pub use kept::Chance;
pub(crate) use kept::{read, settle};

use crate::DrawFault;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How long a secret is, in bytes.
pub const SECRET: usize = 32;

/// What each hash is for: the same bytes never serve two of them (BLAKE3, section 2.3, `derive_key`).
const COMMITMENT: &str = "certamen 2026-11-21 commitment to the secret of a draw";
const SEED: &str = "certamen 2026-11-21 seed of a contest from secret and entrants";
const PRELIMINARY: &str = "certamen 2026-11-21 seed of a contest while entries are open";

/// How the luck of a contest was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The hash of the secret, in hexadecimal digits: what is published.
    pub commitment: String,
    /// When it was drawn.
    pub drawn: Timestamp,
    /// The secret, in hexadecimal digits; absent where it is not to be known yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// When there were first as many entrants as start the time until entries close, if that is
    /// what they wait for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enough: Option<Timestamp>,
    /// How it was mixed; absent while entries are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closed>,
}

/// What the secret was mixed with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// When that was done.
    pub at: Timestamp,
    /// Those who had entered, in order of entry.
    pub entrants: Vec<Entered>,
    /// The seed that came of it; absent where the secret is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Somebody who had entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// The bot's name.
    pub bot: String,
    /// The hash of its files; house players have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

impl Draw {
    /// A draw of this secret, with entries open.
    pub(crate) fn new(secret: &[u8; SECRET], now: Timestamp) -> Draw {
        Draw {
            commitment: commitment(secret),
            drawn: now,
            secret: Some(hex(secret)),
            enough: None,
            closed: None,
        }
    }

    /// The seed in force: that of the draw, or while entries are open one that everybody can
    /// compute from the commitment.
    ///
    /// # Errors
    ///
    /// What does not agree: the secret with the commitment, or the seed with both and the entrants.
    pub fn seed(&self) -> Result<u64, DrawFault> {
        let Some(closed) = &self.closed else { return Ok(preliminary(&self.commitment)) };
        let secret = self.secret.as_deref().ok_or(DrawFault::NotTold)?;
        let secret = unhex(secret).ok_or(DrawFault::NoSecret { digits: 2 * SECRET })?;
        let computed = commitment(&secret);
        if computed != self.commitment {
            return Err(DrawFault::OtherHash { computed, published: self.commitment.clone() });
        }
        let computed = mixed(&secret, &closed.entrants);
        match closed.seed {
            Some(told) if told != computed => Err(DrawFault::OtherSeed { told, computed }),
            _ => Ok(computed),
        }
    }

    /// The same without what is not to be known yet.
    pub(crate) fn hidden(&self) -> Draw {
        let closed = self.closed.as_ref().map(|closed| Closed { seed: None, ..closed.clone() });
        Draw { secret: None, closed, ..self.clone() }
    }
}

/// What is published of a secret.
fn commitment(secret: &[u8; SECRET]) -> String {
    hex(&blake3::derive_key(COMMITMENT, secret))
}

/// The seed that follows from the secret and from who entered, below 2^53.
fn mixed(secret: &[u8; SECRET], entrants: &[Entered]) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(SEED);
    hasher.update(secret);
    for text in entrants.iter().flat_map(|entered| [&entered.bot, &entered.digest]) {
        // With the length before it, no text can pass for two.
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    number(hasher.finalize().as_bytes())
}

fn preliminary(commitment: &str) -> u64 {
    number(&blake3::derive_key(PRELIMINARY, commitment.as_bytes()))
}

fn number(hash: &[u8; 32]) -> u64 {
    let bytes: [u8; 8] = hash[..8].try_into().expect("8 of 32 bytes");
    u64::from_le_bytes(bytes) >> 11
}

fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}

fn unhex(text: &str) -> Option<[u8; SECRET]> {
    blake3::Hash::from_hex(text).ok().map(|hash| *hash.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(names: &[(&str, &str)]) -> Vec<Entered> {
        let entered = |(bot, digest): &(&str, &str)| Entered {
            bot: (*bot).to_owned(),
            digest: (*digest).to_owned(),
        };
        names.iter().map(entered).collect()
    }

    fn closed(names: &[(&str, &str)]) -> Draw {
        let mut draw = Draw::new(&[7; SECRET], Timestamp::UNIX_EPOCH);
        draw.closed =
            Some(Closed { at: Timestamp::UNIX_EPOCH, entrants: entered(names), seed: None });
        draw
    }

    #[test]
    fn whoever_entered_changes_the_seed() {
        let seeds = [
            closed(&[("a", "1"), ("b", "2")]),
            closed(&[("a", "1"), ("b", "3")]),
            closed(&[("b", "2"), ("a", "1")]),
            closed(&[("a", "1b"), ("", "2")]),
            closed(&[("a", "1")]),
        ]
        .map(|draw| draw.seed().unwrap());
        for (place, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..place].contains(seed) && *seed < 1 << 53, "{seeds:?}");
        }
    }

    #[test]
    fn hashes_are_pinned_for_ever() {
        let draw = closed(&[("a", "1"), ("b", "2")]);
        let commitment = draw.commitment[..16].to_owned();
        let seeds = [draw.seed(), Draw { closed: None, ..draw }.seed()];
        assert_eq!(
            (commitment.as_str(), seeds),
            ("04a53551d33a4f12", [Ok(4_866_170_081_255_966), Ok(8_365_591_384_967_577)])
        );
    }

    #[test]
    fn what_does_not_agree_is_said() {
        let refused = |change: &dyn Fn(&mut Draw), expected: &str| {
            let mut draw = closed(&[("a", "1")]);
            change(&mut draw);
            let error = draw.seed().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        refused(&|draw| draw.secret = None, "has not been told yet");
        refused(&|draw| draw.secret = Some("07".to_owned()), "not 64 hexadecimal digits");
        refused(&|draw| draw.secret = Some(hex(&[8; SECRET])), "was published");
        refused(&|draw| draw.commitment = "0".repeat(64), "was published");
        refused(&|draw| draw.closed.as_mut().unwrap().seed = Some(1), "the seed of the draw is 1");
    }

    #[test]
    fn nothing_of_the_secret_is_left_when_it_is_hidden() {
        let mut draw = closed(&[("a", "1")]);
        let seed = draw.seed().unwrap();
        draw.closed.as_mut().unwrap().seed = Some(seed);
        let text = serde_json::to_string(&draw.hidden()).unwrap();
        assert!(!text.contains(&hex(&[7; SECRET])) && !text.contains(&seed.to_string()), "{text}");
    }
}
