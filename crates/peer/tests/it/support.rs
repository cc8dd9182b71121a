//! Two honest ends on loopback.

use certamen_game::{DynGame, Map, MatchRecord, Player, Seat, Table, Void, builtin::Arguments};
use certamen_peer::{
    Challenge, Choice, Connection, MatchEnd, NextCall, Offer, Opener, OpenerTerms, PeerError,
    PeerEvent, PeerLimits, PeerMatch, PeerMessage, Random, Refuse, RefuseReason, SeatPlayer, Stop,
    Target, TlsConfigs, challenge, identity::PrivateKey,
};
use serde_json::json;
use std::{
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

pub(crate) const OPENER: [u8; 32] = [1; 32];
pub(crate) const CHALLENGER: [u8; 32] = [2; 32];

pub(crate) fn key(raw: [u8; 32]) -> PrivateKey {
    PrivateKey::from_raw(raw)
}

pub(crate) fn find(game: &str) -> &'static dyn DynGame {
    certamen_games::find(game).unwrap()
}

/// The games that two machines can play, with small options.
pub(crate) fn games_in_scope() -> Vec<&'static dyn DynGame> {
    let all = certamen_games::ALL.iter().copied();
    all.filter(|game| certamen_peer::check_scope(*game).is_ok()).collect()
}

/// Limits under which a test need not wait long, and may call often.
pub(crate) fn quick_limits() -> PeerLimits {
    PeerLimits {
        arrivals_per_address: usize::MAX,
        reconnect: Duration::from_secs(2),
        unfinished: usize::MAX,
        ..PeerLimits::default()
    }
}

pub(crate) fn terms(game: &dyn DynGame, matches: u32, limits: &PeerLimits) -> OpenerTerms {
    timed_terms(game, Duration::from_secs(10), matches, limits)
}

/// The same with another time for a move.
pub(crate) fn timed_terms(
    game: &dyn DynGame,
    move_time: Duration,
    matches: u32,
    limits: &PeerLimits,
) -> OpenerTerms {
    let offer = Offer::new(game, Map::new(), move_time, limits).unwrap();
    OpenerTerms {
        key: key(OPENER),
        alias: "ana".to_owned(),
        offer: offer.by("random", None, matches),
        only: Vec::new(),
        until: None,
        limits: limits.clone(),
        random: Random::system(),
    }
}

pub(crate) fn builtin(
    game: &'static dyn DynGame,
    name: &'static str,
) -> impl FnMut(&Table, Seat) -> Result<Box<dyn Player>, Void> {
    move |_, _| Ok(game.builtin_player(name, &Arguments::default()).unwrap())
}

pub(crate) fn target(address: SocketAddr) -> Target {
    Target { address: address.to_string(), key: key(OPENER).public_key() }
}

/// Calls `target` and plays one match of a built-in player.
pub(crate) fn call(
    target: &Target,
    player: &'static str,
    limits: &PeerLimits,
) -> Result<PeerMatch, PeerError> {
    call_as(CHALLENGER, target, player, limits)
}

/// The same with another key.
pub(crate) fn call_as(
    raw: [u8; 32],
    target: &Target,
    player: &'static str,
    limits: &PeerLimits,
) -> Result<PeerMatch, PeerError> {
    let own = key(raw);
    let request = Challenge {
        target,
        key: &own,
        alias: "beto",
        limits,
        stop: &Stop::default(),
        random: &Random::system(),
        find: &certamen_games::find,
    };
    let choose = |_: &Offer, game| {
        let seat: Box<SeatPlayer<'_>> = Box::new(builtin(game, player));
        Ok(Choice { bot: player.to_owned(), digest: None, seat })
    };
    challenge(&request, choose, &mut |_| {})
}

/// An opener that plays all its matches with a built-in player in another thread.
pub(crate) struct OpenSide {
    pub(crate) address: SocketAddr,
    thread: thread::JoinHandle<Vec<PeerMatch>>,
}

impl OpenSide {
    pub(crate) fn start(game: &'static dyn DynGame, matches: u32, limits: &PeerLimits) -> OpenSide {
        OpenSide::with(game, terms(game, matches, limits), "random")
    }

    pub(crate) fn with(
        game: &'static dyn DynGame,
        terms: OpenerTerms,
        player: &'static str,
    ) -> OpenSide {
        OpenSide::seating(game, terms, builtin(game, player))
    }

    pub(crate) fn seating(
        game: &'static dyn DynGame,
        terms: OpenerTerms,
        mut seat: impl FnMut(&Table, Seat) -> Result<Box<dyn Player>, Void> + Send + 'static,
    ) -> OpenSide {
        let matches = terms.offer.left;
        let opener = Opener::listen("127.0.0.1:0", terms, &Stop::default()).unwrap();
        let address = opener.address();
        let thread = thread::spawn(move || {
            let mut played = Vec::new();
            for _ in 0..matches {
                let NextCall::Call(call) = opener.next() else { panic!("no call") };
                played.push(opener.play(call, game, &mut seat, &mut ignore));
            }
            played
        });
        OpenSide { address, thread }
    }

    pub(crate) fn matches(self) -> Vec<PeerMatch> {
        self.thread.join().unwrap()
    }
}

fn ignore(_: &PeerEvent<'_>) {}

/// The record of a match that both signed.
#[track_caller]
pub(crate) fn signed(played: &PeerMatch) -> &MatchRecord {
    assert!(matches!(played.end, MatchEnd::Signed), "{:?}", played.end);
    played.record.as_ref().unwrap()
}

/// A connection of `raw` to an opener.
pub(crate) fn connect(address: SocketAddr, raw: [u8; 32]) -> Connection {
    let socket = TcpStream::connect(address).unwrap();
    let opener = key(OPENER).public_key();
    Connection::call(socket, opener, &TlsConfigs::new(&key(raw)), &PeerLimits::default()).unwrap()
}

/// What an opener answers to these lines.
pub(crate) fn answer(address: SocketAddr, raw: [u8; 32], lines: &[&str]) -> Option<PeerMessage> {
    let mut connection = connect(address, raw);
    for line in lines {
        connection.send(line).unwrap();
    }
    let line = connection.receive(soon()).ok()?;
    Some(PeerMessage::read(&line, &PeerLimits::default()).unwrap())
}

pub(crate) fn hello() -> String {
    json!({"type": "hello", "v": 1, "version": "1", "alias": "eva", "nonce": "00".repeat(32)})
        .to_string()
}

#[track_caller]
pub(crate) fn is_refused(answer: Option<PeerMessage>, why: RefuseReason) -> Refuse {
    match answer {
        Some(PeerMessage::Refuse(refuse)) => {
            assert_eq!(refuse.why, why, "{}", refuse.text);
            assert_eq!(refuse.retry_s.is_some(), why == RefuseReason::Busy);
            refuse
        }
        other => panic!("{other:?}"),
    }
}

/// When a test no longer waits.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

/// Waits for what another thread does next.
#[track_caller]
pub(crate) fn wait_until(mut done: impl FnMut() -> bool) {
    let deadline = soon();
    while !done() {
        assert!(Instant::now() < deadline, "it does not happen");
        thread::yield_now();
    }
}
