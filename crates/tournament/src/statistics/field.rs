//! What a field of entrants is made of: which bots are reliable when each beats some others.
//!
//! A table by points depends on who else takes part: a weak entrant entered twice favours the bot
//! that beats it. These measures do not; they look at the crosstable alone.

mod cycles;
mod resampling;

pub use cycles::{Cycle, Level, cycles};
pub use resampling::Resampling;

use crate::{Crosstable, EntrantId};

/// The weight of each entrant in the equilibrium of choosing whom to send: no choice does better
/// than even against this mixture (D. Balduzzi and others, "Re-evaluating evaluation", 2018). Copies
/// of an entrant share its weight and change nothing else.
///
/// Of several equilibria it is the one with the largest entropy, so that equals have equal weights:
/// with a reward for entropy there is one equilibrium only, which is followed while the reward
/// shrinks (S. Cen, Y. Wei and Y. Chi, "Fast policy extragradient methods", 2021). From there
/// optimistic multiplicative weights take away what is left of the reward.
pub fn nash_weights(table: &Crosstable) -> Vec<f64> {
    among_those_who_met(table, equilibrium)
}

/// What `measure` says of those that met any other. The rest are not in the field: taken as even
/// with all they would have a share in it.
fn among_those_who_met(table: &Crosstable, measure: fn(&Crosstable) -> Vec<f64>) -> Vec<f64> {
    let met = table.those_who_met();
    if met.is_empty() || met.len() == table.size() {
        return measure(table);
    }
    let mut shares = vec![0.0; table.size()];
    for (entrant, share) in met.iter().zip(measure(&table.among(&met))) {
        shares[entrant.index()] = share;
    }
    shares
}

fn equilibrium(table: &Crosstable) -> Vec<f64> {
    let size = table.size();
    let gains = gains(table);
    let mut logs = vec![0.0; size];
    for halving in 0..HALVINGS {
        let reward = REWARD * 0.5_f64.powi(halving);
        let kept = 1.0 - STEP * reward;
        // Until a hundredth of what it had to go is left.
        let rounds = (4.6 / (STEP * reward)).ceil() as usize;
        let mut ahead = normalised(&logs);
        for _ in 0..rounds {
            let towards = |weights: &[f64], logs: &[f64]| -> Vec<f64> {
                let gained = gained(&gains, weights);
                logs.iter().zip(gained).map(|(log, gain)| kept * log + STEP * gain).collect()
            };
            ahead = normalised(&towards(&ahead, &logs));
            logs = towards(&ahead, &logs);
        }
    }
    settled_weights(&gains, logs)
}

/// The average of the weights that optimistic multiplicative weights go through from these on.
fn settled_weights(gains: &[f64], mut logs: Vec<f64>) -> Vec<f64> {
    let size = logs.len();
    let mut before = gained(gains, &normalised(&logs));
    let mut average = vec![0.0; size];
    for round in 0..ROUNDS {
        let weights = normalised(&logs);
        if 2 * round >= ROUNDS {
            average.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight);
        }
        let now = gained(gains, &weights);
        for ((log, now), before) in logs.iter_mut().zip(&now).zip(&before) {
            *log += STEP * (2.0 * now - before);
        }
        before = now;
    }
    let sum: f64 = average.iter().sum();
    average.iter().map(|weight| weight / sum).collect()
}

/// What each gains against a mixture.
fn gained(gains: &[f64], weights: &[f64]) -> Vec<f64> {
    let row = |own: &[f64]| own.iter().zip(weights).map(|(gain, weight)| gain * weight).sum();
    gains.chunks(weights.len()).map(row).collect()
}

/// The share of time that a population of imitators spends with each entrant, when now and then
/// one player tries another one and the population takes to it or does not (S. Omidshafiei and
/// others, "Alpha-rank", 2019, one population).
pub fn alpha_rank(table: &Crosstable) -> Vec<f64> {
    among_those_who_met(table, imitated)
}

fn imitated(table: &Crosstable) -> Vec<f64> {
    let size = table.size();
    if size == 1 {
        return vec![1.0];
    }
    let gains = gains(table);
    let mut rates = vec![0.0; size * size];
    for from in 0..size {
        for to in (0..size).filter(|to| *to != from) {
            rates[from * size + to] = taken_over(gains[to * size + from]) / (size - 1) as f64;
        }
    }
    stationary(rates, size)
}

/// Rounds of the search for the equilibrium.
const ROUNDS: usize = 4_000;
/// The reward for entropy at first, and how often it is halved.
const REWARD: f64 = 0.25;
const HALVINGS: i32 = 7;
/// How fast weights follow gains, which lie between -1/2 and 1/2.
const STEP: f64 = 0.5;
/// How strongly the population prefers who does better, and how large it is.
const SELECTION: f64 = 20.0;
const POPULATION: f64 = 50.0;

/// What each gains over an even share against each: 0 where they never met.
fn gains(table: &Crosstable) -> Vec<f64> {
    let all = || (0..table.size() as u32).map(EntrantId);
    let gain = |one, other| table.against(one, other).share().map_or(0.0, |share| share - 0.5);
    all().flat_map(|one| all().map(move |other| gain(one, other))).collect()
}

fn normalised(logs: &[f64]) -> Vec<f64> {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The probability that a population takes to a newcomer that gains this much over those there.
fn taken_over(gain: f64) -> f64 {
    let advantage = SELECTION * gain;
    if advantage.abs() < 1e-9 {
        return 1.0 / POPULATION;
    }
    // Never nothing: else the walk may have no way back, and no single answer.
    let chance = -(-advantage).exp_m1() / -(-POPULATION * advantage).exp_m1();
    if chance.is_finite() { chance.max(1e-200) } else { 1e-200 }
}

/// The stationary distribution of a walk with these rates, by elimination without subtraction
/// (Grassmann, Taksar and Heyman, 1985).
fn stationary(mut rates: Vec<f64>, size: usize) -> Vec<f64> {
    for state in (1..size).rev() {
        let leaving: f64 = rates[state * size..state * size + state].iter().sum();
        for from in 0..state {
            rates[from * size + state] /= leaving;
            let share = rates[from * size + state];
            for to in 0..state {
                rates[from * size + to] += share * rates[state * size + to];
            }
        }
    }
    let mut weights = vec![1.0; size];
    for state in 1..size {
        weights[state] = (0..state).map(|from| weights[from] * rates[from * size + state]).sum();
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which each line says how often, of 100 matches, the row beats the column.
    fn table(lines: &[&[u32]]) -> Crosstable {
        let mut table = Crosstable::new(lines.len());
        for (row, line) in (0..).map(EntrantId).zip(lines) {
            for (column, won) in (0..).map(EntrantId).zip(*line).skip(row.index() + 1) {
                for number in 0..100 {
                    let won = f64::from(u8::from(number < *won));
                    table.add_match(&[row, column], &[won, 1.0 - won]);
                }
            }
        }
        table
    }

    fn check(found: &[f64], expected: &[f64]) {
        let near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.02);
        assert!(near && found.len() == expected.len(), "{found:?} instead of {expected:?}");
    }

    /// Stone beats scissors beat paper beats stone.
    fn rock_paper_scissors() -> Crosstable {
        table(&[&[0, 90, 10], &[0, 0, 90], &[0, 0, 0]])
    }

    #[test]
    fn in_a_cycle_all_are_equal() {
        let third = [1.0 / 3.0; 3];
        check(&nash_weights(&rock_paper_scissors()), &third);
        check(&alpha_rank(&rock_paper_scissors()), &third);
        assert_eq!(
            cycles(&rock_paper_scissors(), |_, _| false)[0].members,
            [0, 1, 2].map(EntrantId)
        );
    }

    #[test]
    fn an_entrant_that_beats_all_others_has_all_the_weight() {
        let ladder = table(&[&[0, 60, 80], &[0, 0, 70], &[0, 0, 0]]);
        check(&nash_weights(&ladder), &[1.0, 0.0, 0.0]);
        check(&alpha_rank(&ladder), &[1.0, 0.0, 0.0]);
        assert!(cycles(&ladder, |_, _| false).is_empty());
    }

    #[test]
    fn copies_share_a_weight_and_change_nothing_else() {
        // The third and the fourth are the same bot.
        let copied = table(&[&[0, 90, 10, 10], &[0, 0, 90, 90], &[0, 0, 0, 50], &[0; 4]]);
        check(&nash_weights(&copied), &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]);
    }

    #[test]
    fn no_entrant_does_better_than_even_against_the_weights() {
        let uneven = table(&[&[0, 70, 20, 55], &[0, 0, 95, 40], &[0, 0, 0, 65], &[0; 4]]);
        let (weights, gains) = (nash_weights(&uneven), gains(&uneven));
        for row in gains.chunks(4) {
            let gain: f64 = row.iter().zip(&weights).map(|(gain, weight)| gain * weight).sum();
            assert!(gain < 1e-3, "{gain} against {weights:?}");
        }
    }

    #[test]
    fn of_several_equilibria_equals_have_equal_weights() {
        // Three equals, who beat a weak one by more or less.
        let over = table(&[&[0, 50, 50, 95], &[0, 0, 50, 80], &[0, 0, 0, 65], &[0; 4]]);
        check(&nash_weights(&over), &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
        // And the other way round: entry has nothing to do with it.
        let turned = table(&[&[0, 35, 20, 5], &[0, 0, 50, 50], &[0, 0, 0, 50], &[0; 4]]);
        check(&nash_weights(&turned), &[0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn entrants_without_matches_are_not_in_the_field() {
        let mut with = Crosstable::new(4);
        for (one, other) in [(0, 1), (1, 3), (3, 0)] {
            with.add_match(&[EntrantId(one), EntrantId(other)], &[1.0, 0.0]);
        }
        let third = 1.0 / 3.0;
        check(&nash_weights(&with), &[third, third, 0.0, third]);
        check(&alpha_rank(&with), &[third, third, 0.0, third]);
    }

    #[test]
    fn who_never_met_is_even() {
        check(&nash_weights(&Crosstable::new(2)), &[0.5, 0.5]);
        check(&alpha_rank(&Crosstable::new(2)), &[0.5, 0.5]);
        check(&alpha_rank(&Crosstable::new(1)), &[1.0]);
    }
}
