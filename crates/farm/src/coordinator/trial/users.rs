//! Users with several workers: each user has one vote, and none speaks for another user's workers.

use super::{Guest, Trial, coordination};
use crate::identity::WorkerKey;
use crate::{
    Signal, Transport,
    coordinator::TrustRecord,
    layout,
    message::{Heartbeat, WorkerState},
};
use std::time::Duration;

/// The suspended workers.
fn suspended(trial: &mut Trial) -> Vec<String> {
    let trust_record = trial.coordinator.trust().into_iter();
    let names = trust_record.filter_map(|one| match one {
        TrustRecord::Suspended { machine, .. } => Some(machine.name),
        TrustRecord::Audited(_) => None,
    });
    names.collect()
}

/// The first of these workers for which there is a batch plays it so.
fn plays(trial: &mut Trial, guests: &[(&Guest, &str)]) {
    let Some(caught) = guests[0].0.take() else { return };
    let found = guests.iter().find(|(guest, _)| !caught.batch.is_not_for(&guest.own));
    let (guest, plays) = found.expect("somebody is asked");
    guest.plays(caught, plays);
    trial.turn();
}

#[test]
fn one_user_with_two_keys_frames_nobody() {
    let mut trial = Trial::begin(coordination(1.0));
    let users = [(); 3].map(|()| WorkerKey::draw());
    let honest = trial.guest_of("honest", &users[0]);
    let frames = ["one", "two", "three"].map(|name| trial.guest_of(name, &users[1]));
    trial.turn();
    trial.give([1]);
    honest.plays(honest.take().unwrap(), "first");
    trial.turn();
    let [one, two, three] = frames.each_ref().map(|guest| (guest, "random"));
    for _ in 0..6 {
        plays(&mut trial, &[one, two, three, (&honest, "first")]);
    }
    assert_eq!(suspended(&mut trial), [""; 0], "two users say two things");
    // Where there is a third user, it decides.
    let mut trial = Trial::begin(coordination(1.0));
    let honest = trial.guest_of("honest", &users[0]);
    let frames = ["one", "two"].map(|name| trial.guest_of(name, &users[1]));
    let third = trial.guest_of("third", &users[2]);
    trial.turn();
    trial.give([1]);
    honest.plays(honest.take().unwrap(), "first");
    trial.turn();
    let [one, two] = frames.each_ref().map(|guest| (guest, "random"));
    for _ in 0..6 {
        plays(&mut trial, &[one, two, (&third, "first"), (&honest, "first")]);
    }
    assert_eq!(suspended(&mut trial), ["one", "user-of-one"]);
    // It goes on under a new key.
    let again = trial.guest_of("again", &users[1]);
    trial.turn();
    assert_eq!(again.orders(), 1, "it is told to rest");
    trial.give([2]);
    again.plays(again.take().unwrap(), "random");
    assert!(trial.turn().is_empty());
    assert!(trial.told().contains("result of suspended worker again rejected"));
}

#[test]
fn a_broken_machine_is_found_by_others_of_its_user_and_they_play_on() {
    let mut trial = Trial::begin(coordination(1.0));
    let user = WorkerKey::draw();
    let [broken, one, two] = ["broken", "one", "two"].map(|name| trial.guest_of(name, &user));
    trial.turn();
    trial.give([1]);
    broken.plays(broken.take().unwrap(), "random");
    trial.turn();
    for _ in 0..3 {
        plays(&mut trial, &[(&one, "first"), (&two, "first")]);
    }
    assert_eq!(suspended(&mut trial), ["broken"]);
    trial.give([2]);
    one.plays(one.take().unwrap(), "first");
    assert_eq!(trial.turn().len(), 1);
}

#[test]
fn nobody_says_that_another_ones_machine_leaves() {
    let mut trial = Trial::begin(coordination(0.0));
    let users = [(); 2].map(|()| WorkerKey::draw());
    let [honest, liar] = [trial.guest_of("honest", &users[0]), trial.guest_of("liar", &users[1])];
    trial.turn();
    assert_eq!(trial.coordinator.slots(), 2);
    let own = [&*honest.name, &honest.class, "D"];
    let leaves =
        Heartbeat { state: WorkerState::Leaves, ..Heartbeat::of(honest.own.worker(), own, 1) };
    for subject in [
        layout::heartbeat(honest.own.user(), &honest.own.worker()),
        layout::heartbeat(liar.own.user(), &honest.own.worker()),
        layout::heartbeat(liar.own.user(), &liar.own.worker()),
    ] {
        liar.wire.send(&subject, liar.own.sign(&leaves)).unwrap();
        let signal = Signal { subject, bytes: honest.own.sign(&leaves) };
        let is_own = signal.subject == layout::heartbeat(honest.own.user(), &honest.own.worker());
        assert_eq!(Heartbeat::heard(&signal).is_some(), is_own);
    }
    trial.turn();
    assert_eq!(trial.coordinator.slots(), 2);
}

#[test]
fn a_user_whose_machines_fail_puts_no_match_aside() {
    let mut trial = Trial::begin(coordination(0.0));
    let users = [(); 2].map(|()| WorkerKey::draw());
    let fails = ["one", "two", "three"].map(|name| trial.guest_of(name, &users[0]));
    let _honest = trial.guest_of("honest", &users[1]);
    trial.turn();
    let mut whose = std::collections::BTreeSet::new();
    for guest in &fails {
        trial.give([1]);
        guest.fails(guest.take().unwrap());
        trial.farm.pass(Duration::from_millis(1));
        for back in trial.turn() {
            assert_eq!(back.of, 2, "there are two users");
            whose.insert(back.machine);
        }
    }
    assert_eq!(whose.len(), 1, "it is one who failed");
}
