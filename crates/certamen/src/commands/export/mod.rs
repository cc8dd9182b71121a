//! `certamen export`: everything a third party needs to check a contest, or to look at it in other
//! programs.

mod arguments;
mod csv;
mod jsonl;
mod sqlite;

pub(crate) use arguments::ExportArgs;

use crate::command_error::{CommandError, Context, usage};
use crate::say::refusal;
use crate::{ending::Ending, overwritten};
use arguments::ExportFormat;
use certamen_contest::{Entry, Folder, Results, Reveal};
use certamen_speech::Language;
use std::{
    fs::File,
    io::{BufWriter, Write, stdout},
};

/// Writes a contest out.
pub(crate) fn export(arguments: &ExportArgs, language: Language) -> Result<Ending, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    if let Some(path) = &arguments.out {
        overwritten::tell(path, language);
    }
    let reveal = if arguments.reveal { Reveal::Now } else { Reveal::WhenOver };
    if arguments.format == ExportFormat::Sqlite {
        let path = arguments.out.as_ref();
        let path = path.ok_or_else(|| usage(refusal::file_for_database()))?;
        sqlite::write(path, &results, reveal)?;
        return Ok(Ending::Fine);
    }
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => {
            let file = File::create(path).context(path)?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(stdout().lock())),
    };
    match arguments.format {
        ExportFormat::Csv => csv::write(&mut out, &results, reveal)?,
        ExportFormat::Jsonl | ExportFormat::Sqlite => jsonl::write(&mut out, &results, reveal)?,
    }
    out.flush()?;
    Ok(Ending::Fine)
}

/// Hands all entries of the account to `tell`.
fn each(
    results: &Results,
    reveal: Reveal,
    tell: &mut dyn FnMut(Entry) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    results.account(reveal, tell)
}
