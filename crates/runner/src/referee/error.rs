//! Why there is no finished match.

use crate::referee::say;
use certamen_game::{MatchRecord, OptionsError, Seat, UnplayableTurn, Void};
use certamen_i18n::{Localize, Message};

/// Why there is no finished match.
#[derive(Debug)]
pub enum PlayError {
    /// The table cannot be set up: the operator's matter.
    Options(OptionsError),
    /// The match cannot be taken up where it stood.
    Resume(ResumeError),
    /// Ours: the match must be played again.
    Void(Void),
    /// A watcher stopped it, or a person left; what was played so far.
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

impl Localize for PlayError {
    fn message(&self) -> Message {
        match self {
            PlayError::Options(error) => error.message(),
            PlayError::Resume(why) => say::cannot_be_resumed(why),
            PlayError::Void(void) => say::cannot_be_played(void),
            PlayError::Stopped(unfinished) => say::stopped(unfinished.0.turns.len()),
        }
    }
}

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

certamen_i18n::error!(PlayError, ResumeError);
