//! What whoever holds contests tells the site.

use certamen_contest::Progress;
use certamen_speech::Message;
use std::time::Duration;

/// What is being done with a contest.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Doing {
    /// Nobody here plays it.
    #[default]
    Nothing,
    /// It is being opened: bots are built, terms are settled.
    Opening,
    /// Matches are played, and it is so far.
    Playing(Progress),
    /// Everything is played that there is to play.
    Finished,
    /// Another process plays it.
    Elsewhere,
    /// It could not go on.
    Failed {
        /// Why.
        why: Message,
        /// When it is tried again.
        again: Duration,
    },
}
