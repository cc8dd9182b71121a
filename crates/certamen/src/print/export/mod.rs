//! Exports of a whole contest: for third parties who verify it, for spreadsheets, for queries.
//!
//! Only one match is in memory at a time.

mod csv;
mod jsonl;
mod rows;
mod sqlite;

use certamen_contest::{ExportEntry, MatchEntry, Results, Reveal};
use certamen_i18n::{Message, UserError};
use clap::ValueEnum;
use rows::{RowSink, Unfolding};
use std::{io::Write, path::Path};

/// Called with the number of each skipped match and the reason.
pub type Skipped<'a> = dyn FnMut(i64, &Message) + 'a;

/// The exported data, in ascending order of size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum ExportTable {
    /// The contest's configuration, the entrants, the matches and the standings.
    Contest,
    /// A row for each move of each match.
    Moves,
    /// A row for each state of each match, computed from its record.
    States,
}

pub struct Export<'a> {
    pub results: &'a Results<'a>,
    /// Whether the secret of the seed is included.
    pub reveal: Reveal,
    /// Called for each match that could not be expanded.
    pub skipped: &'a mut Skipped<'a>,
}

impl Export<'_> {
    pub fn json_lines(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<(), UserError> {
        match table {
            ExportTable::Contest => jsonl::write(out, self),
            table => jsonl::write_rows(out, self, table),
        }
    }

    pub fn csv(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<(), UserError> {
        match table {
            ExportTable::Contest => csv::write(out, self),
            table => csv::write_rows(out, self, table),
        }
    }

    /// Writes a database with all tables up to `most`; an existing file at `path` is replaced once
    /// everything is written.
    pub fn database(&mut self, path: &Path, most: ExportTable) -> Result<(), UserError> {
        sqlite::write(path, self, most)
    }

    /// Calls `tell` with each entry.
    fn each(
        &self,
        tell: &mut dyn FnMut(ExportEntry) -> Result<(), UserError>,
    ) -> Result<(), UserError> {
        self.results.export(self.reveal, tell)
    }

    /// Calls `put` with the rows of all matches, one match after the other.
    fn rows(&mut self, table: ExportTable, put: &mut RowSink<'_>) -> Result<(), UserError> {
        let mut unfolding = Unfolding::default();
        let skipped = &mut *self.skipped;
        self.results.export(self.reveal, &mut |entry| {
            unfolding.note(&entry);
            let ExportEntry::Match(told) = entry else { return Ok(()) };
            unfold(&unfolding, table, &told, (&mut *put, &mut *skipped))
        })
    }
}

/// Passes the rows of a match to the first callback, as far as there are any; the second one is
/// called if some are missing.
fn unfold(
    unfolding: &Unfolding,
    table: ExportTable,
    told: &MatchEntry,
    (put, skipped): (&mut RowSink<'_>, &mut Skipped<'_>),
) -> Result<(), UserError> {
    let why = match table {
        ExportTable::Contest => None,
        ExportTable::Moves => unfolding.moves(told, put)?,
        ExportTable::States => unfolding.states(told, put)?,
    };
    if let Some(why) = why {
        skipped(told.number, &why);
    }
    Ok(())
}
