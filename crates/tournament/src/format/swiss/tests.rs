//! Rounds among equals.

use crate::OnDisqualified;
use crate::format::testing::{Run, TestContest};
use proptest::prelude::*;
use serde_json::json;

fn trial(count: usize, rounds: u32, games: u32) -> TestContest {
    let keys = json!({"rounds": rounds, "games_per_round": games, "seeding": "drawn"});
    TestContest::new("swiss", keys, count)
}

fn byes(run: &Run, entrant: usize) -> u32 {
    let cells = run.history.cells().filter(|(seats, _)| seats.len() == 1);
    cells.filter(|(seats, _)| seats[0].index() == entrant).map(|(_, c)| c.finished.len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_pair_meets_twice_while_that_is_possible(
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
    fn late_entrants_are_paired_and_those_that_left_are_not(
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
        let played = |entrant: &usize| late.times(*entrant) + byes(&late, *entrant) > 0;
        let places = late.places().iter().filter(|place| **place > 0).count();
        prop_assert_eq!(places, (0..count).filter(played).count());
    }
}

/// How often a bot sat on the same side three times running, though not all rounds long.
fn thirds(run: &Run, entrant: usize) -> usize {
    let id = crate::EntrantId(entrant as u32);
    let mut sat: Vec<(u32, bool)> = run
        .played
        .iter()
        .filter(|pairing| pairing.seats.contains(&id))
        .map(|pairing| (pairing.repeat, pairing.seats[0] == id))
        .collect();
    sat.sort_unstable();
    sat.windows(3).filter(|three| three.iter().all(|one| one.1 == three[0].1)).count()
}

#[test]
fn no_entrant_has_the_same_seat_three_times_in_a_row() {
    for seed in 0..40 {
        let run = trial(16, 6, 1).seeded(seed).run(seed);
        let thirds: usize = (0..16).map(|entrant| thirds(&run, entrant)).sum();
        assert_eq!(thirds, 0, "seed {seed}");
    }
}

#[test]
fn a_round_without_an_opponent_is_one_against_a_dummy() {
    use crate::{EntrantId, RankingConfig, Verdict, format::testing::entrants};
    let result = |won| crate::SeatResult {
        verdict: if won { Verdict::Won } else { Verdict::Lost },
        score: f64::from(u8::from(won)),
        faults: 0,
    };
    let pairing = |seats: &[u32], repeat| crate::Pairing {
        seats: seats.iter().copied().map(EntrantId).collect(),
        repeat,
    };
    let mut history = crate::History::default();
    history.finish(&pairing(&[0, 1], 0), &[result(true), result(false)]);
    history.finish(&pairing(&[2], 0), &[crate::SeatResult::BYE]);
    history.finish(&pairing(&[2, 0], 1), &[result(true), result(false)]);
    history.finish(&pairing(&[1], 1), &[crate::SeatResult::BYE]);
    let keys = json!({"tie_breaks": ["buchholz", "sonneborn-berger"]});
    let config = RankingConfig::read("points", keys.as_object().unwrap().clone()).unwrap();
    let columns = || {
        let mut table = config.build().rank(&entrants(3), &history);
        table.sort_by_key(|line| line.entrant);
        let of =
            |line: &crate::Standing| line.columns.iter().map(|(_, value)| value.unwrap()).collect();
        table.iter().map(of).collect::<Vec<Vec<f64>>>()
    };
    // 2 has two points and met 0, who has one, and a dummy of two; both were beaten.
    assert_eq!(columns(), [[3.0, 1.0], [2.0, 1.0], [3.0, 3.0]]);
}

#[test]
fn the_strongest_wins_and_leaders_meet() {
    let run = TestContest::new("swiss", json!({}), 16).by_strength().run(7);
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
