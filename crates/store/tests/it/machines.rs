//! Workers that played, and results that are revoked.

use crate::site::{Site, finished, record};
use certamen_game::{Fault, Scoring};
use certamen_store::{
    AttemptKind, Finished, MatchNumber, Store, SubmissionId, WorkerId, record_hash,
};
use certamen_tournament::Detail;
use std::time::SystemTime;

fn machine(name: &str, class: &str) -> WorkerId {
    WorkerId { key: format!("key of {name}"), name: name.to_owned(), class: class.to_owned() }
}

fn by(name: &str, number: i64, seed: u64) -> Finished {
    Finished { machine: Some(machine(name, "k")), ..finished(number, &record(seed)) }
}

/// All sums, and the matches that they are made of.
fn history(store: &Store, seats: &[SubmissionId]) -> String {
    let history = store.history(seats, Detail::Matches, Scoring::WinLoss).unwrap();
    format!("{:?}", history.cells().collect::<Vec<_>>())
}

fn reported(store: &Store) -> Vec<(String, u64, u64)> {
    let shares = store.machines().unwrap().into_iter();
    shares.map(|own| (own.machine.name, own.played, own.revoked)).collect()
}

#[test]
fn a_match_names_the_machine_that_played_it() {
    let site = Site::new();
    let (mut store, _) = site.begun(4);
    store.finish(&[by("lab", 1, 1), by("cloud", 2, 2), finished(3, &record(3))]).unwrap();
    let other = Finished { machine: Some(machine("lab", "other")), ..finished(4, &record(4)) };
    store.finish(&[other]).unwrap();
    let names = [("cloud", 1), ("lab", 1), ("lab", 1)].map(|(own, n)| (own.to_owned(), n, 0));
    assert_eq!(reported(&store), names);
    let classes: Vec<String> =
        store.machines().unwrap().into_iter().map(|own| own.machine.class).collect();
    assert_eq!(classes, ["k", "k", "other"]);
}

#[test]
fn who_is_suspended_stays_so_under_any_class() {
    let site = Site::new();
    let (mut store, _) = site.begun(1);
    store.suspend(&machine("lab", "k"), SystemTime::UNIX_EPOCH, "it lied").unwrap();
    let suspended = store.suspended().unwrap();
    assert_eq!(suspended, [("key of lab".to_owned(), "it lied".to_owned())].into());
    let lines = store.attempts_after(0, 9).unwrap();
    assert_eq!((lines[0].kind, &*lines[0].what), (AttemptKind::Suspended, "lab it lied"));
    store.note_audit(SystemTime::UNIX_EPOCH, "b lab cloud alike").unwrap();
    assert_eq!(store.attempts_after(1, 9).unwrap()[0].kind, AttemptKind::Audit);
    assert_eq!(store.audits().unwrap(), ["b lab cloud alike"]);
    assert_eq!(store.late().unwrap(), 0);
    store.note_late(MatchNumber(1), SystemTime::UNIX_EPOCH, b"record").unwrap();
    assert_eq!(store.late().unwrap(), 1);
}

#[test]
fn what_is_struck_leaves_all_sums_and_is_to_be_played_again() {
    let site = Site::new();
    let (mut store, seats) = site.begun(4);
    let before = Site::new();
    let (mut other, _) = before.begun(4);
    let mut guilty = by("rogue", 2, 2);
    guilty.faults = vec![(seats[0], Fault::Illegal), (seats[0], Fault::Illegal)];
    guilty.errors = vec![b"words".to_vec(), Vec::new()];
    let mut honest = by("lab", 3, 3);
    honest.faults = vec![(seats[1], Fault::Timeout)];
    honest.results[1].faults = 1;
    store.finish(&[by("lab", 1, 1), guilty, honest.clone()]).unwrap();
    let copy = Finished { began: None, took: std::time::Duration::ZERO, ..finished(4, &record(2)) };
    store.finish(&[copy]).unwrap();
    other.finish(&[by("lab", 1, 1), honest]).unwrap();
    let at = SystemTime::UNIX_EPOCH;
    let struck = store.revoke("key of rogue", at, "it lied", Scoring::WinLoss).unwrap();
    assert_eq!(struck, [MatchNumber(2), MatchNumber(4)], "a copy goes with what it repeats");
    assert_eq!(history(&store, &seats), history(&other, &seats));
    let waiting: Vec<i64> =
        store.to_be_played().unwrap().iter().map(|stored| stored.number.0).collect();
    assert_eq!(waiting, [2, 4]);
    assert!(store.record(MatchNumber(2)).is_err());
    assert!(store.offenders(&[Fault::Illegal]).unwrap().is_empty());
    assert_eq!(reported(&store), [("lab".to_owned(), 2, 0), ("rogue".to_owned(), 0, 2)]);
    let lines = store.attempts_after(4, 9).unwrap();
    let kinds: Vec<_> = lines.iter().map(|line| (line.kind, line.number)).collect();
    assert_eq!(kinds, [(AttemptKind::Revoked, 2), (AttemptKind::Revoked, 4)]);
    assert_eq!(lines[0].what, record_hash(&record(2).to_bytes()));
    // Played again, it counts as any other.
    store.finish(&[by("lab", 2, 5)]).unwrap();
    other.finish(&[by("lab", 2, 5)]).unwrap();
    assert_eq!(history(&store, &seats), history(&other, &seats));
    assert!(store.revoke("key of rogue", at, "again", Scoring::WinLoss).unwrap().is_empty());
}

#[test]
fn what_machines_played_is_reported_with_who_sat_there_and_how_it_ended() {
    let site = Site::new();
    let (mut store, seats) = site.begun(4);
    let mut late = by("lab", 2, 2);
    late.faults = vec![(seats[0], Fault::Timeout), (seats[1], Fault::Illegal)];
    store.finish(&[by("lab", 1, 1), late, finished(3, &record(3)), by("cloud", 4, 4)]).unwrap();
    let mut reported = Vec::new();
    let visit = |machine: &WorkerId, seats: &[SubmissionId], scores: &[f64], is_late: bool| {
        reported.push((machine.clone(), seats.len(), scores.to_vec(), is_late));
    };
    store.each_played_elsewhere(visit).unwrap();
    let scores = |seed| record(seed).outcome.unwrap().scores.clone();
    let of = |name, seed, is_late| (machine(name, "k"), 2, scores(seed), is_late);
    assert_eq!(reported, [of("lab", 1, false), of("lab", 2, true), of("cloud", 4, false)]);
}
