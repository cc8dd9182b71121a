//! `certamen standings`: the standings of a contest.

use crate::command_error::CommandError;
use crate::console::{Output, quoted};
use crate::ending::ExitStatus;
use crate::flags::shared::ListingArgs;
use crate::print::{
    fair_play::print_fair_play,
    format::TableFormat,
    publication::write_table,
    standings::{
        StandingsOptions, print_lines, print_notes, print_settled, shared_note, tie_breaks_note,
    },
    sureness,
};
use crate::say::play;
use certamen_contest::{Folder, Results};
use certamen_game::Language;
use certamen_host::Publication;
use clap::Args;
use std::{io::Write, path::Path};

/// The language column's text for built-in players.
const HOUSE: &str = "builtin";

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

pub(crate) fn standings(
    arguments: &StandingsArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
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
    let lines = results.standings()?;
    let reaches = results.reaches(&lines)?;
    let told =
        StandingsOptions { lines: &lines, aside: results.excluded(), reaches: reaches.as_deref() };
    if *settled {
        let settlements = results.settlements(&lines)?;
        print_settled(&mut out, layout, told, &settlements, language)?;
    } else {
        print_lines(&mut out, layout, told, language)?;
    }
    if arguments.format == TableFormat::Table {
        let ties = tie_breaks_note(results.ranking(), language);
        if *notes {
            print_notes(&mut out, [ties, shared_note(&lines, language)])?;
            sureness::tell_repeats(&mut out, &results, language)?;
        } else {
            let repeats =
                sureness::repeats_note(&results, &notes_command(&arguments.folder), language)?;
            print_notes(&mut out, [ties, repeats])?;
        }
        if *settled || *notes {
            sureness::tell_alike(&mut out, &results, language)?;
        }
    }
    let programs = lines.iter().any(|line| line.language != HOUSE);
    if arguments.format == TableFormat::Table && results.tier() == "D" && programs {
        writeln!(out, "\n{}", play::unisolated().get(language))?;
    }
    Ok(ExitStatus::Fine)
}
