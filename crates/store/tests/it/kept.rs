//! What is stored can be read back.

use crate::site::{Site, entered, finished, record};
use certamen_game::{Fault, Scoring, Seat};
use certamen_store::{
    BotVersion, FolderLifetime, MatchNumber, Phase, SavedFolder, Scheduled, Store, StoreError,
    SubmissionId,
};
use certamen_tournament::{Detail, EntrantId};
use std::time::{Duration, SystemTime};

#[test]
fn meta_is_put_in_whole_and_replaced() {
    let site = Site::new();
    let mut store = site.store();
    assert_eq!(store.meta("name").unwrap(), None);
    store.set_meta(&[("name", "a".to_owned()), ("tier", "B".to_owned())]).unwrap();
    store.set_meta(&[("name", "b".to_owned())]).unwrap();
    drop(store);
    let store = Store::read(&site.path()).unwrap();
    assert_eq!(store.meta("name").unwrap().as_deref(), Some("b"));
    assert_eq!(store.meta("tier").unwrap().as_deref(), Some("B"));
}

#[test]
fn the_same_bot_is_one_submission_and_a_changed_one_another() {
    let site = Site::new();
    let mut store = site.store();
    let bot = |digest: &str, language: &str| BotVersion {
        name: "a".to_owned(),
        digest: digest.to_owned(),
        language: language.to_owned(),
    };
    let first = store.enter(&bot("1", "c")).unwrap();
    assert_eq!(store.enter(&bot("1", "c")).unwrap(), first);
    let second = store.enter(&bot("2", "c")).unwrap();
    assert_ne!(second, first);
    // The name of a language may change; the bot does not.
    assert_eq!(store.enter(&bot("1", "c11")).unwrap(), first);
    assert_eq!(store.submission(first).unwrap(), bot("1", "c11"));
    assert_eq!(store.submissions().unwrap(), [(first, bot("1", "c11")), (second, bot("2", "c"))]);
    assert!(store.submission(SubmissionId(99)).is_err());
}

#[test]
fn a_match_is_scheduled_once_and_finished_once() {
    let site = Site::new();
    let (mut store, seats) = site.begun(2);
    let again = Scheduled { seats: seats.clone(), repeat: 1, seed: 99 };
    store.schedule(&[again]).unwrap();
    assert_eq!(store.match_count().unwrap(), 2);
    assert_eq!(store.stored_match(MatchNumber(2)).unwrap().seed, 1);
    let [won, other] = [record(1), record(2)];
    assert_eq!(store.finish(&[finished(1, &won)]).unwrap(), [true]);
    assert_eq!(store.finish(&[finished(1, &other), finished(2, &won)]).unwrap(), [false, true]);
    assert_eq!(store.record(MatchNumber(1)).unwrap(), won.to_bytes());
    let stored = store.stored_match(MatchNumber(1)).unwrap();
    assert_eq!((stored.outcome, stored.turns), (won.outcome, won.turns.len() as u64));
    assert!(store.to_be_played().unwrap().is_empty());
}

#[test]
fn matches_that_are_not_there_and_not_played_are_distinguished() {
    let site = Site::new();
    let (store, _) = site.begun(1);
    let record = |number| store.record(MatchNumber(number)).unwrap_err();
    assert!(matches!(record(1), StoreError::Unplayed(MatchNumber(1))));
    assert!(matches!(record(2), StoreError::NoMatch(MatchNumber(2))));
    assert!(store.stored_match(MatchNumber(2)).unwrap_err().to_string().contains("no match 2"));
}

#[test]
fn byes_count_and_are_no_matches() {
    let site = Site::new();
    let mut store = site.store();
    let seats = entered(&mut store, 2);
    let bye = Scheduled { seats: vec![seats[1]], repeat: 0, seed: 0 };
    store.schedule(&[bye]).unwrap();
    assert!(store.finished().unwrap().is_empty());
    assert!(store.matches_of(seats[1], 5).unwrap().is_empty());
    assert!(store.to_be_played().unwrap().is_empty());
    assert_eq!(store.matches_after(MatchNumber(0), 5).unwrap().len(), 1);
    let history = store.history(&seats, Detail::Sums, Scoring::WinLoss).unwrap();
    assert_eq!(history.cell(&[EntrantId(1)]).unwrap().tallies[0].won, 1);
}

#[test]
fn matches_come_by_number_in_pieces() {
    let site = Site::new();
    let (store, _) = site.begun(5);
    let numbers = |after, most| -> Vec<i64> {
        let found = store.matches_after(MatchNumber(after), most).unwrap();
        found.iter().map(|found| found.number.0).collect()
    };
    assert_eq!(numbers(0, 2), [1, 2]);
    assert_eq!(numbers(2, 9), [3, 4, 5]);
    assert!(numbers(5, 9).is_empty());
}

#[test]
fn faults_are_counted_for_each_bot_and_kind() {
    let site = Site::new();
    let (mut store, seats) = site.begun(2);
    for number in [1, 2] {
        let mut match_ = finished(number, &record(1));
        match_.faults = vec![(seats[1], Fault::Timeout), (seats[1], Fault::Timeout)];
        store.finish(&[match_]).unwrap();
    }
    let counts = store.fault_counts(|_| true).unwrap();
    assert_eq!(Vec::from_iter(counts), [((seats[1], Fault::Timeout), 4)]);
    let found = store.offenders(&[Fault::Timeout]).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!((found[1].number, &found[1].seats), (MatchNumber(2), &seats));
    assert!(store.offenders(&[Fault::Exit]).unwrap().is_empty());
    assert_eq!(store.stored_match(MatchNumber(1)).unwrap().faults, 2);
}

#[test]
fn folders_are_stored_for_each_lifetime_and_the_last_counts() {
    let site = Site::new();
    let (mut store, seats) = site.begun(2);
    let table = FolderLifetime::Table(vec![seats[1], seats[0]]);
    let kept = |lifetime: &FolderLifetime, content: &[u8]| SavedFolder {
        owner: seats[0],
        lifetime: lifetime.clone(),
        content: content.to_vec(),
    };
    let mut first = finished(1, &record(1));
    first.folders = vec![kept(&FolderLifetime::Contest, b"all"), kept(&table, b"two")];
    let mut second = finished(2, &record(1));
    second.folders = vec![kept(&FolderLifetime::Contest, b"more")];
    store.finish(&[first, second]).unwrap();
    let folder = |owner, lifetime: &FolderLifetime| store.folder(owner, lifetime).unwrap();
    assert_eq!(folder(seats[0], &FolderLifetime::Contest).as_deref(), Some(&b"more"[..]));
    // In any order of seats.
    let turned = FolderLifetime::Table(seats.clone());
    assert_eq!(folder(seats[0], &turned).as_deref(), Some(&b"two"[..]));
    assert_eq!(folder(seats[1], &table), None);
}

#[test]
fn last_words_are_kept_by_seat() {
    let site = Site::new();
    let (mut store, _) = site.begun(1);
    let mut match_ = finished(1, &record(1));
    match_.errors = vec![Vec::new(), b"Traceback\n".to_vec()];
    store.finish(&[match_]).unwrap();
    assert_eq!(store.last_words(MatchNumber(1), Seat(1)).unwrap(), b"Traceback\n");
    assert!(store.last_words(MatchNumber(1), Seat(0)).unwrap().is_empty());
    assert!(store.last_words(MatchNumber(9), Seat(0)).unwrap().is_empty());
}

#[test]
fn a_phase_begins_where_something_changed() {
    let site = Site::new();
    let (mut store, seats) = site.begun(1);
    store.begin_phase(&seats, "{}", "1").unwrap();
    store.begin_phase(&seats, "{}", "1").unwrap();
    // Nothing was planned in between: the first of these two leaves no trace.
    store.begin_phase(&seats[..1], "{}", "1").unwrap();
    store.begin_phase(&seats, "{}", "2").unwrap();
    let phase = |first, programs: &str| Phase {
        first: MatchNumber(first),
        entrants: seats.clone(),
        format: "{}".to_owned(),
        programs: programs.to_owned(),
    };
    assert_eq!(store.phases().unwrap(), [phase(1, "1"), phase(2, "2")]);
}

#[test]
fn phases_begin_at_the_latest_after_the_matches_that_are_left() {
    let site = Site::new();
    let mut store = site.store();
    let seats = entered(&mut store, 3);
    for (programs, pair) in [("1", [0, 1]), ("2", [1, 2]), ("3", [2, 0])] {
        store.begin_phase(&seats, "{}", programs).unwrap();
        let seats = pair.map(|place: usize| seats[place]).to_vec();
        store.schedule(&[Scheduled { seats, repeat: 0, seed: 0 }]).unwrap();
    }
    let phases = |store: &Store| -> Vec<(i64, String)> {
        let phases = store.phases().unwrap().into_iter();
        phases.map(|phase| (phase.first.0, phase.programs)).collect()
    };
    let all = [(1, "1".to_owned()), (2, "2".to_owned()), (3, "3".to_owned())];
    store.retain_scheduled(&seats).unwrap();
    assert_eq!(phases(&store), all);
    // Of three matches, the first is left: the second number is given again.
    store.retain_scheduled(&seats[..2]).unwrap();
    assert_eq!(phases(&store), [(1, "1".to_owned()), (2, "3".to_owned())]);
    store.begin_phase(&seats[..2], "{}", "3").unwrap();
    let last = store.phases().unwrap().pop().unwrap();
    assert_eq!((last.first, &*last.entrants), (MatchNumber(2), &seats[..2]));
    store.retain_scheduled(&[]).unwrap();
    assert_eq!(phases(&store), [(1, "3".to_owned())], "nothing is left");
}

#[test]
fn voids_are_counted_the_most_frequent_first() {
    let site = Site::new();
    let mut store = site.store();
    for reason in ["host stalled", "sandbox died", "sandbox died"] {
        store
            .note_void(MatchNumber(1), (SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH), reason)
            .unwrap();
    }
    let long = "é".repeat(1000);
    store
        .note_void(MatchNumber(1), (SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH), &long)
        .unwrap();
    let voids = store.voids().unwrap();
    assert_eq!(voids[0], ("sandbox died".to_owned(), 2));
    assert!(voids.iter().all(|(reason, _)| reason.chars().count() <= 200));
    assert_eq!(voids.len(), 3);
}

#[test]
fn times_are_those_of_the_last_matches_and_copies_took_none() {
    let site = Site::new();
    let (mut store, _) = site.begun(3);
    for (number, took) in [(1, 5), (2, 0), (3, 7)] {
        let mut match_ = finished(number, &record(1));
        match_.took = Duration::from_millis(took);
        store.finish(&[match_]).unwrap();
    }
    let millis = |most| -> Vec<u128> {
        store.times(most).unwrap().iter().map(|(_, took)| took.as_millis()).collect()
    };
    assert_eq!(millis(9), [7, 5]);
    assert_eq!(millis(1), [7]);
}

#[test]
fn cells_in_which_others_sat_are_left_out_and_not_forgotten() {
    let site = Site::new();
    let mut store = site.store();
    let seats = entered(&mut store, 3);
    let pair = |one: usize, other: usize| vec![seats[one], seats[other]];
    let scheduled = [pair(0, 1), pair(1, 2)].map(|seats| Scheduled { seats, repeat: 0, seed: 0 });
    store.schedule(&scheduled).unwrap();
    store.finish(&[finished(1, &record(1)), finished(2, &record(1))]).unwrap();
    let cells = |entrants: &[SubmissionId]| {
        store.history(entrants, Detail::Matches, Scoring::WinLoss).unwrap().cells().count()
    };
    assert_eq!(cells(&seats[..2]), 1);
    assert_eq!(cells(&seats), 2);
}
