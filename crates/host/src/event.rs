//! What happens while a contest is held: told to whoever listens, as it happens.

use crate::{Publication, RejectedBot, reception::Report};
use certamen_contest::{ContestError, ContestProgress};
use certamen_game::job::MatchNumber;
use certamen_i18n::Message;
use std::path::Path;

/// What happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// Bots cannot take part: the others play. All of them are told at once.
    SetAside(&'a [RejectedBot]),
    /// Matches are about to be played; so far was the contest before.
    Begins(ContestProgress),
    /// The contest is so far now. It is told again and again, however little came of it.
    Goes(ContestProgress),
    /// It is played on these cores of this machine now. Told when they are others, once a second at
    /// most.
    On(&'a [usize]),
    /// No more matches are played.
    Ends(ContestProgress),
    /// We failed to play a match, which will be played again.
    PlayedAgain {
        /// Which.
        number: MatchNumber,
        /// Why.
        reason: &'a Message,
    },
    /// We failed to play a match too often: others are played. The next run tries it again, and `serve` does after a rest.
    PutAside {
        /// Which.
        number: MatchNumber,
        /// Why.
        reason: &'a Message,
    },
    /// Something is told of the machines that play.
    Said(&'a Message),
    /// None of the matches of this bot can be played, while its rivals play theirs: it rests until
    /// the next run.
    Suspended(&'a str),
    /// A file of a course was decided on.
    Received(&'a Report),
    /// A file of a course cannot be decided on now, and will be later.
    Postponed {
        /// What it is called.
        file: &'a str,
        /// Why.
        reason: &'a Message,
    },
    /// A table is out.
    Published(&'a Publication),
    /// The marks of a course are written.
    Marked(&'a Path),
    /// The contest file cannot be read any more: it goes on with what was read before.
    FileKept(&'a ContestError),
}

/// Whoever is told what happens.
pub type Listener<'a> = &'a dyn Fn(Event<'_>);
