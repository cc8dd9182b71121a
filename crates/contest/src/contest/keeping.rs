//! Saves standings for readers while a contest is played.

use super::Contest;
use crate::ContestError;
use certamen_store::SubmissionId;
use std::{collections::BTreeMap, time::SystemTime};

impl Contest {
    /// Keeps the table as it stands at `at`, unless as many matches were played as when it was kept
    /// last.
    pub fn save_standings(&mut self, at: SystemTime) -> Result<(), ContestError> {
        let played = self.progress().finished;
        let last = self.store.kept_moments()?.last().map(|last| last.matches);
        if played == 0 || last == Some(played) {
            return Ok(());
        }
        let names = self.entrants().iter().map(|entrant| entrant.name.clone());
        let ids: BTreeMap<String, SubmissionId> =
            names.zip(self.submissions().iter().copied()).collect();
        let table = self.results()?.placings(&ids)?;
        self.store.save_standings(at, played, &table)?;
        Ok(())
    }
}
