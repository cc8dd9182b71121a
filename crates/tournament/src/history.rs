//! What has been played, in cells: one for each order in which entrants sat down together.

use crate::{EntrantId, Pairing, Repeats, SeatResult, Tally};
use std::{cell, collections::BTreeMap};

/// The results of one order of entrants.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// The matches that are finished.
    pub finished: Repeats,
    /// Those and the ones that are to be played or being played.
    pub scheduled: Repeats,
    /// What the finished ones add up to, one sum a seat.
    pub tallies: Vec<Tally>,
}

/// The history of a contest. It does not depend on the order in which matches ended.
#[derive(Clone, Debug, Default)]
pub struct History {
    cells: BTreeMap<Vec<EntrantId>, Cell>,
    looked_up: cell::Cell<u64>,
}

impl History {
    /// The cell of those who sat down in this order.
    pub fn cell(&self, seats: &[EntrantId]) -> Option<&Cell> {
        self.looked_up.set(self.looked_up.get() + 1);
        self.cells.get(seats)
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = (&[EntrantId], &Cell)> {
        self.cells.iter().map(|(seats, cell)| (seats.as_slice(), cell))
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

    /// Notes that a match is to be played.
    pub fn schedule(&mut self, pairing: &Pairing) {
        self.cell_mut(&pairing.seats).scheduled.insert(pairing.repeat);
    }

    /// Notes the results of a match, one a seat. A match that is already in is not counted again;
    /// whether it was new.
    pub fn finish(&mut self, pairing: &Pairing, results: &[SeatResult]) -> bool {
        let cell = self.cell_mut(&pairing.seats);
        cell.scheduled.insert(pairing.repeat);
        let new = cell.finished.insert(pairing.repeat);
        if new {
            for (tally, result) in cell.tallies.iter_mut().zip(results) {
                tally.add(result);
            }
        }
        new
    }

    /// Strikes out every match in which `entrant` sat.
    pub fn strike(&mut self, entrant: EntrantId) {
        self.cells.retain(|seats, _| !seats.contains(&entrant));
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

    /// How many cells were looked up so far: what scheduling costs.
    pub fn looked_up(&self) -> u64 {
        self.looked_up.get()
    }

    fn cell_mut(&mut self, seats: &[EntrantId]) -> &mut Cell {
        if !self.cells.contains_key(seats) {
            let tallies = vec![Tally::default(); seats.len()];
            self.cells.insert(seats.to_vec(), Cell { tallies, ..Cell::default() });
        }
        self.cells.get_mut(seats).expect("it was just put in")
    }
}
