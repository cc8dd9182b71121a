//! Live state of tables where people play: everything that must not be lost is stored elsewhere.

use crate::broadcaster::Broadcaster;
use certamen_contest::LocalizedTexts;
use certamen_portal::{PlayTableRequest, PlayTables, TableEvent, TableUpdate};
use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::broadcast;

/// The maximum number of tables; more are never played at the same time.
const MAX_TABLES: usize = 1000;
/// How long a table waits after an error.
const RETRY_DELAY: Duration = Duration::from_secs(10);

const MAX_QUEUED_HINTS: usize = 256;
/// How long a seat counts as present after a request for it.
const PRESENCE: Duration = Duration::from_secs(30);
/// No clock runs longer.
const LONGEST_CLOCK: Duration = Duration::from_secs(3600);

/// A table changed: a hint to reload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableHint {
    pub(crate) id: String,
    pub(crate) turn: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableActivity {
    Played,
    /// This many tables are ahead in the queue.
    Waits(u64),
    Failed(LocalizedTexts, Instant),
}

pub(crate) struct LiveTables {
    /// Requests that the host plays a table, if there is a host.
    play: Option<PlayTables>,
    known: Mutex<KnownTables>,
    changed: Condvar,
    hints: Broadcaster<TableHint>,
}

#[derive(Default)]
struct KnownTables {
    doing: BTreeMap<String, TableActivity>,
    changes: u64,
    /// Whether no host was connected at the last request.
    host_absent: bool,
    /// The turn that is due at a table, and since when.
    clocks: BTreeMap<String, TurnClock>,
    /// The last request for a seat of a table.
    requests: BTreeMap<(String, u8), Instant>,
}

#[derive(Clone, Copy)]
struct TurnClock {
    due: u64,
    since: Instant,
}

impl KnownTables {
    fn start_clock(&mut self, id: &str, due: u64) {
        let since = Instant::now();
        if self.clocks.len() >= MAX_TABLES {
            self.clocks.retain(|_, clock| since.duration_since(clock.since) < LONGEST_CLOCK);
        }
        match self.clocks.get(id) {
            Some(clock) if clock.due == due => {}
            _ => {
                self.clocks.insert(id.to_owned(), TurnClock { due, since });
            }
        }
    }
}

impl Default for LiveTables {
    fn default() -> Self {
        let hints = Broadcaster::new(MAX_QUEUED_HINTS);
        LiveTables { play: None, known: Mutex::default(), changed: Condvar::new(), hints }
    }
}

impl LiveTables {
    pub(crate) fn played_by(play: PlayTables) -> Self {
        LiveTables { play: Some(play), ..LiveTables::default() }
    }

    /// Whether a host plays tables, as far as known.
    pub(crate) fn are_played(&self) -> bool {
        self.play.is_some() && !self.known().host_absent
    }

    pub(crate) fn doing(&self, id: &str) -> Option<TableActivity> {
        self.known().doing.get(id).cloned()
    }

    /// Whether a table is to be requested: it is not being played, and did not fail just now.
    pub(crate) fn is_idle(&self, id: &str) -> bool {
        match self.known().doing.get(id) {
            None => true,
            Some(TableActivity::Failed(_, since)) => since.elapsed() >= RETRY_DELAY,
            Some(TableActivity::Played | TableActivity::Waits(_)) => false,
        }
    }

    /// Whether nothing has to be requested again: a host is there, and the table did not fail.
    pub(crate) fn is_settled(&self, id: &str) -> bool {
        let known = self.known();
        let has_failed = matches!(known.doing.get(id), Some(TableActivity::Failed(..)));
        !known.host_absent && !has_failed
    }

    pub(crate) fn ask(&self, order: PlayTableRequest) {
        let Some(play) = &self.play else { return };
        let id = order.id.clone();
        let mut known = self.known();
        known.start_clock(&id, order.turns.len() as u64 + 1);
        if known.doing.len() >= MAX_TABLES {
            known.doing.retain(|_, doing| !matches!(doing, TableActivity::Failed(..)));
        }
        known.doing.insert(id.clone(), TableActivity::Played);
        drop(known);
        let accepted = (Arc::clone(play))(order);
        let mut known = self.known();
        known.host_absent = !accepted;
        if !accepted {
            known.doing.remove(&id);
        }
    }

    pub(crate) fn note_update(&self, update: &TableUpdate) {
        let mut known = self.known();
        known.changes += 1;
        match &update.event {
            TableEvent::Turn { over: true, .. } => drop(known.clocks.remove(&update.id)),
            TableEvent::Turn { number, .. } => known.start_clock(&update.id, number + 1),
            _ => {}
        }
        let doing = match &update.event {
            TableEvent::Waits(before) => Some(TableActivity::Waits(*before)),
            TableEvent::Begins | TableEvent::Turn { .. } => Some(TableActivity::Played),
            TableEvent::Broken { why, .. } => {
                Some(TableActivity::Failed(why.clone(), Instant::now()))
            }
            TableEvent::Rests => None,
        };
        match doing {
            Some(doing) => known.doing.insert(update.id.clone(), doing),
            None => known.doing.remove(&update.id),
        };
        drop(known);
        self.changed.notify_all();
        let turn = match &update.event {
            TableEvent::Turn { number, .. } => Some(*number),
            _ => None,
        };
        self.hints.send(TableHint { id: update.id.clone(), turn });
    }

    /// Records whether a host is connected. When it is gone, each table is requested again.
    pub(crate) fn note_host(&self, is_there: bool) {
        let mut known = self.known();
        known.changes += 1;
        known.host_absent = !is_there;
        let tables = std::mem::take(&mut known.doing);
        // Clocks are the host's.
        known.clocks.clear();
        drop(known);
        self.changed.notify_all();
        for id in tables.keys() {
            self.hint(id);
        }
    }

    /// How much of its time was used in the turn that is due, as far as known.
    pub(crate) fn used(&self, id: &str, due: u64) -> Duration {
        let known = self.known();
        let clock = known.clocks.get(id).filter(|clock| clock.due == due);
        clock.map_or(Duration::ZERO, |clock| clock.since.elapsed())
    }

    /// Records a request for a seat: its player is present. One that still waits does not bring a
    /// player back that has left.
    pub(crate) fn note_present(&self, id: &str, seat: u8, is_new: bool) {
        let now = Instant::now();
        let mut known = self.known();
        if !is_new && !known.requests.contains_key(&(id.to_owned(), seat)) {
            return;
        }
        if known.requests.len() >= MAX_TABLES {
            known.requests.retain(|_, since| now.duration_since(*since) < PRESENCE);
        }
        known.requests.insert((id.to_owned(), seat), now);
    }

    /// Records that the player of a seat has left.
    pub(crate) fn note_absent(&self, id: &str, seat: u8) {
        self.known().requests.remove(&(id.to_owned(), seat));
    }

    pub(crate) fn is_present(&self, id: &str, seat: u8) -> bool {
        let known = self.known();
        let since = known.requests.get(&(id.to_owned(), seat));
        since.is_some_and(|since| since.elapsed() < PRESENCE)
    }

    pub(crate) fn hint(&self, id: &str) {
        self.hints.send(TableHint { id: id.to_owned(), turn: None });
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<TableHint> {
        self.hints.listen()
    }

    /// Waits until `done` holds, which is checked after each event of a table, at most `time`.
    pub(crate) fn wait(&self, time: Duration, mut done: impl FnMut() -> bool) {
        let begun = Instant::now();
        let mut seen = self.known().changes;
        while !done() {
            let Some(left) = time.checked_sub(begun.elapsed()) else { return };
            let known = self.known();
            let unchanged = |known: &mut KnownTables| known.changes == seen;
            let woken = self.changed.wait_timeout_while(known, left, unchanged);
            seen = woken.unwrap_or_else(PoisonError::into_inner).0.changes;
        }
    }

    fn known(&self) -> MutexGuard<'_, KnownTables> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
