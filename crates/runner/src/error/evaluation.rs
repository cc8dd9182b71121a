//! Why something is not a valid evaluation function.

use crate::lisp::SearchError;
use crate::say;
use certamen_i18n::Localize;

/// Why something is no evaluation function of this game.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum EvaluationError {
    /// There is no such search.
    #[localize(transparent)]
    Search(SearchError),
    /// A search is asked for, and it brings its own.
    NoEvaluation,
    /// It sits at another game.
    #[localize(say::other_game(crate::lisp::GAME.info().slug, *game))]
    OtherGame {
        /// Which.
        game: &'static str,
    },
    /// It says how it is built, run or asked, which is settled.
    #[localize(say::superfluous_commands())]
    Commands,
}
