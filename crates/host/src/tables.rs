//! Tables with people, played by the same referee as any match. Nothing is stored here: the caller
//! sends what was played, and gets an event for each turn.
//!
//! A table is played until a person has to answer, and then left: while people think, it has no
//! thread. What is remembered of it is a value: the clock of a person that runs, and for a short
//! time the programs, which would else be started again and given their whole input once more.

use crate::{
    Isolation, RemoteRoom, Sandboxes, StopSignal, Workspace, find_bots,
    remote::{Position, Question, SeatAnswer},
    say,
};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{
    DynGame, Fault, MatchRecord, Player, Seat, Seats, Table, Turn, Void, builtin::Arguments,
    record::RemoteMove,
};
use certamen_i18n::Localize;
use certamen_portal::{
    CanRetry, GivenAnswer, Participant, PlayTableRequest, TableDigest, TableEvent, TableUpdate,
};
use certamen_runner::{
    PlayerFactory, SeatSetup, WriteAccess, allowed_cores, pin_to_core,
    referee::{PlayError, PriorTurns, ResumeError, Running, Step},
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    mem,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    slice,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc::Receiver},
    thread::{self, Scope},
    time::{Duration, Instant},
};

/// The maximum number of turns of a match with people, and the maximum length of their lines
/// together.
const TURNS: u64 = 20_000;
const BYTES: u64 = 4 << 20;

/// Finds a game by its slug.
type GameLookup = fn(&str) -> Option<&'static dyn DynGame>;

struct SavedTable {
    game: &'static dyn DynGame,
    table: Table,
    turns: Vec<Turn>,
}

/// Why a table is not played on.
struct TableError {
    void: Void,
    again: CanRetry,
}

impl TableError {
    /// An error that a retry would not fix.
    fn never(why: impl Localize) -> TableError {
        TableError { void: Void::because(&why), again: CanRetry::Never }
    }

    fn now(why: impl Localize) -> TableError {
        TableError::void(Void::because(&why))
    }

    fn void(void: Void) -> TableError {
        TableError { void, again: CanRetry::Later }
    }

    fn of(error: PlayError) -> TableError {
        match error {
            PlayError::Void(void) => TableError::void(void),
            error => TableError::never(error),
        }
    }

    fn event(&self) -> TableEvent {
        TableEvent::Broken { why: (&self.void.message()).into(), again: self.again }
    }
}

impl SavedTable {
    /// The table of a request. The sender may be compromised, so nothing in it is trusted.
    /// Matches of contests have the limits of their contest.
    fn of(
        request: &PlayTableRequest,
        games: GameLookup,
        is_of_contest: bool,
    ) -> Result<SavedTable, TableError> {
        let lines = [&request.head].into_iter().chain(&request.turns);
        let bytes: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
        let (record, _) = MatchRecord::read(bytes.as_bytes()).map_err(TableError::never)?;
        let MatchRecord { table, turns, .. } = record;
        let game = games(&table.game).filter(|game| game.info().version == table.rules);
        let game = game.ok_or_else(|| TableError::never(say::no_such_game(&table.game)))?;
        let within = |limit: Option<u64>, most| limit.is_some_and(|limit| limit <= most);
        let bounded =
            within(table.conditions.turns, TURNS) && within(table.conditions.bytes, BYTES);
        if !(bounded || is_of_contest) || request.participants.len() != table.seats.len() {
            return Err(TableError::never(say::no_table()));
        }
        Ok(SavedTable { game, table, turns })
    }
}

/// The player at a seat; none for a person.
type ProgramAtSeat = Option<Box<dyn Player>>;

/// Creates the players for the seats of a table.
struct Seating<'a> {
    service: &'a TableService<'a>,
    saved_table: &'a SavedTable,
    place: usize,
}

impl Seating<'_> {
    /// One a seat; none for people.
    fn players(&self, participants: &[Participant]) -> Result<Vec<ProgramAtSeat>, TableError> {
        let seats = (0u8..).map(Seat).zip(participants);
        seats.map(|(seat, participant)| self.player(seat, participant)).collect()
    }

    fn player(&self, seat: Seat, participant: &Participant) -> Result<ProgramAtSeat, TableError> {
        match participant {
            Participant::Person => Ok(None),
            Participant::Builtin(name) => {
                let player = self.saved_table.game.builtin_player(name, &Arguments::new());
                player.map(Some).map_err(TableError::never)
            }
            Participant::Entrant { contest, name } => self.entrant(seat, contest, name).map(Some),
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
        let factory = PlayerFactory { plan: &workspace.plan, place: self.place };
        factory.player(&setup, &sandbox).map_err(TableError::now)
    }
}

/// The maximum length of the queue, apart from tables of contests.
const MAX_QUEUED: usize = 64;
/// The maximum number of tables whose clock runs or whose programs are kept, apart from tables of
/// contests.
const MAX_PAUSED: usize = 1024;

/// The maximum number of tables in play at a time, and how long programs are kept at tables where a
/// person thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimits {
    /// How many are played at a time; the others wait in line.
    pub rooms: usize,
    /// At how many tables programs are kept. Beyond that, the ones kept longest go.
    pub kept: usize,
    /// How long they are kept. Later they are started again and replayed their input.
    pub keep: Duration,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits { rooms: 16, kept: 8, keep: Duration::from_secs(30) }
    }
}

pub struct TableService<'a> {
    /// Finds the contest with the given slug: its bots may be played against.
    pub contest: &'a (dyn Fn(&str) -> Option<Folder> + Sync),
    pub games: GameLookup,
    pub sandboxes: &'a Sandboxes,
    pub limits: TableLimits,
    pub stop: &'a StopSignal,
    /// The matches of contests that are played at tables.
    pub remote: &'a Arc<RemoteRoom>,
    pub notify: &'a (dyn Fn(TableUpdate) + Sync),
}

/// The later one of two requests for a table, with the answers of both: one that reports that a player
/// has left knows no answers.
fn merged(earlier: PlayTableRequest, later: PlayTableRequest) -> PlayTableRequest {
    let mut answers = earlier.answers;
    for answer in later.answers {
        if !answers.iter().any(|one| (one.turn, one.seat) == (answer.turn, answer.seat)) {
            answers.push(answer);
        }
    }
    PlayTableRequest { answers, ..later }
}

/// A table to be played on.
struct TableJob {
    request: PlayTableRequest,
    answers: Vec<SeatAnswer>,
    kept: Option<KeptMatch>,
}

impl TableJob {
    fn new(mut request: PlayTableRequest) -> TableJob {
        let given = mem::take(&mut request.answers).into_iter();
        let answers = given.map(|GivenAnswer { turn, seat, reply }| {
            // The time of what was answered before a clock ran here is not known.
            SeatAnswer::free(turn, Seat(seat), reply)
        });
        TableJob { answers: answers.collect(), request, kept: None }
    }

    /// Whether a request for the same table has what this job lacks. What was answered under a clock
    /// counts, and so does who was late: such a job has an answer of every seat. One that only waits
    /// to begin must not lose a first answer.
    fn is_older_than(&self, request: &PlayTableRequest) -> bool {
        self.request.turns != request.turns
            || self.request.head != request.head
            || request.answers.len() > self.answers.len()
    }

    /// Players that have left answer no more.
    fn add_left(&mut self, turn: u64, awaited: Seats, left: &BTreeSet<u8>) {
        let left = awaited.iter().filter(|seat| left.contains(&seat.0));
        self.add(left.map(|seat| SeatAnswer::left(turn, seat)).collect());
    }

    /// Adds answers; the first of a seat counts.
    fn add(&mut self, answers: Vec<SeatAnswer>) {
        for answer in answers {
            if self.answer(answer.turn, answer.seat).is_none() {
                self.answers.push(answer);
            }
        }
    }

    /// The answers of these seats in `turn`, if all are there.
    fn answers(&self, turn: u64, seats: Seats) -> Option<Vec<&SeatAnswer>> {
        seats.iter().map(|seat| self.answer(turn, seat)).collect()
    }

    fn answer(&self, turn: u64, seat: Seat) -> Option<&SeatAnswer> {
        self.answers.iter().find(|answer| answer.turn == turn && answer.seat == seat)
    }
}

/// A match that is not being played, and its players.
struct KeptMatch {
    running: Running<Box<dyn Player>>,
    /// Whether programs run for it.
    has_programs: bool,
    // Freed after the programs are gone.
    _place: Place,
}

/// The number of a match whose programs are running: those of two never share a folder.
struct Place {
    number: usize,
    taken: Arc<Mutex<BTreeSet<usize>>>,
}

impl Place {
    fn take(taken: &Arc<Mutex<BTreeSet<usize>>>) -> Place {
        let mut numbers = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = (0..).filter(|number| !numbers.contains(number));
        let number = free.next().expect("few are taken");
        numbers.insert(number);
        Place { number, taken: Arc::clone(taken) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

/// A table at which a person or a player over HTTP thinks, while a clock runs or programs are kept.
struct PausedTable {
    job: TableJob,
    /// The seats that act and whose players do not run here.
    awaited: Seats,
    /// Those of them that are asked over HTTP.
    asked: Seats,
    since: Instant,
    /// The time of the seats that have a clock.
    clocks: BTreeMap<Seat, SeatClock>,
}

/// The time of a seat in a turn.
#[derive(Clone, Copy)]
struct SeatClock {
    limit: Duration,
    /// What is left beyond it for delays of the network.
    allowance: Duration,
}

impl SeatClock {
    fn whole(self) -> Duration {
        self.limit.saturating_add(self.allowance)
    }

    /// What counts of an answer that took this long.
    fn answer(self, turn: u64, seat: Seat, reply: String, took: Duration) -> SeatAnswer {
        let late = took.saturating_sub(self.limit);
        if took > self.whole() {
            return self.timeout(turn, seat);
        }
        let (given, charged) = (Ok(reply), took.min(self.limit));
        SeatAnswer { turn, seat, given, charged, remote: delayed(late) }
    }

    fn timeout(self, turn: u64, seat: Seat) -> SeatAnswer {
        let (given, charged) = (Err(Fault::Timeout), self.limit);
        SeatAnswer { turn, seat, given, charged, remote: delayed(self.allowance) }
    }
}

/// What a record says of a move for which this much of the allowance was used.
fn delayed(by: Duration) -> RemoteMove {
    let ms = (by.as_secs_f64() * 1e6).round() / 1e3;
    RemoteMove { network_ms: (!by.is_zero()).then_some(ms), ..RemoteMove::default() }
}

impl PausedTable {
    fn due(&self) -> u64 {
        self.job.request.turns.len() as u64 + 1
    }

    /// Whether this is a request for the table as it is now.
    fn is_meant(&self, request: &PlayTableRequest) -> bool {
        let own = &self.job.request;
        own.turns == request.turns
            && own.head == request.head
            && own.given == request.given
            && own.participants == request.participants
    }

    /// Accepts the answers that arrive; the first of a seat counts.
    fn accept(&mut self, given: Vec<GivenAnswer>, now: Instant) {
        let took = now.saturating_duration_since(self.since);
        let due = self.due();
        for GivenAnswer { turn, seat, reply } in given {
            let seat = Seat(seat);
            if turn == due && self.awaited.contains(seat) && !self.asked.contains(seat) {
                self.job.add(vec![match self.clocks.get(&seat) {
                    Some(clock) => clock.answer(turn, seat, reply, took),
                    None => SeatAnswer::free(turn, seat, reply),
                }]);
            }
        }
    }

    /// The clocks of seats that have not answered.
    fn running_clocks(&self) -> impl Iterator<Item = (Seat, SeatClock)> + '_ {
        let due = self.due();
        let clocks = self.clocks.iter().map(|(seat, clock)| (*seat, *clock));
        clocks.filter(move |(seat, _)| self.job.answer(due, *seat).is_none())
    }

    /// Records who has run out of time.
    fn note_timeouts(&mut self, now: Instant) {
        let took = now.saturating_duration_since(self.since);
        let late = self.running_clocks().filter(|(_, clock)| took >= clock.whole());
        let turn = self.due();
        let late: Vec<_> = late.map(|(seat, clock)| clock.timeout(turn, seat)).collect();
        self.job.answers.extend(late);
    }

    /// Whether something of it must be remembered.
    fn is_needed(&self) -> bool {
        self.job.kept.is_some() || !self.clocks.is_empty() || !self.asked.is_empty()
    }

    /// Whether it goes on by itself: a clock runs, or a player over HTTP is asked.
    fn is_moving(&self) -> bool {
        self.running_clocks().next().is_some() || !self.asked.is_empty()
    }

    fn is_answered(&self) -> bool {
        self.job.answers(self.due(), self.awaited).is_some()
    }
}

/// How the playing of a table ended.
enum TableEnd {
    /// The match is over, or the host stops.
    Over,
    /// A player has to answer that does not run here.
    Paused(Box<PausedTable>),
}

/// All tables of which something is known.
#[derive(Default)]
struct Tables {
    queue: VecDeque<TableJob>,
    /// Those in play, with the last request that arrived since.
    playing: BTreeMap<String, Option<PlayTableRequest>>,
    paused: BTreeMap<String, PausedTable>,
    threads: usize,
    /// Whether something happened that the attending thread has not seen.
    is_changed: bool,
    /// Whether no more requests come.
    is_gone: bool,
}

impl Tables {
    /// When a paused table has to be looked at next.
    fn next_deadline(&self, keep: Duration) -> Option<Instant> {
        let deadlines = self.paused.values().flat_map(|paused| {
            let clocks = paused.running_clocks().map(|(_, clock)| clock.whole());
            let times = clocks.chain(paused.job.kept.is_some().then_some(keep));
            // A clock beyond all times never runs out.
            times.filter_map(|time| paused.since.checked_add(time))
        });
        deadlines.min()
    }
}

/// The tables, and the threads that play them.
struct TableRooms<'a> {
    service: &'a TableService<'a>,
    tables: Mutex<Tables>,
    changed: Condvar,
    places: Arc<Mutex<BTreeSet<usize>>>,
}

impl TableService<'_> {
    /// Plays the requested tables until the stop signal, or until the sender is gone.
    pub fn attend(&self, requests: Receiver<PlayTableRequest>) {
        let (tables, changed, places) = (Mutex::default(), Condvar::new(), Arc::default());
        let rooms = &TableRooms { service: self, tables, changed, places };
        thread::scope(|scope| {
            scope.spawn(|| {
                for request in requests {
                    let mut tables = rooms.tables();
                    rooms.take(&mut tables, request);
                    rooms.note_change(&mut tables);
                }
                rooms.tables().is_gone = true;
                self.stop.wake();
            });
            scope.spawn(|| {
                self.stop.wait(Duration::MAX, || rooms.tables().is_gone);
                rooms.note_change(&mut rooms.tables());
            });
            while !self.stop.is_set() && !rooms.tables().is_gone {
                rooms.expire();
                rooms.fill(scope);
                rooms.wait();
            }
            // What is in play ends at its turn; nothing else is begun.
            rooms.tables().queue.clear();
        });
    }

    /// Seats the players and replays what was played.
    fn seat(&self, request: &PlayTableRequest, place: Place) -> Result<KeptMatch, TableError> {
        let bots = self.remote.bots(&request.id);
        let saved_table = SavedTable::of(request, self.games, bots.is_some())?;
        let seating = Seating { service: self, saved_table: &saved_table, place: place.number };
        let is_program = |one: &Participant| matches!(one, Participant::Entrant { .. });
        // Built-in players know everything from the position.
        let (players, has_programs) = if let Some(bots) = bots {
            let players = bots.players(&saved_table.table, place.number);
            (players.map_err(TableError::void)?, bots.has_programs())
        } else {
            let participants = &request.participants;
            (seating.players(participants)?, participants.iter().any(is_program))
        };
        let SavedTable { game, table, turns } = saved_table;
        // A match that others played, elsewhere, is not what a program remembers, and neither is one
        // of before it was started again if it plays by chance. It plays on with what it has.
        let mut otherwise = |why: ResumeError| match why {
            ResumeError::Otherwise { turn, seat, .. } => {
                if turn > request.given {
                    let game = game.info().slug;
                    tracing::warn!(
                        game,
                        turn,
                        seat = seat.0,
                        "a restarted program plays otherwise"
                    );
                }
                ControlFlow::Continue(())
            }
            why @ ResumeError::Turn(_) => ControlFlow::Break(why),
        };
        let prior = PriorTurns { turns: &turns, otherwise: &mut otherwise };
        let running = Running::start(game, table, prior, players).map_err(TableError::of)?;
        Ok(KeptMatch { running, has_programs, _place: place })
    }

    /// Plays a table until its match is over, or a player has to answer that does not run here.
    fn play(&self, mut job: TableJob, place: Place) -> Result<TableEnd, TableError> {
        let mut kept = match job.kept.take() {
            Some(kept) => kept,
            None => self.seat(&job.request, place)?,
        };
        let mut digest = TableDigest::new(&job.request.head, &job.request.turns);
        while !self.stop.is_set() {
            match kept.running.step().map_err(TableError::void)? {
                Step::Played => {
                    let turn = kept.running.last_turn();
                    let line = serde_json::to_string(turn).expect("turns are plain data");
                    let (number, over) = (turn.turn, kept.running.arbiter().outcome().is_some());
                    let after = digest.value();
                    digest.add(&line);
                    job.request.turns.push(line.clone());
                    self.remote.note_turn(&job.request.id, turn, &line);
                    self.say(&job.request.id, TableEvent::Turn { number, after, line, over });
                }
                Step::Awaits(seats) => {
                    let due = kept.running.arbiter().turns().len() as u64 + 1;
                    let id = &job.request.id;
                    let (left, answered) =
                        (self.remote.left(id), self.remote.http_answers(id, due));
                    job.add_left(due, seats, &left);
                    job.add(answered.map_err(TableError::void)?);
                    let Some(answers) = job.answers(due, seats) else {
                        return Ok(TableEnd::Paused(Box::new(self.pause(job, kept, seats))));
                    };
                    for SeatAnswer { seat, given, charged, remote, .. } in answers {
                        let given = given.clone().map(Into::into);
                        kept.running.answer(*seat, given, *charged, remote.clone());
                    }
                }
                Step::Left | Step::Over => break,
            }
        }
        let last = Position::of(kept.running.arbiter());
        let record = kept.running.finish();
        if record.outcome.is_some() {
            self.remote.finish(&job.request.id, record, last);
        }
        Ok(TableEnd::Over)
    }

    /// Leaves a table at which `awaited` act; the players over HTTP among them are asked.
    fn pause(&self, mut job: TableJob, kept: KeptMatch, awaited: Seats) -> PausedTable {
        let (id, arbiter) = (&job.request.id, kept.running.arbiter());
        let over_http = self.remote.http_seats(id);
        let (asked, people): (Vec<Seat>, Vec<Seat>) =
            awaited.iter().partition(|seat| over_http.contains(*seat));
        for seat in asked.iter().copied() {
            let (position, budget) = (Position::of(arbiter), kept.running.budget(seat));
            self.remote.ask(id, Question { seat, position, budget });
        }
        let seats = &arbiter.table().seats;
        let clocked = people.into_iter().filter(|seat| seats[seat.index()].move_ms.is_some());
        let clock = |seat| SeatClock {
            limit: kept.running.budget(seat).wall,
            allowance: self.remote.allowance(id, seat),
        };
        let clocks = clocked.map(|seat| (seat, clock(seat))).collect();
        job.kept = kept.has_programs.then_some(kept);
        let asked = asked.into_iter().collect();
        PausedTable { job, awaited, asked, since: Instant::now(), clocks }
    }

    fn say(&self, id: &str, event: TableEvent) {
        (self.notify)(TableUpdate { id: id.to_owned(), event });
    }
}

impl TableRooms<'_> {
    /// Waits until something has happened, or a paused table has to be looked at.
    fn wait(&self) {
        let mut tables = self.tables();
        while !mem::take(&mut tables.is_changed) {
            let next = tables.next_deadline(self.service.limits.keep);
            tables = match next.map(|next| next.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => return,
                Some(left) => {
                    let woken = self.changed.wait_timeout(tables, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(tables).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Wakes the thread that waits.
    fn note_change(&self, tables: &mut Tables) {
        tables.is_changed = true;
        self.changed.notify_one();
    }

    /// Takes a request for a table, which may be known.
    fn take(&self, tables: &mut Tables, request: PlayTableRequest) {
        let request = self.service.remote.authoritative(request);
        let id = request.id.clone();
        if let Some(next) = tables.playing.get_mut(&id) {
            *next = Some(match next.take() {
                Some(earlier) => merged(earlier, request),
                None => request,
            });
            return;
        }
        if let Some(position) = tables.queue.iter().position(|job| job.request.id == id) {
            self.service.say(&id, TableEvent::Waits(position as u64));
            let job = &mut tables.queue[position];
            if job.is_older_than(&request) {
                *job = TableJob::new(request);
            }
            return;
        }
        let job = match tables.paused.remove(&id) {
            Some(mut paused) if paused.is_meant(&request) => {
                paused.accept(request.answers, Instant::now());
                let (due, awaited) = (paused.due(), paused.awaited);
                paused.job.add_left(due, awaited, &self.service.remote.left(&id));
                match self.service.remote.http_answers(&id, due) {
                    Ok(answers) => paused.job.add(answers),
                    Err(void) => return self.fail(&id, TableError::void(void)),
                }
                if !paused.is_answered() {
                    return self.pause(tables, paused);
                }
                paused.job
            }
            _ => TableJob::new(request),
        };
        self.enqueue(tables, job);
    }

    fn enqueue(&self, tables: &mut Tables, job: TableJob) {
        // The number of a contest's tables is limited where they are opened: what was answered there
        // under a clock must not be lost.
        if tables.queue.len() >= MAX_QUEUED && !self.service.remote.has(&job.request.id) {
            let full = TableError::now(say::tables_full()).event();
            return self.service.say(&job.request.id, full);
        }
        if tables.playing.len() >= self.service.limits.rooms {
            let waits = TableEvent::Waits(tables.queue.len() as u64);
            self.service.say(&job.request.id, waits);
        }
        tables.queue.push_back(job);
    }

    /// Remembers what is needed of a table at which a player thinks; unless it goes on by itself, it
    /// rests.
    fn pause(&self, tables: &mut Tables, paused: PausedTable) {
        let id = paused.job.request.id.clone();
        let has_room = tables.paused.len() < MAX_PAUSED || self.service.remote.has(&id);
        if !paused.is_moving() || !has_room {
            self.service.say(&id, TableEvent::Rests);
        }
        if paused.is_needed() && has_room {
            tables.paused.insert(id, paused);
            self.note_change(tables);
        }
    }

    /// Ends what was kept long enough, and plays on where a clock ran out.
    fn expire(&self) {
        let (mut tables, now) = (self.tables(), Instant::now());
        let mut ended = Vec::new();
        let limits = self.service.limits;
        let with_programs = tables.paused.iter().filter(|(_, paused)| paused.job.kept.is_some());
        let mut kept: Vec<_> =
            with_programs.map(|(id, paused)| (paused.since, id.clone())).collect();
        kept.sort_unstable();
        let excess = kept.len().saturating_sub(limits.kept);
        for (place, (since, id)) in kept.into_iter().enumerate() {
            if (place < excess || now.saturating_duration_since(since) >= limits.keep)
                && let Some(paused) = tables.paused.get_mut(&id)
            {
                ended.extend(paused.job.kept.take());
            }
        }
        for paused in tables.paused.values_mut() {
            paused.note_timeouts(now);
        }
        let answered = tables.paused.iter().filter(|(_, paused)| paused.is_answered());
        for id in answered.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            if let Some(paused) = tables.paused.remove(&id) {
                self.enqueue(&mut tables, paused.job);
            }
        }
        tables.paused.retain(|_, paused| paused.is_needed());
        // Ending programs may take a moment.
        drop(tables);
        drop(ended);
    }

    /// Starts threads for the tables in the queue.
    fn fill<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let mut tables = self.tables();
        let wanted = tables.playing.len() + tables.queue.len();
        while tables.threads < wanted.min(self.service.limits.rooms) {
            tables.threads += 1;
            scope.spawn(move || self.work());
        }
    }

    /// Plays tables of the queue until it is empty.
    fn work(&self) {
        // Contests keep the other cores for themselves.
        pin_to_core(allowed_cores()[0]);
        while let Some(job) = self.next() {
            let id = job.request.id.clone();
            let place = Place::take(&self.places);
            // A panic was already reported where it happened.
            let played = catch_unwind(AssertUnwindSafe(|| self.service.play(job, place)));
            let failed = |_| Err(TableError::now(say::table_failed()));
            self.end(&id, played.unwrap_or_else(failed));
        }
    }

    /// The first table in the queue; without one, the thread ends.
    fn next(&self) -> Option<TableJob> {
        let mut tables = self.tables();
        let Some(job) = tables.queue.pop_front() else {
            tables.threads -= 1;
            return None;
        };
        tables.playing.insert(job.request.id.clone(), None);
        self.service.say(&job.request.id, TableEvent::Begins);
        for (place, job) in (0u64..).zip(&tables.queue) {
            self.service.say(&job.request.id, TableEvent::Waits(place));
        }
        Some(job)
    }

    /// Reports how the playing of a table ended, and takes what was requested since.
    fn end(&self, id: &str, played: Result<TableEnd, TableError>) {
        let mut tables = self.tables();
        let next = tables.playing.remove(id).flatten();
        match played {
            Ok(TableEnd::Over) => self.service.say(id, TableEvent::Rests),
            Ok(TableEnd::Paused(paused)) => {
                // A request from before the turns that were just played is answered by them.
                let next = next.filter(|next| next.turns.len() >= paused.job.request.turns.len());
                self.pause(&mut tables, *paused);
                if let Some(request) = next {
                    self.take(&mut tables, request);
                }
            }
            Err(error) => self.fail(id, error),
        }
    }

    fn fail(&self, id: &str, error: TableError) {
        tracing::warn!(reason = %error.void, "a table cannot be played on");
        let event = error.event();
        self.service.remote.fail(id, error.void);
        self.service.say(id, event);
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_in_the_queue_gets_first_answers_and_keeps_those_under_a_clock() {
        let request = |turns: &[&str], answers: &[u8]| PlayTableRequest {
            id: "a".to_owned(),
            head: "{}".to_owned(),
            turns: turns.iter().map(|line| (*line).to_owned()).collect(),
            given: 0,
            participants: Vec::new(),
            answers: answers
                .iter()
                .map(|seat| GivenAnswer { turn: 1, seat: *seat, reply: "1".to_owned() })
                .collect(),
        };
        let waiting = TableJob::new(request(&[], &[]));
        assert!(!waiting.is_older_than(&request(&[], &[])));
        assert!(waiting.is_older_than(&request(&[], &[1])));
        assert!(waiting.is_older_than(&request(&["{}"], &[])));
        let mut late = TableJob::new(request(&[], &[0]));
        late.add_left(1, Seats::first(2), &BTreeSet::from([1]));
        assert!(!late.is_older_than(&request(&[], &[0, 1])), "who has left does not answer");
    }
}
