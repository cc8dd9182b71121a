//! What it takes to fit the ratings of a large field from scratch.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Result, ensure};
use certamen_game::Rng;
use certamen_tournament::{
    Cell, EntrantId, History, Repeats, Tally,
    statistics::{Reference, bradley_terry::Fit, plackett_luce},
};
use std::time::Instant;

const BOTS: u32 = 300;
const MATCHES: u64 = 1_000_000;
/// The sizes of tables, and how many of each, for the model of many.
const SEATS: u32 = 17;
const TABLES: u64 = 1000;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let history = history();
    ensure!(history.finished() == MATCHES, "{} matches", history.finished());
    let tables = tables();
    let [mut twos, mut many] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(9, 3) {
        let started = Instant::now();
        let ratings = Fit::of_history(&history).ratings(Reference::Mean);
        twos.push(started.elapsed().as_secs_f64());
        ensure!(ratings.len() == BOTS as usize, "{} ratings", ratings.len());
        let started = Instant::now();
        let tables = tables.iter().map(|(seats, scores)| (&seats[..], &scores[..]));
        let ratings = plackett_luce::Fit::new(tables).ratings(Reference::Mean);
        many.push(started.elapsed().as_secs_f64());
        ensure!(ratings.len() == SEATS as usize, "{} ratings", ratings.len());
    }
    let name = format!("{BOTS} bots, {MATCHES} matches of two in cells: strengths and intervals");
    let of_many = format!("{SEATS} bots, {TABLES} tables of all of them");
    Ok(vec![Figure::new(name, "s", twos).at_most(0.2), Figure::new(of_many, "s", many)])
}

/// A round robin on both seats, ten points of rating from each player to the next.
fn history() -> History {
    let mut rng = Rng::of_turn(1, 0);
    let mut history = History::default();
    let cells = u64::from(BOTS) * u64::from(BOTS - 1);
    let mut cell_number = 0;
    for one in 0..BOTS {
        for other in (0..BOTS).filter(|other| *other != one) {
            let played = MATCHES / cells + u64::from(cell_number < MATCHES % cells);
            cell_number += 1;
            let chance = 1.0 / (1.0 + ((f64::from(other) - f64::from(one)) / 17.4).exp());
            let won =
                (0..played).filter(|_| (rng.below(1 << 20) as f64) < chance * f64::from(1 << 20));
            let won = won.count() as u64;
            let tally = |won: u64| Tally {
                played,
                won,
                lost: played - won,
                score: won as f64,
                ..Tally::default()
            };
            let finished: Repeats = (0..played as u32).collect();
            let cell = Cell {
                scheduled: finished.clone(),
                finished,
                tallies: vec![tally(won), tally(played - won)],
                ..Cell::default()
            };
            history.restore(vec![EntrantId(one), EntrantId(other)], cell);
        }
    }
    history
}

/// Scores with ties now and then.
fn tables() -> Vec<(Vec<EntrantId>, Vec<f64>)> {
    let mut rng = Rng::of_turn(2, 0);
    let seats: Vec<EntrantId> = (0..SEATS).map(EntrantId).collect();
    let mut table = || seats.iter().map(|id| (rng.below(60) + u64::from(id.0)) as f64).collect();
    (0..TABLES).map(|_| (seats.clone(), table())).collect()
}
