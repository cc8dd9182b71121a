//! What `certamen analyse` is told.

use crate::{flags::numbers, say::refusal};
use certamen_speech::{Message, Speak};
use clap::Args;
use std::{
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
    str::FromStr,
};

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// The game: mancala8 or footsteps
    pub(crate) game: String,
    /// Mancala8: whose evaluation, builtin:regular, builtin:bueno or FILE.cl; FootSteps: who is studied
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,
    /// Mancala8: how many plies to look ahead, 1 to 12; default 2
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// A position, as the game's options: {"board":[[…],[…]],"turn":1}; default the usual start
    #[arg(long, value_name = "JSON", conflicts_with = "positions")]
    pub(crate) position: Option<String>,
    /// A file of positions, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,
    /// Mancala8: minimax (default), alpha-beta, or FILE.cl with a minimax-a-b of your own
    #[arg(long, value_name = "SEARCH")]
    pub(crate) search: Option<AskedSearch>,
    /// Mancala8: in which order alpha-beta tries moves: ascending (as written), descending or gains
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<String>,
    /// Mancala8: show every move that the search tries, to depth 5
    #[arg(long)]
    pub(crate) trace: bool,
    /// FootSteps: in how many matches a bot that draws lots is studied; default 400
    #[arg(long, value_parser = numbers::within::<u32>(20..=1_000_000))]
    pub(crate) samples: Option<u32>,
    /// FootSteps: what luck comes from; default 1
    #[arg(short, long, value_parser = numbers::seed)]
    pub(crate) seed: Option<u64>,
    /// FootSteps: the tier of isolation of a program: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// Print a JSON line for each position
    #[arg(long)]
    pub(crate) json: bool,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AskedSearch {
    /// The supplied one, without pruning.
    Minimax,
    /// The supplied one, with it.
    AlphaBeta,
    /// One that somebody wrote in Lisp.
    Lisp(PathBuf),
}

impl AskedSearch {
    /// Whether that is the name of a file in Lisp.
    pub(crate) fn is_lisp(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending == "cl")
    }
}

impl FromStr for AskedSearch {
    type Err = UnknownSearch;

    fn from_str(name: &str) -> Result<AskedSearch, UnknownSearch> {
        match name {
            "minimax" => Ok(AskedSearch::Minimax),
            "alpha-beta" => Ok(AskedSearch::AlphaBeta),
            _ if AskedSearch::is_lisp(name) => Ok(AskedSearch::Lisp(name.into())),
            _ => Err(UnknownSearch(name.to_owned())),
        }
    }
}

/// No search is called so.
#[derive(Debug)]
pub(crate) struct UnknownSearch(String);

impl Speak for UnknownSearch {
    fn message(&self) -> Message {
        refusal::unknown_search(&self.0)
    }
}

certamen_speech::error!(UnknownSearch);

impl Display for AskedSearch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AskedSearch::Minimax => f.write_str("minimax"),
            AskedSearch::AlphaBeta => f.write_str("alpha-beta"),
            AskedSearch::Lisp(path) => write!(f, "{}", path.display()),
        }
    }
}
