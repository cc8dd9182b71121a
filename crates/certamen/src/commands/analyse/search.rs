//! Whose evaluation is looked at, and by which searches.

use crate::command_error::CommandError;
use certamen_game::Language;
use certamen_games::mancala8::{
    Position,
    search::Found,
    searcher::{Method, Searcher},
    trace::Trace,
};
use std::time::{Duration, Instant};

/// A search shorter than this is timed again, and its shortest time counts.
const SHORT: Duration = Duration::from_millis(50);

/// What a search costs.
#[derive(Clone)]
pub(super) struct Cost {
    /// What the search is called.
    pub(super) label: String,
    /// Boards that were made.
    pub(super) nodes: u64,
    /// How often the evaluation was called.
    pub(super) evaluations: u64,
    /// The time without what the machine does beside it.
    pub(super) time: Duration,
}

/// An evaluation with its searches.
pub(super) trait Searches {
    /// What the evaluation is called.
    fn name(&self) -> &str;

    /// How many plies are looked ahead.
    fn depth(&self) -> u32;

    /// What the search that was asked for finds, and what it costs.
    fn search(&mut self, position: &Position) -> Result<(Found, Cost), CommandError>;

    /// The costs to compare, those of the search without pruning first.
    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, CommandError>;

    /// Every move that the search tries.
    fn trace(&mut self, position: &Position) -> Result<Trace, CommandError>;

    /// What there is to say at the end, and whether it is a plain yes.
    fn verdict(&self, _language: Language) -> Option<(String, bool)> {
        None
    }
}

/// An evaluation of our own.
pub(super) struct House {
    /// What it is called.
    pub(super) name: String,
    /// It, and the search that was asked for.
    pub(super) searcher: Searcher,
    /// The searches to compare.
    pub(super) methods: Vec<Method>,
}

impl House {
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

impl Searches for House {
    fn name(&self) -> &str {
        &self.name
    }

    fn depth(&self) -> u32 {
        self.searcher.depth
    }

    fn search(&mut self, position: &Position) -> Result<(Found, Cost), CommandError> {
        Ok(self.cost(self.searcher.method, position))
    }

    fn costs(&mut self, position: &Position) -> Result<Vec<Cost>, CommandError> {
        Ok(self.methods.iter().map(|method| self.cost(*method, position).1).collect())
    }

    fn trace(&mut self, position: &Position) -> Result<Trace, CommandError> {
        let mut trace = Trace::default();
        self.searcher.search_watched(position.node(), &mut trace);
        Ok(trace)
    }
}

/// What a search is called.
pub(super) fn label(method: Method) -> String {
    match method {
        Method::Minimax => "minimax".to_owned(),
        Method::AlphaBeta(order) => format!("alpha-beta {}", order.name()),
    }
}

/// The shortest of some times of a search that took so long the first time.
pub(super) fn shortest(
    first: Duration,
    mut again: impl FnMut() -> Result<Duration, CommandError>,
) -> Result<Duration, CommandError> {
    let mut shortest = first;
    for _ in 0..if first < SHORT { 4 } else { 0 } {
        shortest = shortest.min(again()?);
    }
    Ok(shortest)
}
