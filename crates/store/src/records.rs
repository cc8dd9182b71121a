//! Records, compressed against what those of this contest have in common.
//!
//! Records of one contest repeat the same header, options and words. The first of them, end to end,
//! are the dictionary of all that follow: a few KiB that are in the store with them, so that no
//! store depends on a file that comes with the program.

use crate::{MatchNumber, Store, StoreError};
use rusqlite::{Connection, OptionalExtension};
use std::{fmt, io};
use zstd::bulk::{Compressor, Decompressor};

/// The largest record that is unpacked, in bytes.
const LARGEST: usize = 1 << 30;
/// The compression level: with a dictionary, more brings little and takes twice as long.
const LEVEL: i32 = 1;
/// How much of the first records makes the dictionary, in bytes.
const DICTIONARY: usize = 16 << 10;

impl Store {
    /// The record of a finished match, byte for byte as it was written.
    pub fn record(&self, number: MatchNumber) -> Result<Vec<u8>, StoreError> {
        if let Some(record) = record_of(&self.connection, number)? {
            return Ok(record);
        }
        self.stored_match(number)?;
        Err(StoreError::Unplayed(number))
    }
}

/// The record of a match, if there is one.
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
    let unpack = |(packed, dictionary): (Vec<u8>, Option<Vec<u8>>)| {
        unpack(number, &packed, &dictionary.unwrap_or_default())
    };
    packed.map(unpack).transpose()
}

/// The decompressed record of the match with this number.
pub(crate) fn decompress(number: MatchNumber, packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    unpack(number, packed, &[])
}

fn unpack(number: MatchNumber, packed: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, StoreError> {
    let length = Decompressor::upper_bound(packed).unwrap_or(LARGEST);
    let mut decompressor = Decompressor::with_dictionary(dictionary);
    let unpacked = decompressor.as_mut().map_err(|error| io::Error::other(error.to_string()));
    let unpacked = unpacked.and_then(|own| own.decompress(packed, length.min(LARGEST)));
    unpacked.map_err(|error| StoreError::Record { number, error })
}

/// Compresses records.
pub(crate) struct RecordPacker {
    compressor: Compressor<'static>,
    /// The number of the dictionary in use.
    dictionary: Option<i64>,
    /// The future dictionary, once there is enough of it.
    first: Vec<u8>,
}

impl RecordPacker {
    /// A packer that continues with the dictionary of the store, if there is one.
    pub(crate) fn of(connection: &Connection) -> Result<RecordPacker, StoreError> {
        let last = "SELECT id, content FROM dictionary ORDER BY id DESC LIMIT 1";
        let last = connection.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let last: Option<(i64, Vec<u8>)> = last.optional()?;
        let (id, content) = last.unzip();
        let content = content.unwrap_or_default();
        Ok(RecordPacker { compressor: compressor(&content)?, dictionary: id, first: Vec::new() })
    }

    /// Adds `record` to the dictionary if there is none yet; stores it once there is enough.
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

    /// A record as it is stored, and against which dictionary.
    pub(crate) fn pack(&mut self, record: &[u8]) -> io::Result<(Vec<u8>, Option<i64>)> {
        Ok((self.compressor.compress(record)?, self.dictionary))
    }
}

fn compressor(dictionary: &[u8]) -> Result<Compressor<'static>, StoreError> {
    let made = Compressor::with_dictionary(LEVEL, dictionary);
    made.map_err(StoreError::Dictionary)
}

impl fmt::Debug for RecordPacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordPacker").field("dictionary", &self.dictionary).finish_non_exhaustive()
    }
}
