//! Which bots have left the contest: for stored faults, for a wrong declaration of determinism, or
//! for inactivity.

use crate::{
    ContestError,
    compiled_rules::CompiledRules,
    deterministic::DeterminismBreach,
    file::OnNondeterminism,
    meta::{Keys, store_json},
};
use certamen_game::{Fault, MatchRecord};
use certamen_store::{MatchNumber, SeatedMatch, Store, SubmissionId};
use certamen_tournament::{
    Cause, Departure, DisqualifyingFault, Entrant, EntrantId, OnDisqualified, SleepRecord, Status,
    VoidedMatches, departures, may_be_played,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct LeaveReasons<'a> {
    pub(crate) rules: &'a CompiledRules,
    pub(crate) breaches: &'a BTreeSet<DeterminismBreach>,
    /// Timeouts of bots that slept.
    pub(crate) asleep: &'a SleepTimeouts,
}

/// Sets the status of the entrants that have left; returns their departures.
pub(crate) fn disqualify(
    store: &Store,
    reasons: &LeaveReasons<'_>,
    submissions: &[SubmissionId],
    entrants: &mut [Entrant],
) -> Result<BTreeMap<EntrantId, Departure>, ContestError> {
    let LeaveReasons { rules, breaches, asleep } = reasons;
    let (programs, suspends) = (&rules.programs, rules.suspends());
    if !programs.disqualifies() && !suspends {
        return Ok(BTreeMap::new());
    }
    let sleep_records =
        if suspends { asleep.sleep_records(store, submissions)? } else { Vec::new() };
    let place = |id: &SubmissionId| {
        submissions.iter().position(|own| own == id).map(|place| EntrantId(place as u32))
    };
    let by_faults = store.offenders(&programs.disqualify_on)?.into_iter().filter_map(|found| {
        Some(DisqualifyingFault {
            number: found.number.0,
            seats: found.seats.iter().filter_map(place).collect(),
            offender: place(&found.submission)?,
            cause: Cause::Fault(found.fault),
        })
    });
    let disqualifies = programs.on_nondeterminism == OnNondeterminism::Disqualify;
    let by_breaches = breaches.iter().filter(|_| disqualifies).filter_map(|breach| {
        Some(DisqualifyingFault {
            number: breach.matches[1],
            seats: breach.seats.iter().filter_map(|id| place(&SubmissionId(*id))).collect(),
            offender: place(&SubmissionId(breach.submission))?,
            cause: Cause::Nondeterminism,
        })
    });
    let faults: Vec<DisqualifyingFault> = by_faults.chain(by_breaches).collect();
    let left = departures(&faults, &sleep_records);
    for (id, entrant) in (0u32..).map(EntrantId).zip(entrants) {
        entrant.status =
            left.get(&id).map_or(Status::Active, |departure| Status::Disqualified(departure.cause));
    }
    Ok(left)
}

/// Whether matches that were in play when a bot left are void while its other matches stand.
pub(crate) fn voids_late(rules: &CompiledRules) -> bool {
    rules.policy() == Some(OnDisqualified::PlayedMatchesStand)
}

/// The matches of a bot that were in play when it left.
pub(crate) fn too_late(
    store: &Store,
    rules: &CompiledRules,
    submissions: &[SubmissionId],
    left: &BTreeMap<EntrantId, Departure>,
) -> Result<VoidedMatches, ContestError> {
    let mut late = Vec::new();
    if left.is_empty() || !voids_late(rules) {
        return Ok(late);
    }
    let scoring = rules.game.info().scoring;
    store.each_result(submissions, scoring, |number, pairing, results| {
        if !may_be_played(left, number.0, &pairing.seats) {
            late.push((pairing, results));
        }
    })?;
    Ok(late)
}

const KEY: &str = "asleep";
/// A bot that slept this long, in milliseconds, and timed out, timed out asleep.
const LONG: f64 = 500.0;
/// A bot with fewer timeouts asleep cannot be suspended.
const FEWEST: usize = 3;

/// Timeouts of bots that slept, as pairs of match and submission.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SleepTimeouts(BTreeSet<(i64, i64)>);

/// The seats whose bots slept until they timed out.
pub(crate) fn seats_asleep(record: &MatchRecord) -> Vec<usize> {
    let mut slept = vec![0.0; record.table.seats.len()];
    let mut late = BTreeSet::new();
    for entry in record.turns.iter().flat_map(|turn| &turn.moves) {
        // A record may contain anything, even moves of seats that do not exist.
        let (Some(own), Some(ms)) = (slept.get_mut(entry.seat.index()), entry.asleep_ms) else {
            continue;
        };
        *own += ms;
        if entry.fault == Some(Fault::Timeout) && *own >= LONG {
            late.insert(entry.seat.index());
        }
    }
    late.into_iter().collect()
}

impl SleepTimeouts {
    /// Default where an older version ran the contest.
    pub(crate) fn read(keys: Keys<'_>) -> Result<SleepTimeouts, ContestError> {
        Ok(keys.optional(KEY)?.unwrap_or_default())
    }

    /// Computes it from the records with a timeout.
    pub(crate) fn of_records(store: &mut Store) -> Result<SleepTimeouts, ContestError> {
        let mut sleep_timeouts = SleepTimeouts::default();
        let mut last = None;
        for found in store.offenders(&[Fault::Timeout])? {
            if last.replace(found.number) == Some(found.number) {
                continue;
            }
            let record = MatchRecord::read(&store.record(found.number)?);
            let Ok((record, _)) = record else { continue };
            sleep_timeouts.note(found.number, &found.seats, &record);
        }
        sleep_timeouts.remember(store)?;
        Ok(sleep_timeouts)
    }

    /// Checks a match; returns whether a bot timed out asleep that may be suspended for it.
    pub(crate) fn note(
        &mut self,
        number: MatchNumber,
        seats: &[SubmissionId],
        record: &MatchRecord,
    ) -> bool {
        let own = seats_asleep(record).into_iter().filter_map(|seat| seats.get(seat));
        let own: Vec<i64> = own.map(|id| id.0).collect();
        self.0.extend(own.iter().map(|id| (number.0, *id)));
        own.iter().any(|id| self.count(*id) >= FEWEST)
    }

    pub(crate) fn remember(&self, store: &mut Store) -> Result<(), ContestError> {
        store_json(store, KEY, self)
    }

    fn count(&self, submission: i64) -> usize {
        self.0.iter().filter(|(_, own)| *own == submission).count()
    }

    /// All matches among `submissions` of bots that may be suspended.
    pub(crate) fn sleep_records(
        &self,
        store: &Store,
        submissions: &[SubmissionId],
    ) -> Result<Vec<SleepRecord>, ContestError> {
        let places: BTreeMap<i64, EntrantId> =
            submissions.iter().map(|id| id.0).zip((0..).map(EntrantId)).collect();
        let mut sleep_records = BTreeMap::new();
        for id in submissions.iter().filter(|id| self.count(id.0) >= FEWEST) {
            for SeatedMatch { number, seats, is_finished } in store.seated_matches(*id)? {
                let found: Option<Vec<EntrantId>> =
                    seats.iter().map(|id| places.get(&id.0).copied()).collect();
                let Some(found) = found.filter(|found| found.len() > 1) else { continue };
                let slept = |id: &&SubmissionId| self.0.contains(&(number.0, id.0));
                let asleep = seats.iter().filter(slept).map(|id| places[&id.0]).collect();
                let asleep = is_finished.then_some(asleep);
                sleep_records
                    .insert(number.0, SleepRecord { number: number.0, seats: found, asleep });
            }
        }
        Ok(sleep_records.into_values().collect())
    }
}
