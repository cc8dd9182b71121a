//! The workers that play for a contest, and the results of suspended workers: these are stored
//! separately, outside all sums, and their matches are played again.

use crate::{
    AttemptKind, MatchNumber, Store, StoreError, attempts, cells::CellSums, error::json,
    records::record_of, submissions::SeatList,
};
use certamen_game::{
    Fault, Outcome, Scoring,
    job::{SubmissionId, WorkerId},
};
use certamen_tournament::seat_results;
use rusqlite::{Row, Transaction};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerShare {
    pub machine: WorkerId,
    pub played: u64,
    /// The number of its results that were revoked.
    pub revoked: u64,
    pub suspended: Option<String>,
}

impl Store {
    pub fn machines(&self) -> Result<Vec<WorkerShare>, StoreError> {
        let query = "SELECT key, class, name, suspended,
                 (SELECT count(*) FROM match WHERE worker = own.id),
                 (SELECT count(*) FROM revoked WHERE worker = own.id)
             FROM worker AS own ORDER BY name, class, key";
        self.rows(query, [], |row| {
            let machine = WorkerId { key: row.get(0)?, class: row.get(1)?, name: row.get(2)? };
            let count = |at| row.get::<_, i64>(at).map(|count| count as u64);
            let (played, revoked) = (count(4)?, count(5)?);
            Ok(WorkerShare { machine, played, revoked, suspended: row.get(3)? })
        })
    }

    /// Calls `visit` for each match that a worker played: the worker, the bots by seat, the final
    /// scores, and whether it had a timeout.
    pub fn each_played_elsewhere(
        &self,
        mut visit: impl FnMut(&WorkerId, &[SubmissionId], &[f64], bool),
    ) -> Result<(), StoreError> {
        let workers = self.rows("SELECT id, key, class, name FROM worker", [], |row| {
            let (key, class, name) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((row.get::<_, i64>(0)?, WorkerId { key, name, class }))
        })?;
        let workers: BTreeMap<i64, WorkerId> = workers.into_iter().collect();
        let mut query = self.connection.prepare_cached(
            "SELECT worker, seats, outcome,
                 EXISTS (SELECT 1 FROM fault WHERE match = number AND kind = ?)
             FROM match JOIN cell ON cell.id = match.cell
             WHERE worker IS NOT NULL AND outcome IS NOT NULL ORDER BY number",
        )?;
        let mut rows = query.query([Fault::Timeout.word()])?;
        while let Some(row) = rows.next()? {
            let Some(worker) = workers.get(&row.get(0)?) else { continue };
            let outcome: Outcome = json(row, 2)?;
            visit(worker, &row.get::<_, SeatList>(1)?.0, &outcome.scores, row.get(3)?);
        }
        Ok(())
    }

    /// The number of results that came too late to count.
    pub fn late(&self) -> Result<u64, StoreError> {
        self.count("SELECT count(*) FROM attempt WHERE kind = 'late'")
    }

    pub fn audits(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT what FROM attempt WHERE kind = 'audit' ORDER BY line";
        self.rows(query, [], |row| row.get(0))
    }

    pub fn suspended(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let query = "SELECT key, suspended FROM worker WHERE suspended IS NOT NULL";
        let suspended = self.rows(query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(suspended.into_iter().collect())
    }

    /// Records that a worker is suspended; its earlier results stay valid.
    pub fn suspend(
        &mut self,
        machine: &WorkerId,
        at: SystemTime,
        why: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            worker_id(transaction, machine)?;
            let mut update =
                transaction.prepare_cached("UPDATE worker SET suspended = ? WHERE key = ?")?;
            update.execute((why, &machine.key))?;
            let what = format!("{} {why}", machine.name);
            attempts::note(transaction, AttemptKind::Suspended, 0, at, what)
        })
    }

    /// Logs that matches were replayed for comparison, with the result, which does not count
    /// otherwise.
    pub fn note_audit(&mut self, at: SystemTime, what: &str) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            attempts::note(transaction, AttemptKind::Audit, 0, at, what.to_owned())
        })
    }

    /// Revokes all results of the worker with this key, and their copies, in one transaction. Returns
    /// the matches to be played again.
    pub fn revoke(
        &mut self,
        key: &str,
        at: SystemTime,
        reason: &str,
        scoring: Scoring,
    ) -> Result<Vec<MatchNumber>, StoreError> {
        self.write(|transaction, _| {
            let revoked = results_of_worker(transaction, key)?;
            for one in &revoked {
                revoke_result(transaction, one, at, reason)?;
            }
            for cell in revoked.iter().map(|one| one.cell).collect::<BTreeSet<_>>() {
                recount(transaction, cell, scoring)?;
            }
            Ok(revoked.iter().map(|one| MatchNumber(one.number)).collect())
        })
    }
}

/// The id of a worker, which is stored if it is new.
pub(crate) fn worker_id(
    transaction: &Transaction<'_>,
    machine: &WorkerId,
) -> Result<i64, StoreError> {
    let WorkerId { key, name, class } = machine;
    let mut upsert = transaction.prepare_cached(
        "INSERT INTO worker (key, class, name) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET name = excluded.name RETURNING id",
    )?;
    Ok(upsert.query_row((key, class, name), |row| row.get(0))?)
}

struct RevokedMatch {
    number: i64,
    cell: i64,
    /// The worker of the match, or of the match that it repeats.
    worker: i64,
}

/// The matches of the worker with this key, and their copies: matches without a start, on the same
/// seats.
fn results_of_worker(
    transaction: &Transaction<'_>,
    key: &str,
) -> Result<Vec<RevokedMatch>, StoreError> {
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

fn revoke_result(
    transaction: &Transaction<'_>,
    one: &RevokedMatch,
    at: SystemTime,
    reason: &str,
) -> Result<(), StoreError> {
    let number = MatchNumber(one.number);
    let what = attempts::record_hash(&record_of(transaction, number)?.unwrap_or_default());
    let seconds = attempts::millis(at) / 1000;
    let mut insert = transaction.prepare_cached(
        "INSERT INTO revoked (match, worker, at, reason, zstd, dictionary)
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
    attempts::note(transaction, AttemptKind::Revoked, one.number, at, what)
}

/// Computes the sums of a cell again.
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
        let results = seat_results(&json(row, 1)?, &faults(row)?, scoring);
        sums.add(cell, row.get(0)?, &results);
    }
    sums.write(transaction)
}

fn faults(row: &Row<'_>) -> Result<Vec<u32>, rusqlite::Error> {
    let counts: BTreeMap<String, u32> = json(row, 3)?;
    let seats: String = row.get(2)?;
    Ok(seats.split(' ').map(|seat| counts.get(seat).copied().unwrap_or(0)).collect())
}
