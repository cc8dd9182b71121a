//! Bots that workers cannot build.

use super::{Caught, Guest, Trial, coordination};
use crate::{BusError, message::WorkerState};
use std::time::Duration;

/// A worker reports that it can build none of these bots.
fn cannot(guest: &Guest, caught: Caught, bots: &[i64]) {
    guest.submit(caught, |result| {
        result.unable = bots.iter().map(|id| (*id, "no compiler".to_owned())).collect();
        result.left.clone_from(&result.numbers);
    });
}

/// The coordinator's error when it gets that report.
fn refused(trial: &mut Trial) -> Option<BusError> {
    trial.coordinator.take(Duration::from_millis(10)).unwrap();
    trial.coordinator.send(9, &mut |_| Ok::<_, BusError>(())).err()
}

#[test]
fn one_of_several_machines_that_cannot_play_a_bot_stops_nobody() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, two] = ["one", "two"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    // It knows nothing of bots that it was not given.
    cannot(&one, one.take().unwrap(), &[1, 99]);
    assert!(refused(&mut trial).is_none());
    assert!(!trial.coordinator.is_unable(&one.class, &[certamen_game::job::SubmissionId(99)]));
    let caught = two.take().unwrap();
    assert!(caught.is_past(&[&one]), "another one tries it");
    cannot(&two, caught, &[1]);
    let error = refused(&mut trial);
    assert!(
        matches!(&error, Some(BusError::Unable { class, .. }) if *class == one.class),
        "{error:?}"
    );
}

#[test]
fn a_class_that_has_gone_may_come_back() {
    let mut trial = Trial::begin(coordination(0.0));
    let one = trial.guest("one");
    trial.turn();
    let other = Guest { class: "other".to_owned(), ..trial.stranger("two") };
    other.heartbeat(WorkerState::Works, &[]);
    trial.give([1, 2, 3, 4]);
    cannot(&one, one.take().expect("both have room for two"), &[1]);
    other.heartbeat(WorkerState::Leaves, &[]);
    for _ in 0..2 {
        assert!(refused(&mut trial).is_none());
        trial.farm.pass(Duration::from_secs(40));
        one.heartbeat(WorkerState::Works, &[]);
    }
    assert!(matches!(refused(&mut trial), Some(BusError::Unable { .. })));
}
