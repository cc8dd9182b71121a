//! Results that contain more than they should.

use super::{Caught, MatchReturn, PlayedMatch, Trial, coordination, played, work};
use crate::{
    BusError, ContestJob, Terms, Transport, blob,
    coordinator::{Coordinator, MatchOutcome},
    layout,
    message::{BlobRef, CoordinatorInfo, QueueReport, VERSION, pack},
    simulated::{SimulatedFarm, SimulatedWire},
};
use certamen_game::job::MatchNumber;
use data_encoding::BASE64;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

pub(super) fn invented(n: i64) -> PlayedMatch {
    let record = "{}".to_owned();
    PlayedMatch { n, us: u64::MAX, record, errors: Vec::new(), folders: Vec::new() }
}

#[test]
fn a_match_that_is_repeated_in_a_result_comes_back_once() {
    let mut trial = Trial::begin(coordination(0.0));
    let worker = trial.worker("one");
    trial.turn();
    trial.give([1]);
    let caught = worker.take().unwrap();
    let again = Caught { ticket: caught.ticket.clone(), batch: caught.batch.clone() };
    worker.submit(caught, |result| {
        result.name = "n".repeat(1 << 20);
        result.played = [1, 1, 2, 1].map(invented).into();
    });
    assert!(trial.turn().is_empty(), "it counts against the machine, and not the match");
    let reports = trial.reports();
    assert!(reports.contains("match 2 of nnn"), "it was not in that batch: {reports}");
    assert!(reports.len() < 1_000, "its name is no longer than a name");
    worker.plays(worker.take().expect("it goes out again"), "first");
    assert_eq!(trial.turn().len(), 1);
    // No one waits for it any more: it is late, once.
    worker.submit(again, |result| result.played = [1, 1].map(invented).into());
    let back = trial.turn();
    assert!(matches!(&back[..], [MatchReturn { came: MatchOutcome::Late(_), .. }]), "{back:?}");
}

#[test]
fn a_long_standard_error_is_not_accepted() {
    let mut trial = Trial::begin(coordination(0.0));
    let guest = trial.guest("one");
    trial.turn();
    let mut submit = |number, bytes| {
        trial.give([number]);
        let caught = guest.take().expect("it is given out");
        let jobs = caught.batch.works().unwrap().into_iter();
        let errors = vec![BASE64.encode(&vec![b'x'; bytes]), String::new()];
        let with_errors =
            jobs.map(|job| PlayedMatch { errors: errors.clone(), ..played(&job, "first") });
        let with_errors = with_errors.collect();
        guest.submit(caught, |result| result.played = with_errors);
        trial.turn()
    };
    let accepted = submit(1, 32 << 10);
    let [MatchReturn { came: MatchOutcome::Played(accepted), .. }] = &accepted[..] else {
        panic!("{accepted:?}");
    };
    assert_eq!(accepted.errors[0].len(), 32 << 10);
    assert!(submit(2, (32 << 10) + 1).is_empty());
}

#[test]
fn rejected_results_are_still_to_be_played_after_a_restart() {
    let mut first = Trial::begin(coordination(0.0));
    let rogue = first.worker("rogue");
    first.turn();
    first.give([1]);
    let secret = first.coordinator.contest.secret.clone();
    rogue.plays(rogue.take().unwrap(), "first");
    let suspended = [rogue.own.worker()].into();
    let mut second =
        first.replay_audit(crate::ContestJob { secret, suspended, ..coordination(0.0) });
    let take_up = &mut |number: MatchNumber| Ok::<_, BusError>(Some(work(number.0)));
    let some = second.coordinator.earlier(take_up).unwrap();
    assert_eq!(some.map(|back| back.len()), Some(0));
    assert!(second.coordinator.earlier(take_up).unwrap().is_none());
    assert_eq!(second.coordinator.under_way(), 1);
}

#[test]
fn large_results_are_fetched_once_and_only_of_batches_that_are_out() {
    let mut trial = Trial::begin(coordination(0.0));
    let [flood, other] = ["flood", "other"].map(|name| trial.worker(name));
    trial.turn();
    trial.give([1]);
    let caught = flood.take().unwrap();
    let user = Some(flood.own.user());
    let garbage = blob::store_in_parts(&flood.wire, user, b"garbage ".repeat(1 << 17)).unwrap();
    let honest = caught.batch.clone();
    let says = |lies: &BlobRef, token: Option<&str>| {
        let (ticket, batch) = (caught.ticket.clone(), caught.batch.clone());
        flood.submit(Caught { ticket, batch }, |result| {
            result.lies = Some(lies.clone());
            result.token = token.unwrap_or(&result.token).to_owned();
        });
    };
    let fetched = |trial: &Trial| trial.farm.traffic().parts;
    says(&garbage, Some(&"0".repeat(64)));
    says(&BlobRef { bytes: 60 << 20, parts: 70, ..garbage.clone() }, Some("x"));
    trial.turn();
    assert_eq!(fetched(&trial), 0, "the token comes first");
    assert!(trial.reports().contains("unknown batch"));
    blob::store_in_parts(&flood.wire, user, b"garbage ".repeat(1 << 17)).unwrap();
    for _ in 0..20 {
        says(&garbage, None);
    }
    assert!(trial.turn().is_empty());
    assert_eq!(fetched(&trial), garbage.parts as u64, "once");
    let next = other.take().expect("others play it");
    assert!(next.is_past(&[&flood]) && next.batch.batch != honest.batch);
    // A blob that is longer than a match can be is not fetched at all.
    trial.give([2]);
    let caught = flood.take().unwrap();
    flood.submit(caught, |result| {
        result.lies = Some(BlobRef { bytes: 60 << 20, parts: 70, ..garbage.clone() });
    });
    trial.turn();
    assert_eq!(fetched(&trial), garbage.parts as u64);
    let left = layout::result_part(flood.own.user(), &garbage.elsewhere, "0");
    assert!(matches!(flood.wire.part(&left), Err(BusError::Gone)), "nothing of it stays there");
}

// Two coordinators of one contest, as a copied folder causes them.

/// Another coordinator of this contest, in the same world.
fn another(farm: &SimulatedFarm, contest_job: ContestJob) -> Coordinator {
    let wire = SimulatedWire::of_guest(farm);
    Coordinator::begin(Arc::new(wire), contest_job).unwrap()
}

/// What stops the second one, if anything does within this many heartbeats; the first one goes on.
fn stopped(trial: &mut Trial, second: &mut Coordinator, heartbeats: u32) -> Option<BusError> {
    let until = trial.farm.age() + heartbeats * Terms::usual().heartbeat;
    while trial.farm.age() < until {
        trial.turn();
        if let Err(error) = second.take(Duration::ZERO) {
            return Some(error);
        }
    }
    None
}

#[test]
fn a_coordinator_that_finds_an_earlier_one_stops() {
    let contest = coordination(0.0);
    let mut trial = Trial::begin(contest.clone());
    trial.turn();
    trial.farm.pass(Duration::from_secs(20));
    let mut second = another(&trial.farm, contest.clone());
    let error = stopped(&mut trial, &mut second, 1);
    assert!(matches!(error, Some(BusError::Rival { before: 19..=21 })), "{error:?}");
    let reports = error.unwrap().to_string();
    assert!(reports.contains("remove `.certamen/bus.json` from the copy"), "{reports}");
    drop(second);
    // The one that began first goes on, and coordinators of two contests do not affect each other.
    let mut other = another(&trial.farm, coordination(0.0));
    assert!(stopped(&mut trial, &mut other, 4).is_none());
}

#[test]
fn of_two_coordinators_that_begin_at_once_one_continues() {
    let contest = coordination(0.0);
    let first = Trial::begin(contest.clone());
    let mut both = [first.coordinator, another(&first.farm, contest)];
    let mut stopped = 0;
    for _ in 0..1_000 {
        first.farm.pass(Duration::from_millis(10));
        let taken = both.iter_mut().filter_map(|one| one.take(Duration::ZERO).err());
        stopped = taken.count();
        if stopped > 0 {
            break;
        }
    }
    assert_eq!(stopped, 1);
}

#[test]
fn a_late_message_of_a_stopped_coordinator_stops_no_other() {
    let contest = coordination(0.0);
    let name = contest.secret.contest.clone();
    let mut trial = Trial::begin(contest);
    let words = |coordinator_info: Option<CoordinatorInfo>| QueueReport {
        v: VERSION,
        contest: name.clone(),
        level: layout::RUNS,
        classes: Vec::new(),
        residuals: BTreeMap::new(),
        suspended: BTreeSet::new(),
        holder: coordinator_info,
    };
    let wire = SimulatedWire::of_guest(&trial.farm);
    let gone = CoordinatorInfo { id: "gone".to_owned(), held_ms: 60_000 };
    for coordinator_info in [Some(gone), None, None] {
        wire.send(&layout::event(&name), pack(&words(coordinator_info))).unwrap();
    }
    for _ in 0..10 {
        trial.turn();
        trial.farm.pass(Duration::from_secs(1));
    }
}
