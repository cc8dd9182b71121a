//! What several commands are told.

use crate::format::TableFormat;
use certamen_contest::MoveTime;
use clap::Args;
use std::path::PathBuf;

/// A contest of which something is listed.
#[derive(Args, Debug)]
pub(crate) struct ListingArgs {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub(crate) format: TableFormat,
}

/// The conditions of matches, and how far house players look ahead.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
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
}
