//! Whose evaluation is looked at, and by which searches.

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

/// A search shorter than this is timed again, and its shortest time counts.
const SHORT: Duration = Duration::from_millis(50);

/// What a search costs.
#[derive(Clone)]
pub struct Cost {
    /// What the search is called.
    pub label: String,
    /// Boards that were made.
    pub nodes: u64,
    /// How often the evaluation was called.
    pub evaluations: u64,
    /// The time without what the machine does beside it.
    pub time: Duration,
}

/// An evaluation with its searches.
pub trait Searches {
    /// What the evaluation is called.
    fn name(&self) -> &str;

    /// How many plies are looked ahead.
    fn depth(&self) -> u32;

    /// What the search that was asked for finds, and what it costs.
    fn search(&mut self, position: &Position) -> Result<(Found, Cost), AnalysisError>;

    /// The costs to compare, those of the search without pruning first.
    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, AnalysisError>;

    /// Every move that the search tries.
    fn trace(&mut self, position: &Position) -> Result<Trace, AnalysisError>;

    /// How often a search that somebody wrote chose as ours did, if there is one.
    fn agreement(&self) -> Option<Agreement> {
        None
    }
}

/// How often a search that somebody wrote chose the move that ours chose.
pub struct Agreement {
    /// The file of the search.
    pub search: PathBuf,
    /// In how many positions it chose the same move.
    pub same: u32,
    /// In how many it was tried.
    pub tried: u32,
}

/// An evaluation of our own.
pub struct HouseSearches {
    /// What it is called.
    pub name: String,
    /// It, and the search that was asked for.
    pub searcher: Searcher,
    /// The searches to compare.
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

/// What a search is called.
pub(crate) fn label(method: Method) -> String {
    match method {
        Method::Minimax => "minimax".to_owned(),
        Method::AlphaBeta(order) => format!("alpha-beta {}", order.name()),
    }
}

/// The shortest of some times of a search that took so long the first time.
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
