//! Ladders whose results are drawn from true strengths.

use certamen_game::Rng;
use certamen_tournament::{
    Entrant, EntrantId, FormatConfig, History, Next, Pairing, RankingConfig, SeatResult, Status,
    Verdict,
};
use serde_json::{Map, json};

pub(crate) const ELO: f64 = certamen_tournament::statistics::ELO;
/// How many pairings are asked for at a time.
const WAVE: usize = 8;
/// How many contests say after how many matches the order is known, and how often that is looked at.
const CONTESTS: u64 = 40;
const LOOK: usize = 100;
const MOST: usize = 4000;

/// A way of choosing matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choosing {
    /// Our ladder.
    Ladder,
    /// The same, but that one match of three is drawn without a look at results.
    AThirdUnseen,
}

/// Who is how strong, in log-odds from the mean, by order of entry.
pub(crate) struct Truth {
    pub(crate) strengths: Vec<f64>,
}

impl Truth {
    pub(crate) fn of(gaps: &[f64], seed: u64) -> Truth {
        let mut strengths = vec![0.0];
        for gap in gaps {
            strengths.push(strengths.last().copied().unwrap_or_default() - gap / ELO);
        }
        let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
        for strength in &mut strengths {
            *strength -= mean;
        }
        Rng::of_turn(seed, 0).shuffle(&mut strengths);
        Truth { strengths }
    }

    /// All entrants, the strongest first.
    pub(crate) fn order(&self) -> Vec<usize> {
        order(&self.strengths)
    }
}

pub(crate) fn order(strengths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|one, other| strengths[*other].total_cmp(&strengths[*one]));
    order
}

/// How a contest is held.
#[derive(Clone, Copy)]
pub(crate) struct Held {
    pub(crate) matches: usize,
    pub(crate) choosing: Choosing,
    pub(crate) seed: u64,
}

/// All matches of a contest.
pub(crate) fn played(truth: &Truth, held: Held) -> History {
    let Held { matches, choosing, seed } = held;
    let mut history = History::default();
    let mut rng = Rng::of_turn(seed, 1);
    let mut count = 0;
    play_on(truth, &mut history, &mut rng, (choosing, matches), &mut count);
    history
}

/// Plays until this many matches are played.
fn play_on(
    truth: &Truth,
    history: &mut History,
    rng: &mut Rng,
    (choosing, matches): (Choosing, usize),
    count: &mut usize,
) {
    let size = truth.strengths.len();
    let entrant = |index: usize| Entrant {
        name: format!("e{index}"),
        language: "c".to_owned(),
        status: Status::Active,
    };
    let entrants: Vec<Entrant> = (0..size).map(entrant).collect();
    let (Ok(config), Ok(ranking)) =
        (FormatConfig::read("ladder", json!({})), RankingConfig::read("win-share", Map::new()))
    else {
        return;
    };
    let ladder = config.build(ranking.build(), 1);
    while *count < matches {
        let Next::Play(pairings) = ladder.next(&entrants, history, WAVE) else { return };
        for pairing in pairings {
            let unseen = choosing == Choosing::AThirdUnseen && rng.below(3) == 0;
            let seats = if unseen { any_two(size, rng) } else { pairing.seats };
            let repeat = history.cell(&seats).map_or(0, |cell| cell.scheduled.len());
            let pairing = Pairing { seats, repeat };
            history.schedule(&pairing);
            finish(truth, history, rng, &pairing);
            *count += 1;
        }
    }
}

fn any_two(size: usize, rng: &mut Rng) -> Vec<EntrantId> {
    let one = rng.below(size as u64);
    let other = (one + 1 + rng.below(size as u64 - 1)) % size as u64;
    vec![EntrantId(one as u32), EntrantId(other as u32)]
}

fn finish(truth: &Truth, history: &mut History, rng: &mut Rng, pairing: &Pairing) {
    let strength = |seat: usize| truth.strengths[pairing.seats[seat].index()];
    let chance = 1.0 / (1.0 + (strength(1) - strength(0)).exp());
    let won = (rng.below(1 << 53) as f64) < chance * (1u64 << 53) as f64;
    let result = |won: bool| SeatResult {
        verdict: if won { Verdict::Won } else { Verdict::Lost },
        score: f64::from(u8::from(won)),
        faults: 0,
    };
    history.finish(pairing, &[result(won), result(!won)]);
}

/// After how many matches sixteen with these gaps, again and again, are in order in 95 of 100
/// contests and stay so.
pub(crate) fn needed(gaps: &[f64], choosing: Choosing) -> usize {
    let gaps: Vec<f64> = gaps.iter().copied().cycle().take(15).collect();
    let mut right = vec![0; MOST / LOOK];
    for seed in 1..=CONTESTS {
        let truth = Truth::of(&gaps, seed);
        let (mut history, mut rng) = (History::default(), Rng::of_turn(seed, 1));
        let mut count = 0;
        for (look, right) in right.iter_mut().enumerate() {
            let matches = (look + 1) * LOOK;
            play_on(&truth, &mut history, &mut rng, (choosing, matches), &mut count);
            let found = super::estimate::plain(&history, truth.strengths.len());
            *right += u64::from(order(&found) == truth.order());
        }
    }
    let last_wrong = right.iter().rposition(|right| 20 * right < 19 * CONTESTS);
    last_wrong.map_or(LOOK, |look| (look + 2) * LOOK)
}
