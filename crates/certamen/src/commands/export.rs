//! `certamen export`: everything a third party needs to verify a contest or to analyse it with
//! other programs.

use crate::console::overwritten;
use crate::print::export::{Export, ExportTable};
use crate::{
    command_error::{CommandError, Context, usage},
    ending::ExitStatus,
    flags::named,
    say::{command_line, refusal},
};
use certamen_contest::{Folder, Results, Reveal};
use certamen_i18n::{Language, Message};
use clap::{Args, ValueEnum};
use std::{
    fs::File,
    io::{BufWriter, Write, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[arg(value_name = "CONTEST_DIR")]
    folder: PathBuf,
    #[arg(long, value_enum, value_parser = named::of::<ExportFormat>("export_format"), default_value_t = ExportFormat::Jsonl)]
    format: ExportFormat,
    #[arg(long, value_enum, value_parser = named::of::<ExportTable>("export_table"))]
    table: Option<ExportTable>,
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[arg(long)]
    reveal: bool,
}

/// The formats of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportFormat {
    Jsonl,
    Csv,
    Sqlite,
}

/// Exports a contest. The exit status is not success if a record could not be expanded.
pub(crate) fn export(
    arguments: &ExportArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    if let Some(path) = &arguments.out {
        overwritten::tell(path, language);
    }
    let reveal = if arguments.reveal { Reveal::Now } else { Reveal::WhenOver };
    let mut status = ExitStatus::Fine;
    let mut skipped = |number: i64, why: &Message| {
        status = ExitStatus::NotPlain;
        let told = refusal::not_unfolded(number, why).get(language);
        eprintln!("{}", command_line::error(told).get(language));
    };
    let export = Export { results: &results, reveal, skipped: &mut skipped };
    write(arguments, export)?;
    Ok(status)
}

fn write(arguments: &ExportArgs, mut export: Export<'_>) -> Result<(), CommandError> {
    if arguments.format == ExportFormat::Sqlite {
        let path = arguments.out.as_ref();
        let path = path.ok_or_else(|| usage(refusal::file_for_database()))?;
        return export.database(path, arguments.table.unwrap_or(ExportTable::States));
    }
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(BufWriter::new(File::create(path).context(path)?)),
        None => Box::new(BufWriter::new(stdout().lock())),
    };
    let table = arguments.table.unwrap_or(ExportTable::Contest);
    match arguments.format {
        ExportFormat::Csv => export.csv(&mut out, table)?,
        _ => export.json_lines(&mut out, table)?,
    }
    Ok(out.flush()?)
}
