//! The evaluations that can be analysed, and the searches that use them.

use crate::analysis::AnalysisError;
use certamen_games::mancala8::{
    Position,
    search::Found,
    searcher::{Method, Searcher},
    trace::Trace,
};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// A search shorter than this is timed again; the shortest time counts.
const SHORT: Duration = Duration::from_millis(50);

/// The cost of a search.
#[derive(Clone)]
pub struct Cost {
    /// The name of the search.
    pub label: String,
    /// Number of positions generated.
    pub nodes: u64,
    /// Number of calls of the evaluation.
    pub evaluations: u64,
    /// Time, without what the machine spent on other work.
    pub time: Duration,
}

/// An evaluation with its searches.
pub trait Searches {
    /// The name of the evaluation.
    fn name(&self) -> &str;

    /// Search depth in plies.
    fn depth(&self) -> u32;

    /// The result and the cost of the requested search.
    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError>;

    /// The costs to compare, starting with the search without pruning.
    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError>;

    /// All moves that the search tries.
    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError>;

    /// How often the author's search chose the same move as the built-in one, if there is one.
    fn agreement(&self) -> Option<Agreement> {
        None
    }
}

/// How often the author's search chose the same move as the built-in one.
pub struct Agreement {
    pub search: PathBuf,
    /// Number of positions with the same move.
    pub same: u32,
    /// Number of positions in which it was tried.
    pub tried: u32,
}

/// A built-in evaluation.
pub struct HouseSearches {
    pub name: String,
    /// The evaluation with the requested search.
    pub searcher: Searcher,
    pub methods: Vec<Method>,
}

impl HouseSearches {
    fn cost(&self, method: Method, position: &Position) -> (Found, Cost) {
        let searcher = Searcher { method, ..self.searcher };
        let once = || {
            let started = Instant::now();
            let found = searcher.search(position.node());
            (found, started.elapsed())
        };
        let (found, first) = once();
        let time = shortest(first, || Ok(once().1)).expect("it cannot fail");
        let (nodes, evaluations) = (found.nodes, found.evaluations);
        (found, Cost { label: label(method), nodes, evaluations, time })
    }
}

impl Searches for HouseSearches {
    fn name(&self) -> &str {
        &self.name
    }

    fn depth(&self) -> u32 {
        self.searcher.depth
    }

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError> {
        Ok(self.cost(self.searcher.method, position))
    }

    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError> {
        Ok(self.methods.iter().map(|method| self.cost(*method, position).1).collect())
    }

    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError> {
        let mut trace = Trace::default();
        self.searcher.search_watched(position.node(), &mut trace);
        Ok(trace)
    }
}

/// The name of a search.
pub(crate) fn label(method: Method) -> String {
    match method {
        Method::Minimax => "minimax".to_owned(),
        Method::AlphaBeta(order) => format!("alpha-beta {}", order.name()),
    }
}

/// The shortest of several times of a search whose first run took this long.
pub(crate) fn shortest(
    first: Duration,
    mut again: impl FnMut() -> Result<Duration, AnalysisError>,
) -> Result<Duration, AnalysisError> {
    let mut shortest = first;
    for _ in 0..if first < SHORT { 4 } else { 0 } {
        shortest = shortest.min(again()?);
    }
    Ok(shortest)
}
