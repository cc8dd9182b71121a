//! Long matches in progress.

use certamen_game::MatchRecord;
use certamen_store::MatchNumber;
use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

/// The long matches in progress of a contest.
#[derive(Default)]
pub(crate) struct RunningMatches(RwLock<BTreeMap<MatchNumber, Arc<MatchRecord>>>);

impl RunningMatches {
    /// Updates the progress of a match.
    pub(crate) fn show(&self, number: MatchNumber, record: MatchRecord) {
        let mut inside = self.0.write().unwrap_or_else(PoisonError::into_inner);
        inside.insert(number, Arc::new(record));
    }

    /// Removes a finished match.
    pub(crate) fn end(&self, number: MatchNumber) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    /// The progress of a match, if it is in progress.
    pub(crate) fn get(&self, number: MatchNumber) -> Option<Arc<MatchRecord>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    /// All of them, by number.
    pub(crate) fn all(&self) -> Vec<(MatchNumber, Arc<MatchRecord>)> {
        let inside = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inside.iter().map(|(number, record)| (*number, Arc::clone(record))).collect()
    }
}
