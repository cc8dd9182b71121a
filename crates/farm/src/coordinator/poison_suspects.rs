//! Matches during which workers were lost: they go out alone, each to one worker at a time, and a
//! worker that is lost with one has failed to play it.
//!
//! A worker may be lost for other reasons. How many it takes until a match is deferred is decided
//! where void matches are counted.

use super::{Coordinator, MatchOutcome, MatchReturn, outstanding::OutstandingBatch, sending::Hint};
use crate::{message::Heartbeat, say};
use certamen_game::job::{MatchJob, MatchNumber, WorkerId};
use certamen_game::{Void, escaped};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// Matches during which workers were lost.
#[derive(Debug, Default)]
pub(super) struct PoisonSuspects {
    /// The keys of the workers that were lost while they played it alone.
    of: BTreeMap<MatchNumber, BTreeSet<String>>,
    /// Matches that are void because a worker was lost.
    lost: Vec<MatchReturn>,
}

impl PoisonSuspects {
    /// Whether workers were lost with it.
    pub(super) fn is_of(&self, number: MatchNumber) -> bool {
        self.of.contains_key(&number)
    }

    /// It was played.
    pub(super) fn forget(&mut self, number: MatchNumber) {
        self.of.remove(&number);
    }

    /// Those that are void, once.
    pub(super) fn lost(&mut self) -> Vec<MatchReturn> {
        std::mem::take(&mut self.lost)
    }
}

impl Coordinator {
    /// Records the batches that a worker reports.
    pub(super) fn note_holder(&mut self, heartbeat: &Heartbeat, now: Instant) {
        for (contest, batch) in &heartbeat.holds {
            if *contest == self.contest.secret.contest {
                self.out.note_holder(batch, (&heartbeat.worker, &heartbeat.name), now);
            }
        }
    }

    /// How these matches go out to workers of a class.
    pub(super) fn doubt_of(&self, class: &str, works: &[MatchJob]) -> Hint {
        let [job] = works else { return Hint::Plain };
        let Some(lost) = self.poison_suspects.of.get(&job.number) else { return Hint::Plain };
        // Where all there are were lost with it, one of them tries it again.
        Hint::Alone { not: self.roster.past(class, lost.iter().cloned().collect()) }
    }

    /// Takes a batch back that is neither leased nor waiting. If workers had it, it may be the
    /// reason why they were lost.
    pub(super) fn take_lost_back(&mut self, name: &str) {
        let Some(batch) = self.out.take_back(name) else { return };
        if !batch.holders.is_empty() {
            for number in batch.works.keys() {
                self.poison_suspects.of.entry(*number).or_default();
            }
        }
        self.news.push(say::lost(batch.works.len()));
        self.waiting.put_back(batch.into_works());
    }

    /// A worker that had a match alone, and does not any more, has failed to play it, if no result
    /// arrives for a while.
    pub(super) fn look_at_wary(&mut self, now: Instant) {
        if !self.out.has_wary() {
            return;
        }
        let (contest, silence) = (&self.contest.secret.contest, self.contest.terms.silence);
        let mut failed = Vec::new();
        for (name, batch) in self.out.batches().filter(|(_, batch)| batch.wary) {
            let mut holders = batch.holders.keys();
            let is_held = holders.any(|key| self.roster.holds(key, contest, name));
            let let_go = if is_held { None } else { batch.let_go.or(Some(now)) };
            batch.let_go = let_go.filter(|_| !batch.holders.is_empty());
            if batch.let_go.is_some_and(|at| now.saturating_duration_since(at) >= silence) {
                failed.push(name.clone());
            }
        }
        for name in failed {
            self.fail(&name);
        }
    }

    fn fail(&mut self, name: &str) {
        let Some(batch) = self.out.take_back(name) else { return };
        let OutstandingBatch { class, works, holders, .. } = batch;
        let Some((key, called)) = holders.into_iter().next() else { return };
        let called = escaped(&called);
        for number in works.into_keys() {
            self.poison_suspects.of.entry(number).or_default().insert(key.clone());
            let void = Void::Ours(say::failed_on(&called, say::fell_silent()));
            let machine = WorkerId { key: key.clone(), name: called.clone(), class: class.clone() };
            let back = self.back(number, MatchOutcome::Void(void), &machine);
            self.poison_suspects.lost.push(back);
        }
    }
}
