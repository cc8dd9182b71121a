//! Matches that take long, as far as they were played.

use certamen_game::MatchRecord;
use certamen_store::MatchNumber;
use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

/// The matches of a contest that are being played and take long.
#[derive(Default)]
pub(crate) struct RunningMatches(RwLock<BTreeMap<MatchNumber, Arc<MatchRecord>>>);

impl RunningMatches {
    /// Shows how far a match is.
    pub(crate) fn show(&self, number: MatchNumber, record: MatchRecord) {
        let mut inside = self.0.write().unwrap_or_else(PoisonError::into_inner);
        inside.insert(number, Arc::new(record));
    }

    /// A match is over.
    pub(crate) fn end(&self, number: MatchNumber) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    /// How far a match is, if it is being played.
    pub(crate) fn get(&self, number: MatchNumber) -> Option<Arc<MatchRecord>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    /// All of them, by number.
    pub(crate) fn all(&self) -> Vec<(MatchNumber, Arc<MatchRecord>)> {
        let inside = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inside.iter().map(|(number, record)| (*number, Arc::clone(record))).collect()
    }
}
