//! Batches that no worker has, while other contests have some in the same queue.

use super::{CLASS, Trial, coordination, layout};
use std::time::Duration;

/// Another contest has something waiting for the same workers.
fn add_of_another(trial: &Trial) {
    let subject = layout::work(CLASS, layout::RUNS, "other");
    trial.coordinator.transport.publish(&subject, "other", b"x".to_vec()).unwrap();
}

/// How many matches are out after that was looked at for long enough.
fn out(trial: &mut Trial) -> usize {
    for _ in 0..3 {
        trial.farm.pass(Duration::from_secs(31));
        trial.coordinator.take(Duration::ZERO).unwrap();
    }
    trial.coordinator.out.len()
}

#[test]
fn what_is_lost_is_missed_whatever_else_waits_in_its_queue() {
    let mut trial = Trial::begin(coordination(0.0));
    let _guest = trial.guest("one");
    trial.turn();
    trial.give(1..=4);
    add_of_another(&trial);
    let sent = trial.coordinator.out.len();
    assert!(sent > 0);
    assert_eq!(out(&mut trial), sent, "it waits");
    let own = layout::work_of(&trial.coordinator.contest.secret.contest);
    trial.coordinator.transport.purge(&own).unwrap();
    add_of_another(&trial);
    assert_eq!(out(&mut trial), 0, "it is lost");
    assert_eq!(trial.coordinator.under_way(), 4);
}
