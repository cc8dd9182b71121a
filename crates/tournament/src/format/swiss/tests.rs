//! Rounds among equals.

use crate::OnDisqualified;
use crate::format::testing::{Run, Trial};
use proptest::prelude::*;
use serde_json::json;

fn trial(count: usize, rounds: u32, games: u32) -> Trial {
    let keys = json!({"rounds": rounds, "games_per_round": games, "seeding": "drawn"});
    Trial::new("swiss", keys, count)
}

fn byes(run: &Run, entrant: usize) -> u32 {
    let cells = run.history.cells().filter(|(seats, _)| seats.len() == 1);
    cells.filter(|(seats, _)| seats[0].index() == entrant).map(|(_, c)| c.finished.len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nobody_meets_twice_while_that_is_possible(
        count in 3usize..24, rounds in 1u32..6, games in 1u32..4, seed: u64, order: u64,
    ) {
        let run = trial(count, rounds, games).seeded(seed).run(order);
        prop_assert_eq!(run.played.len(), count / 2 * (rounds * games) as usize);
        // With so few rounds a perfect matching without rematches is left (Dirac).
        if rounds as usize * 2 <= count / 2 * 2 {
            for one in 0..count {
                for other in 0..one {
                    prop_assert!([0, games].contains(&run.met(one, other)));
                }
            }
        }
        run.compare(&trial(count, rounds, games).seeded(seed).run(!order));
    }

    #[test]
    fn seats_and_byes_are_balanced(
        count in 6usize..24, rounds in 1u32..5, games in 1u32..4, seed: u64, order: u64,
    ) {
        let run = trial(count, rounds, games).seeded(seed).run(order);
        for entrant in 0..count {
            let (first, second) = run.seats_of(entrant);
            prop_assert!(first.abs_diff(second) <= 2, "{first} {second}");
            prop_assert!(byes(&run, entrant) <= 1);
            let rested = run.times(entrant) / games + byes(&run, entrant);
            prop_assert_eq!(rested, rounds);
        }
    }

    #[test]
    fn who_comes_late_or_leaves_is_paired_or_not(
        count in 4usize..14, seed: u64, order: u64,
    ) {
        for policy in OnDisqualified::ALL {
            let one = trial(count, 4, 2).seeded(seed).offences(policy, 20);
            let run = one.clone().run(order);
            run.check_departures();
            if policy != OnDisqualified::PlayedMatchesStand {
                run.compare(&one.run(!order));
            }
        }
        let late = trial(count, 4, 1).seeded(seed).late(order % 8).run(order);
        prop_assert_eq!(late.places().iter().filter(|place| **place > 0).count(), count);
    }
}

#[test]
fn the_strongest_wins_and_leaders_meet() {
    let run = Trial::new("swiss", json!({}), 16).by_strength().run(7);
    assert_eq!(run.played.len(), 4 * 8);
    assert_eq!(run.places()[0], 1);
    // Upper half against lower half in the first round, then winners among themselves.
    assert!((0..8).all(|entrant| run.met(entrant, entrant + 8) == 1));
    assert_eq!(run.met(0, 1), 1);
}

#[test]
fn a_contest_of_200_is_paired_in_a_moment() {
    let run = trial(201, 8, 1).seeded(3).run(5);
    assert_eq!(run.played.len(), 800);
    assert!((0..201).all(|entrant| byes(&run, entrant) <= 1));
}
