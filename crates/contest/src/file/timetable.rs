//! `[timetable]`, with `entries.closes`: the section of a contest file about times.

use super::{Entries, FileFault, KeyFault, TimeFault};
use jiff::{SignedDuration, Span, SpanRelativeTo, Zoned};
use serde::Deserialize;
use std::num::NonZeroU32;

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

/// How a contest is held over days.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// When the contest begins; its time zone is the contest's.
    pub starts: Zoned,
    /// When it is over; never if absent.
    pub closes: Option<Zoned>,
    /// How long from one table to the next.
    pub publish_every: Span,
    /// How long from one championship to the next.
    pub championship_every: Span,
    /// How many waves of pairings are played between two tables.
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
    /// What the keys say; the end is that of the entries.
    pub(super) fn read(&self, entries: Option<&Entries>) -> Result<Schedule, FileFault> {
        let closes = entries.and_then(|entries| entries.closes.as_ref());
        let closes = closes.ok_or(FileFault::NoDeadline)?;
        let starts = zoned("timetable.starts", &self.starts)?;
        let closes = match closes.as_str() {
            Some(NEVER) => None,
            Some(text) => Some(zoned("entries.closes", text)?),
            None => return Err(no_time("entries.closes", &closes.to_string())),
        };
        if closes.as_ref().is_some_and(|closes| *closes <= starts) {
            let fault = TimeFault::NotAfter { starts: starts.to_string() };
            return Err(FileFault::key("entries.closes", KeyFault::Time(fault)));
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

fn zoned(key: &str, text: &str) -> Result<Zoned, FileFault> {
    text.parse().map_err(|_| no_time(key, text))
}

fn no_time(key: &str, text: &str) -> FileFault {
    FileFault::key(key, KeyFault::Time(TimeFault::NoZonedTime(text.to_owned())))
}

/// A time between a minute and a year, in calendar days or in hours.
fn interval(key: &str, text: &str, starts: &Zoned) -> Result<Span, FileFault> {
    let wrong = |fault: fn(String) -> TimeFault| {
        let fault = KeyFault::Time(fault(text.to_owned()));
        FileFault::key(format!("timetable.{key}"), fault)
    };
    let span: Span = text.parse().map_err(|_| wrong(TimeFault::NoInterval))?;
    let length = span.to_duration(SpanRelativeTo::from(starts));
    let length = length.map_err(|_| wrong(TimeFault::IntervalTooLong))?;
    let range = SignedDuration::from_mins(1)..=SignedDuration::from_hours(366 * 24);
    if !range.contains(&length) {
        return Err(wrong(TimeFault::IntervalRange));
    }
    Ok(span)
}
