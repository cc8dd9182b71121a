//! The command line.

mod contests;

pub(crate) use contests::{Host, Run};

mod authors;

pub(crate) use authors::{Check, Compare};

use crate::command_line::numbers;
use crate::format::{MatrixFormat, TableFormat};
use certamen_contest::MoveTime;
use certamen_game::Language;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

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
    /// Hold a contest with a timetable: publish tables by itself until it is over
    Host(Host),
    /// Show the table of a contest
    Standings(Standings),
    /// List the matches of a contest
    Matches(Listing),
    /// Show who did what against whom in a contest
    Matrix(Matrix),
    /// Show what the field of a contest is made of, whoever else takes part
    Field(Field),
    /// Show every state of a recorded match
    Show(Show),
    /// Replay records, or a whole contest with its draw, plan and table, and say whether all is sound
    Verify(Verify),
    /// Write a whole contest out: for third parties who check it, for spreadsheets, for queries
    Export(crate::command::ExportArguments),
    /// Analyse positions: moves, values, what a search costs, how much a bot can be exploited
    Analyse(crate::command::AnalyseArguments),
    /// Try a bot, or all entrants of a contest, and say what is wrong and how to mend it
    Check(Check),
    /// Say whether one bot is better than another, playing until it shows
    Compare(Compare),
    /// List the games
    Games(Games),
    /// Draw the secret keys that are missing in a course's register of pairs
    Keys(crate::command::KeysArguments),
    /// List the languages of bots: what is installed, its version, and how fast it starts
    Languages(Languages),
    /// Say what the sandbox really enforces here, tried with canary programs
    Doctor(Doctor),
    /// Write a starter bot that plays legally
    NewBot(NewBot),
    /// Print the JSON Schema of a kind of file
    Schema(Schema),
    /// Print what a shell needs to complete these commands
    Completions(Completions),
    /// Print the manual page, or write all of them into a folder
    Man(Man),
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game: `certamen games` lists them
    pub(crate) game: String,
    /// A folder with bot.toml, a source file, an executable, builtin:NAME[:key=value] or NAME=BOT
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// What luck comes from; drawn if absent
    #[arg(short, long, value_parser = numbers::seed)]
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
    #[arg(long, value_parser = certamen_contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    /// The tier of isolation: A, B, C or D
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// How many plies house players look ahead unless their names say otherwise
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// Play so many matches, everybody moving one seat on from one to the next
    #[arg(long, default_value_t = 1, value_parser = numbers::within::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    /// Print results only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Standings {
    #[command(flatten)]
    pub(crate) listing: Listing,
    /// Say of each place whether it is settled that it stands above the next
    #[arg(long)]
    pub(crate) settled: bool,
    /// Instead, say whether everybody had the same chances: seats, faults, matches played again
    #[arg(long, conflicts_with = "settled")]
    pub(crate) fair_play: bool,
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
pub(crate) struct Matrix {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
}

#[derive(Args, Debug)]
pub(crate) struct Field {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
    /// Ratings are told from this bot, who has 0; default the mean of all
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,
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
    /// Print all states even where there is a terminal to step through them
    #[arg(long)]
    pub(crate) print: bool,
    /// Instead, the last words of the bot on this seat on its standard error
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "turn"])]
    pub(crate) stderr: Option<u8>,
    /// Tell a match of Mancala8 as the course's own program prints it
    #[arg(long, conflicts_with_all = ["json", "turn", "stderr"])]
    pub(crate) transcript: bool,
    #[command(flatten)]
    pub(crate) transcribing: crate::transcript::Transcribing,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Records as files, or a contest's folder, # and the number of a match; contests and exports
    #[arg(required = true, value_name = "RECORD|CONTEST_DIR|EXPORT")]
    pub(crate) records: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Print JSON lines, with the schema of each game's options
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Languages {
    /// Only these; all if absent
    #[arg(value_name = "LANGUAGE")]
    pub(crate) only: Vec<String>,
    /// Try them in this tier, A, B, C or D; the best there is if absent
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// Print JSON lines
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
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// Try everything again, whatever was found out since the machine started
    #[arg(long)]
    pub(crate) again: bool,
}

#[derive(Args, Debug)]
pub(crate) struct NewBot {
    /// The game: `certamen games` lists them
    pub(crate) game: String,
    /// The language of the program: c, java, javascript, python or rust
    pub(crate) language: String,
    /// The folder to write, new or empty; default GAME-LANGUAGE
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Schema {
    /// The kind of file
    #[arg(value_enum)]
    pub(crate) kind: crate::schema::Kind,
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The folder for all pages; without it the main one is printed
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
