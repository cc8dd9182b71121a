//! Commands that print the results of a contest: `standings`, `matches`, `matrix`, `field` and
//! `export`.

use crate::{
    Result,
    console::{Output, quoted, record_file},
    exit::ExitStatus,
    flags::{self, ListingArgs},
    print::{
        export::{Export, ExportTable},
        fair_play::print_fair_play,
        field::{FieldOptions, print_field, print_over_time},
        format::{MatrixFormat, TableFormat},
        matches::{MatchFilter, MatchResult, print_matches},
        matrix::{ExtraColumn, print_matrix},
        publication::write_table,
        standings::{self, print_notes, print_standings, shared_note, tie_breaks_note},
    },
    say::{command_line, play, refusal},
};
use certamen_contest::{FieldQuery, Folder, Results, Reveal, view::Standings};
use certamen_game::{Language, job::is_program};
use certamen_host::Publication;
use certamen_i18n::{Context, Message, usage};
use clap::{Args, ValueEnum};
use std::{
    fs::File,
    io::{BufWriter, Write, stdout},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    pub(crate) listing: ListingArgs,
    #[arg(long)]
    pub(crate) settled: bool,
    #[arg(long)]
    pub(crate) notes: bool,
    #[arg(long, conflicts_with_all = ["settled", "notes"])]
    pub(crate) fair_play: bool,
}

/// The command that lists the items counted in a note.
pub(crate) fn notes_command(contest: &Path) -> String {
    format!("certamen standings {} --notes", quoted(&contest.display().to_string()))
}

pub(crate) fn standings(arguments: &StandingsArgs, language: Language) -> Result<ExitStatus> {
    let StandingsArgs { listing: arguments, settled, notes, fair_play } = arguments;
    let folder = Folder::new(&arguments.folder);
    let mut out = Output::from(arguments.format);
    let layout = out.layout(arguments.format);
    if let Some(last) =
        Publication::all(&folder)?.last().filter(|_| !settled && !notes && !fair_play)
    {
        write_table(&mut out, layout, last, language)?;
        return Ok(ExitStatus::Fine);
    }
    let results = Results::open(&folder)?;
    if arguments.format == TableFormat::Table {
        writeln!(out, "{}\n", results.name())?;
    }
    if *fair_play {
        print_fair_play(&mut out, layout, &results.fair_play()?, language)?;
        return Ok(ExitStatus::Fine);
    }
    let mut shown = Standings::of(&results, results.standings()?)?;
    if *settled {
        shown = shown.with_certainties(&results)?;
    }
    print_standings(&mut out, layout, &shown, language)?;
    let lines = &shown.rows;
    if arguments.format == TableFormat::Table {
        let ties = tie_breaks_note(results.ranking(), language);
        if *notes {
            print_notes(&mut out, [ties, shared_note(lines, language)])?;
            standings::print_repeats(&mut out, &results, language)?;
        } else {
            let repeats =
                standings::repeats_note(&results, &notes_command(&arguments.folder), language)?;
            print_notes(&mut out, [ties, repeats])?;
        }
        if *settled || *notes {
            standings::print_alike(&mut out, &results, language)?;
        }
    }
    let programs = lines.iter().any(|line| is_program(&line.language));
    if arguments.format == TableFormat::Table && results.tier() == "D" && programs {
        writeln!(out, "\n{}", play::unisolated().get(language))?;
    }
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct MatchesArgs {
    #[command(flatten)]
    pub(crate) listing: ListingArgs,
    #[arg(long, value_name = "NAME")]
    pub(crate) bot: Vec<String>,
    #[arg(long, value_enum, value_parser = flags::named::<MatchResult>("result"), requires = "bot")]
    pub(crate) result: Option<MatchResult>,
    #[arg(long)]
    pub(crate) faults: bool,
}

pub(crate) fn matches(arguments: &MatchesArgs, language: Language) -> Result<ExitStatus> {
    let MatchesArgs { listing, bot, result, faults } = arguments;
    let results = Results::open(&Folder::new(&listing.folder))?;
    let wanted = MatchFilter { bots: bot, result: *result, fewest_faults: u64::from(*faults) };
    let mut out = Output::from(listing.format);
    let layout = out.layout(listing.format);
    print_matches(&mut out, layout, &results, &wanted, language)?;
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct MatrixArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = flags::named::<MatrixFormat>("format"), default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
    #[arg(long)]
    pub(crate) expected: bool,
}

pub(crate) fn matrix(arguments: &MatrixArgs, language: Language) -> Result<ExitStatus> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let extra_column =
        if arguments.expected { ExtraColumn::Expected } else { ExtraColumn::Interval };
    let mut out = Output::from(arguments.format);
    let format = (arguments.format, out.width());
    print_matrix(&mut out, format, &results, (extra_column, language))?;
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct FieldArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = flags::named::<MatrixFormat>("format"), default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) versions: Option<String>,
    #[arg(long)]
    pub(crate) over_time: bool,
}

pub(crate) fn field(arguments: &FieldArgs, language: Language) -> Result<ExitStatus> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let (format, anchor) = (arguments.format, arguments.anchor.as_deref());
    let (without, versions) = (&arguments.without[..], arguments.versions.as_deref());
    let whom = FieldOptions { anchor, wanted: FieldQuery { without, versions, until: None } };
    let mut out = Output::from(format);
    if arguments.over_time {
        print_over_time(&mut out, format, &results, &whom, language)?;
    } else {
        let format = (format, out.width());
        print_field(&mut out, format, &results, &whom, language)?;
    }
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[arg(value_name = "CONTEST_DIR")]
    folder: PathBuf,
    #[arg(long, value_enum, value_parser = flags::named::<ExportFormat>("export_format"), default_value_t = ExportFormat::Jsonl)]
    format: ExportFormat,
    #[arg(long, value_enum, value_parser = flags::named::<ExportTable>("export_table"))]
    table: Option<ExportTable>,
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[arg(long)]
    reveal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportFormat {
    Jsonl,
    Csv,
    Sqlite,
    Pgn,
}

/// Exports a contest. The exit status is not success if a record could not be expanded.
pub(crate) fn export(arguments: &ExportArgs, language: Language) -> Result<ExitStatus> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    if let Some(path) = &arguments.out {
        record_file::warn_overwritten(path, language);
    }
    let reveal = if arguments.reveal { Reveal::Now } else { Reveal::WhenOver };
    let mut status = ExitStatus::Fine;
    let mut skipped = |number: i64, why: &Message| {
        status = ExitStatus::NotPlain;
        let message = match arguments.format {
            ExportFormat::Pgn => refusal::omitted(number, why),
            _ => refusal::not_unfolded(number, why),
        };
        let message = message.get(language);
        eprintln!("{}", command_line::error(message).get(language));
    };
    let export = Export { results: &results, reveal, skipped: &mut skipped };
    write_export(arguments, export)?;
    Ok(status)
}

fn write_export(arguments: &ExportArgs, mut export: Export<'_>) -> Result<()> {
    if arguments.format == ExportFormat::Sqlite {
        let path = arguments.out.as_ref();
        let path = path.ok_or_else(|| usage(refusal::file_for_database()))?;
        return export.database(path, arguments.table.unwrap_or(ExportTable::States));
    }
    if arguments.format == ExportFormat::Pgn {
        if arguments.table.is_some() {
            return Err(usage(refusal::pgn_has_no_table()));
        }
        export.check_pgn()?;
    }
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(BufWriter::new(File::create(path).context(path)?)),
        None => Box::new(BufWriter::new(stdout().lock())),
    };
    let table = arguments.table.unwrap_or(ExportTable::Contest);
    match arguments.format {
        ExportFormat::Csv => export.csv(&mut out, table)?,
        ExportFormat::Pgn => export.pgn(&mut out)?,
        _ => export.json_lines(&mut out, table)?,
    }
    Ok(out.flush()?)
}
