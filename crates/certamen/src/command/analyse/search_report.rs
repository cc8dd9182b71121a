//! What people read of a search: the moves, and what it costs with pruning and without.

use super::{arguments::Search, words};
use crate::format::{Alignment, Column, TableFormat, print};
use game::{Audience, Language, State, number};
use games::mancala8::{
    Position,
    search::Found,
    searcher::{Method, Searcher},
    trace::Trace,
};
use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

/// A search shorter than this is timed again, and its shortest time counts.
const SHORT: Duration = Duration::from_millis(50);

/// What a search costs.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    method: Method,
    nodes: u64,
    evaluations: u64,
    time: Duration,
}

/// What people read.
pub(super) struct Report {
    /// Who searches.
    pub(super) searcher: Searcher,
    /// What it is called.
    pub(super) name: String,
    /// The searches to compare, the one without pruning first.
    pub(super) methods: Vec<Method>,
    /// The language of its words.
    pub(super) language: Language,
    /// The sums over all positions, a method each.
    pub(super) totals: Vec<Cost>,
}

impl Report {
    /// The board, the moves and what the searches cost there.
    pub(super) fn position(&mut self, out: &mut dyn Write, position: &Position) -> io::Result<()> {
        let language = self.language;
        let picture = position.render(Audience::Everybody, language);
        let found = self.searcher.search(position.node());
        let best = found.best.map_or_else(|| "-".to_owned(), |action| action.to_string());
        writeln!(out, "{picture}")?;
        writeln!(
            out,
            "{}, {} {}: {} {best}, {} {}",
            self.name,
            words::DEPTH.get(language),
            self.searcher.depth,
            words::MOVE.get(language),
            words::VALUE.get(language),
            number::json(found.value),
        )?;
        let columns = [
            Column(words::MOVE.get(language), Alignment::Text),
            Column(words::VALUE.get(language), Alignment::Number),
        ];
        let rows: Vec<Vec<String>> = found
            .moves
            .iter()
            .map(|entry| {
                let bound = if entry.exact { "" } else { "≤ " };
                vec![entry.action.to_string(), format!("{bound}{}", number::json(entry.value))]
            })
            .collect();
        print(out, TableFormat::Table, &columns, &rows)?;
        let costs: Vec<Cost> =
            self.methods.iter().map(|method| self.cost(*method, position)).collect();
        self.add(&costs);
        self.costs(out, &costs)?;
        writeln!(out)
    }

    fn cost(&self, method: Method, position: &Position) -> Cost {
        let (found, time) = timed(&Searcher { method, ..self.searcher }, position);
        Cost { method, nodes: found.nodes, evaluations: found.evaluations, time }
    }

    fn add(&mut self, costs: &[Cost]) {
        if self.totals.is_empty() {
            self.totals = costs.to_vec();
            return;
        }
        for (total, cost) in self.totals.iter_mut().zip(costs) {
            total.nodes += cost.nodes;
            total.evaluations += cost.evaluations;
            total.time += cost.time;
        }
    }

    /// A row each; pruned is the share of the first one's evaluations that were saved.
    pub(super) fn costs(&self, out: &mut dyn Write, costs: &[Cost]) -> io::Result<()> {
        let heading = [words::NODES, words::EVALUATIONS, words::PRUNED];
        let mut columns = vec![Column(words::SEARCH.get(self.language), Alignment::Text)];
        columns.extend(heading.map(|word| Column(word.get(self.language), Alignment::Number)));
        columns.push(Column("ms", Alignment::Number));
        let all = costs[0].evaluations.max(1) as f64;
        let row = |cost: &Cost| {
            let pruned = 100.0 * (1.0 - cost.evaluations as f64 / all);
            vec![
                named(cost.method),
                cost.nodes.to_string(),
                cost.evaluations.to_string(),
                format!("{pruned:.1} %"),
                format!("{:.3}", milliseconds(cost.time)),
            ]
        };
        let rows: Vec<Vec<String>> = costs.iter().map(row).collect();
        print(out, TableFormat::Table, &columns, &rows)
    }

    /// Every move that was tried.
    pub(super) fn trace(&self, out: &mut dyn Write, position: &Position) -> io::Result<()> {
        for tried in trace(&self.searcher, position).tried {
            let indent = "  ".repeat(tried.ply as usize);
            let cut = if tried.cut { words::CUT.get(self.language) } else { "" };
            let line = format!("{indent}{} = {} {cut}", tried.action, number::json(tried.value));
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)
    }
}

fn named(method: Method) -> String {
    match method {
        Method::Minimax => Search::Minimax.to_string(),
        Method::AlphaBeta(order) => format!("{} {}", Search::AlphaBeta, order.name()),
    }
}

/// What a search finds, and its time without what the machine does beside it.
pub(super) fn timed(searcher: &Searcher, position: &Position) -> (Found, Duration) {
    let once = || {
        let started = Instant::now();
        let found = searcher.search(position.node());
        (found, started.elapsed())
    };
    let (found, first) = once();
    let again = if first < SHORT { 4 } else { 0 };
    let time = (0..again).map(|_| once().1).fold(first, Duration::min);
    (found, time)
}

/// To the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Every move that a search tries.
pub(super) fn trace(searcher: &Searcher, position: &Position) -> Trace {
    let mut trace = Trace::default();
    searcher.search_watched(position.node(), &mut trace);
    trace
}
