//! Why a text cannot be read.

use super::{SourcePosition, say};
use certamen_i18n::{Localize, Message};

/// What the reader stumbled over. Nothing behind it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where; of what is not closed, the beginning.
    pub place: SourcePosition,
    /// What.
    pub trouble: LispError,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum LispError {
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

impl Localize for ReadError {
    fn message(&self) -> Message {
        say::unreadable_at(self.place.line, self.place.column, &self.trouble)
    }
}

certamen_i18n::error!(ReadError);
