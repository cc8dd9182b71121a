//! The list of matches, one a line.

use crate::{
    Result,
    print::{
        format::{Layout, TableFormat, print_table},
        say::table,
    },
};
use certamen_contest::{
    Results,
    view::{MatchLine, ShownMatch},
};
use certamen_game::{Language, Outcome};
use certamen_i18n::usage;
use std::io::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum MatchResult {
    /// It had more than all others
    Won,
    /// It shared the first place
    Drawn,
    /// Another had more, or no one scored
    Lost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchFilter<'a> {
    /// Matches with all of these bots.
    pub(crate) bots: &'a [String],
    /// Matches with this result for the first of them.
    pub(crate) result: Option<MatchResult>,
    /// Matches with at least this number of faults.
    pub(crate) fewest_faults: u64,
}

impl MatchFilter<'_> {
    fn takes(&self, shown: &ShownMatch, outcome: &Outcome) -> bool {
        let sits = |bot: &String| shown.bots.contains(bot);
        let first = self.bots.first();
        let seat = first.and_then(|first| shown.bots.iter().position(|bot| bot == first));
        let went = || seat.map(|seat| result_of(&outcome.scores, seat));
        self.bots.iter().all(sits)
            && shown.faults >= self.fewest_faults
            && (self.result.is_none() || self.result == went())
    }
}

/// The result of a match for a seat: the highest score wins, a shared one is a draw, and a score of
/// 0 never wins.
fn result_of(scores: &[f64], seat: usize) -> MatchResult {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first = scores.iter().filter(|score| **score >= most).count();
    match scores.get(seat) {
        Some(own) if *own >= most && first == 1 => MatchResult::Won,
        Some(own) if *own >= most && *own != 0.0 => MatchResult::Drawn,
        _ => MatchResult::Lost,
    }
}

pub(crate) fn print_matches(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    results: &Results<'_>,
    wanted: &MatchFilter<'_>,
    language: Language,
) -> Result<()> {
    let layout = layout.into();
    let lines = results.standings()?;
    let unknown = |name: &&String| !lines.iter().any(|line| line.bot == **name);
    if let Some(name) = wanted.bots.iter().find(unknown) {
        return Err(usage(table::matches_of(name)));
    }
    let faults = results.faults()?;
    let mut lines = Vec::new();
    for stored in results.matches()? {
        let shown = results.shown(&stored)?;
        if !shown.outcome.as_ref().is_some_and(|outcome| wanted.takes(&shown, outcome)) {
            continue;
        }
        let Some(line) = results.detailed(shown, &stored, &faults) else { continue };
        if layout.format == TableFormat::Json {
            writeln!(out, "{}", line.json())?;
        } else {
            lines.push(line);
        }
    }
    if layout.format != TableFormat::Json {
        let table = MatchLine::table(&lines, results.game(), language);
        print_table(out, layout, &table, language)?;
    }
    Ok(())
}
