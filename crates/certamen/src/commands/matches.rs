//! `certamen matches`: one line a match.

use crate::command_error::CommandError;
use crate::ending::Ending;
use crate::flags::shared::ListingArgs;
use certamen_bulletin::{
    format::Layout,
    matches::{MatchResult, MatchesWanted, print_matches},
};
use certamen_console::columns;
use certamen_contest::{Folder, Results};
use certamen_game::Language;
use clap::Args;
use std::io::stdout;

#[derive(Args, Debug)]
pub(crate) struct MatchesArgs {
    #[command(flatten)]
    pub(crate) listing: ListingArgs,
    /// Only matches of this bot; given twice, only those of both
    #[arg(long, value_name = "NAME")]
    pub(crate) bot: Vec<String>,
    /// Only matches that went so for the bot that is given first
    #[arg(long, value_enum, requires = "bot")]
    pub(crate) result: Option<MatchResult>,
    /// Only matches with a fault
    #[arg(long)]
    pub(crate) faults: bool,
}

/// Lists the matches of a contest.
pub(crate) fn matches(arguments: &MatchesArgs, language: Language) -> Result<Ending, CommandError> {
    let MatchesArgs { listing, bot, result, faults } = arguments;
    let results = Results::open(&Folder::new(&listing.folder))?;
    let wanted = MatchesWanted { bots: bot, result: *result, fewest_faults: u64::from(*faults) };
    let layout = Layout { format: listing.format, width: columns() };
    print_matches(&mut stdout().lock(), layout, &results, &wanted, language)?;
    Ok(Ending::Fine)
}
