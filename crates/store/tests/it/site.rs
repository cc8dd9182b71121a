//! A store to try things on.

use certamen_game::{Map, MatchRecord, Scoring, conformance::check_match};
use certamen_store::{BotVersion, Finished, MatchNumber, Scheduled, Store, SubmissionId};
use certamen_tournament::verdicts;
use std::{
    path::PathBuf,
    time::{Duration, SystemTime},
};

/// A folder with a store in it.
pub(crate) struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    pub(crate) fn new() -> Site {
        Site { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("store.sqlite")
    }

    pub(crate) fn store(&self) -> Store {
        Store::create(&self.path()).unwrap()
    }

    /// A store in which two play `matches` matches, numbered from 1.
    pub(crate) fn begun(&self, matches: u32) -> (Store, Vec<SubmissionId>) {
        let mut store = self.store();
        let seats = entered(&mut store, 2);
        let scheduled = |repeat| Scheduled { seats: seats.clone(), repeat, seed: repeat.into() };
        store.schedule(&(0..matches).map(scheduled).collect::<Vec<_>>()).unwrap();
        (store, seats)
    }

    /// Changes the stored data behind the store's back.
    pub(crate) fn damage(&self, statement: &str) {
        let connection = rusqlite::Connection::open(self.path()).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(statement).unwrap();
    }
}

pub(crate) fn entered(store: &mut Store, count: usize) -> Vec<SubmissionId> {
    let bot = |place: usize| BotVersion {
        name: format!("bot {place}"),
        digest: String::new(),
        language: "builtin".to_owned(),
    };
    (0..count).map(|place| store.enter(&bot(place)).unwrap()).collect()
}

pub(crate) fn record(seed: u64) -> MatchRecord {
    check_match(certamen_games::find("footsteps").unwrap(), Map::new(), 2, seed, 1000).unwrap()
}

pub(crate) fn finished(number: i64, record: &MatchRecord) -> Finished {
    Finished {
        number: MatchNumber(number),
        outcome: record.outcome.clone().unwrap(),
        turns: record.turns.len() as u64,
        results: verdicts(record, Scoring::WinLoss).unwrap(),
        faults: Vec::new(),
        record: record.to_bytes(),
        began: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64)),
        took: Duration::from_millis(3),
        machine: None,
        folders: Vec::new(),
        errors: Vec::new(),
    }
}
