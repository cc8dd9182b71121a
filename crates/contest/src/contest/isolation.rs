//! The isolation level of a contest: that of this run, or, with workers, the weakest level of the
//! matches that count.

use super::Contest;
use crate::{ContestError, meta::TIER};
use certamen_game::MatchRecord;

impl Contest {
    /// The tier of isolation that is told of the contest: none of its programs was isolated less. While
    /// nothing has come from machines elsewhere it is the weakest that they may have.
    pub fn tier(&self) -> &str {
        self.isolated.as_deref().unwrap_or(&self.conditions.tier)
    }

    /// Takes note of how machines elsewhere isolated programs in these matches.
    pub(super) fn note_tiers<'a>(
        &mut self,
        records: impl Iterator<Item = &'a MatchRecord>,
    ) -> Result<(), ContestError> {
        // Built-in players need no isolation.
        let has_programs =
            |record: &&MatchRecord| record.table.seats.iter().any(|seat| seat.digest.is_some());
        let tiers = records.filter(has_programs).map(|record| &record.table.conditions.tier);
        let Some(found) = tiers.max() else { return Ok(()) };
        if self.isolated.as_ref().is_none_or(|known| known < found) {
            self.isolated = Some(found.clone());
            self.remember(TIER, found.clone())?;
        }
        Ok(())
    }
}
