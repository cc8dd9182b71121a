//! Revoked results of suspended workers: they are stored separately, outside all sums, and their
//! matches are to be played again.

use crate::{
    AttemptKind, MatchNumber, Store, StoreError, attempts, cells::CellSums, records::record_of,
};
use certamen_game::{Outcome, Scoring};
use certamen_tournament::seat_results;
use rusqlite::{Row, Transaction};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};

/// A match whose result is revoked.
struct RevokedMatch {
    number: i64,
    cell: i64,
    /// The worker it belongs to: its own, or that of the match that it repeats.
    worker: i64,
}

impl Store {
    /// Revokes all results of the worker with this key, and what only repeats them; all of it in
    /// one transaction. Returns which matches are to be played again.
    pub fn revoke(
        &mut self,
        key: &str,
        at: SystemTime,
        reason: &str,
        scoring: Scoring,
    ) -> Result<Vec<MatchNumber>, StoreError> {
        self.write(|transaction, _| {
            let revoked_matchs = condemned(transaction, key)?;
            for one in &revoked_matchs {
                deferred(transaction, one, at, reason)?;
            }
            for cell in revoked_matchs.iter().map(|one| one.cell).collect::<BTreeSet<_>>() {
                recount(transaction, cell, scoring)?;
            }
            Ok(revoked_matchs.iter().map(|one| MatchNumber(one.number)).collect())
        })
    }
}

/// What the worker with this key played, and the copies of it: matches that are not begun, in the
/// same order of seats.
fn condemned(transaction: &Transaction<'_>, key: &str) -> Result<Vec<RevokedMatch>, StoreError> {
    let mut query = transaction.prepare_cached(
        "WITH own AS (
             SELECT number, cell, worker FROM match JOIN worker ON worker.id = match.worker
             WHERE key = ?
         )
         SELECT number, cell, worker FROM own
         UNION ALL
         SELECT number, match.cell, (SELECT min(worker) FROM own WHERE own.cell = match.cell)
         FROM match JOIN record ON record.match = number
         WHERE ended IS NULL AND took_us = 0 AND cell IN (SELECT cell FROM own)
             AND match.worker IS NULL
         ORDER BY 1",
    )?;
    let found = query.query_map([key], |row| {
        Ok(RevokedMatch { number: row.get(0)?, cell: row.get(1)?, worker: row.get(2)? })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn deferred(
    transaction: &Transaction<'_>,
    one: &RevokedMatch,
    at: SystemTime,
    reason: &str,
) -> Result<(), StoreError> {
    let number = MatchNumber(one.number);
    let what = attempts::record_hash(&record_of(transaction, number)?.unwrap_or_default());
    let seconds = attempts::millis(at) / 1000;
    let mut insert = transaction.prepare_cached(
        "INSERT INTO struck (match, worker, at, reason, zstd, dictionary)
         SELECT match, ?, ?, ?, zstd, dictionary FROM record WHERE match = ?",
    )?;
    insert.execute((one.worker, seconds, reason, one.number))?;
    for statement in [
        "DELETE FROM record WHERE match = ?",
        "DELETE FROM fault WHERE match = ?",
        "DELETE FROM last_words WHERE match = ?",
        "UPDATE match SET outcome = NULL, turns = NULL, faults = NULL, took_us = NULL,
             ended = NULL, results = NULL, worker = NULL
         WHERE number = ?",
    ] {
        transaction.prepare_cached(statement)?.execute([one.number])?;
    }
    attempts::note(transaction, (AttemptKind::Struck, one.number), at, what)
}

/// The sums of a cell, made of what is left of it.
fn recount(transaction: &Transaction<'_>, cell: i64, scoring: Scoring) -> Result<(), StoreError> {
    transaction.prepare_cached("DELETE FROM tally WHERE cell = ?")?.execute([cell])?;
    let mut update = transaction
        .prepare_cached("UPDATE cell SET finished = 0, finished_top = 0 WHERE id = ?")?;
    update.execute([cell])?;
    let mut sums = CellSums::default();
    let mut query = transaction.prepare_cached(
        "SELECT repeat, outcome, seats,
             (SELECT json_group_object(submission, total) FROM (
                 SELECT submission, sum(count) AS total FROM fault WHERE match = number
                 GROUP BY submission))
         FROM match JOIN cell ON cell.id = match.cell
         WHERE cell = ? AND outcome IS NOT NULL",
    )?;
    let mut rows = query.query([cell])?;
    while let Some(row) = rows.next()? {
        let results = seat_results(&outcome(row)?, &faults(row)?, scoring);
        sums.add(cell, row.get(0)?, &results);
    }
    sums.write(transaction)
}

fn outcome(row: &Row<'_>) -> Result<Outcome, rusqlite::Error> {
    read(1, &row.get::<_, String>(1)?)
}

/// How often each seat did something wrong.
fn faults(row: &Row<'_>) -> Result<Vec<u32>, rusqlite::Error> {
    let counts: BTreeMap<String, u32> = read(3, &row.get::<_, String>(3)?)?;
    let seats: String = row.get(2)?;
    Ok(seats.split(' ').map(|seat| counts.get(seat).copied().unwrap_or(0)).collect())
}

fn read<T: serde::de::DeserializeOwned>(at: usize, text: &str) -> Result<T, rusqlite::Error> {
    let text = serde_json::from_str(text);
    text.map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(at, rusqlite::types::Type::Text, error.into())
    })
}
