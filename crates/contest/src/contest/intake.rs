//! Matches that come back: finished, or not played for a reason on our side.

use super::Contest;
use crate::{ContestError, disqualified::voids_late, meta::TIER};
use certamen_game::{Fault, MatchRecord, Seat};
use certamen_store::{
    Finished, JobResult, MatchJob, MatchNumber, StoredMatch, SubmissionId, WorkerId,
};
use certamen_tournament::{may_be_played, verdicts};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};

impl Contest {
    /// Accepts finished matches: stored at once, counted once. A result of a match that is not in play
    /// is too late: it is logged but does not count, since another result may follow.
    pub fn hand_in(&mut self, played: Vec<JobResult>) -> Result<(), ContestError> {
        let (played, late): (Vec<_>, Vec<_>) =
            played.into_iter().partition(|one| self.queue.under_way(one.number).is_some());
        for late in late {
            self.note_late(late.number, &late.record.to_bytes())?;
        }
        let elsewhere = played.iter().filter(|one| one.machine.is_some());
        self.note_tiers(elsewhere.map(|one| &one.record))?;
        let scoring = self.file.game.info().scoring;
        let mut finished = Vec::with_capacity(played.len());
        let (mut slept, mut used) = (false, false);
        for JobResult { number, record, began, took, folders, errors, machine } in played {
            let outcome = record.outcome.clone().ok_or(ContestError::Unfinished(number))?;
            let not_finite = outcome.scores.iter().position(|score| !score.is_finite());
            if let Some(seat) = not_finite {
                let score = outcome.scores[seat];
                return Err(ContestError::NotFinite { number, seat, score });
            }
            let results = verdicts(&record, scoring).ok_or(ContestError::Unfinished(number))?;
            slept |= self.note_sleep(number, &record);
            if let Some(stored) = self.queue.under_way(number) {
                used |= self.usage.note(&stored.seats, &record);
            }
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
                folders: self.saved_folders(number, folders),
                errors,
            });
        }
        let mut new = self.store.finish(&finished)?.into_iter();
        finished.retain(|_| new.next() == Some(true));
        let (mut leave, left) = self.count_in(&finished)?;
        let disqualify_on = &self.file.programs.disqualify_on;
        let mut faults = finished.iter().flat_map(|done| &done.faults);
        leave |= faults.any(|(_, fault)| disqualify_on.contains(fault));
        if self.deterministic.is_unsaved {
            self.deterministic.remember(&mut self.store)?;
        }
        if slept {
            self.asleep.remember(&mut self.store)?;
        }
        if used {
            self.usage.remember(&mut self.store)?;
            leave |= self.suspend_at_limit();
        }
        if leave || slept && self.update_departures()? {
            self.refill()?;
        } else if left {
            self.progress = self.state().progress();
        }
        Ok(())
    }

    /// Excludes players from the run of which another match might cost more than their limits; returns
    /// whether there are new ones.
    fn suspend_at_limit(&mut self) -> bool {
        let before = self.suspended.len();
        let found: Vec<SubmissionId> = self.usage.at_limit().collect();
        self.suspended.extend(found);
        self.suspended.len() > before
    }

    /// Notes that a match in play is void because the player on `seat` could not be reached. After
    /// the third one in a row it is excluded from the run: cutting connections gains nothing.
    pub fn note_unreachable(
        &mut self,
        number: MatchNumber,
        seat: Seat,
    ) -> Result<(), ContestError> {
        let stored = self.queue.under_way(number);
        let Some(id) = stored.and_then(|stored| stored.seats.get(seat.index()).copied()) else {
            return Ok(());
        };
        if self.usage.note_void(id) && self.suspended.insert(id) {
            self.refill()?;
        }
        self.usage.remember(&mut self.store)
    }

    /// Counts stored matches. Returns whether a bot may have to leave, and whether a bot that has left
    /// still played.
    fn count_in(&mut self, finished: &[Finished]) -> Result<(bool, bool), ContestError> {
        let (mut leave, mut left) = (false, false);
        for done in finished {
            if let Some(stored) = self.queue.finish(done.number) {
                let faults = done.faults.len() as u64;
                leave |= self.deterministic.note(&self.store, &stored, faults)?;
                let pairing = self.pairing(&stored);
                // A match in play of a bot that has left may count for nothing.
                left |= pairing.seats.iter().any(|seat| self.left.contains_key(seat));
                let late = !may_be_played(&self.left, done.number.0, &pairing.seats);
                if late && voids_late(&self.rules) {
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

    /// Logs the record of a match that was no longer awaited, as a worker reports it.
    pub fn note_late(&mut self, number: MatchNumber, record: &[u8]) -> Result<(), ContestError> {
        Ok(self.store.note_late(number, SystemTime::now(), record)?)
    }

    /// A match that an earlier run handed out, if it is still to be played: it is in play again.
    pub fn take_up(&mut self, number: MatchNumber) -> Result<Option<MatchJob>, ContestError> {
        let Some(stored) = self.queue.take_up(number) else { return Ok(None) };
        self.note_run()?;
        self.work(&stored).map(Some)
    }

    /// Logs that matches are handed out to a worker, before that happens.
    pub fn note_out(&mut self, what: &str) -> Result<(), ContestError> {
        Ok(self.store.note_out(SystemTime::now(), what)?)
    }

    pub fn suspended_machines(&self) -> Result<BTreeSet<String>, ContestError> {
        Ok(self.store.suspended()?.into_keys().collect())
    }

    /// The class of the workers that played most of the counted matches, if workers did.
    pub fn class_of_machines(&self) -> Result<Option<String>, ContestError> {
        let machines = self.store.machines()?;
        let mut classes: BTreeMap<String, u64> = BTreeMap::new();
        for share in machines.into_iter().filter(|share| share.played > 0) {
            *classes.entry(share.machine.class).or_default() += share.played;
        }
        Ok(classes.into_iter().max_by_key(|(_, played)| *played).map(|(class, _)| class))
    }

    /// Calls `visit` for each match that a worker played: the worker, the bots by seat, the final
    /// scores, and whether it had a timeout.
    pub fn each_played_elsewhere(
        &self,
        visit: impl FnMut(&WorkerId, &[SubmissionId], &[f64], bool),
    ) -> Result<(), ContestError> {
        Ok(self.store.each_played_elsewhere(visit)?)
    }

    pub fn suspend_machine(&mut self, machine: &WorkerId, why: &str) -> Result<(), ContestError> {
        Ok(self.store.suspend(machine, SystemTime::now(), why)?)
    }

    /// Logs that matches were replayed on another worker, and the result.
    pub fn note_audit(&mut self, what: &str) -> Result<(), ContestError> {
        Ok(self.store.note_audit(SystemTime::now(), what)?)
    }

    /// Logs why a match was played again before its result was submitted.
    pub fn note_attempt(
        &mut self,
        number: MatchNumber,
        times: (SystemTime, SystemTime),
        reason: &str,
    ) -> Result<(), ContestError> {
        Ok(self.store.note_void(number, times, reason)?)
    }

    /// The faults in a match in play.
    fn faults(&self, number: MatchNumber, record: &MatchRecord) -> Vec<(SubmissionId, Fault)> {
        let Some(stored) = self.queue.under_way(number) else { return Vec::new() };
        let moves = record.turns.iter().flat_map(|turn| &turn.moves);
        moves.filter_map(|entry| Some((stored.seats[entry.seat.index()], entry.fault?))).collect()
    }

    /// Records timeouts of sleeping bots in a match in play; returns whether a bot may be
    /// suspended.
    fn note_sleep(&mut self, number: MatchNumber, record: &MatchRecord) -> bool {
        let Some(stored) = self.queue.under_way(number) else { return false };
        self.rules.suspends() && self.asleep.note(number, &stored.seats, record)
    }

    /// Takes back a match that could not be played, and decides on it.
    pub fn give_back(
        &mut self,
        number: MatchNumber,
        times: (SystemTime, SystemTime),
        reason: &str,
        on: FailedBots<'_>,
    ) -> Result<RetryDecision, ContestError> {
        self.store.note_void(number, times, reason)?;
        let seats = self.queue.under_way(number).map(|stored| stored.seats.clone());
        let seats = seats.unwrap_or_default();
        let tries = self.tries.entry(number).or_default();
        tries.push(on.machine.to_owned());
        let machines: BTreeSet<&String> = tries.iter().collect();
        let goes_on = tries.len() < TRIES || machines.len() < TRIES.min(on.of);
        if goes_on && !seats.iter().any(|seat| self.suspended.contains(seat)) {
            self.queue.put_back(number);
            return Ok(RetryDecision::Again);
        }
        // Matches behind it may follow, as if it were finished.
        self.queue.finish(number);
        self.deferred.insert(number, seats);
        let found = in_common(&self.deferred).filter(|id| !self.suspended.contains(id));
        if let Some(found) = found {
            self.suspended.insert(found);
            self.refill()?;
        }
        Ok(RetryDecision::Deferred)
    }

    pub fn deferred(&self) -> impl Iterator<Item = MatchNumber> {
        self.deferred.keys().copied()
    }

    /// The names of the bots whose matches cannot be played in this run.
    pub fn suspended(&self) -> impl Iterator<Item = &str> {
        let both = self.submissions.iter().zip(&self.entrants);
        let found = both.filter(|(id, _)| self.suspended.contains(id));
        found.map(|(_, entrant)| entrant.name.as_str())
    }

    pub(super) fn is_deferred(&self, stored: &StoredMatch) -> bool {
        self.deferred.contains_key(&stored.number)
            || stored.seats.iter().any(|seat| self.suspended.contains(seat))
    }

    /// The stated isolation level: no bot was isolated less. Until results of workers arrive, it is the
    /// weakest level that workers may have.
    pub fn tier(&self) -> &str {
        self.isolated.as_deref().unwrap_or(&self.conditions.tier)
    }

    /// Records the isolation levels of workers in these matches.
    pub(super) fn note_tiers<'a>(
        &mut self,
        records: impl Iterator<Item = &'a MatchRecord>,
    ) -> Result<(), ContestError> {
        // Built-in players need no isolation.
        let has_programs =
            |record: &&MatchRecord| record.table.seats.iter().any(|seat| seat.digest.is_some());
        let tiers = records.filter(has_programs).map(|record| &record.table.conditions.tier);
        let Some(found) = tiers.max() else { return Ok(()) };
        if self.isolated.as_ref().is_none_or(|known| known < found) {
            self.isolated = Some(found.clone());
            self.remember(TIER, found.clone())?;
        }
        Ok(())
    }

    /// Saves the standings at `at`, unless no match was played since they were saved last.
    pub fn save_standings(&mut self, at: SystemTime) -> Result<(), ContestError> {
        let played = self.progress().finished;
        let last = self.store.saved_moments()?.last().map(|last| last.matches);
        if played == 0 || last == Some(played) {
            return Ok(());
        }
        let names = self.entrants.iter().map(|entrant| entrant.name.clone());
        let ids: BTreeMap<String, SubmissionId> =
            names.zip(self.submissions.iter().copied()).collect();
        let table = self.results()?.placings(&ids)?;
        self.store.save_standings(at, played, &table)?;
        Ok(())
    }
}

/// How often a failing match is tried, and on how many workers, if there are enough: a broken worker
/// fails in every match.
const TRIES: usize = 3;

#[derive(Clone, Copy, Debug)]
pub struct FailedBots<'a> {
    /// The key of the worker, which it cannot choose.
    pub machine: &'a str,
    /// The number of workers that could have played it.
    pub of: usize,
}

impl FailedBots<'static> {
    pub const HERE: FailedBots<'static> = FailedBots { machine: "", of: 1 };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryDecision {
    Again,
    /// It failed too often: it is deferred, and the next run tries it again.
    Deferred,
}

/// The bot in two or more of these matches, always against others, who sit in no other.
fn in_common(matches: &BTreeMap<MatchNumber, Vec<SubmissionId>>) -> Option<SubmissionId> {
    let of = |id: SubmissionId| matches.values().filter(move |seats| seats.contains(&id));
    matches.values().flatten().copied().find(|id| {
        let own = of(*id).count();
        let mut opponents = of(*id).flatten().filter(|opponent| *opponent != id);
        own > 1
            && opponents.all(|opponent| {
                let shared = of(*opponent).filter(|seats| seats.contains(id)).count();
                shared < own && shared == of(*opponent).count()
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matches: &[[i64; 2]], expected: Option<i64>) {
        let matches = (1..)
            .map(MatchNumber)
            .zip(matches.iter().map(|seats| seats.iter().copied().map(SubmissionId).collect()));
        assert_eq!(in_common(&matches.collect()), expected.map(SubmissionId));
    }

    #[test]
    fn the_bot_that_fails_with_different_opponents_is_found() {
        check(&[[1, 2]], None);
        check(&[[1, 2], [3, 1]], Some(1));
        check(&[[1, 2], [2, 1]], None);
        check(&[[1, 2], [2, 1], [1, 3]], Some(1));
        check(&[[1, 2], [3, 4]], None);
        check(&[[1, 2], [1, 3], [2, 3]], None);
    }
}
