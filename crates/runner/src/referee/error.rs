//! Why there is no finished match.

use crate::referee::say;
use certamen_game::{MatchRecord, OptionsError, Seat, UnplayableTurn, Void};
use certamen_i18n::{Localize, Message};

/// Why there is no finished match.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum PlayError {
    /// The table cannot be set up: the operator's matter.
    #[localize(transparent)]
    Options(OptionsError),
    /// The match cannot be taken up where it stood.
    #[localize(say::cannot_be_resumed(_0))]
    Resume(ResumeError),
    /// Ours: the match must be played again.
    #[localize(say::cannot_be_played(_0))]
    Void(Void),
    /// A watcher stopped it, or a person left; what was played so far.
    #[localize(say::stopped(_0.0.turns.len()))]
    Stopped(Box<UnfinishedMatch>),
}

/// Why a match cannot be taken up where it stood.
#[derive(Clone, PartialEq, Debug)]
pub enum ResumeError {
    /// A turn cannot have been played.
    Turn(UnplayableTurn),
    /// A player with a memory acts otherwise than it did.
    Otherwise {
        /// In this turn.
        turn: u64,
        /// The seat.
        seat: Seat,
        /// What it played then, unless it had no legal move.
        then: Option<String>,
        /// What it plays now.
        now: Option<String>,
    },
}

/// An unfinished match.
#[derive(Debug)]
pub struct UnfinishedMatch(pub MatchRecord);

impl Localize for ResumeError {
    fn message(&self) -> Message {
        match self {
            ResumeError::Turn(why) => why.message(),
            ResumeError::Otherwise { turn, seat, then, now } => {
                let [then, now] = [then, now].map(|action| match action {
                    Some(action) => Message::verbatim(action),
                    None => say::nothing_legal(),
                });
                say::plays_otherwise(turn, seat, then, now)
            }
        }
    }
}

certamen_i18n::error!(ResumeError);
