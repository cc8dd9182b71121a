//! What keeps the store fast must not change what it says.

use crate::site::{entered, finished, record};
use certamen_game::{MatchRecord, Outcome, Scoring};
use certamen_store::{Finished, MatchNumber, Scheduled, Store};
use certamen_tournament::{Detail, EntrantId, seat_results};

#[test]
fn records_come_back_byte_for_byte_whatever_they_are_compressed_against() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let mut store = Store::create(&path).unwrap();
    let seats = entered(&mut store, 2);
    let scheduled = |repeat| Scheduled { seats: seats.clone(), repeat, seed: repeat.into() };
    store.schedule(&(0..90).map(scheduled).collect::<Vec<_>>()).unwrap();
    let records: Vec<MatchRecord> = (0..90).map(record).collect();
    for (number, record) in (1..).zip(&records[..60]) {
        store.finish(&[finished(number, record)]).unwrap();
    }
    // Another run goes on with the same dictionary.
    drop(store);
    let mut store = Store::create(&path).unwrap();
    let rest: Vec<Finished> =
        (61..).zip(&records[60..]).map(|(number, record)| finished(number, record)).collect();
    store.finish(&rest).unwrap();
    for (number, record) in (1..).zip(&records) {
        assert_eq!(store.record(MatchNumber(number)).unwrap(), record.to_bytes(), "{number}");
    }
    let connection = rusqlite::Connection::open(&path).unwrap();
    let count = |query: &str| connection.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM dictionary"), 1);
    let alone =
        count("SELECT CAST(avg(length(zstd)) AS INTEGER) FROM record WHERE dictionary IS NULL");
    let together =
        count("SELECT CAST(avg(length(zstd)) AS INTEGER) FROM record WHERE dictionary = 1");
    assert!(together * 2 < alone, "{together} bytes against {alone}");
}

#[test]
fn gaps_in_the_numbers_are_kept_and_matches_that_finish_in_any_order_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
    let seats = entered(&mut store, 3);
    let pair = seats[..2].to_vec();
    let scheduled = |repeat| Scheduled { seats: pair.clone(), repeat, seed: 0 };
    store.schedule(&[0, 1, 2, 7].map(scheduled)).unwrap();
    let bye = Scheduled { seats: vec![seats[2]], repeat: 4, seed: 0 };
    store.schedule(&[bye.clone(), bye]).unwrap();
    let won = record(1);
    assert_eq!(store.finish(&[finished(3, &won), finished(1, &won)]).unwrap(), [true, true]);
    assert_eq!(store.finish(&[finished(3, &won)]).unwrap(), [false]);
    let history = store.history(&seats, Detail::Sums, Scoring::WinLoss).unwrap();
    let cell = history.cell(&[EntrantId(0), EntrantId(1)]).unwrap();
    assert_eq!(cell.finished.iter().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(cell.scheduled.iter().collect::<Vec<_>>(), [0, 1, 2, 7]);
    assert_eq!(cell.tallies[0].played, 2);
    let alone = history.cell(&[EntrantId(2)]).unwrap();
    assert_eq!((alone.finished.iter().next(), alone.tallies[0].won), (Some(4), 1));
    // Matches planned with an entrant that left are forgotten, and their sums too.
    store.retain_scheduled(&seats[1..]).unwrap();
    let history = store.history(&seats, Detail::Sums, Scoring::WinLoss).unwrap();
    let cell = history.cell(&[EntrantId(0), EntrantId(1)]).unwrap();
    assert_eq!(cell.scheduled.iter().collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn the_matches_of_a_bot_come_the_newest_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
    let seats = entered(&mut store, 4);
    let mut scheduled = Vec::new();
    for (one, other) in [(0, 1), (2, 3), (1, 0), (1, 2), (3, 1)] {
        scheduled.push(Scheduled { seats: vec![seats[one], seats[other]], repeat: 0, seed: 0 });
    }
    store.schedule(&scheduled).unwrap();
    let won = record(1);
    store.finish(&[1, 2, 3, 4].map(|number| finished(number, &won))).unwrap();
    let numbers = |bot: usize, most| -> Vec<i64> {
        let found = store.matches_of(seats[bot], most).unwrap();
        found.iter().map(|found| found.number.0).collect()
    };
    assert_eq!(numbers(1, 10), [4, 3, 1]);
    assert_eq!(numbers(1, 2), [4, 3]);
    assert_eq!(numbers(3, 10), [2]);
}

#[test]
fn results_are_the_same_one_by_one_and_in_bulk() {
    let reported = |group: usize| {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        let seats = entered(&mut store, 3);
        let pairs = [[0, 1], [1, 0], [2, 0]].map(|two| two.map(|place: usize| seats[place]));
        let scheduled = |number: u32| Scheduled {
            seats: pairs[number as usize % 3].to_vec(),
            repeat: number / 3,
            seed: 0,
        };
        store.schedule(&(0..30).map(scheduled).collect::<Vec<_>>()).unwrap();
        let all: Vec<Finished> = (1..=30)
            .map(|number| {
                let outcome = Outcome::scored([0.5 * (number % 3) as f64, 0.25]);
                let results = seat_results(&outcome, &[0, 1], Scoring::Score);
                Finished { outcome, results, ..finished(number, &record(1)) }
            })
            .collect();
        for group in all.chunks(group) {
            store.finish(group).unwrap();
        }
        let history = store.history(&seats, Detail::Sums, Scoring::Score).unwrap();
        format!("{:?}", history.cells().collect::<Vec<_>>())
    };
    assert_eq!(reported(1), reported(30));
    assert_eq!(reported(1), reported(7));
}
