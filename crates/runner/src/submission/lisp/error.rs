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
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl Localize for LispError {
    fn message(&self) -> Message {
        match self {
            LispError::NotClosed => say::not_closed(),
            LispError::Unmatched => say::unmatched(),
            LispError::TooDeep => say::too_deep(),
            LispError::Evaluation => say::evaluation(),
            LispError::Conditional => say::conditional(),
            LispError::Syntax(text) => say::syntax(text),
        }
    }
}

certamen_i18n::error!(ReadError, LispError);
