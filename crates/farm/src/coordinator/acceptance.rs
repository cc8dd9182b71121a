//! Checks whether a worker's record of a match is plausible: a worker can invent answers in matches
//! that it was given, and nothing else.

use crate::{message::PlayedMatch, say};
use certamen_game::job::{JobResult, MatchJob, WorkerId};
use certamen_game::{
    DynGame, Map, MatchRecord, Table,
    record::{RecordError, Seal},
    replay::{Difference, ReplayError, compare, replay},
};
use certamen_i18n::{Localize, Message};
use data_encoding::BASE64;
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// The key under which the conditions of a match name the class of the worker that played it.
pub(crate) const CLASS: &str = "class";

/// The longest duration that is accepted from a worker.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Why a match cannot have been played as its record says.
#[derive(Debug)]
pub enum ImplausibleMatch {
    /// Its record cannot be read.
    Record(RecordError),
    /// Its record has no digest, or another's.
    Digest,
    /// It is a record of another match, or under other conditions.
    Header(&'static str),
    /// It cannot have been played so.
    Replay(ReplayError),
    /// It ended differently, or not at all.
    End(Option<Box<Difference>>),
    /// What was sent with it is not in base 64, or belongs to other seats.
    Beside,
}

impl Localize for ImplausibleMatch {
    fn message(&self) -> Message {
        match self {
            ImplausibleMatch::Record(error) => error.message(),
            ImplausibleMatch::Digest => say::broken_digest(),
            ImplausibleMatch::Header(key) => say::other_header(*key),
            ImplausibleMatch::Replay(error) => error.message(),
            ImplausibleMatch::End(Some(difference)) => difference.message(),
            ImplausibleMatch::End(None) => say::no_end(),
            ImplausibleMatch::Beside => say::beside(),
        }
    }
}

certamen_i18n::error!(ImplausibleMatch);

/// The result of `work`, if it is plausible for `machine`, whose isolation level is `weakest` or
/// better.
pub(super) fn accept(
    game: &dyn DynGame,
    job: &MatchJob,
    told: &PlayedMatch,
    machine: &WorkerId,
    weakest: &str,
) -> Result<JobResult, ImplausibleMatch> {
    let read = MatchRecord::read(told.record.as_bytes());
    let (record, seal) = read.map_err(ImplausibleMatch::Record)?;
    if seal != Seal::Sound {
        return Err(ImplausibleMatch::Digest);
    }
    if let Some(key) = other_header(&record.table, &job.table, machine, weakest) {
        return Err(ImplausibleMatch::Header(key));
    }
    let end = replay(game, &record, &mut |_| {}).map_err(ImplausibleMatch::Replay)?;
    let (Some(told_end), Some(end)) = (&record.outcome, end.outcome()) else {
        return Err(ImplausibleMatch::End(None));
    };
    if let Some(first) = compare(told_end, end).into_iter().next() {
        return Err(ImplausibleMatch::End(Some(Box::new(first))));
    }
    let seats = job.seats.len();
    let errors = beside(&told.errors, seats, |one| BASE64.decode(one.as_bytes()).ok())?;
    let folder = |one: &Option<String>| match one {
        Some(one) => BASE64.decode(one.as_bytes()).ok().map(Some),
        None => Some(None),
    };
    let folders = beside(&told.folders, seats, folder)?;
    let took = Duration::from_micros(told.us).min(LONGEST);
    // Of another machine's clock only durations are usable.
    let began = SystemTime::now().checked_sub(took).or(Some(SystemTime::UNIX_EPOCH));
    let (number, machine) = (job.number, Some(machine.clone()));
    Ok(JobResult { number, record, began, took, folders, errors, machine })
}

/// What was sent with a record: one item for each seat, or none at all.
fn beside<T, U>(
    told: &[T],
    seats: usize,
    read: impl Fn(&T) -> Option<U>,
) -> Result<Vec<U>, ImplausibleMatch> {
    let read: Option<Vec<U>> = told.iter().map(read).collect();
    read.filter(|read| read.is_empty() || read.len() == seats).ok_or(ImplausibleMatch::Beside)
}

/// The first key of a header that differs from what was handed out, except for what the worker
/// reports about itself.
fn other_header(
    told: &Table,
    given: &Table,
    machine: &WorkerId,
    weakest: &str,
) -> Option<&'static str> {
    let (mut theirs, ours) = (told.conditions.clone(), given.conditions.clone());
    let class = theirs.extra.remove(CLASS);
    let checks = [
        ("certamen", told.certamen == given.certamen),
        ("game", told.game == given.game),
        ("rules", told.rules == given.rules),
        ("options", told.options == given.options),
        ("seed", told.seed == given.seed),
        ("seats", told.seats == given.seats),
        ("conditions.class", class == Some(Value::from(machine.class.as_str()))),
        ("conditions.tier", is_tier(&theirs.tier) && *theirs.tier <= *weakest),
        ("conditions", {
            theirs.tier.clone_from(&ours.tier);
            theirs == ours
        }),
        ("", told.extra == Map::new()),
    ];
    checks.into_iter().find(|(_, is_ours)| !is_ours).map(|(key, _)| key)
}

fn is_tier(text: &str) -> bool {
    ["A", "B", "C", "D"].contains(&text)
}
