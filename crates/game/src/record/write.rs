//! Writes records line by line while the match is played, sealed by a hash at the end.
//!
//! A turn is written key by key, without the cost of a general serializer: turns are nearly all
//! there is in a record. What is rare is left to the types, and a test compares the rest with them.

use super::{Last, MatchRecord, Table};
use crate::{Map, Move, Outcome, Turn, number};
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// This many bytes are hashed together: large pieces are hashed several times as fast as lines.
const HASH_AT_ONCE: usize = 64 << 10;

/// Writes one record. Each line goes out whole, so that an interrupted record is a valid start.
#[derive(Debug)]
pub struct RecordWriter<W> {
    out: W,
    hasher: blake3::Hasher,
    /// The last lines, not yet hashed.
    lines: Vec<u8>,
}

impl<W: Write> RecordWriter<W> {
    /// A record that goes to `out`.
    pub fn new(out: W) -> RecordWriter<W> {
        RecordWriter { out, hasher: blake3::Hasher::new(), lines: Vec::new() }
    }

    /// Writes the header.
    pub fn table(&mut self, table: &Table) -> io::Result<()> {
        self.write(|lines| Ok(serde_json::to_writer(lines, table)?))
    }

    /// Writes a turn.
    pub fn turn(&mut self, turn: &Turn) -> io::Result<()> {
        self.write(|lines| write_turn(lines, turn))
    }

    /// Writes the outcome and the hash of the exact bytes of all lines before it.
    pub fn outcome(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.last(outcome, &Map::new())
    }

    /// Like [`RecordWriter::outcome`], with more keys behind the hash, which it does not cover.
    pub fn last(&mut self, outcome: &Outcome, extra: &Map) -> io::Result<()> {
        let digest = self.hasher.update(&self.lines).finalize().to_hex();
        self.lines.clear();
        let digest = Cow::Borrowed(digest.as_str());
        let (outcome, extra) = (Cow::Borrowed(outcome), Cow::Borrowed(extra));
        let last = Last { outcome, digest, extra };
        self.write(|lines| Ok(serde_json::to_writer(lines, &last)?))?;
        self.out.flush()
    }

    /// The writer that the record went to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, line: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
        if self.lines.len() >= HASH_AT_ONCE {
            self.hasher.update(&self.lines);
            self.lines.clear();
        }
        let before = self.lines.len();
        line(&mut self.lines)?;
        self.lines.push(b'\n');
        self.out.write_all(&self.lines[before..])
    }
}

/// The hash that seals a record whose lines before the last are `lines`.
pub fn digest(lines: &[u8]) -> String {
    blake3::hash(lines).to_hex().to_string()
}

impl MatchRecord {
    /// The record as its format has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = RecordWriter::new(Vec::new());
        self.write(&mut writer).expect("a vector takes all");
        writer.into_inner()
    }

    fn write<W: Write>(&self, writer: &mut RecordWriter<W>) -> io::Result<()> {
        writer.table(&self.table)?;
        self.turns.iter().try_for_each(|turn| writer.turn(turn))?;
        self.outcome.iter().try_for_each(|outcome| writer.last(outcome, &self.extra))
    }
}

/// Appends the line of `turn` in records to `line`, without the end of line.
fn write_turn(line: &mut Vec<u8>, turn: &Turn) -> io::Result<()> {
    if !turn.extra.is_empty() {
        return Ok(serde_json::to_writer(line, turn)?);
    }
    line.extend_from_slice(b"{\"turn\":");
    serde_json::to_writer(&mut *line, &turn.turn)?;
    line.extend_from_slice(b",\"moves\":[");
    for (place, entry) in turn.moves.iter().enumerate() {
        if place > 0 {
            line.push(b',');
        }
        write_move(line, entry)?;
    }
    line.extend_from_slice(b"]}");
    Ok(())
}

fn write_move(line: &mut Vec<u8>, entry: &Move) -> io::Result<()> {
    let Move { seat, action, automatic, fault, reply, ms, pondered_ms, asleep_ms, remote, extra } =
        entry;
    if reply.is_some() || !remote.is_empty() || !extra.is_empty() {
        return Ok(serde_json::to_writer(line, entry)?);
    }
    line.extend_from_slice(b"{\"seat\":");
    serde_json::to_writer(&mut *line, seat)?;
    line.extend_from_slice(b",\"action\":");
    match action {
        Some(action) => write_text(line, action)?,
        None => line.extend_from_slice(b"null"),
    }
    if *automatic {
        line.extend_from_slice(b",\"automatic\":true");
    }
    if let Some(fault) = fault {
        line.extend_from_slice(b",\"fault\":\"");
        line.extend_from_slice(fault.word().as_bytes());
        line.push(b'"');
    }
    let times = [
        (&b",\"ms\":"[..], ms),
        (b",\"pondered_ms\":", pondered_ms),
        (b",\"asleep_ms\":", asleep_ms),
    ];
    for (key, time) in times {
        if let Some(time) = time {
            line.extend_from_slice(key);
            number::write(&mut *line, *time)?;
        }
    }
    line.push(b'}');
    Ok(())
}

/// Writes a text, quickly if nothing in it must be escaped.
fn write_text(line: &mut Vec<u8>, text: &str) -> io::Result<()> {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !text.as_bytes().iter().all(plain) {
        return Ok(serde_json::to_writer(line, text)?);
    }
    line.push(b'"');
    line.extend_from_slice(text.as_bytes());
    line.push(b'"');
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{
        Fault, Move, Seat, Turn,
        record::{RemoteMove, Usage},
    };
    use proptest::prelude::*;
    use serde_json::json;

    fn time() -> impl Strategy<Value = Option<f64>> {
        let some = prop_oneof![
            any::<f64>(),
            (0_u32..100_000).prop_map(|micros| f64::from(micros) / 1e3),
            (0_u32..10).prop_map(f64::from),
        ];
        proptest::option::of(some)
    }

    fn extra() -> impl Strategy<Value = crate::Map> {
        let one = any::<u8>().prop_map(|value| {
            [("later".to_owned(), json!(value))].into_iter().collect::<crate::Map>()
        });
        prop_oneof![9 => Just(crate::Map::new()), 1 => one]
    }

    fn remote() -> impl Strategy<Value = RemoteMove> {
        let one = (any::<u32>(), any::<u64>()).prop_map(|(retries, input)| RemoteMove {
            retries: Some(retries),
            tried: vec![None, Some("x".to_owned())],
            usage: Some(Usage { input: Some(input), ..Usage::default() }),
            ..RemoteMove::default()
        });
        prop_oneof![9 => Just(RemoteMove::default()), 1 => one]
    }

    fn entry() -> impl Strategy<Value = Move> {
        let text = || proptest::option::of(prop_oneof!["[0-9]{1,3}", "\\PC{0,4}", any::<String>()]);
        let fault = proptest::option::of(proptest::sample::select(Fault::ALL.to_vec()));
        let reply = prop_oneof![3 => Just(None), 1 => text()];
        let rest = (0_u8..64, text(), any::<bool>(), fault, reply);
        let times = (time(), time(), time());
        (rest, times, remote(), extra()).prop_map(|(rest, times, remote, extra)| {
            let (seat, action, automatic, fault, reply) = rest;
            let (ms, pondered_ms, asleep_ms) = times;
            let seat = Seat(seat);
            Move {
                seat,
                action,
                automatic,
                fault,
                reply,
                ms,
                pondered_ms,
                asleep_ms,
                remote,
                extra,
            }
        })
    }

    proptest! {
        #[test]
        fn a_line_is_what_serde_would_write(
            turn: u64,
            moves in proptest::collection::vec(entry(), 0..4),
            extra in extra(),
        ) {
            let turn = Turn { turn, moves, extra };
            let mut line = Vec::new();
            super::write_turn(&mut line, &turn).expect("a vector takes all");
            prop_assert_eq!(String::from_utf8(line).ok(), serde_json::to_string(&turn).ok());
        }
    }
}
