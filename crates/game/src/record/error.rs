//! Why bytes are no record, and the line that says so.

use crate::say;
use certamen_speech::{Message, Speak, quoted};
use serde::de::DeserializeOwned;

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
