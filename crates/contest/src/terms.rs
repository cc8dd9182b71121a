//! The inputs and outputs of a contest that is run.

use crate::{ExcludedBot, RelativeMoveTime, draw::Entropy};
use certamen_i18n::Message;
use certamen_store::MatchJob;
use certamen_tournament::format;
use std::time::Duration;

/// On which terms a contest is run this time.
pub struct OpenOptions<'a> {
    /// The tier of isolation, or the weakest that will do, if machines elsewhere play.
    pub tier: &'static str,
    /// Whether they do: each of them says how it isolates.
    pub elsewhere: bool,
    /// What luck comes from, instead of the file's seed.
    pub seed: Option<u64>,
    /// Those who would take part, but cannot.
    pub aside: &'a [ExcludedBot],
    /// Of each entrant whether it is declared deterministic.
    pub deterministic: &'a [bool],
    /// Measures how long a built-in player needs for a move.
    pub measure: &'a mut dyn FnMut(&RelativeMoveTime) -> Result<Duration, Message>,
    /// What a draw of luck needs.
    pub entropy: Entropy,
}

/// What is to be done next.
pub enum NextStep {
    /// Play this.
    Work(Box<MatchJob>),
    /// Wait for the matches under way.
    Wait,
    /// Ask again: all that was planned only repeated other matches, and is done. A contest without
    /// an end can go on like that for ever, so its caller must be able to stop it in between.
    Again,
    /// Stop: all is played but for deferred matches.
    Stands,
    /// Stop: the contest is over.
    Done(format::FormatEnd),
}

/// How far a contest is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContestProgress {
    /// Matches finished, in this run and before.
    pub finished: u64,
    /// Matches there will be, as far as is known.
    pub total: u64,
    /// Faults in them.
    pub faults: u64,
}
