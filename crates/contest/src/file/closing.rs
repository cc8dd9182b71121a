//! When entries close, for contests whose seed is drawn.

use super::{Entries, FileFault, KeyFault, TimeFault};
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp, Zoned};
use serde::Deserialize;

/// The longest time from enough entrants until entries close.
const LONGEST: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);

/// When entries close.
#[derive(Clone, Debug)]
pub enum EntryDeadline {
    /// At the first run.
    AtOnce,
    /// At this time.
    At(Zoned),
    /// This long after there were this many entrants.
    After {
        /// How many.
        entrants: usize,
        /// How long, in whole days of 24 hours and parts of them.
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
    /// When `entries` close; none if they never do.
    pub(super) fn read(entries: &Entries) -> Result<Option<EntryDeadline>, FileFault> {
        match (&entries.closes, &entries.closes_after) {
            (Some(_), Some(_)) => Err(wrong_after(TimeFault::ClosesTwice)),
            (Some(closes), None) => match closes.as_str() {
                Some("never") => Ok(None),
                Some(text) => {
                    let zoned = text.parse().map_err(|_| no_time(text))?;
                    Ok(Some(EntryDeadline::At(zoned)))
                }
                None => Err(no_time(&closes.to_string())),
            },
            (None, Some(after)) => after_enough(after).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Whether this many entrants are what it waits for.
    pub(crate) fn is_enough(&self, count: usize) -> bool {
        matches!(self, EntryDeadline::After { entrants, .. } if count >= *entrants)
    }

    /// Whether it is past at `now`, when there were enough entrants at `enough`.
    pub(crate) fn is_past(&self, enough: Option<Timestamp>, now: Timestamp) -> bool {
        match self {
            EntryDeadline::AtOnce => true,
            EntryDeadline::At(zoned) => now >= zoned.timestamp(),
            EntryDeadline::After { then, .. } => {
                enough.is_some_and(|at| now.duration_since(at) >= *then)
            }
        }
    }
}

impl EntryDeadline {
    /// When entries close by the file, when there were enough entrants at `enough`; none if that is
    /// not known.
    pub(crate) fn due(&self, enough: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            EntryDeadline::AtOnce => None,
            EntryDeadline::At(zoned) => Some(zoned.timestamp()),
            EntryDeadline::After { then, .. } => enough?.checked_add(*then).ok(),
        }
    }
}

/// A time that may be days long; none if it is no such time, or out of range.
pub(super) fn long_time(text: &str) -> Option<SignedDuration> {
    let span: Span = text.parse().ok()?;
    let long = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
    (SignedDuration::ZERO..=LONGEST).contains(&long).then_some(long)
}

fn no_time(text: &str) -> FileFault {
    let fault = TimeFault::NoZonedTimeOrNever(text.to_owned());
    FileFault::key("entries.closes", KeyFault::Time(fault))
}

fn wrong_after(fault: TimeFault) -> FileFault {
    FileFault::key("entries.closes_after", KeyFault::Time(fault))
}

fn after_enough(value: &toml::Value) -> Result<EntryDeadline, FileFault> {
    let After { entrants, then } = value.clone().try_into().map_err(|error: toml::de::Error| {
        FileFault::key("entries.closes_after", KeyFault::Toml(error.to_string()))
    })?;
    let unclear = || wrong_after(TimeFault::NoLongTime(then.clone()));
    let span: Span = then.parse().map_err(|_| unclear())?;
    let long = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| unclear())?;
    if entrants < 2 || !(SignedDuration::ZERO..=LONGEST).contains(&long) {
        return Err(wrong_after(TimeFault::ClosesAfterRange));
    }
    Ok(EntryDeadline::After { entrants: entrants as usize, then: long })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<EntryDeadline>, FileFault> {
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
    fn what_is_no_time_is_refused_by_key() {
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
