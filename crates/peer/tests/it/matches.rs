//! Honest matches: equal records, fair seeds, valid signatures.

use crate::support::{
    CHALLENGER, OpenSide, builtin, call, find, games_in_scope, key, quick_limits, signed, target,
    terms,
};
use certamen_game::{
    Budget, Failure, Fault, MatchRecord, Player, Reply, Rng, Termination, View, replay,
};
use certamen_peer::{
    AbortReason, Challenge, Choice, EndKind, MatchEnd, Offer, PeerError, PeerEvent, PeerMatch,
    Random, SeatPlayer, Stop, challenge, seal,
};
use serde_json::Value;
use std::time::Duration;

fn pair(game: &str, player: &'static str) -> [PeerMatch; 2] {
    let limits = quick_limits();
    let opener = OpenSide::start(find(game), 1, &limits);
    let challenger = call(&target(opener.address), player, &limits).unwrap();
    [opener.matches().remove(0), challenger]
}

#[test]
fn both_sides_of_each_game_in_scope_write_equal_signed_records() {
    let games = games_in_scope();
    let slugs: Vec<&str> = games.iter().map(|game| game.info().slug).collect();
    assert!(slugs.contains(&"mancala8") && slugs.contains(&"footsteps"), "{slugs:?}");
    for game in games {
        let slug = game.info().slug;
        let both = pair(slug, "random");
        let [opener, challenger] = both.each_ref().map(|played| signed(played).to_bytes());
        assert_eq!(opener, challenger, "{slug}");
        let seats = both.each_ref().map(|played| played.own.unwrap());
        assert_eq!(seats[0], seats[1].other());
        let signatures = seal::verify_record(&opener).unwrap();
        assert!(signatures.is_complete());
        assert_eq!(signatures.header.opener, seats[0]);
        let record = signed(&both[0]);
        let end = replay::replay(game, record, &mut |_| {}).unwrap();
        assert_eq!(end.outcome(), record.outcome.as_ref());
    }
}

#[test]
fn a_changed_record_is_not_verified() {
    let [played, _] = pair("mancala8", "first");
    let bytes = signed(&played).to_bytes();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(seal::verify_record(&bytes).is_ok());
    let last = text.trim_end().rfind('\n').unwrap();
    // The digest covers all lines before the last: some of their bytes stand for all.
    for position in (0..last).step_by(97).chain(last..text.len() - 1) {
        let mut changed = bytes.clone();
        changed[position] ^= 1;
        let verified = seal::verify_record(&changed);
        assert!(verified.is_err(), "byte {position}");
    }
}

/// `record` with another value, and the digest and all signatures that there were.
fn with(record: &MatchRecord, change: impl Fn(&mut MatchRecord)) -> Vec<u8> {
    let mut record = record.clone();
    change(&mut record);
    record.to_bytes()
}

#[test]
fn exchanged_keys_seats_and_signatures_are_not_verified() {
    let [played, _] = pair("mancala8", "first");
    let record = signed(&played);
    let problem = |change: &dyn Fn(&mut MatchRecord)| {
        seal::verify_record(&with(record, change)).unwrap_err().to_string()
    };
    let exchange = |key: &'static str| {
        move |record: &mut MatchRecord| {
            record.table.extra["peer"][key].as_array_mut().unwrap().reverse();
        }
    };
    assert!(problem(&exchange("keys")).contains("seed"));
    assert!(problem(&exchange("halves")).contains("seed"));
    assert!(problem(&|record| record.table.seats.reverse()).contains("signature"));
    assert!(problem(&|record| record.table.seed ^= 1).contains("seed"));
    assert!(problem(&exchange("aliases")).contains("signature"));
    let reversed = |record: &mut MatchRecord| {
        record.extra["signatures"].as_array_mut().unwrap().reverse();
    };
    assert!(problem(&reversed).contains("signature"));
    let none = |record: &mut MatchRecord| drop(record.extra.remove("signatures"));
    assert!(problem(&none).contains("no signature"));
    let swapped = problem(&|record| {
        let list = record.extra["signatures"].as_array_mut().unwrap();
        let first = list[0]["signature"].clone();
        list[0]["signature"] = list[1]["signature"].clone();
        list[1]["signature"] = first;
    });
    assert!(swapped.contains("signature"), "{swapped}");
    let alone = with(record, |record| {
        record.extra["signatures"].as_array_mut().unwrap().pop();
    });
    assert!(!seal::verify_record(&alone).unwrap().is_complete());
    let twice = problem(&|record| {
        let list = record.extra["signatures"].as_array_mut().unwrap();
        list[1] = list[0].clone();
    });
    assert!(twice.contains("signature"), "{twice}");
}

#[test]
fn a_thousand_matches_are_equal_and_their_seeds_are_evenly_distributed() {
    const MATCHES: u32 = 1_000;
    let (game, limits) = (find("footsteps"), quick_limits());
    let opener = OpenSide::start(game, MATCHES, &limits);
    let target = target(opener.address);
    let called: Vec<Vec<u8>> = (0..MATCHES)
        .map(|_| signed(&call(&target, "random", &limits).unwrap()).to_bytes())
        .collect();
    let opened = opener.matches();
    let (mut seats, mut bits) = ([0_u32; 2], [0_u32; 53]);
    let mut predicted = 0;
    for (opened, called) in opened.iter().zip(&called) {
        let record = signed(opened);
        assert_eq!(&record.to_bytes(), called);
        assert!(seal::verify_record(called).unwrap().is_complete());
        seats[opened.own.unwrap().index()] += 1;
        for (place, count) in bits.iter_mut().enumerate() {
            *count += (record.table.seed >> place & 1) as u32;
        }
        predicted += u32::from(is_predicted(record));
    }
    // Six standard deviations of 1,000 fair coins are 95.
    let is_even = |count: &u32| count.abs_diff(MATCHES / 2) <= 95;
    assert!(seats.iter().all(is_even) && bits.iter().all(is_even), "{seats:?} {bits:?}");
    assert!(predicted < MATCHES / 10, "{predicted}");
}

/// Whether the first moves are those of built-in players that draw with the seed of the record.
fn is_predicted(record: &MatchRecord) -> bool {
    let game = find("footsteps");
    let mut arbiter = certamen_game::arbiter::Arbiter::start(game, record.table.clone()).unwrap();
    let moves = &record.turns[0].moves;
    let drawn = moves.iter().all(|entry| {
        let mut rng = Rng::of_player(record.table.seed, entry.seat, 1);
        let play = arbiter.state().sample(entry.seat, &mut rng).unwrap();
        entry.action == Some(play.text())
    });
    arbiter.replay(&record.turns[0]).unwrap();
    drawn
}

#[test]
fn readers_that_know_nothing_of_peers_keep_the_keys() {
    let [played, _] = pair("footsteps", "last");
    let bytes = signed(&played).to_bytes();
    let (record, seal) = MatchRecord::read(&bytes).unwrap();
    assert_eq!(seal, certamen_game::record::Seal::Sound);
    assert_eq!(record.to_bytes(), bytes);
    let header: Value =
        serde_json::from_slice(bytes.split(|it| *it == b'\n').next().unwrap()).unwrap();
    assert_eq!(header["peer"]["v"], 1);
    for seat in header["seats"].as_array().unwrap() {
        assert_eq!((&seat["via"], seat.get("tier")), (&"peer".into(), None), "{seat}");
    }
    assert_eq!(record.table.extra["peer"]["aliases"][0], "ana");
    assert!(record.turns.iter().all(|turn| turn.moves.len() == 2), "{header}");
}

/// Fails in its first turn.
struct Failing(Result<Duration, Fault>);

impl Player for Failing {
    fn act(&mut self, _view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let charged = self.0.map_err(Failure::Fault)?;
        let given = "\u{1b}[2J".into();
        Ok(Reply { given, charged, wall: charged, pondered: Duration::ZERO })
    }
}

#[test]
fn faults_of_the_own_player_are_moves_that_both_sign() {
    let (game, limits) = (find("footsteps"), quick_limits());
    let short = Duration::from_millis(1);
    for (way, fault) in [
        (Ok(short), Fault::Illegal),
        // More than the time for a move, which only built-in players are not kept from.
        (Ok(Duration::from_secs(11)), Fault::Timeout),
        (Err(Fault::Timeout), Fault::Timeout),
        (Err(Fault::Crash), Fault::Crash),
    ] {
        let seat = move |_: &_, _| Ok(Box::new(Failing(way)) as Box<dyn Player>);
        let opener = OpenSide::seating(game, terms(game, 1, &limits), seat);
        let called = call(&target(opener.address), "first", &limits).unwrap();
        let opened = opener.matches().remove(0);
        assert_eq!(signed(&called).to_bytes(), signed(&opened).to_bytes());
        let outcome = signed(&opened).outcome.clone().unwrap();
        assert_eq!((outcome.termination, outcome.reason), (Termination::Forfeit, Some(fault)));
        assert_eq!(outcome.seats, [opened.own.unwrap()]);
        let text = String::from_utf8(signed(&opened).to_bytes()).unwrap();
        assert!(!text.contains('\u{1b}'));
    }
}

#[test]
fn who_stops_says_so_and_the_other_side_is_not_at_fault() {
    let (game, limits) = (find("mancala8"), quick_limits());
    let opener = OpenSide::start(game, 1, &limits);
    let (target, own, stop) = (target(opener.address), key(CHALLENGER), Stop::default());
    let request = Challenge {
        target: &target,
        key: &own,
        alias: "beto",
        limits: &limits,
        stop: &stop,
        random: &Random::system(),
        find: &certamen_games::find,
    };
    let choose = |_: &Offer, game| {
        let seat: Box<SeatPlayer<'_>> = Box::new(builtin(game, "first"));
        Ok(Choice { bot: "first".to_owned(), digest: None, seat })
    };
    let mut watch = |event: &PeerEvent<'_>| {
        if let PeerEvent::Turn(_) = event {
            stop.set();
        }
    };
    let called = challenge(&request, choose, &mut watch).unwrap();
    assert_eq!(called.end.kind(), EndKind::Stopped);
    assert!(called.record.is_some_and(|record| !record.turns.is_empty()));
    let opened = opener.matches().remove(0);
    let MatchEnd::Unfinished(why) = &opened.end else { panic!("it was finished") };
    assert!(matches!(why, PeerError::Aborted(AbortReason::Left, _)), "{why}");
    assert_eq!(why.kind(), EndKind::Incomplete);
}
