//! Records, compressed with a dictionary of their contest.
//!
//! Records of one contest repeat the same header, options and words. The first ones, concatenated,
//! are the dictionary for all that follow: a few KiB in the same store, so that no store depends on
//! a file of the program.

use crate::{MatchNumber, Store, StoreError, SubmissionId};
use certamen_game::Seat;
use rusqlite::{Connection, OptionalExtension, Transaction};
use std::{fmt, io};
use zstd::bulk::{Compressor, Decompressor};

/// The largest record that is unpacked, in bytes.
const LARGEST: usize = 1 << 30;
/// With a dictionary, a higher level saves little and takes twice as long.
const LEVEL: i32 = 1;
/// The size of the dictionary made of the first records, in bytes.
const DICTIONARY: usize = 16 << 10;

impl Store {
    /// The record of a finished match, byte for byte.
    pub fn record(&self, number: MatchNumber) -> Result<Vec<u8>, StoreError> {
        if let Some(record) = record_of(&self.connection, number)? {
            return Ok(record);
        }
        self.stored_match(number)?;
        Err(StoreError::Unplayed(number))
    }

    /// What `owner` left in its folder after its last match of `lifetime`, if anything.
    pub fn folder(
        &self,
        owner: SubmissionId,
        lifetime: &FolderLifetime,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT match, zstd FROM folder WHERE submission = ? AND opponents = ?",
        )?;
        let found =
            query.query_row((owner.0, lifetime.key()), |row| Ok((row.get(0)?, row.get(1)?)));
        let found: Option<(i64, Vec<u8>)> = found.optional()?;
        found.map(|(number, zstd)| unpack(MatchNumber(number), &zstd, &[])).transpose()
    }

    /// The end of the standard error of the bot on `seat` in a finished match, as
    /// [`certamen_game::stderr_text`] joins it, or as it was in earlier versions; empty if there was
    /// none.
    pub fn last_words(&self, number: MatchNumber, seat: Seat) -> Result<Vec<u8>, StoreError> {
        let query = "SELECT zstd FROM last_words WHERE match = ? AND seat = ?";
        let mut query = self.connection.prepare_cached(query)?;
        let packed: Option<Vec<u8>> =
            query.query_row((number.0, seat.0), |row| row.get(0)).optional()?;
        packed.map_or(Ok(Vec::new()), |packed| unpack(number, &packed, &[]))
    }
}

pub(crate) fn record_of(
    connection: &Connection,
    number: MatchNumber,
) -> Result<Option<Vec<u8>>, StoreError> {
    let mut query = connection.prepare_cached(
        "SELECT zstd, content FROM record LEFT JOIN dictionary ON dictionary.id = dictionary
         WHERE match = ?",
    )?;
    let packed = query.query_row([number.0], |row| Ok((row.get(0)?, row.get(1)?)));
    let packed: Option<(Vec<u8>, Option<Vec<u8>>)> = packed.optional()?;
    let Some((packed, dictionary)) = packed else { return Ok(None) };
    unpack(number, &packed, &dictionary.unwrap_or_default()).map(Some)
}

fn unpack(number: MatchNumber, packed: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, StoreError> {
    let length = Decompressor::upper_bound(packed).unwrap_or(LARGEST);
    let mut decompressor = Decompressor::with_dictionary(dictionary);
    let unpacked = decompressor.as_mut().map_err(|error| io::Error::other(error.to_string()));
    let unpacked = unpacked.and_then(|own| own.decompress(packed, length.min(LARGEST)));
    unpacked.map_err(|error| StoreError::Record { number, error })
}

pub(crate) struct RecordPacker {
    compressor: Compressor<'static>,
    dictionary: Option<i64>,
    /// The future dictionary, until it is complete.
    first: Vec<u8>,
}

impl RecordPacker {
    /// Continues with the dictionary of the store, if there is one.
    pub(crate) fn of(connection: &Connection) -> Result<RecordPacker, StoreError> {
        let last = "SELECT id, content FROM dictionary ORDER BY id DESC LIMIT 1";
        let last = connection.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let last: Option<(i64, Vec<u8>)> = last.optional()?;
        let (id, content) = last.unzip();
        let content = content.unwrap_or_default();
        Ok(RecordPacker { compressor: compressor(&content)?, dictionary: id, first: Vec::new() })
    }

    /// Adds `record` to the dictionary if there is none yet; stores it once it is complete.
    pub(crate) fn learn(
        &mut self,
        connection: &Connection,
        record: &[u8],
    ) -> Result<(), StoreError> {
        if self.dictionary.is_some() {
            return Ok(());
        }
        let room = DICTIONARY - self.first.len();
        self.first.extend_from_slice(&record[..record.len().min(room)]);
        if self.first.len() == DICTIONARY {
            let content = std::mem::take(&mut self.first);
            let mut insert =
                connection.prepare_cached("INSERT INTO dictionary (content) VALUES (?)")?;
            self.dictionary = Some(insert.insert([&content])?);
            self.compressor = compressor(&content)?;
        }
        Ok(())
    }

    /// The packed record, and the id of its dictionary.
    pub(crate) fn pack(&mut self, record: &[u8]) -> io::Result<(Vec<u8>, Option<i64>)> {
        Ok((self.compressor.compress(record)?, self.dictionary))
    }
}

fn compressor(dictionary: &[u8]) -> Result<Compressor<'static>, StoreError> {
    Compressor::with_dictionary(LEVEL, dictionary).map_err(StoreError::Dictionary)
}

impl fmt::Debug for RecordPacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordPacker").field("dictionary", &self.dictionary).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedFolder {
    pub owner: SubmissionId,
    pub lifetime: FolderLifetime,
    /// The content, compressed.
    pub content: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FolderLifetime {
    Contest,
    /// The matches of one table, in any order of seats.
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

/// Stores the content of a folder after a match, replacing what was there before.
pub(crate) fn store_folder(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    folder: &SavedFolder,
) -> Result<(), StoreError> {
    let zstd = zstd::bulk::compress(&folder.content, 3)
        .map_err(|error| StoreError::Record { number, error })?;
    let mut upsert = transaction.prepare_cached(
        "INSERT OR REPLACE INTO folder (submission, opponents, match, zstd) VALUES (?, ?, ?, ?)",
    )?;
    upsert.execute((folder.owner.0, folder.lifetime.key(), number.0, zstd))?;
    Ok(())
}

pub(crate) fn store_last_words(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    words: &[Vec<u8>],
) -> Result<(), StoreError> {
    for (seat, words) in words.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
        let zstd =
            zstd::bulk::compress(words, 3).map_err(|error| StoreError::Record { number, error })?;
        let mut insert = transaction
            .prepare_cached("INSERT INTO last_words (match, seat, zstd) VALUES (?, ?, ?)")?;
        insert.execute((number.0, seat as i64, zstd))?;
    }
    Ok(())
}
