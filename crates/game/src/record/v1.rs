//! Records of format 1: a header, a line a turn, and a last line with the outcome and the seal.

use super::{
    MatchRecord, PictureFlaw, RecordError, Seal, digest,
    error::{at, parse},
};
use crate::{Outcome, Turn};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The last line.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Last<'a> {
    /// How the match ended.
    pub outcome: Cow<'a, Outcome>,
    /// The hash of all lines before this one, in hexadecimal.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[0-9a-f]{64}$")))]
    pub digest: Cow<'a, str>,
}

/// Reads a finished or unfinished record.
pub(super) fn read(bytes: &[u8]) -> Result<(MatchRecord, Seal), RecordError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    let (_, first) = lines.next().ok_or_else(|| at(0, PictureFlaw::Empty))?;
    let table = parse(0, first)?;
    let mut record = MatchRecord { table, turns: Vec::new(), outcome: None };
    let mut seal = Seal::Missing;
    let mut read = first.len();
    for (index, line) in lines {
        if record.outcome.is_some() {
            return Err(at(index, PictureFlaw::BehindTheOutcome));
        }
        match entry(index, line)? {
            LaterLine::Turn(turn) => record.turns.push(turn),
            LaterLine::Last(last) => {
                let sound = digest(&bytes[..read]) == last.digest;
                seal = if sound { Seal::Sound } else { Seal::Broken };
                record.outcome = Some(last.outcome.into_owned());
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
    // Nearly every line is a sound turn. What is not, or has an outcome too, is read again below,
    // where the key at fault is named.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_an_outcome_is_the_last_whatever_else_it_says() {
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
