//! `certamen matches`: lists matches, one a line.

use crate::command_error::CommandError;
use crate::console::Output;
use crate::ending::ExitStatus;
use crate::flags::named;
use crate::flags::shared::ListingArgs;
use crate::print::matches::{MatchFilter, MatchResult, print_matches};
use certamen_contest::{Folder, Results};
use certamen_game::Language;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct MatchesArgs {
    #[command(flatten)]
    pub(crate) listing: ListingArgs,
    #[arg(long, value_name = "NAME")]
    pub(crate) bot: Vec<String>,
    #[arg(long, value_enum, value_parser = named::of::<MatchResult>("result"), requires = "bot")]
    pub(crate) result: Option<MatchResult>,
    #[arg(long)]
    pub(crate) faults: bool,
}

pub(crate) fn matches(
    arguments: &MatchesArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let MatchesArgs { listing, bot, result, faults } = arguments;
    let results = Results::open(&Folder::new(&listing.folder))?;
    let wanted = MatchFilter { bots: bot, result: *result, fewest_faults: u64::from(*faults) };
    let mut out = Output::from(listing.format);
    let layout = out.layout(listing.format);
    print_matches(&mut out, layout, &results, &wanted, language)?;
    Ok(ExitStatus::Fine)
}
