//! Reading records. Unknown keys are kept and ignored; unknown values of known keys are refused.

use super::{FORMAT, MatchRecord, Table, digest};
use crate::{Outcome, Turn, say};
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
    /// Reads a finished or unfinished record.
    pub fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
        let (_, first) = lines.next().ok_or_else(|| at(0, Flaw::Empty))?;
        let table = header(first)?;
        let mut record = MatchRecord { table, turns: Vec::new(), outcome: None };
        let mut seal = Seal::Missing;
        let mut read = first.len();
        for (index, line) in lines {
            if record.outcome.is_some() {
                return Err(at(index, Flaw::BehindTheOutcome));
            }
            match entry(index, line)? {
                Entry::Turn(turn) => record.turns.push(turn),
                Entry::Last(last) => {
                    let sound = digest(&bytes[..read]) == last.digest;
                    seal = if sound { Seal::Sound } else { Seal::Broken };
                    record.outcome = Some(last.outcome);
                }
            }
            read += line.len();
        }
        Ok((record, seal))
    }
}

enum Entry {
    Turn(Turn),
    Last(Last),
}

#[derive(Deserialize)]
struct Last {
    outcome: Outcome,
    digest: String,
}

fn header(line: &[u8]) -> Result<Table, RecordError> {
    #[derive(Deserialize)]
    struct Version {
        certamen: Option<u32>,
    }
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(line) {
        return Err(at(0, Flaw::NoJson(error)));
    }
    match parse::<Version>(0, line)?.certamen {
        Some(FORMAT) => parse(0, line),
        Some(found) if found > FORMAT => Err(at(0, Flaw::Newer { found, known: FORMAT })),
        Some(other) => Err(at(0, Flaw::NoSuchFormat(other))),
        None => Err(at(0, Flaw::NoVersion)),
    }
}

fn entry(index: usize, line: &[u8]) -> Result<Entry, RecordError> {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(default)]
        outcome: Option<serde::de::IgnoredAny>,
    }
    // Nearly every line is a sound turn. What is not, or has an outcome too, is read again below,
    // where the key at fault is named.
    if let Ok(turn) = serde_json::from_slice::<Turn>(line)
        && !turn.extra.contains_key("outcome")
    {
        return Ok(Entry::Turn(turn));
    }
    if parse::<Kind>(index, line)?.outcome.is_some() {
        parse(index, line).map(Entry::Last)
    } else {
        parse(index, line).map(Entry::Turn)
    }
}

fn parse<T: DeserializeOwned>(index: usize, line: &[u8]) -> Result<T, RecordError> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        at(index, if path == "." { Flaw::Line(error) } else { Flaw::Key { path, error } })
    })?;
    deserializer.end().map_err(|error| at(index, Flaw::Line(error)))?;
    Ok(value)
}

fn at(index: usize, flaw: Flaw) -> RecordError {
    RecordError { line: index + 1, flaw }
}

#[cfg(test)]
mod tests {
    use super::{Entry, entry};

    #[test]
    fn a_line_with_an_outcome_is_the_last_whatever_else_it_says() {
        let outcome = r#""outcome":{"scores":[1,0],"termination":"normal"},"digest":"00""#;
        let both = format!(r#"{{"turn":1,"moves":[],{outcome}}}"#);
        assert!(matches!(entry(1, both.as_bytes()), Ok(Entry::Last(_))));
        let none = entry(1, br#"{"turn":1,"moves":[],"outcome":null}"#);
        assert!(matches!(none, Ok(Entry::Turn(turn)) if turn.turn == 1));
    }

    #[test]
    fn the_key_at_fault_is_named() {
        let error = entry(1, br#"{"turn":1,"moves":[{"seat":300,"action":"1"}]}"#).err().unwrap();
        assert!(error.to_string().starts_with("line 2: key `moves[0].seat`"), "{error}");
        assert!(entry(1, br#"{"turn":1,"moves":[]} x"#).is_err());
    }
}
