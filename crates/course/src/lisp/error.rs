//! Why a text cannot be read.

use super::Place;

/// What the reader stumbled over. Nothing behind it was read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {trouble}", place.line, place.column)]
pub struct ReadError {
    /// Where; of what is not closed, the beginning.
    pub place: Place,
    /// What.
    pub trouble: Trouble,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// A list, a string, a symbol or a comment has no end.
    #[error("not closed")]
    NotClosed,
    /// A parenthesis closes nothing.
    #[error("unmatched close parenthesis")]
    Unmatched,
    /// Too much inside each other.
    #[error("nested too deeply")]
    TooDeep,
    /// `#.`: the reader is asked to evaluate.
    #[error("reader evaluation")]
    Evaluation,
    /// `#+` or `#-`: what is read depends on who reads.
    #[error("reader conditional")]
    Conditional,
    /// Anything else that is no Lisp, or that no submission needs, such as `#S(…)`.
    #[error("cannot be read: {0}")]
    Syntax(String),
}

certamen_speech::plain!(ReadError, Trouble);
