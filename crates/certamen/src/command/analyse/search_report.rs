//! What people read of a search: the moves, and what it costs with pruning and without.

use super::{
    search::{Cost, Searches},
    words,
};
use crate::command_error::CommandError;
use crate::format::{Alignment, Column, TableFormat, print};
use certamen_game::{Audience, Language, State, number};
use certamen_games::mancala8::Position;
use std::{
    io::{self, Write},
    time::Duration,
};

/// What people read.
pub(super) struct Report<'a> {
    /// Who searches, and how.
    pub(super) searches: &'a mut dyn Searches,
    /// The language of its words.
    pub(super) language: Language,
    /// The sums over all positions, a search each.
    pub(super) totals: Vec<Cost>,
}

impl Report<'_> {
    /// The board, the moves and what the searches cost there.
    pub(super) fn position(
        &mut self,
        out: &mut dyn Write,
        position: &Position,
    ) -> Result<(), CommandError> {
        let language = self.language;
        let picture = position.render(Audience::Everybody, language);
        let (found, _) = self.searches.search(position).map_err(CommandError::carried)?;
        let best = found.best.map_or_else(|| "-".to_owned(), |action| action.to_string());
        writeln!(out, "{picture}")?;
        writeln!(
            out,
            "{}, {} {}: {} {best}, {} {}",
            self.searches.name(),
            words::DEPTH.get(language),
            self.searches.depth(),
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
        let costs = self.searches.costs(position).map_err(CommandError::carried)?;
        self.add(&costs);
        self.costs(out, &costs)?;
        Ok(writeln!(out)?)
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
                cost.label.clone(),
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
    pub(super) fn trace(
        &mut self,
        out: &mut dyn Write,
        position: &Position,
    ) -> Result<(), CommandError> {
        for tried in self.searches.trace(position).map_err(CommandError::carried)?.tried {
            let indent = "  ".repeat(tried.ply as usize);
            let cut = if tried.cut { words::CUT.get(self.language) } else { "" };
            let line = format!("{indent}{} = {} {cut}", tried.action, number::json(tried.value));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(writeln!(out)?)
    }
}

/// To the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
