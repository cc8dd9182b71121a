//! Which bots have left the contest: for stored faults, for a wrong declaration of determinism, or
//! for inactivity.

use crate::{
    ContestError, compiled_rules::CompiledRules, deterministic::DeterminismBreach,
    file::OnNondeterminism, sleep_timeouts::SleepTimeouts,
};
use certamen_store::{Store, SubmissionId};
use certamen_tournament::{
    Cause, Departure, DisqualifyingFault, Edition, Entrant, EntrantId, OnDisqualified, Status,
    VoidedMatches, departures, may_be_played,
};
use std::collections::{BTreeMap, BTreeSet};

/// For what entrants leave.
pub(crate) struct LeaveReasons<'a> {
    /// What happens to bots that commit faults.
    pub(crate) rules: &'a CompiledRules,
    /// Who was found not to be deterministic.
    pub(crate) breaches: &'a BTreeSet<DeterminismBreach>,
    /// Who slept until it was late.
    pub(crate) asleep: &'a SleepTimeouts,
}

/// Notes at the entrants, who are `submissions`, which of them have left; says after which matches.
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
    let vigils = if suspends { asleep.vigils(store, submissions)? } else { Vec::new() };
    let place = |id: &SubmissionId| {
        submissions.iter().position(|own| own == id).map(|place| EntrantId(place as u32))
    };
    let by_faults = store.offenders(&programs.disqualify_on)?.into_iter().filter_map(|found| {
        let seats = found.seats.iter().filter_map(place).collect();
        let offender = place(&found.submission)?;
        Some(DisqualifyingFault {
            number: found.number.0,
            seats,
            offender,
            cause: Cause::Fault(found.fault),
        })
    });
    let grave = programs.on_nondeterminism == OnNondeterminism::Disqualify;
    let by_breaches = breaches.iter().filter(|_| grave).filter_map(|breach| {
        let seats = breach.seats.iter().filter_map(|id| place(&SubmissionId(*id))).collect();
        let offender = place(&SubmissionId(breach.submission))?;
        let [_, number] = breach.matches;
        Some(DisqualifyingFault { number, seats, offender, cause: Cause::Nondeterminism })
    });
    let offences: Vec<DisqualifyingFault> = by_faults.chain(by_breaches).collect();
    let left = departures(&offences, &vigils);
    for (id, entrant) in (0u32..).map(EntrantId).zip(entrants) {
        entrant.status =
            left.get(&id).map_or(Status::Active, |departure| Status::Disqualified(departure.cause));
    }
    Ok(left)
}

/// Whether matches that came too late are to be told apart: where the others are struck out, they are,
/// too.
pub(crate) fn tells_late(rules: &CompiledRules) -> bool {
    rules.edition >= Edition::Second && rules.policy() == Some(OnDisqualified::PlayedMatchesStand)
}

/// The matches that were under way when a bot left that sits in them.
pub(crate) fn too_late(
    store: &Store,
    rules: &CompiledRules,
    submissions: &[SubmissionId],
    left: &BTreeMap<EntrantId, Departure>,
) -> Result<VoidedMatches, ContestError> {
    let mut late = Vec::new();
    if left.is_empty() || !tells_late(rules) {
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
