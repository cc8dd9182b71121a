//! Contests for which no worker is available.

use super::{Guest, Trial, coordination};
use crate::message::WorkerState;
use std::time::Duration;

#[test]
fn who_waits_for_nobody_says_so_once_and_again_when_they_have_gone() {
    let weakest = "B".to_owned();
    let mut trial = Trial::begin(crate::ContestJob { weakest, ..coordination(0.0) });
    trial.give([1]);
    assert_eq!(trial.told(), "", "they have not had the time to answer");
    trial.farm.pass(Duration::from_secs(6));
    trial.guest("weak");
    trial.turn();
    assert!(trial.told().contains("isolation level B or better"));
    trial.turn();
    assert_eq!(trial.told(), "", "once");
    let strong = Guest { tier: "A", ..trial.stranger("strong") };
    strong.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    assert_eq!(trial.told(), "");
    strong.heartbeat(WorkerState::Leaves, &[]);
    // What went out is played by the next worker.
    trial.give([2]);
    assert!(trial.told().contains("isolation level B or better"));
}
