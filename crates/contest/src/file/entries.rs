//! `[entries]`: who may submit bots, which kinds, and until when.

use super::{EntryDeadline, FileFault, KeyFault, TimeFault, closing::long_time};
use crate::quantity;
use bytesize::ByteSize;
use jiff::{SignedDuration, Zoned, tz::TimeZone};
use serde::Deserialize;
use std::num::NonZeroU32;

/// The longest program, and what is taken in where nothing is said.
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
    /// Their authors and the hosts, until the contest is over; then everybody.
    #[default]
    #[serde(rename = "closed until the end")]
    UntilTheEnd,
    /// Everybody.
    #[serde(rename = "open")]
    Open,
}

/// Whether ideas are taken beside programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ideas {
    /// They are, and hosts write them down.
    Taken,
    /// They are not.
    NotTaken,
}

/// What `[entries]` say, each limit with its value.
#[derive(Clone, Debug)]
pub struct EntryRules {
    /// From when on programs are taken in.
    pub opens: Option<Zoned>,
    /// When entries close, if they do.
    pub deadline: Option<EntryDeadline>,
    /// The zone in which days are counted.
    pub zone: TimeZone,
    /// How many programs an author may have.
    pub per_author: u32,
    /// How often each may be sent on a day.
    pub per_slot_and_day: Option<u32>,
    /// The longest program, in bytes.
    pub max_source: u64,
    /// Whether all files must be text.
    pub source_only: bool,
    /// Whether a program must be one file.
    pub single_file: bool,
    /// The languages in which programs may be written; all if none is named.
    pub languages: Vec<String>,
    /// How long after closing whoever was sent back may correct.
    pub correction: SignedDuration,
    /// Who sees the sources.
    pub visibility: Visibility,
    /// Whether a host looks at each program before it takes part.
    pub approval: bool,
    /// Whether ideas are taken, too, to be written down by a host.
    pub ideas: Ideas,
}

impl Entries {
    /// Refuses keys that a course does not enforce: a host would believe that a limit holds. Its own
    /// rules may be written down.
    pub(super) fn check_course(&self) -> Result<(), FileFault> {
        let given = |number: Option<NonZeroU32>| number.map(|number| i64::from(number.get()));
        let rules = [
            ("per_author", given(self.per_author), certamen_game::job::PLAYERS_PER_PAIR),
            ("per_slot_and_day", given(self.per_slot_and_day), 1),
        ];
        for (key, given, rule) in rules {
            if let Some(given) = given.filter(|given| *given != i64::from(rule)) {
                let fault = KeyFault::RuleOfCourse { given: given.into(), rule };
                return Err(FileFault::key(format!("entries.{key}"), fault));
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
            Some((key, _)) => Err(FileFault::key(format!("entries.{key}"), KeyFault::NotEnforced)),
            None => Ok(()),
        }
    }
}

impl EntryRules {
    /// What the section says.
    pub fn read(entries: &Entries) -> Result<EntryRules, FileFault> {
        let key = |name: &str, fault| FileFault::key(format!("entries.{name}"), fault);
        let opens = entries.opens.as_ref().map(|text| {
            let fault = || KeyFault::Time(TimeFault::NoZonedTime(text.clone()));
            text.parse::<Zoned>().map_err(|_| key("opens", fault()))
        });
        let opens = opens.transpose()?;
        let deadline = EntryDeadline::read(entries)?;
        if let (Some(opens), Some(EntryDeadline::At(closes))) = (&opens, &deadline)
            && closes <= opens
        {
            let fault = TimeFault::NotAfter { starts: opens.to_string() };
            return Err(key("closes", KeyFault::Time(fault)));
        }
        let max_source = entries.max_source.as_ref().map(|text| {
            let size = quantity::size_within(text, ByteSize::b(1)..=LONGEST_SOURCE);
            size.map_err(|error| key("max_source", KeyFault::Quantity(error)))
        });
        let correction = entries.correction.as_ref().map(|text| {
            let fault = || KeyFault::Time(TimeFault::NoLongTime(text.clone()));
            long_time(text).ok_or_else(|| key("correction", fault()))
        });
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

/// The zone of the first time that is given.
fn zone(opens: Option<&Zoned>, deadline: Option<&EntryDeadline>) -> TimeZone {
    let closes = match deadline {
        Some(EntryDeadline::At(closes)) => Some(closes),
        _ => None,
    };
    let given = closes.or(opens);
    given.map_or(TimeZone::UTC, |zoned| zoned.time_zone().clone())
}
