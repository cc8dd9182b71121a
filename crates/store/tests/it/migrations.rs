//! Every older version is migrated, and keeps its data.

use certamen_game::{MatchRecord, Scoring, Seat};
use certamen_store::{MatchNumber, Scheduled, Store, StoreError, SubmissionId};
use certamen_tournament::Detail;
use rusqlite::Connection;
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

/// The same contest as stored by each version, oldest first: a fault, byes, standard error, a match
/// that is to be played.
const VERSIONS: [&str; 7] = [
    include_str!("versions/1.sql"),
    include_str!("versions/2.sql"),
    include_str!("versions/3.sql"),
    include_str!("versions/4.sql"),
    include_str!("versions/5.sql"),
    include_str!("versions/6.sql"),
    include_str!("versions/7.sql"),
];

fn laid_out(folder: &Path, version: usize) -> std::path::PathBuf {
    let path = folder.join(format!("{version}.sqlite"));
    Connection::open(&path).unwrap().execute_batch(VERSIONS[version - 1]).unwrap();
    path
}

fn ids() -> Vec<SubmissionId> {
    (1..=3).map(SubmissionId).collect()
}

/// All that every version knows.
fn told(store: &Store) -> String {
    let records: Vec<MatchRecord> = [1, 3]
        .map(|number| MatchRecord::read(&store.record(MatchNumber(number)).unwrap()).unwrap().0)
        .into();
    let history = store.history(&ids(), Detail::Matches, Scoring::WinLoss).unwrap();
    let cells: Vec<_> = history.cells().collect();
    format!(
        "{cells:?}\n{:?}\n{:?}\n{:?}\n{records:?}\n{:?}\n{:?}",
        store.submissions().unwrap(),
        store.matches_after(MatchNumber(0), 100).unwrap(),
        store.to_be_played().unwrap(),
        store.offenders(&certamen_game::Fault::ALL).unwrap(),
        store.meta("name").unwrap(),
    )
}

#[test]
fn every_version_is_brought_up_to_date_and_read_without_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let newest = Store::read(&laid_out(other.path(), VERSIONS.len())).unwrap();
    let expected = told(&newest);
    assert!(expected.contains("Fixture") && expected.contains("Illegal"), "{expected}");
    for version in 1..=VERSIONS.len() {
        let path = laid_out(folder.path(), version);
        let bytes = fs::read(&path).unwrap();
        assert_eq!(told(&Store::read(&path).unwrap()), expected, "version {version} read");
        assert_eq!(fs::read(&path).unwrap(), bytes, "version {version} was written to");
        let mut store = Store::create(&path).unwrap();
        assert_eq!(told(&store), expected, "version {version} migrated");
        let more = Scheduled { seats: ids()[1..].to_vec(), repeat: 3, seed: 6 };
        store.schedule(&[more]).unwrap();
        assert_eq!(store.matches_of(SubmissionId(2), 10).unwrap().len(), 2, "version {version}");
        drop(store);
        let version_of = |path: &Path| -> i64 {
            let connection = Connection::open(path).unwrap();
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
        };
        assert_eq!(version_of(&path), VERSIONS.len() as i64, "a version without its fixture");
    }
}

#[test]
fn what_older_versions_did_not_keep_is_not_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let words = |version| {
        let store = Store::read(&laid_out(folder.path(), version)).unwrap();
        let words = store.last_words(MatchNumber(1), Seat(0)).unwrap();
        (words, store.phases().unwrap().len(), store.attempts_after(0, 10).unwrap().len())
    };
    assert_eq!(words(1), (Vec::new(), 0, 0));
    assert_eq!(words(2), (b"gone\n".to_vec(), 0, 0));
    assert_eq!(words(3), (b"gone\n".to_vec(), 1, 0));
    assert_eq!(words(5), (b"gone\n".to_vec(), 1, 2));
    let kept = |version, number| {
        let store = Store::read(&laid_out(other.path(), version)).unwrap();
        let ended = store.ended(MatchNumber(number)).unwrap();
        let since = |ended: SystemTime| ended.duration_since(SystemTime::UNIX_EPOCH).unwrap();
        (ended.map(|ended| since(ended).as_secs()), store.kept_moments().unwrap().len())
    };
    assert_eq!(kept(5, 3), (None, 0));
    assert_eq!(kept(6, 3), (Some(9), 1));
    let third = tempfile::tempdir().unwrap();
    let machines =
        |version| Store::read(&laid_out(third.path(), version)).unwrap().machines().unwrap();
    assert!(machines(6).is_empty());
    let found = machines(7);
    let told = found.iter().map(|own| (&*own.machine.name, own.played, own.struck));
    assert_eq!(told.collect::<Vec<_>>(), [("lab", 1, 1)]);
    assert_eq!(found[0].suspended.as_deref(), Some("it lied"));
}

#[test]
fn when_matches_ended_is_taken_from_the_log_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = laid_out(folder.path(), 5);
    let older = Connection::open(&path).unwrap();
    let line = "INSERT INTO attempt VALUES (3, 'played', 3, 4000, 5999, '', '')";
    older.execute_batch(line).unwrap();
    drop(older);
    let store = Store::read(&path).unwrap();
    let ended = |number| store.ended(MatchNumber(number)).unwrap();
    assert_eq!(ended(3), Some(SystemTime::UNIX_EPOCH + Duration::from_secs(5)));
    assert_eq!(ended(1), None);
}

#[test]
fn the_log_of_attempts_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&laid_out(folder.path(), 5)).unwrap();
    store.note_run(std::time::SystemTime::UNIX_EPOCH, "again").unwrap();
    let lines = store.attempts_after(0, 10).unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines.windows(2).all(|two| two[1].before == two[0].hash()), "{lines:?}");
}

#[test]
fn a_store_from_the_future_and_a_file_that_is_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = laid_out(folder.path(), 1);
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(Store::read(&path), Err(StoreError::Newer { found: 99, .. })));
    fs::write(&path, "no database at all, but long enough to be looked at as one").unwrap();
    assert!(matches!(Store::create(&path), Err(StoreError::Damaged { .. })));
}

#[test]
fn a_file_that_was_cut_off_and_one_of_others_are_damaged_not_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let is_refused = || {
        assert!(matches!(Store::read(&path), Err(StoreError::Damaged { .. })));
        assert!(matches!(Store::create(&path), Err(StoreError::Damaged { .. })));
    };
    fs::write(&path, "x").unwrap();
    is_refused();
    fs::remove_file(&path).unwrap();
    let others = Connection::open(&path).unwrap();
    others.execute_batch("CREATE TABLE birds (name TEXT)").unwrap();
    drop(others);
    is_refused();
}
