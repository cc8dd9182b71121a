//! Matches of contests in which players on other machines have seats.
//!
//! Such a match waits until each of its remote entrants asks for one; then it becomes a table of the
//! site, which is played as any table: while a player thinks, it has no thread. The turns are kept
//! here, so that a site can neither change nor lose them; the site only passes on answers.

mod http_seats;
#[cfg(test)]
mod tests;

use crate::{
    EventSender, HostError,
    executor::{Executor, ReturnedMatch, Threads},
    link::lock,
    say,
};
use certamen_contest::{Contest, file::RemoteSection};
use certamen_game::{
    Fault, MatchRecord, Player, Seat, Seats, Table, Turn, Void,
    job::{JobResult, MatchJob, MatchNumber, SubmissionId},
    record::{FaultCause, RemoteMove, Via},
    stderr_text,
};
use certamen_portal::{
    HostEvent, Participant, PlayTableRequest, PortalError, RemoteEvent, RemoteNotice, RemoteTable,
    SeatSecret, Secret, fresh_id,
};
use certamen_runner::{
    BuiltBot, CompletedMatch, Lineup, PlayerFactory, ResultSender, SeatSetup, SeatingPlan,
    WriteAccess, http_player::HttpPlayer,
};
use certamen_sandbox::StderrTail;
use http_seats::HttpSeats;
pub(crate) use http_seats::{Position, Question};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, mpsc::Sender},
    thread,
    time::{Duration, Instant, SystemTime},
};

/// The maximum number of matches of a contest that wait for players.
const MAX_PARKED: usize = 256;
/// How long a player may take to appear at an assigned table, beside the time for starting.
const APPEARANCE: Duration = Duration::from_secs(30);
/// An entrant that did not appear at this number of tables in a row is not assigned another one.
const MAX_MISSED: u32 = 3;
/// The maximum number of entrants of which it is known whether they are there: a site is not trusted
/// with more.
const MAX_KNOWN: usize = 10_000;

/// The contest and the name of an entrant.
type EntrantKey = (String, String);

/// The matches with remote players of all contests that a process hosts.
pub struct RemoteRoom {
    state: Mutex<RoomState>,
    events: Arc<EventSender>,
}

#[derive(Default)]
struct RoomState {
    /// Whether each entrant that has asked for matches is there.
    presence: BTreeMap<EntrantKey, RemotePresence>,
    /// Matches whose players are not all there.
    waiting: Vec<WaitingMatch>,
    /// Matches that are tables of the site, by the ids of these.
    tables: BTreeMap<String, OpenMatch>,
    /// Entrants that were waited for too long: their matches return unplayed.
    absent: BTreeSet<EntrantKey>,
    /// At how many tables in a row each entrant did not appear.
    missed: BTreeMap<EntrantKey, u32>,
    /// Has tables played on, while a site is connected.
    play: Option<Sender<PlayTableRequest>>,
}

#[derive(Clone, Copy)]
struct RemotePresence {
    /// The number of open requests for a match.
    requests: u32,
    /// When the last one was opened or closed.
    seen: Instant,
}

/// A match, and where its result goes.
struct RemoteMatch {
    contest: String,
    job: MatchJob,
    /// The remote entrant at each seat, if it is one.
    entrants: Vec<Option<String>>,
    section: RemoteSection,
    /// The bots of the contest.
    lineup: Arc<Lineup>,
    results: ResultSender,
}

struct WaitingMatch {
    remote: RemoteMatch,
    since: Instant,
}

struct OpenMatch {
    remote: RemoteMatch,
    head: String,
    turns: Vec<String>,
    participants: Vec<Participant>,
    secrets: Vec<SeatSecret>,
    /// The seats whose players have appeared, and those whose players have left.
    appeared: BTreeSet<u8>,
    left: BTreeSet<u8>,
    /// What each seat has used of its allowance.
    used: BTreeMap<Seat, Duration>,
    /// The players that are asked over HTTP.
    http: HttpSeats,
    /// What each seat writes to standard error.
    words: Vec<Arc<StderrTail>>,
    opened: Instant,
    /// Since when the connected site shows it.
    shown: Instant,
    began: SystemTime,
}

impl RemoteMatch {
    fn key_of(&self, seat: u8) -> Option<EntrantKey> {
        let name = self.entrants.get(usize::from(seat))?.clone()?;
        Some((self.contest.clone(), name))
    }

    fn keys(&self) -> impl Iterator<Item = EntrantKey> + '_ {
        self.entrants.iter().flatten().map(|name| (self.contest.clone(), name.clone()))
    }

    fn finish(&self, began: SystemTime, result: Result<JobResult, Void>) {
        let number = self.job.number;
        // The contest may have ended.
        let completed = CompletedMatch { number, began, result, first: None };
        let _ = self.results.send(Some(completed));
    }
}

impl RemoteRoom {
    pub fn new(events: Arc<EventSender>) -> RemoteRoom {
        RemoteRoom { state: Mutex::default(), events }
    }

    fn give(&self, remote: RemoteMatch) {
        let mut state = lock(&self.state);
        state.waiting.push(WaitingMatch { remote, since: Instant::now() });
        self.open_tables(&mut state);
    }

    /// The number of matches of a contest that are here.
    fn count(&self, contest: &str) -> usize {
        let state = lock(&self.state);
        let waiting = state.waiting.iter().filter(|one| one.remote.contest == contest).count();
        waiting + state.tables.values().filter(|one| one.remote.contest == contest).count()
    }

    /// Forgets the matches of a contest, which is no longer played.
    fn drop_contest(&self, contest: &str) {
        let mut state = lock(&self.state);
        state.waiting.retain(|one| one.remote.contest != contest);
        state.absent.retain(|(of, _)| of != contest);
        state.missed.retain(|(of, _), _| of != contest);
        state.presence.retain(|(of, _), presence| of != contest || presence.requests > 0);
        let closed: Vec<String> = state
            .tables
            .iter()
            .filter(|(_, one)| one.remote.contest == contest)
            .map(|(id, _)| id.clone())
            .collect();
        for id in closed {
            state.tables.remove(&id);
            self.send(RemoteEvent::Closed { id });
        }
    }

    /// What the site reports of remote players; returns the table to be played on, if there is one.
    pub(crate) fn note(&self, notice: &RemoteNotice) -> Option<PlayTableRequest> {
        let mut state = lock(&self.state);
        match notice {
            RemoteNotice::Requests { contest, entrant, open } => {
                let key = (contest.clone(), entrant.clone());
                if !state.has_room_for(&key) {
                    return None;
                }
                let now = RemotePresence { requests: *open, seen: Instant::now() };
                state.presence.insert(key.clone(), now);
                if *open > 0 {
                    state.absent.remove(&key);
                }
                self.open_tables(&mut state);
                None
            }
            RemoteNotice::Appeared { id, seat } => {
                let open = state.tables.get_mut(id)?;
                open.appeared.insert(*seat);
                if let Some(key) = open.remote.key_of(*seat) {
                    state.missed.remove(&key);
                }
                self.open_tables(&mut state);
                None
            }
            RemoteNotice::Left { id, seat } => {
                let open = state.tables.get_mut(id)?;
                // The site knows nothing of players that do not connect to it.
                open.remote.key_of(*seat)?;
                open.left.insert(*seat);
                Some(open.request(id))
            }
        }
    }

    /// A site is connected: `play` has its tables played on. From now on players can appear there.
    pub(crate) fn note_site(&self, play: Sender<PlayTableRequest>) {
        let (mut state, now) = (lock(&self.state), Instant::now());
        state.play = Some(play);
        state.tables.values_mut().for_each(|open| open.shown = now);
    }

    /// No site is connected: its players are unknown.
    pub(crate) fn note_site_gone(&self) {
        let (mut state, now) = (lock(&self.state), Instant::now());
        state.play = None;
        for presence in state.presence.values_mut() {
            *presence = RemotePresence { requests: 0, seen: now };
        }
    }

    /// Shows all tables to a site that has connected, and that there are no others.
    pub(crate) fn show_all(&self) {
        // What is sent while this is locked cannot be overtaken by what happens next.
        let state = lock(&self.state);
        for (id, open) in &state.tables {
            self.send(RemoteEvent::Opened(open.shown(id)));
        }
        self.send(RemoteEvent::All { ids: state.tables.keys().cloned().collect() });
    }

    /// The request for a table, with the turns as they are known here if it is one of a contest, and
    /// without answers for players that do not connect to the site: it is trusted with neither.
    pub(crate) fn authoritative(&self, mut request: PlayTableRequest) -> PlayTableRequest {
        let state = lock(&self.state);
        let Some(open) = state.tables.get(&request.id) else { return request };
        request.answers.retain(|answer| open.remote.key_of(answer.seat).is_some());
        PlayTableRequest { answers: request.answers, ..open.request(&request.id) }
    }

    /// Whether this is the table of a contest's match.
    pub(crate) fn has(&self, id: &str) -> bool {
        lock(&self.state).tables.contains_key(id)
    }

    /// The bots of the match at this table, if it is one of a contest.
    pub(crate) fn bots(&self, id: &str) -> Option<MatchBots> {
        let state = lock(&self.state);
        let OpenMatch { remote, words, .. } = state.tables.get(id)?;
        let (lineup, seats) = (Arc::clone(&remote.lineup), remote.job.seats.clone());
        Some(MatchBots { lineup, seats, words: words.clone() })
    }

    /// The seats whose players are asked over HTTP.
    pub(crate) fn http_seats(&self, id: &str) -> Seats {
        lock(&self.state).tables.get(id).map_or(Seats::NONE, |open| open.http.seats())
    }

    /// What players over HTTP have answered in this turn; an error if one could not be asked.
    pub(crate) fn http_answers(&self, id: &str, turn: u64) -> Result<Vec<SeatAnswer>, Void> {
        lock(&self.state).tables.get(id).map_or(Ok(Vec::new()), |open| open.http.answers(turn))
    }

    /// Asks a player over HTTP, unless that was done in this turn. Once there is an answer, the table
    /// is played on.
    pub(crate) fn ask(self: &Arc<RemoteRoom>, id: &str, question: Question) {
        let (seat, turn) = (question.seat, question.turn());
        let mut state = lock(&self.state);
        let open = state.tables.get_mut(id);
        let Some(mut player) = open.and_then(|open| open.http.begin(seat, turn)) else { return };
        drop(state);
        let (room, own) = (Arc::clone(self), id.to_owned());
        let asked = thread::Builder::new().spawn(move || {
            let answer = question.ask(&mut player);
            room.note_answer(&own, seat, Some(player), answer);
        });
        if let Err(error) = asked {
            let void = Void::Ours(say::no_thread(error));
            self.note_answer(id, seat, None, Err(void));
        }
    }

    fn note_answer(
        &self,
        id: &str,
        seat: Seat,
        player: Option<HttpPlayer>,
        answer: Result<SeatAnswer, Void>,
    ) {
        let mut state = lock(&self.state);
        // The contest may have ended.
        let Some(open) = state.tables.get_mut(id) else { return };
        open.http.end(seat, player, answer);
        let request = open.request(id);
        if let Some(play) = &state.play {
            // A site that is just leaving has the table played on when it returns.
            let _ = play.send(request);
        }
    }

    /// The seats whose players have left.
    pub(crate) fn left(&self, id: &str) -> BTreeSet<u8> {
        lock(&self.state).tables.get(id).map(|open| open.left.clone()).unwrap_or_default()
    }

    /// A turn of this match was played; `line` is the turn in its record.
    pub(crate) fn note_turn(&self, id: &str, turn: &Turn, line: &str) {
        if let Some(open) = lock(&self.state).tables.get_mut(id) {
            open.turns.push(line.to_owned());
            for entry in &turn.moves {
                let used = entry.remote.network_ms.unwrap_or(0.0);
                let used = Duration::try_from_secs_f64(used / 1e3).unwrap_or_default();
                *open.used.entry(entry.seat).or_default() += used;
            }
        }
    }

    /// What is left of the time for delays of the network of this seat; nothing at a table that is
    /// no match of a contest.
    pub(crate) fn allowance(&self, id: &str, seat: Seat) -> Duration {
        let state = lock(&self.state);
        state.tables.get(id).map_or(Duration::ZERO, |open| {
            let used = open.used.get(&seat).copied().unwrap_or_default();
            open.remote.section.allowance.saturating_sub(used)
        })
    }

    /// The match at this table is over, if it was one of a contest.
    pub(crate) fn finish(&self, id: &str, record: MatchRecord, last: Position) {
        let Some(open) = lock(&self.state).tables.remove(id) else { return };
        let (seats, outcome) = (record.table.seats.len(), record.outcome.clone());
        let result = JobResult {
            number: open.remote.job.number,
            record,
            began: Some(open.began),
            took: open.opened.elapsed(),
            folders: vec![None; seats],
            errors: open.words.iter().map(|words| stderr_text::join(&words.by_turn())).collect(),
            machine: None,
        };
        open.remote.finish(open.began, Ok(result));
        if let Some(outcome) = outcome.filter(|_| !open.http.seats().is_empty()) {
            // The match is decided: whether the players are told does not matter.
            drop(thread::Builder::new().spawn(move || open.http.conclude(&last, &outcome)));
        }
    }

    /// The match at this table cannot be played, if it was one of a contest.
    pub(crate) fn fail(&self, id: &str, void: Void) {
        let Some(open) = lock(&self.state).tables.remove(id) else { return };
        self.send(RemoteEvent::Closed { id: id.to_owned() });
        open.remote.finish(open.began, Err(void));
    }

    /// Withdraws tables at which a player did not appear, and returns matches of a contest whose
    /// entrants were absent for too long while nothing else was played.
    fn tick(&self, contest: &str, is_idle: bool) {
        let mut state = lock(&self.state);
        let now = Instant::now();
        // Without a site no player can appear.
        let is_withdrawn = |open: &OpenMatch| {
            state.play.is_some() && open.remote.contest == contest && open.is_missed(now)
        };
        let withdrawn = state.tables.iter().filter(|(_, open)| is_withdrawn(open));
        let withdrawn: Vec<String> = withdrawn.map(|(id, _)| id.clone()).collect();
        for id in withdrawn {
            if let Some(open) = state.tables.remove(&id) {
                for key in open.missing().filter_map(|seat| open.remote.key_of(seat)) {
                    *state.missed.entry(key).or_default() += 1;
                }
                self.send(RemoteEvent::Closed { id });
                open.remote.finish(open.began, Err(Void::Suspended(say::not_appeared())));
            }
        }
        let is_idle = is_idle && state.tables.values().all(|open| open.remote.contest != contest);
        if is_idle {
            state.defer_absent(contest, now);
        } else {
            let own = state.waiting.iter_mut().filter(|one| one.remote.contest == contest);
            own.for_each(|one| one.since = now);
        }
        state.return_absent(contest);
        self.open_tables(&mut state);
    }

    /// Opens tables for the matches whose players are all waiting for one.
    fn open_tables(&self, state: &mut RoomState) {
        let mut place = 0;
        while place < state.waiting.len() {
            if !state.can_open(&state.waiting[place].remote) {
                place += 1;
                continue;
            }
            let WaitingMatch { remote, .. } = state.waiting.remove(place);
            match draw(remote.entrants.len()) {
                Ok((id, secrets)) => {
                    let open = OpenMatch::new(remote, secrets);
                    self.send(RemoteEvent::Opened(open.shown(&id)));
                    state.tables.insert(id, open);
                }
                Err(error) => remote.finish(SystemTime::now(), Err(Void::because(&error))),
            }
        }
    }

    fn send(&self, event: RemoteEvent) {
        self.events.send(HostEvent::Remote(event));
    }
}

impl RoomState {
    /// Whether each remote player of a match has an open request to which no table was assigned yet.
    fn can_open(&self, remote: &RemoteMatch) -> bool {
        let mut wanted: BTreeMap<EntrantKey, u32> = BTreeMap::new();
        remote.keys().for_each(|key| *wanted.entry(key).or_default() += 1);
        wanted.into_iter().all(|(key, seats)| {
            let open = self.presence.get(&key).map_or(0, |presence| presence.requests);
            !self.is_given_up(&key) && open >= seats + self.assigned(&key)
        })
    }

    /// Whether an entrant asks for matches and does not appear at any.
    fn is_given_up(&self, key: &EntrantKey) -> bool {
        self.missed.get(key).is_some_and(|missed| *missed >= MAX_MISSED)
    }

    /// Whether one more entrant can be known, if this one is not: others that are absent are forgotten
    /// first.
    fn has_room_for(&mut self, key: &EntrantKey) -> bool {
        if self.presence.len() >= MAX_KNOWN && !self.presence.contains_key(key) {
            self.presence.retain(|_, presence| presence.requests > 0);
        }
        self.presence.len() < MAX_KNOWN || self.presence.contains_key(key)
    }

    /// The number of tables at which this entrant has not appeared yet.
    fn assigned(&self, key: &EntrantKey) -> u32 {
        let own = self.tables.values().filter(|open| open.remote.contest == key.0);
        let missing = own.flat_map(|open| {
            let seats = (0u8..).zip(&open.remote.entrants);
            seats.filter(|(seat, entrant)| {
                entrant.as_ref() == Some(&key.1) && !open.appeared.contains(seat)
            })
        });
        u32::try_from(missing.count()).unwrap_or(u32::MAX)
    }

    fn is_present(&self, key: &EntrantKey, section: RemoteSection, now: Instant) -> bool {
        let presence = self.presence.get(key);
        presence.is_some_and(|one| {
            one.requests > 0 || now.saturating_duration_since(one.seen) < section.present
        })
    }

    /// Notes the entrants of a contest that were waited for too long.
    fn defer_absent(&mut self, contest: &str, now: Instant) {
        let own = self.waiting.iter().filter(|one| one.remote.contest == contest);
        let late = own.filter(|one| {
            now.saturating_duration_since(one.since) >= one.remote.section.start_wait
        });
        let mut absent = BTreeSet::new();
        for one in late {
            let section = one.remote.section;
            absent.extend(one.remote.keys().filter(|key| !self.is_present(key, section, now)));
        }
        self.absent.append(&mut absent);
    }

    /// Returns the matches of absent entrants unplayed: the contest defers them.
    fn return_absent(&mut self, contest: &str) {
        let waiting = std::mem::take(&mut self.waiting);
        let is_absent = |one: &WaitingMatch| {
            let is_away = |key: EntrantKey| self.absent.contains(&key) || self.is_given_up(&key);
            one.remote.contest == contest && one.remote.keys().any(is_away)
        };
        let (absent, waiting): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_absent);
        self.waiting = waiting;
        for one in absent {
            let void = Void::Suspended(say::entrant_absent());
            one.remote.finish(SystemTime::now(), Err(void));
        }
    }
}

impl OpenMatch {
    fn new(remote: RemoteMatch, secrets: Vec<SeatSecret>) -> OpenMatch {
        let mut table = remote.job.table.clone();
        let limit = table.conditions.move_ms;
        let allowance = u64::try_from(remote.section.allowance.as_millis()).unwrap_or(u64::MAX);
        table.conditions.allowance_ms = Some(allowance);
        let mut participants = Vec::with_capacity(table.seats.len());
        for (entry, entrant) in table.seats.iter_mut().zip(&remote.entrants) {
            participants.push(if entrant.is_some() {
                entry.move_ms = Some(limit);
                *entry = entry.clone().remote(Via::Sit);
                Participant::Person
            } else {
                let (contest, name) = (remote.contest.clone(), entry.bot.clone());
                Participant::Entrant { contest, name }
            });
        }
        let head = serde_json::to_string(&table).expect("tables are plain data");
        let words: Vec<Arc<StderrTail>> = remote.entrants.iter().map(|_| Arc::default()).collect();
        OpenMatch {
            http: HttpSeats::of(&remote.job, &remote.lineup.bots, &words),
            words,
            remote,
            head,
            turns: Vec::new(),
            participants,
            secrets,
            appeared: BTreeSet::new(),
            left: BTreeSet::new(),
            used: BTreeMap::new(),
            opened: Instant::now(),
            shown: Instant::now(),
            began: SystemTime::now(),
        }
    }

    fn request(&self, id: &str) -> PlayTableRequest {
        PlayTableRequest {
            id: id.to_owned(),
            head: self.head.clone(),
            turns: self.turns.clone(),
            given: 0,
            participants: self.participants.clone(),
            answers: Vec::new(),
        }
    }

    fn shown(&self, id: &str) -> RemoteTable {
        RemoteTable {
            id: id.to_owned(),
            contest: self.remote.contest.clone(),
            head: self.head.clone(),
            turns: self.turns.clone(),
            participants: self.participants.clone(),
            entrants: self.remote.entrants.clone(),
            secrets: self.secrets.clone(),
            left: self.left.clone(),
        }
    }

    /// Whether a player has not appeared in time.
    fn is_missed(&self, now: Instant) -> bool {
        let start = Duration::from_millis(self.remote.job.table.conditions.start_ms);
        let is_late = now.saturating_duration_since(self.shown) >= start + APPEARANCE;
        is_late && self.missing().next().is_some()
    }

    /// The seats whose players have not appeared.
    fn missing(&self) -> impl Iterator<Item = u8> + '_ {
        let seats = (0u8..).zip(&self.remote.entrants);
        let missing =
            seats.filter(|(seat, entrant)| entrant.is_some() && !self.appeared.contains(seat));
        missing.map(|(seat, _)| seat)
    }
}

/// A new id, and a token for each seat.
fn draw(seats: usize) -> Result<(String, Vec<SeatSecret>), PortalError> {
    let secrets = (0..seats).map(|_| Secret::draw().map(SeatSecret::from));
    Ok((fresh_id()?, secrets.collect::<Result<_, _>>()?))
}

/// What a seat gave whose player does not run here.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SeatAnswer {
    pub(crate) turn: u64,
    pub(crate) seat: Seat,
    pub(crate) given: Result<String, Fault>,
    pub(crate) charged: Duration,
    /// Further keys of the recorded move.
    pub(crate) remote: RemoteMove,
}

impl SeatAnswer {
    /// An answer for which no time counts.
    pub(crate) fn free(turn: u64, seat: Seat, reply: String) -> SeatAnswer {
        let (charged, remote) = (Duration::ZERO, RemoteMove::default());
        SeatAnswer { turn, seat, given: Ok(reply), charged, remote }
    }

    /// The fault of a player that has left.
    pub(crate) fn left(turn: u64, seat: Seat) -> SeatAnswer {
        let remote = RemoteMove { cause: Some(FaultCause::Left), ..RemoteMove::default() };
        SeatAnswer { turn, seat, given: Err(Fault::Exit), charged: Duration::ZERO, remote }
    }
}

/// The bots of a match that is played at a table: those of its contest, so that each has one budget and
/// one limit of requests wherever it plays.
pub(crate) struct MatchBots {
    lineup: Arc<Lineup>,
    seats: Vec<SubmissionId>,
    words: Vec<Arc<StderrTail>>,
}

impl MatchBots {
    /// Whether programs run for it.
    pub(crate) fn has_programs(&self) -> bool {
        let is_program =
            |bot: &BuiltBot| matches!(bot, BuiltBot::Program(_) | BuiltBot::Evaluation(_));
        self.seats.iter().filter_map(|id| self.lineup.bots.get(id)).any(is_program)
    }

    /// One a seat; none for players on other machines. `place` distinguishes the matches at tables.
    pub(crate) fn players(
        &self,
        table: &Table,
        place: usize,
    ) -> Result<Vec<Option<Box<dyn Player>>>, Void> {
        let write_access = match self.lineup.plan.write_access.clone() {
            WriteAccess::None => WriteAccess::None,
            // The threads of the contest have the folders beside it.
            WriteAccess::Below(folder) | WriteAccess::Kept(folder) => {
                WriteAccess::Below(folder.join("tables"))
            }
        };
        let plan = SeatingPlan { write_access, ..self.lineup.plan.clone() };
        let factory = PlayerFactory { plan: &plan, place };
        let seats = (0u8..).map(Seat).zip(&self.seats).zip(&self.words);
        let player = |((seat, id), words): ((Seat, &SubmissionId), &Arc<StderrTail>)| {
            let bot = self.lineup.bots.get(id).ok_or_else(|| Void::Ours(say::table_failed()))?;
            if let BuiltBot::Remote(_) | BuiltBot::Http(_) = bot {
                return Ok(None);
            }
            let setup = SeatSetup { table, seat, bot, folder: &[] };
            factory.player_with_last_words(&setup, words).map(Some)
        };
        seats.map(player).collect()
    }
}

/// A contest in the room where its matches with remote players are.
#[derive(Clone)]
pub struct RemoteContest {
    pub room: Arc<RemoteRoom>,
    /// Its name in addresses.
    pub contest: String,
}

impl RemoteContest {
    /// Without a site no player can appear, and each is waited for in vain.
    pub fn without_site() -> RemoteContest {
        RemoteContest { room: Arc::new(RemoteRoom::new(Arc::default())), contest: String::new() }
    }
}

/// Plays the matches of a contest: those with remote players in the room, the others on threads.
pub(crate) struct RemoteExecutor {
    threads: Threads,
    remote: RemoteContest,
    section: RemoteSection,
    entrants: BTreeMap<SubmissionId, String>,
    /// The matches that threads have.
    local: BTreeSet<MatchNumber>,
}

impl RemoteExecutor {
    pub(crate) fn new(
        threads: Threads,
        remote: RemoteContest,
        section: RemoteSection,
        entrants: BTreeMap<SubmissionId, String>,
    ) -> RemoteExecutor {
        RemoteExecutor { threads, remote, section, entrants, local: BTreeSet::new() }
    }
}

impl Drop for RemoteExecutor {
    fn drop(&mut self) {
        self.remote.room.drop_contest(&self.remote.contest);
    }
}

impl Executor for RemoteExecutor {
    fn wanted(&self) -> (usize, usize) {
        let (fewest, most) = self.threads.wanted();
        // Matches that wait for players keep no thread from playing others.
        let parked = self.remote.room.count(&self.remote.contest).min(MAX_PARKED);
        (fewest + parked, most + parked)
    }

    fn give(&mut self, contest: &mut Contest, wave: Vec<MatchJob>) -> Result<(), HostError> {
        let name = |id: &SubmissionId| self.entrants.get(id).cloned();
        let (remote, local): (Vec<_>, Vec<_>) =
            wave.into_iter().partition(|job| job.seats.iter().any(|id| name(id).is_some()));
        for job in remote {
            let entrants = job.seats.iter().map(name).collect();
            let RemoteContest { room, contest } = &self.remote;
            room.give(RemoteMatch {
                contest: contest.clone(),
                job,
                entrants,
                section: self.section,
                lineup: Arc::clone(self.threads.lineup()),
                results: self.threads.results(),
            });
        }
        self.local.extend(local.iter().map(|job| job.number));
        self.threads.give(contest, local)
    }

    fn take(
        &mut self,
        contest: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<ReturnedMatch>, HostError> {
        self.remote.room.tick(&self.remote.contest, self.local.is_empty());
        let back = self.threads.take(contest, patience)?;
        for one in &back {
            self.local.remove(&one.number);
        }
        Ok(back)
    }

    fn waker(&self) -> Option<ResultSender> {
        self.threads.waker()
    }

    fn cores(&self) -> Vec<usize> {
        self.threads.cores()
    }

    fn can_join(&self) -> bool {
        self.threads.can_join()
    }

    fn join(&mut self, id: SubmissionId, built: BuiltBot) {
        if let BuiltBot::Remote(name) = &built {
            self.entrants.insert(id, name.clone());
        }
        self.threads.join(id, built);
    }
}
