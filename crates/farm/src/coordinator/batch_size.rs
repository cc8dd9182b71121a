//! How many matches go out together.

use crate::Terms;
use std::time::Duration;

/// The weight of the last batch against those before it.
const NEWS: f64 = 0.3;

/// The measured duration of matches of one class.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Sizing {
    /// How long a match takes, in seconds; `None` until one has been played.
    mean: Option<f64>,
    /// How many went out together last.
    last: usize,
}

impl Sizing {
    /// Learns what some matches took together.
    pub(crate) fn learn(&mut self, took: Duration, matches: usize) {
        if matches == 0 {
            return;
        }
        let now = took.as_secs_f64() / matches as f64;
        self.mean = Some(self.mean.map_or(now, |mean| mean + NEWS * (now - mean)));
    }

    /// How many matches go into the next batch, with `left` matches left for `slots` slots.
    pub(crate) fn next(&self, terms: &Terms, left: u64, slots: usize) -> usize {
        let Some(mean) = self.mean else { return 1 };
        let fitting = (terms.batch.as_secs_f64() / mean.max(1e-9)) as usize;
        let spread = usize::try_from(left).unwrap_or(usize::MAX) / (2 * slots.max(1));
        let grown = self.last.max(1).saturating_mul(terms.growth);
        fitting.min(grown).min(terms.matches).min(spread).max(1)
    }

    /// How long these matches take, if that is known.
    pub(crate) fn expected(&self, matches: usize) -> Option<Duration> {
        let seconds = self.mean? * matches as f64;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// Records the size of a batch that was sent.
    pub(crate) fn sent(&mut self, matches: usize) {
        self.last = matches;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
