//! How many matches it takes to know the order of sixteen, by ways of choosing them.
//!
//! Results are drawn from true strengths; what is believed is what the model of Bradley and Terry
//! says of them, however the matches were chosen. The tests print what they find.

use super::{FormatConfig, Next, Pairing};
use crate::{
    Entrant, EntrantId, History, RankingConfig, SeatResult, Verdict,
    format::testing::entrants,
    statistics::{ELO, Reference, Strengths, bradley_terry::Fit},
};
use certamen_game::Rng;
use serde_json::{Map, json};

const COUNT: usize = 16;
/// What each has more than the one below it, in Elo points, again and again: as differently as in
/// most fields, and all alike.
const UNEVEN: &[f64] = &[50.0, 120.0, 80.0, 200.0, 60.0];
const EVEN: &[f64] = &[100.0];
/// How often the order is looked at.
const LOOK: usize = 100;

/// A way of choosing matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choosing {
    /// Our ladder.
    Ladder,
    /// All against each other, leg after leg.
    RoundRobin,
    Random,
    /// Anybody against the one that is thought to be next above or below.
    Nearest,
}

struct Contest {
    entrants: Vec<Entrant>,
    strengths: Vec<f64>,
    history: History,
    rng: Rng,
    cycle: Vec<[EntrantId; 2]>,
}

impl Contest {
    fn new(gaps: &[f64], seed: u64) -> Contest {
        let mut strengths = vec![0.0];
        for gap in gaps.iter().cycle().take(COUNT - 1) {
            strengths.push(strengths.last().unwrap() - gap / ELO);
        }
        // Who is how strong has nothing to do with the order of entry.
        let mut rng = Rng::of_turn(seed, 0);
        rng.shuffle(&mut strengths);
        let (entrants, cycle) = (entrants(COUNT), Vec::new());
        Contest { entrants, strengths, history: History::default(), rng, cycle }
    }

    fn wave(&mut self, choosing: Choosing) -> Vec<Pairing> {
        match choosing {
            Choosing::Ladder => {
                let config = FormatConfig::read("ladder", json!({})).unwrap();
                let ranking = RankingConfig::read("win-share", Map::new()).unwrap();
                match config.build(ranking.build(), 1).next(&self.entrants, &self.history, 8) {
                    Next::Play(pairings) => pairings,
                    other => panic!("{other:?}"),
                }
            }
            Choosing::RoundRobin => {
                if self.cycle.is_empty() {
                    let pairs = (0..COUNT).flat_map(|one| (0..one).map(move |other| [one, other]));
                    self.cycle = pairs.map(|two| two.map(|at| EntrantId(at as u32))).collect();
                    self.rng.shuffle(&mut self.cycle);
                }
                let pair = self.cycle.pop().unwrap();
                vec![self.pairing(pair)]
            }
            Choosing::Random => {
                let one = self.rng.below(COUNT as u64);
                let other = (one + 1 + self.rng.below(COUNT as u64 - 1)) % COUNT as u64;
                vec![self.pairing([one, other].map(|at| EntrantId(at as u32)))]
            }
            Choosing::Nearest => self.nearest(),
        }
    }

    /// Eight pairs of neighbours by rating, updated as often as the ladder updates its ratings.
    fn nearest(&mut self) -> Vec<Pairing> {
        let believed = Strengths::of_history(&self.history, COUNT);
        let mut order: Vec<usize> = (0..COUNT).collect();
        self.rng.shuffle(&mut order);
        order.sort_by(|one, other| believed.value(*one).total_cmp(&believed.value(*other)));
        (0..8)
            .map(|_| {
                let low = self.rng.below(COUNT as u64 - 1) as usize;
                self.pairing([order[low], order[low + 1]].map(|at| EntrantId(at as u32)))
            })
            .collect()
    }

    fn pairing(&mut self, mut seats: [EntrantId; 2]) -> Pairing {
        self.rng.shuffle(&mut seats);
        let repeat = self.history.cell(&seats).map_or(0, |cell| cell.scheduled.len());
        let pairing = Pairing { seats: seats.to_vec(), repeat };
        self.history.schedule(&pairing);
        pairing
    }

    fn play(&mut self, pairing: &Pairing) {
        let [one, other] = [0, 1].map(|seat| self.strengths[pairing.seats[seat].index()]);
        let chance = 1.0 / (1.0 + (other - one).exp());
        let won = (self.rng.below(1 << 53) as f64) < chance * (1u64 << 53) as f64;
        let result = |won: bool| SeatResult {
            verdict: if won { Verdict::Won } else { Verdict::Lost },
            score: f64::from(u8::from(won)),
            faults: 0,
        };
        assert!(self.history.finish(pairing, &[result(won), result(!won)]), "played twice");
    }

    /// Kendall's tau of what is believed and the truth: 1 is the same order.
    fn tau(&self) -> f64 {
        let ratings = Fit::of_history(&self.history).ratings(Reference::Mean);
        let mut elo = [0.0; COUNT];
        for rating in ratings {
            elo[rating.entrant.index()] = rating.elo;
        }
        let mut concordant = 0.0;
        for one in 0..COUNT {
            for other in 0..one {
                let truth = self.strengths[one] - self.strengths[other];
                concordant += ((elo[one] - elo[other]) * truth).signum();
            }
        }
        concordant / (COUNT * (COUNT - 1) / 2) as f64
    }
}

/// The taus of this many contests after every 100 matches.
fn taus(choosing: Choosing, gaps: &[f64], contests: u64, looks: usize) -> Vec<Vec<f64>> {
    let one = |seed| {
        let mut contest = Contest::new(gaps, seed);
        let (mut taus, mut played, mut left) = (Vec::new(), 0, Vec::new());
        while taus.len() < looks {
            if left.is_empty() {
                left = contest.wave(choosing);
                left.reverse();
            }
            let pairing = left.pop().unwrap();
            contest.play(&pairing);
            played += 1;
            if played % LOOK == 0 {
                taus.push(contest.tau());
            }
        }
        taus
    };
    (0..contests).map(one).collect()
}

/// After how many matches the order is right in 95 of 100 contests, and stays so; infinite if that
/// is not seen.
fn needed(taus: &[Vec<f64>]) -> f64 {
    let looks = taus[0].len();
    let right = |look: usize| {
        let right = taus.iter().filter(|contest| contest[look] > 1.0 - 1e-9).count();
        20 * right >= 19 * taus.len()
    };
    let last_wrong = (0..looks).rev().find(|look| !right(*look));
    let first = last_wrong.map_or(0, |look| look + 1);
    if first < looks { ((first + 1) * LOOK) as f64 } else { f64::INFINITY }
}

/// What it takes, and the mean tau at each look.
fn found(choosing: Choosing, gaps: &[f64], looks: usize) -> (f64, Vec<f64>) {
    let taus = taus(choosing, gaps, 40, looks);
    let mean = |look: usize| taus.iter().map(|one| one[look]).sum::<f64>() / taus.len() as f64;
    let means: Vec<f64> = (0..looks).map(mean).collect();
    let after_matches: Vec<String> = [200, 500, 1000, 2000]
        .iter()
        .filter_map(|matches| Some(format!("{matches}: {:.3}", means.get(matches / LOOK - 1)?)))
        .collect();
    eprintln!(
        "{choosing:?} {gaps:?}: {} matches; tau after {}",
        needed(&taus),
        after_matches.join(", ")
    );
    (needed(&taus), means)
}

const OTHERS: [Choosing; 3] = [Choosing::Nearest, Choosing::RoundRobin, Choosing::Random];

#[test]
fn the_ladder_knows_the_order_after_half_the_matches_of_any_other_way() {
    let (ladder, of_ladder) = found(Choosing::Ladder, UNEVEN, 20);
    assert!(ladder <= 1500.0, "{ladder}");
    for other in OTHERS {
        let (needed, means) = found(other, UNEVEN, 30);
        assert!(ladder <= needed / 2.0, "{other:?}: {needed}, the ladder {ladder}");
        for matches in [200, 500, 1000] {
            let look = matches / LOOK - 1;
            assert!(of_ladder[look] > means[look], "{other:?} after {matches}");
        }
    }
}

#[test]
fn where_all_gaps_are_equal_it_still_needs_the_fewest() {
    let (ladder, of_ladder) = found(Choosing::Ladder, EVEN, 12);
    for other in OTHERS {
        let (needed, means) = found(other, EVEN, 24);
        assert!(ladder < needed, "{other:?}: {needed}, the ladder {ladder}");
        assert!(of_ladder[4] > means[4], "{other:?} after 500");
    }
}
