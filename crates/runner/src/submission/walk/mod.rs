//! The functions of a submission, walked as a compiler walks them: with scopes, so that data is
//! data and a local name is local.
//!
//! The walk knows what may be the state that was given, or its board, wherever it is passed on: it
//! is repeated until nothing new is learnt of what functions are given and return. What it learns
//! errs on the side of not knowing: no submission is banned for what cannot be shown.

mod assignment;
mod binding;
mod call;
mod control;
mod loop_macro;
mod scope;
mod value;
mod walker;

use super::{SourceFinding, definition::Definition};
use certamen_game::job::SourceRules;
use walker::Walker;

/// How often the walk is repeated at most. Values only rise, in a handful of steps each.
const MOST_ROUNDS: usize = 40;

/// Walks all functions; the first is given the state.
pub(super) fn walk(definitions: &[Definition<'_>], rules: &SourceRules) -> Vec<SourceFinding> {
    let mut walker = Walker::new(definitions, rules);
    for _ in 0..MOST_ROUNDS {
        if !walker.round(definitions) {
            break;
        }
    }
    walker.findings
}
