//! Workers that keep what they were given, or are not there at all.

use super::{CLASS, Guest, Trial, coordination};
use crate::{AckKind, MatchReturn, Transport, coordinator::MatchOutcome, message::WorkerState};
use std::{collections::BTreeSet, time::Duration};

/// A worker plays whatever it is given for this many seconds, while `others` run; returns the
/// matches that came back.
fn play(trial: &mut Trial, honest: &Guest, seconds: u64, others: &dyn Fn()) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for _ in 0..seconds / 5 {
        trial.farm.pass(Duration::from_secs(5));
        honest.heartbeat(WorkerState::Works, &[]);
        others();
        for _ in 0..20 {
            if let Some(caught) = honest.take() {
                honest.plays(caught, "first");
            }
            for back in trial.turn() {
                assert!(matches!(back.came, MatchOutcome::Played(_)), "{back:?}");
                found.insert(back.number.0);
            }
        }
    }
    found
}

#[test]
fn what_is_out_for_a_class_without_machines_comes_back() {
    let mut trial = Trial::begin(coordination(0.0));
    let honest = trial.guest("honest");
    for at in 0..8 {
        let ghost = Guest { class: "zz".to_owned(), ..trial.stranger(&format!("ghost{at}")) };
        ghost.heartbeat(WorkerState::Works, &[]);
    }
    trial.turn();
    trial.give(1..=40);
    assert!(trial.coordinator.out.of_class("zz") > 8);
    let played = play(&mut trial, &honest, 150, &|| ());
    assert_eq!(played, (1..=40).collect());
    let ghost = Guest { class: "zz".to_owned(), ..trial.stranger("ghost") };
    assert!(ghost.take().is_none(), "nobody plays it for nothing");
}

#[test]
fn what_a_class_leaves_lying_beside_idle_machines_comes_back() {
    let mut trial = Trial::begin(coordination(0.0));
    let honest = trial.guest("honest");
    let ghost = Guest { class: "zz".to_owned(), slots: 8, ..trial.stranger("ghost") };
    ghost.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    trial.give(1..=20);
    let others = || ghost.heartbeat(WorkerState::Works, &[]);
    assert_eq!(play(&mut trial, &honest, 900, &others), (1..=20).collect());
}

#[test]
fn who_holds_a_batch_for_ever_loses_it_to_others() {
    let mut trial = Trial::begin(coordination(0.0));
    let [holder, honest] = ["holder", "honest"].map(|name| trial.guest(name));
    trial.turn();
    trial.give(1..=4);
    let held = holder.take().unwrap();
    let others = || {
        holder.wire.settle(&held.ticket, AckKind::Renewed).unwrap();
        holder.heartbeat(WorkerState::Works, &[&held.batch]);
    };
    let played = play(&mut trial, &honest, 120, &others);
    assert_eq!(played, (1..=4).collect());
    assert!(trial.told().contains("took too long"));
}

#[test]
fn what_a_machine_says_of_its_time_is_not_longer_than_it_had() {
    let mut trial = Trial::begin(coordination(0.0));
    let one = trial.guest("one");
    trial.turn();
    trial.give([1]);
    let caught = one.take().unwrap();
    let mut played = super::played(&caught.batch.works().unwrap()[0], "first");
    played.us = u64::MAX;
    one.submit(caught, |result| result.played = vec![played]);
    assert!(matches!(trial.turn()[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]));
    let expected = trial.coordinator.sizing[CLASS].expected(1).unwrap();
    assert!(expected < Duration::from_secs(1), "{expected:?}");
}

#[test]
fn who_hands_in_what_cannot_be_true_stops_no_match() {
    let mut trial = Trial::begin(coordination(0.0));
    let liar = trial.guest("liar");
    trial.turn();
    trial.give([1]);
    for _ in 0..40 {
        let Some(caught) = liar.take() else { break };
        liar.submit(caught, |result| result.played = vec![super::hostile::invented(1)]);
        assert!(trial.turn().is_empty());
    }
    assert!(trial.told().contains("liar is suspended: "));
    let honest = trial.guest("honest");
    trial.turn();
    honest.plays(honest.take().unwrap(), "first");
    assert!(matches!(trial.turn()[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]));
}

#[test]
fn what_could_not_be_settled_is_settled_another_time() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, two] = ["one", "two"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1, 2]);
    for guest in [&one, &two] {
        guest.plays(guest.take().unwrap(), "first");
    }
    trial.coordinator.take(Duration::from_millis(10)).unwrap();
    // Another coordinator has begun, so this one is refused everything.
    let _later = crate::simulated::SimulatedWire::of_coordinator(&trial.farm);
    assert!(trial.coordinator.stored().is_err());
    assert_eq!(trial.coordinator.unstored.len(), 2);
}
