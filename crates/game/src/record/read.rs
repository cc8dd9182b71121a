//! Reads records of format 1: a header, a line for each turn, and a last line with the outcome and
//! the seal. Unknown keys are kept and ignored; unknown values of known keys are errors.

use super::{FORMAT, MatchRecord, digest};
use crate::{Map, Outcome, Turn, say};
use certamen_i18n::{Localize, Message, quoted};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::borrow::Cow;

/// Why bytes are not a record.
#[derive(Debug)]
pub struct RecordError {
    /// From 1.
    pub line: usize,
    /// What is wrong in it.
    pub problem: RecordProblem,
}

/// What is wrong in a line of a record.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum RecordProblem {
    /// The file is empty.
    #[localize(say::record_empty())]
    Empty,
    /// There is a line after the outcome.
    BehindTheOutcome,
    /// The first line is no JSON: the file is something else.
    #[localize(say::no_json(quoted(_0)))]
    NoJson(serde_json::Error),
    /// A newer version wrote it.
    #[localize(say::newer_format(found, known))]
    Newer {
        found: u32,
        /// The newest that is read here.
        known: u32,
    },
    /// No format has this number.
    NoSuchFormat(u32),
    /// It does not state its format.
    NoVersion,
    /// The line is invalid.
    #[localize(Message::verbatim(_0.to_string()))]
    Line(serde_json::Error),
    /// A key of the line is invalid.
    #[localize(say::at_key(path, quoted(error)))]
    Key { path: String, error: serde_json::Error },
}

impl Localize for RecordError {
    fn message(&self) -> Message {
        say::at_line(self.line, &self.problem)
    }
}

certamen_i18n::error!(RecordError);

/// Reads a line; errors name the key.
fn parse<T: DeserializeOwned>(index: usize, line: &[u8]) -> Result<T, RecordError> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        at(
            index,
            if path == "." {
                RecordProblem::Line(error)
            } else {
                RecordProblem::Key { path, error }
            },
        )
    })?;
    deserializer.end().map_err(|error| at(index, RecordProblem::Line(error)))?;
    Ok(value)
}

fn at(index: usize, problem: RecordProblem) -> RecordError {
    RecordError { line: index + 1, problem }
}

/// Whether the hash at the end of a record agrees with the bytes before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// It agrees.
    Sound,
    /// It does not: the record was changed.
    Broken,
    /// There is no hash: the match is unfinished.
    Missing,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Last<'a> {
    /// How the match ended.
    pub outcome: Cow<'a, Outcome>,
    /// The hash of all lines before this one, in hexadecimal.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[0-9a-f]{64}$")))]
    pub digest: Cow<'a, str>,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Cow<'a, Map>,
}

/// Reads a finished or unfinished record of format 1.
fn read_v1(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    let (_, first) = lines.next().ok_or_else(|| at(0, RecordProblem::Empty))?;
    let table = parse(0, first)?;
    let mut record = MatchRecord { table, turns: Vec::new(), outcome: None, extra: Map::new() };
    let mut seal = Seal::Missing;
    let mut read = first.len();
    for (index, line) in lines {
        if record.outcome.is_some() {
            return Err(at(index, RecordProblem::BehindTheOutcome));
        }
        match entry(index, line)? {
            LaterLine::Turn(turn) => record.turns.push(turn),
            LaterLine::Last(last) => {
                let sound = digest(&bytes[..read]) == last.digest;
                seal = if sound { Seal::Sound } else { Seal::Broken };
                record.outcome = Some(last.outcome.into_owned());
                record.extra = last.extra.into_owned();
            }
        }
        read += line.len();
    }
    Ok((record, seal))
}

enum LaterLine {
    Turn(Turn),
    Last(Last<'static>),
}

fn entry(index: usize, line: &[u8]) -> Result<LaterLine, RecordError> {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(default)]
        outcome: Option<serde::de::IgnoredAny>,
    }
    // Nearly every line is a valid turn. Any other is read again below, which names invalid keys.
    if let Ok(turn) = serde_json::from_slice::<Turn>(line)
        && !turn.extra.contains_key("outcome")
    {
        return Ok(LaterLine::Turn(turn));
    }
    if parse::<Kind>(index, line)?.outcome.is_some() {
        parse(index, line).map(LaterLine::Last)
    } else {
        parse(index, line).map(LaterLine::Turn)
    }
}

impl MatchRecord {
    /// Reads a finished or unfinished record, whichever format it is in.
    pub fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
        match format(bytes)? {
            1 => read_v1(bytes),
            found if found > FORMAT => Err(at(0, RecordProblem::Newer { found, known: FORMAT })),
            other => Err(at(0, RecordProblem::NoSuchFormat(other))),
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
    let first = first.ok_or_else(|| at(0, RecordProblem::Empty))?;
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(first) {
        return Err(at(0, RecordProblem::NoJson(error)));
    }
    parse::<Version>(0, first)?.certamen.ok_or_else(|| at(0, RecordProblem::NoVersion))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_an_outcome_is_the_last_one() {
        let outcome = r#""outcome":{"scores":[1,0],"termination":"normal"},"digest":"00""#;
        let both = format!(r#"{{"turn":1,"moves":[],{outcome}}}"#);
        assert!(matches!(entry(1, both.as_bytes()), Ok(LaterLine::Last(_))));
        let none = entry(1, br#"{"turn":1,"moves":[],"outcome":null}"#);
        assert!(matches!(none, Ok(LaterLine::Turn(turn)) if turn.turn == 1));
    }

    #[test]
    fn the_key_at_fault_is_named() {
        let error = entry(1, br#"{"turn":1,"moves":[{"seat":300,"action":"1"}]}"#).err().unwrap();
        assert!(error.to_string().starts_with("line 2: key `moves[0].seat`"), "{error}");
        assert!(entry(1, br#"{"turn":1,"moves":[]} x"#).is_err());
    }
}
