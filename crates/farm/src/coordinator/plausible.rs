//! Checks whether a worker's record of a match is plausible: a worker can invent answers in matches
//! that it was given, and nothing else.

use crate::ContestJob;
use crate::{message::PlayedMatch, say};
use certamen_game::{
    Map, MatchRecord, Table, Void,
    job::{JobResult, MatchJob, WorkerId},
    record::{RecordError, Seal},
    replay::{Difference, ReplayError, compare, replay},
};
use certamen_i18n::Localize;
use data_encoding::BASE64;
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// The key under which the conditions of a match name the class of the worker that played it.
pub(crate) const CLASS: &str = "class";

/// The longest duration that is accepted from a worker.
const MAX_DURATION: Duration = Duration::from_secs(7 * 24 * 3600);
/// The longest standard error of a seat that is accepted, in bytes: workers keep a quarter
/// of it, which marks of turns and escapes make longer.
const MAX_ERRORS: usize = 32 << 10;

/// Why a match cannot have been played as its record says.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ImplausibleMatch {
    #[localize(transparent)]
    Record(RecordError),
    /// Its record has no digest, or another's.
    #[localize(say::broken_digest())]
    Digest,
    /// It is a record of another match, or under other conditions.
    #[localize(say::other_header(*_0))]
    Header(&'static str),
    /// The moves break the rules.
    #[localize(transparent)]
    Replay(ReplayError),
    /// It ended differently, or not at all.
    #[localize(_0.as_ref().map_or_else(say::no_end, certamen_i18n::Localize::message))]
    End(Option<Box<Difference>>),
    /// What was sent with it is not in base 64, too long, or belongs to other seats.
    Beside,
}

impl ImplausibleMatch {
    /// Why the record could not be checked: our own process of the rules failed, which is not the
    /// worker's fault.
    pub(super) fn void(&self) -> Option<&Void> {
        match self {
            ImplausibleMatch::Replay(error) => error.void(),
            _ => None,
        }
    }
}

/// The result of a match, if it is plausible for `machine` and the isolation level that the contest
/// needs.
pub(super) fn accept(
    contest: &ContestJob,
    job: &MatchJob,
    claim: &PlayedMatch,
    machine: &WorkerId,
) -> Result<JobResult, ImplausibleMatch> {
    let read = MatchRecord::read(claim.record.as_bytes());
    let (record, seal) = read.map_err(ImplausibleMatch::Record)?;
    if seal != Seal::Sound {
        return Err(ImplausibleMatch::Digest);
    }
    if let Some(key) = other_header(&record.table, &job.table, machine, &contest.weakest) {
        return Err(ImplausibleMatch::Header(key));
    }
    let end = replay(contest.game, &record, &mut |_| {}).map_err(ImplausibleMatch::Replay)?;
    let (Some(claimed_end), Some(end)) = (&record.outcome, end.outcome()) else {
        return Err(ImplausibleMatch::End(None));
    };
    if let Some(first) = compare(claimed_end, end).into_iter().next() {
        return Err(ImplausibleMatch::End(Some(Box::new(first))));
    }
    let seats = job.seats.len();
    let error = |one: &String| {
        let decoded = BASE64.decode(one.as_bytes()).ok();
        decoded.filter(|decoded| decoded.len() <= MAX_ERRORS)
    };
    let errors = beside(&claim.errors, seats, error)?;
    let folder = |one: &Option<String>| match one {
        Some(one) => BASE64.decode(one.as_bytes()).ok().map(Some),
        None => Some(None),
    };
    let folders = beside(&claim.folders, seats, folder)?;
    let took = Duration::from_micros(claim.us).min(MAX_DURATION);
    // Of another machine's clock only durations are usable.
    let began = SystemTime::now().checked_sub(took).or(Some(SystemTime::UNIX_EPOCH));
    let (number, machine) = (job.number, Some(machine.clone()));
    Ok(JobResult { number, record, began, took, folders, errors, machine })
}

/// What was sent with a record: one item for each seat, or none at all.
fn beside<T, U>(
    claim: &[T],
    seats: usize,
    read: impl Fn(&T) -> Option<U>,
) -> Result<Vec<U>, ImplausibleMatch> {
    let read: Option<Vec<U>> = claim.iter().map(read).collect();
    read.filter(|read| read.is_empty() || read.len() == seats).ok_or(ImplausibleMatch::Beside)
}

/// The first key of a header that differs from what was handed out, except for what the worker
/// reports about itself.
fn other_header(
    claim: &Table,
    given: &Table,
    machine: &WorkerId,
    weakest: &str,
) -> Option<&'static str> {
    let (mut theirs, ours) = (claim.conditions.clone(), given.conditions.clone());
    let class = theirs.extra.remove(CLASS);
    let checks = [
        ("certamen", claim.certamen == given.certamen),
        ("game", claim.game == given.game),
        ("rules", claim.rules == given.rules),
        ("rules_digest", claim.rules_source == given.rules_source),
        ("options", claim.options == given.options),
        ("seed", claim.seed == given.seed),
        ("seats", claim.seats == given.seats),
        ("conditions.class", class == Some(Value::from(machine.class.as_str()))),
        (
            "conditions.tier",
            ["A", "B", "C", "D"].contains(&&*theirs.tier) && *theirs.tier <= *weakest,
        ),
        ("conditions", {
            theirs.tier.clone_from(&ours.tier);
            theirs == ours
        }),
        ("", claim.extra == Map::new()),
    ];
    checks.into_iter().find(|(_, is_ours)| !is_ours).map(|(key, _)| key)
}
