//! Plays tables with people: a limited number at a time, the others wait in a queue.

use super::{
    saved_table::{Games, SavedTable, TableError},
    sitters::TableSetup,
};
use crate::{Sandboxes, StopSignal, say};
use certamen_contest::Folder;
use certamen_game::Seat;
use certamen_i18n::Localize;
use certamen_portal::{GivenAnswer, PlayTableRequest, TableEvent, TableUpdate};
use certamen_runner::referee::{
    MatchEvent, PlayError, PriorTurns, ResumeError, play_on, player::Mailbox,
};
use certamen_runner::{allowed_cores, pin_to_core};
use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

/// The maximum length of the queue.
const LINE: usize = 64;
/// How soon it is noticed that a table is left.
const LOOK: Duration = Duration::from_millis(20);

/// The maximum number of tables with people at a time, and how long people are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimits {
    /// How many are played at a time; the others wait in line.
    pub rooms: usize,
    /// After this time without activity a table is left, until a person comes back to it.
    pub patience: Duration,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits { rooms: 16, patience: Duration::from_secs(300) }
    }
}

pub struct TableService<'a> {
    /// Finds the contest with the given slug: its bots may be played against.
    pub contest: &'a (dyn Fn(&str) -> Option<Folder> + Sync),
    pub games: Games,
    pub sandboxes: &'a Sandboxes,
    pub house: TableLimits,
    pub stop: &'a StopSignal,
    pub tell: &'a (dyn Fn(TableUpdate) + Sync),
}

/// A table that is being played.
struct TableSlot<'scope> {
    mailbox: Arc<Mailbox>,
    number: usize,
    thread: ScopedJoinHandle<'scope, TableEvent>,
}

impl TableService<'_> {
    /// Plays tables as `orders` request, until it is to stop or the sender is gone.
    pub fn attend(&self, orders: &Receiver<PlayTableRequest>) {
        thread::scope(|scope| {
            let mut rooms: BTreeMap<String, TableSlot<'_>> = BTreeMap::new();
            let mut line: VecDeque<PlayTableRequest> = VecDeque::new();
            while !self.stop.is_set() {
                match orders.recv_timeout(LOOK) {
                    Ok(order) => self.take(order, &rooms, &mut line),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                self.clear(&mut rooms);
                self.fill(scope, &mut rooms, &mut line);
            }
            for room in rooms.values() {
                room.mailbox.close();
            }
        });
    }

    /// Passes answers to the table if it is being played; else it waits for a slot.
    fn take(
        &self,
        order: PlayTableRequest,
        rooms: &BTreeMap<String, TableSlot<'_>>,
        line: &mut VecDeque<PlayTableRequest>,
    ) {
        if let Some(room) = rooms.get(&order.id) {
            mailer(&room.mailbox, order.answers);
        } else if let Some(place) = line.iter().position(|waiting| waiting.id == order.id) {
            self.say(&order.id, TableEvent::Waits(place as u64));
            line[place] = order;
        } else if line.len() < LINE {
            if rooms.len() >= self.house.rooms {
                self.say(&order.id, TableEvent::Waits(line.len() as u64));
            }
            line.push_back(order);
        } else {
            self.say(&order.id, TableError::now(say::tables_full()).event());
        }
    }

    /// Starts the next tables in the queue, and reports to the others how many are ahead of them.
    fn fill<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        rooms: &mut BTreeMap<String, TableSlot<'scope>>,
        line: &mut VecDeque<PlayTableRequest>,
    ) {
        let mut moved = false;
        while rooms.len() < self.house.rooms
            && let Some(order) = line.pop_front()
        {
            let mailbox = Arc::new(Mailbox::default());
            mailer(&mailbox, order.answers.clone());
            let taken = |number: &usize| rooms.values().any(|room| room.number == *number);
            let number = (0..self.house.rooms).find(|number| !taken(number)).unwrap_or_default();
            let id = order.id.clone();
            self.say(&id, TableEvent::Begins);
            let letters = Arc::clone(&mailbox);
            let thread = scope.spawn(move || self.play(&order, &letters, number));
            rooms.insert(id, TableSlot { mailbox, number, thread });
            moved = true;
        }
        for (place, order) in (0u64..).zip(line.iter()).filter(|_| moved) {
            self.say(&order.id, TableEvent::Waits(place));
        }
    }

    /// Removes tables that have ended. Their last update is sent here, after the last answer that
    /// they could have got.
    fn clear(&self, rooms: &mut BTreeMap<String, TableSlot<'_>>) {
        let left: Vec<String> = rooms
            .iter()
            .filter(|(_, room)| room.thread.is_finished())
            .map(|(id, _)| id.clone())
            .collect();
        for id in left {
            let Some(room) = rooms.remove(&id) else { continue };
            // A panic was already reported where it happened.
            let ended = room.thread.join();
            let broken = |_| TableError::now(say::table_failed()).event();
            self.say(&id, ended.unwrap_or_else(broken));
        }
    }

    /// Plays a table until its match is over, or its player stops answering; returns the event to
    /// send.
    fn play(&self, order: &PlayTableRequest, mailbox: &Arc<Mailbox>, room: usize) -> TableEvent {
        // Contests keep the other cores for themselves.
        pin_to_core(allowed_cores()[0]);
        self.try_play(order, mailbox, room).unwrap_or_else(TableError::event)
    }

    fn try_play(
        &self,
        order: &PlayTableRequest,
        mailbox: &Arc<Mailbox>,
        room: usize,
    ) -> Result<TableEvent, TableError> {
        let saved_table = SavedTable::of(order, self.games)?;
        let table_setup = TableSetup {
            contest: self.contest,
            sandboxes: self.sandboxes,
            patience: self.house.patience,
            room,
            mailbox,
        };
        let mut players = table_setup.players(&saved_table, &order.sitters)?;
        let SavedTable { game, table, turns } = saved_table;
        // A match played elsewhere belongs to no one here.
        let mut otherwise = |why: ResumeError| match why {
            ResumeError::Otherwise { turn, .. } if turn <= order.given => ControlFlow::Continue(()),
            why => ControlFlow::Break(why),
        };
        let prior = PriorTurns { turns: &turns, otherwise: &mut otherwise };
        let mut watch = |event: &MatchEvent<'_>| {
            if let MatchEvent::Turn(turn, arbiter) = event {
                let line = serde_json::to_string(turn).expect("turns are plain data");
                let over = arbiter.outcome().is_some();
                self.say(&order.id, TableEvent::Turn { number: turn.turn, line, over });
            }
            if self.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match play_on(game, table, prior, &mut players, &mut watch) {
            Ok(_) | Err(PlayError::Stopped(_)) => Ok(TableEvent::Rests),
            Err(error @ PlayError::Void(_)) => Err(TableError::now(error.message())),
            Err(error) => Err(TableError::never(error.message())),
        }
    }

    fn say(&self, id: &str, event: TableEvent) {
        (self.tell)(TableUpdate { id: id.to_owned(), event });
    }
}

fn mailer(mailbox: &Mailbox, answers: Vec<GivenAnswer>) {
    for GivenAnswer { turn, seat, reply } in answers {
        mailbox.post(turn, Seat(seat), reply);
    }
}
