//! `[entries]`, `[timetable]` and `seed`: who may submit bots, until when, and where the seed comes
//! from.

use super::say;
use crate::{draw::Beacon, quantity};
use bytesize::ByteSize;
use certamen_game::job::FileError;
use certamen_i18n::{Localize, Message};
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp, Zoned, tz::TimeZone};
use serde::Deserialize;
use std::num::NonZeroU32;

/// The longest program, and the default, in bytes.
const LONGEST_SOURCE: ByteSize = ByteSize::mib(8);
const USUAL_SOURCE: u64 = 1 << 20;

/// `[entries]`
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entries {
    /// From when on programs are taken in, with its zone; at once if absent.
    pub opens: Option<String>,
    /// Until when, with its zone, or "never".
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub closes: Option<toml::Value>,
    /// Instead: this long after a number of entrants was reached.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub closes_after: Option<toml::Value>,
    /// A public value that is mixed into the luck.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub draw: Option<toml::Value>,
    /// How many programs an author may have; 1 if absent.
    pub per_author: Option<NonZeroU32>,
    /// How often each may be sent on a day of the contest.
    pub per_slot_and_day: Option<NonZeroU32>,
    /// The longest program, all its files together, such as "64 KiB"; 1 MiB if absent.
    pub max_source: Option<String>,
    /// Whether all files must be text.
    pub source_only: Option<bool>,
    /// Whether a program must be one file.
    pub single_file: Option<bool>,
    /// The languages in which programs may be written; all if absent.
    pub languages: Option<Vec<String>>,
    /// How long after closing authors of rejected bots may correct them, such as "2 days".
    pub correction: Option<String>,
    /// Who sees the sources.
    pub visibility: Option<Visibility>,
    /// Whether a host looks at each program before it takes part.
    pub approval: Option<bool>,
    /// Whether people without a program may send an idea, which an organizer implements for them.
    pub ideas: Option<bool>,
}

/// Who sees the sources of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Visibility {
    /// Authors and organizers until the contest is over, then all users.
    #[default]
    #[serde(rename = "closed until the end")]
    UntilTheEnd,
    /// All users.
    #[serde(rename = "open")]
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ideas {
    Taken,
    NotTaken,
}

#[derive(Clone, Debug)]
pub struct EntryRules {
    pub opens: Option<Zoned>,
    pub deadline: Option<EntryDeadline>,
    pub zone: TimeZone,
    pub per_author: u32,
    pub per_slot_and_day: Option<u32>,
    /// In bytes.
    pub max_source: u64,
    pub source_only: bool,
    pub single_file: bool,
    /// The accepted languages; all if empty.
    pub languages: Vec<String>,
    /// How long after closing authors of rejected bots may correct them.
    pub correction: SignedDuration,
    pub visibility: Visibility,
    /// Whether a host approves each program before it enters.
    pub approval: bool,
    /// Whether ideas are accepted, to be implemented by a host.
    pub ideas: Ideas,
}

impl Entries {
    /// Refuses keys that a course does not enforce: a host would believe that a limit holds. The
    /// course's own values may be stated.
    pub(super) fn check_course(&self) -> Result<(), FileError> {
        let given = |number: Option<NonZeroU32>| number.map(|number| i64::from(number.get()));
        let rules = [
            ("per_author", given(self.per_author), certamen_game::job::PLAYERS_PER_TEAM),
            ("per_slot_and_day", given(self.per_slot_and_day), 1),
        ];
        for (key, given, rule) in rules {
            if let Some(given) = given.filter(|given| *given != i64::from(rule)) {
                let reason = say::rule_of_course(given.to_string(), rule);
                return Err(FileError::key(format!("entries.{key}"), reason));
            }
        }
        let others = [
            ("opens", self.opens.is_some()),
            ("max_source", self.max_source.is_some()),
            ("source_only", self.source_only.is_some()),
            ("single_file", self.single_file.is_some()),
            ("languages", self.languages.is_some()),
            ("correction", self.correction.is_some()),
            ("visibility", self.visibility.is_some()),
            ("approval", self.approval.is_some()),
            ("ideas", self.ideas.is_some()),
        ];
        match others.into_iter().find(|(_, given)| *given) {
            Some((key, _)) => Err(FileError::key(format!("entries.{key}"), say::not_enforced())),
            None => Ok(()),
        }
    }
}

impl EntryRules {
    pub fn read(entries: &Entries) -> Result<EntryRules, FileError> {
        let key = |name: &str, reason| FileError::key(format!("entries.{name}"), reason);
        let opens = entries
            .opens
            .as_ref()
            .map(|text| text.parse::<Zoned>().map_err(|_| key("opens", say::no_zoned_time(text))));
        let opens = opens.transpose()?;
        let deadline = EntryDeadline::read(entries)?;
        if let (Some(opens), Some(EntryDeadline::At(closes))) = (&opens, &deadline)
            && closes <= opens
        {
            return Err(key("closes", say::not_after(opens.to_string())));
        }
        let max_source = entries.max_source.as_ref().map(|text| {
            let size = quantity::size_within(text, ByteSize::b(1)..=LONGEST_SOURCE);
            size.map_err(|error| key("max_source", error.message()))
        });
        let correction = entries
            .correction
            .as_ref()
            .map(|text| long_time(text).ok_or_else(|| key("correction", say::no_long_time(text))));
        Ok(EntryRules {
            zone: zone(opens.as_ref(), deadline.as_ref()),
            opens,
            deadline,
            per_author: entries.per_author.map_or(1, NonZeroU32::get),
            per_slot_and_day: entries.per_slot_and_day.map(NonZeroU32::get),
            max_source: max_source.transpose()?.unwrap_or(USUAL_SOURCE),
            source_only: entries.source_only.unwrap_or(false),
            single_file: entries.single_file.unwrap_or(false),
            languages: entries.languages.clone().unwrap_or_default(),
            correction: correction.transpose()?.unwrap_or(SignedDuration::ZERO),
            visibility: entries.visibility.unwrap_or_default(),
            approval: entries.approval.unwrap_or(false),
            ideas: if entries.ideas == Some(true) { Ideas::Taken } else { Ideas::NotTaken },
        })
    }
}

/// The zone of the first given time.
fn zone(opens: Option<&Zoned>, deadline: Option<&EntryDeadline>) -> TimeZone {
    let closes = match deadline {
        Some(EntryDeadline::At(closes)) => Some(closes),
        _ => None,
    };
    let given = closes.or(opens);
    given.map_or(TimeZone::UTC, |zoned| zoned.time_zone().clone())
}

/// The longest time from enough entrants until entries close.
const LONGEST_TIME: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);

#[derive(Clone, Debug)]
pub enum EntryDeadline {
    AtOnce,
    At(Zoned),
    /// This long after there were this many entrants.
    After {
        entrants: usize,
        /// In whole days of 24 hours and parts of them.
        then: SignedDuration,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    entrants: u32,
    then: String,
}

impl EntryDeadline {
    /// When `entries` close; `None` if they never do.
    pub(super) fn read(entries: &Entries) -> Result<Option<EntryDeadline>, FileError> {
        match (&entries.closes, &entries.closes_after) {
            (Some(_), Some(_)) => Err(wrong_after(say::closes_twice())),
            (Some(closes), None) => match closes.as_str() {
                Some("never") => Ok(None),
                Some(text) => {
                    let zoned = text.parse().map_err(|_| not_a_closing_time(text))?;
                    Ok(Some(EntryDeadline::At(zoned)))
                }
                None => Err(not_a_closing_time(&closes.to_string())),
            },
            (None, Some(after)) => after_enough(after).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Whether this many entrants start the countdown.
    pub(crate) fn is_enough(&self, count: usize) -> bool {
        matches!(self, EntryDeadline::After { entrants, .. } if count >= *entrants)
    }

    /// Whether it is past at `now`; enough entrants had entered at `enough`.
    pub(crate) fn is_past(&self, enough: Option<Timestamp>, now: Timestamp) -> bool {
        match self {
            EntryDeadline::AtOnce => true,
            EntryDeadline::At(zoned) => now >= zoned.timestamp(),
            EntryDeadline::After { then, .. } => {
                enough.is_some_and(|at| now.duration_since(at) >= *then)
            }
        }
    }

    /// When entries close, if enough entrants entered at `enough`; `None` if that is unknown.
    pub(crate) fn due(&self, enough: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            EntryDeadline::AtOnce => None,
            EntryDeadline::At(zoned) => Some(zoned.timestamp()),
            EntryDeadline::After { then, .. } => enough?.checked_add(*then).ok(),
        }
    }
}

/// A time that may be days long; `None` if it is invalid or out of range.
pub(super) fn long_time(text: &str) -> Option<SignedDuration> {
    let span: Span = text.parse().ok()?;
    let long = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
    (SignedDuration::ZERO..=LONGEST_TIME).contains(&long).then_some(long)
}

fn not_a_closing_time(text: &str) -> FileError {
    FileError::key("entries.closes", say::no_zoned_time_or_never(text))
}

fn wrong_after(reason: Message) -> FileError {
    FileError::key("entries.closes_after", reason)
}

fn after_enough(value: &toml::Value) -> Result<EntryDeadline, FileError> {
    let After { entrants, then } = value.clone().try_into().map_err(|error: toml::de::Error| {
        FileError::key("entries.closes_after", Message::verbatim(error.to_string()))
    })?;
    let unclear = || wrong_after(say::no_long_time(&then));
    let span: Span = then.parse().map_err(|_| unclear())?;
    let long = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| unclear())?;
    if entrants < 2 || !(SignedDuration::ZERO..=LONGEST_TIME).contains(&long) {
        return Err(wrong_after(say::closes_after_range()));
    }
    Ok(EntryDeadline::After { entrants: entrants as usize, then: long })
}

/// The value of `seed` for a seed that is secret until the contest is over.
const DRAWN: &str = "drawn";

/// `seed`, as it is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum SeedKey {
    /// A number, which is public.
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

pub(super) struct SeedKeys {
    /// `None` if the file has no number.
    pub(super) seed: Option<u64>,
    pub(super) draw: Option<EntryDeadline>,
    pub(super) beacon: Option<Beacon>,
    pub(super) hides: bool,
}

impl SeedKeys {
    /// Reads the source of the seed. With a timetable, each publication has its own seed, and
    /// nothing is drawn.
    pub(super) fn read(
        seed: Option<&SeedKey>,
        entries: Option<&Entries>,
        has_timetable: bool,
    ) -> Result<SeedKeys, FileError> {
        let deadline = entries.map(EntryDeadline::read).transpose()?.flatten();
        let (seed, hides) = match seed {
            None => (None, false),
            Some(SeedKey::Number(seed)) => (Some(*seed), false),
            Some(SeedKey::Word(word)) if word == DRAWN && !has_timetable => (None, true),
            Some(SeedKey::Word(word)) => {
                let reason =
                    if has_timetable { say::seed_of_timetable() } else { say::seed_word(word) };
                return Err(FileError::key("seed", reason));
            }
        };
        let beacon = entries.map(beacon).transpose()?.flatten();
        let draw = match deadline {
            None if hides => Some(EntryDeadline::AtOnce),
            deadline => deadline.filter(|_| seed.is_none() && !has_timetable),
        };
        if beacon.is_some() && draw.is_none() {
            return Err(FileError::key("entries.draw", say::nothing_drawn()));
        }
        Ok(SeedKeys { seed, draw, beacon, hides })
    }
}

fn beacon(entries: &Entries) -> Result<Option<Beacon>, FileError> {
    let key = |name: &str| format!("entries.draw{name}");
    let Some(value) = &entries.draw else { return Ok(None) };
    let DrawKeys { beacon, chain, after } = value.clone().try_into().map_err(|error| {
        let error: toml::de::Error = error;
        FileError::key(key(""), Message::verbatim(error.to_string()))
    })?;
    match (beacon.as_str(), chain) {
        ("hand", None) if after.is_none() => Ok(Some(Beacon::Hand)),
        ("drand", Some(chain)) => {
            let after = after.unwrap_or_else(|| "10 min".to_owned());
            let long = long_time(&after)
                .ok_or_else(|| FileError::key(key(".after"), say::no_long_time(&after)))?;
            let unknown = || say::unknown_chain(&chain, Beacon::chains().join(", "));
            let found = Beacon::drand(&chain, long);
            found.map(Some).ok_or_else(|| FileError::key(key(".chain"), unknown()))
        }
        _ => Err(FileError::key(key(".beacon"), say::unknown_beacon(beacon))),
    }
}

/// What stands for no end.
const NEVER: &str = "never";

/// `[timetable]`: tables are published by themselves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TimetableKeys {
    /// When the contest begins, with its time zone, as `2015-03-13T12:00[Europe/Madrid]`.
    pub starts: String,
    /// How long from one table to the next.
    #[serde(default = "two_hours")]
    pub publish_every: String,
    /// How long from one championship, all against all, to the next.
    #[serde(default = "two_days")]
    pub championship_every: String,
    /// How many waves of pairings are played between two tables.
    #[serde(default = "twenty")]
    pub waves: NonZeroU32,
}

#[derive(Clone, Debug)]
pub struct Schedule {
    pub starts: Zoned,
    /// Never if absent.
    pub closes: Option<Zoned>,
    pub publish_every: Span,
    pub championship_every: Span,
    pub waves: NonZeroU32,
}

fn two_hours() -> String {
    "2 hours".to_owned()
}

fn two_days() -> String {
    "48 hours".to_owned()
}

fn twenty() -> NonZeroU32 {
    NonZeroU32::new(20).expect("20 is not 0")
}

impl TimetableKeys {
    pub(super) fn read(&self, entries: Option<&Entries>) -> Result<Schedule, FileError> {
        let closes = entries.and_then(|entries| entries.closes.as_ref());
        let closes = closes.ok_or_else(|| FileError::new(say::closes_missing()))?;
        let starts = zoned("timetable.starts", &self.starts)?;
        let closes = match closes.as_str() {
            Some(NEVER) => None,
            Some(text) => Some(zoned("entries.closes", text)?),
            None => return Err(no_time("entries.closes", &closes.to_string())),
        };
        if closes.as_ref().is_some_and(|closes| *closes <= starts) {
            let reason = say::not_after(starts.to_string());
            return Err(FileError::key("entries.closes", reason));
        }
        Ok(Schedule {
            publish_every: interval("publish_every", &self.publish_every, &starts)?,
            championship_every: interval("championship_every", &self.championship_every, &starts)?,
            starts,
            closes,
            waves: self.waves,
        })
    }
}

fn zoned(key: &str, text: &str) -> Result<Zoned, FileError> {
    text.parse().map_err(|_| no_time(key, text))
}

fn no_time(key: &str, text: &str) -> FileError {
    FileError::key(key, say::no_zoned_time(text))
}

/// A time between a minute and a year, in calendar days or in hours.
fn interval(key: &str, text: &str, starts: &Zoned) -> Result<Span, FileError> {
    let wrong = |reason| FileError::key(format!("timetable.{key}"), reason);
    let span: Span = text.parse().map_err(|_| wrong(say::no_interval(text)))?;
    let length = span.to_duration(SpanRelativeTo::from(starts));
    let length = length.map_err(|_| wrong(say::interval_too_long(text)))?;
    let range = SignedDuration::from_mins(1)..=SignedDuration::from_hours(366 * 24);
    if !range.contains(&length) {
        return Err(wrong(say::interval_range(text)));
    }
    Ok(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<EntryDeadline>, FileError> {
        EntryDeadline::read(&toml::from_str(text).unwrap())
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn entries_close_at_a_time_in_a_zone() {
        let deadline = read("closes = \"2015-03-27T12:00[Europe/Madrid]\"").unwrap().unwrap();
        assert!(!deadline.is_past(None, at("2015-03-27T10:59:59Z")));
        assert!(deadline.is_past(None, at("2015-03-27T11:00:00Z")));
        assert!(read("closes = \"never\"").unwrap().is_none());
        assert!(read("per_author = 1").unwrap().is_none());
    }

    #[test]
    fn entries_close_after_enough_have_entered() {
        let text = "closes_after = { entrants = 7, then = \"7 days\" }";
        let deadline = read(text).unwrap().unwrap();
        assert!(!deadline.is_enough(6) && deadline.is_enough(7));
        let enough = Some(at("2020-01-01T00:00:00Z"));
        assert!(!deadline.is_past(None, at("2030-01-01T00:00:00Z")));
        assert!(!deadline.is_past(enough, at("2020-01-07T23:59:59Z")));
        assert!(deadline.is_past(enough, at("2020-01-08T00:00:00Z")));
    }

    #[test]
    fn invalid_times_are_refused_by_key() {
        let refused = |text: &str, expected: &str| {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        refused("closes = \"soon\"", "key `entries.closes`: `soon` is not a time");
        refused("closes = \"2015-03-27T12:00\"", "with a time zone");
        refused("closes = 1", "key `entries.closes`: `1` is not a time");
        refused("closes_after = 1", "key `entries.closes_after`");
        refused("closes_after = { entrants = 7 }", "missing field `then`");
        refused("closes_after = { entrants = 1, then = \"7 days\" }", "at least two entrants");
        refused("closes_after = { entrants = 7, then = \"-7 days\" }", "of 0 to ten years");
        refused("closes_after = { entrants = 7, then = \"9999 years\" }", "is not a duration");
        let both = "closes = \"never\"\ncloses_after = { entrants = 7, then = \"7 days\" }";
        refused(both, "not both");
    }
}
