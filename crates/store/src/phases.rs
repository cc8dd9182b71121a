//! From which match on which entrants took part, and under which settings.

use crate::{MatchNumber, Store, StoreError, SubmissionId, seats::SeatList};
use rusqlite::{OptionalExtension, Transaction};

/// A period of a contest in which no entrant came or left and nothing else changed that plans
/// depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The first match that could be planned in it.
    pub first: MatchNumber,
    /// The entrants, in order of entry.
    pub entrants: Vec<SubmissionId>,
    /// The format, as JSON.
    pub format: String,
    /// The `[programs]` settings, as JSON.
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
                entrants: row.get::<_, SeatList>(1)?.0,
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
        let now = (SeatList(entrants.to_vec()), format.to_owned(), programs.to_owned());
        self.write(|transaction, _| begin_phase(transaction, &now))
    }
}

/// The entrants, the format and the `[programs]` settings.
type PhaseTerms = (SeatList, String, String);

fn begin_phase(transaction: &Transaction<'_>, now: &PhaseTerms) -> Result<(), StoreError> {
    let last = "SELECT entrants, format, programs FROM phase ORDER BY first DESC LIMIT 1";
    let last: Option<PhaseTerms> = transaction
        .query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let first: i64 = if last.is_none() {
        1
    } else {
        let next = "SELECT coalesce(max(number), 0) + 1 FROM match";
        transaction.query_row(next, [], |row| row.get(0))?
    };
    if last.as_ref() != Some(now) {
        // A phase in which nothing was planned leaves no trace.
        transaction.execute(
            "INSERT OR REPLACE INTO phase (first, entrants, format, programs) VALUES (?, ?, ?, ?)",
            (first, &now.0, &now.1, &now.2),
        )?;
    }
    Ok(())
}
