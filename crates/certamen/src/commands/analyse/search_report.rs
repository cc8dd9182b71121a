//! The search report for people: moves, and what the search costs with and without pruning.

use crate::analysis::{Cost, Searches};
use crate::command_error::CommandError;
use crate::print::format::{Alignment, Column, TableFormat, print};
use crate::say::analyse;
use certamen_game::{Audience, Language, State, number};
use certamen_games::mancala8::Position;
use std::{
    io::{self, Write},
    time::Duration,
};

pub(super) struct SearchReport<'a> {
    pub(super) searches: &'a mut dyn Searches,
    pub(super) language: Language,
    /// The sums over all positions, one entry per search.
    pub(super) totals: Vec<Cost>,
}

impl SearchReport<'_> {
    /// The board, the moves and the costs of the searches.
    pub(super) fn position(
        &mut self,
        out: &mut dyn Write,
        position: &Position,
    ) -> Result<(), CommandError> {
        let language = self.language;
        let picture = position.render(Audience::Everybody, language);
        let (found, _) = self.searches.search(position)?;
        let best = found.best.map_or_else(|| "-".to_owned(), |action| action.to_string());
        writeln!(out, "{picture}")?;
        writeln!(
            out,
            "{}, {} {}: {} {best}, {} {}",
            self.searches.name(),
            analyse::depth().get(language),
            self.searches.depth(),
            analyse::action().get(language),
            analyse::value().get(language),
            number::json(found.value),
        )?;
        let columns = [
            Column(analyse::action().get(language), Alignment::Text),
            Column(analyse::value().get(language), Alignment::Number),
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
        let costs = self.searches.costs(position)?;
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

    /// One row per search; "pruned" is the share of the first search's evaluations that was saved.
    pub(super) fn costs(&self, out: &mut dyn Write, costs: &[Cost]) -> io::Result<()> {
        let heading = [analyse::nodes(), analyse::evaluations(), analyse::pruned()];
        let mut columns = vec![Column(analyse::search().get(self.language), Alignment::Text)];
        columns.extend(heading.map(|word| Column(word.get(self.language), Alignment::Number)));
        columns.push(Column("ms".to_owned(), Alignment::Number));
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

    /// All moves that were tried.
    pub(super) fn trace(
        &mut self,
        out: &mut dyn Write,
        position: &Position,
    ) -> Result<(), CommandError> {
        for tried in self.searches.trace(position)?.tried {
            let indent = "  ".repeat(tried.ply as usize);
            let cut = if tried.cut { analyse::cut().get(self.language) } else { String::new() };
            let line = format!("{indent}{} = {} {cut}", tried.action, number::json(tried.value));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(writeln!(out)?)
    }
}

/// Milliseconds, rounded to the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
