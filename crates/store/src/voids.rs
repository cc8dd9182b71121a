//! Matches that had to be played again for reasons of ours.

use crate::{Store, StoreError};

/// So many characters of a reason are kept.
const LONGEST: usize = 200;

impl Store {
    /// Notes that a match is played again, and why.
    pub fn note_void(&mut self, reason: &str) -> Result<(), StoreError> {
        let reason: String = reason.chars().take(LONGEST).collect();
        self.write(|transaction, _| {
            transaction.execute(
                "INSERT INTO void (reason, count) VALUES (?, 1)
                 ON CONFLICT DO UPDATE SET count = count + 1",
                [reason],
            )?;
            Ok(())
        })
    }

    /// Why matches were played again and how often, the most frequent reason first.
    pub fn voids(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT reason, count FROM void ORDER BY count DESC, reason")?;
        let voids = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(voids.collect::<Result<_, _>>()?)
    }
}
