//! Who has left the contest, by the faults that are stored and by what it was found not to be.

use crate::{
    ContestError,
    deterministic::Breach,
    file::{OnNondeterminism, Programs},
};
use certamen_store::{Store, SubmissionId};
use certamen_tournament::{Cause, Departure, Entrant, EntrantId, Offence, Status, departures};
use std::collections::{BTreeMap, BTreeSet};

/// Notes at the entrants, who are `submissions`, which of them have left; says after which matches.
pub(crate) fn disqualify(
    store: &Store,
    programs: &Programs,
    breaches: &BTreeSet<Breach>,
    submissions: &[SubmissionId],
    entrants: &mut [Entrant],
) -> Result<BTreeMap<EntrantId, Departure>, ContestError> {
    if !programs.disqualifies() {
        return Ok(BTreeMap::new());
    }
    let place = |id: &SubmissionId| {
        submissions.iter().position(|own| own == id).map(|place| EntrantId(place as u32))
    };
    let by_faults = store.offenders(&programs.disqualify_on)?.into_iter().filter_map(|found| {
        let seats = found.seats.iter().filter_map(place).collect();
        let offender = place(&found.submission)?;
        Some(Offence { number: found.number.0, seats, offender, cause: Cause::Fault(found.fault) })
    });
    let grave = programs.on_nondeterminism == OnNondeterminism::Disqualify;
    let by_breaches = breaches.iter().filter(|_| grave).filter_map(|breach| {
        let seats = breach.seats.iter().filter_map(|id| place(&SubmissionId(*id))).collect();
        let offender = place(&SubmissionId(breach.submission))?;
        let [_, number] = breach.matches;
        Some(Offence { number, seats, offender, cause: Cause::Nondeterminism })
    });
    let left = departures(&by_faults.chain(by_breaches).collect::<Vec<_>>());
    for (id, entrant) in (0u32..).map(EntrantId).zip(entrants) {
        entrant.status =
            left.get(&id).map_or(Status::Active, |departure| Status::Disqualified(departure.cause));
    }
    Ok(left)
}
