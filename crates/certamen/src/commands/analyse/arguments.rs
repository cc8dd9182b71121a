//! The arguments of `certamen analyse`.

use crate::{flags::numbers, say::refusal};
use certamen_i18n::{Localize, Message};
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
    pub(crate) search: Option<SearchArgs>,
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
pub(crate) enum SearchArgs {
    /// The supplied search, without pruning.
    Minimax,
    /// The supplied search, with alpha-beta pruning.
    AlphaBeta,
    /// A search that an author wrote in Lisp.
    Lisp(PathBuf),
}

impl SearchArgs {
    /// Whether this is the name of a Lisp file.
    pub(crate) fn is_lisp(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending == "cl")
    }
}

impl FromStr for SearchArgs {
    type Err = UnknownSearch;

    fn from_str(name: &str) -> Result<SearchArgs, UnknownSearch> {
        match name {
            "minimax" => Ok(SearchArgs::Minimax),
            "alpha-beta" => Ok(SearchArgs::AlphaBeta),
            _ if SearchArgs::is_lisp(name) => Ok(SearchArgs::Lisp(name.into())),
            _ => Err(UnknownSearch(name.to_owned())),
        }
    }
}

/// There is no search with this name.
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
