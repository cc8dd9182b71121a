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
    pub(crate) search: Option<AskedSearch>,
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<String>,
    #[arg(long)]
    pub(crate) trace: bool,
    #[arg(long, value_parser = numbers::within::<u32>(20..=1_000_000))]
    pub(crate) samples: Option<u32>,
    #[arg(short, long, value_parser = numbers::seed)]
    pub(crate) seed: Option<u64>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
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
