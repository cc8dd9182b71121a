//! Bots that are declared deterministic, and workers that report different moves of them.

use super::{SubmissionId, Trial, coordination};
use crate::{ContestJob, coordinator::TrustRecord};

/// Two matches on the same seats with these results on two workers: the suspended ones, if a third
/// plays as most do.
fn suspended(first: &str) -> Vec<String> {
    let declared = [1, 2].map(SubmissionId).into();
    let mut trial = Trial::begin(ContestJob { declared, ..coordination(0.0) });
    let [liar, honest, third] = ["liar", "honest", "third"].map(|name| trial.guest(name));
    trial.turn();
    for (number, guest, plays) in [(1, &liar, first), (2, &honest, "first")] {
        trial.give([number]);
        guest.plays(guest.take().unwrap(), plays);
        trial.turn();
    }
    for _ in 0..4 {
        let Some(caught) = third.take() else { continue };
        let guest =
            [&honest, &third].into_iter().find(|guest| !caught.batch.is_not_for(&guest.own));
        let guest = guest.unwrap();
        guest.plays(caught, "first");
        trial.turn();
    }
    let trust_record = trial.coordinator.trust().into_iter();
    let suspended = trust_record.filter_map(|one| match one {
        TrustRecord::Suspended { machine, .. } => Some(machine.name),
        TrustRecord::Audited(_) => None,
    });
    suspended.collect()
}

#[test]
fn what_two_machines_say_differently_is_asked_of_a_third() {
    assert_eq!(suspended("random"), ["liar"]);
}

#[test]
fn what_two_machines_say_alike_is_asked_of_nobody() {
    assert_eq!(suspended("first"), [""; 0]);
}
