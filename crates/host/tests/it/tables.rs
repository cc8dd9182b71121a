//! Tables with people: the limit of tables at a time, the queue, and tables that are left.

use certamen_contest::Folder;
use certamen_game::{Conditions, SeatEntry, Table};
use certamen_host::{
    RemoteRoom, Sandboxes, StopSignal,
    tables::{TableLimits, TableService},
};
use certamen_portal::{
    CanRetry, GivenAnswer, Participant, PlayTableRequest, TableEvent, TableUpdate,
};
use certamen_sandbox::Launcher;
use serde_json::Value;
use std::{
    fs,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(600);

/// A table of `FootSteps` between a person and a built-in player, with these answers of the person.
fn request(id: &str, turns: &[String], bid: Option<&str>) -> PlayTableRequest {
    let first = Participant::Builtin("first".to_owned());
    request_of(id, &[Participant::Person, first], None, turns, bid.map(|bid| (0, bid)))
}

/// A table of `FootSteps`; people have a clock of `clock` milliseconds.
fn request_of(
    id: &str,
    participants: &[Participant; 2],
    clock: Option<u64>,
    turns: &[String],
    bid: Option<(u8, &str)>,
) -> PlayTableRequest {
    let game = certamen_games::find("footsteps").unwrap();
    let usual = Conditions::usual(5000, 1 << 28, "D");
    let conditions = Conditions { turns: Some(100), bytes: Some(1 << 20), ..usual };
    let seats = ["ana", "first"].iter().zip(participants).map(|(name, participant)| SeatEntry {
        move_ms: clock.filter(|_| *participant == Participant::Person),
        ..SeatEntry::named(*name)
    });
    let table = Table::new(game).seats(seats).conditions(conditions);
    let turn = turns.len() as u64 + 1;
    let answer = |(seat, bid): (u8, &str)| GivenAnswer { turn, seat, reply: bid.to_owned() };
    PlayTableRequest {
        id: id.to_owned(),
        head: serde_json::to_string(&table).unwrap(),
        turns: turns.to_vec(),
        given: 0,
        participants: participants.to_vec(),
        answers: bid.map(answer).into_iter().collect(),
    }
}

const ONE_ROOM: TableLimits = TableLimits { rooms: 1, kept: 1, keep: LONG };

/// What a test of tables is given.
struct TableClient<'a> {
    ask: Sender<PlayTableRequest>,
    updates: Receiver<TableUpdate>,
    /// While it is locked, no table goes on after a turn.
    turns: &'a Mutex<()>,
}

/// A table service within these limits, with the bots of `contest`; `act` sends it requests and
/// receives its updates.
fn attended(limits: TableLimits, contest: Option<&Folder>, act: impl FnOnce(&TableClient<'_>)) {
    let stop = StopSignal::default();
    let sandboxes = Sandboxes::new(&Launcher::with_program("/nothing".into()), None);
    let (ask, requests) = channel();
    let (sender, updates) = channel();
    let turns = Mutex::new(());
    let notify = |update: TableUpdate| {
        if matches!(update.event, TableEvent::Turn { .. }) {
            drop(turns.lock());
        }
        drop(sender.send(update));
    };
    let told_to: &(dyn Fn(TableUpdate) + Sync) = &notify;
    thread::scope(|scope| {
        let (stop, sandboxes) = (&stop, &sandboxes);
        scope.spawn(move || {
            let table_service = TableService {
                contest: &|_| contest.cloned(),
                games: certamen_games::find,
                sandboxes,
                limits,
                stop,
                remote: &Arc::new(RemoteRoom::new(Arc::default())),
                notify: told_to,
            };
            table_service.attend(requests);
        });
        act(&TableClient { ask, updates, turns: &turns });
        stop.set();
    });
}

impl TableClient<'_> {
    fn ask(&self, request: PlayTableRequest) {
        self.ask.send(request).unwrap();
    }

    fn next(&self) -> (String, TableEvent) {
        let update = self.updates.recv_timeout(Duration::from_secs(20)).unwrap();
        (update.id, update.event)
    }

    /// The line of the next turn that is reported.
    fn turn(&self) -> String {
        match self.next().1 {
            TableEvent::Turn { line, .. } => line,
            other => panic!("{other:?}"),
        }
    }

    /// Has one turn played, after which the table rests.
    fn played(&self, request: PlayTableRequest) -> String {
        self.ask(request);
        assert_eq!(self.next().1, TableEvent::Begins);
        let line = self.turn();
        assert_eq!(self.next().1, TableEvent::Rests);
        line
    }
}

#[test]
fn a_table_rests_once_a_person_must_answer_and_is_taken_up_where_it_stood() {
    attended(ONE_ROOM, None, |client| {
        let first = client.played(request("t", &[], Some("2")));
        assert!(first.contains("\"action\":\"2\""), "{first}");
        let second = client.played(request("t", &[first], Some("3")));
        assert!(second.starts_with("{\"turn\":2,") && second.contains("\"action\":\"3\""));
    });
}

#[test]
fn a_table_without_a_slot_waits_in_the_queue_and_that_is_reported() {
    attended(ONE_ROOM, None, |client| {
        let in_play = client.turns.lock();
        client.ask(request("one", &[], Some("1")));
        assert_eq!(client.next(), ("one".to_owned(), TableEvent::Begins));
        client.ask(request("two", &[], Some("1")));
        assert_eq!(client.next(), ("two".to_owned(), TableEvent::Waits(0)));
        drop(in_play);
        client.turn();
        assert_eq!(client.next(), ("one".to_owned(), TableEvent::Rests));
        assert_eq!(client.next(), ("two".to_owned(), TableEvent::Begins));
    });
}

#[test]
fn an_answer_that_arrives_while_the_table_is_in_play_is_played_next_and_an_old_request_is_not() {
    attended(ONE_ROOM, None, |client| {
        let in_play = client.turns.lock();
        client.ask(request("t", &[], Some("1")));
        assert_eq!(client.next().1, TableEvent::Begins);
        client.ask(request("t", &[], Some("1")));
        // The second one has been read when a third is.
        client.ask(request("other", &[], Some("1")));
        assert_eq!(client.next(), ("other".to_owned(), TableEvent::Waits(0)));
        drop(in_play);
        let first = client.turn();
        assert_eq!(client.next(), ("t".to_owned(), TableEvent::Rests));
        assert_eq!(
            client.next(),
            ("other".to_owned(), TableEvent::Begins),
            "it was not played twice"
        );
        client.turn();
        assert_eq!(client.next(), ("other".to_owned(), TableEvent::Rests));
        client.played(request("t", &[first], Some("1")));
    });
}

/// The number of threads of this process.
fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

#[test]
fn forty_tables_at_which_people_think_hold_no_thread_and_no_room() {
    attended(TableLimits { rooms: 2, ..TableLimits::default() }, None, |client| {
        let before = threads();
        let open = |number: u64| {
            let first = Participant::Builtin("first".to_owned());
            let clock = number.is_multiple_of(2).then_some(600_000);
            let id = format!("t{number}");
            request_of(&id, &[Participant::Person, first], clock, &[], Some((0, "1")))
        };
        let mut first_turn = String::new();
        for number in 0..40 {
            client.ask(open(number));
            let is_clocked = number.is_multiple_of(2);
            assert_eq!(client.next().1, TableEvent::Begins, "{number}");
            first_turn = client.turn();
            if !is_clocked {
                assert_eq!(client.next().1, TableEvent::Rests);
            }
        }
        client.played(request("another", &[], Some("2")));
        // Each of the forty goes on when its person has answered.
        client.played(PlayTableRequest { turns: vec![first_turn], ..open(39) }.with_answer(2, "5"));
        let ended = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(10));
            // Those that attend may not have begun before.
            threads() <= before + 2
        });
        assert!(ended, "{before} threads became {}", threads());
    });
}

trait WithAnswer {
    fn with_answer(self, turn: u64, bid: &str) -> Self;
}

impl WithAnswer for PlayTableRequest {
    fn with_answer(self, turn: u64, bid: &str) -> Self {
        let answers = vec![GivenAnswer { turn, seat: 0, reply: bid.to_owned() }];
        PlayTableRequest { answers, ..self }
    }
}

#[test]
fn a_clock_runs_while_no_thread_waits_and_who_is_late_fails_to_act() {
    attended(ONE_ROOM, None, |client| {
        let people = || [Participant::Person, Participant::Person];
        client.ask(request_of("t", &people(), Some(300), &[], None));
        assert_eq!(client.next().1, TableEvent::Begins);
        // One of two answers in time.
        client.ask(request_of("t", &people(), Some(300), &[], Some((1, "4"))));
        assert_eq!(client.next().1, TableEvent::Begins, "the clock of the other ran out");
        let line: Value = serde_json::from_str(&client.turn()).unwrap();
        let moves = &line["moves"];
        assert_eq!((&moves[0]["fault"], &moves[0]["ms"]), (&"timeout".into(), &300.into()));
        assert_eq!((&moves[1]["fault"], &moves[1]["action"]), (&Value::Null, &"4".into()));
        assert!(moves[1]["ms"].as_f64().is_some_and(|ms| ms < 300.0), "{line}");
    });
}

/// Bids what its process says, and writes down what it reads after the word `start`.
const NOTING: &str = "import os, time
log = open('LOG', 'a', buffering=1)
print('start', file=log)
while True:
    print(BID, flush=True)
    line = input()
    print(line, file=log)
    if line == 'fin':
        break
";

/// Plays three turns against a program that bids `bid`, which is kept for `keep` while the person
/// thinks. Returns what it noted.
fn three_turns(bid: &str, keep: Duration) -> String {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let log = place.path().join("log");
    let text = "name = \"C\"\ngame = \"footsteps\"\nbots = [\"bot.py\"]\n[sandbox]\nminimum_tier = \"D\"\n\
                [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"wins\"\n";
    fs::write(folder.contest_file(), text).unwrap();
    let script = NOTING.replace("LOG", log.to_str().unwrap()).replace("BID", bid);
    fs::write(place.path().join("bot.py"), script).unwrap();
    attended(TableLimits { rooms: 1, kept: 1, keep }, Some(&folder), |client| {
        let mut turns = Vec::new();
        for _ in 0..3 {
            let bot = Participant::Entrant { contest: "c".to_owned(), name: "bot".to_owned() };
            let people = [Participant::Person, bot];
            turns.push(client.played(request_of("t", &people, None, &turns, Some((0, "2")))));
            // Long enough for what is not kept to go.
            thread::sleep(Duration::from_millis(300));
        }
    });
    fs::read_to_string(log).unwrap()
}

#[test]
fn a_program_is_kept_while_a_person_thinks_for_a_moment() {
    let noted = three_turns("3", LONG);
    assert_eq!(noted.matches("start").count(), 1, "{noted}");
}

#[test]
fn a_program_that_was_not_kept_sees_its_whole_history_again() {
    let noted = three_turns("3", Duration::ZERO);
    let (_, last) = noted.rsplit_once("start\n").unwrap();
    assert!(last.lines().filter(|line| *line == "2").count() >= 2, "{noted}");
}

#[test]
fn a_program_that_plays_by_chance_plays_on_after_it_was_started_again() {
    let noted = three_turns("1 + time.time_ns() // 1000 % 5", Duration::ZERO);
    assert!(noted.matches("start").count() > 1, "{noted}");
}

#[test]
fn nothing_of_an_order_is_believed() {
    attended(ONE_ROOM, None, |client| {
        let sound = request("t", &[], Some("1"));
        let endless = sound.head.replace("\"turns\":100", "\"turns\":100000000");
        let other = sound.head.replace("footsteps", "checkers");
        let heads = ["{}".to_owned(), endless, other];
        let mut forged: Vec<PlayTableRequest> =
            heads.map(|head| PlayTableRequest { head, ..sound.clone() }).to_vec();
        forged.push(PlayTableRequest { participants: vec![Participant::Person], ..sound.clone() });
        forged.push(PlayTableRequest { turns: vec!["{\"turn\":1}".to_owned()], ..sound.clone() });
        let builtin = Participant::Builtin("/bin/sh".to_owned());
        forged.push(PlayTableRequest { participants: vec![builtin, Participant::Person], ..sound });
        for request in forged {
            client.ask(request);
            assert_eq!(client.next().1, TableEvent::Begins);
            let ended = client.next().1;
            assert!(
                matches!(ended, TableEvent::Broken { again: CanRetry::Never, .. }),
                "{ended:?}"
            );
        }
    });
}
