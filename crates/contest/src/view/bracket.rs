//! The bracket of a knockout with the names of its bots.

use crate::{ContestError, Results};
use certamen_tournament::{FormatConfig, format::BracketPart};

/// A series of a bracket: its place in the drawing, and how it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketLine {
    pub part: BracketPart,
    /// From 0, the first round.
    pub round: u32,
    /// From 0, among the series of the round.
    pub place: u32,
    /// The number of series of the round.
    pub width: u32,
    /// Who meets; absent where that is not decided, or where no bot comes.
    pub bots: [Option<String>; 2],
    /// The matches that each has won.
    pub wins: [u32; 2],
    /// Which of the two has won the series.
    pub winner: Option<usize>,
}

impl Results<'_> {
    /// The series of a knockout, each after those that lead to it; none before it has begun, and in
    /// other formats.
    pub fn bracket(&self) -> Result<Vec<BracketLine>, ContestError> {
        let rules = &self.contest_meta.rules;
        if !matches!(rules.format, FormatConfig::Knockout(_)) {
            return Ok(Vec::new());
        }
        let snapshot = self.snapshot(None)?;
        let state = self.state(&snapshot);
        let (ranking, settled) = (rules.table_rule(), state.settled());
        let boxes = rules.format.bracket(ranking, rules.seed, state.entrants, &settled);
        let lines = boxes.into_iter().map(|one| BracketLine {
            part: one.part,
            round: one.round,
            place: one.place,
            width: one.width,
            bots: one.seats.map(|seat| seat.map(|id| state.entrants[id.index()].name.clone())),
            wins: one.wins,
            winner: one.winner,
        });
        Ok(lines.collect())
    }
}
