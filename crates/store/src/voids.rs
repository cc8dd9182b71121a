//! Void matches, which are played again.

use crate::{Store, StoreError};

impl Store {
    /// Why matches were played again and how often, the most frequent reason first.
    pub fn voids(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT reason, count FROM void ORDER BY count DESC, reason")?;
        let voids = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(voids.collect::<Result<_, _>>()?)
    }
}
