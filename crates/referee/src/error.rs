//! Why there is no finished match.

use crate::say;
use certamen_game::{MatchRecord, OptionsError, Seat, Unplayable, Void};
use certamen_speech::{Message, Speak};

/// Why there is no finished match.
#[derive(Debug)]
pub enum PlayError {
    /// The table cannot be set up: the operator's matter.
    Options(OptionsError),
    /// The match cannot be taken up where it stood.
    Resume(Resume),
    /// Ours: the match must be played again.
    Void(Void),
    /// A watcher stopped it, or a person left; what was played so far.
    Stopped(Box<Stopped>),
}

/// Why a match cannot be taken up where it stood.
#[derive(Clone, PartialEq, Debug)]
pub enum Resume {
    /// A turn cannot have been played.
    Turn(Unplayable),
    /// A player with a memory acts otherwise than it did.
    Otherwise {
        /// In this turn.
        turn: u64,
        /// Who.
        seat: Seat,
        /// What it played then, unless that was nothing legal.
        then: Option<String>,
        /// What it plays now.
        now: Option<String>,
    },
}

/// An unfinished match.
#[derive(Debug)]
pub struct Stopped(pub MatchRecord);

impl Speak for PlayError {
    fn message(&self) -> Message {
        match self {
            PlayError::Options(error) => error.message(),
            PlayError::Resume(why) => say::cannot_be_resumed(why),
            PlayError::Void(void) => say::cannot_be_played(void),
            PlayError::Stopped(stopped) => say::stopped(stopped.0.turns.len()),
        }
    }
}

impl Speak for Resume {
    fn message(&self) -> Message {
        match self {
            Resume::Turn(why) => why.message(),
            Resume::Otherwise { turn, seat, then, now } => {
                let [then, now] = [then, now].map(|action| match action {
                    Some(action) => Message::verbatim(action),
                    None => say::nothing_legal(),
                });
                say::plays_otherwise(turn, seat, then, now)
            }
        }
    }
}

certamen_speech::error!(PlayError, Resume);
