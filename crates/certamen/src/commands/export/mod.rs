//! `certamen export`: everything a third party needs to check a contest, or to look at it in other
//! programs.

mod arguments;
mod csv;
mod jsonl;
mod rows;
mod sqlite;

pub(crate) use arguments::ExportArgs;

use crate::command_error::{CommandError, Context, usage};
use crate::ending::Ending;
use crate::say::{command_line, refusal};
use arguments::{ExportFormat, ExportTable};
use certamen_console::overwritten;
use certamen_contest::{Entry, Folder, Results, Reveal, Told};
use certamen_speech::{Language, Message};
use rows::{Put, Unfolding};
use std::{
    fs::File,
    io::{BufWriter, Write, stdout},
};

/// Writes a contest out. The answer is not a plain yes if a record could not be unfolded.
pub(crate) fn export(arguments: &ExportArgs, language: Language) -> Result<Ending, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    if let Some(path) = &arguments.out {
        overwritten::tell(path, language);
    }
    let reveal = if arguments.reveal { Reveal::Now } else { Reveal::WhenOver };
    let mut skipped = SkippedMatches { language, any: false };
    let account = Account { results: &results, reveal };
    if arguments.format == ExportFormat::Sqlite {
        let path = arguments.out.as_ref();
        let path = path.ok_or_else(|| usage(refusal::file_for_database()))?;
        let most = arguments.table.unwrap_or(ExportTable::States);
        sqlite::write(path, &account, most, &mut skipped)?;
        return Ok(skipped.ending());
    }
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => {
            let file = File::create(path).context(path)?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(stdout().lock())),
    };
    let table = arguments.table.unwrap_or(ExportTable::Contest);
    match (arguments.format, table) {
        (ExportFormat::Csv, ExportTable::Contest) => csv::write(&mut out, &account)?,
        (_, ExportTable::Contest) => jsonl::write(&mut out, &account)?,
        (ExportFormat::Csv, table) => csv::write_rows(&mut out, &account, table, &mut skipped)?,
        (_, table) => jsonl::write_rows(&mut out, &account, table, &mut skipped)?,
    }
    out.flush()?;
    Ok(skipped.ending())
}

/// What there is to tell of a contest.
struct Account<'a> {
    results: &'a Results<'a>,
    reveal: Reveal,
}

impl Account<'_> {
    /// Hands all entries to `tell`.
    fn each(
        &self,
        tell: &mut dyn FnMut(Entry) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        self.results.account(self.reveal, tell)
    }

    /// Hands the rows of all matches to `put`, match by match.
    fn rows(
        &self,
        table: ExportTable,
        skipped: &mut SkippedMatches,
        put: &mut Put<'_>,
    ) -> Result<(), CommandError> {
        let mut unfolding = Unfolding::default();
        self.each(&mut |entry| {
            unfolding.note(&entry);
            let Entry::Match(told) = entry else { return Ok(()) };
            skipped.unfold(&unfolding, table, &told, put)
        })
    }
}

/// Says which matches could not be unfolded, and why.
struct SkippedMatches {
    language: Language,
    any: bool,
}

impl SkippedMatches {
    /// Hands the rows of a match to `put`, as far as there are any.
    fn unfold(
        &mut self,
        unfolding: &Unfolding,
        table: ExportTable,
        told: &Told,
        put: &mut Put<'_>,
    ) -> Result<(), CommandError> {
        let why = match table {
            ExportTable::Contest => None,
            ExportTable::Moves => unfolding.moves(told, put)?,
            ExportTable::States => unfolding.states(told, put)?,
        };
        if let Some(why) = why {
            self.tell(told, &why);
        }
        Ok(())
    }

    fn tell(&mut self, told: &Told, why: &Message) {
        self.any = true;
        let told = refusal::not_unfolded(told.number, why).get(self.language);
        eprintln!("{}", command_line::error(told).get(self.language));
    }

    fn ending(&self) -> Ending {
        if self.any { Ending::NotPlain } else { Ending::Fine }
    }
}
