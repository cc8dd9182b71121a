//! What bots left in their folders, for the matches to come.

use crate::{MatchNumber, Store, StoreError, SubmissionId, records::decompress};
use rusqlite::{OptionalExtension, Transaction};

/// The files that a bot left in its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedFolder {
    /// The bot whose folder it is.
    pub owner: SubmissionId,
    /// Its opponents.
    pub circle: FolderLifetime,
    /// The content, compressed.
    pub content: Vec<u8>,
}

/// The matches that a folder lives through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FolderLifetime {
    /// All of the contest.
    Contest,
    /// Those of one table, in any order of seats.
    Table(Vec<SubmissionId>),
}

impl FolderLifetime {
    fn key(&self) -> String {
        let FolderLifetime::Table(seats) = self else { return String::new() };
        let mut ids: Vec<i64> = seats.iter().map(|seat| seat.0).collect();
        ids.sort_unstable();
        ids.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Store {
    /// What `owner` left in its folder after its last match of `circle`; `None` if there was none.
    pub fn folder(
        &self,
        owner: SubmissionId,
        circle: &FolderLifetime,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT match, zstd FROM folder WHERE submission = ? AND circle = ?")?;
        let found = query.query_row((owner.0, circle.key()), |row| Ok((row.get(0)?, row.get(1)?)));
        let found: Option<(i64, Vec<u8>)> = found.optional()?;
        found.map(|(number, zstd)| decompress(MatchNumber(number), &zstd)).transpose()
    }
}

/// Keeps what was left in a folder after a match instead of what was there before.
pub(crate) fn keep(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    folder: &SavedFolder,
) -> Result<(), StoreError> {
    let zstd = zstd::bulk::compress(&folder.content, 3)
        .map_err(|error| StoreError::Record { number, error })?;
    let mut upsert = transaction.prepare_cached(
        "INSERT OR REPLACE INTO folder (submission, circle, match, zstd) VALUES (?, ?, ?, ?)",
    )?;
    upsert.execute((folder.owner.0, folder.circle.key(), number.0, zstd))?;
    Ok(())
}
