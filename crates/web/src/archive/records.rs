//! The records of an archive: one line of JSON per match with its number, compressed.

use super::{ArchiveError, chosen::Chosen, draft::FolderDraft};
use certamen_contest::{ContestError, Results};
use certamen_store::MatchNumber;
use serde_json::json;
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// The compression level: a higher one takes long and gains little.
const LEVEL: i32 = 9;

/// Writes the records of the selected matches, or of all.
pub(super) fn write(
    draft: &mut FolderDraft,
    name: &str,
    results: &Results<'_>,
    chosen: Option<&Chosen>,
) -> Result<(), ArchiveError> {
    let io = |error| ArchiveError::Io { path: PathBuf::from(name), error };
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL).map_err(io)?;
    for number in numbers(results, chosen)? {
        let record = results.record(number)?;
        line(&mut packed, number, &record).map_err(io)?;
    }
    draft.write(name, &packed.finish().map_err(io)?)
}

fn line(packed: &mut impl Write, number: MatchNumber, record: &[u8]) -> io::Result<()> {
    let record = String::from_utf8_lossy(record);
    writeln!(packed, "{}", json!({ "match": number.0, "record": record }))
}

fn numbers(
    results: &Results<'_>,
    chosen: Option<&Chosen>,
) -> Result<Vec<MatchNumber>, ContestError> {
    if let Some(chosen) = chosen {
        return Ok(chosen.numbers().collect());
    }
    let played = results.matches()?.into_iter().filter(|stored| stored.seats.len() > 1);
    Ok(played.map(|stored| stored.number).collect())
}
