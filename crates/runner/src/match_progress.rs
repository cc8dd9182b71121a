//! Reports matches that take long while they are played, to an observer.

use crate::referee::MatchEvent;
use certamen_game::job::MatchNumber;
use certamen_game::{MatchRecord, arbiter::Arbiter};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A match that takes longer is reported.
const LONG: Duration = Duration::from_secs(2);
/// Events within this time are reported together.
const PAUSE: Duration = Duration::from_millis(300);

/// What there is to see of a match that takes long.
pub enum MatchProgress<'a> {
    /// Its progress: whole turns only, and no result yet.
    Goes(MatchNumber, &'a MatchRecord),
    /// It is over, or was stopped.
    Ends(MatchNumber),
}

/// An observer of long matches.
pub type MatchObserver = Arc<dyn Fn(&MatchProgress<'_>) + Send + Sync>;

/// Reports one match to an observer.
pub(crate) struct MatchReporter<'a> {
    onlooker: Option<&'a MatchObserver>,
    number: MatchNumber,
    began: Instant,
    told: Option<Instant>,
}

impl<'a> MatchReporter<'a> {
    /// Reports the match of this number from now on.
    pub(crate) fn new(
        onlooker: Option<&'a MatchObserver>,
        number: MatchNumber,
    ) -> MatchReporter<'a> {
        MatchReporter { onlooker, number, began: Instant::now(), told: None }
    }

    /// Reports the progress, if a report is due.
    pub(crate) fn hear(&mut self, event: &MatchEvent<'_>) {
        let (Some(onlooker), MatchEvent::Turn(_, arbiter)) = (self.onlooker, event) else { return };
        let due = match self.told {
            Some(told) => told.elapsed() >= PAUSE,
            None => self.began.elapsed() >= LONG,
        };
        if due && arbiter.outcome().is_none() {
            self.told = Some(Instant::now());
            onlooker(&MatchProgress::Goes(self.number, &so_far(arbiter)));
        }
    }
}

impl Drop for MatchReporter<'_> {
    fn drop(&mut self) {
        if let (Some(onlooker), Some(_)) = (self.onlooker, self.told) {
            onlooker(&MatchProgress::Ends(self.number));
        }
    }
}

fn so_far(arbiter: &Arbiter) -> MatchRecord {
    MatchRecord { table: arbiter.table().clone(), turns: arbiter.turns().to_vec(), outcome: None }
}
