//! How matches are put together into batches: in which order, which ones go together, and how many.

use crate::Terms;
use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// Consecutive matches of the same bots in different orders of seats.
#[derive(Default)]
pub(super) struct SeatBlock {
    /// Its bots, in order of their numbers.
    bots: Vec<SubmissionId>,
    /// Their orders of seats so far.
    orders: BTreeSet<Vec<SubmissionId>>,
}

impl SeatBlock {
    /// Takes the next match; whether it is of the same block, or begins another.
    pub(super) fn goes_on_with(&mut self, seats: &[SubmissionId]) -> bool {
        let mut bots = seats.to_vec();
        bots.sort_unstable();
        let goes_on = bots == self.bots && !self.orders.contains(seats);
        if !goes_on {
            (self.bots, self.orders) = (bots, BTreeSet::new());
        }
        self.orders.insert(seats.to_vec());
        goes_on
    }
}

/// How many bytes are in the folders of the bots of a match.
pub(super) fn kept(job: &MatchJob) -> usize {
    job.folders.iter().map(Vec::len).sum()
}

/// Numbers as ranges: 1-4,7.
pub(super) fn ranges(numbers: &[i64]) -> String {
    let mut found: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    let shown = |(first, last): &(i64, i64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    found.iter().map(shown).collect::<Vec<_>>().join(",")
}

// How many matches go out together.

/// The weight of the last batch against those before it.
const LAST_WEIGHT: f64 = 0.3;

/// The measured duration of matches of one class.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sizing {
    /// How long a match takes, in seconds; `None` until one has been played.
    mean: Option<f64>,
    last: usize,
}

impl Sizing {
    /// Updates the estimate with the total duration of some matches.
    pub(super) fn learn(&mut self, took: Duration, matches: usize) {
        if matches == 0 {
            return;
        }
        let now = took.as_secs_f64() / matches as f64;
        self.mean = Some(self.mean.map_or(now, |mean| mean + LAST_WEIGHT * (now - mean)));
    }

    /// How many matches go into the next batch, with `left` matches left for `slots` slots.
    pub(super) fn next(&self, terms: &Terms, left: u64, slots: usize) -> usize {
        let Some(mean) = self.mean else { return 1 };
        let fitting = (terms.batch.as_secs_f64() / mean.max(1e-9)) as usize;
        let spread = usize::try_from(left).unwrap_or(usize::MAX) / (2 * slots.max(1));
        let grown = self.last.max(1).saturating_mul(terms.growth);
        fitting.min(grown).min(terms.matches).min(spread).max(1)
    }

    /// How long these matches take, if that is known.
    pub(super) fn expected(&self, matches: usize) -> Option<Duration> {
        let seconds = self.mean? * matches as f64;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    pub(super) fn sent(&mut self, matches: usize) {
        self.last = matches;
    }
}

/// Matches that are to go out, in order; each is found by its number.
#[derive(Debug, Default)]
pub(super) struct PendingMatches {
    queue: BTreeMap<i64, MatchJob>,
    places: BTreeMap<MatchNumber, i64>,
}

impl PendingMatches {
    /// Puts a match behind all others.
    pub(super) fn push(&mut self, job: MatchJob) {
        let place = self.queue.last_key_value().map_or(0, |(last, _)| last + 1);
        self.put(place, job);
    }

    /// Puts matches that were out before all others, in their order.
    pub(super) fn put_back(&mut self, works: Vec<MatchJob>) {
        for job in works.into_iter().rev() {
            let place = self.queue.first_key_value().map_or(0, |(first, _)| first - 1);
            self.put(place, job);
        }
    }

    pub(super) fn get(&self, number: MatchNumber) -> Option<&MatchJob> {
        self.queue.get(self.places.get(&number)?)
    }

    pub(super) fn remove(&mut self, number: MatchNumber) -> Option<MatchJob> {
        self.queue.remove(&self.places.remove(&number)?)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &MatchJob> {
        self.queue.values()
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    fn put(&mut self, place: i64, job: MatchJob) {
        self.places.insert(job.number, place);
        self.queue.insert(place, job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_the_same_bots_in_each_order_once() {
        let mut block = SeatBlock::default();
        let seats = [[1, 2], [2, 1], [1, 2], [1, 3], [3, 1], [1, 3]];
        let goes_on = seats.map(|ids| block.goes_on_with(&ids.map(SubmissionId)));
        assert_eq!(goes_on, [false, true, false, false, true, false]);
    }

    #[test]
    fn numbers_are_written_as_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9-10");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn batches_grow_to_their_time_and_shrink_to_the_end() {
        let terms = Terms::usual();
        let mut sizing = Sizing::default();
        assert_eq!(sizing.next(&terms, 100_000, 2), 1, "nothing is known");
        sizing.sent(2);
        sizing.learn(Duration::from_millis(2), 2);
        let mut sizes = Vec::new();
        for _ in 0..6 {
            sizes.push(sizing.next(&terms, 100_000, 2));
            sizing.sent(*sizes.last().unwrap());
        }
        assert_eq!(sizes, [8, 32, 128, 512, 1500, 1500]);
        assert_eq!(sizing.next(&terms, 100, 2), 25, "the end is spread");
        assert_eq!(sizing.next(&terms, 0, 2), 1);
        sizing.learn(Duration::from_secs(300), 10);
        assert_eq!(sizing.next(&terms, 100_000, 2), 1);
        sizing.learn(Duration::ZERO, 0);
        let mut quick = Sizing { mean: Some(0.0), last: 100_000 };
        quick.learn(Duration::ZERO, 1);
        assert_eq!(quick.next(&terms, 1 << 40, 2), terms.matches);
    }
}
