//! Suspended workers, and the batches that they take all the same.

use super::{Trial, coordination};
use crate::{MatchReturn, coordinator::MatchOutcome, message::WorkerState};

#[test]
fn who_is_not_believed_is_told_to_rest_as_often_as_he_works() {
    let mut trial = Trial::begin(coordination(0.0));
    let liar = trial.guest("liar");
    trial.turn();
    assert_eq!(liar.orders(), 0);
    trial.coordinator.suspend(liar.machine(), "it lies", true);
    assert_eq!(liar.orders(), 1);
    // It was restarted, and does not know that.
    for _ in 0..2 {
        liar.heartbeat(WorkerState::Works, &[]);
        trial.turn();
        assert_eq!(liar.orders(), 1);
    }
    liar.heartbeat(WorkerState::Rests, &[]);
    trial.turn();
    assert_eq!(liar.orders(), 0, "it rests");
}

#[test]
fn what_he_holds_and_takes_goes_to_others_at_once() {
    let mut trial = Trial::begin(coordination(0.0));
    let [liar, honest] = ["liar", "honest"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    let held = liar.take().unwrap();
    liar.heartbeat(WorkerState::Works, &[&held.batch]);
    trial.turn();
    assert!(honest.take().is_none());
    trial.coordinator.suspend(liar.machine(), "it lies", true);
    trial.turn();
    // It takes that, too, and submits both.
    let next = liar.take().expect("it goes out again at once");
    assert!(next.is_past(&[&liar]));
    assert_eq!(next.batch.numbers(), [1]);
    liar.plays(held, "random");
    liar.plays(next, "random");
    assert_eq!(trial.turn().len(), 0, "nobody believes it");
    trial.turn();
    let next = honest.take().expect("others are asked");
    assert!(next.is_past(&[&liar]));
    // A batch from before its restart is not waited for either.
    liar.heartbeat(WorkerState::Works, &[&next.batch]);
    trial.turn();
    let last = honest.take().expect("it says that it has it");
    honest.heartbeat(WorkerState::Works, &[&last.batch]);
    liar.heartbeat(WorkerState::Works, &[&last.batch]);
    trial.turn();
    assert!(honest.take().is_none(), "somebody has it who is believed");
    honest.plays(last, "first");
    let back = trial.turn();
    assert!(matches!(back[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]), "{back:?}");
}

#[test]
fn what_is_to_be_compared_is_asked_of_others_at_once() {
    let mut trial = Trial::begin(coordination(1.0));
    let [first, liar, honest] = ["first", "liar", "honest"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    first.plays(first.take().unwrap(), "first");
    trial.turn();
    let caught = liar.take().unwrap();
    assert!(caught.is_past(&[&first]));
    trial.coordinator.suspend(liar.machine(), "it lies", true);
    liar.plays(caught, "random");
    trial.turn();
    let next = honest.take().expect("others are asked");
    assert!(next.is_past(&[&first, &liar]));
}
