//! The machines that play for a contest, where several do.

use crate::{AttemptKind, Store, StoreError, attempts};
use certamen_work::Machine;
use rusqlite::{Row, Transaction};
use std::{collections::BTreeMap, time::SystemTime};

/// What one machine brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineShare {
    /// Which.
    pub machine: Machine,
    /// How many matches of its count.
    pub played: u64,
    /// How many of its results were taken away again.
    pub struck: u64,
    /// Why it is not believed any more, if it is not.
    pub suspended: Option<String>,
}

impl Store {
    /// The machines that played for the contest, by name.
    pub fn machines(&self) -> Result<Vec<MachineShare>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT key, class, name, suspended,
                 (SELECT count(*) FROM match WHERE worker = own.id),
                 (SELECT count(*) FROM struck WHERE worker = own.id)
             FROM worker AS own ORDER BY name, class, key",
        )?;
        let share = |row: &Row<'_>| {
            let machine = Machine { key: row.get(0)?, class: row.get(1)?, name: row.get(2)? };
            let count = |at| row.get::<_, i64>(at).map(|count| count as u64);
            let (played, struck) = (count(4)?, count(5)?);
            Ok(MachineShare { machine, played, struck, suspended: row.get(3)? })
        };
        let shares = query.query_map([], share)?;
        Ok(shares.collect::<Result<_, _>>()?)
    }

    /// How many results came too late to count.
    pub fn late(&self) -> Result<u64, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT count(*) FROM attempt WHERE kind = 'late'")?;
        Ok(query.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    /// What was noted of matches that were played a second time.
    pub fn audits(&self) -> Result<Vec<String>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT what FROM attempt WHERE kind = 'audit' ORDER BY line")?;
        let audits = query.query_map([], |row| row.get(0))?;
        Ok(audits.collect::<Result<_, _>>()?)
    }

    /// Those that are not believed any more, by their keys, each with the reason.
    pub fn suspended(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT key, suspended FROM worker WHERE suspended IS NOT NULL")?;
        let suspended = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(suspended.collect::<Result<_, _>>()?)
    }

    /// Notes that a machine is not believed any more; what it handed in stands.
    pub fn suspend(
        &mut self,
        machine: &Machine,
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

    /// Notes that matches were played a second time, to see whether they go alike, and what came of
    /// it: it counts for nothing else.
    pub fn note_audit(&mut self, at: SystemTime, what: &str) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            attempts::note(transaction, (AttemptKind::Audit, 0), at, what.to_owned())
        })
    }
}

/// The number of a machine, which is stored if it is new.
pub(crate) fn worker_id(
    transaction: &Transaction<'_>,
    machine: &Machine,
) -> Result<i64, StoreError> {
    let Machine { key, name, class } = machine;
    let mut upsert = transaction.prepare_cached(
        "INSERT INTO worker (key, class, name) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET name = excluded.name RETURNING id",
    )?;
    Ok(upsert.query_row((key, class, name), |row| row.get(0))?)
}
