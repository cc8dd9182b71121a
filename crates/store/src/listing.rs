//! Matches as readers look for them: the newest first, page by page, each page from an index.

use crate::{MatchNumber, Store, StoreError, StoredMatch, matches::stored_match};

/// Which matches are looked for; what is absent does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted<'a> {
    /// Somebody who sat at the table.
    pub bot: Option<&'a str>,
    /// Somebody else who did.
    pub against: Option<&'a str>,
    /// Whether anybody committed a fault.
    pub faulty: bool,
    /// Only matches with a lower number.
    pub before: Option<MatchNumber>,
}

impl Store {
    /// The matches that were played, at most `most`, the newest first; byes are none.
    pub fn listed(&self, wanted: &Wanted<'_>, most: usize) -> Result<Vec<StoredMatch>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT number, seats, repeat, seed, outcome, turns, faults
             FROM match JOIN cell ON cell.id = match.cell
             WHERE outcome IS NOT NULL AND number < ?1 AND instr(seats, ' ') > 0
               AND (?2 IS NULL OR match.cell IN (SELECT cell FROM sitting
                    JOIN submission ON submission.id = submission WHERE name = ?2))
               AND (?3 IS NULL OR match.cell IN (SELECT cell FROM sitting
                    JOIN submission ON submission.id = submission WHERE name = ?3))
               AND (NOT ?4 OR faults > 0)
             ORDER BY number DESC LIMIT ?5",
        )?;
        let before = wanted.before.map_or(i64::MAX, |number| number.0);
        let values = (before, wanted.bot, wanted.against, wanted.faulty, most as i64);
        let found = query.query_map(values, stored_match)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// A number that changes whenever somebody else has written.
    pub fn revision(&self) -> Result<i64, StoreError> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }
}
