//! Who has left the contest, by the faults that are stored.

use crate::{ContestError, file::Programs};
use std::collections::BTreeMap;
use store::{Store, SubmissionId};
use tournament::{Departure, Entrant, EntrantId, Offence, Status, departures};

/// Notes at the entrants, who are `submissions`, which of them have left; says after which matches.
pub(crate) fn disqualify(
    store: &Store,
    programs: &Programs,
    submissions: &[SubmissionId],
    entrants: &mut [Entrant],
) -> Result<BTreeMap<EntrantId, Departure>, ContestError> {
    if programs.disqualify_on.is_empty() {
        return Ok(BTreeMap::new());
    }
    let place = |id: &SubmissionId| {
        submissions.iter().position(|own| own == id).map(|place| EntrantId(place as u32))
    };
    let offences = store.offenders(&programs.disqualify_on)?.into_iter().filter_map(|found| {
        let seats = found.seats.iter().filter_map(place).collect();
        let offender = place(&found.submission)?;
        Some(Offence { number: found.number.0, seats, offender, fault: found.fault })
    });
    let left = departures(&offences.collect::<Vec<_>>());
    for (id, entrant) in (0u32..).map(EntrantId).zip(entrants) {
        entrant.status =
            left.get(&id).map_or(Status::Active, |departure| Status::Disqualified(departure.fault));
    }
    Ok(left)
}
