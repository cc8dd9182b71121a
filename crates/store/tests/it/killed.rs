//! A process that is killed while it writes loses what it was writing, and nothing else.

use crate::site::{Site, finished, record};
use certamen_store::{Finished, MatchNumber, Store};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// Names the store that a killed process writes to.
const STORE: &str = "CERTAMEN_STORE_KILLED";
const MATCHES: u32 = 2_000;
/// At this size of the log most is still to be written.
const WRITTEN: u64 = 1 << 20;

/// Finishes many matches in one transaction, with records that cannot be made small.
fn write_much(path: &Path) {
    let mut store = Store::create(path).unwrap();
    let played = record(1);
    let mut rng = certamen_game::Rng::of_turn(1, 0);
    let noise: Vec<u8> = (0..600_000).map(|_| rng.below(256) as u8).collect();
    let all: Vec<_> = (2..=i64::from(MATCHES))
        .map(|number| {
            let from = number as usize * 256;
            let record = noise[from..from + (8 << 10)].to_vec();
            Finished { record, ..finished(number, &played) }
        })
        .collect();
    store.finish(&all).unwrap();
}

#[test]
fn a_kill_in_the_middle_of_a_transaction_loses_that_transaction_only() {
    if let Some(path) = std::env::var_os(STORE) {
        return write_much(Path::new(&path));
    }
    let site = Site::new();
    let (mut store, _) = site.begun(MATCHES);
    store.finish(&[finished(1, &record(1))]).unwrap();
    // The last connection to close empties the log, so that only what is written now is in it.
    drop(store);
    let test = "killed::a_kill_in_the_middle_of_a_transaction_loses_that_transaction_only";
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(STORE, site.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let log = site.path().with_extension("sqlite-wal");
    while fs::metadata(&log).map_or(0, |log| log.len()) < WRITTEN {
        assert_eq!(writer.try_wait().unwrap(), None, "it was done before it could be killed");
        thread::sleep(Duration::from_millis(1));
    }
    writer.kill().unwrap();
    assert!(!writer.wait().unwrap().success());

    let mut store = site.store();
    assert_eq!(store.record(MatchNumber(1)).unwrap(), record(1).to_bytes());
    assert_eq!(store.to_be_played().unwrap().len(), MATCHES as usize - 1);
    assert_eq!(store.finish(&[finished(2, &record(2))]).unwrap(), [true]);
    let connection = rusqlite::Connection::open(site.path()).unwrap();
    let check: String =
        connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}
