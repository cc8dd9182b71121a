//! Why a text cannot be read.

use super::{Place, say};
use certamen_speech::{Message, Speak};

/// What the reader stumbled over. Nothing behind it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where; of what is not closed, the beginning.
    pub place: Place,
    /// What.
    pub trouble: Trouble,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A list, a string, a symbol or a comment has no end.
    NotClosed,
    /// A parenthesis closes nothing.
    Unmatched,
    /// Too much inside each other.
    TooDeep,
    /// `#.`: the reader is asked to evaluate.
    Evaluation,
    /// `#+` or `#-`: what is read depends on who reads.
    Conditional,
    /// Anything else that is no Lisp, or that no submission needs, such as `#S(…)`.
    Syntax(String),
}

impl Speak for ReadError {
    fn message(&self) -> Message {
        say::unreadable_at(self.place.line, self.place.column, &self.trouble)
    }
}

impl Speak for Trouble {
    fn message(&self) -> Message {
        match self {
            Trouble::NotClosed => say::not_closed(),
            Trouble::Unmatched => say::unmatched(),
            Trouble::TooDeep => say::too_deep(),
            Trouble::Evaluation => say::evaluation(),
            Trouble::Conditional => say::conditional(),
            Trouble::Syntax(text) => say::syntax(text),
        }
    }
}

certamen_speech::error!(ReadError, Trouble);
