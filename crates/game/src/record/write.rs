//! Writes records line by line while the match is played, sealed by a hash at the end.

use super::{Last, MatchRecord, Table, turn_line};
use crate::{Outcome, Turn};
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// This many bytes are hashed together: large pieces are hashed several times as fast as lines.
const TOGETHER: usize = 64 << 10;

/// Writes one record. Each line goes out whole, so that an interrupted record is a valid start.
#[derive(Debug)]
pub struct RecordWriter<W> {
    out: W,
    hasher: blake3::Hasher,
    /// The last lines, which are still to be hashed.
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
        self.write(|lines| turn_line::write(lines, turn))
    }

    /// Writes the outcome and the hash of the exact bytes of all lines before it.
    pub fn outcome(&mut self, outcome: &Outcome) -> io::Result<()> {
        let digest = self.hasher.update(&self.lines).finalize().to_hex();
        self.lines.clear();
        let digest = Cow::Borrowed(digest.as_str());
        let last = Last { outcome: Cow::Borrowed(outcome), digest };
        self.write(|lines| Ok(serde_json::to_writer(lines, &last)?))?;
        self.out.flush()
    }

    /// Where the record went.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, line: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
        if self.lines.len() >= TOGETHER {
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
        self.outcome.iter().try_for_each(|outcome| writer.outcome(outcome))
    }
}
