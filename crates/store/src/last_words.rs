//! The end of the bots' standard error, for their authors.

use crate::{MatchNumber, Store, StoreError, records::decompress};
use certamen_game::Seat;
use rusqlite::{OptionalExtension, Transaction};

impl Store {
    /// The end of the standard error of the bot on `seat` in a finished match; `None` if it is
    /// empty.
    pub fn last_words(&self, number: MatchNumber, seat: Seat) -> Result<Vec<u8>, StoreError> {
        let query = "SELECT zstd FROM last_words WHERE match = ? AND seat = ?";
        let mut query = self.connection.prepare_cached(query)?;
        let packed: Option<Vec<u8>> =
            query.query_row((number.0, seat.0), |row| row.get(0)).optional()?;
        packed.map_or(Ok(Vec::new()), |packed| decompress(number, &packed))
    }
}

/// Stores standard error by seat.
pub(crate) fn keep(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    words: &[Vec<u8>],
) -> Result<(), StoreError> {
    let said = words.iter().enumerate().filter(|(_, words)| !words.is_empty());
    for (seat, words) in said {
        let zstd =
            zstd::bulk::compress(words, 3).map_err(|error| StoreError::Record { number, error })?;
        let mut insert = transaction
            .prepare_cached("INSERT INTO last_words (match, seat, zstd) VALUES (?, ?, ?)")?;
        insert.execute((number.0, seat as i64, zstd))?;
    }
    Ok(())
}
