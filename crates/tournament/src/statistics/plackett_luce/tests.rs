//! Fits whose answer is known: by formula, by simulation, by symmetry, by another's program.

use super::{super::ELO, *};
use crate::statistics::bradley_terry::{self, Encounters};
use certamen_game::Rng;
use proptest::prelude::*;
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

const A: EntrantId = EntrantId(0);
const B: EntrantId = EntrantId(1);
const C: EntrantId = EntrantId(2);

type Table = (Vec<EntrantId>, Vec<f64>);

fn fit(tables: &[Table]) -> Fit {
    Fit::new(tables.iter().map(|(seats, scores)| (&seats[..], &scores[..])))
}

fn elo(fit: &Fit, entrant: EntrantId) -> f64 {
    let ratings = fit.ratings(Reference::Mean);
    ratings.iter().find(|rating| rating.entrant == entrant).expect("rated").elo
}

/// A table drawn from the model: sets are enumerated, which is another way than the fit's.
fn drawn(seats: &[EntrantId], strength: impl Fn(EntrantId) -> f64, rng: &mut Rng) -> Table {
    let inclination = |size: u32| match size {
        1 => 0.0,
        2 => -1.5,
        3 => -2.5,
        _ => f64::NEG_INFINITY,
    };
    let mut left: Vec<usize> = (0..seats.len()).collect();
    let mut scores = vec![0.0; seats.len()];
    let mut score = seats.len() as f64;
    while !left.is_empty() {
        let odds: Vec<f64> = (1u32..1 << left.len())
            .map(|set| {
                let chosen = left.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                let sum: f64 = chosen.map(|(_, seat)| strength(seats[*seat])).sum();
                (inclination(set.count_ones()) + sum / f64::from(set.count_ones())).exp()
            })
            .collect();
        let mut lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64 * odds.iter().sum::<f64>();
        let found = odds.iter().position(|odd| {
            lot -= odd;
            lot < 0.0
        });
        let set = found.unwrap_or(odds.len() - 1) + 1;
        let mut at = 0;
        left.retain(|seat| {
            let chosen = set >> at & 1 == 1;
            at += 1;
            if chosen {
                scores[*seat] = score;
            }
            !chosen
        });
        score -= 1.0;
    }
    (seats.to_vec(), scores)
}

/// Eight 60 points apart, six of them at each of this many tables.
fn simulated(tables: usize, rng: &mut Rng) -> Vec<Table> {
    let mut all: Vec<EntrantId> = (0..8).map(EntrantId).collect();
    (0..tables)
        .map(|_| {
            rng.shuffle(&mut all);
            drawn(&all[..6], |id| f64::from(id.0) * 60.0 / ELO, rng)
        })
        .collect()
}

#[test]
fn at_tables_of_two_it_is_davidsons_model() {
    let mut tables = vec![(vec![A, B], vec![1.0, 0.0]); 60];
    tables.extend(vec![(vec![B, A], vec![1.0, 0.0]); 20]);
    tables.extend(vec![(vec![B, A], vec![0.5, 0.5]); 20]);
    let of_tables = fit(&tables);
    let half = Encounters { won: 30, drawn: 10, lost: 10 };
    let back = Encounters { won: 10, drawn: 10, lost: 30 };
    let of_twos = bradley_terry::Fit::new([((A, B), half), ((B, A), back)]);
    let (one, other) = (of_tables.difference(A, B).unwrap(), of_twos.difference(A, B).unwrap());
    assert!((one.0 - other.0).abs() < 1e-6 && (one.1 - other.1).abs() < 1e-6, "{one:?} {other:?}");
    assert_eq!(of_tables.inclinations().count(), 1);
}

#[test]
fn three_who_win_as_often_as_their_strengths_say() {
    // First places 2 : 1 : 1, the rest even: often enough that the prior does not matter.
    let times = |order: [EntrantId; 3], times| vec![(order.to_vec(), vec![3.0, 2.0, 1.0]); times];
    let orders = [
        times([A, B, C], 3000),
        times([A, C, B], 3000),
        times([B, A, C], 2000),
        times([B, C, A], 1000),
        times([C, A, B], 2000),
        times([C, B, A], 1000),
    ];
    // Those are the model's own shares: 1/2 * 1/2, and 1/4 * 2/3 and 1/4 * 1/3.
    let fit = fit(&orders.concat());
    assert!((elo(&fit, A) - elo(&fit, B) - ELO * 2f64.ln()).abs() < 0.1);
    assert!((elo(&fit, B) - elo(&fit, C)).abs() < 1e-6);
}

#[test]
fn tables_without_an_order_carry_no_information() {
    let rated = |seats: &[EntrantId], scores: &[f64]| {
        !Fit::new([(seats, scores)]).ratings(Reference::Mean).is_empty()
    };
    assert!(rated(&[A, B, C], &[1.0, 2.0, 2.0]));
    assert!(!rated(&[A], &[1.0]) && !rated(&[], &[]));
    assert!(!rated(&[A, B, A], &[1.0, 2.0, 3.0]));
    assert!(!rated(&[A, B], &[f64::NAN, 2.0]) && !rated(&[A, B], &[f64::INFINITY, 2.0]));
    assert!(!rated(&[A, B], &[1.0]));
    // No bot got anything: seventeen share one rank.
    let all: Vec<EntrantId> = (0..17).map(EntrantId).collect();
    assert!(!rated(&all, &[0.0; 17]));
    assert!(fit(&[]).ratings(Reference::Anchor(A)).is_empty());
}

/// How many of the 95 % intervals hold the truth, in 150 contests of eight with 40 tables of six.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let (mut held, mut all) = (0, 0);
    for contest in 0..150 {
        let fit = fit(&simulated(40, &mut Rng::of_turn(31, contest)));
        for rating in fit.ratings(Reference::Mean) {
            let truth = (f64::from(rating.entrant.0) - 3.5) * 60.0;
            held += u32::from(rating.interval().contains(truth));
            all += 1;
        }
    }
    let share = f64::from(held) / f64::from(all);
    assert!((0.92..=0.97).contains(&share), "{share}");
}

/// How many of the 95 % intervals hold the truth by the model and by blocks, in 150 contests of six at
/// one table each; what goes on at a table moves three of them together.
fn shares_held(tables: u32, together: f64) -> [f64; 2] {
    let seats: Vec<EntrantId> = (0..6).map(EntrantId).collect();
    let (mut held, mut all) = ([0u32; 2], 0u32);
    for contest in 0..150 {
        let rng = &mut Rng::of_turn(32, contest);
        let tables: Vec<Table> = (0..tables)
            .map(|_| {
                let moved = if rng.below(2) == 0 { together } else { -together };
                drawn(&seats, |id| if id.0 < 3 { moved } else { 0.0 } / ELO, rng)
            })
            .collect();
        let by_model = fit(&tables);
        let numbered = (0..).zip(&tables);
        let by_blocks = by_model.clone().with_blocks(
            numbered.map(|(number, (seats, scores))| (&seats[..], number, &scores[..])),
        );
        for (held, fit) in held.iter_mut().zip([by_model, by_blocks]) {
            let ratings = fit.ratings(Reference::Mean);
            *held += ratings.iter().filter(|one| one.interval().contains(0.0)).count() as u32;
        }
        all += 6;
    }
    held.map(|held| f64::from(held) / f64::from(all))
}

#[test]
fn by_blocks_intervals_hold_the_truth_where_scores_move_together() {
    for together in [0.0, 600.0] {
        let [by_model, by_blocks] = shares_held(100, together);
        assert!((0.92..=0.975).contains(&by_blocks), "{together}: {by_blocks}, {by_model}");
        // The model alone is too sure of them.
        assert!(together == 0.0 || by_model < 0.88, "{by_model}");
    }
}

/// Another's program, which rates as it goes, by Bayes and an approximation (R. Weng and C.-J. Lin,
/// 2011): after many tables both must say the same order, which is the true one.
#[test]
fn a_live_estimate_says_the_same_order() {
    let tables = simulated(600, &mut Rng::of_turn(8, 0));
    let mut live = [WengLinRating::new(); 8];
    for (seats, scores) in &tables {
        let rank = |score: &f64| 1 + scores.iter().filter(|other| *other > score).count();
        let teams: Vec<[WengLinRating; 1]> = seats.iter().map(|id| [live[id.index()]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(scores)
            .map(|(team, score)| (&team[..], MultiTeamOutcome::new(rank(score))))
            .collect();
        for (id, team) in seats.iter().zip(weng_lin_multi_team(&teams, &WengLinConfig::new())) {
            live[id.index()] = team[0];
        }
    }
    let fit = fit(&tables);
    let order = |value: &dyn Fn(usize) -> f64| {
        let mut order: Vec<usize> = (0..8).collect();
        order.sort_by(|one, other| value(*one).total_cmp(&value(*other)));
        order
    };
    let fitted = order(&|entrant| elo(&fit, EntrantId(entrant as u32)));
    assert_eq!(fitted, (0..8).collect::<Vec<_>>());
    assert_eq!(order(&|entrant| live[entrant].rating), fitted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_of_history_changes_no_digit(
        results in prop::collection::vec(prop::collection::vec(0u8..4, 3..6), 1..12), seed: u64,
    ) {
        let tables: Vec<Table> = results
            .iter()
            .map(|scores| {
                let seats = (0..scores.len() as u32).map(EntrantId).collect();
                (seats, scores.iter().copied().map(f64::from).collect())
            })
            .collect();
        let mut shuffled = tables.clone();
        let mut rng = Rng::of_turn(seed, 0);
        rng.shuffle(&mut shuffled);
        for (seats, scores) in &mut shuffled {
            let mut both: Vec<_> = seats.iter().copied().zip(scores.iter().copied()).collect();
            rng.shuffle(&mut both);
            (*seats, *scores) = both.into_iter().unzip();
        }
        let in_blocks = |tables: &[Table]| {
            let rated = fit(tables);
            // All of a number are one block.
            let tables = tables.iter().map(|(seats, scores)| {
                let number = scores.iter().sum::<f64>() as u32;
                (&seats[..], number, &scores[..])
            });
            rated.with_blocks(tables)
        };
        let (one, other) = (in_blocks(&tables), in_blocks(&shuffled));
        prop_assert_eq!(one.ratings(Reference::Mean), other.ratings(Reference::Mean));
        for rating in one.ratings(Reference::Mean) {
            prop_assert!(rating.elo.is_finite() && rating.error.is_finite());
        }
    }

    #[test]
    fn who_always_has_more_is_rated_higher(tables in 1usize..20, others in 1u32..5) {
        let seats: Vec<EntrantId> = (0..others + 2).map(EntrantId).collect();
        let scores: Vec<f64> = seats.iter().map(|id| -f64::from(id.0)).collect();
        let fit = fit(&vec![(seats, scores); tables]);
        prop_assert!(fit.difference(A, B).unwrap().0 > 0.0);
        prop_assert!(fit.difference(A, B).unwrap().0.is_finite());
    }
}
