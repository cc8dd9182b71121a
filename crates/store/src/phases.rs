//! From which match on who took part, and how it was held then.

use crate::{MatchNumber, Store, StoreError, SubmissionId, cells::parse_seats};
use rusqlite::OptionalExtension;

/// A stretch of a contest in which nobody came or left and nothing else changed that plans depend
/// on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The first match that could be planned in it.
    pub first: MatchNumber,
    /// Who took part, in order of entry.
    pub entrants: Vec<SubmissionId>,
    /// The format, as JSON.
    pub format: String,
    /// How programs were treated, as JSON.
    pub programs: String,
}

impl Store {
    /// All phases, the oldest first.
    pub fn phases(&self) -> Result<Vec<Phase>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT first, entrants, format, programs FROM phase ORDER BY first")?;
        let phases = query.query_map([], |row| {
            Ok(Phase {
                first: MatchNumber(row.get(0)?),
                entrants: parse_seats(&row.get::<_, String>(1)?),
                format: row.get(2)?,
                programs: row.get(3)?,
            })
        })?;
        Ok(phases.collect::<Result<_, _>>()?)
    }

    /// Begins a phase with the next match that is planned, unless the last one is the same. The
    /// first phase begins with the first match.
    pub fn begin_phase(
        &mut self,
        entrants: &[SubmissionId],
        format: &str,
        programs: &str,
    ) -> Result<(), StoreError> {
        let ids: Vec<String> = entrants.iter().map(|id| id.0.to_string()).collect();
        let ids = ids.join(" ");
        let transaction = self.connection.transaction()?;
        let last = "SELECT entrants, format, programs FROM phase ORDER BY first DESC LIMIT 1";
        let last: Option<(String, String, String)> = transaction
            .query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let first: i64 = match &last {
            None => 1,
            Some(_) => transaction.query_row(
                "SELECT coalesce(max(number), 0) + 1 FROM match",
                [],
                |row| row.get(0),
            )?,
        };
        let now = (ids, format.to_owned(), programs.to_owned());
        if last.as_ref() != Some(&now) {
            // A phase in which nothing was planned leaves no trace.
            transaction.execute(
                "INSERT OR REPLACE INTO phase (first, entrants, format, programs)
                 VALUES (?, ?, ?, ?)",
                (first, now.0, now.1, now.2),
            )?;
        }
        Ok(transaction.commit()?)
    }
}
