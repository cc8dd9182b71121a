//! `certamen show`: computes and prints all states of a recorded match.

use crate::{
    Result,
    console::{
        Measured,
        record_file::{self, RecordSource},
        shown::{self, StateForm},
        stepper::{self, StepperExit},
        transcript::{self, Switch, TranscriptOptions},
    },
    exit::ExitStatus,
    flags,
    print::format::TableFormat,
    say::refusal,
};
use certamen_game::{Game, Language, Seat};
use certamen_games::chess::{
    self,
    pgn::{self, Heading},
};
use certamen_i18n::{Context, usage};
use clap::Args;
use std::{
    fs,
    io::{Write, stdout},
    path::PathBuf,
};

#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    pub(crate) record: String,
    #[arg(long, value_name = "PATH")]
    pub(crate) game: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long)]
    pub(crate) turn: Option<u64>,
    #[arg(long)]
    pub(crate) print: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "turn", "stderr", "transcript"])]
    pub(crate) html: Option<PathBuf>,
    #[arg(long, conflicts_with_all = ["json", "turn", "stderr", "transcript", "html", "print", "metrics", "svg"])]
    pub(crate) pgn: bool,
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "turn"])]
    pub(crate) stderr: Option<u8>,
    #[arg(long, conflicts_with_all = ["json", "turn", "stderr"])]
    pub(crate) transcript: bool,
    #[command(flatten)]
    pub(crate) measured: MetricsFlags,
    #[command(flatten)]
    pub(crate) transcript_flags: TranscriptFlags,
}

#[derive(Args, Debug)]
pub(crate) struct MetricsFlags {
    #[arg(long, conflicts_with_all = ["turn", "stderr", "transcript", "html"])]
    metrics: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "turn", "stderr", "transcript", "html"])]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TranscriptFlags {
    #[arg(long, requires = "transcript", value_enum, value_parser = flags::named::<Switch>("without"), value_delimiter = ',', value_name = "SWITCH")]
    without: Vec<Switch>,
    #[arg(long, requires = "transcript", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=2))]
    debug_level: u8,
    #[arg(long, requires = "transcript")]
    debug_mmx: bool,
    #[arg(long, requires = "transcript", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
}

impl From<&TranscriptFlags> for TranscriptOptions {
    fn from(flags: &TranscriptFlags) -> TranscriptOptions {
        let TranscriptFlags { without, debug_level, debug_mmx, depth } = flags;
        let without = without.clone();
        TranscriptOptions {
            without,
            debug_level: *debug_level,
            debug_mmx: *debug_mmx,
            depth: *depth,
        }
    }
}

/// Prints the states of a record; stops at the first illegal turn.
pub(crate) fn show(arguments: &ShowArgs, language: Language) -> Result<ExitStatus> {
    let given = &arguments.record;
    let source = record_file::find_by(given, arguments.game.as_deref())?;
    if let Some(file) = &arguments.html {
        let page = certamen_web::single(&source.record.to_bytes(), language);
        let page = page.context(given)?;
        record_file::warn_overwritten(file, language);
        fs::write(file, page).context(file)?;
        return Ok(ExitStatus::Fine);
    }
    if arguments.pgn {
        return print_pgn(&source);
    }
    if let (Some(file), false) = (&arguments.measured.svg, arguments.measured.metrics) {
        let drawn = certamen_web::animation(&source.record.to_bytes(), language);
        let drawn = drawn.context(given)?;
        record_file::warn_overwritten(file, language);
        fs::write(file, drawn).context(file)?;
        return Ok(ExitStatus::Fine);
    }
    if let Some(seat) = arguments.stderr {
        shown::print_last_words(&source, Seat(seat), language)?;
        return Ok(ExitStatus::Fine);
    }
    if arguments.measured.metrics {
        return metrics(arguments, &source, language);
    }
    if arguments.transcript {
        let transcript_options = TranscriptOptions::from(&arguments.transcript_flags);
        transcript::print(&mut stdout().lock(), &source, &transcript_options, language)?;
        return Ok(ExitStatus::Fine);
    }
    let printed = arguments.print || arguments.json || arguments.turn.is_some();
    if !printed && stepper::is_possible() {
        return Ok(match shown::step(&source, language)? {
            StepperExit::Quit => ExitStatus::Fine,
            StepperExit::Interrupted => ExitStatus::Interrupted,
        });
    }
    let form = if arguments.json { StateForm::Lines } else { StateForm::Pictures };
    shown::print(&source, arguments.turn, form, language)?;
    Ok(ExitStatus::Fine)
}

fn print_pgn(source: &RecordSource) -> Result<ExitStatus> {
    let slug = source.game.info().slug;
    if slug != chess::GAME.info().slug {
        return Err(usage(refusal::no_pgn(slug)));
    }
    let text = pgn::write(&source.record, &Heading::default()).context(source.name())?;
    stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitStatus::Fine)
}

fn metrics(arguments: &ShowArgs, source: &RecordSource, language: Language) -> Result<ExitStatus> {
    let measured = Measured::of(source, language)?;
    match &arguments.measured.svg {
        Some(file) => {
            let picture = measured.draw(&arguments.record, language);
            record_file::warn_overwritten(file, language);
            fs::write(file, picture).context(file)?;
        }
        None if arguments.json => measured.print(TableFormat::Json, language)?,
        None => measured.print(TableFormat::Table, language)?,
    }
    Ok(ExitStatus::Fine)
}
