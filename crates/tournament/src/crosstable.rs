//! The results of each pair of entrants.

use crate::{EntrantId, History, statistics::Interval};
use certamen_game::number::Z95;

/// What one entrant did against another, on whatever seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Against {
    /// Matches in which it had more.
    pub won: u64,
    /// Matches in which both had the same.
    pub drawn: u64,
    /// Matches in which it had less.
    pub lost: u64,
}

#[derive(Clone, Debug)]
pub struct Crosstable {
    size: usize,
    cells: Vec<Against>,
}

impl Crosstable {
    pub fn new(entrants: usize) -> Crosstable {
        Crosstable { size: entrants, cells: vec![Against::default(); entrants * entrants] }
    }

    /// That of all matches of two in `history`. Matches that both lost (both failed to act) count
    /// for neither: as drawn.
    pub fn of_history(entrants: usize, history: &History) -> Crosstable {
        let mut table = Crosstable::new(entrants);
        for (seats, cell) in history.cells() {
            let (&[first, second], [own, other]) = (seats, &cell.tallies[..]) else { continue };
            let drawn = own.played - own.won - other.won;
            table.add(first, second, Against { won: own.won, drawn, lost: other.won });
        }
        table
    }

    /// Adds one match at a table of any size: all pairs are compared.
    pub fn add_match(&mut self, seats: &[EntrantId], scores: &[f64]) {
        for (place, (one, own)) in seats.iter().zip(scores).enumerate() {
            for (other, score) in seats.iter().zip(scores).skip(place + 1) {
                let [won, drawn, lost] = [own > score, own == score, own < score].map(u64::from);
                self.add(*one, *other, Against { won, drawn, lost });
            }
        }
    }

    /// What `one` did against `other`.
    pub fn against(&self, one: EntrantId, other: EntrantId) -> Against {
        self.cells[one.index() * self.size + other.index()]
    }

    /// Those who met anybody.
    pub(crate) fn those_who_met(&self) -> Vec<EntrantId> {
        let rows = (0..).map(EntrantId).zip(self.cells.chunks(self.size.max(1)));
        let met = |row: &[Against]| row.iter().any(|met| *met != Against::default());
        rows.filter(|(_, row)| met(row)).map(|(entrant, _)| entrant).collect()
    }

    /// What these did against each other, in their order.
    pub(crate) fn among(&self, entrants: &[EntrantId]) -> Crosstable {
        let own =
            |one: &EntrantId| entrants.iter().map(|other| self.against(*one, *other)).collect();
        let rows: Vec<Vec<Against>> = entrants.iter().map(own).collect();
        Crosstable { size: entrants.len(), cells: rows.concat() }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    fn add(&mut self, one: EntrantId, other: EntrantId, met: Against) {
        if one == other {
            return;
        }
        let there = &mut self.cells[one.index() * self.size + other.index()];
        *there = Against {
            won: there.won + met.won,
            drawn: there.drawn + met.drawn,
            lost: there.lost + met.lost,
        };
        let back = &mut self.cells[other.index() * self.size + one.index()];
        *back = Against {
            won: back.won + met.lost,
            drawn: back.drawn + met.drawn,
            lost: back.lost + met.won,
        };
    }
}

impl Against {
    pub fn played(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, a draw being half of them; none if they never met.
    pub fn share(&self) -> Option<f64> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (self.played() > 0).then(|| points / self.played() as f64)
    }

    /// Where the share would settle with a probability of 95 %, if the matches were independent:
    /// Wilson's interval (1927), with the variance that draws leave. None if they never met.
    pub fn interval(&self) -> Option<Interval> {
        let (share, count) = (self.share()?, self.played() as f64);
        // A draw varies less than a win and a loss: Wilson's formula for this many more matches.
        let decided = 1.0 - self.drawn as f64 / count;
        let seen = (share * (1.0 - share) - (1.0 - decided) / 4.0).max(0.0);
        let full = share * (1.0 - share);
        let count = if seen > 0.0 { count * full / seen } else { count };
        let squared = Z95 * Z95 / count;
        let middle = (share + squared / 2.0) / (1.0 + squared);
        let reach = Z95 / (1.0 + squared) * (full / count + squared / (4.0 * count)).sqrt();
        Some(Interval { low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairing, SeatResult, Verdict};

    const A: EntrantId = EntrantId(0);
    const B: EntrantId = EntrantId(1);
    const C: EntrantId = EntrantId(2);

    fn met(won: u64, drawn: u64, lost: u64) -> Against {
        Against { won, drawn, lost }
    }

    #[test]
    fn tables_of_many_compare_each_with_each() {
        let mut table = Crosstable::new(3);
        table.add_match(&[C, A, B], &[5.0, 7.0, 5.0]);
        table.add_match(&[B, A, C], &[5.0, -1.0, 2.0]);
        assert_eq!(table.against(A, B), met(1, 0, 1));
        assert_eq!(table.against(B, C), met(1, 1, 0));
        assert_eq!(table.against(C, B), met(0, 1, 1));
        assert_eq!(table.against(A, A).share(), None);
    }

    #[test]
    fn cells_of_both_orders_are_one() {
        let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
        let mut history = History::default();
        let mut play = |seats: [EntrantId; 2], verdicts: [Verdict; 2]| {
            let pairing = Pairing { seats: seats.into(), repeat: 0 };
            history.finish(&pairing, &verdicts.map(result));
        };
        play([A, B], [Verdict::Won, Verdict::Lost]);
        play([B, A], [Verdict::Lost, Verdict::Lost]);
        let table = Crosstable::of_history(2, &history);
        assert_eq!((table.against(A, B), table.against(B, A)), (met(1, 1, 0), met(0, 1, 1)));
    }

    /// The example of Wilson's interval in most textbooks: 81 of 263.
    #[test]
    fn intervals_are_those_of_wilson() {
        let interval = met(81, 0, 182).interval().unwrap();
        assert!((interval.low - 0.2553).abs() < 1e-3 && (interval.high - 0.3662).abs() < 1e-3);
        let swept = met(10, 0, 0).interval().unwrap();
        assert!((swept.high - 1.0).abs() < 1e-9 && (swept.low - 0.7225).abs() < 1e-3);
    }

    #[test]
    fn draws_make_intervals_narrower() {
        let width = |against: Against| against.interval().map(|i| i.high - i.low).unwrap();
        assert!(width(met(10, 80, 10)) < width(met(50, 0, 50)) / 2.0);
    }
}
