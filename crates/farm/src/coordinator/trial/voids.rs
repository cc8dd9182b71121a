//! Matches that workers fail to play: workers are told apart by keys, which they cannot choose.

use super::{Guest, Trial, coordination};
use crate::MatchReturn;
use certamen_game::job::MatchNumber;

/// A match is given to a worker that fails to play it; returns the worker it is counted against.
fn failed(trial: &mut Trial, guest: &Guest) -> String {
    trial.give([1]);
    guest.fails(guest.take().unwrap());
    let back = trial.turn();
    let [MatchReturn { number: MatchNumber(1), machine, .. }] = &back[..] else {
        panic!("{back:?}")
    };
    machine.clone()
}

#[test]
fn who_fails_is_known_by_his_key_whatever_he_calls_himself() {
    let mut trial = Trial::begin(coordination(0.0));
    let [mut one, other] = ["lab", "lab"].map(|name| trial.guest(name));
    trial.turn();
    let first = failed(&mut trial, &one);
    assert_ne!(first, failed(&mut trial, &other), "two of one name are two");
    "another".clone_into(&mut one.name);
    assert_eq!(first, failed(&mut trial, &one), "one of two names is one");
}
