//! Replay audits, and workers that answer where they are not asked.

use super::{SubmissionId, TestWorker, Trial, coordination};
use crate::{
    AckKind, ContestJob, MatchReturn, Signal, Transport,
    coordinator::{MatchOutcome, TrustRecord, trust::Verdict},
    identity::PrivateKey,
    layout,
    message::{Heartbeat, WorkerState},
};
use certamen_game::job::MatchNumber;
use std::time::Duration;

/// Two matches of a pair are out, of which one worker has submitted what it did not play.
fn lied() -> (Trial, [TestWorker; 3]) {
    let mut trial = Trial::begin(coordination(1.0));
    let workers = ["rogue", "one", "two"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    workers[0].plays(workers[0].take().unwrap(), "random");
    let back = trial.turn();
    assert!(matches!(
        back[..],
        [crate::MatchReturn { number: MatchNumber(1), came: MatchOutcome::Played(_), .. }]
    ));
    (trial, workers)
}

// Users with several workers: each user has one vote, and none speaks for another user's workers.

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
fn no_worker_confirms_its_own_answer() {
    let (mut trial, [rogue, one, two]) = lied();
    // Others are asked, and it answers all the same.
    let caught = rogue.take().unwrap();
    assert!(caught.is_past(&[&rogue]));
    rogue.plays(caught, "random");
    trial.turn();
    let caught = one.take().expect("another worker is asked");
    assert!(caught.is_past(&[&rogue]));
    one.plays(caught, "first");
    trial.turn();
    // It answers a second time, where an answer that is alone is found.
    rogue.plays(rogue.take().unwrap(), "random");
    trial.turn();
    assert_eq!(suspended(&mut trial), [""; 0], "one of each is no proof");
    two.plays(two.take().unwrap(), "first");
    trial.turn();
    assert_eq!(suspended(&mut trial), ["rogue"]);
    let reports = trial.reports();
    assert!(reports.contains("rogue is suspended: "), "{reports}");
}

#[test]
fn a_replay_may_take_long() {
    let mut trial = Trial::begin(coordination(1.0));
    let [one, two] = ["one", "two"].map(|name| trial.worker(name));
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
        assert!(one.take().is_none(), "no other worker is asked");
    }
    two.plays(caught, "first");
    assert!(trial.turn().is_empty(), "it is not late");
    let reports = format!("{:?}", trial.coordinator.trust());
    assert!(reports.contains("alike"), "{reports}");
}

#[test]
fn a_replay_is_repeated_when_its_worker_is_lost() {
    let mut trial = Trial::begin(coordination(1.0));
    let [one, two, three] = ["one", "two", "three"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    one.plays(one.take().unwrap(), "first");
    trial.turn();
    let lost = two.take().expect("it is played again");
    two.wire.settle(&lost.ticket, AckKind::Done).unwrap();
    let again = (0..60).find_map(|_| {
        trial.farm.pass(Duration::from_secs(5));
        for worker in [&one, &three] {
            worker.heartbeat(WorkerState::Works, &[]);
        }
        trial.turn();
        three.take()
    });
    three.plays(again.expect("others are asked"), "first");
    trial.turn();
    assert!(format!("{:?}", trial.coordinator.trust()).contains("alike"));
}

/// Two matches on the same seats with these results on two workers: the `suspended_if_first_plays` ones, if a third
/// plays as most do.
fn suspended_if_first_plays(first: &str) -> Vec<String> {
    let declared = [1, 2].map(SubmissionId).into();
    let mut trial = Trial::begin(ContestJob { declared, ..coordination(0.0) });
    let [rogue, honest, third] = ["rogue", "honest", "third"].map(|name| trial.worker(name));
    trial.turn();
    for (number, worker, plays) in [(1, &rogue, first), (2, &honest, "first")] {
        trial.give([number]);
        worker.plays(worker.take().unwrap(), plays);
        trial.turn();
    }
    for _ in 0..4 {
        let Some(caught) = third.take() else { continue };
        let worker =
            [&honest, &third].into_iter().find(|worker| !caught.batch.is_not_for(&worker.own));
        let worker = worker.unwrap();
        worker.plays(caught, "first");
        trial.turn();
    }
    let trust_record = trial.coordinator.trust().into_iter();
    let suspended_if_first_plays = trust_record.filter_map(|one| match one {
        TrustRecord::Suspended { machine, .. } => Some(machine.name),
        TrustRecord::Audited(_) => None,
    });
    suspended_if_first_plays.collect()
}

#[test]
fn different_answers_of_two_workers_are_checked_by_a_third() {
    assert_eq!(suspended_if_first_plays("random"), ["rogue"]);
}

#[test]
fn equal_answers_of_two_workers_are_not_checked_again() {
    assert_eq!(suspended_if_first_plays("first"), [""; 0]);
}

// Suspended workers, and the batches that they take all the same.

fn suspend(trial: &mut Trial, rogue: &TestWorker) {
    let why = "it lies".to_owned();
    trial.coordinator.suspend(Verdict { machine: rogue.machine(), why, is_user: true });
}

#[test]
fn a_suspended_worker_is_paused_whenever_it_works() {
    let mut trial = Trial::begin(coordination(0.0));
    let rogue = trial.worker("rogue");
    trial.turn();
    assert_eq!(rogue.orders(), 0);
    suspend(&mut trial, &rogue);
    assert_eq!(rogue.orders(), 1);
    // It was restarted, and does not know that.
    for _ in 0..2 {
        rogue.heartbeat(WorkerState::Works, &[]);
        trial.turn();
        assert_eq!(rogue.orders(), 1);
    }
    rogue.heartbeat(WorkerState::Rests, &[]);
    trial.turn();
    assert_eq!(rogue.orders(), 0, "it rests");
}

#[test]
fn batches_of_a_suspended_worker_go_to_others_at_once() {
    let mut trial = Trial::begin(coordination(0.0));
    let [rogue, honest] = ["rogue", "honest"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    let held = rogue.take().unwrap();
    rogue.heartbeat(WorkerState::Works, &[&held.batch]);
    trial.turn();
    assert!(honest.take().is_none());
    suspend(&mut trial, &rogue);
    trial.turn();
    // It takes that, too, and submits both.
    let next = rogue.take().expect("it goes out again at once");
    assert!(next.is_past(&[&rogue]));
    assert_eq!(next.batch.numbers(), [1]);
    rogue.plays(held, "random");
    rogue.plays(next, "random");
    assert_eq!(trial.turn().len(), 0, "it is rejected");
    trial.turn();
    let next = honest.take().expect("others are asked");
    assert!(next.is_past(&[&rogue]));
    // A batch from before its restart is not waited for either.
    rogue.heartbeat(WorkerState::Works, &[&next.batch]);
    trial.turn();
    let last = honest.take().expect("it says that it has it");
    honest.heartbeat(WorkerState::Works, &[&last.batch]);
    rogue.heartbeat(WorkerState::Works, &[&last.batch]);
    trial.turn();
    assert!(honest.take().is_none(), "a trusted worker has it");
    honest.plays(last, "first");
    let back = trial.turn();
    assert!(matches!(back[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]), "{back:?}");
}

#[test]
fn replays_of_a_suspended_worker_go_to_others_at_once() {
    let mut trial = Trial::begin(coordination(1.0));
    let [first, rogue, honest] = ["first", "rogue", "honest"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    first.plays(first.take().unwrap(), "first");
    trial.turn();
    let caught = rogue.take().unwrap();
    assert!(caught.is_past(&[&first]));
    suspend(&mut trial, &rogue);
    rogue.plays(caught, "random");
    trial.turn();
    let next = honest.take().expect("others are asked");
    assert!(next.is_past(&[&first, &rogue]));
}

/// The first of these workers for which there is a batch plays it so.
fn plays(trial: &mut Trial, workers: &[(&TestWorker, &str)]) {
    let Some(caught) = workers[0].0.take() else { return };
    let found = workers.iter().find(|(worker, _)| !caught.batch.is_not_for(&worker.own));
    let (worker, plays) = found.expect("a worker is asked");
    worker.plays(caught, plays);
    trial.turn();
}

#[test]
fn one_user_with_two_keys_frames_no_other_user() {
    let mut trial = Trial::begin(coordination(1.0));
    let users = [(); 3].map(|()| PrivateKey::draw());
    let honest = trial.worker_of("honest", &users[0]);
    let frames = ["one", "two", "three"].map(|name| trial.worker_of(name, &users[1]));
    trial.turn();
    trial.give([1]);
    honest.plays(honest.take().unwrap(), "first");
    trial.turn();
    let [one, two, three] = frames.each_ref().map(|worker| (worker, "random"));
    for _ in 0..6 {
        plays(&mut trial, &[one, two, three, (&honest, "first")]);
    }
    assert_eq!(suspended(&mut trial), [""; 0], "two users say two things");
    // Where there is a third user, it decides.
    let mut trial = Trial::begin(coordination(1.0));
    let honest = trial.worker_of("honest", &users[0]);
    let frames = ["one", "two"].map(|name| trial.worker_of(name, &users[1]));
    let third = trial.worker_of("third", &users[2]);
    trial.turn();
    trial.give([1]);
    honest.plays(honest.take().unwrap(), "first");
    trial.turn();
    let [one, two] = frames.each_ref().map(|worker| (worker, "random"));
    for _ in 0..6 {
        plays(&mut trial, &[one, two, (&third, "first"), (&honest, "first")]);
    }
    assert_eq!(suspended(&mut trial), ["one", "user-of-one"]);
    // It goes on under a new key.
    let again = trial.worker_of("again", &users[1]);
    trial.turn();
    assert_eq!(again.orders(), 1, "it is told to rest");
    trial.give([2]);
    again.plays(again.take().unwrap(), "random");
    assert!(trial.turn().is_empty());
    assert!(trial.reports().contains("result of suspended worker again rejected"));
}

#[test]
fn a_broken_worker_is_found_by_others_of_its_user() {
    let mut trial = Trial::begin(coordination(1.0));
    let user = PrivateKey::draw();
    let [broken, one, two] = ["broken", "one", "two"].map(|name| trial.worker_of(name, &user));
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
fn no_user_announces_that_the_worker_of_another_leaves() {
    let mut trial = Trial::begin(coordination(0.0));
    let users = [(); 2].map(|()| PrivateKey::draw());
    let [honest, rogue] =
        [trial.worker_of("honest", &users[0]), trial.worker_of("rogue", &users[1])];
    trial.turn();
    assert_eq!(trial.coordinator.slots(), 2);
    let own = [&*honest.name, &honest.class, "D"];
    let leaves =
        Heartbeat { state: WorkerState::Leaves, ..Heartbeat::of(honest.own.worker(), own, 1) };
    for subject in [
        layout::heartbeat(honest.own.user(), &honest.own.worker()),
        layout::heartbeat(rogue.own.user(), &honest.own.worker()),
        layout::heartbeat(rogue.own.user(), &rogue.own.worker()),
    ] {
        rogue.wire.send(&subject, rogue.own.sign(&leaves)).unwrap();
        let signal = Signal { subject, bytes: honest.own.sign(&leaves) };
        let is_own = signal.subject == layout::heartbeat(honest.own.user(), &honest.own.worker());
        assert_eq!(Heartbeat::heard(&signal).is_some(), is_own);
    }
    trial.turn();
    assert_eq!(trial.coordinator.slots(), 2);
}

#[test]
fn a_user_with_failing_workers_defers_no_match() {
    let mut trial = Trial::begin(coordination(0.0));
    let users = [(); 2].map(|()| PrivateKey::draw());
    let fails = ["one", "two", "three"].map(|name| trial.worker_of(name, &users[0]));
    let _honest = trial.worker_of("honest", &users[1]);
    trial.turn();
    let mut side = std::collections::BTreeSet::new();
    for worker in &fails {
        trial.give([1]);
        worker.fails(worker.take().unwrap());
        trial.farm.pass(Duration::from_millis(1));
        for back in trial.turn() {
            assert_eq!(back.of, 2, "there are two users");
            side.insert(back.machine);
        }
    }
    assert_eq!(side.len(), 1, "it is one who failed");
}
