//! The workers that play for a contest.

use crate::{AttemptKind, Store, StoreError, attempts, seats::SeatList};
use certamen_game::job::{SubmissionId, WorkerId};
use certamen_game::{Fault, Outcome};
use rusqlite::{Row, Transaction};
use std::{collections::BTreeMap, time::SystemTime};

/// The contribution of one worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineShare {
    /// Which.
    pub machine: WorkerId,
    /// How many matches of its count.
    pub played: u64,
    /// How many of its results were taken away again.
    pub struck: u64,
    /// Why it is suspended, if it is.
    pub suspended: Option<String>,
}

impl Store {
    /// The workers that played for the contest, by name.
    pub fn machines(&self) -> Result<Vec<MachineShare>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT key, class, name, suspended,
                 (SELECT count(*) FROM match WHERE worker = own.id),
                 (SELECT count(*) FROM struck WHERE worker = own.id)
             FROM worker AS own ORDER BY name, class, key",
        )?;
        let share = |row: &Row<'_>| {
            let machine = WorkerId { key: row.get(0)?, class: row.get(1)?, name: row.get(2)? };
            let count = |at| row.get::<_, i64>(at).map(|count| count as u64);
            let (played, struck) = (count(4)?, count(5)?);
            Ok(MachineShare { machine, played, struck, suspended: row.get(3)? })
        };
        let shares = query.query_map([], share)?;
        Ok(shares.collect::<Result<_, _>>()?)
    }

    /// Calls `tell` for each match that a worker played: which worker, the bots by seat, the final
    /// scores, and whether it had a timeout.
    pub fn each_played_elsewhere(
        &self,
        mut tell: impl FnMut(&WorkerId, &[SubmissionId], &[f64], bool),
    ) -> Result<(), StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT id, key, class, name FROM worker")?;
        let machine = |row: &Row<'_>| {
            let (key, class, name) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((row.get::<_, i64>(0)?, WorkerId { key, name, class }))
        };
        let machines: BTreeMap<i64, WorkerId> =
            query.query_map([], machine)?.collect::<Result<_, _>>()?;
        let mut query = self.connection.prepare_cached(
            "SELECT worker, seats, outcome,
                 EXISTS (SELECT 1 FROM fault WHERE match = number AND kind = ?)
             FROM match JOIN cell ON cell.id = match.cell
             WHERE worker IS NOT NULL AND outcome IS NOT NULL ORDER BY number",
        )?;
        let mut rows = query.query([Fault::Timeout.word()])?;
        while let Some(row) = rows.next()? {
            let Some(machine) = machines.get(&row.get(0)?) else { continue };
            let outcome: Outcome =
                serde_json::from_str(&row.get::<_, String>(2)?).map_err(|error| {
                    let text = rusqlite::types::Type::Text;
                    rusqlite::Error::FromSqlConversionFailure(2, text, error.into())
                })?;
            tell(machine, &row.get::<_, SeatList>(1)?.0, &outcome.scores, row.get(3)?);
        }
        Ok(())
    }

    /// How many results came too late to count.
    pub fn late(&self) -> Result<u64, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT count(*) FROM attempt WHERE kind = 'late'")?;
        Ok(query.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    /// The log of replayed matches.
    pub fn audits(&self) -> Result<Vec<String>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT what FROM attempt WHERE kind = 'audit' ORDER BY line")?;
        let audits = query.query_map([], |row| row.get(0))?;
        Ok(audits.collect::<Result<_, _>>()?)
    }

    /// The suspended workers, by their keys, each with the reason.
    pub fn suspended(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT key, suspended FROM worker WHERE suspended IS NOT NULL")?;
        let suspended = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(suspended.collect::<Result<_, _>>()?)
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
            attempts::note(transaction, (AttemptKind::Suspended, 0), at, what)
        })
    }

    /// Records that matches were replayed, to compare them, and the result: it does not count
    /// otherwise.
    pub fn note_audit(&mut self, at: SystemTime, what: &str) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            attempts::note(transaction, (AttemptKind::Audit, 0), at, what.to_owned())
        })
    }
}

/// The number of a worker, which is stored if it is new.
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
