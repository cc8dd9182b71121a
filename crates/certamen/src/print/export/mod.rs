//! A whole contest written out: for third parties who check it, for spreadsheets, for queries.
//!
//! Only one match is held at a time.

mod csv;
mod jsonl;
mod rows;
mod sqlite;

use certamen_contest::{ExportEntry, MatchEntry, Results, Reveal};
use certamen_i18n::{Message, UserError};
use clap::ValueEnum;
use rows::{RowSink, Unfolding};
use std::{io::Write, path::Path};

/// Who is told the number of a match that is skipped, and why.
pub type Skipped<'a> = dyn FnMut(i64, &Message) + 'a;

/// What is written of a contest, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum ExportTable {
    /// How it is held, who took part, the matches and the table.
    Contest,
    /// A row for each move of each match.
    Moves,
    /// A row for each state of each match, computed from its record.
    States,
}

/// A contest that is written out.
pub struct Export<'a> {
    /// The contest.
    pub results: &'a Results<'a>,
    /// Whether the secret of the draw is told.
    pub reveal: Reveal,
    /// Who is told which matches could not be unfolded.
    pub skipped: &'a mut Skipped<'a>,
}

impl Export<'_> {
    /// Writes JSON lines.
    pub fn json_lines(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<(), UserError> {
        match table {
            ExportTable::Contest => jsonl::write(out, self),
            table => jsonl::write_rows(out, self, table),
        }
    }

    /// Writes comma-separated values.
    pub fn csv(&mut self, out: &mut dyn Write, table: ExportTable) -> Result<(), UserError> {
        match table {
            ExportTable::Contest => csv::write(out, self),
            table => csv::write_rows(out, self, table),
        }
    }

    /// Writes a database with all tables up to `most`; what was at `path` before is replaced once all
    /// is written.
    pub fn database(&mut self, path: &Path, most: ExportTable) -> Result<(), UserError> {
        sqlite::write(path, self, most)
    }

    /// Hands all entries to `tell`.
    fn each(
        &self,
        tell: &mut dyn FnMut(ExportEntry) -> Result<(), UserError>,
    ) -> Result<(), UserError> {
        self.results.export(self.reveal, tell)
    }

    /// Hands the rows of all matches to `put`, match by match.
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

/// Hands the rows of a match to the first, as far as there are any; the second is told if not all.
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
