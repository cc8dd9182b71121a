//! The Lisp host: evaluation functions of the Mancala8 course, behind the supplied search.
//!
//! It knows how a core is made, how a player is compiled and asked, and what its failures mean; it
//! runs nothing itself, and does not decide whether a file may enter a contest.

mod batch_eval;
mod core;
mod host;
mod line;
mod player;

pub use core::{LANGUAGE, REFERENCES};
pub use host::Host;

pub(crate) use batch_eval::{BatchEvaluator, Root};
pub(crate) use core::{Core, NATURE, Purity};
pub(crate) use player::{AnswerCache, Searching};

use certamen_game::DynGame;
use certamen_games::mancala8::alpha_beta::Order;
use certamen_games::mancala8::searcher::{DEFAULT_DEPTH, DEPTHS};
use certamen_games::mancala8::{self, Action, Position};
use certamen_i18n::Localize;
use std::time::Duration;

mod say {
    certamen_i18n::texts!("locales/lisp");
}

pub(crate) static GAME: &dyn DynGame = &certamen_game::Erased(mancala8::GAME);

/// The search that is supplied to an evaluation function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// How many plies it looks ahead, if not the default number.
    pub depth: Option<u32>,
    /// The semantics of the library.
    pub semantics: LegacySemantics,
}

/// Why the arguments of a search are invalid.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "the fields hold what was given")]
pub enum SearchError {
    /// An unknown argument, or an invalid value.
    #[localize(say::unknown_argument(given))]
    Argument { given: String },
    /// An invalid depth.
    #[localize(say::depths(given, *DEPTHS.start(), *DEPTHS.end()))]
    Depth { given: String },
}

impl Search {
    /// The search that `arguments` ask for.
    pub fn read(arguments: &[(String, String)]) -> Result<Search, SearchError> {
        let mut search = Search::default();
        for (key, value) in arguments {
            match (key.as_str(), value.as_str()) {
                ("depth", depth) => search.depth = Some(read_depth(depth)?),
                ("legacy-cuenta-fichas", "true") => search.semantics.legacy_count = true,
                ("legacy-cuenta-fichas", "false") => search.semantics.legacy_count = false,
                ("legacy-suma-fila", "true") => search.semantics.legacy_sum = true,
                ("legacy-suma-fila", "false") => search.semantics.legacy_sum = false,
                _ => return Err(SearchError::Argument { given: format!("{key}={value}") }),
            }
        }
        Ok(search)
    }

    /// The arguments that ask for it.
    pub fn arguments(&self) -> Vec<(String, String)> {
        let LegacySemantics { legacy_count, legacy_sum } = self.semantics;
        let depth = self.depth.map(|depth| ("depth", depth.to_string()));
        let count = legacy_count.then(|| ("legacy-cuenta-fichas", true.to_string()));
        let sum = legacy_sum.then(|| ("legacy-suma-fila", true.to_string()));
        let all = [depth, count, sum].into_iter().flatten();
        all.map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// How many plies it looks ahead.
    pub fn depth(&self) -> u32 {
        self.depth.unwrap_or(DEFAULT_DEPTH)
    }
}

fn read_depth(given: &str) -> Result<u32, SearchError> {
    let plain = given.bytes().all(|byte| byte.is_ascii_digit());
    let depth = given.parse().ok().filter(|depth| plain && DEPTHS.contains(depth));
    depth.ok_or_else(|| SearchError::Depth { given: given.to_owned() })
}

/// The search for which a player's evaluation is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EvalRequest {
    pub(crate) depth: u32,
    pub(crate) semantics: LegacySemantics,
}

/// Differences of the library from the announcement, as in the old engine. Default: none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LegacySemantics {
    /// Whether `cuenta-fichas` counts as in the old engine: correctly only from hole 0.
    pub legacy_count: bool,
    /// Whether `suma-fila` excludes its third argument, as in the old engine.
    pub legacy_sum: bool,
}

impl LegacySemantics {
    pub(crate) fn digit(self) -> u8 {
        u8::from(self.legacy_count) | u8::from(self.legacy_sum) << 1
    }
}

/// A search that runs inside the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The supplied one, without pruning.
    Minimax,
    /// The supplied one, with pruning.
    AlphaBeta(Order),
    /// The `minimax-a-b` that the user wrote.
    Own,
}

impl Way {
    pub(crate) fn letter(self) -> u8 {
        match self {
            Way::Minimax => b'm',
            Way::AlphaBeta(Order::Ascending) => b'a',
            Way::AlphaBeta(Order::Descending) => b'd',
            Way::AlphaBeta(Order::Gains) => b'g',
            Way::Own => b'p',
        }
    }
}

/// What a search inside the host found, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move that leads to the state it returned, if it returned one.
    pub best: Option<Action>,
    /// The number of states generated, the root included.
    pub nodes: u64,
    /// The number of calls of the evaluation.
    pub evaluations: u64,
    /// The time inside the host.
    pub time: Duration,
}

impl SearchResult {
    pub(crate) fn of([hole, nodes, evaluations, nanos]: [i64; 4], root: &Position) -> SearchResult {
        let sow = |hole| if root.node().pass { Action::Pass } else { Action::Sow(hole) };
        let positive = |number: i64| u64::try_from(number).unwrap_or(0);
        SearchResult {
            best: u8::try_from(hole).ok().map(sow),
            nodes: positive(nodes),
            evaluations: positive(evaluations),
            time: Duration::from_nanos(positive(nanos)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[(&str, &str)]) -> Result<Search, SearchError> {
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Search::read(&arguments.iter().map(own).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_change_the_search() {
        assert_eq!(read(&[]), Ok(Search::default()));
        assert_eq!(read(&[("depth", "4")]), Ok(Search { depth: Some(4), ..Search::default() }));
        let readings = |legacy_count, legacy_sum| {
            Ok(Search { depth: None, semantics: LegacySemantics { legacy_count, legacy_sum } })
        };
        assert_eq!(read(&[("legacy-cuenta-fichas", "true")]), readings(true, false));
        assert_eq!(read(&[("legacy-suma-fila", "true")]), readings(false, true));
        assert_eq!(read(&[("legacy-suma-fila", "false")]), Ok(Search::default()));
        assert_eq!(Search::default().depth(), 2);
        for search in [readings(true, false), readings(false, true), read(&[("depth", "4")])] {
            let search = search.unwrap();
            assert_eq!(Search::read(&search.arguments()), Ok(search));
        }
    }

    #[test]
    fn invalid_arguments_are_quoted_in_the_error() {
        let refused = |key, value| read(&[(key, value)]).unwrap_err().to_string();
        for depth in ["0", "13", "+2", "", "two"] {
            assert_eq!(
                refused("depth", depth),
                format!("invalid depth `{depth}`: expected 1 to 12")
            );
        }
        let expected = "unknown argument `speed=9`: expected depth=N, legacy-cuenta-fichas=true or \
             legacy-suma-fila=true";
        assert_eq!(refused("speed", "9"), expected);
        assert!(refused("legacy-cuenta-fichas", "yes").contains("unknown argument"));
    }
}
