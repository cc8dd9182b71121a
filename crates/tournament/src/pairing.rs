//! A match to be played, as formats ask for it and the history keeps it.

use crate::EntrantId;

/// A match to be played: who sits where, and the how many-th of its kind it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pairing {
    /// The entrants by seat. One alone has a bye: nothing is played, and it counts as won.
    pub seats: Vec<EntrantId>,
    /// From 0, among the matches of the same entrants on the same seats. Formats with rounds leave
    /// numbers out, so that it gives the round as well.
    pub repeat: u32,
}

impl Pairing {
    /// Whether nothing is to be played.
    pub fn is_bye(&self) -> bool {
        self.seats.len() == 1
    }
}
