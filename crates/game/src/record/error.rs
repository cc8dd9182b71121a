//! Why bytes are not a valid record, with the line.

use crate::say;
use certamen_i18n::{Localize, Message, quoted};
use serde::de::DeserializeOwned;

/// Why bytes are no record.
#[derive(Debug)]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub picture_flaw: PictureFlaw,
}

/// What is wrong in a line of a record.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum PictureFlaw {
    /// There is nothing.
    #[localize(say::record_empty())]
    Empty,
    /// Something stands behind the outcome.
    BehindTheOutcome,
    /// The first line is no JSON: the file is something else.
    #[localize(say::no_json(quoted(_0)))]
    NoJson(serde_json::Error),
    /// A newer version wrote it.
    #[localize(say::newer_format(found, known))]
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
    #[localize(Message::verbatim(_0.to_string()))]
    Line(serde_json::Error),
    /// A key of the line does not read.
    #[localize(say::at_key(path, quoted(error)))]
    Key {
        /// Where it is.
        path: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Localize for RecordError {
    fn message(&self) -> Message {
        say::at_line(self.line, &self.picture_flaw)
    }
}

certamen_i18n::error!(RecordError);

/// Reads a line; what is wrong with it names the key.
pub(super) fn parse<T: DeserializeOwned>(index: usize, line: &[u8]) -> Result<T, RecordError> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        at(
            index,
            if path == "." { PictureFlaw::Line(error) } else { PictureFlaw::Key { path, error } },
        )
    })?;
    deserializer.end().map_err(|error| at(index, PictureFlaw::Line(error)))?;
    Ok(value)
}

pub(super) fn at(index: usize, picture_flaw: PictureFlaw) -> RecordError {
    RecordError { line: index + 1, picture_flaw }
}
