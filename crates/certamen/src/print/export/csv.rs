//! An export for spreadsheets (RFC 4180): one line for each seat of each match that was played, or
//! one for each row of a table.

use super::{
    Export, ExportTable,
    rows::{MOVES, STATES},
};
use crate::print::format::harmless;
use certamen_contest::{ExportEntry, SubmissionEntry};
use certamen_game::number;
use certamen_i18n::{UserError, foreign};
use serde_json::Value;
use std::{collections::BTreeMap, io::Write};

const HEADINGS: [&str; 13] = [
    "match",
    "repeat",
    "seed",
    "seat",
    "bot",
    "language",
    "digest",
    "score",
    "termination",
    "forfeited",
    "reason",
    "turns",
    "faults",
];

pub(super) fn write(out: &mut dyn Write, export: &mut Export<'_>) -> Result<(), UserError> {
    let mut writer = writer(out);
    writer.write_record(HEADINGS).map_err(unwritten)?;
    let mut submissions: BTreeMap<i64, SubmissionEntry> = BTreeMap::new();
    export.each(&mut |entry| {
        let told = match entry {
            ExportEntry::Submission(submission) => {
                submissions.insert(submission.id, submission);
                return Ok(());
            }
            ExportEntry::Match(told) => told,
            _ => return Ok(()),
        };
        let Some(outcome) = &told.outcome else { return Ok(()) };
        for (seat, id) in told.seats.iter().enumerate() {
            let Some(bot) = submissions.get(id) else { continue };
            let score = outcome.scores.get(seat).map(|score| number::json(*score).to_string());
            let forfeited = outcome.seats.iter().any(|failing| failing.index() == seat);
            let termination = serde_json::to_value(outcome.termination).map_err(foreign)?;
            let row = [
                told.number.to_string(),
                told.repeat.to_string(),
                told.seed.map(|seed| seed.to_string()).unwrap_or_default(),
                seat.to_string(),
                bot.bot.clone(),
                bot.language.clone(),
                bot.digest.clone(),
                score.unwrap_or_default(),
                termination.as_str().unwrap_or_default().to_owned(),
                if forfeited { "1" } else { "0" }.to_owned(),
                outcome.reason.map_or("", |fault| fault.word()).to_owned(),
                told.turns.to_string(),
                told.faults.to_string(),
            ];
            let row = row.map(|cell| harmless(&cell).into_owned());
            writer.write_record(row).map_err(unwritten)?;
        }
        Ok(())
    })?;
    writer.flush()?;
    Ok(())
}

/// Writes the rows of a table; compound values are JSON, and missing ones are empty.
pub(super) fn write_rows(
    out: &mut dyn Write,
    export: &mut Export<'_>,
    table: ExportTable,
) -> Result<(), UserError> {
    let mut writer = writer(out);
    let headings: &[&str] = if table == ExportTable::States { &STATES } else { &MOVES };
    writer.write_record(headings).map_err(unwritten)?;
    export.rows(table, &mut |row| {
        let cells = row.into_iter().map(|(_, value)| harmless(&cell(value)).into_owned());
        writer.write_record(cells).map_err(unwritten)
    })?;
    writer.flush()?;
    Ok(())
}

fn writer(out: &mut dyn Write) -> ::csv::Writer<&mut dyn Write> {
    ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(out)
}

fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Bool(yes) => u8::from(yes).to_string(),
        other => other.to_string(),
    }
}

fn unwritten(error: ::csv::Error) -> UserError {
    let words = error.to_string();
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error.into(),
        _ => UserError::new(words),
    }
}
