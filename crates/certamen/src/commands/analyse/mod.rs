//! `certamen analyse`: what positions are worth, and which bots play them well.
//!
//! The algorithms live beside the rules of the games; here they are called and their results
//! printed.

mod footsteps;
mod mancala8;

use crate::{
    Result,
    analysis::AnalysisError,
    commands,
    console::{OutputArgs, say::refusal as of_record},
    exit::ExitStatus,
    flags,
    say::refusal,
};
use certamen_game::{Language, Map};
use certamen_i18n::{Argument, Context, Localize, Message, UserError, usage};
use certamen_sandbox::Launcher;
use clap::Args;
use std::{
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
    str::FromStr,
};

const GAMES: [&str; 2] = ["mancala8", "footsteps"];

pub(crate) fn analyse(
    arguments: &AnalyseArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let game = commands::find_game(&arguments.game)?;
    match game.info().slug {
        "mancala8" => {
            let given = [
                ("--samples", arguments.samples.is_some()),
                ("--tier", arguments.tier.is_some()),
                ("--seed", arguments.seed.is_some()),
            ];
            refuse("mancala8", &given)?;
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
fn refuse(slug: &str, given: &[(&str, bool)]) -> Result<()> {
    match given.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(usage(refusal::means_nothing(*flag, slug))),
        None => Ok(()),
    }
}

/// The analysis error as a command error, with its kind.
fn command_error(error: AnalysisError) -> UserError {
    if error.is_usage() { usage(error) } else { error.into() }
}

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    pub(crate) game: String,
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    #[arg(long, value_name = "JSON", conflicts_with = "positions")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,
    #[arg(long, value_name = "SEARCH")]
    pub(crate) search: Option<SearchArgs>,
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<String>,
    #[arg(long)]
    pub(crate) trace: bool,
    #[arg(long, value_parser = flags::within::<u32>(20..=1_000_000))]
    pub(crate) samples: Option<u32>,
    #[arg(short, long, value_parser = flags::seed)]
    pub(crate) seed: Option<u64>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SearchArgs {
    Minimax,
    AlphaBeta,
    Lisp(PathBuf),
}

impl FromStr for SearchArgs {
    type Err = UnknownSearch;

    fn from_str(name: &str) -> Result<SearchArgs, UnknownSearch> {
        match name {
            "minimax" => Ok(SearchArgs::Minimax),
            "alpha-beta" => Ok(SearchArgs::AlphaBeta),
            _ if Path::new(name).extension().is_some_and(|ending| ending == "cl") => {
                Ok(SearchArgs::Lisp(name.into()))
            }
            _ => Err(UnknownSearch(name.to_owned())),
        }
    }
}

#[derive(Debug)]
pub(crate) struct UnknownSearch(String);

impl Localize for UnknownSearch {
    fn message(&self) -> Message {
        refusal::unknown_search(&self.0)
    }
}

certamen_i18n::error!(UnknownSearch);

impl Display for SearchArgs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SearchArgs::Minimax => f.write_str("minimax"),
            SearchArgs::AlphaBeta => f.write_str("alpha-beta"),
            SearchArgs::Lisp(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Reads the positions to analyse, each a JSON object, from the command line or a file. All are
/// read before any is analysed; an error names its line.
pub(super) fn read_positions<P>(
    arguments: &AnalyseArgs,
    position: impl Fn(&Map) -> Result<P, Message>,
) -> Result<Vec<P>> {
    let Some(path) = &arguments.positions else {
        let wrong = |reason: &dyn Argument| usage(refusal::position(reason.value()));
        let map = match &arguments.position {
            Some(text) => json_object(text).map_err(|error| wrong(&error))?,
            None => Map::new(),
        };
        return Ok(vec![position(&map).map_err(|error| wrong(&error))?]);
    };
    let text = certamen_contest::read_text(path).context(path)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let positions = lines.map(|(number, line)| {
        let read = json_object(line).and_then(|map| position(&map));
        read.map_err(UserError::new).context(of_record::line(number)).context(path)
    });
    let positions = positions.collect::<Result<Vec<P>>>()?;
    if positions.is_empty() {
        return Err(UserError::new(refusal::no_position())).context(path);
    }
    Ok(positions)
}

fn json_object(text: &str) -> Result<Map, Message> {
    serde_json::from_str(text).map_err(|error| {
        let error = certamen_game::escaped(&error.to_string());
        refusal::no_object(error)
    })
}
