//! Arguments that several commands share.

use super::named;
use crate::print::format::TableFormat;
use certamen_contest::MoveTime;
use certamen_game::ProgramsMemory;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The contest that is listed.
#[derive(Args, Debug)]
pub(crate) struct ListingArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = named::of::<TableFormat>("format"), default_value_t = TableFormat::Table)]
    pub(crate) format: TableFormat,
}

/// The conditions of matches, and the search depth of built-in players.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    #[arg(long, value_parser = certamen_contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    #[arg(long, value_enum)]
    pub(crate) programs_memory: Option<ProgramsKeep>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long)]
    pub(crate) depth: Option<u32>,
}

/// What programs may write: nothing, or files that are kept until their match is over. The values
/// have no help texts of their own, which keeps the help short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProgramsKeep {
    None,
    Match,
}

impl ProgramsKeep {
    /// The value's name on the command line.
    pub(crate) fn word(self) -> &'static str {
        ProgramsMemory::from(self).word()
    }
}

impl From<ProgramsKeep> for ProgramsMemory {
    fn from(keep: ProgramsKeep) -> ProgramsMemory {
        match keep {
            ProgramsKeep::None => ProgramsMemory::None,
            ProgramsKeep::Match => ProgramsMemory::Match,
        }
    }
}
