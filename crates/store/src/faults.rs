//! Faults of bots, by match.

use crate::{MatchNumber, Store, StoreError, SubmissionId, error::BadValue, submissions::SeatList};
use certamen_game::Fault;
use rusqlite::{
    Transaction,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offender {
    pub number: MatchNumber,
    pub seats: Vec<SubmissionId>,
    pub submission: SubmissionId,
    pub fault: Fault,
}

/// The bots with their faults and counts, by match.
pub type FaultsByMatch = BTreeMap<MatchNumber, Vec<(SubmissionId, Fault, u64)>>;

impl Store {
    pub fn offenders(&self, kinds: &[Fault]) -> Result<Vec<Offender>, StoreError> {
        let query = "SELECT number, seats, submission, kind FROM fault
             JOIN match ON match.number = fault.match JOIN cell ON cell.id = match.cell
             ORDER BY number, submission, kind";
        let mut found = self.rows(query, [], |row| {
            Ok(Offender {
                number: MatchNumber(row.get(0)?),
                seats: row.get::<_, SeatList>(1)?.0,
                submission: SubmissionId(row.get(2)?),
                fault: row.get::<_, FaultWord>(3)?.0,
            })
        })?;
        found.retain(|offender| kinds.contains(&offender.fault));
        Ok(found)
    }

    /// The faults of all versions of a bot, with counts.
    pub fn faults_of(&self, bot: &str) -> Result<Vec<(Fault, u64)>, StoreError> {
        self.rows(
            "SELECT kind, SUM(count) FROM fault
             WHERE submission IN (SELECT id FROM submission WHERE name = ?)
             GROUP BY kind ORDER BY kind",
            [bot],
            |row| {
                let FaultWord(fault) = row.get(0)?;
                Ok((fault, row.get::<_, i64>(1)? as u64))
            },
        )
    }

    /// The faults in each match, by bot, with counts.
    pub fn faults_by_match(&self) -> Result<FaultsByMatch, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT match, submission, kind, count FROM fault")?;
        let mut rows = query.query([])?;
        let mut found = FaultsByMatch::new();
        while let Some(row) = rows.next()? {
            let FaultWord(fault) = row.get(2)?;
            let times = row.get::<_, i64>(3)? as u64;
            let own = found.entry(MatchNumber(row.get(0)?)).or_default();
            own.push((SubmissionId(row.get(1)?), fault, times));
        }
        Ok(found)
    }

    /// The faults of each submission in the matches that `counts` accepts.
    pub fn fault_counts(
        &self,
        counts: impl Fn(MatchNumber) -> bool,
    ) -> Result<BTreeMap<(SubmissionId, Fault), u64>, StoreError> {
        let mut found = BTreeMap::new();
        for (number, faults) in self.faults_by_match()? {
            for (submission, fault, times) in faults.into_iter().filter(|_| counts(number)) {
                *found.entry((submission, fault)).or_default() += times;
            }
        }
        Ok(found)
    }
}

struct FaultWord(Fault);

impl FromSql for FaultWord {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<FaultWord> {
        let word = value.as_str()?;
        let known = Fault::ALL.into_iter().find(|fault| fault.word() == word).map(FaultWord);
        known.ok_or_else(|| FromSqlError::Other(BadValue::Fault(word.to_owned()).into()))
    }
}

pub(crate) fn add_faults(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    faults: &[(SubmissionId, Fault)],
) -> Result<(), StoreError> {
    let mut upsert = transaction.prepare_cached(
        "INSERT INTO fault (match, submission, kind, count) VALUES (?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET count = count + 1",
    )?;
    for (submission, fault) in faults {
        upsert.execute((number.0, submission.0, fault.word()))?;
    }
    Ok(())
}
