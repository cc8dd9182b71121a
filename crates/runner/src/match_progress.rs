//! Matches that take long are told while they are played, to whoever wants to watch.

use crate::referee::MatchEvent;
use certamen_game::job::MatchNumber;
use certamen_game::{MatchRecord, arbiter::Arbiter};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A match that takes longer is told.
const LONG: Duration = Duration::from_secs(2);
/// What happens within this time is told at once.
const PAUSE: Duration = Duration::from_millis(300);

/// What there is to see of a match that takes long.
pub enum MatchProgress<'a> {
    /// It has come so far: whole turns only, and no result yet.
    Goes(MatchNumber, &'a MatchRecord),
    /// It is over, or was stopped.
    Ends(MatchNumber),
}

/// Whoever watches long matches.
pub type MatchObserver = Arc<dyn Fn(&MatchProgress<'_>) + Send + Sync>;

/// Tells one match to an onlooker.
pub(crate) struct MatchReporter<'a> {
    onlooker: Option<&'a MatchObserver>,
    number: MatchNumber,
    began: Instant,
    told: Option<Instant>,
}

impl<'a> MatchReporter<'a> {
    /// Tells the match of this number, from now on.
    pub(crate) fn new(
        onlooker: Option<&'a MatchObserver>,
        number: MatchNumber,
    ) -> MatchReporter<'a> {
        MatchReporter { onlooker, number, began: Instant::now(), told: None }
    }

    /// Tells how far it is, if that is due.
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
