//! Each end against another that breaks the protocol: the message is named, and an opener goes on.

use crate::{
    puppet::{Puppet, Tamper, honest},
    support::{
        CHALLENGER, OPENER, OpenSide, answer, call, call_as, connect, find, hello, is_refused, key,
        quick_limits, signed, soon, target, terms, wait_until,
    },
};
use certamen_game::{DynGame, Void};
use certamen_i18n::Message;
use certamen_peer::{
    AbortReason, Challenge, Choice, Connection, EndKind, Hash, LinkError, MatchEnd, NextCall,
    Offer, Opener, OpenerTerms, PeerError, PeerLimits, PeerMatch, PeerMessage, Random,
    RefuseReason, Stop, TlsConfigs, challenge,
};
use serde_json::{Value, json};
use std::{
    io::{ErrorKind::WouldBlock, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

/// Plays against an opener, which says how the match ended and what the puppet was told.
fn against(
    game: &'static dyn DynGame,
    limits: &PeerLimits,
    tamper: Tamper<'_>,
) -> (PeerMatch, Option<PeerMessage>) {
    let opener = OpenSide::start(game, 1, limits);
    let mut puppet = Puppet::call(opener.address, CHALLENGER, tamper);
    let last = puppet.play(game).err().flatten().map(|last| *last);
    drop(puppet);
    (opener.matches().remove(0), last)
}

/// Plays against a challenger, as a puppet that opens.
fn against_challenger(
    game: &'static dyn DynGame,
    limits: &PeerLimits,
    tamper: Tamper<'_>,
) -> (Result<PeerMatch, PeerError>, Option<PeerMessage>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (target, own) = (target(listener.local_addr().unwrap()), limits.clone());
    let called = thread::spawn(move || call(&target, "first", &own));
    let (socket, _) = listener.accept().unwrap();
    drop(listener);
    let mut puppet = Puppet::open(socket, terms(game, 1, limits).offer, tamper);
    let last = puppet.play(game).err().flatten().map(|last| *last);
    drop(puppet);
    (called.join().unwrap(), last)
}

/// A message whose `place`-th occurrence (from 0) is changed.
fn changing<'a>(
    word: &'a str,
    mut place: u32,
    change: impl Fn(&mut Value) + 'a,
) -> impl FnMut(&str, &str) -> Vec<String> + 'a {
    move |found, line| {
        if found != word {
            return vec![line.to_owned()];
        }
        if place > 0 {
            place -= 1;
            return vec![line.to_owned()];
        }
        place = u32::MAX;
        let mut value: Value = serde_json::from_str(line).unwrap();
        change(&mut value);
        vec![value.to_string()]
    }
}

#[track_caller]
fn is_violation(played: &PeerMatch, last: Option<&PeerMessage>, word: &str) {
    let (MatchEnd::Unfinished(why) | MatchEnd::Unsigned(why)) = &played.end else {
        panic!("{word}: it was signed");
    };
    let PeerError::Violation { message, .. } = why else { panic!("{word}: {why}") };
    assert_eq!(message, word, "{why}");
    assert_eq!(why.kind(), EndKind::Failed);
    let Some(PeerMessage::Error(abort)) = last else { panic!("{word}: {last:?}") };
    assert_eq!(abort.why, AbortReason::Protocol);
    assert!(abort.text.contains(&format!("`{word}`")), "{}", abort.text);
}

#[test]
fn a_puppet_that_follows_the_protocol_plays_every_kind_of_turn() {
    for game in ["mancala8", "footsteps"] {
        let (played, last) = against(find(game), &quick_limits(), &mut honest);
        assert!(last.is_none());
        signed(&played);
        let (played, last) = against_challenger(find(game), &quick_limits(), &mut honest);
        assert!(last.is_none());
        signed(&played.unwrap());
    }
}

type Change = fn(&mut Value);

/// The game, the word and number of the message, what is wrong, and the word that is named.
const CASES: &[(&str, &str, u32, Change, &str)] = &[
    // A half of the seed other than the one committed to.
    ("footsteps", "reveal", 0, |it| it["value"] = "ab".repeat(32).into(), "reveal"),
    ("footsteps", "reveal", 0, |it| it["nonce"] = "ab".repeat(32).into(), "reveal"),
    ("footsteps", "reveal", 0, |it| it["value"] = json!({"seat": 0, "action": "1"}), "reveal"),
    // A move other than the one committed to, or none.
    ("footsteps", "reveal", 1, |it| it["value"]["action"] = "0".into(), "reveal"),
    ("footsteps", "reveal", 1, |it| it["value"]["ms"] = 2.into(), "reveal"),
    ("footsteps", "commit", 1, |it| it["turn"] = 7.into(), "commit"),
    // Illegal, of another seat, in another notation, automatic, with unknown keys.
    ("mancala8", "move", 0, |it| it["move"]["action"] = "99".into(), "move"),
    ("mancala8", "move", 0, |it| it["move"]["action"] = Value::Null, "move"),
    (
        "mancala8",
        "move",
        0,
        |it| it["move"]["seat"] = (1 - it["move"]["seat"].as_u64().unwrap()).into(),
        "move",
    ),
    (
        "mancala8",
        "move",
        0,
        |it| {
            it["move"]["action"] = format!(" {} ", it["move"]["action"].as_str().unwrap()).into();
        },
        "move",
    ),
    ("mancala8", "move", 0, |it| it["move"]["automatic"] = true.into(), "move"),
    ("mancala8", "move", 0, |it| it["move"]["usage"] = json!({"in": 1}), "move"),
    ("mancala8", "move", 1, |it| it["turn"] = 1.into(), "move"),
    // A time above the limit, none, or no number.
    ("mancala8", "move", 0, |it| it["move"]["ms"] = 10_001.into(), "move"),
    ("mancala8", "move", 0, |it| it["move"]["ms"] = (-1).into(), "move"),
    ("mancala8", "move", 0, |it| drop(it["move"].as_object_mut().unwrap().remove("ms")), "move"),
    ("mancala8", "move", 0, |it| it["move"]["reply"] = "\u{1b}[2J".into(), "move"),
    // A signature of something else.
    ("mancala8", "seal", 0, |it| it["digest"] = "ab".repeat(32).into(), "seal"),
    ("mancala8", "seal", 0, |it| it["signature"] = format!("{}==", "A".repeat(86)).into(), "seal"),
    // Messages where others are due, of an unknown type, nested too deeply.
    (
        "mancala8",
        "move",
        0,
        |it| *it = json!({"type": "commit", "turn": 1, "hash": "ab".repeat(32)}),
        "commit",
    ),
    (
        "mancala8",
        "commit",
        0,
        |it| *it = json!({"type": "accept", "offer": "ab".repeat(32), "bot": "x"}),
        "accept",
    ),
    ("mancala8", "move", 0, |it| it["type"] = "shell".into(), "shell"),
    (
        "mancala8",
        "move",
        0,
        |it| {
            it["deep"] =
                serde_json::from_str(&format!("{}{}", "[".repeat(20), "]".repeat(20))).unwrap();
        },
        "move",
    ),
    ("mancala8", "move", 0, |it| it["long"] = "x".repeat(65 << 10).into(), "move"),
];

#[test]
fn the_message_that_breaks_the_protocol_is_named() {
    for (game, word, place, change, named) in CASES {
        let mut tamper = changing(word, *place, change);
        let (played, last) = against(find(game), &quick_limits(), &mut tamper);
        is_violation(&played, last.as_ref(), named);
        let mut tamper = changing(word, *place, change);
        let (played, last) = against_challenger(find(game), &quick_limits(), &mut tamper);
        is_violation(&played.unwrap(), last.as_ref(), named);
    }
}

#[test]
fn repeated_messages_are_violations() {
    for (game, word) in [("footsteps", "commit"), ("footsteps", "reveal"), ("mancala8", "move")] {
        let mut twice = |found: &str, line: &str| {
            let times = if found == word { 2 } else { 1 };
            vec![line.to_owned(); times]
        };
        let (played, last) = against(find(game), &quick_limits(), &mut twice);
        is_violation(&played, last.as_ref(), word);
        let (played, last) = against_challenger(find(game), &quick_limits(), &mut twice);
        is_violation(&played.unwrap(), last.as_ref(), word);
    }
}

#[test]
fn a_peer_that_falls_silent_leaves_an_unfinished_match() {
    let reply = Duration::from_millis(300);
    let limits = PeerLimits {
        reply,
        patience: reply,
        patience_factor: 0,
        excess: Duration::from_secs(5),
        ..quick_limits()
    };
    for word in ["commit", "reveal", "move", "seal"] {
        let mut is_silent = false;
        let mut silent = |found: &str, line: &str| {
            is_silent |= found == word;
            if is_silent { Vec::new() } else { vec![line.to_owned()] }
        };
        let (played, last) = against(find("mancala8"), &limits, &mut silent);
        let (MatchEnd::Unfinished(why) | MatchEnd::Unsigned(why)) = &played.end else {
            panic!("{word}: it was signed");
        };
        assert!(matches!(why, PeerError::Silent { message, .. } if *message == word), "{why}");
        assert_eq!(why.kind(), EndKind::Incomplete);
        assert!(
            matches!(last, Some(PeerMessage::Error(abort)) if abort.why == AbortReason::Patience)
        );
        if word == "seal" {
            let record = played.record.unwrap();
            let signatures = certamen_peer::seal::verify_record(&record.to_bytes()).unwrap();
            assert!(!signatures.is_complete() && signatures.signed.len() == 1);
        }
    }
}

#[test]
fn refusals_have_their_reasons() {
    let retry = Duration::from_secs(77);
    let (game, limits) = (find("mancala8"), PeerLimits { unfinished: 3, retry, ..quick_limits() });
    let allowed = [CHALLENGER, [3; 32]].map(|raw| key(raw).public_key());
    let terms = OpenerTerms { only: allowed.to_vec(), ..terms(game, 5, &limits) };
    let opener = OpenSide::with(game, terms, "first");
    let address = opener.address;
    is_refused(answer(address, [9; 32], &[&hello()]), RefuseReason::Key);
    is_refused(answer(address, OPENER, &[&hello()]), RefuseReason::Key);
    let resume =
        json!({"type": "resume", "id": "00".repeat(32), "turn": 1, "digest": "00".repeat(32)});
    is_refused(answer(address, CHALLENGER, &[&resume.to_string()]), RefuseReason::Done);
    let old =
        json!({"type": "hello", "v": 9, "version": "1", "alias": "eva", "nonce": "00".repeat(32)});
    is_refused(answer(address, CHALLENGER, &[&old.to_string()]), RefuseReason::Rules);
    // Three unfinished matches; while one is played, another key is refused.
    for number in 0..3 {
        let mut waits = |word: &str, line: &str| {
            if word != "move" {
                return vec![line.to_owned()];
            }
            if number == 0 {
                let refuse = is_refused(answer(address, [3; 32], &[&hello()]), RefuseReason::Busy);
                assert_eq!(refuse.retry_s, Some(77));
            }
            vec!["no JSON".to_owned()]
        };
        let played = Puppet::call(address, CHALLENGER, &mut waits).play(game);
        let last = played.err().flatten().map(|last| *last);
        assert!(matches!(last, Some(PeerMessage::Error(_))), "{last:?}");
    }
    let refuse = is_refused(answer(address, CHALLENGER, &[&hello()]), RefuseReason::Limit);
    assert!(refuse.text.contains("the limit is 3") && refuse.text.contains("24 h"), "{refuse:?}");
    // Another key is not concerned.
    for _ in 0..2 {
        signed(&call_as([3; 32], &target(address), "first", &limits).unwrap());
    }
    assert_eq!(opener.matches().len(), 5);
}

#[test]
fn unreadable_first_messages_are_named_and_long_ones_end_the_connection() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let opener = OpenSide::start(game, 1, &limits);
    let address = opener.address;
    let long = "x".repeat((64 << 10) + 1);
    let early = json!({"type": "seal", "digest": "00".repeat(32), "signature": format!("{}==", "A".repeat(86))});
    let deep = format!(r#"{{"type":"hello","x":{}{}}}"#, "[".repeat(17), "]".repeat(17));
    for line in [long.as_str(), &early.to_string(), &deep, "no JSON", "{}", "\u{0}"] {
        match answer(address, CHALLENGER, &[line]) {
            Some(PeerMessage::Error(abort)) => assert_eq!(abort.why, AbortReason::Protocol),
            other => panic!("{other:?}"),
        }
    }
    let other = json!({"type": "accept", "offer": "00".repeat(32), "bot": "x"}).to_string();
    let mut connection = connect(address, CHALLENGER);
    connection.send(&hello()).unwrap();
    connection.send(&other).unwrap();
    let mut last = Vec::new();
    while let Ok(line) = connection.receive(soon()) {
        last = line;
    }
    assert!(String::from_utf8(last).unwrap().contains("another offer"));
    // The opener plays on.
    signed(&call(&target(address), "first", &limits).unwrap());
    signed(&opener.matches()[0]);
    is_refused(answer(address, CHALLENGER, &[&hello()]), RefuseReason::Done);
}

#[test]
fn connections_beyond_the_limits_and_without_handshake_are_closed() {
    let game = find("mancala8");
    let limits = PeerLimits { handshake: Duration::from_secs(20), ..PeerLimits::default() };
    let opener = Opener::listen("127.0.0.1:0", terms(game, 1, &limits), &Stop::default()).unwrap();
    let address = opener.address();
    let mut sockets: Vec<TcpStream> =
        (0..12).map(|_| TcpStream::connect(address).unwrap()).collect();
    // The first four may take their time for the handshake, and the others are closed.
    for (place, socket) in sockets.iter_mut().enumerate() {
        let time = if place < 4 { Duration::from_millis(50) } else { Duration::from_secs(20) };
        socket.set_read_timeout(Some(time)).unwrap();
        let is_open = socket.read(&mut [0]).is_err_and(|error| error.kind() == WouldBlock);
        assert_eq!(is_open, place < 4, "{place}");
    }
    // What is no handshake ends a connection.
    sockets[0].write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    sockets[0].set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut alert = Vec::new();
    sockets[0].read_to_end(&mut alert).unwrap();
    assert!(!alert.is_empty(), "TLS says what is wrong");
    drop(sockets);
    // Four were admitted; four more are within the minute, and no more.
    let try_one = || {
        let socket = TcpStream::connect(address).unwrap();
        let opener = key(OPENER).public_key();
        Connection::call(socket, opener, &TlsConfigs::new(&key(CHALLENGER)), &limits).is_ok()
    };
    let mut admitted = 0;
    // The places of the closed connections become free when their threads notice.
    wait_until(|| {
        admitted += u32::from(try_one());
        admitted == 4
    });
    for _ in 0..8 {
        admitted += u32::from(try_one());
    }
    assert_eq!(admitted, 4);
}

#[test]
fn another_key_is_shown_with_the_expected_one() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let opener = OpenSide::start(game, 1, &limits);
    let mut wrong = target(opener.address);
    wrong.key = key([7; 32]).public_key();
    let error = call(&wrong, "first", &limits).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&wrong.key.to_string()), "{text}");
    assert!(text.contains(&key(OPENER).public_key().to_string()), "{text}");
    assert_eq!(error.kind(), EndKind::Failed);
}

#[test]
fn no_handshake_means_no_line() {
    // A server that says nothing: the challenger gives up within the handshake's time.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let limits = PeerLimits { handshake: Duration::from_millis(200), ..quick_limits() };
    let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let configs = TlsConfigs::new(&key(CHALLENGER));
    let called = Connection::call(socket, key(OPENER).public_key(), &configs, &limits);
    assert!(matches!(called, Err(LinkError::Silent)));
}

#[test]
fn a_client_of_tls_1_2_is_refused_and_the_opener_plays_on() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let opener = OpenSide::start(game, 1, &limits);
    let mut socket = TcpStream::connect(opener.address).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    socket.write_all(&client_hello_of_tls_1_2()).unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).unwrap();
    // A fatal alert of two bytes: 70 is protocol_version.
    assert_eq!(answer, [21, 3, 3, 0, 2, 2, 70]);
    signed(&call(&target(opener.address), "first", &limits).unwrap());
    signed(&opener.matches()[0]);
}

/// The first message of a client that knows no later version: ECDHE with ECDSA, x25519, ed25519.
fn client_hello_of_tls_1_2() -> Vec<u8> {
    let extensions = [
        &[0, 10, 0, 4, 0, 2, 0, 29][..],
        &[0, 11, 0, 2, 1, 0],
        &[0, 13, 0, 4, 0, 2, 8, 7],
        &[0, 23, 0, 0],
    ]
    .concat();
    let length = |bytes: &[u8]| u16::try_from(bytes.len()).unwrap().to_be_bytes();
    let suites = [0xc0, 0x2b, 0xcc, 0xa9];
    let body = [
        &[3, 3][..],
        &[7; 32],
        &[0],
        &length(&suites),
        &suites,
        &[1, 0],
        &length(&extensions),
        &extensions,
    ]
    .concat();
    let message = [&[1, 0][..], &length(&body), &body].concat();
    [&[22, 3, 1][..], &length(&message), &message].concat()
}

#[test]
fn offers_that_cannot_be_played_are_refused_before_a_bot_is_made() {
    let cases: &[(Change, RefuseReason, &str)] = &[
        (|it| it["game"] = "../rules.py".into(), RefuseReason::Rules, "unknown game"),
        (|it| it["game"] = "nowhere".into(), RefuseReason::Rules, "unknown game"),
        (|it| it["rules"] = 99.into(), RefuseReason::Rules, "version 99"),
        (|it| it["options"] = json!({"pits": 0}), RefuseReason::Rules, "pits"),
        (|it| it["options"] = json!({"max_slots": 0}), RefuseReason::Rules, "max_slots"),
        (|it| it["conditions"]["memory"] = 1.into(), RefuseReason::Limit, "`memory`"),
        (|it| it["conditions"]["move_ms"] = 0.into(), RefuseReason::Limit, "10 to 3600000 ms"),
        (
            |it| it["conditions"]["move_ms"] = u64::MAX.into(),
            RefuseReason::Limit,
            "10 to 3600000 ms",
        ),
    ];
    let game = find("mancala8");
    for (change, why, words) in cases {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let target = target(listener.local_addr().unwrap());
        let called = thread::spawn(move || {
            let choose =
                |_: &Offer, _| -> Result<Choice<'static>, Message> { panic!("a bot is made") };
            with_request(&target, |request| challenge(request, choose, &mut |_| {}).err())
        });
        let mut tamper = changing("offer", 0, change);
        let offer = terms(game, 1, &quick_limits()).offer;
        let mut puppet = Puppet::open(listener.accept().unwrap().0, offer, &mut tamper);
        let last = puppet.begin().err().flatten().map(|last| *last);
        drop(puppet);
        let Some(PeerMessage::Refuse(refuse)) = last else { panic!("{words}: {last:?}") };
        assert_eq!(refuse.why, *why, "{}", refuse.text);
        assert!(refuse.text.contains(words), "{words}: {}", refuse.text);
        let error = called.join().unwrap().unwrap();
        assert!(matches!(error, PeerError::Objected(_)), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn what_is_wrong_with_the_own_bot_is_not_sent() {
    const SECRET: &str = "/home/ana/bots/secret.py: line 7";
    let (game, limits) = (find("mancala8"), quick_limits());
    // A challenger whose bot cannot be built.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = target(listener.local_addr().unwrap());
    let called = thread::spawn(move || {
        let choose = |_: &Offer, _| Err::<Choice<'static>, _>(Message::verbatim(SECRET));
        with_request(&to, |request| challenge(request, choose, &mut |_| {}).err())
    });
    let mut tamper = honest;
    let offer = terms(game, 1, &limits).offer;
    let mut puppet = Puppet::open(listener.accept().unwrap().0, offer, &mut tamper);
    let last = puppet.begin().err().flatten().map(|last| *last);
    drop(puppet);
    let Some(PeerMessage::Refuse(refuse)) = last else { panic!("{last:?}") };
    assert_eq!(refuse.text, "its bot cannot play");
    assert!(called.join().unwrap().unwrap().to_string().contains(SECRET), "its user sees it");
    // An opener whose bot cannot be started.
    let seat = |_: &_, _| Err(Void::Ours(Message::verbatim(SECRET)));
    let opener = OpenSide::seating(game, terms(game, 1, &limits), seat);
    let called = call(&target(opener.address), "first", &limits).unwrap();
    let MatchEnd::Unfinished(PeerError::Aborted(why, text)) = called.end else { panic!() };
    assert_eq!((why, &*text), (AbortReason::Failed, "its bot cannot play"));
    let MatchEnd::Unfinished(why) = opener.matches().remove(0).end else { panic!() };
    assert!(why.to_string().contains(SECRET), "{why}");
}

/// A request of a challenger to `target`.
fn with_request<T>(target: &certamen_peer::Target, then: impl FnOnce(&Challenge<'_>) -> T) -> T {
    then(&Challenge {
        target,
        key: &key(CHALLENGER),
        alias: "beto",
        limits: &quick_limits(),
        stop: &Stop::default(),
        random: &Random::system(),
        find: &certamen_games::find,
    })
}

#[test]
fn the_slower_of_two_that_accept_learns_that_the_opener_is_busy() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let opener = Opener::listen("127.0.0.1:0", terms(game, 2, &limits), &Stop::default()).unwrap();
    let mut connections = [CHALLENGER, [3; 32]].map(|raw| connect(opener.address(), raw));
    // Both have an offer before one accepts it.
    let accepts = connections.each_mut().map(|connection| {
        connection.send(&hello()).unwrap();
        connection.receive(soon()).unwrap();
        let offer = Hash::of(&connection.receive(soon()).unwrap());
        json!({"type": "accept", "offer": offer, "bot": "x"}).to_string()
    });
    let [first, second] = &mut connections;
    first.send(&accepts[0]).unwrap();
    let NextCall::Call(_call) = opener.next() else { panic!("no call") };
    second.send(&accepts[1]).unwrap();
    let line = second.receive(soon()).unwrap();
    is_refused(Some(PeerMessage::read(&line, &limits).unwrap()), RefuseReason::Busy);
}
