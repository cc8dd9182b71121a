//! A person elsewhere: the answers arrive in a mailbox, whenever they come.

use certamen_game::{Budget, Failure, Fault, Player, Reply, Seat, View};
use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The maximum number of waiting answers: one for each seat of a table is enough.
const LETTERS: usize = 64;

/// The mailbox for the answers of all people at a table. An answer is for one turn and one seat;
/// the first counts, and no other player can read it.
#[derive(Debug, Default)]
pub struct Mailbox {
    inside: Mutex<MailboxState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct MailboxState {
    letters: BTreeMap<(u64, Seat), MailboxMessage>,
    /// The turn for which answers are awaited, and since when.
    awaited: Option<(u64, Instant)>,
    closed: bool,
}

#[derive(Debug)]
struct MailboxMessage {
    text: String,
    came: Instant,
}

impl Mailbox {
    /// Accepts the answer of a seat in a turn.
    pub fn post(&self, turn: u64, seat: Seat, text: String) {
        let mut inside = self.inside();
        if inside.letters.len() < LETTERS {
            let letter = MailboxMessage { text, came: Instant::now() };
            inside.letters.entry((turn, seat)).or_insert(letter);
        }
        drop(inside);
        self.changed.notify_all();
    }

    /// No answer is awaited any more: the match stops at the current turn.
    pub fn close(&self) {
        self.inside().closed = true;
        self.changed.notify_all();
    }

    fn inside(&self) -> MutexGuard<'_, MailboxState> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the answer of `seat` in `turn`, for no longer than `time` from when that turn was
    /// first waited for. Nothing if it does not come; else it, and after what time it came.
    fn wait(&self, turn: u64, seat: Seat, time: Duration) -> Result<(String, Duration), NoReply> {
        let mut inside = self.inside();
        inside.letters.retain(|(of, _), _| *of >= turn);
        let now = Instant::now();
        let since = match inside.awaited {
            Some((of, since)) if of == turn => since,
            _ => inside.awaited.insert((turn, now)).1,
        };
        loop {
            if inside.closed {
                return Err(NoReply::Closed);
            }
            if let Some(letter) = inside.letters.remove(&(turn, seat)) {
                let took = letter.came.saturating_duration_since(since);
                return if took <= time { Ok((letter.text, took)) } else { Err(NoReply::Late) };
            }
            let left = time.saturating_sub(since.elapsed());
            if left.is_zero() {
                return Err(NoReply::Late);
            }
            let woken = self.changed.wait_timeout(inside, left);
            inside = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

enum NoReply {
    Late,
    Closed,
}

/// What time a person has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemoteTimeLimit {
    /// The limit of the seat: a player that takes longer fails to act.
    Clocked,
    /// Unlimited; after this long a silence, the match stops at the current turn.
    Patience(Duration),
}

/// A person elsewhere.
#[derive(Debug)]
pub struct RemotePlayer {
    /// The mailbox for the person's answers.
    pub mailbox: Arc<Mailbox>,
    /// The person's time limit.
    pub time: RemoteTimeLimit,
}

impl Player for RemotePlayer {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let turn = view.turns.len() as u64 + 1;
        let time = match self.time {
            RemoteTimeLimit::Clocked => budget.wall,
            RemoteTimeLimit::Patience(patience) => patience,
        };
        match (self.mailbox.wait(turn, view.seat, time), self.time) {
            (Ok((text, took)), time) => {
                let charged = if time == RemoteTimeLimit::Clocked { took } else { Duration::ZERO };
                Ok(Reply { given: text.into(), charged, wall: took, pondered: Duration::ZERO })
            }
            (Err(NoReply::Late), RemoteTimeLimit::Clocked) => Err(Failure::Fault(Fault::Timeout)),
            (Err(_), _) => Err(Failure::Left),
        }
    }
}
