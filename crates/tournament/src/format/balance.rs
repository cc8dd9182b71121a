//! Tables for more entrants than seats: all play equally often within one, every seat is
//! taken by all equally often within one, and pairs meet as equally often as a search finds.
//!
//! The search starts from a greedy choice and swaps entrants between tables as long as that makes
//! the squares of the numbers of meetings smaller. The seats are an edge colouring of the bipartite
//! graph of matches and entrants (König, 1916), each entrant split into parts of one match a seat,
//! so that within one is always reached.

use crate::{EntrantId, History};
use certamen_game::Rng;

/// How many swaps are tried for each seat of a plan, and at most.
const TRIES_EACH: usize = 1_000;
const TRIES: usize = 60_000;

/// This many tables of `size` of the entrants `ids`, by seat, which go on where `history` is.
pub(super) fn tables(
    ids: &[EntrantId],
    history: &History,
    size: usize,
    count: usize,
) -> Vec<Vec<EntrantId>> {
    let mut plan = TablePlan::new(ids, history);
    for _ in 0..count {
        plan.add_table(size);
    }
    plan.improve();
    let seated = seats(&plan.tables, ids.len(), size);
    seated.into_iter().map(|table| table.into_iter().map(|own| ids[own]).collect()).collect()
}

/// Tables by index of entrant, and what they add up to.
struct TablePlan {
    times: Vec<u32>,
    met: Vec<Vec<i64>>,
    tables: Vec<Vec<usize>>,
}

impl TablePlan {
    fn new(ids: &[EntrantId], history: &History) -> TablePlan {
        let mut times = vec![0; ids.len()];
        let mut met = vec![vec![0; ids.len()]; ids.len()];
        for (seats, cell) in history.tables() {
            let places: Option<Vec<usize>> =
                seats.iter().map(|seat| ids.binary_search(seat).ok()).collect();
            let Some(places) = places else { continue };
            for one in &places {
                times[*one] += cell.scheduled.len();
                for other in places.iter().filter(|other| *other != one) {
                    met[*one][*other] += i64::from(cell.scheduled.len());
                }
            }
        }
        TablePlan { times, met, tables: Vec::new() }
    }

    /// Adds a table of those who have played least, and among them of those who have met least.
    fn add_table(&mut self, size: usize) {
        let mut order: Vec<usize> = (0..self.times.len()).collect();
        order.sort_by_key(|own| self.times[*own]);
        let last = self.times[order[size - 1]];
        // Those below must sit down; the rest is chosen from those who are equal.
        let mut table: Vec<usize> =
            order.iter().copied().filter(|own| self.times[*own] < last).collect();
        let mut equal: Vec<usize> =
            order.into_iter().filter(|own| self.times[*own] == last).collect();
        while table.len() < size {
            let meetings = |own: &usize| -> i64 {
                table.iter().map(|other| 2 * self.met[*own][*other] + 1).sum()
            };
            let place = (0..equal.len()).min_by_key(|place| meetings(&equal[*place]));
            table.push(equal.remove(place.expect("there are enough of them")));
        }
        for one in &table {
            self.times[*one] += 1;
            for other in table.iter().filter(|other| *other != one) {
                self.met[*one][*other] += 1;
            }
        }
        self.tables.push(table);
    }

    /// Swaps entrants between tables; who plays how often stays the same.
    fn improve(&mut self) {
        if self.tables.len() < 2 {
            return;
        }
        let size = self.tables[0].len();
        let mut rng = Rng::of_turn(self.tables.len() as u64, size as u64);
        let tries = (self.tables.len() * size * TRIES_EACH).min(TRIES);
        for round in 0..tries {
            if round % 256 == 0 && self.is_even() {
                return;
            }
            // A swap that makes it worse by one is taken now and then, or the search would stick;
            // less and less often, and not at all in the end.
            let rarity = 16 * tries / (tries - round).max(1);
            let allowed = i64::from(3 * round < 2 * tries && rng.below(rarity as u64) == 0);
            let [one, other] = [(); 2].map(|()| rng.below(self.tables.len() as u64) as usize);
            let [leave, come] = [self.only_at(one, other), self.only_at(other, one)];
            let (Some(at), Some(to)) = (rng.pick(&leave), rng.pick(&come)) else { continue };
            // Those who sit at both tables meet both as often as before.
            let stay = |table: usize, occupants: &[usize], occupant: usize| -> Vec<usize> {
                let others = occupants.iter().filter(|other| **other != occupant);
                others.map(|other| self.tables[table][*other]).collect()
            };
            let (stay_here, stay_there) = (stay(one, &leave, *at), stay(other, &come, *to));
            let (leaves, comes) = (self.tables[one][*at], self.tables[other][*to]);
            let gain = self.gain(&stay_here, leaves, comes) + self.gain(&stay_there, comes, leaves);
            if gain <= allowed {
                self.replace(one, *at, comes);
                self.replace(other, *to, leaves);
            }
        }
    }

    /// The occupants at table `one` of those who do not sit at table `other`.
    fn only_at(&self, one: usize, other: usize) -> Vec<usize> {
        let table = &self.tables[one];
        (0..table.len()).filter(|at| !self.tables[other].contains(&table[*at])).collect()
    }

    /// Whether all pairs have met equally often within one.
    fn is_even(&self) -> bool {
        let pairs = || (0..self.met.len()).flat_map(|one| self.met[one][..one].iter());
        pairs().max().zip(pairs().min()).is_none_or(|(most, fewest)| most - fewest <= 1)
    }

    /// What half the sum of squares would gain if `others` met `comes` instead of `leaves`.
    fn gain(&self, others: &[usize], leaves: usize, comes: usize) -> i64 {
        others.iter().map(|other| self.met[comes][*other] - self.met[leaves][*other] + 1).sum()
    }

    fn replace(&mut self, table: usize, at: usize, comes: usize) {
        let leaves = std::mem::replace(&mut self.tables[table][at], comes);
        for other in self.tables[table].iter().filter(|other| **other != comes) {
            for (own, change) in [(leaves, -1), (comes, 1)] {
                self.met[own][*other] += change;
                self.met[*other][own] += change;
            }
        }
    }
}

/// Puts those at each table on seats.
fn seats(tables: &[Vec<usize>], entrants: usize, size: usize) -> Vec<Vec<usize>> {
    let mut colouring = Colouring { left: Vec::new(), right: Vec::new() };
    colouring.left = vec![vec![None; size]; tables.len()];
    let mut turns = vec![0usize; entrants];
    let mut part_of = vec![vec![]; entrants];
    let mut owner = Vec::new();
    for (table, members) in tables.iter().enumerate() {
        for own in members {
            if turns[*own].is_multiple_of(size) {
                part_of[*own].push(owner.len());
                owner.push(*own);
                colouring.right.push(vec![None; size]);
            }
            turns[*own] += 1;
            let part = *part_of[*own].last().expect("it was just put in");
            colouring.add(table, part);
        }
    }
    let by_seat =
        |parts: Vec<Option<usize>>| parts.into_iter().flatten().map(|part| owner[part]).collect();
    colouring.left.into_iter().map(by_seat).collect()
}

/// A bipartite graph whose edges are coloured: for each vertex the neighbour along each colour.
struct Colouring {
    left: Vec<Vec<Option<usize>>>,
    right: Vec<Vec<Option<usize>>>,
}

impl Colouring {
    /// Adds an edge; neither end has all colours yet.
    fn add(&mut self, left: usize, right: usize) {
        let free = |colours: &[Option<usize>]| {
            colours.iter().position(Option::is_none).expect("a colour is free")
        };
        let (here, there) = (free(&self.left[left]), free(&self.right[right]));
        self.free_on_right(right, here, there);
        self.left[left][here] = Some(right);
        self.right[right][here] = Some(left);
    }

    /// Swaps two colours along the path from `right` that begins with `taken`, so that it is free
    /// there; `other` is free there now.
    fn free_on_right(&mut self, right: usize, taken: usize, other: usize) {
        let mut path = Vec::new();
        let (mut vertex, mut colour) = (right, taken);
        let mut on_right = true;
        while let Some(next) =
            if on_right { self.right[vertex][colour] } else { self.left[vertex][colour] }
        {
            path.push(if on_right { (next, vertex, colour) } else { (vertex, next, colour) });
            (vertex, on_right) = (next, !on_right);
            colour = if colour == taken { other } else { taken };
        }
        for (left, right, colour) in &path {
            self.left[*left][*colour] = None;
            self.right[*right][*colour] = None;
        }
        for (left, right, colour) in path {
            let colour = if colour == taken { other } else { taken };
            self.left[left][colour] = Some(right);
            self.right[right][colour] = Some(left);
        }
    }
}
