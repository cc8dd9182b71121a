//! Why something is not a valid evaluation function.

use crate::lisp::SearchError;
use crate::say;
use certamen_i18n::{Localize, Message};

/// Why something is no evaluation function of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationError {
    /// There is no such search.
    Search(SearchError),
    /// A search is asked for, and it brings its own.
    NoEvaluation,
    /// It sits at another game.
    OtherGame {
        /// Which.
        game: &'static str,
    },
    /// It says how it is built, run or asked, which is settled.
    Commands,
}

impl Localize for EvaluationError {
    fn message(&self) -> Message {
        match self {
            EvaluationError::Search(error) => error.message(),
            EvaluationError::NoEvaluation => say::no_evaluation(),
            EvaluationError::OtherGame { game } => {
                say::other_game(crate::lisp::GAME.info().slug, *game)
            }
            EvaluationError::Commands => say::superfluous_commands(),
        }
    }
}

certamen_i18n::error!(EvaluationError);
