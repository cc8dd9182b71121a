//! `certamen analyse`: what positions are worth, and which bots play them well.
//!
//! The algorithms live beside the rules of the games; here they are called and their results
//! printed.

mod arguments;
mod bids_report;
mod footsteps;
mod mancala8;
mod positions;
mod search_report;

pub(crate) use arguments::{AnalyseArgs, UnknownSearch};

use crate::analysis::AnalysisError;
use crate::command_error::{CommandError, usage};
use crate::say::refusal;
use crate::{ending::ExitStatus, setting};
use certamen_game::Language;
use certamen_sandbox::Launcher;

/// The games that can be analysed.
const GAMES: [&str; 2] = ["mancala8", "footsteps"];

pub(crate) fn analyse(
    arguments: &AnalyseArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus, CommandError> {
    let game = setting::find_game(&arguments.game)?;
    match game.info().slug {
        "mancala8" => {
            refuse("mancala8", &[("--samples", arguments.samples.is_some())])?;
            refuse("mancala8", &[("--tier", arguments.tier.is_some())])?;
            refuse("mancala8", &[("--seed", arguments.seed.is_some())])?;
            mancala8::analyse(arguments, game, language, launcher)
        }
        "footsteps" => {
            let given = [
                ("--depth", arguments.depth.is_some()),
                ("--search", arguments.search.is_some()),
                ("--order", arguments.order.is_some()),
                ("--trace", arguments.trace),
            ];
            refuse("footsteps", &given)?;
            footsteps::analyse(arguments, game, language, launcher)
        }
        slug => Err(usage(refusal::no_analysis(slug, GAMES.join(", ")))),
    }
}

/// Rejects options that this game does not have.
fn refuse(slug: &str, given: &[(&str, bool)]) -> Result<(), CommandError> {
    match given.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(usage(refusal::means_nothing(*flag, slug))),
        None => Ok(()),
    }
}

/// The analysis error as a command error, with its kind.
fn told(error: AnalysisError) -> CommandError {
    if error.is_usage() { usage(error) } else { error.into() }
}
