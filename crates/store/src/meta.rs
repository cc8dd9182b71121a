//! What the contest was begun with, by key.

use crate::{Store, StoreError};
use rusqlite::OptionalExtension;

impl Store {
    /// The value under `key`.
    pub fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let mut query = self.connection.prepare_cached("SELECT value FROM meta WHERE key = ?")?;
        Ok(query.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Puts all of `entries` in, or none.
    pub fn set_meta(&mut self, entries: &[(&str, String)]) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            for (key, value) in entries {
                transaction.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))?;
            }
            Ok(())
        })
    }
}
