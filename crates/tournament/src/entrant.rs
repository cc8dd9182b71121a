//! Those who take part.

/// A bot in a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Its name, which no other entrant has.
    pub name: String,
    /// The language it is written in.
    pub language: String,
}

/// An entrant's place in the list of entrants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntrantId(pub u32);

impl EntrantId {
    /// The place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
