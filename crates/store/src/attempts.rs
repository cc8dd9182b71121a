//! The log of attempts: every run, every match that was played, copied or void, and, with workers,
//! every handed out batch, late result, replayed match, suspended worker and revoked result.
//!
//! Each line contains the hash of the line before it. A reader who saves the hash of the last line,
//! which is published with the standings, can detect later whether anything before it was changed or
//! omitted.

use crate::{Finished, MatchNumber, Store, StoreError};
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

pub const NO_LINE: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// The maximum number of characters stored of the reason for a void match.
const LONGEST: usize = 200;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    pub line: i64,
    pub kind: AttemptKind,
    /// 0 for a run, and for matches handed out together.
    #[serde(rename = "match")]
    pub number: i64,
    /// In milliseconds since 1970; 0 for a copy.
    pub began: i64,
    /// In the same unit.
    pub ended: i64,
    /// The hash of the record of a match that counts, comes late or is revoked; the reason for a
    /// void match; the terms of a run; the matches and the worker of a batch or an audit; the name
    /// of a suspended worker and the reason.
    pub what: String,
    pub before: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptKind {
    Run,
    Played,
    /// A match was not played, because it would have repeated another.
    Copied,
    /// A match was begun, but its result does not count.
    Void,
    Out,
    /// The result of a match that was no longer awaited.
    Late,
    /// Matches were replayed for comparison.
    Audit,
    Suspended,
    /// The result of a match was revoked.
    #[serde(rename = "struck")]
    Revoked,
}

impl AttemptKind {
    /// The same as its JSON.
    pub fn word(self) -> &'static str {
        match self {
            AttemptKind::Run => "run",
            AttemptKind::Played => "played",
            AttemptKind::Copied => "copied",
            AttemptKind::Void => "void",
            AttemptKind::Out => "out",
            AttemptKind::Late => "late",
            AttemptKind::Audit => "audit",
            AttemptKind::Suspended => "suspended",
            AttemptKind::Revoked => "struck",
        }
    }
}

impl Attempt {
    /// BLAKE3 of its fields as a line of text, in 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let Attempt { line, kind, number, began, ended, what, before } = self;
        let kind = kind.word();
        let text = format!("{before} {line} {kind} {number} {began} {ended} {what}\n");
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }
}

pub fn record_hash(record: &[u8]) -> String {
    blake3::hash(record).to_hex().to_string()
}

impl Store {
    pub fn note_run(&mut self, at: SystemTime, terms: &str) -> Result<(), StoreError> {
        self.write(|transaction, _| note(transaction, AttemptKind::Run, 0, at, terms.to_owned()))
    }

    pub fn note_void(
        &mut self,
        number: MatchNumber,
        (began, ended): (SystemTime, SystemTime),
        reason: &str,
    ) -> Result<(), StoreError> {
        let reason: String = reason.chars().take(LONGEST).collect();
        let times = (millis(began), millis(ended));
        self.write(|transaction, _| {
            transaction.execute(
                "INSERT INTO void (reason, count) VALUES (?, 1)
                 ON CONFLICT DO UPDATE SET count = count + 1",
                [&reason],
            )?;
            LogEnd::of(transaction)?.append(AttemptKind::Void, number.0, times, reason)
        })
    }

    /// Logs, before it happens, that matches are handed out: which, and to which worker.
    pub fn note_out(&mut self, at: SystemTime, what: &str) -> Result<(), StoreError> {
        self.write(|transaction, _| note(transaction, AttemptKind::Out, 0, at, what.to_owned()))
    }

    /// Logs a result that was no longer awaited: it does not count.
    pub fn note_late(
        &mut self,
        number: MatchNumber,
        at: SystemTime,
        record: &[u8],
    ) -> Result<(), StoreError> {
        self.write(|transaction, _| {
            note(transaction, AttemptKind::Late, number.0, at, record_hash(record))
        })
    }

    /// At most `most` lines after line `after`.
    pub fn attempts_after(&self, after: i64, most: usize) -> Result<Vec<Attempt>, StoreError> {
        self.rows(
            "SELECT line, kind, match, began, ended, what,
                 coalesce((SELECT hash FROM attempt AS other WHERE other.line = own.line - 1), ?)
             FROM attempt AS own WHERE line > ? ORDER BY line LIMIT ?",
            (NO_LINE, after, most as i64),
            |row| {
                let kind: String = row.get(1)?;
                let unknown = |_| rusqlite::Error::InvalidColumnName(kind.clone());
                Ok(Attempt {
                    line: row.get(0)?,
                    kind: serde_json::from_value(kind.clone().into()).map_err(unknown)?,
                    number: row.get(2)?,
                    began: row.get(3)?,
                    ended: row.get(4)?,
                    what: row.get(5)?,
                    before: row.get(6)?,
                })
            },
        )
    }

    pub fn log_head(&self) -> Result<Option<(i64, String)>, StoreError> {
        head(&self.connection)
    }

    /// The reasons for void matches with their counts, the most frequent first.
    pub fn voids(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.rows("SELECT reason, count FROM void ORDER BY count DESC, reason", [], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)? as u64))
        })
    }
}

/// The end of the log, to which lines are added: it is looked up once for all of them.
pub(crate) struct LogEnd<'a> {
    connection: &'a Connection,
    line: i64,
    hash: String,
}

impl LogEnd<'_> {
    /// The current end of the log.
    pub(crate) fn of(connection: &Connection) -> Result<LogEnd<'_>, StoreError> {
        let (line, hash) = head(connection)?.unwrap_or_else(|| (0, NO_LINE.to_owned()));
        Ok(LogEnd { connection, line, hash })
    }

    pub(crate) fn note_finished(&mut self, finished: &Finished) -> Result<(), StoreError> {
        let (kind, times) = match finished.began {
            Some(began) => (AttemptKind::Played, (millis(began), millis(began + finished.took))),
            None => (AttemptKind::Copied, (0, 0)),
        };
        self.append(kind, finished.number.0, times, record_hash(&finished.record))
    }

    fn append(
        &mut self,
        kind: AttemptKind,
        number: i64,
        (began, ended): (i64, i64),
        what: String,
    ) -> Result<(), StoreError> {
        let before = std::mem::take(&mut self.hash);
        let attempt = Attempt { line: self.line + 1, kind, number, began, ended, what, before };
        let hash = attempt.hash();
        let Attempt { line, what, .. } = attempt;
        let mut insert =
            self.connection.prepare_cached("INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?)")?;
        insert.execute((line, kind.word(), number, began, ended, what, &hash))?;
        (self.line, self.hash) = (line, hash);
        Ok(())
    }
}

pub(crate) fn note(
    connection: &Connection,
    kind: AttemptKind,
    number: i64,
    at: SystemTime,
    what: String,
) -> Result<(), StoreError> {
    let at = millis(at);
    LogEnd::of(connection)?.append(kind, number, (at, at), what)
}

fn head(connection: &Connection) -> Result<Option<(i64, String)>, StoreError> {
    let mut query =
        connection.prepare_cached("SELECT line, hash FROM attempt ORDER BY line DESC LIMIT 1")?;
    Ok(query.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

pub(crate) fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    since.as_millis() as i64
}
