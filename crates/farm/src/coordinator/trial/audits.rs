//! Replay audits, and workers that answer where they are not asked.

use super::{Guest, Trial, coordination};
use crate::{
    AckKind, Transport,
    coordinator::{MatchOutcome, TrustRecord},
    message::WorkerState,
};
use certamen_game::job::MatchNumber;
use std::time::Duration;

/// Two matches of a pair are out, of which one worker has submitted what it did not play.
fn lied() -> (Trial, [Guest; 3]) {
    let mut trial = Trial::begin(coordination(1.0));
    let guests = ["liar", "one", "two"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    guests[0].plays(guests[0].take().unwrap(), "random");
    let back = trial.turn();
    assert!(matches!(
        back[..],
        [crate::MatchReturn { number: MatchNumber(1), came: MatchOutcome::Played(_), .. }]
    ));
    (trial, guests)
}

/// The suspended workers.
fn suspended(trial: &mut Trial) -> Vec<String> {
    let trust_record = trial.coordinator.trust().into_iter();
    trust_record
        .filter_map(|one| match one {
            TrustRecord::Suspended { machine, .. } => Some(machine.name),
            TrustRecord::Audited(_) => None,
        })
        .collect()
}

#[test]
fn nobody_confirms_what_he_said_himself() {
    let (mut trial, [liar, one, two]) = lied();
    // Others are asked, and it answers all the same.
    let caught = liar.take().unwrap();
    assert!(caught.is_past(&[&liar]));
    liar.plays(caught, "random");
    trial.turn();
    let caught = one.take().expect("somebody else is asked");
    assert!(caught.is_past(&[&liar]));
    one.plays(caught, "first");
    trial.turn();
    // It answers a second time, where an answer that is alone is found.
    liar.plays(liar.take().unwrap(), "random");
    trial.turn();
    assert_eq!(suspended(&mut trial), [""; 0], "one of each is no proof");
    two.plays(two.take().unwrap(), "first");
    trial.turn();
    assert_eq!(suspended(&mut trial), ["liar"]);
    let told = trial.told();
    assert!(told.contains("liar is suspended: "), "{told}");
}

#[test]
fn a_match_that_is_played_again_may_take_as_long_as_it_takes() {
    let mut trial = Trial::begin(coordination(1.0));
    let [one, two] = ["one", "two"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    one.plays(one.take().unwrap(), "first");
    trial.turn();
    let caught = two.take().expect("it is played again");
    for _ in 0..60 {
        trial.farm.pass(Duration::from_secs(5));
        two.wire.settle(&caught.ticket, AckKind::Renewed).unwrap();
        two.heartbeat(WorkerState::Works, &[&caught.batch]);
        one.heartbeat(WorkerState::Works, &[]);
        trial.turn();
        assert!(one.take().is_none(), "nobody else is asked");
    }
    two.plays(caught, "first");
    assert!(trial.turn().is_empty(), "it is not late");
    let told = format!("{:?}", trial.coordinator.trust());
    assert!(told.contains("alike"), "{told}");
}

#[test]
fn who_is_lost_with_a_match_that_is_played_again_is_followed_by_another() {
    let mut trial = Trial::begin(coordination(1.0));
    let [one, two, three] = ["one", "two", "three"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    one.plays(one.take().unwrap(), "first");
    trial.turn();
    let lost = two.take().expect("it is played again");
    two.wire.settle(&lost.ticket, AckKind::Done).unwrap();
    let again = (0..60).find_map(|_| {
        trial.farm.pass(Duration::from_secs(5));
        for guest in [&one, &three] {
            guest.heartbeat(WorkerState::Works, &[]);
        }
        trial.turn();
        three.take()
    });
    three.plays(again.expect("others are asked"), "first");
    trial.turn();
    assert!(format!("{:?}", trial.coordinator.trust()).contains("alike"));
}
