//! Tables with people: each is played on a thread of its own while a person plays there, by the
//! same referee as any match. Nothing is stored here: the caller sends what was played, and gets an
//! event for each turn.

use crate::{Isolation, Sandboxes, StopSignal, Workspace, find_bots, say};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{
    DynGame, MatchRecord, Player, Seat, SeatEntry, Table, Turn, builtin::Arguments,
};
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    CanRetry, GivenAnswer, Participant, PlayTableRequest, TableEvent, TableUpdate,
};
use certamen_runner::{
    PlayerFactory, SeatSetup, WriteAccess, allowed_cores, pin_to_core,
    referee::{
        MatchEvent, PlayError, PriorTurns, ResumeError, play_on,
        player::{Mailbox, RemotePlayer, RemoteTimeLimit},
    },
};
use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
    slice,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

/// The maximum number of turns of a match with people, and the maximum length of their lines
/// together.
const TURNS: u64 = 20_000;
const BYTES: u64 = 4 << 20;

/// Games by their slugs.
type Games = fn(&str) -> Option<&'static dyn DynGame>;

struct SavedTable {
    game: &'static dyn DynGame,
    table: Table,
    turns: Vec<Turn>,
}

/// Why a table is not played on.
struct TableError {
    why: Message,
    again: CanRetry,
}

impl TableError {
    /// An error that a retry would not fix.
    fn never(why: impl Localize) -> TableError {
        TableError { why: why.message(), again: CanRetry::Never }
    }

    fn now(why: impl Localize) -> TableError {
        TableError { why: why.message(), again: CanRetry::Later }
    }

    fn event(self) -> TableEvent {
        TableEvent::Broken { why: (&self.why).into(), again: self.again }
    }
}

impl SavedTable {
    /// The table of a request. The sender may be compromised, so nothing in it is trusted.
    fn of(request: &PlayTableRequest, games: Games) -> Result<SavedTable, TableError> {
        let lines = [&request.head].into_iter().chain(&request.turns);
        let bytes: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
        let (record, _) = MatchRecord::read(bytes.as_bytes()).map_err(TableError::never)?;
        let MatchRecord { table, turns, .. } = record;
        let game = games(&table.game).filter(|game| game.info().version == table.rules);
        let game = game.ok_or_else(|| TableError::never(say::no_such_game(&table.game)))?;
        let within = |limit: Option<u64>, most| limit.is_some_and(|limit| limit <= most);
        let bounded =
            within(table.conditions.turns, TURNS) && within(table.conditions.bytes, BYTES);
        if !bounded || request.participants.len() != table.seats.len() {
            return Err(TableError::never(say::no_table()));
        }
        Ok(SavedTable { game, table, turns })
    }
}

/// Creates the players for the seats of a table.
struct Seating<'a> {
    service: &'a TableService<'a>,
    saved_table: &'a SavedTable,
    room: usize,
    mailbox: &'a Arc<Mailbox>,
}

impl Seating<'_> {
    fn players(&self, participants: &[Participant]) -> Result<Vec<Box<dyn Player>>, TableError> {
        let seats = (0u8..).map(Seat).zip(&self.saved_table.table.seats).zip(participants);
        seats.map(|((seat, entry), participant)| self.player(seat, entry, participant)).collect()
    }

    fn player(
        &self,
        seat: Seat,
        entry: &SeatEntry,
        participant: &Participant,
    ) -> Result<Box<dyn Player>, TableError> {
        match participant {
            Participant::Person => {
                let clocked = entry.move_ms.is_some();
                let patience = RemoteTimeLimit::Patience(self.service.house.patience);
                let time = if clocked { RemoteTimeLimit::Clocked } else { patience };
                Ok(Box::new(RemotePlayer { mailbox: Arc::clone(self.mailbox), time }))
            }
            Participant::Builtin(name) => {
                let player = self.saved_table.game.builtin_player(name, &Arguments::new());
                player.map_err(TableError::never)
            }
            Participant::Entrant { contest, name } => self.entrant(seat, contest, name),
        }
    }

    /// A bot of a contest, run like those of untrusted authors.
    fn entrant(
        &self,
        seat: Seat,
        contest: &str,
        name: &str,
    ) -> Result<Box<dyn Player>, TableError> {
        let unknown = || TableError::never(say::no_such_program(name, contest));
        let folder = &(self.service.contest)(contest).ok_or_else(unknown)?;
        let file = ContestFile::read(folder).map_err(TableError::now)?;
        let found = find_bots(folder, &file).map_err(TableError::now)?;
        let bot = found.bots.into_iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        if file.game.info().slug != self.saved_table.game.info().slug {
            return Err(unknown());
        }
        let isolation = Isolation::of_contest(folder, &file, self.service.sandboxes.clone());
        let sandbox = isolation
            .and_then(|isolation| isolation.tested_sandbox(slice::from_ref(&bot)))
            .map_err(TableError::now)?;
        let mut workspace = Workspace::of_contest((folder, folder), &file, Arc::clone(&sandbox), 1);
        workspace.plan.write_access = match file.programs.memory {
            Memory::None => WriteAccess::None,
            // What they learn here must not be known in the contest.
            Memory::Match | Memory::Pair | Memory::Contest => {
                WriteAccess::Below(folder.scratch().join("tables"))
            }
        };
        let ready = workspace.cache.prepare(&bot).map_err(TableError::now)?;
        let setup = SeatSetup { table: &self.saved_table.table, seat, bot: &ready, folder: &[] };
        let factory = PlayerFactory { plan: &workspace.plan, place: self.room };
        factory.player(&setup, &sandbox).map_err(TableError::now)
    }
}

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
    pub notify: &'a (dyn Fn(TableUpdate) + Sync),
}

struct TableSlot<'scope> {
    mailbox: Arc<Mailbox>,
    number: usize,
    thread: ScopedJoinHandle<'scope, TableEvent>,
}

impl TableService<'_> {
    /// Plays the requested tables until the stop signal, or until the sender is gone.
    pub fn attend(&self, requests: &Receiver<PlayTableRequest>) {
        thread::scope(|scope| {
            let mut rooms: BTreeMap<String, TableSlot<'_>> = BTreeMap::new();
            let mut queue: VecDeque<PlayTableRequest> = VecDeque::new();
            while !self.stop.is_set() {
                match requests.recv_timeout(LOOK) {
                    Ok(request) => self.take(request, &rooms, &mut queue),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                self.clear(&mut rooms);
                self.fill(scope, &mut rooms, &mut queue);
            }
            for room in rooms.values() {
                room.mailbox.close();
            }
        });
    }

    /// Passes answers to the table if it is being played; else it waits for a slot.
    fn take(
        &self,
        request: PlayTableRequest,
        rooms: &BTreeMap<String, TableSlot<'_>>,
        queue: &mut VecDeque<PlayTableRequest>,
    ) {
        if let Some(room) = rooms.get(&request.id) {
            post_answers(&room.mailbox, request.answers);
        } else if let Some(place) = queue.iter().position(|waiting| waiting.id == request.id) {
            self.say(&request.id, TableEvent::Waits(place as u64));
            queue[place] = request;
        } else if queue.len() < LINE {
            if rooms.len() >= self.house.rooms {
                self.say(&request.id, TableEvent::Waits(queue.len() as u64));
            }
            queue.push_back(request);
        } else {
            self.say(&request.id, TableError::now(say::tables_full()).event());
        }
    }

    /// Starts the next tables in the queue, and reports to the others how many are ahead of them.
    fn fill<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        rooms: &mut BTreeMap<String, TableSlot<'scope>>,
        queue: &mut VecDeque<PlayTableRequest>,
    ) {
        let mut moved = false;
        while rooms.len() < self.house.rooms
            && let Some(request) = queue.pop_front()
        {
            let mailbox = Arc::new(Mailbox::default());
            post_answers(&mailbox, request.answers.clone());
            let taken = |number: &usize| rooms.values().any(|room| room.number == *number);
            let number = (0..self.house.rooms).find(|number| !taken(number)).unwrap_or_default();
            let id = request.id.clone();
            self.say(&id, TableEvent::Begins);
            let own_mailbox = Arc::clone(&mailbox);
            let thread = scope.spawn(move || self.play(&request, &own_mailbox, number));
            rooms.insert(id, TableSlot { mailbox, number, thread });
            moved = true;
        }
        for (place, request) in (0u64..).zip(queue.iter()).filter(|_| moved) {
            self.say(&request.id, TableEvent::Waits(place));
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
    fn play(&self, request: &PlayTableRequest, mailbox: &Arc<Mailbox>, room: usize) -> TableEvent {
        // Contests keep the other cores for themselves.
        pin_to_core(allowed_cores()[0]);
        self.try_play(request, mailbox, room).unwrap_or_else(TableError::event)
    }

    fn try_play(
        &self,
        request: &PlayTableRequest,
        mailbox: &Arc<Mailbox>,
        room: usize,
    ) -> Result<TableEvent, TableError> {
        let saved_table = SavedTable::of(request, self.games)?;
        let seating = Seating { service: self, saved_table: &saved_table, room, mailbox };
        let mut players = seating.players(&request.participants)?;
        let SavedTable { game, table, turns } = saved_table;
        // A match played elsewhere belongs to no one here.
        let mut otherwise = |why: ResumeError| match why {
            ResumeError::Otherwise { turn, .. } if turn <= request.given => {
                ControlFlow::Continue(())
            }
            why => ControlFlow::Break(why),
        };
        let prior = PriorTurns { turns: &turns, otherwise: &mut otherwise };
        let mut watch = |event: &MatchEvent<'_>| {
            if let MatchEvent::Turn(turn, arbiter) = event {
                let line = serde_json::to_string(turn).expect("turns are plain data");
                let over = arbiter.outcome().is_some();
                self.say(&request.id, TableEvent::Turn { number: turn.turn, line, over });
            }
            if self.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match play_on(game, table, prior, &mut players, &mut watch) {
            Ok(_) | Err(PlayError::Stopped(_)) => Ok(TableEvent::Rests),
            Err(error @ PlayError::Void(_)) => Err(TableError::now(error)),
            Err(error) => Err(TableError::never(error)),
        }
    }

    fn say(&self, id: &str, event: TableEvent) {
        (self.notify)(TableUpdate { id: id.to_owned(), event });
    }
}

fn post_answers(mailbox: &Mailbox, answers: Vec<GivenAnswer>) {
    for GivenAnswer { turn, seat, reply } in answers {
        mailbox.post(turn, Seat(seat), reply);
    }
}
