//! The Lisp host: evaluation functions of the Mancala8 course, behind the supplied search.
//!
//! It knows how a core is made, how a player is compiled and asked, and what its failures mean; it
//! runs nothing itself, and does not decide whether a file may enter a contest.

mod answers;
mod batch_eval;
mod core;
mod host;
mod line;
mod player;
mod purity;
mod search;
mod search_spec;

pub use answers::AnswerCache;
pub use batch_eval::{BatchEvaluator, Root};
pub use core::{Core, LANGUAGE, REFERENCES};
pub use host::{Host, WarmState};
pub use player::Searching;
pub use purity::{NATURE, Purity};
pub use search::{EvalRequest, LegacySemantics, SearchResult, Way};
pub use search_spec::{GAME, Search, SearchError};

mod say {
    certamen_i18n::texts!("locales/lisp");
}
