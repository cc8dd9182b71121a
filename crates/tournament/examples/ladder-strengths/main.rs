//! Whether strengths that are fitted to the matches of a ladder hold the truth, and what would help:
//! `cargo run -p certamen-tournament --example ladder-strengths`.
//!
//! Each line is a way of choosing matches and of estimating, tried on contests whose true strengths
//! are known: how often intervals of 95 % hold the truth, and by how many Elo points the first is
//! told too strong and the last too weak on average.

mod contest;
mod estimate;

use contest::{Choosing, Held, Truth};
use estimate::{Estimate, Estimating};
use std::io::{self, Write, stdout};

/// What each has more than the next, in Elo points.
const FIELDS: [(&str, &[f64]); 2] =
    [("six, uneven", &[50.0, 120.0, 80.0, 200.0, 60.0]), ("eight, 15 apart", &[15.0; 7])];
/// Matches of a contest, and how many contests are tried.
const LENGTHS: [(usize, u64); 3] = [(240, 60), (1000, 24), (3000, 10)];

fn main() -> io::Result<()> {
    for (field, gaps) in FIELDS {
        for (matches, contests) in LENGTHS {
            writeln!(stdout(), "{field}, {matches} matches, {contests} contests")?;
            for choosing in [Choosing::Ladder, Choosing::AThirdUnseen] {
                for estimating in Estimating::ALL {
                    let found = tried(gaps, (matches, contests), choosing, estimating);
                    writeln!(stdout(), "  {choosing:?}, {estimating:?}: {found}")?;
                }
            }
        }
    }
    for choosing in [Choosing::Ladder, Choosing::AThirdUnseen] {
        for gaps in [&[50.0, 120.0, 80.0, 200.0, 60.0][..], &[100.0]] {
            let needed = contest::needed(gaps, choosing);
            writeln!(stdout(), "sixteen, {gaps:?}: {choosing:?} knows the order after {needed}")?;
        }
    }
    Ok(())
}

/// How a way does, in words.
fn tried(
    gaps: &[f64],
    (matches, contests): (usize, u64),
    choosing: Choosing,
    estimating: Estimating,
) -> String {
    let (mut held, mut all, mut first, mut last) = (0, 0, 0.0, 0.0);
    for seed in 1..=contests {
        let truth = Truth::of(gaps, seed);
        let held_so = Held { matches, choosing, seed };
        let history = contest::played(&truth, held_so);
        let estimates = estimating.of(&history, truth.strengths.len(), held_so);
        let order = truth.order();
        for (estimate, truth) in estimates.iter().zip(&truth.strengths) {
            let Estimate { value, error } = estimate;
            held += u32::from((value - truth).abs() <= 1.96 * error);
            all += 1;
        }
        first += estimates[order[0]].value - truth.strengths[order[0]];
        let bottom = order[order.len() - 1];
        last += estimates[bottom].value - truth.strengths[bottom];
    }
    let [first, last] = [first, last].map(|sum| contest::ELO * sum / contests as f64);
    format!("held {:.3}, first {first:+.0}, last {last:+.0}", f64::from(held) / f64::from(all))
}
