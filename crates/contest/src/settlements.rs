//! Which ranks of the standings are certain.

use crate::{ContestError, Results, StandingsRow};
use certamen_tournament::{
    Detail, EntrantId, StopRule,
    statistics::{RankCertainty, RowPairs, settlements},
};
use std::collections::BTreeMap;

impl Results<'_> {
    /// Of each line of `table` whether it is settled that it stands above the next: by what a match
    /// gives on average, its score where the ranking adds up scores, else a win 1 and a draw 1/2; by
    /// estimated strength where that is what the ranking goes by, or where who plays whom depends on
    /// results. Matches that only repeat others count once. None for the last line with a place and
    /// for those without one.
    pub fn settlements(
        &self,
        table: &[StandingsRow],
    ) -> Result<Vec<Option<RankCertainty>>, ContestError> {
        let snapshot = self.snapshot(Some(Detail::Matches))?;
        let places: BTreeMap<&str, EntrantId> = snapshot
            .entrants
            .iter()
            .map(|entrant| entrant.name.as_str())
            .zip((0..).map(EntrantId))
            .collect();
        let ranked = table.iter().filter(|line| line.rank.is_some());
        let order: Vec<EntrantId> =
            ranked.filter_map(|line| places.get(line.bot.as_str()).copied()).collect();
        let measure =
            self.contest_meta.rules.format.measure(self.contest_meta.rules.table_rule().measure());
        let first = self.stop().map_or(usize::MAX, StopRule::places);
        let lines = RowPairs { measure, edition: self.contest_meta.rules.edition, first };
        let mut known = settlements(&order, &self.state(&snapshot).distinct(), lines);
        known.resize(table.len(), None);
        Ok(known)
    }

    /// When the contest may end early, if it may.
    pub fn stop(&self) -> Option<StopRule> {
        self.contest_meta.rules.format.stop()
    }
}
