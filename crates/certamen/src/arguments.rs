//! The command line.

use crate::format::TableFormat;
use clap::{Args, Parser, Subcommand};
use contest::MoveTime;
use game::Language;
use std::{
    fmt::{self, Display, Formatter},
    path::{Path, PathBuf},
    str::FromStr,
};

/// Hosts programming-game tournaments.
#[derive(Parser, Debug)]
#[command(name = "certamen", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language of texts: en, es, fr or it; default from the environment
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play one match, or several, on the console
    Play(Play),
    /// Run or resume a contest until it is finished
    Run(Run),
    /// Show the table of a contest
    Standings(Listing),
    /// List the matches of a contest
    Matches(Listing),
    /// Show every state of a recorded match
    Show(Show),
    /// Replay records and say whether they are sound
    Verify(Verify),
    /// Analyse positions: moves, values, what a search costs, how much a bot can be exploited
    Analyse(Analyse),
    /// List the games
    Games(Games),
    /// Say what the sandbox really enforces here, tried with canary programs
    Doctor(Doctor),
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game: `certamen games` lists them
    pub(crate) game: String,
    /// A folder with bot.toml, a source file, an executable, builtin:NAME[:key=value] or NAME=BOT
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// What luck comes from; drawn if absent
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(0..1 << 53))]
    pub(crate) seed: Option<u64>,
    /// An option of the game, the value as JSON or as text
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Write the record to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Time for a move, such as 1s or "50% of builtin:bueno:depth=4"; default the game's
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    /// Memory of a bot, such as "256 MiB"
    #[arg(long, value_parser = contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    /// The tier of isolation: A, B, C or D
    #[arg(long)]
    pub(crate) tier: Option<sandbox::Tier>,
    /// How many plies house players look ahead unless their names say otherwise
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// Play so many matches, everybody moving one seat on from one to the next
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Print results only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How many matches are played at the same time; default one a core
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What luck comes from, instead of the file's seed; stored at the first run
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(0..1 << 53))]
    pub(crate) seed: Option<u64>,
    /// The tier of isolation: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<sandbox::Tier>,
    /// Print the table as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 3 if any bot committed a fault
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Listing {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub(crate) format: TableFormat,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// A file, or a contest's folder, # and the number of a match
    pub(crate) record: String,
    /// Print states as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the state after this turn; 0 is the start
    #[arg(long)]
    pub(crate) turn: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files, or a contest's folder, # and the number of a match
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<String>,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// The supplied one, without pruning.
    Minimax,
    /// The supplied one, with it.
    AlphaBeta,
    /// One that somebody wrote in Lisp.
    Lisp(PathBuf),
}

impl Search {
    /// Whether that is the name of a file in Lisp.
    pub(crate) fn is_lisp(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending == "cl")
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(name: &str) -> Result<Search, String> {
        match name {
            "minimax" => Ok(Search::Minimax),
            "alpha-beta" => Ok(Search::AlphaBeta),
            _ if Search::is_lisp(name) => Ok(Search::Lisp(name.into())),
            _ => Err(format!("unknown search `{name}`: use minimax or alpha-beta")),
        }
    }
}

impl Display for Search {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Search::Minimax => f.write_str("minimax"),
            Search::AlphaBeta => f.write_str("alpha-beta"),
            Search::Lisp(path) => write!(f, "{}", path.display()),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Analyse {
    /// The game: mancala8 or footsteps
    pub(crate) game: String,
    /// Mancala8: whose evaluation, builtin:regular or builtin:bueno; FootSteps: who is studied
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
    /// Mancala8: minimax (default), alpha-beta or, in a later version, FILE.cl
    #[arg(long, value_name = "SEARCH")]
    pub(crate) search: Option<Search>,
    /// Mancala8: in which order alpha-beta tries moves: ascending (as written), descending or gains
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<String>,
    /// Mancala8: show every move that the search tries, to depth 5
    #[arg(long)]
    pub(crate) trace: bool,
    /// FootSteps: in how many matches a bot that draws lots is studied; default 400
    #[arg(long, value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    pub(crate) samples: Option<u32>,
    /// FootSteps: what luck comes from; default 1
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(0..1 << 53))]
    pub(crate) seed: Option<u64>,
    /// FootSteps: the tier of isolation of a program: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<sandbox::Tier>,
    /// Print a JSON line for each position
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Print JSON lines, with the schema of each game's options
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Print JSON lines; the last is {"tier":"A","lost":[…]}
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 1 if this tier, A, B, C or D, is not to be had
    #[arg(long)]
    pub(crate) tier: Option<sandbox::Tier>,
    /// Try everything again, whatever was found out since the machine started
    #[arg(long)]
    pub(crate) again: bool,
}
