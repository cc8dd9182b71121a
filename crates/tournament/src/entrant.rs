//! The entrants of a contest.

use certamen_game::Fault;
use serde::{Serialize, Serializer};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Its name, which no other entrant has.
    pub name: String,
    pub language: String,
    pub status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    #[default]
    Active,
    /// It left for this cause: it plays no more and has no place in the table.
    Disqualified(Cause),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    Fault(Fault),
    /// It is declared deterministic, and gave two answers to the same question.
    Nondeterminism,
    /// It slept until it had lost in three of its matches in a row.
    Silence,
}

impl Cause {
    /// The fault, if it is one.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Cause::Fault(fault) => Some(fault),
            Cause::Nondeterminism | Cause::Silence => None,
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cause::Fault(fault) => fault.serialize(serializer),
            Cause::Nondeterminism => serializer.serialize_str("nondeterminism"),
            Cause::Silence => serializer.serialize_str("silence"),
        }
    }
}

impl Entrant {
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}

/// An entrant's place in the list of entrants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntrantId(pub u32);

impl EntrantId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
