//! Two honest ends on loopback.

use certamen_game::{DynGame, Map, MatchRecord, Player, Seat, Table, Void, builtin::Arguments};
use certamen_peer::{
    Challenge, Choice, MatchEnd, NextCall, Offer, Opener, OpenerTerms, PeerError, PeerEvent,
    PeerLimits, PeerMatch, Random, SeatPlayer, Stop, Target, challenge, identity::PrivateKey,
};
use std::{net::SocketAddr, thread, time::Duration};

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
    let offer = Offer::new(game, Map::new(), Duration::from_secs(10), limits).unwrap();
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
    let own = key(CHALLENGER);
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
