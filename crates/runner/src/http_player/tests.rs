//! Each row of the protocol's table, with a server that is scripted, and with one on a socket.

use super::{
    AddressRule, HttpBot, HttpPlayer,
    address::CheckedResolver,
    message::Rejected,
    transport::{BearerToken, Clock, HttpTransport, Post, Response, Transport, Trouble},
};
use crate::referee::{PlayError, play};
use certamen_game::{
    Conditions, Fault, MatchRecord, Outcome, Player, Table, Void,
    arbiter::Arbiter,
    job::{HttpPlayerTerms, PlayerUrl, TokenPrice},
    record::{FaultCause, Usage, Via},
    replay::replay,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    num::NonZeroU32,
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use ureq::{
    Error,
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{ArrayVec, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

/// What a scripted server does with a request.
enum Act {
    Answers(u16, String),
    AnswersAfter(Duration, String),
    AsksToWait(u64),
    Fails,
    IsRefused,
    IsLate,
    IsTooLong,
}

/// A scripted server, and the clock that it moves.
#[derive(Default)]
struct Script {
    acts: Mutex<VecDeque<Act>>,
    /// The key and the body of each request.
    requests: Mutex<Vec<(String, Value)>>,
    now: Mutex<Duration>,
    /// How often the clock was read.
    readings: AtomicUsize,
    pauses: Mutex<Vec<Duration>>,
}

impl std::fmt::Debug for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Script")
    }
}

impl Script {
    fn of(acts: impl IntoIterator<Item = Act>) -> Arc<Script> {
        let script = Script::default();
        script.acts.lock().unwrap().extend(acts);
        Arc::new(script)
    }

    fn pass(&self, time: Duration) {
        *self.now.lock().unwrap() += time;
    }

    fn bodies(&self) -> Vec<Value> {
        self.requests.lock().unwrap().iter().map(|(_, body)| body.clone()).collect()
    }

    fn keys(&self) -> Vec<String> {
        self.requests.lock().unwrap().iter().map(|(key, _)| key.clone()).collect()
    }
}

impl Transport for Script {
    fn post(&self, post: &Post<'_>) -> Result<Response, Trouble> {
        let body: Value = serde_json::from_slice(post.body).unwrap();
        // The lowest bid, which is 0 only without points: "steps own other".
        let own = body["observation"].as_str().and_then(|seen| seen.split(' ').nth(1));
        let lowest = bid(u32::from(own != Some("0")));
        self.requests.lock().unwrap().push((post.key.to_owned(), body));
        self.pass(Duration::from_millis(5));
        let response =
            |status, body: String| Response { status, retry_after: None, body: body.into_bytes() };
        // Once the script is over, the lowest bid.
        let act = self.acts.lock().unwrap().pop_front();
        match act.unwrap_or(lowest) {
            Act::Answers(status, body) => Ok(response(status, body)),
            Act::AnswersAfter(time, body) => {
                self.pass(time);
                Ok(response(200, body))
            }
            Act::AsksToWait(seconds) => {
                let retry_after = Some(Duration::from_secs(seconds));
                Ok(Response { retry_after, ..response(429, String::new()) })
            }
            Act::Fails => Err(Trouble::Unreachable(super::say::garbled())),
            Act::IsRefused => Err(Trouble::Refused([127, 0, 0, 1].into())),
            Act::IsLate => {
                self.pass(post.patience);
                Err(Trouble::Late)
            }
            Act::IsTooLong => Err(Trouble::TooLong),
        }
    }
}

impl Clock for Script {
    fn now(&self) -> Duration {
        self.readings.fetch_add(1, Ordering::SeqCst);
        *self.now.lock().unwrap()
    }

    fn pause(&self, time: Duration) {
        self.pauses.lock().unwrap().push(time);
        self.pass(time);
    }
}

fn bid(points: u32) -> Act {
    Act::Answers(200, json!({ "action": points.to_string() }).to_string())
}

fn bot(change: impl FnOnce(&mut HttpPlayerTerms)) -> HttpBot {
    let mut bot = HttpBot::at(PlayerUrl::read("https://player.example.org/move").unwrap());
    change(&mut bot.terms);
    bot
}

fn table(move_time: Duration, attempts: u32) -> Table {
    let game = certamen_games::find("footsteps").unwrap();
    let conditions = Conditions {
        attempts: NonZeroU32::new(attempts).filter(|count| count.get() > 1),
        ..Conditions::allowing(move_time, 1 << 20, "D")
    };
    let mut table = Table::new(game).seed(7).conditions(conditions);
    table.seats[0] = table.seats[0].clone().remote(Via::Http);
    table
}

/// A match of the scripted player against `last`, whose record must be what it says.
fn played(bot: &HttpBot, script: &Arc<Script>) -> Result<MatchRecord, PlayError> {
    played_within(Duration::from_secs(60), bot, script)
}

fn played_within(
    move_time: Duration,
    bot: &HttpBot,
    script: &Arc<Script>,
) -> Result<MatchRecord, PlayError> {
    let game = certamen_games::find("footsteps").unwrap();
    let player = HttpPlayer::new(bot.clone(), script.clone(), script.clone(), None);
    let mut players: [Box<dyn Player>; 2] =
        [Box::new(player), game.builtin_player("last", &BTreeMap::default()).unwrap()];
    let table = table(move_time, bot.terms.attempts);
    let record = play(game, table, &[], &mut players, &mut |_| ControlFlow::Continue(()))?;
    let (read, _) = MatchRecord::read(&record.to_bytes()).unwrap();
    assert_eq!(read, record);
    let arbiter = replay(game, &read, &mut |_| {}).unwrap();
    assert_eq!(arbiter.outcome(), record.outcome.as_ref());
    Ok(record)
}

fn outcome(record: &MatchRecord) -> &Outcome {
    record.outcome.as_ref().unwrap()
}

/// The fault of the remote seat in the first turn.
fn first_fault(record: &MatchRecord) -> Option<Fault> {
    record.turns[0].moves[0].fault
}

#[test]
fn a_match_is_played_and_its_end_announced() {
    let script = Script::of([bid(3)]);
    let record = played(&bot(|_| {}), &script).unwrap();
    let first = &record.turns[0].moves[0];
    assert_eq!((first.action.as_deref(), first.ms), (Some("3"), Some(5.0)));
    assert!(first.remote.is_empty());
    let bodies = script.bodies();
    assert_eq!(bodies.len(), record.turns.len() + 1);
    let asked = &bodies[0];
    let keys: Vec<&String> = asked.as_object().unwrap().keys().collect();
    let due = [
        "v",
        "match",
        "game",
        "rules",
        "options",
        "seat",
        "turn",
        "attempt",
        "observation",
        "news",
        "deadline_ms",
    ];
    assert_eq!(keys, due);
    let [v, rules] = ["v", "rules"].map(|key| asked[key].as_u64());
    assert_eq!((v, rules, &asked["turn"]), (Some(1), Some(1), &json!(1)));
    assert_eq!((&asked["deadline_ms"], &asked["attempt"]), (&json!(60_000), &json!(1)));
    assert!(!bodies[1]["news"].as_array().unwrap().is_empty(), "{}", bodies[1]);
    let last = bodies.last().unwrap();
    assert_eq!(last["event"], "end");
    assert_eq!(last["outcome"], serde_json::to_value(outcome(&record)).unwrap());
    assert!(last.get("attempt").is_none() && last.get("deadline_ms").is_none());
    // The seed also drives built-in players: it stays here.
    assert!(bodies.iter().all(|body| body.get("seed").is_none()));
}

#[test]
fn actions_are_listed_if_the_terms_say_so() {
    let script = Script::of([]);
    played(&bot(|terms| terms.actions = true), &script).unwrap();
    let first = &script.bodies()[0];
    let actions = first["actions"].as_array().unwrap();
    assert!(actions.len() > 1 && actions.len() <= 1_000, "{first}");
    assert!(actions.contains(&json!("1")) && first.get("more").is_none());
}

#[test]
fn a_rejected_reply_is_asked_for_again_with_the_reason() {
    let script = Script::of([bid(9999), bid(4)]);
    let record = played(&bot(|terms| terms.attempts = 2), &script).unwrap();
    let first = &record.turns[0].moves[0];
    assert_eq!((first.action.as_deref(), first.fault), (Some("4"), None));
    assert_eq!(first.remote.tried, [Some("9999".to_owned())]);
    assert_eq!(first.ms, Some(10.0), "all attempts share one clock");
    let [one, two] = [0, 1].map(|at| script.bodies()[at].clone());
    assert!(one.get("rejected").is_none());
    assert_eq!((&two["attempt"], &two["rejected"]["reply"]), (&json!(2), &json!("9999")));
    assert!(two["rejected"]["reason"].as_str().unwrap().contains("9999"), "{two}");
    assert_eq!((&two["deadline_ms"], &two["news"]), (&json!(59_995), &one["news"]));
    let keys = script.keys();
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn the_last_illegal_reply_is_the_fault() {
    let script = Script::of([bid(9999), bid(8888), bid(7777)]);
    let record = played(&bot(|terms| terms.attempts = 3), &script).unwrap();
    let first = &record.turns[0].moves[0];
    assert_eq!((first.fault, first.reply.as_deref()), (Some(Fault::Illegal), Some("7777")));
    let tried = ["9999", "8888"].map(|reply| Some(reply.to_owned()));
    assert_eq!(first.remote.tried, tried);
}

#[test]
fn responses_that_are_none_use_an_attempt_and_are_illegal_in_the_end() {
    for (act, reason) in [
        (Act::Answers(404, String::new()), "404"),
        (Act::Answers(500, r#"{"action":"1"}"#.to_owned()), "500"),
        (Act::Answers(301, String::new()), "redirect"),
        (Act::Answers(307, r#"{"action":"1"}"#.to_owned()), "redirect"),
        (Act::Answers(200, "I bid 1.".to_owned()), "JSON"),
        (Act::Answers(200, "{}".to_owned()), "action"),
        (Act::Answers(200, r#"{"action":"1","usage":{"in":-1}}"#.to_owned()), "usage"),
    ] {
        let script = Script::of([act]);
        let record = played(&bot(|terms| terms.attempts = 2), &script).unwrap();
        let first = &record.turns[0].moves[0];
        assert_eq!((first.action.as_deref(), first.fault), (Some("1"), None), "{reason}");
        assert_eq!(first.remote.tried, [None], "{reason}");
        let rejected = &script.bodies()[1]["rejected"];
        assert_eq!(rejected["reply"], Value::Null);
        assert!(rejected["reason"].as_str().unwrap().contains(reason), "{rejected}");
    }
    let script = Script::of([Act::Answers(404, String::new())]);
    let record = played(&bot(|_| {}), &script).unwrap();
    assert_eq!(first_fault(&record), Some(Fault::Illegal));
}

#[test]
fn failures_of_the_network_stop_the_clock_and_are_repeated_with_the_same_key() {
    let front = |status| Act::Answers(status, "busy".to_owned());
    let acts = [Act::Fails, front(502), front(503), front(504), Act::AsksToWait(90)];
    let script = Script::of(acts.into_iter().chain([bid(5)]));
    let record = played(&bot(|_| {}), &script).unwrap();
    let first = &record.turns[0].moves[0];
    assert_eq!((first.action.as_deref(), first.fault, first.ms), (Some("5"), None, Some(5.0)));
    assert_eq!((first.remote.retries, &first.remote.tried), (Some(5), &Vec::new()));
    let (keys, bodies) = (script.keys(), script.bodies());
    assert!(keys[..6].iter().all(|key| *key == keys[0]), "{keys:?}");
    assert!(bodies[..6].iter().all(|body| *body == bodies[0]));
    let pauses = script.pauses.lock().unwrap();
    for (pause, usual) in pauses.iter().zip([1.0, 2.0, 4.0, 8.0]) {
        let share = pause.as_secs_f64() / usual;
        assert!((0.8..=1.2).contains(&share), "{pause:?}");
    }
    assert_eq!(pauses[4], Duration::from_secs(90));
}

#[test]
fn waiting_for_our_own_limits_is_not_charged() {
    let script = Script::of([bid(3)]);
    let bot = bot(|_| {});
    let host = bot.terms.url.host();
    let all: Vec<_> = (0..4).map(|_| bot.slots.enter(host)).collect();
    assert!(bot.slots.enter_within(host, Duration::ZERO).is_none());
    let record = thread::scope(|scope| {
        let playing = scope.spawn(|| played(&bot, &script).unwrap());
        // A clock that had been read would now run for an hour.
        let begun = Instant::now();
        while script.readings.load(Ordering::SeqCst) == 0
            && begun.elapsed() < Duration::from_millis(300)
        {
            thread::yield_now();
        }
        script.pass(Duration::from_secs(3600));
        drop(all);
        playing.join().unwrap()
    });
    let first = &record.turns[0].moves[0];
    assert_eq!((first.fault, first.ms), (None, Some(5.0)));
    assert_eq!(script.bodies()[0]["deadline_ms"], json!(60_000));
}

#[test]
fn a_player_that_stays_away_makes_the_match_void_and_is_no_fault() {
    let script = Script::of((0..1000).map(|_| Act::Fails));
    match played(&bot(|_| {}), &script) {
        Err(PlayError::Void(Void::Unreachable { seat, .. })) => assert_eq!(seat.0, 0),
        other => panic!("{other:?}"),
    }
    let waited: Duration = script.pauses.lock().unwrap().iter().sum();
    assert!(waited <= Duration::from_secs(600) && waited > Duration::from_secs(500), "{waited:?}");
}

#[test]
fn an_address_that_is_not_permitted_is_void_at_once() {
    let script = Script::of([Act::IsRefused]);
    let played = played(&bot(|_| {}), &script);
    assert!(matches!(played, Err(PlayError::Void(Void::Unreachable { .. }))), "{played:?}");
    assert_eq!(script.keys().len(), 1);
}

#[test]
fn a_late_or_long_response_is_a_fault() {
    for (act, fault) in [
        (Act::IsLate, Fault::Timeout),
        (Act::AnswersAfter(Duration::from_secs(61), r#"{"action":"1"}"#.into()), Fault::Timeout),
        (Act::IsTooLong, Fault::Output),
    ] {
        let script = Script::of([act]);
        let record = played(&bot(|terms| terms.attempts = 5), &script).unwrap();
        assert_eq!(first_fault(&record), Some(fault));
        assert_eq!(script.bodies()[1]["event"], "end", "it is not asked again");
    }
}

#[test]
fn a_move_may_take_an_hour() {
    let hour = Duration::from_secs(3600);
    let answer = r#"{"action":"3"}"#;
    let slow =
        Act::AnswersAfter(hour.checked_sub(Duration::from_millis(5)).unwrap(), answer.to_owned());
    let record = played_within(hour, &bot(|_| {}), &Script::of([slow])).unwrap();
    let first = &record.turns[0].moves[0];
    assert_eq!((first.action.as_deref(), first.ms), (Some("3"), Some(3_600_000.0)));
    let late = Act::AnswersAfter(hour, answer.to_owned());
    let record = played_within(hour, &bot(|_| {}), &Script::of([late])).unwrap();
    assert_eq!(first_fault(&record), Some(Fault::Timeout));
}

fn usage(input: u64, output: u64, usd: f64) -> Act {
    let usage = json!({ "in": input, "out": output, "usd": usd });
    Act::Answers(200, json!({ "action": "1", "usage": usage }).to_string())
}

#[test]
fn usage_of_all_replies_of_a_turn_is_added_exactly() {
    let wrong = json!({ "action": "9999", "usage": { "in": 10, "out": 1, "usd": 0.1 } });
    let wrong = Act::Answers(200, wrong.to_string());
    let script = Script::of([wrong, usage(812, 40, 0.2)]);
    let bot = bot(|terms| terms.attempts = 2);
    let record = played(&bot, &script).unwrap();
    let (input, output, usd_micros) = (Some(822), Some(41), Some(300_000));
    let due = Usage { input, output, usd_micros };
    assert_eq!(record.turns[0].moves[0].remote.usage, Some(due));
    assert_eq!(bot.spending.spent(), 300_000);
}

#[test]
fn a_price_overrides_the_reported_cost() {
    let script = Script::of([usage(812, 40, 999.0)]);
    let bot = bot(|terms| terms.price = Some(TokenPrice::new(3.0, 15.0).unwrap()));
    let record = played(&bot, &script).unwrap();
    let found = record.turns[0].moves[0].remote.usage.unwrap();
    assert_eq!(found.usd_micros, Some(3_036));
}

#[test]
fn a_cost_above_its_limit_or_unknown_is_a_fault() {
    let limited = |micros, before| {
        let bot = bot(|terms| terms.cost = Some(micros));
        bot.spending.resume(before);
        bot
    };
    let check = |bot: &HttpBot, act: Act, expected: Option<FaultCause>| {
        let record = played(bot, &Script::of([act])).unwrap();
        let first = &record.turns[0].moves[0];
        assert_eq!(first.remote.cause, expected);
        assert_eq!(first.fault, expected.map(|_| Fault::Exit));
    };
    check(&limited(1_000_000, 0), usage(1, 1, 1.0), None);
    check(&limited(1_000_000, 0), usage(1, 1, 1.000_001), Some(FaultCause::Cost));
    check(&limited(1_000_000, 1), usage(1, 1, 1.0), Some(FaultCause::Cost));
    check(&limited(1_000_000, 0), bid(1), Some(FaultCause::Cost));
    // Without a limit, nothing need be known.
    check(&bot(|_| {}), bid(1), None);
}

#[test]
fn responses_without_an_action_have_no_cost_that_must_be_known() {
    let negative = r#"{"action":"1","usage":{"usd":-1}}"#;
    for (status, body) in [(500, ""), (404, "{}"), (200, "I bid 1."), (200, negative)] {
        let bot = bot(|terms| (terms.cost, terms.attempts) = (Some(1_000_000), 2));
        let script = Script::of([Act::Answers(status, body.to_owned()), usage(1, 1, 0.1)]);
        let record = played(&bot, &script).unwrap();
        let first = &record.turns[0].moves[0];
        assert_eq!((first.fault, first.remote.cause), (None, None), "{status} {body}");
        assert_eq!(first.remote.tried, [None], "{status} {body}");
    }
}

#[test]
fn a_record_with_a_rejected_reply_that_is_legal_is_refused() {
    let script = Script::of([bid(9999), bid(4)]);
    let mut record = played(&bot(|terms| terms.attempts = 2), &script).unwrap();
    let game = certamen_games::find("footsteps").unwrap();
    record.turns[0].moves[0].remote.tried = vec![Some("7".to_owned())];
    let mut arbiter = Arbiter::start(game, record.table.clone()).unwrap();
    let error = arbiter.replay(&record.turns[0]).unwrap_err().to_string();
    assert!(error.contains("`tried`") && error.contains('7'), "{error}");
    record.table.conditions.attempts = None;
    let mut arbiter = Arbiter::start(game, record.table.clone()).unwrap();
    assert!(arbiter.replay(&record.turns[0]).is_err(), "one reply is permitted");
}

#[test]
fn a_match_that_takes_another_way_asks_with_other_keys() {
    let keys = |first| {
        let script = Script::of([bid(first)]);
        let game = certamen_games::find("footsteps").unwrap();
        let player = HttpPlayer::new(bot(|_| {}), script.clone(), script.clone(), None);
        let mut players: [Box<dyn Player>; 2] =
            [Box::new(player), game.builtin_player("last", &BTreeMap::default()).unwrap()];
        let mut table = table(Duration::from_secs(60), 1);
        table.extra.insert("match".to_owned(), json!("quinta#17"));
        play(game, table, &[], &mut players, &mut |_| ControlFlow::Continue(())).unwrap();
        script.keys()
    };
    let (one, again, other) = (keys(3), keys(3), keys(4));
    assert_eq!(one, again);
    assert!(one[0].starts_with("quinta#17-1-0-1-"), "{}", one[0]);
    assert_eq!(one[0], other[0], "the same position");
    assert_ne!(one[1], other[1], "another position");
}

// With sockets.

/// A server that reads requests and sends these bytes for each, and counts its connections.
struct Server {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(respond: impl Fn(usize, &mut TcpStream) + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (connections, requests) = (Arc::new(AtomicUsize::new(0)), Arc::default());
        let server = Server { address, connections: connections.clone(), requests };
        let seen = Arc::clone(&server.requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let number = connections.fetch_add(1, Ordering::SeqCst);
                if let Some(request) = read_request(&stream) {
                    seen.lock().unwrap().push(request);
                }
                respond(number, &mut stream);
            }
        });
        server
    }

    fn url(&self) -> PlayerUrl {
        PlayerUrl::read(&format!("http://{}/move", self.address)).unwrap()
    }
}

fn read_request(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(head + &String::from_utf8(body).ok()?)
}

fn http(status: &str, more: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{more}\r\n{body}"
    )
}

fn post(transport: &HttpTransport, patience: Duration) -> Result<Response, Trouble> {
    transport.post(&Post { body: b"{}", key: "m-1-0-1", patience })
}

fn transport(url: PlayerUrl) -> HttpTransport {
    let secret = BearerToken::new("s3cret".to_owned());
    HttpTransport::new(url, secret, AddressRule::ThisMachine)
}

const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn requests_have_their_headers_and_responses_are_read() {
    let server = Server::start(|number, stream| {
        let text = match number {
            0 => http("200 OK", "", r#"{"action":"1"}"#),
            1 => http("503 Busy", "Retry-After: 7\r\n", ""),
            2 => http("307 Elsewhere", "Location: /other\r\n", ""),
            _ => http("200 OK", "", &"x".repeat((64 << 10) + 1)),
        };
        stream.write_all(text.as_bytes()).unwrap();
    });
    let transport = transport(server.url());
    let first = post(&transport, PATIENCE).unwrap();
    assert_eq!((first.status, &first.body[..]), (200, &br#"{"action":"1"}"#[..]));
    let second = post(&transport, PATIENCE).unwrap();
    assert_eq!((second.status, second.retry_after), (503, Some(Duration::from_secs(7))));
    assert_eq!(post(&transport, PATIENCE).unwrap().status, 307, "it is not followed");
    assert!(matches!(post(&transport, PATIENCE), Err(Trouble::TooLong)));
    let requests = server.requests.lock().unwrap();
    assert_eq!(requests.len(), 4);
    let head = requests[0].to_ascii_lowercase();
    for line in [
        "post /move http/1.1",
        "certamen-protocol: 1",
        "idempotency-key: m-1-0-1",
        "authorization: bearer s3cret",
        "content-type: application/json",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
}

#[test]
fn broken_connections_and_silence_are_distinguished() {
    let closing = Server::start(|_, _| {});
    let found = post(&transport(closing.url()), PATIENCE);
    assert!(matches!(found, Err(Trouble::Unreachable(_))), "{found:?}");
    let half = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"acti").unwrap();
    });
    let found = post(&transport(half.url()), PATIENCE);
    assert!(matches!(found, Err(Trouble::Unreachable(_))), "{found:?}");
    let garbled = Server::start(|_, stream| stream.write_all(b"1\r\n\r\n").unwrap());
    let found = post(&transport(garbled.url()), PATIENCE);
    assert!(matches!(found, Err(Trouble::Garbled)), "{found:?}");
    let (held, _rest) = std::sync::mpsc::channel();
    let silent = Server::start(move |_, stream| {
        // The connection stays open as long as the test runs.
        held.send(stream.try_clone().unwrap()).unwrap();
    });
    let found = post(&transport(silent.url()), Duration::from_millis(100));
    assert!(matches!(found, Err(Trouble::Late)), "{found:?}");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = PlayerUrl::read(&format!("http://{closed}/")).unwrap();
    let found = post(&transport(url), PATIENCE);
    assert!(matches!(found, Err(Trouble::Unreachable(_))), "{found:?}");
}

#[test]
fn a_host_without_an_address_is_asked_again() {
    let resolver =
        CheckedResolver { resolver: Rebinding(Mutex::default()), rule: AddressRule::Public };
    let url = PlayerUrl::read("https://player.example.org/").unwrap();
    let found = post(&HttpTransport::resolving(url, None, resolver), PATIENCE);
    assert!(matches!(found, Err(Trouble::Unreachable(_))), "{found:?}");
}

/// A resolver that changes its answer.
#[derive(Debug)]
struct Rebinding(Mutex<VecDeque<SocketAddr>>);

impl Resolver for Rebinding {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let mut found = ArrayVec::from_fn(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let next = self.0.lock().unwrap().pop_front();
        found.push(next.ok_or(Error::HostNotFound)?);
        Ok(found)
    }
}

#[test]
fn a_host_that_resolves_to_this_machine_is_refused_before_a_connection() {
    let server = Server::start(|_, stream| {
        stream.write_all(http("200 OK", "", r#"{"action":"1"}"#).as_bytes()).unwrap();
    });
    let refused = |address: &str| {
        let address: SocketAddr = address.parse().unwrap();
        let resolver = CheckedResolver {
            resolver: Rebinding(Mutex::new([address].into())),
            rule: AddressRule::Public,
        };
        let url = PlayerUrl::read("https://player.example.org/").unwrap();
        let transport = HttpTransport::resolving(url, None, resolver);
        match post(&transport, PATIENCE) {
            Err(Trouble::Refused(found)) => assert_eq!(found, address.ip()),
            other => panic!("{address}: {other:?}"),
        }
    };
    let port = server.address.port();
    for host in ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::ffff:127.0.0.1]", "[::1]"] {
        refused(&format!("{host}:{port}"));
    }
    assert_eq!(server.connections.load(Ordering::SeqCst), 0, "nothing was connected");
}

#[test]
fn a_resolver_that_changes_its_answer_changes_nothing() {
    let server = Server::start(|_, stream| {
        stream.write_all(http("200 OK", "", r#"{"action":"1"}"#).as_bytes()).unwrap();
    });
    // The first answer is permitted and connected to, the second one is not.
    let metadata = SocketAddr::from(([169, 254, 169, 254], 80));
    let answers = [server.address, metadata, server.address];
    let resolver = CheckedResolver {
        resolver: Rebinding(Mutex::new(answers.into())),
        rule: AddressRule::ThisMachine,
    };
    let url = PlayerUrl::read("http://localhost/").unwrap();
    let transport = HttpTransport::resolving(url, None, resolver);
    assert_eq!(post(&transport, PATIENCE).unwrap().status, 200);
    let second = post(&transport, PATIENCE);
    assert!(matches!(second, Err(Trouble::Refused(_))), "{second:?}");
    assert_eq!(post(&transport, PATIENCE).unwrap().status, 200);
    assert_eq!(server.connections.load(Ordering::SeqCst), 2);
}

#[test]
fn secrets_are_not_shown() {
    let secret = BearerToken::new("s3cret".to_owned()).unwrap();
    assert!(!format!("{secret:?}").contains("s3cret"));
    assert!(!format!("{:?}", transport(bot(|_| {}).terms.url)).contains("s3cret"));
    for token in ["", "a b", "a\r\nX: y", "ñ"] {
        assert_eq!(BearerToken::new(token.to_owned()), None, "{token:?}");
    }
}

#[test]
fn the_reply_of_a_rejection_is_cut_as_in_records() {
    let long = "9".repeat(300);
    let wrong = Act::Answers(200, json!({ "action": long }).to_string());
    let script = Script::of([wrong]);
    let record = played(&bot(|terms| terms.attempts = 2), &script).unwrap();
    let tried = &record.turns[0].moves[0].remote.tried;
    assert_eq!(tried[..], [Some("9".repeat(64))]);
    let rejected = Rejected { reply: tried[0].clone(), reason: String::new() };
    assert_eq!(script.bodies()[1]["rejected"]["reply"], json!(rejected.reply));
}
