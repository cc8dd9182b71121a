//! Events while a contest runs, sent to a listener as they happen.

use crate::{Publication, RejectedBot, reception::Report};
use certamen_contest::{ContestError, ContestProgress};
use certamen_game::job::MatchNumber;
use certamen_i18n::Message;
use std::path::Path;

#[derive(Debug)]
pub enum Event<'a> {
    /// Bots cannot enter: the others play. All of them are reported at once.
    SetAside(&'a [RejectedBot]),
    /// Matches are about to be played; so far was the contest before.
    Begins(ContestProgress),
    /// The progress of the contest. It is reported again and again, even without change.
    Goes(ContestProgress),
    /// The cores of this machine on which it is played now. Reported when they change, at most once
    /// a second.
    On(&'a [usize]),
    Ends(ContestProgress),
    /// We failed to play a match, which will be played again.
    PlayedAgain {
        number: MatchNumber,
        reason: &'a Message,
    },
    /// An error on our side kept a match from being played too often: others are played. The next
    /// run retries it, and `serve` does after a while.
    PutAside {
        number: MatchNumber,
        reason: &'a Message,
    },
    Said(&'a Message),
    /// None of the matches of this bot can be played, while its rivals play theirs: it is suspended
    /// until the next run.
    Suspended(&'a str),
    /// A file of a course was decided on.
    Received(&'a Report),
    /// A file of a course cannot be decided on now, and will be later.
    Postponed {
        file: &'a str,
        reason: &'a Message,
    },
    Published(&'a Publication),
    /// The marks of a course are written.
    Marked(&'a Path),
    /// The contest file cannot be read any more: it goes on with what was read before.
    FileKept(&'a ContestError),
}

pub type Listener<'a> = &'a dyn Fn(Event<'_>);
