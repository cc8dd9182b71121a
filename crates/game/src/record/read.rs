//! Reads records. Unknown keys are kept and ignored; unknown values of known keys are errors.

use super::{
    FORMAT, MatchRecord, PictureFlaw, RecordError, Seal,
    error::{at, parse},
    v1,
};
use serde::Deserialize;

impl MatchRecord {
    /// Reads a finished or unfinished record, whichever format it is in.
    pub fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
        match format(bytes)? {
            1 => v1::read(bytes),
            found if found > FORMAT => Err(at(0, PictureFlaw::Newer { found, known: FORMAT })),
            other => Err(at(0, PictureFlaw::NoSuchFormat(other))),
        }
    }
}

/// The format, given by the first line.
fn format(bytes: &[u8]) -> Result<u32, RecordError> {
    #[derive(Deserialize)]
    struct Version {
        certamen: Option<u32>,
    }
    let first = bytes.split_inclusive(|byte| *byte == b'\n').next();
    let first = first.ok_or_else(|| at(0, PictureFlaw::Empty))?;
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(first) {
        return Err(at(0, PictureFlaw::NoJson(error)));
    }
    parse::<Version>(0, first)?.certamen.ok_or_else(|| at(0, PictureFlaw::NoVersion))
}
