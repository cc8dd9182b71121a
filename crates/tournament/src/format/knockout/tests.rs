//! The result of a knockout, for any order in which its matches end.

use super::super::testing::{Run, TestContest};
use crate::OnDisqualified;
use proptest::prelude::*;
use serde_json::json;

fn trial(count: usize, elimination: &str, best_of: u32, seeding: &str) -> TestContest {
    let mut keys = json!({
        "elimination": elimination, "best_of": best_of, "max_replays": 3, "seeding": seeding
    });
    if seeding == "ranking" {
        keys["qualifying_games"] = json!(1);
    }
    TestContest::new("knockout", keys, count)
}

const ELIMINATIONS: [&str; 2] = ["single", "double"];
const SEEDINGS: [&str; 3] = ["order", "drawn", "ranking"];

/// How many series each lost, by final rank.
fn check_places(run: &Run, count: usize) {
    let places = run.places();
    assert_eq!(places.iter().filter(|place| **place == 1).count(), 1, "{places:?}");
    assert!(places.iter().all(|place| *place <= count as u32), "{places:?}");
    // Who came too late to play has none.
    let table = run.table();
    assert!(table.iter().all(|line| line.rank.is_some() || line.tally.played == 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn one_is_left_in_any_order_of_completion(
        count in 2usize..14, best_of in 1u32..5, seed: u64, order: u64,
    ) {
        for elimination in ELIMINATIONS {
            for seeding in SEEDINGS {
                let one = trial(count, elimination, best_of, seeding).seeded(seed);
                let run = one.clone().run(order);
                check_places(&run, count);
                run.compare(&one.run(!order));
            }
        }
    }

    #[test]
    fn the_strongest_wins_in_as_many_series_as_it_takes(count in 2usize..20, order: u64) {
        for seeding in SEEDINGS {
            let qualifying = if seeding == "ranking" { count * (count - 1) / 2 } else { 0 };
            let single = trial(count, "single", 1, seeding).by_strength().run(order);
            prop_assert_eq!(single.places()[0], 1);
            prop_assert_eq!(single.played.len() - qualifying, count - 1);
            let double = trial(count, "double", 1, seeding).by_strength().run(order);
            prop_assert_eq!(&double.places()[..2], [1, 2]);
            // Every bot but the winner, which never lost, loses twice.
            prop_assert_eq!(double.played.len() - qualifying, 2 * (count - 1));
            let three = trial(count, "single", 3, seeding).by_strength().run(order);
            prop_assert_eq!(three.played.len() - qualifying, 2 * (count - 1));
        }
    }

    #[test]
    fn better_seeds_meet_late_and_byes_are_theirs(exponent in 1u32..6, missing in 0usize..16) {
        let size = 1usize << exponent;
        let count = size - missing.min(size / 2 - 1).min(size - 2);
        let run = trial(count, "single", 1, "order").by_strength().run(1);
        // The better seed always wins: each round halves the field from below.
        for entrant in 1..count {
            let level = (entrant + 1).next_power_of_two();
            prop_assert_eq!(run.met(entrant, level - 1 - entrant), 1, "{}", entrant);
        }
        for entrant in 0..count {
            let first_round = run.met(entrant, size - 1 - entrant) > 0;
            prop_assert_eq!(first_round, entrant.max(size - 1 - entrant) < count);
        }
    }

    #[test]
    fn an_entrant_that_leaves_loses_and_a_late_one_takes_a_free_place(
        count in 3usize..14, best_of in 1u32..4, seed: u64, order: u64,
    ) {
        for elimination in ELIMINATIONS {
            for seeding in SEEDINGS {
                let one = trial(count, elimination, best_of, seeding).seeded(seed);
                let stands = OnDisqualified::PlayedMatchesStand;
                let run = one.clone().offences(stands, 10).run(order);
                run.check_departures();
                let active = run.entrants.iter().filter(|entrant| entrant.is_active()).count();
                let winners = run.places().iter().filter(|place| **place == 1).count();
                prop_assert!(winners >= active.min(1), "{:?}", run.places());
                let late = one.late(order % 12).run(order);
                check_places(&late, count);
            }
        }
    }
}

#[test]
fn who_sits_first_in_a_series_is_drawn() {
    let (mut first, mut all) = (0, 0);
    for seed in 0..40 {
        let run = trial(16, "single", 1, "order").seeded(seed).by_strength().run(seed);
        let better = |pairing: &&crate::Pairing| pairing.seats[0] < pairing.seats[1];
        first += run.played.iter().filter(better).count();
        all += run.played.len();
    }
    assert_eq!(all, 600);
    assert!((250..350).contains(&first), "the better one sat first in {first} of {all}");
}

#[test]
fn ties_are_replayed_up_to_the_limit_and_then_the_better_seed_advances() {
    let run = trial(2, "single", 2, "order").drawn().run(1);
    assert_eq!(run.played.len(), 2 + 3);
    assert_eq!(run.places(), [1, 2]);
    let (first, second) = run.seats_of(0);
    assert_eq!(first.abs_diff(second), 1);
}
