//! The arguments of those commands that authors try their bots with.

use crate::command_line::numbers;
use certamen_contest::MoveTime;
use clap::Args;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// The bot that may be better
    #[arg(value_name = "NEW")]
    pub(crate) new: String,
    /// The bot that it is compared with
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    /// The game: `certamen games` lists them
    #[arg(long)]
    pub(crate) game: String,
    /// Both play against this bot instead of each other; may be given several times
    #[arg(long, value_name = "BOT")]
    pub(crate) against: Vec<String>,
    /// Not better: so many Elo points stronger, or less
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// Better: so many Elo points stronger, or more
    #[arg(long, default_value_t = 30.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// The probability of calling it better when it is not
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// The probability of calling it not better when it is
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// Undecided after so many matches
    #[arg(long, default_value_t = 4000, value_parser = numbers::within::<u32>(2..=10_000_000))]
    pub(crate) games: u32,
    /// How many matches are played at the same time; default one a core
    #[arg(short, long, value_parser = numbers::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What luck comes from
    #[arg(short, long, default_value_t = 1, value_parser = numbers::seed)]
    pub(crate) seed: u64,
    /// An option of the game, the value as JSON or as text
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
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
    /// Print the answer only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// A bot as for `play`, or the folder of a contest, all of whose entrants are tried then
    #[arg(value_name = "BOT|CONTEST_DIR")]
    pub(crate) bot: String,
    /// The game: `certamen games` lists them
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Try the bot as in this contest: its game, options, limits and memory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "options", "move_time", "memory", "from"])]
    pub(crate) contest: Option<String>,
    /// An option of the game, the value as JSON or as text
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Time for a move; default the game's
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    /// Memory of the bot, such as "256 MiB"
    #[arg(long, value_parser = certamen_contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    /// The tier of isolation: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// How long matches are tried with each bot; a slow one takes longer for its first answers
    #[arg(long, value_parser = certamen_contest::quantity::time, default_value = "6s", value_name = "TIME")]
    pub(crate) patience: Duration,
    /// For a file of a course: whether functions may assign to what they bind, forbidden or local
    #[arg(long, default_value_t, value_name = "RULE")]
    pub(crate) assignment: certamen_course::Assignment,
    /// Instead, ask the bot what was asked in this turn of a recorded match
    #[arg(long, value_name = "RECORD#TURN", conflicts_with_all = ["options", "move_time", "memory"])]
    pub(crate) from: Option<String>,
    /// Try the bot again whenever one of its files is saved, until it is interrupted
    #[arg(long)]
    pub(crate) watch: bool,
    /// Print JSON lines, with a code for each piece of advice
    #[arg(long)]
    pub(crate) json: bool,
}
