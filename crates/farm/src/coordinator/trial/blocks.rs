//! Which matches go out together.

use super::{Guest, MatchJob, Trial, coordination, work};
use crate::message::{WorkerState, WritePolicy};

/// Matches in which two change seats after each.
fn changing(count: i64) -> impl Iterator<Item = MatchJob> {
    (1..=count).map(|number| {
        let mut job = work(number);
        if number % 2 == 0 {
            job.seats.reverse();
            job.table.seats.reverse();
        }
        job
    })
}

fn taken(guest: &Guest) -> Vec<Vec<i64>> {
    std::iter::from_fn(|| guest.take()).map(|caught| caught.batch.numbers()).collect()
}

#[test]
fn those_who_change_seats_go_out_together() {
    for (policy, expected) in [
        (WritePolicy::Nowhere, vec![vec![1, 2], vec![3, 4]]),
        // What a bot leaves there is for its next match.
        (WritePolicy::Kept, vec![vec![1], vec![2], vec![3], vec![4]]),
    ] {
        let mut trial = Trial::begin(crate::ContestJob { policy, ..coordination(0.0) });
        let guest = Guest { slots: 4, ..trial.stranger("one") };
        guest.heartbeat(WorkerState::Works, &[]);
        trial.turn();
        changing(4).for_each(|job| trial.coordinator.give(job));
        trial.turn();
        assert_eq!(taken(&guest), expected);
    }
}

#[test]
fn half_a_block_waits_for_what_is_planned_for_whoever_is_heard_first() {
    let mut trial = Trial::begin(coordination(0.0));
    let guest = Guest { slots: 4, ..trial.stranger("one") };
    let mut works = changing(2);
    trial.coordinator.give(works.next().unwrap());
    trial.turn();
    guest.heartbeat(WorkerState::Works, &[]);
    trial.send();
    assert!(guest.take().is_none());
    trial.coordinator.give(works.next().unwrap());
    trial.send();
    assert_eq!(taken(&guest), [[1, 2]]);
}

#[test]
fn the_end_of_a_wave_is_spread_however_much_is_left_of_the_contest() {
    let mut trial = Trial::begin(coordination(0.0));
    let guest = Guest { slots: 4, ..trial.stranger("one") };
    guest.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    let sizing = trial.coordinator.sizing.entry(guest.class.clone()).or_default();
    sizing.learn(std::time::Duration::from_millis(1), 1);
    sizing.sent(1_000);
    trial.give(1..=80);
    let longest = taken(&guest).iter().map(Vec::len).max();
    assert_eq!(longest, Some(10), "80 for 4 slots, twice");
}
