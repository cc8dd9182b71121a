//! Fits whose answer is known: by formula, by simulation, by symmetry.

use super::*;
use crate::{
    Pairing, SeatResult, Verdict,
    statistics::{ELO, Reference},
};
use certamen_game::Rng;
use proptest::prelude::*;

const A: EntrantId = EntrantId(0);
const B: EntrantId = EntrantId(1);

fn met(won: u64, drawn: u64, lost: u64) -> Encounters {
    Encounters { won, drawn, lost }
}

/// This many entrants 40 Elo points apart, all twice against each other, `times` over; the first
/// seat is worth 30 points and a fifth of equal matches are drawn.
fn simulated(entrants: u32, times: u64, rng: &mut Rng) -> Fit {
    let strength = |entrant: u32| f64::from(entrant) * 40.0 / ELO;
    let mut parameters: Vec<f64> = (0..entrants).map(strength).collect();
    parameters.extend([30.0 / ELO, (0.5f64).ln()]);
    let mut cells = Vec::new();
    for first in 0..entrants {
        for second in (0..entrants).filter(|second| *second != first) {
            let [win, draw, _] = probabilities(&parameters, first as usize, second as usize);
            let mut cell = Encounters::default();
            for _ in 0..times {
                let drawn = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
                match drawn {
                    lot if lot < win => cell.won += 1,
                    lot if lot < win + draw => cell.drawn += 1,
                    _ => cell.lost += 1,
                }
            }
            cells.push(((EntrantId(first), EntrantId(second)), cell));
        }
    }
    Fit::new(cells)
}

#[test]
fn two_who_meet_often_are_as_far_apart_as_their_results() {
    // 3 : 1 in odds without draws and on equal seats, often enough that the prior does not matter.
    let fit = Fit::new([((A, B), met(7500, 0, 2500)), ((B, A), met(2500, 0, 7500))]);
    let (elo, error) = fit.difference(A, B).unwrap();
    assert!((elo - ELO * 3.0f64.ln()).abs() < 0.1, "{elo}");
    // The information of n matches of probability p is n p (1 - p).
    assert!((error - ELO / (20000.0f64 * 0.75 * 0.25).sqrt()).abs() < 0.05, "{error}");
    let (advantage, _) = fit.advantage();
    assert!(advantage.abs() < 1e-6, "{advantage}");
}

#[test]
fn the_first_seat_has_its_own_share() {
    let fit = Fit::new([((A, B), met(600, 200, 200)), ((B, A), met(600, 200, 200))]);
    let (elo, _) = fit.difference(A, B).unwrap();
    let (advantage, error) = fit.advantage();
    assert!(elo.abs() < 1e-6 && (advantage - ELO * 3.0f64.ln()).abs() < 1.0, "{elo} {advantage}");
    assert!(advantage > 10.0 * error);
    let [win, draw, loss] = fit.forecast(A, B).unwrap();
    assert!((win - 0.6).abs() < 0.01 && (draw - 0.2).abs() < 0.01 && (loss - 0.2).abs() < 0.01);
}

#[test]
fn who_only_won_stays_finite_and_is_uncertain() {
    let fit = Fit::new([((A, B), met(3, 0, 0))]);
    let ratings = fit.ratings(Reference::Mean);
    assert!(ratings[0].elo > 0.0 && ratings[0].elo.is_finite());
    assert!(ratings[0].interval().contains(0.0), "{:?}", ratings[0]);
    assert_eq!(ratings[0].elo, -ratings[1].elo);
}

#[test]
fn an_anchor_has_nothing_and_is_certain() {
    let fit = Fit::new([((A, B), met(30, 5, 10))]);
    let ratings = fit.ratings(Reference::Anchor(B));
    assert_eq!((ratings[1].elo, ratings[1].error), (0.0, 0.0));
    assert_eq!(fit.difference(A, B).unwrap().0, ratings[0].elo);
    assert!(fit.ratings(Reference::Anchor(EntrantId(7))).is_empty());
    assert!(Fit::new([]).ratings(Reference::Mean).is_empty());
}

#[test]
fn matches_that_both_lost_carry_no_information() {
    let lost = SeatResult { verdict: Verdict::Lost, score: 0.0, faults: 1 };
    let mut history = History::default();
    history.finish(&Pairing { seats: vec![A, B], repeat: 0 }, &[lost, lost]);
    assert!(Fit::of_history(&history).ratings(Reference::Mean).is_empty());
}

/// How many of the 95 % intervals hold the truth, in 200 contests of eight with 560 matches each.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let (mut held, mut all) = (0, 0);
    for contest in 0..200 {
        let fit = simulated(8, 10, &mut Rng::of_turn(20, contest));
        for rating in fit.ratings(Reference::Mean) {
            let truth = (f64::from(rating.entrant.0) - 3.5) * 40.0;
            held += u32::from(rating.interval().contains(truth));
            all += 1;
        }
    }
    let share = f64::from(held) / f64::from(all);
    assert!((0.92..=0.97).contains(&share), "{share}");
}

#[test]
fn more_matches_bring_the_true_order() {
    let fit = simulated(16, 60, &mut Rng::of_turn(5, 0));
    let mut ratings = fit.ratings(Reference::Mean);
    ratings.sort_by(|one, other| one.elo.total_cmp(&other.elo));
    let order: Vec<u32> = ratings.iter().map(|rating| rating.entrant.0).collect();
    assert_eq!(order, (0..16).collect::<Vec<_>>());
    assert!(ratings.iter().all(|rating| rating.error < 15.0));
}

proptest! {
    #[test]
    fn the_order_of_results_changes_nothing(
        results in prop::collection::vec((0u32..6, 0u32..6, 0u64..4, 0u64..4, 0u64..4), 0..20),
        seed: u64,
    ) {
        let cells: Vec<_> = results
            .iter()
            .map(|(a, b, won, drawn, lost)| {
                ((EntrantId(*a), EntrantId(*b)), met(*won, *drawn, *lost))
            })
            .collect();
        let mut shuffled = cells.clone();
        Rng::of_turn(seed, 0).shuffle(&mut shuffled);
        let (one, other) = (Fit::new(cells), Fit::new(shuffled));
        prop_assert_eq!(one.ratings(Reference::Mean), other.ratings(Reference::Mean));
        for rating in one.ratings(Reference::Mean) {
            prop_assert!(rating.elo.is_finite() && rating.error.is_finite());
        }
    }

    #[test]
    fn who_wins_more_against_the_same_is_not_rated_lower(won in 0u64..20, more in 1u64..20) {
        let fit = Fit::new([
            ((A, EntrantId(2)), met(won + more, 0, 20)),
            ((B, EntrantId(2)), met(won, 0, 20 + more)),
        ]);
        prop_assert!(fit.difference(A, B).unwrap().0 > 0.0);
    }
}

/// `cargo xtask bench ratings` says how long it really takes: a fifth of a second at most.
#[test]
fn three_hundred_bots_and_a_million_matches_are_fitted_at_once() {
    let bots = 300u32;
    let cells = (0..bots).flat_map(|one| {
        (0..bots).filter(move |other| *other != one).map(move |other| {
            let ahead = u64::from(one < other);
            ((EntrantId(one), EntrantId(other)), met(5 + ahead, 1, 5 - ahead))
        })
    });
    let started = std::time::Instant::now();
    let ratings = Fit::new(cells).ratings(Reference::Mean);
    let took = started.elapsed();
    assert!(took.as_secs_f64() < 2.0, "{took:?}");
    assert_eq!(ratings.len(), 300);
    assert!(ratings.windows(2).all(|two| two[0].elo > two[1].elo), "the order is known");
}

/// Six entrants 40 points apart, all this many blocks against each other. With `luck_of_start`
/// the start of a block makes one seat this much stronger, in Elo points.
fn simulated_blocks(blocks: u32, start_advantage: f64, rng: &mut Rng) -> (Fit, BlockCounts) {
    let mut share = || rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
    let mut matches = Vec::new();
    for high in 0..6u32 {
        for low in 0..high {
            for number in 0..blocks {
                let start = if share() < 0.5 { start_advantage } else { -start_advantage };
                for seats in [[low, high], [high, low]] {
                    let ahead = (f64::from(seats[0]) - f64::from(seats[1])) * 40.0 + start;
                    let won = share() < 1.0 / (1.0 + (-ahead / ELO).exp());
                    let verdict = if won { Verdict::Won } else { Verdict::Lost };
                    matches.push((seats.map(EntrantId), number, verdict));
                }
            }
        }
    }
    let cells = matches.iter().map(|(seats, _, verdict)| {
        let won = u64::from(*verdict == Verdict::Won);
        ((seats[0], seats[1]), Encounters { won, drawn: 0, lost: 1 - won })
    });
    (Fit::new(cells), BlockCounts::new(matches.iter().copied()))
}

/// The share of intervals that hold the truth.
fn coverage(start_advantage: f64, by_blocks: bool) -> f64 {
    let (mut held, truth) = (0, truth(start_advantage));
    let contests = 400;
    for contest in 0..contests {
        let (fit, blocks) = simulated_blocks(20, start_advantage, &mut Rng::of_turn(9, contest));
        let fit = if by_blocks { fit.with_blocks(&blocks) } else { fit };
        let (difference, error) = fit.difference(EntrantId(5), EntrantId(0)).unwrap();
        held += u32::from((difference - truth).abs() < certamen_game::number::Z95 * error);
    }
    f64::from(held) / contests as f64
}

/// How far the last is above the first, as any number of matches would say: the luck of the start
/// flattens strengths.
fn truth(start_advantage: f64) -> f64 {
    let seats = (0..6u32).flat_map(|one| (0..6u32).map(move |other| [one, other]));
    let cells = seats.filter(|seats| seats[0] != seats[1]).map(|seats| {
        let ahead = (f64::from(seats[0]) - f64::from(seats[1])) * 40.0;
        let chance = |start: f64| 0.5 / (1.0 + (-(ahead + start) / ELO).exp());
        let won = 1e9 * (chance(start_advantage) + chance(-start_advantage));
        let met = Encounters { won: won as u64, drawn: 0, lost: (1e9 - won) as u64 };
        ((EntrantId(seats[0]), EntrantId(seats[1])), met)
    });
    Fit::new(cells).difference(EntrantId(5), EntrantId(0)).unwrap().0
}

#[test]
fn by_blocks_intervals_hold_the_truth_where_starts_decide() {
    for start in [0.0, 500.0] {
        let share = coverage(start, true);
        assert!((0.92..=0.975).contains(&share), "{start}: {share}");
    }
    // The model alone thinks that it knows far less than it does.
    assert!(coverage(500.0, false) > 0.985);
}

#[test]
fn few_blocks_and_matches_alone_change_nothing() {
    let (fit, blocks) = simulated_blocks(1, 0.0, &mut Rng::of_turn(1, 2));
    assert_eq!(
        fit.clone().with_blocks(&blocks).ratings(Reference::Mean),
        fit.ratings(Reference::Mean)
    );
    let (fit, _) = simulated_blocks(20, 0.0, &mut Rng::of_turn(1, 2));
    let alone = (0..500).map(|number| ([EntrantId(0), EntrantId(1)], number, Verdict::Won));
    let alone = BlockCounts::new(alone);
    assert_eq!(
        fit.clone().with_blocks(&alone).ratings(Reference::Mean),
        fit.ratings(Reference::Mean)
    );
}
