//! A remote person, whose answers arrive in a mailbox.

use certamen_game::{Budget, Failure, Fault, Player, Reply, Seat, View};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of waiting answers: one for each seat of a table is enough.
const MOST_ANSWERS: usize = 64;

/// The mailbox for the answers of all people at a table. An answer is for one turn and one seat;
/// the first counts, and no other player can read it.
#[derive(Debug, Default)]
pub struct Mailbox {
    state: Mutex<MailboxState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct MailboxState {
    answers: BTreeMap<(u64, Seat), MailboxMessage>,
    /// The turn for which answers are awaited, and since when.
    awaited: Option<(u64, Instant)>,
    closed: bool,
}

#[derive(Debug)]
struct MailboxMessage {
    text: String,
    received: Instant,
}

impl Mailbox {
    /// Accepts the answer of a seat in a turn.
    pub fn post(&self, turn: u64, seat: Seat, text: String) {
        let mut state = self.state();
        if state.answers.len() < MOST_ANSWERS {
            let answer = MailboxMessage { text, received: Instant::now() };
            state.answers.entry((turn, seat)).or_insert(answer);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Stops the match at the current turn.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, MailboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the answer of `seat` in `turn`, at most `time` since the turn was first awaited. Returns
    /// it with the time until it arrived.
    fn wait(&self, turn: u64, seat: Seat, time: Duration) -> Result<(String, Duration), NoReply> {
        let mut state = self.state();
        state.answers.retain(|(of, _), _| *of >= turn);
        let now = Instant::now();
        let since = match state.awaited {
            Some((of, since)) if of == turn => since,
            _ => state.awaited.insert((turn, now)).1,
        };
        loop {
            if state.closed {
                return Err(NoReply::Closed);
            }
            if let Some(answer) = state.answers.remove(&(turn, seat)) {
                let took = answer.received.saturating_duration_since(since);
                return if took <= time { Ok((answer.text, took)) } else { Err(NoReply::Late) };
            }
            let left = time.saturating_sub(since.elapsed());
            if left.is_zero() {
                return Err(NoReply::Late);
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

enum NoReply {
    Late,
    Closed,
}

/// The time limit of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemoteTimeLimit {
    /// The limit of the seat; exceeding it is a timeout.
    Clocked,
    /// None, but after this time without an answer the match stops.
    Patience(Duration),
}

/// A remote person.
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
