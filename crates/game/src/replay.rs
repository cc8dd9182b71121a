//! Replays a record: computes every state and checks every move.

use crate::{DynGame, MatchRecord, OptionsError, UnplayableTurn, arbiter::Arbiter, say};
use certamen_i18n::{Localize, Message};

pub use crate::difference::{Difference, compare};

/// Why a record cannot be what was played.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayError {
    /// It was played by another version of the rules.
    Rules {
        /// Its version.
        given: u32,
        /// Ours.
        known: u32,
    },
    /// The game cannot start like this.
    Start(OptionsError),
    /// This turn cannot have been played.
    Turn {
        /// The line of the record, counted from 1.
        line: usize,
        /// What does not agree there.
        why: UnplayableTurn,
    },
}

impl ReplayError {
    /// The line of the record that is at fault, counted from 1.
    pub fn line(&self) -> usize {
        match self {
            ReplayError::Rules { .. } | ReplayError::Start(_) => 1,
            ReplayError::Turn { line, .. } => *line,
        }
    }
}

impl Localize for ReplayError {
    fn message(&self) -> Message {
        let why = match self {
            ReplayError::Rules { given, known } => say::other_rules(given, known),
            ReplayError::Start(error) => error.message(),
            ReplayError::Turn { why, .. } => why.message(),
        };
        say::at_line(self.line(), why)
    }
}

certamen_i18n::error!(ReplayError);

/// Replays `record`, showing `watch` the start and the state after each turn. Stops at the first
/// turn that cannot have been played. The outcome is not compared: see [`compare`].
pub fn replay(
    game: &dyn DynGame,
    record: &MatchRecord,
    watch: &mut dyn FnMut(&Arbiter),
) -> Result<Arbiter, ReplayError> {
    let (given, known) = (record.table.rules, game.info().version);
    if given != known && !(given < known && game.replays(given)) {
        return Err(ReplayError::Rules { given, known });
    }
    let mut arbiter = Arbiter::start(game, record.table.clone()).map_err(ReplayError::Start)?;
    watch(&arbiter);
    for (index, turn) in record.turns.iter().enumerate() {
        arbiter.replay(turn).map_err(|why| ReplayError::Turn { line: index + 2, why })?;
        watch(&arbiter);
    }
    Ok(arbiter)
}
