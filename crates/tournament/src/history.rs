//! What has been played, in cells: one for each order in which entrants sat down together.
//!
//! Single matches are kept beside the sums only where a format or a ranking asks for them.

use crate::{EntrantId, SeatResult, Tally};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// The results of one order of entrants.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    pub finished: Repeats,
    /// Those and the ones that are to be played or being played.
    pub scheduled: Repeats,
    /// What the finished ones add up to, one sum a seat.
    pub tallies: Vec<Tally>,
    /// What each of the finished ones brought, one result a seat, where that is kept.
    pub results: BTreeMap<u32, Vec<SeatResult>>,
}

impl Cell {
    pub fn empty(seats: usize) -> Cell {
        Cell { tallies: vec![Tally::default(); seats], ..Cell::default() }
    }
}

/// What a history keeps of single matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// Nothing: sums are enough.
    #[default]
    Sums,
    /// Every result.
    Matches,
}

/// The history of a contest. It does not depend on the order in which matches ended.
#[derive(Clone, Debug, Default)]
pub struct History {
    cells: BTreeMap<Vec<EntrantId>, Cell>,
    detail: Detail,
    /// Numbers of matches with others who are gone.
    elsewhere: BTreeMap<EntrantId, BTreeSet<u32>>,
    /// Those in which equal results mean equal matches.
    repeating: BTreeSet<Vec<EntrantId>>,
}

impl History {
    pub fn new(detail: Detail) -> History {
        History { detail, ..History::default() }
    }

    /// The cell of those who sat down in this order.
    pub fn cell(&self, seats: &[EntrantId]) -> Option<&Cell> {
        #[cfg(test)]
        looked_up::count();
        self.cells.get(seats)
    }

    /// All cells, byes included: those have one seat.
    pub fn cells(&self) -> impl Iterator<Item = (&[EntrantId], &Cell)> {
        self.cells.iter().map(|(seats, cell)| (seats.as_slice(), cell))
    }

    /// The cells in which two bots sat down together.
    pub fn tables(&self) -> impl Iterator<Item = (&[EntrantId], &Cell)> {
        self.cells().filter(|(seats, _)| seats.len() > 1)
    }

    /// Puts in a whole cell, as stored.
    pub fn restore(&mut self, seats: Vec<EntrantId>, cell: Cell) {
        self.cells.insert(seats, cell);
    }

    /// Notes that a match is finished whose results are already in.
    pub fn mark_finished(&mut self, pairing: &Pairing) {
        let cell = self.cell_mut(&pairing.seats);
        cell.scheduled.insert(pairing.repeat);
        cell.finished.insert(pairing.repeat);
    }

    /// Notes what a match brought whose results are already in the sums.
    pub fn keep_results(&mut self, pairing: &Pairing, results: Vec<SeatResult>) {
        self.cell_mut(&pairing.seats).results.insert(pairing.repeat, results);
    }

    pub fn schedule(&mut self, pairing: &Pairing) {
        self.cell_mut(&pairing.seats).scheduled.insert(pairing.repeat);
    }

    /// Notes the results of a match, one a seat. A match that is already in is not counted again;
    /// whether it was new.
    pub fn finish(&mut self, pairing: &Pairing, results: &[SeatResult]) -> bool {
        let detail = self.detail;
        let cell = self.cell_mut(&pairing.seats);
        cell.scheduled.insert(pairing.repeat);
        let new = cell.finished.insert(pairing.repeat);
        if new {
            for (tally, result) in cell.tallies.iter_mut().zip(results) {
                tally.add(result);
            }
            if detail == Detail::Matches {
                cell.results.insert(pairing.repeat, results.to_vec());
            }
        }
        new
    }

    /// Takes back the results of a match, which stays planned. Its sums are those of the others; whether
    /// it was in.
    pub fn take_back(&mut self, pairing: &Pairing, results: &[SeatResult]) -> bool {
        let Some(cell) = self.cells.get_mut(&pairing.seats) else { return false };
        if !cell.finished.contains(pairing.repeat) {
            return false;
        }
        cell.finished = cell.finished.iter().filter(|repeat| *repeat != pairing.repeat).collect();
        cell.results.remove(&pairing.repeat);
        for (tally, result) in cell.tallies.iter_mut().zip(results) {
            tally.take(result);
        }
        true
    }

    /// Notes that a bot played matches of this number with others who are not in this history any
    /// more.
    pub fn note_elsewhere(&mut self, entrant: EntrantId, repeat: u32) {
        self.elsewhere.entry(entrant).or_default().insert(repeat);
    }

    /// The numbers of the matches with others who are not in this history any more.
    pub fn elsewhere(&self) -> impl Iterator<Item = (EntrantId, u32)> + '_ {
        let numbers = self.elsewhere.iter();
        numbers.flat_map(|(id, repeats)| repeats.iter().map(|repeat| (*id, *repeat)))
    }

    /// Notes the cells of which `repeat` says that equal results mean equal matches.
    pub fn note_repeating(&mut self, repeat: impl Fn(&[EntrantId]) -> bool) {
        self.repeating = self.cells.keys().filter(|seats| repeat(seats)).cloned().collect();
    }

    /// Whether whatever these could still play in twos was played before: on each order of seats twice
    /// at least, with one result and no fault, where equal results mean equal matches.
    pub fn is_exact(&self, entrants: &[EntrantId]) -> bool {
        let known = |seats: &[EntrantId]| {
            self.repeating.contains(seats)
                && self.cells.get(seats).is_some_and(|cell| {
                    let mut results = cell.results.values();
                    let first = results.next();
                    let faultless = first.is_some_and(|all| all.iter().all(|one| one.faults == 0));
                    faultless && cell.results.len() > 1 && results.all(|other| Some(other) == first)
                })
        };
        let all = |one: &EntrantId| {
            entrants.iter().filter(move |other| *other != one).all(|other| known(&[*one, *other]))
        };
        entrants.len() > 1
            && entrants.iter().all(all)
            && self.tables().all(|(seats, _)| seats.len() == 2)
    }

    /// The same with matches that only repeat an earlier one of their cell counted once. Single
    /// matches must be kept where there are any.
    pub fn distinct(&self) -> Cow<'_, History> {
        if self.repeating.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut distinct = self.clone();
        for (seats, cell) in &mut distinct.cells {
            if !self.repeating.contains(seats) {
                continue;
            }
            let mut kept: Vec<Vec<SeatResult>> = Vec::new();
            let all = std::mem::replace(cell, Cell::empty(seats.len())).results;
            for (repeat, results) in all {
                if kept.contains(&results) {
                    continue;
                }
                cell.finished.insert(repeat);
                cell.scheduled.insert(repeat);
                for (tally, result) in cell.tallies.iter_mut().zip(&results) {
                    tally.add(result);
                }
                kept.push(results.clone());
                cell.results.insert(repeat, results);
            }
        }
        Cow::Owned(distinct)
    }

    /// Strikes out every match in which `entrant` sat.
    pub fn strike(&mut self, entrant: EntrantId) {
        self.cells.retain(|seats, _| !seats.contains(&entrant));
    }

    /// The matches whose repeats lie in `repeats`, if single matches are kept.
    #[must_use]
    pub fn within(&self, repeats: &Range<u32>) -> History {
        let mut part = History::new(self.detail);
        for (seats, cell) in &self.cells {
            let own = |repeat: &u32| repeats.contains(repeat);
            for repeat in cell.scheduled.iter().filter(own) {
                part.schedule(&Pairing { seats: seats.clone(), repeat });
            }
            for (repeat, results) in cell.results.range(repeats.clone()) {
                part.finish(&Pairing { seats: seats.clone(), repeat: *repeat }, results);
            }
        }
        part
    }

    /// Forgets the cells whose seats `keep` does not want.
    pub fn retain(&mut self, mut keep: impl FnMut(&[EntrantId]) -> bool) {
        self.cells.retain(|seats, _| keep(seats));
    }

    /// What each of `entrants` entrants has altogether.
    pub fn totals(&self, entrants: usize) -> Vec<Tally> {
        let mut totals = vec![Tally::default(); entrants];
        for (seats, cell) in &self.cells {
            for (entrant, tally) in seats.iter().zip(&cell.tallies) {
                totals[entrant.index()].merge(tally);
            }
        }
        totals
    }

    /// How many matches are finished; byes are none.
    pub fn finished(&self) -> u64 {
        self.tables().map(|(_, cell)| u64::from(cell.finished.len())).sum()
    }

    fn cell_mut(&mut self, seats: &[EntrantId]) -> &mut Cell {
        if !self.cells.contains_key(seats) {
            self.cells.insert(seats.to_vec(), Cell::empty(seats.len()));
        }
        self.cells.get_mut(seats).expect("it was just put in")
    }
}

/// How many cells a thread has looked up: what planning costs.
#[cfg(test)]
pub(crate) mod looked_up {
    use std::cell::Cell;

    thread_local! {
        static LOOKED_UP: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn count() {
        LOOKED_UP.set(LOOKED_UP.get() + 1);
    }

    pub(crate) fn so_far() -> u64 {
        LOOKED_UP.get()
    }
}

// A match to be played, as formats ask for it and the history keeps it.

/// A match to be played: who sits where, and the how many-th of its kind it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pairing {
    /// The entrants by seat. One alone has a bye: nothing is played, and it counts as won.
    pub seats: Vec<EntrantId>,
    /// From 0, among the matches of the same entrants on the same seats. Formats with rounds leave
    /// numbers out, so that it gives the round as well.
    pub repeat: u32,
}

impl Pairing {
    /// Whether nothing is to be played.
    pub fn is_bye(&self) -> bool {
        self.seats.len() == 1
    }
}

// Sets of repeat numbers that are nearly always 0 to n.

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

    pub fn len(&self) -> u32 {
        self.run + self.beyond.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn contains(&self, number: u32) -> bool {
        number < self.run || self.beyond.contains(&number)
    }

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
    fn threads_can_share_a_history() {
        fn shared<T: Send + Sync>(_: T) {}
        shared(crate::History::default());
    }

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
