//! Timeouts of bots that slept, match by match: the basis of suspensions for inactivity.
//!
//! All of it follows from records; a run stores it for readers.

use crate::{ContestError, keys::Keys};
use certamen_game::{Fault, MatchRecord};
use certamen_store::{MatchNumber, SeatedMatch, Store, SubmissionId};
use certamen_tournament::{EntrantId, SleepRecord};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Under which key the store remembers it.
const KEY: &str = "asleep";
/// Who slept as long as that, in milliseconds, and was late, slept until it was late.
const LONG: f64 = 500.0;
/// Who slept through fewer matches need not be looked at.
const FEWEST: usize = 3;

/// Who slept until it was late: a match and a submission each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SleepTimeouts(BTreeSet<(i64, i64)>);

/// The seats whose programs slept in a match until they were late.
pub(crate) fn seats_asleep(record: &MatchRecord) -> Vec<usize> {
    let mut slept = vec![0.0; record.table.seats.len()];
    let mut late = BTreeSet::new();
    for entry in record.turns.iter().flat_map(|turn| &turn.moves) {
        // A record may say anything; who sits nowhere did not sleep.
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
    /// What a store remembers; nothing where an older version ran the contest.
    pub(crate) fn read(keys: Keys<'_>) -> Result<SleepTimeouts, ContestError> {
        Ok(keys.optional(KEY)?.unwrap_or_default())
    }

    /// What the records of a store say. Only those with a timeout are looked at.
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

    /// Takes note of a match; whether anybody slept in it who may leave for it.
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

    /// Writes it down.
    pub(crate) fn remember(&self, store: &mut Store) -> Result<(), ContestError> {
        let text = serde_json::to_string(self).expect("numbers are plain data");
        Ok(store.set_meta(&[(KEY, text)])?)
    }

    fn count(&self, submission: i64) -> usize {
        self.0.iter().filter(|(_, own)| *own == submission).count()
    }

    /// All matches among `submissions` of those who may leave.
    pub(crate) fn vigils(
        &self,
        store: &Store,
        submissions: &[SubmissionId],
    ) -> Result<Vec<SleepRecord>, ContestError> {
        let places: BTreeMap<i64, EntrantId> =
            submissions.iter().map(|id| id.0).zip((0..).map(EntrantId)).collect();
        let mut vigils = BTreeMap::new();
        for id in submissions.iter().filter(|id| self.count(id.0) >= FEWEST) {
            for SeatedMatch { number, seats, is_finished } in store.sittings_of(*id)? {
                let found: Option<Vec<EntrantId>> =
                    seats.iter().map(|id| places.get(&id.0).copied()).collect();
                let Some(found) = found.filter(|found| found.len() > 1) else { continue };
                let slept = |id: &&SubmissionId| self.0.contains(&(number.0, id.0));
                let asleep = seats.iter().filter(slept).map(|id| places[&id.0]).collect();
                let asleep = is_finished.then_some(asleep);
                vigils.insert(number.0, SleepRecord { number: number.0, seats: found, asleep });
            }
        }
        Ok(vigils.into_values().collect())
    }
}
