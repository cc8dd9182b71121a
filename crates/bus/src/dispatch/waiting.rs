//! Matches that are to go out, in order.

use certamen_work::{MatchNumber, Work};
use std::collections::BTreeMap;

/// Matches that are to go out, in order; each is found by its number.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    queue: BTreeMap<i64, Work>,
    places: BTreeMap<MatchNumber, i64>,
}

impl Waiting {
    /// Puts a match behind all others.
    pub(crate) fn push(&mut self, work: Work) {
        let place = self.queue.last_key_value().map_or(0, |(last, _)| last + 1);
        self.put(place, work);
    }

    /// Puts matches before all others, in their order: they were out before.
    pub(crate) fn put_back(&mut self, works: Vec<Work>) {
        for work in works.into_iter().rev() {
            let place = self.queue.first_key_value().map_or(0, |(first, _)| first - 1);
            self.put(place, work);
        }
    }

    /// The match with this number, if it waits.
    pub(crate) fn get(&self, number: MatchNumber) -> Option<&Work> {
        self.queue.get(self.places.get(&number)?)
    }

    /// Takes the match with this number, if it waits.
    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<Work> {
        self.queue.remove(&self.places.remove(&number)?)
    }

    /// The first of all.
    pub(crate) fn front(&self) -> Option<&Work> {
        self.iter().next()
    }

    /// All, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Work> {
        self.queue.values()
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    fn put(&mut self, place: i64, work: Work) {
        self.places.insert(work.number, place);
        self.queue.insert(place, work);
    }
}
