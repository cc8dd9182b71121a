//! Records, compressed.

use crate::{Finished, MatchNumber, Store, StoreError};
use rusqlite::OptionalExtension;

/// The largest record that is unpacked, in bytes.
const LARGEST: usize = 1 << 30;

impl Store {
    /// The record of a finished match, byte for byte as it was written.
    pub fn record(&self, number: MatchNumber) -> Result<Vec<u8>, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT zstd FROM record WHERE match = ?")?;
        let packed: Option<Vec<u8>> = query.query_row([number.0], |row| row.get(0)).optional()?;
        let Some(packed) = packed else {
            self.stored_match(number)?;
            return Err(StoreError::Unplayed(number));
        };
        decompress(number, &packed)
    }
}

/// What was compressed, of a match of this number.
pub(crate) fn decompress(number: MatchNumber, packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let length = zstd::bulk::Decompressor::upper_bound(packed).unwrap_or(LARGEST);
    zstd::bulk::decompress(packed, length.min(LARGEST))
        .map_err(|error| StoreError::Record { number, error })
}

/// A match's record as it is stored.
pub(crate) fn pack(finished: &Finished) -> Result<Vec<u8>, StoreError> {
    let number = finished.number;
    zstd::bulk::compress(&finished.record, 3).map_err(|error| StoreError::Record { number, error })
}
