//! Tables with people, as far as they are known to be played: what must not be lost of them is kept
//! elsewhere.

use certamen_contest::LocalizedTexts;
use certamen_portal::{PlayTableRequest, PlayTables, TableEvent, TableUpdate};
use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::broadcast;

/// So many tables are known; more are played at no time.
const MOST: usize = 1000;
/// How long a table rests that could not be played.
const REST: Duration = Duration::from_secs(10);

/// So much news is kept for those who look at tables and lag behind.
const BACKLOG: usize = 256;

/// Something is new at a table: a hint to look again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableHint {
    /// The table.
    pub(crate) id: String,
    /// The turn that was played, if one was.
    pub(crate) turn: Option<u64>,
}

/// What is being done with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableActivity {
    /// It is played.
    Played,
    /// So many are before it in line.
    Waits(u64),
    /// It could not be played, since then.
    Failed(LocalizedTexts, Instant),
}

/// Tables with people.
pub(crate) struct LiveTables {
    /// Has them played, if anybody does.
    play: Option<PlayTables>,
    known: Mutex<KnownTables>,
    changed: Condvar,
    hints: broadcast::Sender<TableHint>,
}

#[derive(Default)]
struct KnownTables {
    doing: BTreeMap<String, TableActivity>,
    /// How often anything changed.
    changes: u64,
    /// Whether nobody was there when somebody was asked last.
    unheard: bool,
}

impl Default for LiveTables {
    fn default() -> LiveTables {
        let hints = broadcast::channel(BACKLOG).0;
        LiveTables { play: None, known: Mutex::default(), changed: Condvar::new(), hints }
    }
}

impl LiveTables {
    /// Tables that are played so.
    pub(crate) fn played_by(play: PlayTables) -> LiveTables {
        LiveTables { play: Some(play), ..LiveTables::default() }
    }

    /// Whether anybody plays tables here, as far as is known.
    pub(crate) fn are_played(&self) -> bool {
        self.play.is_some() && !self.known().unheard
    }

    /// What is being done with a table.
    pub(crate) fn doing(&self, id: &str) -> Option<TableActivity> {
        self.known().doing.get(id).cloned()
    }

    /// Whether a table has something to be told, or is to be asked for: nobody plays it, and it did
    /// not fail just now.
    pub(crate) fn is_idle(&self, id: &str) -> bool {
        match self.known().doing.get(id) {
            None => true,
            Some(TableActivity::Failed(_, since)) => since.elapsed() >= REST,
            Some(TableActivity::Played | TableActivity::Waits(_)) => false,
        }
    }

    /// Has a table played on.
    pub(crate) fn ask(&self, order: PlayTableRequest) {
        let Some(play) = &self.play else { return };
        let id = order.id.clone();
        let mut known = self.known();
        if known.doing.len() >= MOST {
            known.doing.retain(|_, doing| !matches!(doing, TableActivity::Failed(..)));
        }
        known.doing.insert(id.clone(), TableActivity::Played);
        drop(known);
        let is_heard = (Arc::clone(play))(order);
        let mut known = self.known();
        known.unheard = !is_heard;
        if !is_heard {
            known.doing.remove(&id);
        }
    }

    /// Notes what happens at a table.
    pub(crate) fn hear(&self, news: &TableUpdate) {
        let mut known = self.known();
        known.changes += 1;
        let doing = match &news.event {
            TableEvent::Waits(before) => Some(TableActivity::Waits(*before)),
            TableEvent::Begins | TableEvent::Turn { .. } => Some(TableActivity::Played),
            TableEvent::Broken { why, .. } => {
                Some(TableActivity::Failed(why.clone(), Instant::now()))
            }
            TableEvent::Rests => None,
        };
        match doing {
            Some(doing) => drop(known.doing.insert(news.id.clone(), doing)),
            None => drop(known.doing.remove(&news.id)),
        }
        drop(known);
        self.changed.notify_all();
        let turn = match &news.event {
            TableEvent::Turn { number, .. } => Some(*number),
            _ => None,
        };
        self.tell(TableHint { id: news.id.clone(), turn });
    }

    /// Notes whether anybody is there. Once whoever played is gone, each table is asked for anew.
    pub(crate) fn note_hall(&self, is_there: bool) {
        let mut known = self.known();
        known.changes += 1;
        known.unheard = !is_there;
        let left = std::mem::take(&mut known.doing);
        drop(known);
        self.changed.notify_all();
        for id in left.keys() {
            self.hint(id);
        }
    }

    /// Tells those who look at a table to look again.
    pub(crate) fn hint(&self, id: &str) {
        self.tell(TableHint { id: id.to_owned(), turn: None });
    }

    /// What becomes new at tables from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<TableHint> {
        self.hints.subscribe()
    }

    /// Waits until `done` holds, which may change whenever something happens at a table; not for
    /// longer than `time`.
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

    fn tell(&self, hint: TableHint) {
        // Nobody may be listening.
        let _ = self.hints.send(hint);
    }

    fn known(&self) -> MutexGuard<'_, KnownTables> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
