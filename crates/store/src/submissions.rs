//! Submitted bots, the phases of a contest that they enter, and its metadata.

use crate::{MatchNumber, Store, StoreError, SubmissionId, error::BadValue};
use rusqlite::{
    OptionalExtension, ToSql, Transaction,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};
use std::num::ParseIntError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotVersion {
    pub name: String,
    /// The hash of its files; empty for built-in players.
    pub digest: String,
    pub language: String,
}

impl Store {
    /// Stores `submission` if it is new, and returns its number.
    pub fn enter(&mut self, submission: &BotVersion) -> Result<SubmissionId, StoreError> {
        let BotVersion { name, digest, language } = submission;
        self.write(|transaction, _| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO submission (name, digest, language) VALUES (?, ?, ?)
                 ON CONFLICT DO UPDATE SET language = excluded.language RETURNING id",
            )?;
            Ok(SubmissionId(insert.query_row((name, digest, language), |row| row.get(0))?))
        })
    }

    /// All submissions, by number.
    pub fn submissions(&self) -> Result<Vec<(SubmissionId, BotVersion)>, StoreError> {
        self.rows("SELECT id, name, digest, language FROM submission ORDER BY id", [], |row| {
            let [name, digest, language] = [row.get(1)?, row.get(2)?, row.get(3)?];
            Ok((SubmissionId(row.get(0)?), BotVersion { name, digest, language }))
        })
    }

    pub fn submission(&self, id: SubmissionId) -> Result<BotVersion, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT name, digest, language FROM submission WHERE id = ?")?;
        let submission = query.query_row([id.0], |row| {
            Ok(BotVersion { name: row.get(0)?, digest: row.get(1)?, language: row.get(2)? })
        });
        Ok(submission?)
    }

    pub fn phases(&self) -> Result<Vec<Phase>, StoreError> {
        self.rows("SELECT first, entrants, format, programs FROM phase ORDER BY first", [], |row| {
            Ok(Phase {
                first: MatchNumber(row.get(0)?),
                entrants: row.get::<_, SeatList>(1)?.0,
                format: row.get(2)?,
                programs: row.get(3)?,
            })
        })
    }

    /// Begins a phase with the next planned match, unless it equals the last phase. The first phase
    /// begins with the first match.
    pub fn begin_phase(
        &mut self,
        entrants: &[SubmissionId],
        format: &str,
        programs: &str,
    ) -> Result<(), StoreError> {
        let now = (SeatList(entrants.to_vec()), format.to_owned(), programs.to_owned());
        self.write(|transaction, _| {
            let last = "SELECT entrants, format, programs FROM phase ORDER BY first DESC LIMIT 1";
            let last = transaction
                .query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            let first = if last.is_none() { 1 } else { next_number(transaction)? };
            if last.as_ref() != Some(&now) {
                // A phase without planned matches leaves no trace.
                transaction.execute(
                    "INSERT OR REPLACE INTO phase (first, entrants, format, programs)
                     VALUES (?, ?, ?, ?)",
                    (first, &now.0, &now.1, &now.2),
                )?;
            }
            Ok(())
        })
    }

    pub fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let mut query = self.connection.prepare_cached("SELECT value FROM meta WHERE key = ?")?;
        Ok(query.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Sets all of `entries`, or none.
    pub fn set_meta(&mut self, entries: &[(&str, String)]) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            for (key, value) in entries {
                transaction.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))?;
            }
            Ok(())
        })
    }
}

/// The number of the next planned match.
pub(crate) fn next_number(transaction: &Transaction<'_>) -> Result<i64, StoreError> {
    let next = "SELECT coalesce(max(number), 0) + 1 FROM match";
    Ok(transaction.query_row(next, [], |row| row.get(0))?)
}

/// Submissions in the order of their seats, or of entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatList(pub(crate) Vec<SubmissionId>);

impl FromSql for SeatList {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<SeatList> {
        let text = value.as_str()?;
        let seats: Result<_, ParseIntError> =
            text.split(' ').map(|id| id.parse().map(SubmissionId)).collect();
        seats
            .map(SeatList)
            .map_err(|_| FromSqlError::Other(BadValue::Seats(text.to_owned()).into()))
    }
}

impl ToSql for SeatList {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let numbers: Vec<String> = self.0.iter().map(|id| id.0.to_string()).collect();
        Ok(numbers.join(" ").into())
    }
}

/// A period of a contest in which the entrants and the settings that plans depend on did not
/// change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    pub first: MatchNumber,
    /// In order of entry.
    pub entrants: Vec<SubmissionId>,
    pub format: String,
    pub programs: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_written_seats_are_read() {
        let read = |text: &str| SeatList::column_result(ValueRef::Text(text.as_bytes()));
        for numbers in [&[7][..], &[1, 2], &[12, 3, 12, 40_000_000_000]] {
            let seats = SeatList(numbers.iter().copied().map(SubmissionId).collect());
            let ToSqlOutput::Owned(rusqlite::types::Value::Text(text)) = seats.to_sql().unwrap()
            else {
                panic!("seats are a text")
            };
            assert_eq!(read(&text), Ok(seats));
        }
        for text in ["", " ", "1  2", "1 2 ", "1,2", "1 x"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
