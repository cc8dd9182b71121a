//! The source of the seed: the key `seed`, and `entries.draw`.

use super::{Entries, EntryDeadline, FileFault, KeyFault, TimeFault, closing::long_time};
use crate::draw::Beacon;
use serde::Deserialize;

/// The word of `seed` for a seed that is secret until all is over.
const DRAWN: &str = "drawn";

/// `seed`, as it is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum SeedKey {
    /// A number, which everybody may know.
    Number(#[cfg_attr(feature = "schema", schemars(range(max = 9_007_199_254_740_991_u64)))] u64),
    /// `drawn`: unknown until the contest is over.
    Word(#[cfg_attr(feature = "schema", schemars(regex(pattern = r"^drawn$")))] String),
}

/// `entries.draw`, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawKeys {
    beacon: String,
    chain: Option<String>,
    after: Option<String>,
}

/// What a contest file says of its luck.
pub(super) struct SeedKeys {
    /// The seed, if it is a number.
    pub(super) seed: Option<u64>,
    /// When it is drawn, if it is.
    pub(super) draw: Option<EntryDeadline>,
    pub(super) beacon: Option<Beacon>,
    pub(super) hides: bool,
}

impl SeedKeys {
    /// Reads what is said of luck; with a timetable there are many tables, each with luck of its
    /// own, and nothing is drawn.
    pub(super) fn read(
        seed: Option<&SeedKey>,
        entries: Option<&Entries>,
        has_timetable: bool,
    ) -> Result<SeedKeys, FileFault> {
        let deadline = entries.map(EntryDeadline::read).transpose()?.flatten();
        let (seed, hides) = match seed {
            None => (None, false),
            Some(SeedKey::Number(seed)) => (Some(*seed), false),
            Some(SeedKey::Word(word)) if word == DRAWN && !has_timetable => (None, true),
            Some(SeedKey::Word(word)) => {
                let word = word.clone();
                return Err(FileFault::key("seed", KeyFault::SeedWord { word, has_timetable }));
            }
        };
        let beacon = entries.map(beacon).transpose()?.flatten();
        let draw = match deadline {
            None if hides => Some(EntryDeadline::AtOnce),
            deadline => deadline.filter(|_| seed.is_none() && !has_timetable),
        };
        if beacon.is_some() && draw.is_none() {
            return Err(FileFault::key("entries.draw", KeyFault::NothingDrawn));
        }
        Ok(SeedKeys { seed, draw, beacon, hides })
    }
}

/// The public value that `entries.draw` asks for.
fn beacon(entries: &Entries) -> Result<Option<Beacon>, FileFault> {
    let key = |name: &str| format!("entries.draw{name}");
    let Some(value) = &entries.draw else { return Ok(None) };
    let DrawKeys { beacon, chain, after } = value.clone().try_into().map_err(|error| {
        let error: toml::de::Error = error;
        FileFault::key(key(""), KeyFault::Toml(error.to_string()))
    })?;
    match (beacon.as_str(), chain) {
        ("hand", None) if after.is_none() => Ok(Some(Beacon::Hand)),
        ("drand", Some(chain)) => {
            let after = after.unwrap_or_else(|| "10 min".to_owned());
            let long = long_time(&after).ok_or_else(|| {
                let fault = TimeFault::NoLongTime(after.clone());
                FileFault::key(key(".after"), KeyFault::Time(fault))
            })?;
            let unknown = || KeyFault::UnknownChain(chain.clone());
            let found = Beacon::drand(&chain, long);
            found.map(Some).ok_or_else(|| FileFault::key(key(".chain"), unknown()))
        }
        _ => Err(FileFault::key(key(".beacon"), KeyFault::UnknownBeacon(beacon))),
    }
}
