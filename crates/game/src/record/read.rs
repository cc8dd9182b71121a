//! Reading records. Unknown keys are kept and ignored; unknown values of known keys are refused.

use super::{FORMAT, MatchRecord, Table, digest};
use crate::{Outcome, Turn};
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
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl MatchRecord {
    /// Reads a finished or unfinished record.
    pub fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
        let (_, first) = lines.next().ok_or_else(|| at(0, "the record is empty"))?;
        let table = header(first)?;
        let mut record = MatchRecord { table, turns: Vec::new(), outcome: None };
        let mut seal = Seal::Missing;
        let mut read = first.len();
        for (index, line) in lines {
            if record.outcome.is_some() {
                return Err(at(index, "something stands behind the outcome"));
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
        return Err(at(0, format!("this is no record, whose lines are JSON: {error}")));
    }
    match parse::<Version>(0, line)?.certamen {
        Some(FORMAT) => parse(0, line),
        Some(newer) if newer > FORMAT => Err(at(
            0,
            format!("record format {newer}, this certamen reads {FORMAT}: use a newer certamen"),
        )),
        Some(other) => Err(at(0, format!("record format {other} does not exist"))),
        None => Err(at(0, "key `certamen` is missing: this is no record")),
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
        let path = error.path().to_string();
        let key = if path == "." { String::new() } else { format!("key `{path}`: ") };
        at(index, format!("{key}{}", error.inner()))
    })?;
    deserializer.end().map_err(|error| at(index, error.to_string()))?;
    Ok(value)
}

fn at(index: usize, reason: impl Into<String>) -> RecordError {
    RecordError { line: index + 1, reason: reason.into() }
}

certamen_speech::plain!(RecordError);

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
