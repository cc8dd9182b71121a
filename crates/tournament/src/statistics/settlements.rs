//! Whether it is certain of each row of the standings that it ranks above the next.
//!
//! Matches of the same entrants from the same start on all their seats are one block: what luck or
//! the first move gives one side there it gives the other, too, and so a block varies less than its
//! matches would. Blocks are told by the numbers of matches, which formats that swap seats give alike.

use super::{
    certainty::{Gap, RankCertainty, together},
    model::Model,
    neighbours::{Moments, Neighbours},
};
use crate::{EntrantId, History, SeatResult, Verdict};
use std::collections::{BTreeMap, HashMap};

/// By what two lines of a table are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowComparison {
    /// What a match gives on average: a win 1, a draw 1/2.
    Points,
    /// The score that a match gives on average.
    Scores,
    /// Estimated strength, where who plays whom depends on results, so that averages say nothing.
    Ratings,
}

/// How the lines of a table are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowPairs {
    pub measure: RowComparison,
    /// This many of the first are reported together, and so are the others: a contest that ends
    /// when the first are settled asks nothing of the others.
    pub first: usize,
}

/// How many matches of the usual variance are added to what was seen of each.
const ADDED: f64 = 8.0;

/// Of each line of a table, in this `order`, whether it is settled that it stands above the next; none
/// for the last. Matches that only repeat others count once. `history` must keep single matches, but where ratings
/// of two are compared.
pub fn settlements(
    order: &[EntrantId],
    history: &History,
    lines: RowPairs,
) -> Vec<Option<RankCertainty>> {
    let RowPairs { measure, first } = lines;
    let distinct = &*history.distinct();
    let gaps: Vec<Gap> = if measure == RowComparison::Ratings {
        by_ratings(order, distinct)
    } else {
        let blocks = PlayedBlocks::of_history(distinct, measure);
        order.windows(2).map(|two| blocks.neighbours((two[0], two[1]), ADDED).gap()).collect()
    };
    let certainties = if history.is_exact(order) {
        vec![RankCertainty::Exact; gaps.len()]
    } else {
        let (first, others) = gaps.split_at(first.min(gaps.len()));
        [together(first), together(others)].concat()
    };
    certainties.into_iter().map(Some).chain(order.last().map(|_| None)).collect()
}

fn by_ratings(order: &[EntrantId], history: &History) -> Vec<Gap> {
    let model = Model::of_history(history);
    let mut played: BTreeMap<EntrantId, u64> = BTreeMap::new();
    for (seats, cell) in history.tables() {
        for seat in seats {
            *played.entry(*seat).or_default() += u64::from(cell.finished.len());
        }
    }
    let gap = |two: &[EntrantId]| {
        let (difference, error) = model.difference(two[0], two[1]).unwrap_or_default();
        let matches = two.iter().filter_map(|id| played.get(id)).sum();
        Gap { difference, variance: error * error, matches }
    };
    order.windows(2).map(gap).collect()
}

/// What a match gave a row.
fn value(result: &SeatResult, measure: RowComparison) -> f64 {
    match (measure, result.verdict) {
        (RowComparison::Scores, _) => result.score,
        (_, Verdict::Won) => 1.0,
        (_, Verdict::Drawn) => 0.5,
        (_, Verdict::Lost) => 0.0,
    }
}

/// The blocks of a history.
struct PlayedBlocks {
    /// Of each block who took part, how many matches it had, and what each got in them.
    all: Vec<(Vec<EntrantId>, u64, Vec<f64>)>,
    /// The blocks in which each entrant took part.
    of: BTreeMap<EntrantId, Vec<usize>>,
    /// The variance of one match among all entrants.
    usual: f64,
}

impl PlayedBlocks {
    fn of_history(history: &History, measure: RowComparison) -> PlayedBlocks {
        let mut places: HashMap<(Vec<EntrantId>, u32), usize> = HashMap::new();
        let mut blocks: Vec<(Vec<EntrantId>, u64, Vec<f64>)> = Vec::new();
        let mut all = Moments::default();
        for (seats, cell) in history.tables() {
            let mut sorted = seats.to_vec();
            sorted.sort_unstable();
            for (repeat, results) in &cell.results {
                let place = *places.entry((sorted.clone(), *repeat)).or_insert_with(|| {
                    blocks.push((sorted.clone(), 0, vec![0.0; sorted.len()]));
                    blocks.len() - 1
                });
                let (_, matches, sums) = &mut blocks[place];
                *matches += 1;
                for (seat, result) in seats.iter().zip(results) {
                    let got = value(result, measure);
                    all = all.with(Moments::one(got));
                    sums[sorted.binary_search(seat).expect("all seats are listed")] += got;
                }
            }
        }
        let mut of: BTreeMap<EntrantId, Vec<usize>> = BTreeMap::new();
        for (place, (entrants, ..)) in blocks.iter().enumerate() {
            for id in entrants {
                of.entry(*id).or_default().push(place);
            }
        }
        PlayedBlocks { all: blocks, of, usual: all.spread() }
    }

    fn neighbours(&self, (above, below): (EntrantId, EntrantId), added: f64) -> Neighbours {
        let mut two = Neighbours { usual: self.usual, added, ..Neighbours::default() };
        for (one, other, alone, together) in [
            (above, below, &mut two.above, &mut two.above_together),
            (below, above, &mut two.below, &mut two.below_together),
        ] {
            for place in self.of.get(&one).into_iter().flatten() {
                let (entrants, matches, sums) = &self.all[*place];
                let sum = sums[entrants.binary_search(&one).expect("it took part")];
                let into = if entrants.binary_search(&other).is_ok() {
                    &mut *together
                } else {
                    &mut *alone
                };
                *into = into.with(Moments::block(*matches, sum));
            }
        }
        two
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detail, Pairing};
    use certamen_game::Rng;

    fn result(won: bool) -> SeatResult {
        let verdict = if won { Verdict::Won } else { Verdict::Lost };
        SeatResult { verdict, score: f64::from(u8::from(won)), faults: 0 }
    }

    fn lines(measure: RowComparison) -> RowPairs {
        RowPairs { measure, first: usize::MAX }
    }

    fn ids(count: u32) -> Vec<EntrantId> {
        (0..count).map(EntrantId).collect()
    }

    /// Plays a leg in which all meet each other on both seats, by these chances of the first
    /// named to win on the first and on the second seat.
    fn cycle(
        history: &mut History,
        number: u32,
        chances: impl Fn(u32, u32) -> [f64; 2],
        rng: &mut Rng,
    ) {
        for one in 0..4 {
            for other in 0..one {
                for (seat, chance) in chances(one, other).into_iter().enumerate() {
                    let won = (rng.below(1 << 53) as f64) < chance * (1u64 << 53) as f64;
                    let (mut seats, mut results) =
                        (vec![EntrantId(one), EntrantId(other)], vec![result(won), result(!won)]);
                    if seat == 1 {
                        seats.reverse();
                        results.reverse();
                    }
                    history.finish(&Pairing { seats, repeat: number }, &results);
                }
            }
        }
    }

    /// Whether equals were ever said to be settled, looked at after every cycle.
    fn watched(
        chances: impl Fn(u32, u32) -> [f64; 2],
        cycles: u32,
        measure: RowComparison,
        rng: &mut Rng,
    ) -> bool {
        let mut history = History::new(Detail::Matches);
        (0..cycles).any(|number| {
            cycle(&mut history, number, &chances, rng);
            let totals = history.totals(4);
            let mut order = ids(4);
            order.sort_by_key(|id| std::cmp::Reverse(totals[id.index()].won));
            let found = settlements(&order, &history, lines(measure));
            assert!(found.len() == 4 && found[3].is_none());
            // 0 is as good as 1, 2 as good as 3: neither order is ever right.
            (0..3).any(|place| {
                let pair = [order[place].0, order[place + 1].0];
                found[place] == Some(RankCertainty::Settled) && pair[0] / 2 == pair[1] / 2
            })
        })
    }

    /// Better ones win 7 of 10 against worse ones; the first seat has an advantage.
    fn fair(one: u32, other: u32) -> [f64; 2] {
        let middle = if one / 2 > other / 2 { 0.3 } else { 0.5 };
        [middle + 0.15, middle - 0.15]
    }

    #[test]
    fn equals_are_falsely_certain_in_less_than_one_contest_of_twenty() {
        for measure in [RowComparison::Points, RowComparison::Ratings] {
            let contests = 200;
            let wrong = (0..contests)
                .filter(|contest| watched(fair, 120, measure, &mut Rng::of_turn(77, *contest)))
                .count();
            assert!(wrong <= contests as usize / 20, "{measure:?}: {wrong} of {contests}");
        }
    }

    #[test]
    fn deterministic_results_are_exact() {
        let mut history = History::new(Detail::Matches);
        for number in 0..2 {
            cycle(&mut history, number, |_, _| [1.0, 0.0], &mut Rng::of_turn(1, 1));
        }
        let known = |history: &History| settlements(&ids(4), history, lines(RowComparison::Points));
        assert!(known(&history).iter().all(|known| *known != Some(RankCertainty::Exact)));
        history.note_repeating(|_| true);
        assert_eq!(known(&history)[..3], [Some(RankCertainty::Exact); 3]);
        assert_eq!(known(&history)[3], None);
        // A pair that has not met twice may still bring something.
        history.note_repeating(|seats| seats != [EntrantId(0), EntrantId(3)]);
        assert!(known(&history).iter().all(|known| *known != Some(RankCertainty::Exact)));
    }

    #[test]
    fn blocks_remove_the_advantage_of_the_first_seat() {
        // The first seat always wins, but 0 wins on both seats against 3.
        let chances = |one: u32, other: u32| match (one, other) {
            (3, 0) => [0.0, 0.0],
            _ => [1.0, 0.0],
        };
        // The same matches told one by one, which is what numbering each on its own does.
        let (mut blocks, mut alone) =
            (History::new(Detail::Matches), History::new(Detail::Matches));
        for number in 0..20 {
            cycle(&mut blocks, number, chances, &mut Rng::of_turn(1, 1));
        }
        for (seats, cell) in blocks.tables() {
            for (repeat, results) in &cell.results {
                let repeat = 2 * repeat + u32::from(seats[0] < seats[1]);
                alone.finish(&Pairing { seats: seats.to_vec(), repeat }, results);
            }
        }
        let first =
            |history: &History| settlements(&ids(2), history, lines(RowComparison::Points))[0];
        let needed = |known| match known {
            Some(RankCertainty::Settled) => 0,
            Some(RankCertainty::About(more)) => more,
            _ => u64::MAX,
        };
        let (blocks, alone) = (needed(first(&blocks)), needed(first(&alone)));
        assert!(blocks < alone, "{blocks} {alone}");
    }
}
