//! A seed that cannot be chosen: a secret whose hash is published before entries close, mixed with
//! the sorted digests of the entrants and with a public value from after that time.
//!
//! The entrants cannot choose the seed, because they do not know the secret. The host cannot,
//! because the hash binds it, names and order of the entrants are not mixed in, and the public
//! value is known only when nothing can be changed any more; without one, the host can still choose
//! who enters last. The secret is published when the contest is over, so that anyone can verify the
//! seed. Nothing here reads a clock or a random generator.

use crate::DrawMismatch;
use certamen_game::job::{BotSource, BotSpec};
use certamen_store::SubmissionId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

mod beacon;
mod stored;

pub use crate::error::AwaitedRound;
pub use beacon::{Beacon, PublicValue};
pub(crate) use stored::{DrawRequest, read, settle};
pub use stored::{Entropy, announced};

pub const SECRET: usize = 32;

/// The context of each hash: the same bytes never serve two of them (BLAKE3, section 2.3,
/// `derive_key`).
const COMMITMENT: &str = "certamen 2026-11-21 commitment to the secret of a draw";
const PRELIMINARY: &str = "certamen 2026-11-21 seed of a contest while entries are open";
const SEED_OF_DIGESTS: &str =
    "certamen 2026-11-22 seed of a contest from secret, digests and value";
const HIDDEN_PRELIMINARY: &str =
    "certamen 2026-11-22 hidden seed of a contest while entries are open";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The published hash of the secret, in hexadecimal digits.
    pub commitment: String,
    pub drawn: Timestamp,
    /// In hexadecimal digits; absent while it is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Whether the seed is secret while entries are open.
    #[serde(default, skip_serializing_if = "is_public")]
    pub hides: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beacon: Option<Beacon>,
    /// When enough bots had entered first, if the deadline depends on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enough: Option<Timestamp>,
    /// Absent while entries are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<DrawClosing>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawClosing {
    pub at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// The digests of the entrants, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digests: Vec<String>,
    /// Absent until it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<PublicValue>,
    /// Absent while the secret is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Draw {
    pub(crate) fn new(secret: &[u8; SECRET], now: Timestamp, wanted: &DrawRequest) -> Draw {
        Draw {
            commitment: commitment(secret),
            drawn: now,
            secret: Some(hex(secret)),
            hides: wanted.hides,
            beacon: wanted.beacon.clone(),
            enough: None,
            closed: None,
        }
    }

    /// The seed in force: that of the draw, or while entries are open one that anyone can compute
    /// from the commitment.
    ///
    /// # Errors
    ///
    /// The secret disagrees with the commitment, or the seed with both and the entrants.
    pub fn seed(&self) -> Result<u64, DrawMismatch> {
        let Some(closed) = &self.closed else { return self.preliminary() };
        let secret = self.known_secret()?;
        let computed = mixed(&secret, &closed.digests, &self.value(closed)?);
        match closed.seed {
            Some(stated) if stated != computed => Err(DrawMismatch::OtherSeed { stated, computed }),
            _ => Ok(computed),
        }
    }

    /// The secret, if it is published and agrees with the commitment.
    fn known_secret(&self) -> Result<[u8; SECRET], DrawMismatch> {
        let secret = self.secret.as_deref().ok_or(DrawMismatch::NotTold)?;
        let secret = unhex(secret).ok_or(DrawMismatch::NoSecret { digits: 2 * SECRET })?;
        let computed = commitment(&secret);
        if computed != self.commitment {
            return Err(DrawMismatch::OtherHash { computed, published: self.commitment.clone() });
        }
        Ok(secret)
    }

    fn preliminary(&self) -> Result<u64, DrawMismatch> {
        if self.hides {
            return Ok(number(&blake3::derive_key(HIDDEN_PRELIMINARY, &self.known_secret()?)));
        }
        Ok(preliminary(&self.commitment))
    }

    /// The bytes of the public value; empty if none is mixed in.
    fn value(&self, closed: &DrawClosing) -> Result<Vec<u8>, DrawMismatch> {
        match (&self.beacon, &closed.value) {
            (None, None) => Ok(Vec::new()),
            (None, Some(_)) => Err(DrawMismatch::OtherValue),
            (Some(_), None) => Err(DrawMismatch::NoValue),
            (Some(beacon), Some(value)) => beacon.bytes(value, closed.due.unwrap_or(closed.at)),
        }
    }

    /// Without the parts that are still secret.
    pub(crate) fn hidden(&self) -> Draw {
        let closed =
            self.closed.as_ref().map(|closed| DrawClosing { seed: None, ..closed.clone() });
        Draw { secret: None, closed, ..self.clone() }
    }
}

fn commitment(secret: &[u8; SECRET]) -> String {
    hex(&blake3::derive_key(COMMITMENT, secret))
}

/// The seed that follows from the secret, the sorted digests of the entrants and a public value,
/// below 2^53.
fn mixed(secret: &[u8; SECRET], digests: &[String], value: &[u8]) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(SEED_OF_DIGESTS);
    hasher.update(secret);
    hasher.update(&(digests.len() as u64).to_le_bytes());
    // With the length before it, no text can be taken for two.
    for bytes in digests.iter().map(String::as_bytes).chain([value]) {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    number(hasher.finalize().as_bytes())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_public(hides: &bool) -> bool {
    !hides
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

/// The language of built-in players in stores and exports.
pub(crate) const BUILTIN: &str = "builtin";
/// The prefix of built-in players in contest files.
const BUILTIN_PREFIX: &str = "builtin:";
/// The context of the hash of a built-in player.
const IDENTITY: &str = "certamen 2026-11-22 house player of a draw";

/// The built-in players of a contest, by name, as contest files specify them.
#[derive(Clone, Default, Debug)]
pub(crate) struct BuiltinSpecs(BTreeMap<String, String>);

impl BuiltinSpecs {
    pub(crate) fn of(bots: &[String]) -> BuiltinSpecs {
        let named = bots.iter().filter_map(|given| {
            let spec: BotSpec = given.parse().ok()?;
            let is_builtin = matches!(spec.source, BotSource::Builtin { .. });
            let (name, spec) = (spec.name.clone(), BotSpec { name: None, ..spec }.to_string());
            let own = spec.strip_prefix(BUILTIN_PREFIX)?.to_owned();
            is_builtin.then(|| (name.unwrap_or(own), spec))
        });
        BuiltinSpecs(named.collect())
    }

    pub(crate) fn names(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The specification of the built-in player `name`.
    pub(crate) fn spec(&self, name: &str) -> String {
        self.0.get(name).cloned().unwrap_or_else(|| format!("{BUILTIN_PREFIX}{name}"))
    }

    /// Sets the specification of the built-in player `name`, overriding the file.
    pub(crate) fn insert(&mut self, name: &str, spec: &str) {
        self.0.insert(name.to_owned(), spec.to_owned());
    }

    /// The identities of entrants, given their numbers, names and digests. The same program entered
    /// twice is two players, numbered in the order of their submissions.
    pub(crate) fn identities<'a>(
        &self,
        entrants: impl IntoIterator<Item = (SubmissionId, &'a str, &'a str)>,
    ) -> BTreeMap<SubmissionId, String> {
        let identity = |(id, name, digest)| (id, self.identity(name, digest));
        let mut found: BTreeMap<_, _> = entrants.into_iter().map(identity).collect();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for identity in found.values_mut() {
            let count = seen.entry(identity.clone()).or_default();
            if *count > 0 {
                *identity = format!("{identity} {count}");
            }
            *count += 1;
        }
        found
    }

    /// The identity of the entrant `name`: the digest of its files, which built-in players do not
    /// have.
    pub(crate) fn identity(&self, name: &str, digest: &str) -> String {
        if !digest.is_empty() {
            return digest.to_owned();
        }
        let hash = blake3::derive_key(IDENTITY, self.spec(name).as_bytes());
        blake3::Hash::from_bytes(hash).to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(digests: &[&str]) -> Draw {
        let mut draw = Draw::new(&[7; SECRET], Timestamp::UNIX_EPOCH, &DrawRequest::default());
        draw.closed = Some(of_digests(digests));
        draw
    }

    fn of_digests(digests: &[&str]) -> DrawClosing {
        DrawClosing {
            at: Timestamp::UNIX_EPOCH,
            due: None,
            digests: digests.iter().map(|digest| (*digest).to_owned()).collect(),
            value: None,
            seed: None,
        }
    }

    fn drawn(digests: &[&str], value: Option<&str>) -> Result<u64, DrawMismatch> {
        let beacon = value.map(|_| Beacon::Hand);
        let wanted = DrawRequest { beacon, hides: false };
        let mut draw = Draw::new(&[7; SECRET], Timestamp::UNIX_EPOCH, &wanted);
        let value = value.map(|value| PublicValue::Given { value: value.to_owned() });
        draw.closed = Some(DrawClosing { value, ..of_digests(digests) });
        draw.seed()
    }

    #[test]
    fn digests_and_value_change_the_seed_and_nothing_else_does() {
        let seeds = [
            drawn(&["1", "2"], None),
            drawn(&["1", "3"], None),
            drawn(&["12"], None),
            drawn(&["1"], Some("2")),
            drawn(&["1", "2"], Some("x")),
            drawn(&["1", "2"], Some("y")),
        ]
        .map(Result::unwrap);
        for (place, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..place].contains(seed) && *seed < 1 << 53, "{seeds:?}");
        }
        assert_eq!(seeds[0], 2_893_989_572_601_477);
    }

    #[test]
    fn a_missing_public_value_is_an_error() {
        let wanted = DrawRequest { beacon: Some(Beacon::Hand), hides: false };
        let mut draw = Draw::new(&[7; SECRET], Timestamp::UNIX_EPOCH, &wanted);
        draw.closed = Some(of_digests(&["1"]));
        assert_eq!(draw.seed(), Err(DrawMismatch::NoValue));
    }

    #[test]
    fn a_hidden_seed_hides_the_preliminary_one() {
        let wanted = DrawRequest { beacon: None, hides: true };
        let draw = Draw::new(&[7; SECRET], Timestamp::UNIX_EPOCH, &wanted);
        assert_ne!(draw.seed(), Draw { hides: false, ..draw.clone() }.seed());
        assert_eq!(draw.hidden().seed(), Err(DrawMismatch::NotTold));
    }

    #[test]
    fn every_entrant_changes_the_seed() {
        let seeds = [
            closed(&["1", "2"]),
            closed(&["1", "3"]),
            closed(&["12"]),
            closed(&["", "12"]),
            closed(&["1"]),
        ]
        .map(|draw| draw.seed().unwrap());
        for (place, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..place].contains(seed) && *seed < 1 << 53, "{seeds:?}");
        }
    }

    #[test]
    fn hashes_do_not_change() {
        let draw = closed(&["1", "2"]);
        let commitment = draw.commitment[..16].to_owned();
        let seeds = [draw.seed(), Draw { closed: None, ..draw }.seed()];
        assert_eq!(
            (commitment.as_str(), seeds),
            ("04a53551d33a4f12", [Ok(2_893_989_572_601_477), Ok(8_365_591_384_967_577)])
        );
    }

    #[test]
    fn mismatches_are_reported() {
        let refused = |change: &dyn Fn(&mut Draw), expected: &str| {
            let mut draw = closed(&["1"]);
            change(&mut draw);
            let error = draw.seed().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        refused(&|draw| draw.secret = None, "has not been published yet");
        refused(&|draw| draw.secret = Some("07".to_owned()), "not 64 hexadecimal digits");
        refused(&|draw| draw.secret = Some(hex(&[8; SECRET])), "was published");
        refused(&|draw| draw.commitment = "0".repeat(64), "was published");
        refused(&|draw| draw.closed.as_mut().unwrap().seed = Some(1), "the seed of the draw is 1");
    }

    #[test]
    fn nothing_of_the_secret_is_left_when_it_is_hidden() {
        let mut draw = closed(&["1"]);
        let seed = draw.seed().unwrap();
        draw.closed.as_mut().unwrap().seed = Some(seed);
        let text = serde_json::to_string(&draw.hidden()).unwrap();
        assert!(!text.contains(&hex(&[7; SECRET])) && !text.contains(&seed.to_string()), "{text}");
    }

    #[test]
    fn the_identity_of_a_built_in_player_does_not_depend_on_its_name() {
        let bots = ["x=builtin:random", "builtin:bueno:depth=4", "bots/*"].map(str::to_owned);
        let specs = BuiltinSpecs::of(&bots);
        assert_eq!(specs.identity("x", ""), BuiltinSpecs::default().identity("random", ""));
        assert_ne!(specs.identity("x", ""), specs.identity("first", ""));
        assert_eq!(specs.spec("bueno:depth=4"), "builtin:bueno:depth=4");
        assert_eq!(specs.identity("x", "00"), "00");
        let twins = [(SubmissionId(9), "b", "00"), (SubmissionId(2), "a", "00")];
        let found: Vec<String> = specs.identities(twins).into_values().collect();
        assert_eq!(found, ["00", "00 1"]);
    }
}
