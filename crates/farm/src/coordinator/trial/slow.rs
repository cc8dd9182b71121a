//! Workers with timeouts: why and how often they are told to pause.

use super::{Guest, Trial, coordination};
use crate::coordinator::residuals::Since;
use certamen_game::job::SubmissionId;

const SEATS: [SubmissionId; 2] = [SubmissionId(1), SubmissionId(2)];

/// A worker plays matches: of these the first bot wins some, and some have timeouts.
fn plays(trial: &mut Trial, guest: &Guest, (all, won, late): (u32, u32, u32), since: Since) {
    let machine = guest.machine();
    for number in 0..all {
        let scores = if number < won { [1.0, 0.0] } else { [0.0, 1.0] };
        match since {
            Since::Earlier => trial.coordinator.remember(&machine, &SEATS, &scores, number < late),
            Since::Now => {
                let own = (&machine, &*machine.key);
                trial.coordinator.watch.note((&SEATS, &scores, number < late), own, since);
            }
        }
    }
    trial.coordinator.judge();
}

#[test]
fn a_machine_is_told_to_rest_for_what_it_plays_now() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, other] = ["one", "other"].map(|name| trial.guest(name));
    plays(&mut trial, &other, (100, 50, 0), Since::Earlier);
    plays(&mut trial, &one, (30, 15, 9), Since::Earlier);
    assert_eq!(one.orders(), 0, "it may be well again");
    plays(&mut trial, &one, (30, 15, 9), Since::Now);
    assert_eq!(one.orders(), 1);
    assert!(trial.told().contains("timeouts in 9 of 30 matches"));
    trial.coordinator.judge();
    plays(&mut trial, &one, (20, 10, 9), Since::Now);
    assert_eq!(one.orders(), 0, "it was told");
    plays(&mut trial, &one, (10, 5, 0), Since::Now);
    assert_eq!((one.orders(), other.orders()), (1, 0), "somebody woke it, and it is as slow");
}

#[test]
fn whose_results_differ_is_told_to_rest_if_it_is_slow() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, second, third] = ["one", "two", "three"].map(|name| trial.guest(name));
    plays(&mut trial, &second, (100, 80, 0), Since::Now);
    plays(&mut trial, &third, (100, 80, 0), Since::Now);
    plays(&mut trial, &one, (30, 15, 0), Since::Now);
    assert!(trial.told().contains("one: its results differ"));
    plays(&mut trial, &one, (30, 15, 18), Since::Now);
    assert_eq!(one.orders(), 1);
}
