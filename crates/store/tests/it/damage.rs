//! A damaged store is an error that says what is damaged, never wrong standings.

use crate::site::{Site, finished, record};
use certamen_game::{Fault, Scoring};
use certamen_i18n::{Language, Localize};
use certamen_store::{MatchNumber, Store, StoreError, SubmissionId};
use certamen_tournament::Detail;
use std::fs;

/// A store with two matches, one of them finished with a fault.
fn played() -> (Site, Vec<SubmissionId>) {
    let site = Site::new();
    let (mut store, seats) = site.begun(2);
    let mut first = finished(1, &record(1));
    first.faults = vec![(seats[0], Fault::Illegal)];
    first.errors = vec![b"gone".to_vec(), Vec::new()];
    store.finish(&[first]).unwrap();
    (site, seats)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(read: Result<T, StoreError>, named: &str) {
    let error = read.expect_err(named);
    assert!(error.to_string().contains(named), "{error}");
    assert!(error.message().get(Language::Fr).contains(named), "{error}");
}

#[test]
fn seats_that_are_none_are_named() {
    let (site, entrants) = played();
    site.damage("UPDATE cell SET seats = '1 x'");
    let store = Store::read(&site.path()).unwrap();
    refused(store.to_be_played(), "`1 x`");
    refused(store.finished(), "`1 x`");
    refused(store.stored_match(MatchNumber(1)), "`1 x`");
    refused(store.matches_of(entrants[0], 5), "`1 x`");
    refused(store.offenders(&Fault::ALL), "`1 x`");
    for detail in [Detail::Sums, Detail::Matches] {
        refused(store.history(&entrants, detail, Scoring::WinLoss).map(|_| ()), "`1 x`");
    }
    let mut store = site.store();
    refused(store.retain_scheduled(&entrants), "`1 x`");
}

#[test]
fn an_outcome_that_is_none_is_named() {
    let (site, entrants) = played();
    site.damage("UPDATE match SET outcome = '{\"scores\":7}' WHERE number = 1");
    let store = Store::read(&site.path()).unwrap();
    refused(store.finished(), "7");
    refused(store.history(&entrants, Detail::Matches, Scoring::WinLoss).map(|_| ()), "7");
    // Sums do not look at single matches.
    assert!(store.history(&entrants, Detail::Sums, Scoring::WinLoss).is_ok());
}

#[test]
fn an_unknown_fault_is_named() {
    let (site, _) = played();
    site.damage("UPDATE fault SET kind = 'yawn'");
    let store = Store::read(&site.path()).unwrap();
    refused(store.fault_counts(|_| true), "`yawn`");
    refused(store.offenders(&[Fault::Illegal]), "`yawn`");
}

#[test]
fn entrants_of_a_phase_that_are_none_are_named() {
    let (site, entrants) = played();
    site.store().begin_phase(&entrants, "{}", "{}").unwrap();
    site.damage("UPDATE phase SET entrants = ''");
    refused(Store::read(&site.path()).unwrap().phases(), "``");
    refused(site.store().begin_phase(&entrants, "{}", "{}"), "``");
}

#[test]
fn a_record_that_cannot_be_unpacked_is_named_by_its_match() {
    let (site, _) = played();
    site.damage("UPDATE record SET zstd = x'00112233'");
    let store = Store::read(&site.path()).unwrap();
    let error = store.record(MatchNumber(1)).unwrap_err();
    assert!(matches!(error, StoreError::Record { number: MatchNumber(1), .. }), "{error}");
}

#[test]
fn last_words_that_cannot_be_unpacked_are_named_by_their_match() {
    let (site, _) = played();
    site.damage("UPDATE last_words SET zstd = x'28b5'");
    let store = Store::read(&site.path()).unwrap();
    let error = store.last_words(MatchNumber(1), certamen_game::Seat(0)).unwrap_err();
    assert!(matches!(error, StoreError::Record { number: MatchNumber(1), .. }), "{error}");
}

#[test]
fn a_dictionary_that_changed_is_no_silent_change_of_records() {
    let site = Site::new();
    let (mut store, _) = site.begun(60);
    let records: Vec<_> = (0..60).map(record).collect();
    let all: Vec<_> =
        (1..).zip(&records).map(|(number, record)| finished(number, record)).collect();
    store.finish(&all).unwrap();
    drop(store);
    site.damage("UPDATE dictionary SET content = zeroblob(length(content))");
    let store = Store::read(&site.path()).unwrap();
    let last = store.record(MatchNumber(60));
    assert_ne!(last.ok(), Some(records[59].to_bytes()));
    // Records from before there was a dictionary need none.
    assert_eq!(store.record(MatchNumber(1)).unwrap(), records[0].to_bytes());
}

#[test]
fn a_table_that_is_gone_is_an_error() {
    for table in ["meta", "phase", "void", "fault", "tally"] {
        let (site, entrants) = played();
        site.damage(&format!("DROP TABLE {table}"));
        let store = Store::read(&site.path()).unwrap();
        let read = [
            store.meta("name").map(drop),
            store.phases().map(drop),
            store.voids().map(drop),
            store.fault_counts(|_| true).map(drop),
            store.history(&entrants, Detail::Sums, Scoring::WinLoss).map(drop),
        ];
        let failed: Vec<String> =
            read.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!(failed.len(), 1, "{table}: {failed:?}");
        assert!(failed[0].contains(table), "{failed:?}");
    }
}

#[test]
fn half_a_file_is_an_error() {
    let (site, entrants) = played();
    let bytes = fs::read(site.path()).unwrap();
    assert!(bytes.len() > 8 << 10);
    fs::write(site.path(), &bytes[..4096 + 100]).unwrap();
    let read = Store::read(&site.path()).and_then(|store| {
        store.history(&entrants, Detail::Matches, Scoring::WinLoss)?;
        store.record(MatchNumber(1))
    });
    let error = read.expect_err("half of it is missing");
    assert!(matches!(error, StoreError::Database(_) | StoreError::Damaged { .. }), "{error}");
}
