//! What is known of a player's bids: those that were seen, and what they say of the rest.
//!
//! A position is met rarely twice. What was seen in others like it is used with more and more
//! doubt: with about as many points, and with the token on the same square. Where nothing was seen
//! at all, the player is taken for perfect.

use super::solve::{Mix, Outlook, Solution};
use std::collections::BTreeMap;

pub struct OpponentModel<'a> {
    solution: &'a Solution,
    /// Bids by exactly what was seen.
    exact: BTreeMap<Outlook, BTreeMap<u64, u32>>,
    /// Shares of the purse that were bid, by what was seen, from the roughest to the finest.
    rough: [BTreeMap<Outlook, Shares>; 2],
}

/// How often a bid lay in each part of the purse.
type Shares = [u32; PARTS as usize];

const PARTS: u64 = 25;
/// Rougher knowledge counts for this many bids that were seen.
const DOUBT: f64 = 3.0;
/// This many different purses are taken together.
const PURSES: u64 = 6;

impl<'a> OpponentModel<'a> {
    /// Nothing is known yet.
    pub fn new(solution: &'a Solution) -> OpponentModel<'a> {
        OpponentModel { solution, exact: BTreeMap::new(), rough: Default::default() }
    }

    /// One more bid was seen. Without points there is no choice to learn from.
    pub fn see(&mut self, outlook: Outlook, bid: u64) {
        if outlook.own == 0 {
            return;
        }
        *self.exact.entry(outlook).or_default().entry(bid).or_default() += 1;
        let part = ((bid - 1) * PARTS / outlook.own) as usize;
        let keys = self.keys(outlook);
        for (shares, key) in self.rough.iter_mut().zip(keys) {
            shares.entry(key).or_insert([0; PARTS as usize])[part] += 1;
        }
    }

    /// The lottery that a player seems to draw from.
    pub fn mix(&self, outlook: Outlook) -> Mix {
        let mut mix = self.solution.mix(outlook);
        if outlook.own == 0 {
            return mix;
        }
        mix.probabilities.resize(outlook.own as usize, 0.0);
        for (shares, key) in self.rough.iter().zip(self.keys(outlook)) {
            if let Some(shares) = shares.get(&key) {
                learn(&mut mix, &spread(shares, outlook.own));
            }
        }
        if let Some(counts) = self.exact.get(&outlook) {
            let counts: Vec<(u64, f64)> =
                counts.iter().map(|(bid, count)| (*bid, f64::from(*count))).collect();
            learn(&mut mix, &counts);
        }
        mix
    }

    /// What is taken for alike, from the roughest to the finest.
    fn keys(&self, outlook: Outlook) -> [Outlook; 2] {
        let purse = |points: u64| points * PURSES / (self.solution.points() + 1);
        let Outlook { ahead, own, rival } = outlook;
        [
            Outlook { ahead, own: 0, rival: 0 },
            Outlook { ahead, own: purse(own), rival: purse(rival) },
        ]
    }
}

/// Bids of a player with `own` points, evenly spread within each part of the purse.
fn spread(shares: &Shares, own: u64) -> Vec<(u64, f64)> {
    let mut bids = Vec::new();
    for (part, &count) in (0..).zip(shares) {
        if count > 0 {
            // The bids that `see` counts here, or the nearest one.
            let lowest = (part * own).div_ceil(PARTS) + 1;
            let highest = ((part + 1) * own).div_ceil(PARTS).max(lowest).min(own);
            let lowest = lowest.min(highest);
            let each = f64::from(count) / (highest + 1 - lowest) as f64;
            bids.extend((lowest..=highest).map(|bid| (bid, each)));
        }
    }
    bids
}

fn learn(mix: &mut Mix, counts: &[(u64, f64)]) {
    let total: f64 = counts.iter().map(|(_, count)| count).sum();
    for probability in &mut mix.probabilities {
        *probability *= DOUBT / (total + DOUBT);
    }
    for (bid, count) in counts {
        mix.probabilities[(bid - mix.lowest) as usize] += count / (total + DOUBT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Outlook = Outlook { ahead: 0, own: 50, rival: 50 };

    fn likely(model: &OpponentModel<'_>, outlook: Outlook, bid: u64) -> f64 {
        model.mix(outlook).bids().find(|entry| entry.0 == bid).map_or(0.0, |entry| entry.1)
    }

    #[test]
    fn unseen_positions_are_estimated_from_seen_ones() {
        let solution = Solution::of(7, 50).expect("the usual board");
        let mut model = OpponentModel::new(&solution);
        let near = Outlook { own: 48, ..START };
        assert_eq!(
            model.mix(START).bids().collect::<Vec<_>>(),
            solution.mix(START).bids().collect::<Vec<_>>()
        );
        for _ in 0..20 {
            model.see(START, 25);
        }
        let [here, there] = [START, near].map(|outlook| likely(&model, outlook, 25));
        assert!(here > 0.9 && here < 1.0 && there > 0.5 && there < 1.0, "{there}, {here}");
        assert_eq!(likely(&model, Outlook { ahead: 1, ..START }, 25), 0.0);
        assert!((model.mix(near).bids().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn every_part_of_every_purse_holds_a_lawful_bid() {
        for own in 1..=100 {
            for part in 0..PARTS as usize {
                let mut shares = [0; PARTS as usize];
                shares[part] = 1;
                let bids = spread(&shares, own);
                assert!(!bids.is_empty() && bids.iter().all(|(bid, _)| (1..=own).contains(bid)));
            }
            for bid in 1..=own {
                let mut shares = [0; PARTS as usize];
                shares[((bid - 1) * PARTS / own) as usize] = 1;
                assert!(spread(&shares, own).iter().any(|entry| entry.0 == bid), "{bid} of {own}");
            }
        }
    }
}
