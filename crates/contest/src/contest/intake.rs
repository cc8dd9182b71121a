//! Matches that come back: finished, or not played for a reason on our side.

use super::Contest;
use crate::{ContestError, disqualified::tells_late};
use certamen_game::{Fault, MatchRecord};
use certamen_store::{Finished, JobResult, MatchJob, MatchNumber, SubmissionId, WorkerId};
use certamen_tournament::{may_be_played, verdicts};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};

impl Contest {
    /// Accepts finished matches: stored at once, counted once. A result of a match that is not
    /// under way is too late, from any worker: it is noted and counts for nothing, since what it
    /// was worth is told only by those who sat there, and another one may be on its way.
    pub fn hand_in(&mut self, played: Vec<JobResult>) -> Result<(), ContestError> {
        let (played, late): (Vec<_>, Vec<_>) =
            played.into_iter().partition(|one| self.agenda.under_way(one.number).is_some());
        for late in late {
            self.note_late(late.number, &late.record.to_bytes())?;
        }
        let elsewhere = played.iter().filter(|one| one.machine.is_some());
        self.note_tiers(elsewhere.map(|one| &one.record))?;
        let scoring = self.file.game.info().scoring;
        let mut finished = Vec::with_capacity(played.len());
        let mut slept = false;
        for JobResult { number, record, began, took, folders, errors, machine } in played {
            let outcome = record.outcome.clone().ok_or(ContestError::Unfinished(number))?;
            let not_finite = outcome.scores.iter().position(|score| !score.is_finite());
            if let Some(seat) = not_finite {
                let score = outcome.scores[seat];
                return Err(ContestError::NotFinite { number, seat, score });
            }
            let results = verdicts(&record, scoring).ok_or(ContestError::Unfinished(number))?;
            slept |= self.note_sleep(number, &record);
            finished.push(Finished {
                number,
                outcome,
                turns: record.turns.len() as u64,
                results,
                faults: self.faults(number, &record),
                record: record.to_bytes(),
                began,
                took,
                machine,
                folders: self.kept(number, folders),
                errors,
            });
        }
        let mut new = self.store.finish(&finished)?.into_iter();
        finished.retain(|_| new.next() == Some(true));
        let (mut leave, left) = self.count_in(&finished)?;
        let grave =
            |(_, fault): &(SubmissionId, Fault)| self.file.programs.disqualify_on.contains(fault);
        leave |= finished.iter().flat_map(|done| &done.faults).any(grave);
        if self.deterministic.has_news() {
            self.deterministic.remember(&mut self.store)?;
        }
        if slept {
            self.asleep.remember(&mut self.store)?;
        }
        if leave || slept && self.see_who_left()? {
            self.refill()?;
        } else if left {
            self.progress = self.count();
        }
        Ok(())
    }

    /// Counts matches that are stored: whether a bot may have to leave, and whether a bot that has
    /// left played on.
    fn count_in(&mut self, finished: &[Finished]) -> Result<(bool, bool), ContestError> {
        let (mut leave, mut left) = (false, false);
        for done in finished {
            if let Some(stored) = self.agenda.finish(done.number) {
                let faults = done.faults.len() as u64;
                leave |= self.deterministic.note(&self.store, &stored, faults)?;
                let pairing = self.pairing(&stored);
                // A match in play of a bot that has left may count for nothing.
                left |= pairing.seats.iter().any(|seat| self.left.contains_key(seat));
                let late = !may_be_played(&self.left, done.number.0, &pairing.seats);
                if late && tells_late(&self.rules) {
                    self.too_late.push((pairing.clone(), done.results.clone()));
                }
                if self.history.finish(&pairing, &done.results) {
                    self.progress.finished += 1;
                    self.progress.faults += done.faults.len() as u64;
                }
            }
        }
        Ok((leave, left))
    }

    /// Notes the record of a match that was no longer awaited, as a worker says it was played.
    pub fn note_late(&mut self, number: MatchNumber, record: &[u8]) -> Result<(), ContestError> {
        Ok(self.store.note_late(number, SystemTime::now(), record)?)
    }

    /// A match that an earlier run handed out, if it is to be played: it is under way again.
    pub fn take_up(&mut self, number: MatchNumber) -> Result<Option<MatchJob>, ContestError> {
        let Some(stored) = self.agenda.take_up(number) else { return Ok(None) };
        self.note_run()?;
        self.work(&stored).map(Some)
    }

    /// Notes that matches are handed out to another machine, before that happens.
    pub fn note_out(&mut self, what: &str) -> Result<(), ContestError> {
        Ok(self.store.note_out(SystemTime::now(), what)?)
    }

    /// The machines that are not believed any more, by their keys.
    pub fn suspended_machines(&self) -> Result<BTreeSet<String>, ContestError> {
        Ok(self.store.suspended()?.into_keys().collect())
    }

    /// The class of the machines that played most of what counts, if others than this one did.
    pub fn class_of_machines(&self) -> Result<Option<String>, ContestError> {
        let machines = self.store.machines()?;
        let mut classes: BTreeMap<String, u64> = BTreeMap::new();
        for share in machines.into_iter().filter(|share| share.played > 0) {
            *classes.entry(share.machine.class).or_default() += share.played;
        }
        Ok(classes.into_iter().max_by_key(|(_, played)| *played).map(|(class, _)| class))
    }

    /// Passes each match that another machine played to `tell`: who played it, who sat there, with
    /// which scores it ended, and whether time ran out in it.
    pub fn each_played_elsewhere(
        &self,
        tell: impl FnMut(&WorkerId, &[SubmissionId], &[f64], bool),
    ) -> Result<(), ContestError> {
        Ok(self.store.each_played_elsewhere(tell)?)
    }

    /// Notes that a machine is not believed any more.
    pub fn suspend_machine(&mut self, machine: &WorkerId, why: &str) -> Result<(), ContestError> {
        Ok(self.store.suspend(machine, SystemTime::now(), why)?)
    }

    /// Notes that matches were played a second time elsewhere, and the result.
    pub fn note_audit(&mut self, what: &str) -> Result<(), ContestError> {
        Ok(self.store.note_audit(SystemTime::now(), what)?)
    }

    /// Notes why a match was played again before its result was handed in.
    pub fn note_attempt(
        &mut self,
        number: MatchNumber,
        times: (SystemTime, SystemTime),
        reason: &str,
    ) -> Result<(), ContestError> {
        Ok(self.store.note_void(number, times, reason)?)
    }

    /// Who did what wrong in a match under way.
    fn faults(&self, number: MatchNumber, record: &MatchRecord) -> Vec<(SubmissionId, Fault)> {
        let Some(stored) = self.agenda.under_way(number) else { return Vec::new() };
        let moves = record.turns.iter().flat_map(|turn| &turn.moves);
        moves.filter_map(|entry| Some((stored.seats[entry.seat.index()], entry.fault?))).collect()
    }

    /// Takes note of who slept in a match under way; whether anybody may leave for it.
    fn note_sleep(&mut self, number: MatchNumber, record: &MatchRecord) -> bool {
        let Some(stored) = self.agenda.under_way(number) else { return false };
        self.rules.suspends() && self.asleep.note(number, &stored.seats, record)
    }
}
