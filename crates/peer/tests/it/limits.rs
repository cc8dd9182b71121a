//! Every limit of [`PeerLimits`] that the tests of hostile ends do not reach.

use crate::{
    puppet::{Puppet, honest},
    support::{
        CHALLENGER, OpenSide, answer, call, connect, find, hello, is_refused, quick_limits, signed,
        soon, target, terms, timed_terms,
    },
};
use certamen_game::{Budget, Failure, Player, Reply, Termination, View};
use certamen_peer::{
    AbortReason, EndKind, MatchEnd, NextCall, Opener, OpenerTerms, PeerError, PeerLimits,
    PeerMatch, PeerMessage, RefuseReason, Stop,
};
use serde_json::{Value, json};
use std::{
    io::Read,
    net::{SocketAddr, TcpStream},
    sync::mpsc::{Receiver, channel},
    thread::park_timeout,
    time::{Duration, Instant},
};

const SHORT: Duration = Duration::from_millis(200);

#[track_caller]
fn unfinished(played: &PeerMatch) -> &PeerError {
    let MatchEnd::Unfinished(why) = &played.end else { panic!("{:?}", played.end) };
    why
}

/// Reads until the other side closes, and how long that took.
fn until_closed(socket: &mut TcpStream) -> Duration {
    let started = Instant::now();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    socket.read_to_end(&mut Vec::new()).unwrap();
    started.elapsed()
}

#[test]
fn no_handshake_and_no_first_message_in_time_close_the_connection() {
    let handshake = 5 * SHORT;
    let limits = PeerLimits { handshake, ..quick_limits() };
    let opener = OpenSide::start(find("mancala8"), 1, &limits);
    let mut silent = TcpStream::connect(opener.address).unwrap();
    let time = until_closed(&mut silent);
    assert!((handshake / 2..10 * handshake).contains(&time), "{time:?}");
    let mut connection = connect(opener.address, CHALLENGER);
    assert!(connection.receive(soon()).is_err());
    signed(&call(&target(opener.address), "first", &PeerLimits::default()).unwrap());
    signed(&opener.matches()[0]);
}

#[test]
fn an_offer_that_is_not_accepted_in_time_ends_the_conversation() {
    let limits = PeerLimits { accept: SHORT, ..quick_limits() };
    let opener = OpenSide::start(find("mancala8"), 1, &limits);
    let mut connection = connect(opener.address, CHALLENGER);
    connection.send(&hello()).unwrap();
    let lines = [(); 3].map(|()| connection.receive(soon()).unwrap());
    let Ok(PeerMessage::Error(abort)) = PeerMessage::read(&lines[2], &limits) else { panic!() };
    assert!(abort.text.contains("in time"), "{}", abort.text);
    assert!(connection.receive(soon()).is_err());
    signed(&call(&target(opener.address), "first", &limits).unwrap());
}

#[test]
fn connections_beyond_the_number_of_all_are_closed() {
    let limits =
        PeerLimits { connections: 3, connections_per_address: usize::MAX, ..quick_limits() };
    let opener = OpenSide::start(find("mancala8"), 1, &limits);
    let open = [(); 3].map(|()| connect(opener.address, CHALLENGER));
    let mut fourth = TcpStream::connect(opener.address).unwrap();
    assert!(until_closed(&mut fourth) < limits.handshake / 2);
    drop(open);
}

#[test]
fn bytes_before_the_match_and_in_it_are_limited() {
    let limits = PeerLimits { bytes_before_match: 4 << 10, bytes: 8 << 10, ..quick_limits() };
    let game = find("mancala8");
    let opener = OpenSide::start(game, 1, &limits);
    let long = json!({
        "type": "hello", "v": 1, "version": "1", "alias": "eva", "nonce": "00".repeat(32),
        "more": "x".repeat(5 << 10),
    });
    let mut connection = connect(opener.address, CHALLENGER);
    // Sent with the last bytes of the handshake, it would be too much for that, which has no answer.
    std::thread::sleep(Duration::from_millis(300));
    connection.send(&long.to_string()).unwrap();
    let line = connection.receive(soon()).unwrap();
    let Ok(PeerMessage::Error(abort)) = PeerMessage::read(&line, &limits) else { panic!() };
    assert!(abort.text.contains("more than 4096 bytes"), "{}", abort.text);
    let mut tamper = |word: &str, line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        if word == "move" {
            value["more"] = "x".repeat(9 << 10).into();
        }
        vec![value.to_string()]
    };
    let last = Puppet::call(opener.address, CHALLENGER, &mut tamper).play(game);
    assert!(last.is_err());
    let played = opener.matches().remove(0);
    let why = unfinished(&played);
    assert_eq!(why.kind(), EndKind::Failed);
    assert!(why.to_string().contains("more than 8192 bytes"), "{why}");
}

#[test]
fn turns_and_the_record_are_limited() {
    for limits in
        [PeerLimits { turns: 3, ..quick_limits() }, PeerLimits { record: 200, ..quick_limits() }]
    {
        let opener = OpenSide::start(find("mancala8"), 1, &limits);
        let called = call(&target(opener.address), "first", &limits).unwrap();
        let record = signed(&called);
        assert_eq!(record.outcome.as_ref().unwrap().termination, Termination::Limit);
        assert!(record.turns.len() <= 8, "{}", record.turns.len());
        assert_eq!(record.to_bytes(), signed(&opener.matches()[0]).to_bytes());
    }
}

#[test]
fn waits_beyond_the_time_for_moves_are_limited_in_all() {
    let (game, excess) = (find("mancala8"), SHORT);
    let limits = PeerLimits { excess, ..quick_limits() };
    let opener = OpenSide::with(game, timed_terms(game, SHORT, 1, &limits), "random");
    let started = Instant::now();
    let mut moves = 0;
    let mut silent = |word: &str, line: &str| {
        moves += u32::from(word == "move");
        // The first move has extra time.
        if word == "move" && moves > 1 { Vec::new() } else { vec![line.to_owned()] }
    };
    let last = Puppet::call(opener.address, CHALLENGER, &mut silent).play(game);
    let last = last.err().flatten().map(|last| *last);
    assert!(matches!(last, Some(PeerMessage::Error(abort)) if abort.why == AbortReason::Patience));
    let played = opener.matches().remove(0);
    assert!(matches!(unfinished(&played), PeerError::Silent { message: "move", .. }));
    // Far less than the patience of thirty seconds.
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn a_connection_that_is_not_restored_in_time_leaves_an_unfinished_match() {
    let game = find("mancala8");
    for limits in [
        PeerLimits { reconnect: SHORT, ..quick_limits() },
        // The time for all interruptions counts, too.
        PeerLimits { reconnect: Duration::from_secs(60), excess: SHORT, ..quick_limits() },
    ] {
        let opener = OpenSide::start(game, 1, &limits);
        let started = Instant::now();
        let mut tamper = honest;
        let mut puppet = Puppet::call(opener.address, CHALLENGER, &mut tamper);
        puppet.begin().unwrap();
        drop(puppet);
        let played = opener.matches().remove(0);
        assert!(matches!(unfinished(&played), PeerError::Gone { .. }), "{}", unfinished(&played));
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }
}

/// The line with which a connection resumes a match after this many lines of its record.
fn resume(puppet: &Puppet<'_>) -> String {
    let digest = "00".repeat(32);
    json!({"type": "resume", "id": puppet.id, "turn": 1_000_000, "digest": digest}).to_string()
}

#[test]
fn who_resumes_again_and_again_does_not_gain_time() {
    let game = find("footsteps");
    let short = PeerLimits { patience_factor: 0, patience: SHORT, ..quick_limits() };
    for (limits, is_kept) in [
        // Each connection ends before the next one is there: the interruptions count.
        (PeerLimits { excess: 5 * SHORT, ..short.clone() }, false),
        // The next one is there before: the waits count. A first move has five seconds more.
        (short, true),
    ] {
        let opener = OpenSide::start(game, 1, &limits);
        let mut tamper = honest;
        let mut puppet = Puppet::call(opener.address, CHALLENGER, &mut tamper);
        puppet.begin().unwrap();
        let started = Instant::now();
        let mut kept = None;
        // Its move is due, and it says only that it is there.
        loop {
            assert!(started.elapsed() < Duration::from_secs(60), "the opener still waits");
            let mut connection = connect(opener.address, CHALLENGER);
            connection.send(&resume(&puppet)).unwrap();
            let line = connection.receive(soon());
            let answer = line.ok().map(|line| PeerMessage::read(&line, &limits).unwrap());
            if matches!(answer, Some(PeerMessage::Refuse(_) | PeerMessage::Error(_))) {
                break;
            }
            park_timeout(SHORT / 10);
            kept = Some(connection).filter(|_| is_kept);
        }
        drop(kept);
        let played = opener.matches().remove(0);
        let why = unfinished(&played);
        assert_eq!(why.kind(), EndKind::Incomplete, "{why}");
        if is_kept {
            assert!(matches!(why, PeerError::Silent { message: "commit", turn: 1, .. }), "{why}");
        }
    }
}

/// Thinks until it may act.
struct Thinker(Receiver<()>);

impl Player for Thinker {
    fn act(&mut self, _view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let _ = self.0.recv();
        Err(Failure::Left)
    }
}

#[test]
fn of_the_connections_that_resume_a_match_only_the_last_is_kept() {
    let (game, limits) = (find("footsteps"), quick_limits());
    let (act, acts) = channel();
    let mut acts = Some(acts);
    let seat = move |_: &_, _| Ok(Box::new(Thinker(acts.take().unwrap())) as Box<dyn Player>);
    let opener = OpenSide::seating(game, terms(game, 1, &limits), seat);
    let mut tamper = honest;
    let mut puppet = Puppet::call(opener.address, CHALLENGER, &mut tamper);
    puppet.begin().unwrap();
    let line = resume(&puppet);
    let again = |address: SocketAddr| {
        let mut connection = connect(address, CHALLENGER);
        connection.send(&line).unwrap();
        connection
    };
    let mut earlier = again(opener.address);
    // Each is closed when the next one is there, while the opener's bot still thinks.
    for _ in 0..20 {
        let next = again(opener.address);
        assert!(earlier.receive(soon()).is_err());
        earlier = next;
    }
    drop(act);
    assert_eq!(opener.matches().remove(0).end.kind(), EndKind::Stopped);
}

#[test]
fn unfinished_matches_are_forgotten_after_a_time() {
    let limits = PeerLimits { unfinished: 1, memory: 5 * SHORT, ..quick_limits() };
    let game = find("mancala8");
    let opener = OpenSide::start(game, 2, &limits);
    let mut tamper = honest;
    Puppet::call(opener.address, CHALLENGER, &mut tamper).begin().unwrap();
    // The opener waits for another connection before it gives up.
    let mut refused = 0;
    loop {
        match call(&target(opener.address), "first", &limits) {
            Ok(played) => break drop(signed(&played).clone()),
            Err(PeerError::Refused(refuse)) if refuse.why == RefuseReason::Limit => refused += 1,
            Err(why) => panic!("{why}"),
        }
    }
    assert!(refused > 0, "one unfinished match is the limit");
    assert_eq!(opener.matches().len(), 2);
}

#[test]
fn no_match_begins_after_the_time_in_the_terms() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let until = Some(Instant::now());
    let terms = OpenerTerms { until, ..terms(game, 5, &limits) };
    let opener = Opener::listen("127.0.0.1:0", terms, &Stop::default()).unwrap();
    let refuse = is_refused(answer(opener.address(), CHALLENGER, &[&hello()]), RefuseReason::Done);
    assert!(refuse.text.contains("no challenge"), "{}", refuse.text);
    assert!(matches!(opener.next(), NextCall::Closed));
}
