//! Two coordinators of one contest, as a copied folder causes them.

use super::{Trial, coordination};
use crate::{
    BusError, ContestJob, Terms, Transport,
    coordinator::Coordinator,
    layout,
    message::{CoordinatorInfo, QueueReport, VERSION, pack},
    simulated::{SimulatedFarm, SimulatedWire},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

/// Another coordinator of this contest, in the same world.
fn another(farm: &SimulatedFarm, contest_job: ContestJob) -> Coordinator {
    let wire = SimulatedWire::of_guest(farm);
    Coordinator::begin(Arc::new(wire), contest_job).unwrap()
}

/// What stops the second one, if anything does within this many heartbeats; the first one goes on.
fn stopped(trial: &mut Trial, second: &mut Coordinator, beats: u32) -> Option<BusError> {
    let until = trial.farm.age() + beats * Terms::usual().beat;
    while trial.farm.age() < until {
        trial.turn();
        if let Err(error) = second.take(Duration::ZERO) {
            return Some(error);
        }
    }
    None
}

#[test]
fn who_finds_somebody_else_with_his_contest_stops() {
    let contest = coordination(0.0);
    let mut trial = Trial::begin(contest.clone());
    trial.turn();
    trial.farm.pass(Duration::from_secs(20));
    let mut second = another(&trial.farm, contest.clone());
    let error = stopped(&mut trial, &mut second, 1);
    assert!(matches!(error, Some(BusError::Rival { before: 19..=21 })), "{error:?}");
    let told = error.unwrap().to_string();
    assert!(told.contains("remove `.certamen/bus.json` from the copy"), "{told}");
    drop(second);
    // The one that began first goes on, and coordinators of two contests do not affect each other.
    let mut other = another(&trial.farm, coordination(0.0));
    assert!(stopped(&mut trial, &mut other, 4).is_none());
}

#[test]
fn of_two_who_begin_at_once_one_goes_on() {
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
fn the_last_words_of_one_who_is_gone_stop_nobody() {
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
