//! Matches with remote players: who is waited for, and whole matches at tables, without a site.

use super::*;
use crate::{
    Sandboxes, StopSignal,
    tables::{TableLimits, TableService},
};
use certamen_game::{Conditions, job::PlayerUrl, replay::replay};
use certamen_portal::{GivenAnswer, TableEvent, TableUpdate};
use certamen_runner::{EnginePool, http_player::HttpBot};
use certamen_sandbox::{Launcher, Sandbox, Unisolated};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{Receiver, channel},
};

struct Setup {
    room: Arc<RemoteRoom>,
    send: ResultSender,
    results: Receiver<Option<CompletedMatch>>,
    lineup: Arc<Lineup>,
    section: RemoteSection,
    /// The time of remote players for a move, in milliseconds.
    move_ms: u64,
}

/// What seats of a test's match have.
const BETA: SubmissionId = SubmissionId(1);
const FIRST: SubmissionId = SubmissionId(2);
const ALPHA: SubmissionId = SubmissionId(3);

impl Setup {
    fn new() -> Setup {
        Setup::with_player(None)
    }

    /// The player over HTTP is `alpha`.
    fn with_player(alpha: Option<&HttpBot>) -> Setup {
        let (send, results) = channel();
        let (name, arguments) = ("first".to_owned(), BTreeMap::new());
        let mut bots = BTreeMap::from([
            (BETA, BuiltBot::Remote("beta".to_owned())),
            (FIRST, BuiltBot::Builtin { name, arguments }),
        ]);
        bots.extend(alpha.map(|alpha| (ALPHA, BuiltBot::Http(alpha.ready().unwrap()))));
        let game = certamen_games::find("footsteps").unwrap();
        let sandbox: Arc<dyn Sandbox> = Arc::new(Unisolated::new());
        let plan = SeatingPlan { game, sandbox, write_access: WriteAccess::None };
        Setup {
            room: Arc::new(RemoteRoom::new(Arc::default())),
            send,
            results,
            lineup: Arc::new(Lineup { plan, bots, observer: None, engines: EnginePool::default() }),
            section: RemoteSection::default(),
            move_ms: 60_000,
        }
    }

    /// A match of FootSteps between a remote entrant and another, remote or not.
    fn give(&self, number: i64, other: Option<&str>, start_wait: Duration) {
        let section = RemoteSection { start_wait, ..self.section };
        self.give_match(number, FIRST, other, section);
    }

    fn give_match(
        &self,
        number: i64,
        other: SubmissionId,
        name: Option<&str>,
        section: RemoteSection,
    ) {
        let conditions = Conditions::usual(self.move_ms, 1 << 28, "D");
        let mut table = Table::new(self.lineup.plan.game).conditions(conditions);
        if other == ALPHA {
            table.seats[1] = table.seats[1].clone().remote(Via::Http);
        }
        let (seats, folders) = (vec![BETA, other], vec![Vec::new(); 2]);
        self.room.give(RemoteMatch {
            contest: "open".to_owned(),
            job: MatchJob { number: MatchNumber(number), table, seats, folders },
            entrants: vec![Some("beta".to_owned()), name.map(str::to_owned)],
            section,
            lineup: Arc::clone(&self.lineup),
            results: self.send.clone(),
        });
    }

    fn asks(&self, entrant: &str, open: u32) {
        let (contest, entrant) = ("open".to_owned(), entrant.to_owned());
        self.room.note(&RemoteNotice::Requests { contest, entrant, open });
    }

    fn tables(&self) -> Vec<String> {
        lock(&self.room.state).tables.keys().cloned().collect()
    }

    /// The only table.
    fn table(&self) -> String {
        let [id] = &self.tables()[..] else { panic!("one table") };
        id.clone()
    }

    fn result(&self) -> Result<JobResult, Void> {
        self.results.recv_timeout(PATIENCE).unwrap().unwrap().result
    }

    /// A site of which `visit` has the tables played on.
    fn visited(&self, visit: impl FnOnce(&Visitor)) {
        let (stop, sandboxes) = (
            StopSignal::default(),
            Sandboxes::new(&Launcher::with_program("/nothing".into()), None),
        );
        let (ask, requests) = channel();
        let (sender, updates) = channel();
        self.room.note_site(ask.clone());
        let leaves = LeavingSite(&self.room);
        let notify = |update: TableUpdate| drop(sender.send(update));
        thread::scope(|scope| {
            let notify: &(dyn Fn(TableUpdate) + Sync) = &notify;
            let (stop, sandboxes, room) = (&stop, &sandboxes, &self.room);
            scope.spawn(move || {
                let table_service = TableService {
                    contest: &|_| None,
                    games: certamen_games::find,
                    sandboxes,
                    limits: TableLimits { rooms: 1, kept: 1, keep: LONG },
                    stop,
                    remote: room,
                    notify,
                };
                table_service.attend(requests);
            });
            let leaves = leaves;
            visit(&Visitor { ask, updates });
            drop(leaves);
        });
    }
}

/// A site that leaves, also when a test fails.
struct LeavingSite<'a>(&'a RemoteRoom);

impl Drop for LeavingSite<'_> {
    fn drop(&mut self) {
        self.0.note_site_gone();
    }
}

/// A site with its players.
struct Visitor {
    ask: Sender<PlayTableRequest>,
    updates: Receiver<TableUpdate>,
}

impl Visitor {
    /// Asks for a table to be played on, with an answer of seat 0.
    fn answer(&self, id: &str, turn: u64, reply: Option<&str>) {
        let answer = |reply: &str| GivenAnswer { turn, seat: 0, reply: reply.to_owned() };
        let answers = reply.map(answer).into_iter().collect();
        // All but the answers is known to the host.
        let (head, turns, participants) = (String::new(), Vec::new(), Vec::new());
        let id = id.to_owned();
        let request = PlayTableRequest { id, head, turns, given: 0, participants, answers };
        self.ask.send(request).unwrap();
    }

    /// The number of the next turn, and whether it is the last one.
    fn turn(&self) -> (u64, bool) {
        loop {
            match self.updates.recv_timeout(PATIENCE).unwrap().event {
                TableEvent::Turn { number, over, .. } => return (number, over),
                TableEvent::Broken { why, .. } => panic!("{why:?}"),
                TableEvent::Waits(_) | TableEvent::Begins | TableEvent::Rests => {}
            }
        }
    }

    /// Answers in all turns from `turn` on until the match is over.
    fn play(&self, id: &str, mut turn: u64) {
        loop {
            self.answer(id, turn, Some("1"));
            let (number, over) = self.turn();
            assert_eq!(number, turn);
            if over {
                return;
            }
            turn += 1;
        }
    }
}

/// A server that answers each request with `body`, after `gate` was opened for it.
struct HttpServer {
    bot: HttpBot,
    gate: Sender<()>,
}

impl HttpServer {
    fn start(body: &'static str) -> HttpServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/move", listener.local_addr().unwrap());
        let (gate, opened) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                read_request(&stream);
                // Once no test holds the gate, all may pass.
                let _ = opened.recv();
                let length = body.len();
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length:";
                let _ = write!(stream, "{head} {length}\r\n\r\n{body}");
            }
        });
        HttpServer { bot: HttpBot::at(PlayerUrl::read(&url).unwrap()), gate }
    }
}

fn read_request(stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let _ = reader.read_exact(&mut vec![0; length]);
}

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(600);
/// How long an event is awaited.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn a_match_becomes_a_table_once_all_its_players_ask_for_one() {
    let setup = Setup::new();
    setup.give(1, Some("gamma"), LONG);
    assert!(setup.tables().is_empty());
    setup.asks("beta", 1);
    assert!(setup.tables().is_empty(), "one is missing");
    setup.asks("gamma", 1);
    assert_eq!(setup.tables().len(), 1);
}

#[test]
fn a_request_is_assigned_one_table_until_its_player_appears_there() {
    let setup = Setup::new();
    setup.asks("beta", 1);
    setup.give(1, None, LONG);
    setup.give(2, None, LONG);
    let first = setup.tables();
    assert_eq!(first.len(), 1);
    setup.room.note(&RemoteNotice::Appeared { id: first[0].clone(), seat: 0 });
    assert_eq!(setup.tables().len(), 2, "it still has an open request");
    setup.asks("beta", 0);
    setup.give(3, None, LONG);
    assert_eq!(setup.tables().len(), 2);
}

#[test]
fn absent_entrants_are_waited_for_and_their_matches_return_unplayed() {
    let setup = Setup::new();
    setup.give(1, None, LONG);
    setup.room.tick("open", true);
    assert!(setup.results.try_recv().is_err(), "it is waited for");
    setup.give(2, None, Duration::ZERO);
    setup.room.tick("open", false);
    assert!(setup.results.try_recv().is_err(), "others are still playing");
    setup.room.tick("open", true);
    let back: Vec<_> = setup.results.try_iter().flatten().collect();
    assert!(back.len() == 2 && back.iter().all(|one| one.result.is_err()), "{back:?}");
    // The next ones return at once, until the entrant is there.
    setup.give(3, None, LONG);
    setup.room.tick("open", true);
    assert_eq!(setup.results.try_iter().count(), 1);
    setup.asks("beta", 1);
    setup.give(4, None, LONG);
    assert_eq!(setup.tables().len(), 1);
}

#[test]
fn the_turns_of_a_site_are_ignored_and_the_seed_is_not_shown_to_players() {
    let setup = Setup::new();
    setup.asks("beta", 1);
    setup.give(1, None, LONG);
    let [id] = &setup.tables()[..] else { panic!("one table") };
    let turn = Turn { turn: 1, moves: Vec::new(), extra: certamen_game::Map::new() };
    setup.room.note_turn(id, &turn, "turn 1");
    let forged = PlayTableRequest {
        id: id.clone(),
        head: "{}".to_owned(),
        turns: vec!["forged".to_owned()],
        given: 7,
        participants: Vec::new(),
        answers: [1, 0, 9].map(|seat| GivenAnswer { turn: 2, seat, reply: "1".to_owned() }).into(),
    };
    let meant = setup.room.authoritative(forged.clone());
    assert_eq!((meant.turns, meant.given), (vec!["turn 1".to_owned()], 0));
    // The player at seat 1 does not connect to the site.
    assert!(meant.answers.iter().map(|answer| answer.seat).eq([0]), "{:?}", meant.answers);
    let other = PlayTableRequest { id: "other".to_owned(), ..forged };
    assert_eq!(setup.room.authoritative(other.clone()), other, "tables of users are the site's");
    let debug = format!("{:?}", lock(&setup.room.state).tables[id].secrets);
    let secret = lock(&setup.room.state).tables[id].secrets[0].reveal().to_owned();
    assert!(!debug.contains(&secret), "{debug}");
}

#[test]
fn a_contest_that_ends_closes_its_tables() {
    let setup = Setup::new();
    setup.asks("beta", 2);
    setup.give(1, None, LONG);
    setup.give(2, None, LONG);
    assert_eq!(setup.room.count("open"), 2);
    setup.room.drop_contest("open");
    assert_eq!((setup.room.count("open"), setup.tables().len()), (0, 0));
    assert!(setup.results.try_recv().is_err());
}

#[test]
fn an_entrant_that_never_appears_is_given_up_after_three_tables() {
    let setup = Setup::new();
    setup.room.note_site(channel().0);
    setup.asks("beta", 1);
    let long_ago = Instant::now().checked_sub(LONG).unwrap();
    for number in 1..=3 {
        setup.give(number, None, LONG);
        let id = setup.table();
        setup.room.tick("open", true);
        assert_eq!(setup.table(), id, "it has time to appear");
        lock(&setup.room.state).tables.get_mut(&id).unwrap().shown = long_ago;
        setup.room.tick("open", true);
        assert!(setup.tables().is_empty());
        assert!(matches!(setup.result(), Err(Void::Suspended(_))));
    }
    setup.give(4, None, LONG);
    assert!(setup.tables().is_empty(), "it is not waited for again");
    setup.room.tick("open", true);
    assert!(matches!(setup.result(), Err(Void::Suspended(_))));
    // The next run begins again.
    setup.room.drop_contest("open");
    setup.give(5, None, LONG);
    assert_eq!(setup.tables().len(), 1);
}

#[test]
fn an_entrant_has_time_to_appear_once_there_is_a_site() {
    let setup = Setup::new();
    setup.asks("beta", 1);
    setup.give(1, None, LONG);
    let id = setup.table();
    let pass_time = || {
        let long_ago = Instant::now().checked_sub(LONG).unwrap();
        lock(&setup.room.state).tables.get_mut(&id).unwrap().shown = long_ago;
    };
    pass_time();
    setup.room.tick("open", true);
    assert_eq!(setup.table(), id, "the site is gone");
    setup.room.note_site(channel().0);
    setup.room.tick("open", true);
    assert_eq!(setup.table(), id, "the site has just come back");
    pass_time();
    setup.room.tick("open", true);
    assert!(setup.tables().is_empty());
}

#[test]
fn only_players_that_connect_to_a_site_leave_there() {
    let setup = Setup::new();
    setup.asks("beta", 1);
    setup.give(1, None, LONG);
    let id = setup.table();
    let leaves = |seat| setup.room.note(&RemoteNotice::Left { id: id.clone(), seat }).is_some();
    assert_eq!([leaves(1), leaves(9)], [false, false]);
    assert!(setup.room.left(&id).is_empty());
    assert!(leaves(0));
    assert_eq!(setup.room.left(&id), BTreeSet::from([0]));
}

#[test]
fn an_entrant_that_appears_is_not_given_up() {
    let setup = Setup::new();
    setup.room.note_site(channel().0);
    setup.asks("beta", 1);
    for number in 1..=9 {
        setup.give(number, None, LONG);
        let id = setup.table();
        if number % 3 == 0 {
            setup.room.note(&RemoteNotice::Appeared { id: id.clone(), seat: 0 });
            setup.room.fail(&id, Void::Ours(say::table_failed()));
        } else {
            let long_ago = Instant::now().checked_sub(LONG).unwrap();
            lock(&setup.room.state).tables.get_mut(&id).unwrap().shown = long_ago;
            setup.room.tick("open", true);
        }
    }
}

#[test]
fn a_site_cannot_make_more_entrants_known_than_there_is_room_for() {
    let setup = Setup::new();
    for number in 0..MAX_KNOWN + 5 {
        setup.asks(&format!("e{number}"), u32::from(number % 2 == 0));
    }
    assert!(lock(&setup.room.state).presence.len() <= MAX_KNOWN);
    for number in 0..MAX_KNOWN / 2 + 100 {
        setup.asks(&format!("f{number}"), 1);
    }
    assert_eq!(lock(&setup.room.state).presence.len(), MAX_KNOWN);
    setup.asks("e0", 0);
    assert_eq!(lock(&setup.room.state).presence[&key("e0")].requests, 0, "known ones change");
}

fn key(entrant: &str) -> EntrantKey {
    ("open".to_owned(), entrant.to_owned())
}

#[test]
fn players_that_connect_and_players_over_http_play_each_other() {
    let reply = r#"{"action":"1","note":"so","usage":{"in":5,"out":1,"usd":0.1}}"#;
    let HttpServer { bot, gate } = HttpServer::start(reply);
    drop(gate);
    let setup = Setup::with_player(Some(&bot));
    setup.asks("beta", 1);
    setup.give_match(1, ALPHA, None, setup.section);
    setup.visited(|site| site.play(&setup.table(), 1));
    let JobResult { record, errors, .. } = setup.result().unwrap();
    let turns = record.turns.len() as u64;
    for turn in &record.turns {
        let [own, http] = &turn.moves[..] else { panic!("two seats move at once") };
        assert!(own.remote.is_empty(), "{own:?}");
        let usage = http.remote.usage.expect("it reports usage");
        assert_eq!((usage.input, usage.usd_micros), (Some(5), Some(100_000)));
        assert!(http.ms.is_some_and(|ms| ms > 0.0), "{http:?}");
    }
    // One sum for all matches of the contest.
    assert_eq!(bot.spending.spent(), turns * 100_000);
    let notes: Vec<_> = (1..=turns).map(|turn| (turn, b"so\n".to_vec())).collect();
    assert_eq!(stderr_text::split(&errors[1]), notes);
    assert_eq!(record.table.seats[1].via, Some(Via::Http));
    let game = setup.lineup.plan.game;
    let replayed = replay(game, &record, &mut |_| {}).unwrap();
    assert_eq!(replayed.outcome(), record.outcome.as_ref());
}

#[test]
fn a_player_over_http_that_cannot_be_reached_makes_the_match_void() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = PlayerUrl::read(&format!("http://{closed}/")).unwrap();
    let bot = HttpBot { retry_time: Duration::ZERO, ..HttpBot::at(url) };
    let setup = Setup::with_player(Some(&bot));
    setup.asks("beta", 1);
    setup.give_match(1, ALPHA, None, setup.section);
    setup.visited(|site| {
        site.answer(&setup.table(), 1, None);
        let result = setup.result();
        assert!(matches!(result, Err(Void::Unreachable { seat: Seat(1), .. })), "{result:?}");
    });
    assert!(setup.tables().is_empty());
}

#[test]
fn a_player_over_http_that_thinks_holds_no_room_and_no_site() {
    let HttpServer { bot, gate } = HttpServer::start(r#"{"action":"1"}"#);
    let setup = Setup::with_player(Some(&bot));
    setup.asks("beta", 2);
    setup.give_match(1, ALPHA, None, setup.section);
    let slow = setup.table();
    setup.give(2, None, LONG);
    setup.visited(|site| {
        site.answer(&slow, 1, Some("1"));
        // There is one room, and a whole match is played in it meanwhile.
        let ids = setup.tables();
        site.play(ids.iter().find(|id| **id != slow).unwrap(), 1);
        assert!(setup.result().is_ok());
    });
    // The site is gone, without waiting for the player. Its answer counts when another one is there.
    gate.send(()).unwrap();
    drop(gate);
    setup.visited(|site| {
        site.answer(&slow, 1, Some("1"));
        assert_eq!(site.turn(), (1, false));
        site.play(&slow, 2);
    });
    let record = setup.result().unwrap().record;
    assert!(record.turns.iter().flat_map(|turn| &turn.moves).all(|entry| entry.fault.is_none()));
}

#[test]
fn a_delay_is_drawn_from_the_allowance_until_that_is_used_up() {
    let mut setup = Setup::new();
    setup.move_ms = 50;
    setup.section.allowance = Duration::from_secs(1);
    setup.asks("beta", 1);
    setup.give(1, None, LONG);
    let id = setup.table();
    setup.visited(|site| {
        site.answer(&id, 1, None);
        thread::sleep(Duration::from_millis(150));
        site.answer(&id, 1, Some("1"));
        assert_eq!(site.turn(), (1, false));
        // The second turn is not answered: what is left is used up.
        assert_eq!(site.turn(), (2, true));
    });
    let record = setup.result().unwrap().record;
    assert_eq!(record.table.conditions.allowance_ms, Some(1000));
    let [late, never] = [0, 1].map(|turn| record.turns[turn].moves[0].clone());
    let used = late.remote.network_ms.expect("it was late");
    assert!(late.fault.is_none() && late.ms == Some(50.0), "{late:?}");
    assert!((50.0..1000.0).contains(&used), "{late:?}");
    assert_eq!((never.fault, never.ms), (Some(Fault::Timeout), Some(50.0)));
    let left = never.remote.network_ms.expect("it had time left");
    assert!((used + left - 1000.0).abs() < 0.01, "{used} + {left}");
}
