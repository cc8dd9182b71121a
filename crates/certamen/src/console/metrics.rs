//! Metrics that the bots of a recorded match printed, and their points, by turn.

use crate::console::{last_words, output::Output, record_file::FoundRecord};
use crate::print::{
    format::TableFormat,
    metrics::{Metric, MetricSource, StderrText, draw, print_metrics, read},
};
use certamen_game::{Language, Seat, arbiter::Arbiter, escaped, replay};
use certamen_i18n::{Context, Localize, UserError};
use certamen_sandbox::LastWords;
use std::collections::BTreeMap;

/// The metrics of the match whose record `given` names; ignored lines are reported on standard
/// error.
pub struct Measured {
    bots: Vec<String>,
    metrics: Vec<Metric>,
}

impl Measured {
    /// Collects the metrics of the game and of the bots.
    pub fn of(given: &str, found: &FoundRecord, language: Language) -> Result<Measured, UserError> {
        let table = &found.record.table;
        let mut metrics = points(given, found)?;
        for seat in (0u8..).map(Seat).take(table.seats.len()) {
            let words = last_words::find(given, seat)?;
            let is_cut = words.len() >= LastWords::LONGEST;
            let said = StderrText { seat, words: &words, is_cut };
            let (told, ignored_lines) = read(&said, found.record.turns.len() as u64);
            for left_out in ignored_lines {
                eprintln!("{}", left_out.message().get(language));
            }
            metrics.extend(told);
        }
        let bots = table.seats.iter().map(|entry| escaped(&entry.bot)).collect();
        Ok(Measured { bots, metrics })
    }

    /// Prints them, one value a line.
    pub fn print(&self, format: TableFormat, language: Language) -> Result<(), UserError> {
        let mut paper = Output::from(format);
        let layout = paper.layout(format);
        print_metrics(&mut paper, layout, (&self.bots, &self.metrics), language)?;
        Ok(())
    }

    /// Draws them as SVG.
    pub fn draw(&self, title: &str, language: Language) -> String {
        draw(&escaped(title), &self.bots, &self.metrics, language)
    }
}

/// What each seat would score after each turn, if the game defines it.
fn points(given: &str, found: &FoundRecord) -> Result<Vec<Metric>, UserError> {
    let mut seats = vec![BTreeMap::new(); found.record.table.seats.len()];
    let mut watch = |arbiter: &Arbiter| {
        let turn = arbiter.turns().len() as u64;
        for (values, score) in seats.iter_mut().zip(arbiter.state().scores()) {
            values.insert(turn, score);
        }
    };
    replay::replay(found.game, &found.record, &mut watch).context(escaped(given))?;
    let metric = |(seat, values)| {
        let seat = Seat(seat);
        Metric { seat, teller: MetricSource::Game, name: "score".to_owned(), values }
    };
    Ok((0u8..).zip(seats).map(metric).filter(|metric| !metric.values.is_empty()).collect())
}
