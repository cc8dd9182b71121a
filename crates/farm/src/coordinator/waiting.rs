//! Matches that are to go out, in order.

use certamen_game::job::{MatchJob, MatchNumber};
use std::collections::BTreeMap;

/// Matches that are to go out, in order; each is found by its number.
#[derive(Debug, Default)]
pub(crate) struct PendingMatches {
    queue: BTreeMap<i64, MatchJob>,
    places: BTreeMap<MatchNumber, i64>,
}

impl PendingMatches {
    /// Puts a match behind all others.
    pub(crate) fn push(&mut self, job: MatchJob) {
        let place = self.queue.last_key_value().map_or(0, |(last, _)| last + 1);
        self.put(place, job);
    }

    /// Puts matches before all others, in their order: they were out before.
    pub(crate) fn put_back(&mut self, works: Vec<MatchJob>) {
        for job in works.into_iter().rev() {
            let place = self.queue.first_key_value().map_or(0, |(first, _)| first - 1);
            self.put(place, job);
        }
    }

    /// The match with this number, if it waits.
    pub(crate) fn get(&self, number: MatchNumber) -> Option<&MatchJob> {
        self.queue.get(self.places.get(&number)?)
    }

    /// Takes the match with this number, if it waits.
    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<MatchJob> {
        self.queue.remove(&self.places.remove(&number)?)
    }

    /// The first of all.
    pub(crate) fn front(&self) -> Option<&MatchJob> {
        self.iter().next()
    }

    /// All, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &MatchJob> {
        self.queue.values()
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    fn put(&mut self, place: i64, job: MatchJob) {
        self.places.insert(job.number, place);
        self.queue.insert(place, job);
    }
}
