//! An export as an SQLite database, with views for common questions.

use super::{Export, ExportTable, MatchUnfolder, Row, unfold};
use crate::Result;
use certamen_contest::{ExportEntry, MatchEntry};
use certamen_i18n::{Context, foreign};
use rusqlite::{Connection, params_from_iter, types::Value as Cell};
use serde_json::{Value, json};
use std::{fs, path::Path};

const SCHEMA: &str = include_str!("schema.sql");

const ROWS: [(ExportTable, &str); 2] = [
    (ExportTable::Moves, "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
    (ExportTable::States, "INSERT INTO state VALUES (?, ?, ?, ?)"),
];

/// Writes the database with all tables up to `most`; an existing file at `path` is replaced once
/// everything is written.
pub(super) fn write(path: &Path, export: &mut Export<'_>, most: ExportTable) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).context(path)?;
    let mut connection = Connection::open(beside.path()).map_err(foreign)?;
    connection.pragma_update(None, "synchronous", "OFF").map_err(foreign)?;
    let transaction = connection.transaction().map_err(foreign)?;
    transaction.execute_batch(SCHEMA).map_err(foreign)?;
    let mut place = 0i64;
    let mut unfolder = MatchUnfolder::default();
    let skipped = &mut *export.skipped;
    export.results.export(export.reveal, &mut |entry| {
        unfolder.note(&entry);
        match entry {
            ExportEntry::Match(played) => {
                put_match(&transaction, &played).map_err(foreign)?;
                for (table, insert) in ROWS.into_iter().filter(|(table, _)| *table <= most) {
                    let mut put = |row| put_row(&transaction, insert, row).map_err(foreign);
                    unfold(&unfolder, table, &played, (&mut put, &mut *skipped))?;
                }
                Ok(())
            }
            other => {
                place += i64::from(matches!(other, ExportEntry::Standing(_)));
                put(&transaction, other, place).map_err(foreign)
            }
        }
    })?;
    transaction.commit().map_err(foreign)?;
    connection.close().map_err(|(_, error)| foreign(error))?;
    // Temporary files are private, but an export is meant to be shared.
    #[cfg(unix)]
    fs::set_permissions(beside.path(), std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    beside.persist(path).map_err(|kept| kept.error).context(path)?;
    Ok(())
}

fn put(connection: &Connection, entry: ExportEntry, place: i64) -> rusqlite::Result<()> {
    match entry {
        ExportEntry::Contest(about) => {
            let about = serde_json::to_value(*about).unwrap_or_default();
            let mut insert = connection.prepare_cached("INSERT INTO contest VALUES (?, ?)")?;
            for (key, value) in about.as_object().into_iter().flatten() {
                insert.execute((key, text(value)))?;
            }
        }
        ExportEntry::Submission(entry) => {
            let mut insert =
                connection.prepare_cached("INSERT INTO submission VALUES (?, ?, ?, ?)")?;
            insert.execute((entry.id, entry.bot, entry.language, entry.digest))?;
        }
        ExportEntry::Phase(entry) => {
            let mut insert = connection.prepare_cached("INSERT INTO phase VALUES (?, ?, ?)")?;
            insert.execute((
                entry.first,
                json!(entry.entrants).to_string(),
                json!(entry.format).to_string(),
            ))?;
        }
        ExportEntry::Standing(line) => {
            let mut insert =
                connection.prepare_cached("INSERT INTO standing VALUES (?, ?, ?, ?, ?)")?;
            let number = |key: &str| line.get(key).and_then(Value::as_f64);
            let rank = line.get("rank").and_then(Value::as_i64);
            let bot = line.get("bot").and_then(Value::as_str).unwrap_or_default();
            insert.execute((place, rank, bot, number("score"), json!(line).to_string()))?;
        }
        ExportEntry::Receipt(entry) => {
            let mut insert =
                connection.prepare_cached("INSERT INTO receipt VALUES (?, ?, ?, ?)")?;
            insert.execute((entry.digest, entry.received.to_string(), entry.lines, entry.head))?;
        }
        ExportEntry::Attempt(entry) => {
            let mut insert =
                connection.prepare_cached("INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?)")?;
            let hash = entry.hash();
            let kind = entry.kind.word();
            insert.execute((
                entry.line,
                kind,
                entry.number,
                entry.began,
                entry.ended,
                entry.what,
                hash,
            ))?;
        }
        ExportEntry::Match(_) | ExportEntry::End { .. } => {}
    }
    Ok(())
}

/// Inserts a row. The bot's name is not stored, because it follows from the seat.
fn put_row(connection: &Connection, insert: &str, row: Row) -> rusqlite::Result<()> {
    let cells =
        row.into_iter().filter(|(column, _)| *column != "bot").map(|(_, value)| cell(value));
    connection.prepare_cached(insert)?.execute(params_from_iter(cells)).map(drop)
}

fn cell(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(yes) => Cell::Integer(yes.into()),
        Value::String(text) => Cell::Text(text),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Cell::Integer(whole),
            None => number.as_f64().map_or(Cell::Null, Cell::Real),
        },
        other => Cell::Text(other.to_string()),
    }
}

fn put_match(connection: &Connection, played: &MatchEntry) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
    let outcome = played.outcome.as_ref();
    let termination = outcome.and_then(|outcome| serde_json::to_value(outcome.termination).ok());
    insert.execute((
        played.number,
        played.repeat,
        played.seed.map(|seed| seed as i64),
        termination.as_ref().and_then(Value::as_str),
        outcome.and_then(|outcome| outcome.reason).map(certamen_game::Fault::word),
        played.turns as i64,
        played.faults as i64,
        played.record.as_deref(),
    ))?;
    let mut insert = connection.prepare_cached("INSERT INTO seat VALUES (?, ?, ?, ?)")?;
    for (seat, id) in played.seats.iter().enumerate() {
        let score = outcome.and_then(|outcome| outcome.scores.get(seat));
        insert.execute((played.number, seat as i64, id, score))?;
    }
    Ok(())
}

/// A value as text; a string is not quoted.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
