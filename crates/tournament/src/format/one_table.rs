//! Everybody at one table, a number of times, everybody moving one seat on from match to match.

use super::{Done, Format, Next, Pairing};
use crate::{Entrant, EntrantId, History};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// The format, and its keys in a contest file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OneTable {
    /// How many matches are played.
    pub games: NonZeroU32,
}

impl Default for OneTable {
    fn default() -> OneTable {
        OneTable { games: NonZeroU32::new(100).expect("100 is not 0") }
    }
}

impl OneTable {
    /// The `index`-th match: who sits where, and how often they have sat so before.
    fn pairing(entrants: usize, index: u32) -> Pairing {
        let turn = index as usize % entrants;
        let seats = (0..entrants).map(|seat| EntrantId(((seat + turn) % entrants) as u32));
        Pairing { seats: seats.collect(), repeat: index / entrants as u32 }
    }

    fn has(history: &History, pairing: &Pairing) -> bool {
        let cell = history.cell(&pairing.seats);
        cell.is_some_and(|cell| {
            !cell.scheduled.missing().take(pairing.repeat as usize + 1).any(|n| n == pairing.repeat)
        })
    }
}

impl Format for OneTable {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        let all = (0..self.games.get()).map(|index| OneTable::pairing(entrants.len(), index));
        let missing = all.filter(|pairing| !OneTable::has(history, pairing));
        let pairings: Vec<Pairing> = missing.take(wanted).collect();
        if !pairings.is_empty() {
            return Next::Play(pairings);
        }
        let finished: u32 = history.cells().map(|(_, cell)| cell.finished.len()).sum();
        if finished >= self.games.get() { Next::Done(Done::Complete) } else { Next::Wait }
    }

    fn total(&self, _entrants: &[Entrant], _history: &History) -> u64 {
        self.games.get().into()
    }

    fn meetings(&self, _entrants: &[Entrant], _history: &History) -> u32 {
        self.games.get()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn everybody_sits_everywhere_equally_often_within_one(
            count in 2usize..20, games in 1u32..60, batch in 1usize..20, seed: u64,
        ) {
            let (played, _) = run(&OneTable { games: NonZeroU32::new(games).unwrap() }, count, batch, seed);
            prop_assert_eq!(played.len(), games as usize);
            for seat in 0..count {
                let mut times = vec![0u32; count];
                for pairing in &played {
                    times[pairing.seats[seat].index()] += 1;
                }
                prop_assert!(times.iter().max().unwrap() - times.iter().min().unwrap() <= 1);
            }
        }
    }
}
