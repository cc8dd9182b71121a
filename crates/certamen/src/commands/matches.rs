//! `certamen matches`: one line a match.

use crate::command_error::CommandError;
use crate::ending::Ending;
use crate::flags::shared::ListingArgs;
use certamen_bulletin::{format::Layout, matches::print_matches};
use certamen_console::columns;
use certamen_contest::{Folder, Results};
use certamen_game::Language;
use std::io::stdout;

/// Lists the matches of a contest.
pub(crate) fn matches(arguments: &ListingArgs, language: Language) -> Result<Ending, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let layout = Layout { format: arguments.format, width: columns() };
    print_matches(&mut stdout().lock(), layout, &results, language)?;
    Ok(Ending::Fine)
}
