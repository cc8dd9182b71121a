//! Whether the results of each worker agree with those of the others that play the same matches.
//!
//! Matches of one cell are alike but for chance, so a worker that plays some of them has a fair
//! share of its wins, draws and losses: how many of each is hypergeometric, given all results of
//! the cell (N. Mantel and W. Haenszel, 1959). The worker that differs most is looked at first, and
//! its matches are left out before the next one is judged: a wrong one spoils the shares of all
//! others. Between two that differ it is unknown which one it is, so a cell counts only where three
//! or more play.

use super::normal::above;
use std::collections::{BTreeMap, BTreeSet};

/// What is expected so rarely is counted with something else.
const FEWEST: f64 = 5.0;
/// This many workers must play matches of a cell.
const MOST_ALONE: usize = 2;
/// A worker that differs by this many deviations differs for sure.
const DEVIATIONS: f64 = 7.0;
/// And so does a worker that would differ this much by chance more rarely than this, however often
/// one looks: farms play for years, and no honest worker may be found.
const RARE: f64 = 1e-6;
/// What is rarer than this is worth telling.
const TOLD: f64 = 0.01;

/// How a match ended for the first who sat in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstSeatResult {
    Won,
    Drawn,
    Lost,
}

/// All endings by who played the matches, and which.
#[derive(Clone, Debug)]
pub struct Residuals<W, C> {
    cells: BTreeMap<C, BTreeMap<W, [u32; 3]>>,
    looks: u32,
}

/// A worker whose results differ from those of the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Residual<W> {
    pub who: W,
    /// By how many deviations its points differ.
    pub deviations: f64,
    /// The probability that a worker differs this much by chance.
    pub chance: f64,
    /// Whether it is none, however often one looks.
    pub is_sure: bool,
}

/// Counts and their variances, as they add up over cells.
#[derive(Clone, Copy, Default)]
struct Differences {
    /// Wins, draws and losses as they are to be expected.
    expected: [f64; 3],
    /// How many more wins and draws there are.
    more: [f64; 2],
    /// Their variances, and how they vary together.
    variances: [f64; 3],
}

impl<W, C> Default for Residuals<W, C> {
    fn default() -> Residuals<W, C> {
        Residuals { cells: BTreeMap::new(), looks: 0 }
    }
}

impl<W: Ord + Clone, C: Ord> Residuals<W, C> {
    /// Counts a match of `cell` that `who` played.
    pub fn add(&mut self, who: &W, cell: C, ending: FirstSeatResult) {
        let cell = self.cells.entry(cell).or_default();
        if let Some(counts) = cell.get_mut(who) {
            counts[ending as usize] += 1;
        } else {
            cell.entry(who.clone()).or_default()[ending as usize] += 1;
        }
    }

    /// Counts a look made elsewhere: what was seen there is known here.
    pub fn note_look(&mut self) {
        self.looks += 1;
    }

    /// The workers with different results, the most different first. Each look makes it more
    /// probable to find one by chance, and is counted.
    pub fn look(&mut self) -> Vec<Residual<W>> {
        self.looks += 1;
        let mut found = Vec::new();
        let mut without = BTreeSet::new();
        loop {
            let all = self.differences(&without);
            let who = all.len() as f64;
            let judged = all.iter().filter_map(|(who, own)| Some((who, own.judged()?)));
            let Some((own, (deviations, chance))) =
                judged.min_by(|(_, one), (_, other)| one.1.total_cmp(&other.1))
            else {
                return found;
            };
            let chance = (chance * who).min(1.0);
            if chance >= TOLD {
                return found;
            }
            let is_sure =
                deviations.abs() > DEVIATIONS || chance * f64::from(self.looks).powi(2) < RARE;
            let who = (*own).clone();
            without.insert(who.clone());
            found.push(Residual { who, deviations, chance, is_sure });
        }
    }

    /// By how many deviations the points of each differ, where enough is known.
    pub fn deviations(&self) -> Vec<(W, f64)> {
        let all = self.differences(&BTreeSet::new());
        let judged = all.into_iter().filter_map(|(who, own)| Some((who.clone(), own.judged()?.0)));
        judged.collect()
    }

    fn differences(&self, without: &BTreeSet<W>) -> BTreeMap<&W, Differences> {
        let mut all: BTreeMap<&W, Differences> = BTreeMap::new();
        for cell in self.cells.values() {
            let own = || cell.iter().filter(|(who, _)| !without.contains(who));
            if own().count() <= MOST_ALONE {
                continue;
            }
            let mut sums = [0.0; 3];
            for (_, counts) in own() {
                sums.iter_mut().zip(counts).for_each(|(sum, own)| *sum += f64::from(*own));
            }
            for (who, counts) in own() {
                all.entry(who).or_default().add(counts.map(f64::from), sums);
            }
        }
        all
    }
}

impl Differences {
    /// Adds a cell: a worker's part of it, and the total.
    fn add(&mut self, own: [f64; 3], sums: [f64; 3]) {
        let (played, all): (f64, f64) = (own.iter().sum(), sums.iter().sum());
        let shares = sums.map(|sum| sum / all);
        for (expected, share) in self.expected.iter_mut().zip(shares) {
            *expected += played * share;
        }
        for (more, (own, share)) in self.more.iter_mut().zip(own.into_iter().zip(shares)) {
            *more += own - played * share;
        }
        let spread = played * (all - played) / (all - 1.0).max(1.0);
        self.variances[0] += spread * shares[0] * (1.0 - shares[0]);
        self.variances[1] += spread * shares[1] * (1.0 - shares[1]);
        self.variances[2] -= spread * shares[0] * shares[1];
    }

    /// By how many deviations the points differ, and how probable what differs is; nothing where too
    /// little is expected to say so.
    fn judged(&self) -> Option<(f64, f64)> {
        let [wins, draws, both] = self.variances;
        let points = wins + draws / 4.0 + both;
        let [won, drawn, lost] = self.expected.map(|expected| expected > FEWEST);
        let two = if won && self.expected[1] + self.expected[2] > FEWEST {
            Some((self.more[0], wins))
        } else if lost && self.expected[0] + self.expected[1] > FEWEST {
            Some((self.more[0] + self.more[1], wins + draws + 2.0 * both))
        } else {
            None
        };
        let (more, variance) = two.filter(|(_, variance)| *variance > 0.0)?;
        let mut chance = 2.0 * above((more * more / variance).sqrt());
        let determinant = wins * draws - both * both;
        if won && drawn && lost && determinant > 0.0 {
            let [x, y] = self.more;
            let square = (x * x * draws - 2.0 * x * y * both + y * y * wins) / determinant;
            chance = (-square / 2.0).exp();
        }
        let deviations =
            if points > 0.0 { (self.more[0] + self.more[1] / 2.0) / points.sqrt() } else { 0.0 };
        Some((deviations, chance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    /// This many play matches of three cells, of which `rogue` has other results.
    fn played(rng: &mut Rng, who: u64, matches: u32, rogue: Option<u64>) -> Residuals<u64, u64> {
        let mut residuals = Residuals::default();
        for at in 0..matches {
            let (own, cell) = (rng.below(who), u64::from(at % 3));
            let lot = rng.below(100);
            let ending = match if rogue == Some(own) { rng.below(100) } else { lot } {
                lot if lot < 20 + 25 * cell => FirstSeatResult::Won,
                lot if lot < 30 + 25 * cell => FirstSeatResult::Drawn,
                _ => FirstSeatResult::Lost,
            };
            let ending = if rogue == Some(own) { FirstSeatResult::Lost } else { ending };
            residuals.add(&own, cell, ending);
        }
        residuals
    }

    #[test]
    fn only_workers_with_invented_results_are_found() {
        let rng = &mut Rng::of_turn(1, 1);
        for rogue in 0..20 {
            // Some three hundred matches each.
            let found = played(rng, 20, 6000, Some(rogue)).look();
            assert_eq!(found.first().map(|one| (one.who, one.is_sure)), Some((rogue, true)));
            assert!(found.iter().skip(1).all(|other| !other.is_sure), "{found:?}");
            assert!(found[0].deviations < -DEVIATIONS, "{found:?}");
            let all = played(rng, 20, 6000, Some(rogue)).deviations();
            assert_eq!(all.len(), 20);
            let strangest = all.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
            assert_eq!(strangest.map(|(who, _)| who), Some(rogue));
        }
    }

    #[test]
    fn honest_workers_are_rarely_reported_and_never_certain() {
        let rng = &mut Rng::of_turn(2, 1);
        let mut with_findings = 0;
        for _ in 0..200 {
            let mut residuals = played(rng, 12, 2000, None);
            for _ in 0..5 {
                let found = residuals.look();
                assert!(found.iter().all(|one| !one.is_sure), "{found:?}");
                with_findings += usize::from(!found.is_empty());
            }
        }
        assert!(with_findings <= 40, "{with_findings} of 1000 looks");
    }

    #[test]
    fn two_workers_or_few_matches_are_not_judged() {
        let mut residuals = Residuals::default();
        for _ in 0..1000 {
            residuals.add(&1, 0, FirstSeatResult::Won);
            residuals.add(&2, 0, FirstSeatResult::Lost);
        }
        assert_eq!(residuals.look(), []);
        for who in 1..=4 {
            for _ in 0..5 {
                residuals.add(
                    &who,
                    1,
                    if who == 1 { FirstSeatResult::Won } else { FirstSeatResult::Lost },
                );
            }
        }
        assert_eq!(residuals.look(), [], "five are few");
        assert_eq!(Residuals::<u8, u8>::default().look(), []);
    }

    #[test]
    fn a_worker_that_never_draws_is_found() {
        let mut residuals = Residuals::default();
        for at in 0..3000 {
            let who = at % 3;
            let ending = match (who, at / 3 % 4) {
                (0, 0 | 1) | (_, 0) => FirstSeatResult::Won,
                (0, _) | (_, 1) => FirstSeatResult::Lost,
                _ => FirstSeatResult::Drawn,
            };
            residuals.add(&who, 0, ending);
        }
        let found = residuals.look();
        assert_eq!(found.first().map(|one| (one.who, one.is_sure)), Some((0, true)));
        assert!(found[0].deviations.abs() < 1.0, "the points are as expected: {found:?}");
    }
}
