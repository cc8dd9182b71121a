//! Exports of a whole contest: for third parties who verify it, for spreadsheets, for queries.
//!
//! Only one match is in memory at a time.

mod sqlite;

use super::format::harmless;
use crate::{Result, say::refusal};
use certamen_contest::{ExportEntry, MatchEntry, Results, Reveal, SubmissionEntry};
use certamen_game::{
    DynGame, Fault, Game, Map, MatchRecord, Move, arbiter::Arbiter, number, replay,
};
use certamen_games::chess::{
    self,
    pgn::{self, Heading},
};
use certamen_i18n::{Localize, Message, UserError, foreign, usage};
use certamen_store::MatchNumber;
use clap::ValueEnum;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

/// Called with the number of each skipped match and the reason.
pub(crate) type Skipped<'a> = dyn FnMut(i64, &Message) + 'a;

/// The exported data, in ascending order of size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub(crate) enum ExportTable {
    /// The contest's configuration, the entrants, the matches and the standings.
    Contest,
    /// A row for each move of each match.
    Moves,
    /// A row for each state of each match, computed from its record.
    States,
}

pub(crate) struct Export<'a> {
    pub(crate) results: &'a Results<'a>,
    /// Whether the secret of the seed is included.
    pub(crate) reveal: Reveal,
    /// Called for each match that could not be expanded.
    pub(crate) skipped: &'a mut Skipped<'a>,
}

impl Export<'_> {
    pub(crate) fn json_lines(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<()> {
        match table {
            ExportTable::Contest => write_json_lines(out, self),
            table => write_json_rows(out, self, table),
        }
    }

    pub(crate) fn csv(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<()> {
        match table {
            ExportTable::Contest => write_csv(out, self),
            table => write_csv_rows(out, self, table),
        }
    }

    /// Writes a database with all tables up to `most`; an existing file at `path` is replaced once
    /// everything is written.
    pub(crate) fn database(&mut self, path: &Path, most: ExportTable) -> Result<()> {
        sqlite::write(path, self, most)
    }

    /// An error unless the contest's game has the notation.
    pub(crate) fn check_pgn(&self) -> Result<()> {
        let game = self.results.game();
        if game == chess::GAME.info().slug { Ok(()) } else { Err(usage(refusal::no_pgn(game))) }
    }

    /// Writes the played matches in Portable Game Notation.
    pub(crate) fn pgn(&mut self, out: &mut dyn Write) -> Result<()> {
        let (results, skipped) = (self.results, &mut *self.skipped);
        results.export(self.reveal, &mut |entry| {
            let ExportEntry::Match(played) = entry else { return Ok(()) };
            let record = match read_record(&played) {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(()),
                Err(why) => {
                    skipped(played.number, &why);
                    return Ok(());
                }
            };
            let ended = results.ended(MatchNumber(played.number))?;
            let day = ended.and_then(|ended| Timestamp::try_from(ended).ok());
            let day = day.map(|day| day.strftime("%Y.%m.%d").to_string());
            let heading = Heading {
                event: Some(results.name()),
                date: day.as_deref(),
                round: Some(played.number),
            };
            match pgn::write(&record, &heading) {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(why) => skipped(played.number, &why.message()),
            }
            Ok(())
        })
    }

    fn each(&self, visit: &mut dyn FnMut(ExportEntry) -> Result<()>) -> Result<()> {
        self.results.export(self.reveal, visit)
    }

    /// Calls `sink` with the rows of all matches, one match after the other.
    fn rows(&mut self, table: ExportTable, sink: &mut RowSink<'_>) -> Result<()> {
        let mut unfolder = MatchUnfolder::default();
        let skipped = &mut *self.skipped;
        self.results.export(self.reveal, &mut |entry| {
            unfolder.note(&entry);
            let ExportEntry::Match(played) = entry else { return Ok(()) };
            unfold(&unfolder, table, &played, (&mut *sink, &mut *skipped))
        })
    }
}

/// Passes the rows of a match to the first callback, as far as there are any; the second one is
/// called if some are missing.
fn unfold(
    unfolder: &MatchUnfolder,
    table: ExportTable,
    played: &MatchEntry,
    (sink, skipped): (&mut RowSink<'_>, &mut Skipped<'_>),
) -> Result<()> {
    let why = match table {
        ExportTable::Contest => None,
        ExportTable::Moves => unfolder.moves(played, sink)?,
        ExportTable::States => unfolder.states(played, sink)?,
    };
    if let Some(why) = why {
        skipped(played.number, &why);
    }
    Ok(())
}

/// A row: its columns in order.
pub(super) type Row = Vec<(&'static str, Value)>;

pub(super) type RowSink<'a> = dyn FnMut(Row) -> Result<()> + 'a;

pub(super) const MOVES: [&str; 11] = [
    "match",
    "turn",
    "seat",
    "bot",
    "action",
    "automatic",
    "fault",
    "reply",
    "ms",
    "asleep_ms",
    "pondered_ms",
];

pub(super) const STATES: [&str; 4] = ["match", "turn", "to_act", "state"];

/// What is known of a contest when its matches are expanded.
#[derive(Default)]
pub(super) struct MatchUnfolder {
    game: Option<&'static dyn DynGame>,
    bots: BTreeMap<i64, String>,
}

impl MatchUnfolder {
    pub(super) fn note(&mut self, entry: &ExportEntry) {
        match entry {
            ExportEntry::Contest(about) => self.game = certamen_games::find(&about.game),
            ExportEntry::Submission(submission) => {
                self.bots.insert(submission.id, submission.bot.clone());
            }
            _ => {}
        }
    }

    /// Emits a row for each move; returns the reason if there are none because the record is
    /// unreadable.
    pub(super) fn moves(&self, played: &MatchEntry, sink: &mut RowSink<'_>) -> Result<SkipReason> {
        let record = match read_record(played) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(why) => return Ok(Some(why)),
        };
        for turn in &record.turns {
            for entry in &turn.moves {
                let bot = played.seats.get(entry.seat.index()).and_then(|id| self.bots.get(id));
                sink(of_move(played.number, turn.turn, entry, bot.map(String::as_str)))?;
            }
        }
        Ok(None)
    }

    /// Emits a row for each state, the start being turn 0; returns the reason if the record has an
    /// illegal turn.
    pub(super) fn states(&self, played: &MatchEntry, sink: &mut RowSink<'_>) -> Result<SkipReason> {
        let (Some(game), record) = (self.game, read_record(played)) else { return Ok(None) };
        let record = match record {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(why) => return Ok(Some(why)),
        };
        let mut written = Ok(());
        let mut watch = |arbiter: &Arbiter| {
            if written.is_ok() {
                written = sink(of_state(played.number, arbiter));
            }
        };
        let replayed = replay::replay(game, &record, &mut watch);
        written?;
        Ok(replayed.err().map(|error| error.message()))
    }
}

pub(super) type SkipReason = Option<Message>;

/// The record of a match; none for a bye or a match that was not played yet.
fn read_record(played: &MatchEntry) -> Result<Option<MatchRecord>, Message> {
    let Some(record) = &played.record else { return Ok(None) };
    let read = MatchRecord::read(record.as_bytes()).map_err(|error| error.message())?;
    Ok(Some(read.0))
}

fn of_move(number: i64, turn: u64, entry: &Move, bot: Option<&str>) -> Row {
    let Move { seat, action, automatic, fault, reply, ms, asleep_ms, pondered_ms, .. } = entry;
    let time = |ms: &Option<f64>| json!(ms.map(number::json));
    let values = [
        json!(number),
        json!(turn),
        json!(seat),
        json!(bot),
        json!(action),
        json!(automatic),
        json!(fault.map(Fault::word)),
        json!(reply),
        time(ms),
        time(asleep_ms),
        time(pondered_ms),
    ];
    MOVES.into_iter().zip(values).collect()
}

fn of_state(number: i64, arbiter: &Arbiter) -> Row {
    let to_act: Vec<_> = arbiter.to_act().iter().collect();
    let values =
        [json!(number), json!(arbiter.turns().len()), json!(to_act), arbiter.state().json()];
    STATES.into_iter().zip(values).collect()
}

pub(super) fn write_json_lines(out: &mut dyn Write, export: &mut Export<'_>) -> Result<()> {
    export.each(&mut |entry| {
        serde_json::to_writer(&mut *out, &entry).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
}

pub(super) fn write_json_rows(
    out: &mut dyn Write,
    export: &mut Export<'_>,
    table: ExportTable,
) -> Result<()> {
    export.rows(table, &mut |row| {
        let line: Map = row.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        serde_json::to_writer(&mut *out, &line).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
}

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

pub(super) fn write_csv(out: &mut dyn Write, export: &mut Export<'_>) -> Result<()> {
    let mut writer = csv_writer(out);
    writer.write_record(HEADINGS).map_err(unwritten)?;
    let mut submissions: BTreeMap<i64, SubmissionEntry> = BTreeMap::new();
    export.each(&mut |entry| {
        let played = match entry {
            ExportEntry::Submission(submission) => {
                submissions.insert(submission.id, submission);
                return Ok(());
            }
            ExportEntry::Match(played) => played,
            _ => return Ok(()),
        };
        let Some(outcome) = &played.outcome else { return Ok(()) };
        for (seat, id) in played.seats.iter().enumerate() {
            let Some(bot) = submissions.get(id) else { continue };
            let score = outcome.scores.get(seat).map(|score| number::json(*score).to_string());
            let forfeited = outcome.seats.iter().any(|failing| failing.index() == seat);
            let termination = serde_json::to_value(outcome.termination).map_err(foreign)?;
            let row = [
                played.number.to_string(),
                played.repeat.to_string(),
                played.seed.map(|seed| seed.to_string()).unwrap_or_default(),
                seat.to_string(),
                bot.bot.clone(),
                bot.language.clone(),
                bot.digest.clone(),
                score.unwrap_or_default(),
                termination.as_str().unwrap_or_default().to_owned(),
                if forfeited { "1" } else { "0" }.to_owned(),
                outcome.reason.map_or("", |fault| fault.word()).to_owned(),
                played.turns.to_string(),
                played.faults.to_string(),
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
pub(super) fn write_csv_rows(
    out: &mut dyn Write,
    export: &mut Export<'_>,
    table: ExportTable,
) -> Result<()> {
    let mut writer = csv_writer(out);
    let headings: &[&str] = if table == ExportTable::States { &STATES } else { &MOVES };
    writer.write_record(headings).map_err(unwritten)?;
    export.rows(table, &mut |row| {
        let cells = row.into_iter().map(|(_, value)| harmless(&csv_cell(value)).into_owned());
        writer.write_record(cells).map_err(unwritten)
    })?;
    writer.flush()?;
    Ok(())
}

fn csv_writer(out: &mut dyn Write) -> ::csv::Writer<&mut dyn Write> {
    ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(out)
}

fn csv_cell(value: Value) -> String {
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
