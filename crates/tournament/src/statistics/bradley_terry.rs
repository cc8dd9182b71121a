//! Strengths of entrants that meet in twos: the model of Bradley and Terry with draws as Davidson
//! has them and an advantage of the first seat, fitted all at once.
//!
//! With the log-strengths a and b of the first and the second seat, the advantage g and the
//! inclination to draw d, a win, a draw and a loss have odds
//! `exp(a + g) : exp(d + (a + g + b) / 2) : exp(b)`
//! (R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties", JASA 65, 1970).
//! The logarithm of the likelihood is concave, so that Newton's method finds the one maximum
//! whatever the order of the results. A weak normal prior keeps entrants finite who only won or
//! only lost, and those whom no chain of matches connects.

#[cfg(test)]
mod tests;

use super::{
    ELO, Rating, Reference,
    fitted::{Fitted, Slope},
};
use crate::{EntrantId, History, Verdict};
use std::collections::BTreeMap;

/// What two entrants did in one order of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encounters {
    /// Matches the first seat won.
    pub won: u64,
    pub drawn: u64,
    /// Matches the second seat won.
    pub lost: u64,
}

#[derive(Clone, Debug)]
pub struct Fit {
    /// The log-strengths, then the advantage, then the inclination to draw.
    fitted: Fitted,
}

impl Fit {
    /// Fits the strengths of all who met in twos in `history`. Matches that both lost (both failed
    /// to act) and tables of more seats carry no information here.
    pub fn of_history(history: &History) -> Fit {
        let cells = history.cells().filter_map(|(seats, cell)| {
            let &[first, second] = seats else { return None };
            let [own, other] = cell.tallies[..] else { return None };
            let met = Encounters { won: own.won, drawn: own.drawn, lost: other.won };
            Some(((first, second), met))
        });
        Fit::new(cells)
    }

    /// Fits the strengths of all who are named in `encounters`, by first and second seat. Entrants
    /// who meet themselves are left out.
    pub fn new(encounters: impl IntoIterator<Item = ((EntrantId, EntrantId), Encounters)>) -> Fit {
        let mut cells: BTreeMap<(EntrantId, EntrantId), Encounters> = BTreeMap::new();
        for ((first, second), met) in encounters {
            if first != second && met != Encounters::default() {
                let cell = cells.entry((first, second)).or_default();
                cell.won += met.won;
                cell.drawn += met.drawn;
                cell.lost += met.lost;
            }
        }
        let mut entrants: Vec<EntrantId> = cells.keys().flat_map(|(a, b)| [*a, *b]).collect();
        entrants.sort_unstable();
        entrants.dedup();
        let place = |who| entrants.binary_search(who).expect("all who met are listed");
        let cells: Vec<Cell> = cells
            .iter()
            .map(|((first, second), met)| Cell {
                first: place(first),
                second: place(second),
                counts: [met.won, met.drawn, met.lost].map(|count| count as f64),
            })
            .collect();
        let count = entrants.len();
        let fitted = Fitted::maximum(entrants, 2, |parameters| slope(parameters, count, &cells));
        Fit { fitted }
    }

    /// All ratings, in the order of entry. Entrants without opponents have none; an anchor without
    /// opponents is no anchor: then there is no rating at all.
    pub fn ratings(&self, reference: Reference) -> Vec<Rating> {
        self.fitted.ratings(reference)
    }

    /// How probable it is that each is the strongest, as far as the matches show; none where too
    /// many are rated to find out.
    pub fn firsts(&self) -> Option<Vec<(EntrantId, f64)>> {
        self.fitted.firsts()
    }

    /// How much stronger `one` is than `other`, in Elo points, and the standard error of that; none
    /// if either has met no opponent.
    pub fn difference(&self, one: EntrantId, other: EntrantId) -> Option<(f64, f64)> {
        self.fitted.difference(one, other)
    }

    /// What the first seat is worth in Elo points, and the standard error of that.
    pub fn advantage(&self) -> (f64, f64) {
        let Fitted { entrants, parameters, covariance } = &self.fitted;
        let place = entrants.len();
        let variance = covariance[place * parameters.len() + place];
        (ELO * parameters[place], ELO * variance.sqrt())
    }

    /// The probabilities of a win, a draw and a loss of the first seat; none if either has met no
    /// opponent.
    pub fn forecast(&self, first: EntrantId, second: EntrantId) -> Option<[f64; 3]> {
        let (first, second) = (self.fitted.place(first)?, self.fitted.place(second)?);
        Some(probabilities(&self.fitted.parameters, first, second))
    }
}

/// What two entrants did, by their places in the list of parameters.
struct Cell {
    first: usize,
    second: usize,
    counts: [f64; 3],
}

/// The gradient of the log-posterior, and its information: the negative second derivatives.
fn slope(parameters: &[f64], entrants: usize, cells: &[Cell]) -> Slope {
    let size = parameters.len();
    let mut slope = Slope::of_priors(parameters, entrants);
    let Slope { gradient, information } = &mut slope;
    for cell in cells {
        let [won, drawn, lost] = cell.counts;
        let played = won + drawn + lost;
        let [win, draw, _] = probabilities(parameters, cell.first, cell.second);
        // Two directions: the difference of strengths, and the inclination to draw. Each outcome
        // moves the first by 1, 1/2 or 0, the second by 0, 1 or 0.
        let score = win + draw / 2.0;
        let by_strength = won + drawn / 2.0 - played * score;
        let by_draw = drawn - played * draw;
        let strength = played * (win + draw / 4.0 - score * score);
        let mixed = played * (draw / 2.0 - score * draw);
        let drawing = played * (draw - draw * draw);
        let places = [cell.first, cell.second, entrants];
        // A draw needs half of both strengths: (a + g + b) / 2 is (a + g - b) / 2 above b.
        let signs = [1.0, -1.0, 1.0];
        for (row, sign) in places.into_iter().zip(signs) {
            gradient[row] += sign * by_strength;
            information[(entrants + 1) * size + row] += sign * mixed;
            for (column, other) in places.into_iter().zip(signs) {
                information[row * size + column] += sign * other * strength;
            }
        }
        gradient[entrants + 1] += by_draw;
        information[(entrants + 1) * size + entrants + 1] += drawing;
    }
    slope
}

fn probabilities(parameters: &[f64], first: usize, second: usize) -> [f64; 3] {
    let [.., advantage, inclination] = parameters else { unreachable!("there are at least two") };
    let ahead = parameters[first] + advantage - parameters[second];
    let odds = [ahead, inclination + ahead / 2.0, 0.0];
    let highest = odds.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = odds.map(|odd| (odd - highest).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

// Errors of fitted strengths that assume independent blocks, not independent matches.
//
// The two matches of a block have one start, and what it gives one side it gives the other when they
// change seats. With the information I that the model has and the variance V of what the blocks
// show, the covariance is `1/I V 1/I` (P. Huber, "The behavior of maximum likelihood estimates
// under nonstandard conditions", 1967): the strengths stay what they are.

/// How the blocks of all pairs came out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockCounts(BTreeMap<[EntrantId; 2], BTreeMap<BlockResults, u64>>);

/// What the first seat got where the lower entrant sat first, and where the higher one did.
type BlockResults = [Option<Verdict>; 2];

/// There must be this many blocks for each parameter: the variance of few is worth nothing.
const BLOCKS_A_PARAMETER: usize = 3;

impl BlockCounts {
    /// Those of matches of two, each told as who sat where, the number of the match, and what the
    /// first seat got. Matches alone in their block are blocks, too.
    pub fn new(matches: impl IntoIterator<Item = ([EntrantId; 2], u32, Verdict)>) -> BlockCounts {
        let mut blocks: BTreeMap<([EntrantId; 2], u32), BlockResults> = BTreeMap::new();
        for ([first, second], number, verdict) in matches {
            let pair = [first.min(second), first.max(second)];
            blocks.entry((pair, number)).or_default()[usize::from(first > second)] = Some(verdict);
        }
        let mut counts = BlockCounts::default();
        for ((pair, _), results) in blocks {
            *counts.0.entry(pair).or_default().entry(results).or_default() += 1;
        }
        counts
    }

    /// Those of the single matches that `history` keeps.
    pub fn of_history(history: &History) -> BlockCounts {
        let matches = history.tables().filter_map(|(seats, cell)| {
            let &[first, second] = seats else { return None };
            Some(cell.results.iter().filter_map(move |(number, results)| {
                // A match that both lost carries no information.
                let won = results.iter().any(|result| result.verdict != Verdict::Lost);
                won.then(|| ([first, second], *number, results[0].verdict))
            }))
        });
        BlockCounts::new(matches.flatten())
    }

    fn len(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).sum()
    }

    fn has_whole_ones(&self) -> bool {
        self.0.values().flat_map(BTreeMap::keys).any(|results| results.iter().all(Option::is_some))
    }
}

impl Fit {
    /// The same strengths with errors by blocks, where there are enough of them and they have both
    /// orders of seats.
    #[must_use]
    pub fn with_blocks(self, blocks: &BlockCounts) -> Fit {
        let size = self.fitted.parameters.len();
        let count = blocks.len() as usize;
        if !blocks.has_whole_ones() || count < BLOCKS_A_PARAMETER * size {
            return self;
        }
        let Fitted { entrants, parameters, covariance } = self.fitted;
        // The variance of the prior is as it states.
        let Slope { mut information, .. } = Slope::of_priors(&parameters, entrants.len());
        // Parameters fit what they are fitted to: residuals are too small by this much.
        let correction = count as f64 / (count - size) as f64;
        for (pair, results) in &blocks.0 {
            let [Ok(low), Ok(high)] = pair.map(|id| entrants.binary_search(&id)) else { continue };
            for (results, times) in results {
                let scores = scores(&parameters, low, high, *results);
                for (row, one) in scores {
                    for (column, other) in scores {
                        information[row * size + column] +=
                            correction * *times as f64 * one * other;
                    }
                }
            }
        }
        let covariance = Fitted::around(&covariance, &information, size);
        Fit { fitted: Fitted { entrants, parameters, covariance } }
    }
}

/// The score of a block: the slope of its likelihood, by parameter.
fn scores(parameters: &[f64], low: usize, high: usize, results: BlockResults) -> [(usize, f64); 4] {
    let (advantage, inclination) = (parameters.len() - 2, parameters.len() - 1);
    let [mut of_low, mut of_first, mut of_draws] = [0.0; 3];
    for (turned, verdict) in results.iter().enumerate() {
        let Some(verdict) = verdict else { continue };
        let [first, second, sign] = if turned == 0 { [low, high, 1] } else { [high, low, 0] };
        let [win, draw, _] = probabilities(parameters, first, second);
        let got = match verdict {
            Verdict::Won => 1.0,
            Verdict::Drawn => 0.5,
            Verdict::Lost => 0.0,
        };
        let ahead = got - win - draw / 2.0;
        of_low += if sign == 1 { ahead } else { -ahead };
        of_first += ahead;
        of_draws += f64::from(u8::from(*verdict == Verdict::Drawn)) - draw;
    }
    [(low, of_low), (high, -of_low), (advantage, of_first), (inclination, of_draws)]
}
