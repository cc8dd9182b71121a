//! When a match is cut short: too many slots, or a row that stays nearly empty.

/// How many tests a window remembers.
const TESTS: usize = 12;
/// What it holds before the first test: a full row.
const FULL: u8 = 18;
/// A row that had no more seeds than this in all tests of its window together ends the match.
const FEW: u16 = 12;

/// The slots allowed and, for both sides, the seeds of the row in the last tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limit {
    max_slots: u32,
    oldest: u8,
    windows: [[u8; TESTS]; 2],
    sums: [u16; 2],
}

impl Limit {
    pub(super) fn new(max_slots: u32) -> Limit {
        let sum = TESTS as u16 * u16::from(FULL);
        Limit { max_slots, oldest: 0, windows: [[FULL; TESTS]; 2], sums: [sum; 2] }
    }

    /// Whether the match ends here; to be asked once before each slot, with the slots counted so
    /// far and the seeds of both rows.
    pub(super) fn test(&mut self, slots: u32, rows: [u8; 2]) -> bool {
        for ((window, sum), row) in self.windows.iter_mut().zip(&mut self.sums).zip(rows) {
            let entry = &mut window[usize::from(self.oldest)];
            *sum = *sum - u16::from(*entry) + u16::from(row);
            *entry = row;
        }
        self.oldest = (self.oldest + 1) % TESTS as u8;
        slots >= self.max_slots || self.sums.iter().any(|&sum| sum <= FEW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slots_are_limited() {
        let mut limit = Limit::new(60);
        assert!(!limit.test(59, [18, 18]));
        assert!(limit.test(60, [18, 18]));
    }

    #[test]
    fn twelve_tests_with_one_seed_end_it_for_either_side() {
        for rows in [[1, 30], [30, 1]] {
            let mut limit = Limit::new(60);
            assert!((0..11).all(|slot| !limit.test(slot, rows)));
            assert!(limit.test(11, rows));
        }
    }

    #[test]
    fn the_oldest_test_is_forgotten() {
        let mut limit = Limit::new(60);
        assert!(!limit.test(0, [2, 30]));
        assert!((1..12).all(|slot| !limit.test(slot, [1, 30])));
        assert!(limit.test(12, [1, 30]));
    }
}
