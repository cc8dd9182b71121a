//! What is known of a value without running anything.

use super::call::names_barred;
use crate::submission::lisp::{Form, SourcePosition};

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'a> {
    /// Made by the submission itself, or nothing that could be changed, such as a number.
    Fresh,
    /// Written down in the submission: quoted data.
    Data(&'a Form),
    /// A function by its name, `#'name`, which was judged where it is written.
    Named(&'a Form),
    /// A function of the submission, by the place of its definition.
    Function(SourcePosition),
    /// Not known.
    Unknown,
    /// The auxiliary board.
    Scratch,
    /// The board of the state that was given, or the scoreboard.
    Board,
    /// The state that was given.
    State,
}

impl<'a> Value<'a> {
    /// What is known of a value that may be either. What may be the game's counts as the game's.
    pub(super) fn or(self, other: Value<'a>) -> Value<'a> {
        if self == other {
            return self;
        }
        let (low, high) = if self.rank() < other.rank() { (self, other) } else { (other, self) };
        match high {
            Value::State | Value::Board | Value::Scratch => high,
            // Of two names the one that must not be called.
            Value::Data(form) if names_barred(form) => high,
            Value::Data(_) if matches!(low, Value::Data(form) if names_barred(form)) => low,
            // A constant or nothing beside a function: still worth knowing.
            Value::Function(_) | Value::Named(_) | Value::Data(_) if low == Value::Fresh => high,
            _ => Value::Unknown,
        }
    }

    /// Whether it is the game's own.
    pub(super) fn is_given(self) -> bool {
        matches!(self, Value::State | Value::Board)
    }

    fn rank(self) -> u8 {
        match self {
            Value::Fresh => 0,
            Value::Data(_) => 1,
            Value::Function(_) | Value::Named(_) => 2,
            Value::Unknown => 3,
            Value::Scratch => 4,
            Value::Board => 5,
            Value::State => 6,
        }
    }
}
