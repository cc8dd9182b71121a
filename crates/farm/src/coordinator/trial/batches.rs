//! Which matches go out together.

use super::{CLASS, Caught, MatchJob, TestWorker, Trial, coordination, layout, work};
use crate::{
    AckKind, BusError, MatchReturn, Transport,
    coordinator::MatchOutcome,
    message::{WorkerState, WritePolicy},
};
use certamen_game::job::MatchNumber;
use std::{collections::BTreeSet, time::Duration};

/// Matches in which two change seats after each.
fn changing(count: i64) -> impl Iterator<Item = MatchJob> {
    (1..=count).map(|number| {
        let mut job = work(number);
        if number % 2 == 0 {
            job.seats.reverse();
            job.table.seats.reverse();
        }
        job
    })
}

fn taken(worker: &TestWorker) -> Vec<Vec<i64>> {
    std::iter::from_fn(|| worker.take()).map(|caught| caught.batch.numbers()).collect()
}

#[test]
fn matches_of_the_same_bots_go_out_together() {
    for (policy, expected) in [
        (WritePolicy::Nowhere, vec![vec![1, 2], vec![3, 4]]),
        // What a bot leaves there is for its next match.
        (WritePolicy::Kept, vec![vec![1], vec![2], vec![3], vec![4]]),
    ] {
        let mut trial = Trial::begin(crate::ContestJob { policy, ..coordination(0.0) });
        let worker = TestWorker { slots: 4, ..trial.silent_worker("one") };
        worker.heartbeat(WorkerState::Works, &[]);
        trial.turn();
        changing(4).for_each(|job| trial.coordinator.give(job));
        trial.turn();
        assert_eq!(taken(&worker), expected);
    }
}

#[test]
fn half_a_block_waits_until_workers_are_known() {
    let mut trial = Trial::begin(coordination(0.0));
    let worker = TestWorker { slots: 4, ..trial.silent_worker("one") };
    let mut works = changing(2);
    trial.coordinator.give(works.next().unwrap());
    trial.turn();
    worker.heartbeat(WorkerState::Works, &[]);
    trial.send();
    assert!(worker.take().is_none());
    trial.coordinator.give(works.next().unwrap());
    trial.send();
    assert_eq!(taken(&worker), [[1, 2]]);
}

#[test]
fn the_end_of_a_wave_is_spread_over_all_workers() {
    let mut trial = Trial::begin(coordination(0.0));
    let worker = TestWorker { slots: 4, ..trial.silent_worker("one") };
    worker.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    let sizing = trial.coordinator.leases.sizing_mut(&worker.class);
    sizing.learn(std::time::Duration::from_millis(1), 1);
    sizing.sent(1_000);
    trial.give(1..=80);
    let longest = taken(&worker).iter().map(Vec::len).max();
    assert_eq!(longest, Some(10), "80 for 4 slots, twice");
}

// Bots that workers cannot build.

/// A worker reports that it can build none of these bots.
fn cannot(worker: &TestWorker, caught: Caught, bots: &[i64]) {
    worker.submit(caught, |result| {
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
fn one_of_several_workers_that_cannot_build_a_bot_stops_no_contest() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, two] = ["one", "two"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    // It knows nothing of bots that it was not given.
    cannot(&one, one.take().unwrap(), &[1, 99]);
    assert!(refused(&mut trial).is_none());
    assert!(
        !trial.coordinator.workers.is_unable(&one.class, &[certamen_game::job::SubmissionId(99)])
    );
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
    let one = trial.worker("one");
    trial.turn();
    let other = TestWorker { class: "other".to_owned(), ..trial.silent_worker("two") };
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

// Batches that no worker has, while other contests have some in the same queue.

/// Another contest has something waiting for the same workers.
fn add_of_another(trial: &Trial) {
    let subject = layout::work(CLASS, layout::RUNS, "other");
    trial.coordinator.announcements.transport().publish(&subject, "other", b"x".to_vec()).unwrap();
}

/// How many matches are out after that was looked at for long enough.
fn out(trial: &mut Trial) -> usize {
    for _ in 0..3 {
        trial.farm.pass(Duration::from_secs(31));
        trial.coordinator.take(Duration::ZERO).unwrap();
    }
    trial.coordinator.leases.out()
}

#[test]
fn a_lost_batch_is_noticed_while_its_queue_is_not_empty() {
    let mut trial = Trial::begin(coordination(0.0));
    let _worker = trial.worker("one");
    trial.turn();
    trial.give(1..=4);
    add_of_another(&trial);
    let sent = trial.coordinator.leases.out();
    assert!(sent > 0);
    assert_eq!(out(&mut trial), sent, "it waits");
    let own = layout::work_of(&trial.coordinator.contest.secret.contest);
    trial.coordinator.announcements.transport().purge(&own).unwrap();
    add_of_another(&trial);
    assert_eq!(out(&mut trial), 0, "it is lost");
    assert_eq!(trial.coordinator.under_way(), 4);
}

// Workers that keep what they were given, or are not there at all.

/// A worker plays whatever it is given for this many seconds, while `others` run; returns the
/// matches that came back.
fn play(trial: &mut Trial, honest: &TestWorker, seconds: u64, others: &dyn Fn()) -> BTreeSet<i64> {
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
fn batches_for_a_class_without_workers_come_back() {
    let mut trial = Trial::begin(coordination(0.0));
    let honest = trial.worker("honest");
    for at in 0..8 {
        let ghost =
            TestWorker { class: "zz".to_owned(), ..trial.silent_worker(&format!("ghost{at}")) };
        ghost.heartbeat(WorkerState::Works, &[]);
    }
    trial.turn();
    trial.give(1..=40);
    assert!(trial.coordinator.leases.out_of("zz") > 8);
    let played = play(&mut trial, &honest, 150, &|| ());
    assert_eq!(played, (1..=40).collect());
    let ghost = TestWorker { class: "zz".to_owned(), ..trial.silent_worker("ghost") };
    assert!(ghost.take().is_none(), "no worker plays it in vain");
}

#[test]
fn batches_that_a_class_does_not_take_go_to_idle_workers() {
    let mut trial = Trial::begin(coordination(0.0));
    let honest = trial.worker("honest");
    let ghost = TestWorker { class: "zz".to_owned(), slots: 8, ..trial.silent_worker("ghost") };
    ghost.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    trial.give(1..=20);
    let others = || ghost.heartbeat(WorkerState::Works, &[]);
    assert_eq!(play(&mut trial, &honest, 900, &others), (1..=20).collect());
}

#[test]
fn a_batch_that_is_held_for_ever_goes_to_other_workers() {
    let mut trial = Trial::begin(coordination(0.0));
    let [holder, honest] = ["holder", "honest"].map(|name| trial.worker(name));
    trial.turn();
    trial.give(1..=4);
    let held = holder.take().unwrap();
    let others = || {
        holder.wire.settle(&held.ticket, AckKind::Renewed).unwrap();
        holder.heartbeat(WorkerState::Works, &[&held.batch]);
    };
    let played = play(&mut trial, &honest, 120, &others);
    assert_eq!(played, (1..=4).collect());
    assert!(trial.reports().contains("took too long"));
}

#[test]
fn reported_durations_are_limited_by_the_time_available() {
    let mut trial = Trial::begin(coordination(0.0));
    let one = trial.worker("one");
    trial.turn();
    trial.give([1]);
    let caught = one.take().unwrap();
    let mut played = super::played(&caught.batch.works().unwrap()[0], "first");
    played.us = u64::MAX;
    one.submit(caught, |result| result.played = vec![played]);
    assert!(matches!(trial.turn()[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]));
    let expected = trial.coordinator.leases.sizing_mut(CLASS).expected(1).unwrap();
    assert!(expected < Duration::from_secs(1), "{expected:?}");
}

#[test]
fn implausible_results_stop_no_match() {
    let mut trial = Trial::begin(coordination(0.0));
    let rogue = trial.worker("rogue");
    trial.turn();
    trial.give([1]);
    for _ in 0..40 {
        let Some(caught) = rogue.take() else { break };
        rogue.submit(caught, |result| result.played = vec![super::hostile::invented(1)]);
        assert!(trial.turn().is_empty());
    }
    assert!(trial.reports().contains("rogue is suspended: "));
    let honest = trial.worker("honest");
    trial.turn();
    honest.plays(honest.take().unwrap(), "first");
    assert!(matches!(trial.turn()[..], [MatchReturn { came: MatchOutcome::Played(_), .. }]));
}

#[test]
fn failed_acknowledgements_are_repeated() {
    let mut trial = Trial::begin(coordination(0.0));
    let [one, two] = ["one", "two"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1, 2]);
    for worker in [&one, &two] {
        worker.plays(worker.take().unwrap(), "first");
    }
    trial.coordinator.take(Duration::from_millis(10)).unwrap();
    // Another coordinator has begun, so this one is refused everything.
    let _later = crate::simulated::SimulatedWire::of_coordinator(&trial.farm);
    assert!(trial.coordinator.stored().is_err());
    assert_eq!(trial.coordinator.announcements.unstored(), 2);
}

// Contests for which no worker is available.

#[test]
fn a_contest_without_workers_reports_it_once_each_time() {
    let weakest = "B".to_owned();
    let mut trial = Trial::begin(crate::ContestJob { weakest, ..coordination(0.0) });
    trial.give([1]);
    assert_eq!(trial.reports(), "", "they have not had the time to answer");
    trial.farm.pass(Duration::from_secs(6));
    trial.worker("weak");
    trial.turn();
    assert!(trial.reports().contains("isolation level B or better"));
    trial.turn();
    assert_eq!(trial.reports(), "", "once");
    let strong = TestWorker { tier: "A", ..trial.silent_worker("strong") };
    strong.heartbeat(WorkerState::Works, &[]);
    trial.turn();
    assert_eq!(trial.reports(), "");
    strong.heartbeat(WorkerState::Leaves, &[]);
    // What went out is played by the next worker.
    trial.give([2]);
    assert!(trial.reports().contains("isolation level B or better"));
}

// Matches that workers fail to play: workers are told apart by keys, which they cannot choose.

/// A match is given to a worker that fails to play it; returns the worker it is counted against.
fn failed(trial: &mut Trial, worker: &TestWorker) -> String {
    trial.give([1]);
    worker.fails(worker.take().unwrap());
    let back = trial.turn();
    let [MatchReturn { number: MatchNumber(1), machine, .. }] = &back[..] else {
        panic!("{back:?}")
    };
    machine.clone()
}

#[test]
fn failures_are_counted_by_key_and_not_by_name() {
    let mut trial = Trial::begin(coordination(0.0));
    let [mut one, other] = ["lab", "lab"].map(|name| trial.worker(name));
    trial.turn();
    let first = failed(&mut trial, &one);
    assert_ne!(first, failed(&mut trial, &other), "two of one name are two");
    "another".clone_into(&mut one.name);
    assert_eq!(first, failed(&mut trial, &one), "one of two names is one");
}
