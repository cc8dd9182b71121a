//! Sets of repeat numbers that are nearly always 0 to n.

use std::collections::BTreeSet;

/// A set of numbers: a run from 0 and what lies beyond its first gap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repeats {
    run: u32,
    beyond: BTreeSet<u32>,
}

impl Repeats {
    /// The numbers from 0 to `count` - 1.
    pub fn up_to(count: u32) -> Repeats {
        Repeats { run: count, beyond: BTreeSet::new() }
    }

    /// Puts `number` in; whether it was new.
    pub fn insert(&mut self, number: u32) -> bool {
        if number < self.run || !self.beyond.insert(number) {
            return false;
        }
        while self.beyond.remove(&self.run) {
            self.run += 1;
        }
        true
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.run + self.beyond.len() as u32
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `number` is in.
    pub fn contains(&self, number: u32) -> bool {
        number < self.run || self.beyond.contains(&number)
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.run).chain(self.beyond.iter().copied())
    }

    /// The numbers that are missing, ascending and without end.
    pub fn missing(&self) -> impl Iterator<Item = u32> + '_ {
        (self.run..).filter(|number| !self.beyond.contains(number))
    }
}

impl FromIterator<u32> for Repeats {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Repeats {
        let mut set = Repeats::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_first() {
        let mut set = Repeats::default();
        assert!([0, 1, 4].into_iter().all(|number| set.insert(number)));
        assert!(!set.insert(4) && !set.insert(0));
        assert_eq!(set.missing().take(3).collect::<Vec<_>>(), [2, 3, 5]);
        assert!(set.contains(4) && !set.contains(2));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 1, 4]);
        assert!(set.insert(3) && set.insert(2));
        assert_eq!((set.len(), set.missing().next()), (5, Some(5)));
    }
}
