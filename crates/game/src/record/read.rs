//! Reading records. Unknown keys are kept and ignored; unknown values of known keys are refused.

use super::{FORMAT, MatchRecord, v1};
use crate::say;
use certamen_speech::{Message, Speak, quoted};
use serde::{Deserialize, de::DeserializeOwned};

/// Whether the hash at the end of a record agrees with the bytes before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// It agrees.
    Sound,
    /// It does not: something was changed.
    Broken,
    /// There is none: the match is unfinished.
    Missing,
}

/// Why bytes are no record.
#[derive(Debug)]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub flaw: Flaw,
}

/// What is wrong in a line of a record.
#[derive(Debug)]
pub enum Flaw {
    /// There is nothing.
    Empty,
    /// Something stands behind the outcome.
    BehindTheOutcome,
    /// The first line is no JSON: the file is something else.
    NoJson(serde_json::Error),
    /// A newer version wrote it.
    Newer {
        /// The version of its format.
        found: u32,
        /// The newest that is read here.
        known: u32,
    },
    /// No version has this number.
    NoSuchFormat(u32),
    /// It does not say in which format it is.
    NoVersion,
    /// The line does not read.
    Line(serde_json::Error),
    /// A key of the line does not read.
    Key {
        /// Where it is.
        path: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Speak for Flaw {
    fn message(&self) -> Message {
        match self {
            Flaw::Empty => say::record_empty(),
            Flaw::BehindTheOutcome => say::behind_the_outcome(),
            Flaw::NoJson(error) => say::no_json(quoted(error)),
            Flaw::Newer { found, known } => say::newer_format(found, known),
            Flaw::NoSuchFormat(found) => say::no_such_format(found),
            Flaw::NoVersion => say::no_version(),
            Flaw::Line(error) => Message::verbatim(error.to_string()),
            Flaw::Key { path, error } => say::at_key(path, quoted(error)),
        }
    }
}

impl Speak for RecordError {
    fn message(&self) -> Message {
        say::at_line(self.line, &self.flaw)
    }
}

certamen_speech::error!(Flaw, RecordError);

impl MatchRecord {
    /// Reads a finished or unfinished record, whichever format it is in.
    pub fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
        match format(bytes)? {
            1 => v1::read(bytes),
            found if found > FORMAT => Err(at(0, Flaw::Newer { found, known: FORMAT })),
            other => Err(at(0, Flaw::NoSuchFormat(other))),
        }
    }
}

/// The format, of which the first line tells.
fn format(bytes: &[u8]) -> Result<u32, RecordError> {
    #[derive(Deserialize)]
    struct Version {
        certamen: Option<u32>,
    }
    let first = bytes.split_inclusive(|byte| *byte == b'\n').next();
    let first = first.ok_or_else(|| at(0, Flaw::Empty))?;
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(first) {
        return Err(at(0, Flaw::NoJson(error)));
    }
    parse::<Version>(0, first)?.certamen.ok_or_else(|| at(0, Flaw::NoVersion))
}

/// Reads a line; what is wrong with it names the key.
pub(super) fn parse<T: DeserializeOwned>(index: usize, line: &[u8]) -> Result<T, RecordError> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        at(index, if path == "." { Flaw::Line(error) } else { Flaw::Key { path, error } })
    })?;
    deserializer.end().map_err(|error| at(index, Flaw::Line(error)))?;
    Ok(value)
}

pub(super) fn at(index: usize, flaw: Flaw) -> RecordError {
    RecordError { line: index + 1, flaw }
}
