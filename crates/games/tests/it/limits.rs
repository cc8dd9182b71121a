//! A match that does not end is ended, and no match that is announced gets there.

use certamen_game::{
    Conditions, Given, Map, MatchRecord, Seat, Table, Termination,
    arbiter::{Answer, Arbiter},
    conformance::check_match,
    record::{BYTES, TURNS},
    replay::{compare, replay},
};
use certamen_games::ALL;
use serde_json::json;
use std::time::Duration;

/// A match of FootSteps in which both bid the same again and again, under these limits; at most so
/// many turns of it.
fn equal_bids(turns: Option<u64>, bytes: Option<u64>, most: usize) -> Arbiter {
    let game = certamen_games::find("footsteps").unwrap();
    let options: Map = [("points".to_owned(), json!(1_000_000_000))].into_iter().collect();
    let usual = Conditions::usual(1000, 1 << 28, "D");
    let table = Table::new(game)
        .options(options)
        .seats(["a", "b"].map(certamen_game::SeatEntry::named))
        .conditions(Conditions { turns, bytes, ..usual });
    let mut arbiter = Arbiter::start(game, table).unwrap();
    while arbiter.outcome().is_none() && arbiter.turns().len() < most {
        let answer = |seat| Answer {
            seat: Seat(seat),
            given: Ok(Given::Text("1".to_owned())),
            charged: Duration::from_micros(123),
            pondered: Duration::ZERO,
            asleep: Duration::ZERO,
        };
        arbiter.answer(vec![answer(0), answer(1)]).unwrap();
    }
    arbiter
}

fn replays(record: &MatchRecord) {
    let (read, _) = MatchRecord::read(&record.to_bytes()).unwrap();
    let game = certamen_games::find("footsteps").unwrap();
    let end = replay(game, &read, &mut |_| {}).unwrap();
    let differences = compare(record.outcome.as_ref().unwrap(), end.outcome().unwrap());
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a_match_ends_at_its_limit_of_turns_and_replays() {
    let record = equal_bids(Some(500), None, 1000).into_record();
    let outcome = record.outcome.clone().unwrap();
    assert_eq!(record.turns.len(), 500);
    assert_eq!((outcome.scores, outcome.termination), (vec![0.5, 0.5], Termination::Limit));
    assert_eq!(outcome.detail["points"], json!([999_999_500, 999_999_500]));
    replays(&record);
}

#[test]
fn a_match_ends_at_its_limit_of_bytes_and_replays() {
    let record = equal_bids(None, Some(10_000), 1000).into_record();
    let length = record.to_bytes().len();
    assert!((10_000..11_000).contains(&length), "{length}");
    assert_eq!(record.outcome.as_ref().unwrap().termination, Termination::Limit);
    replays(&record);
}

#[test]
fn a_record_without_limits_has_none() {
    assert!(equal_bids(None, None, 2000).outcome().is_none());
    // One turn fewer than the limit is not the limit.
    assert!(equal_bids(Some(2001), None, 2000).outcome().is_none());
}

#[test]
fn endless_equal_bids_fill_no_memory() {
    let bounded = Conditions::usual(1000, 1 << 28, "D").bounded();
    let arbiter = equal_bids(bounded.turns, bounded.bytes, usize::MAX);
    assert_eq!(arbiter.outcome().unwrap().termination, Termination::Limit);
    // A turn of two moves with nothing extra takes less than a KiB in memory.
    assert!(arbiter.turns().len() < 150_000, "{}", arbiter.turns().len());
    let length = arbiter.into_record().to_bytes().len() as u64;
    assert!(length < BYTES + 4096, "{length}");
}

#[test]
fn games_of_points_count_them_as_they_stand() {
    let game = certamen_games::find("coins").unwrap();
    let record = check_match(game, Map::new(), 3, 1, 1000).unwrap();
    let mut table = record.table.clone();
    table.conditions.turns = Some(3);
    let mut arbiter = Arbiter::start(game, table).unwrap();
    for turn in &record.turns[..3] {
        arbiter.replay(turn).unwrap();
    }
    let outcome = arbiter.outcome().unwrap();
    assert_eq!((outcome.scores.len(), outcome.termination), (3, Termination::Limit));
    assert!(outcome.scores.iter().any(|score| *score != outcome.scores[0]), "{outcome:?}");
    assert_eq!(outcome.scores, arbiter.state().forfeit(certamen_game::Seats::NONE).scores);
}

#[test]
fn no_usual_match_comes_near_its_limits() {
    for game in ALL {
        let seats = *game.info().seats.end().min(&8);
        for seed in 0..3 {
            let record = check_match(*game, Map::new(), seats, seed, 10_000).unwrap();
            let (turns, bytes) = (record.turns.len() as u64, record.to_bytes().len() as u64);
            let slug = game.info().slug;
            assert!(turns * 100 < TURNS, "{slug}: {turns} turns");
            assert!(bytes * 20 < BYTES, "{slug}: {bytes} bytes");
        }
    }
}

#[test]
fn a_match_of_an_announced_size_fits_whatever_is_bid() {
    let game = certamen_games::find("footsteps").unwrap();
    let of = |points: u64| {
        game.longest_record(&[("points".to_owned(), json!(points))].into_iter().collect())
    };
    // A match of the usual size stores no more than before.
    assert_eq!([of(50), of(32_768)], [BYTES, BYTES]);
    let late = 86_400_000.123;
    let bid = |seat| certamen_game::Move {
        seat: Seat(seat),
        action: Some("1000000".to_owned()),
        automatic: false,
        fault: None,
        reply: None,
        ms: Some(late),
        pondered_ms: Some(late),
        asleep_ms: Some(late),
        remote: certamen_game::record::RemoteMove::default(),
        extra: Map::new(),
    };
    let turn = certamen_game::Turn { turn: TURNS, moves: vec![bid(0), bid(1)], extra: Map::new() };
    let line = serde_json::to_vec(&turn).unwrap().len() as u64 + 1;
    assert!(line * 1_000_000 <= of(1_000_000), "{line}");
    assert_eq!(of(1_000_000_000), of(1_000_000), "no match has more turns");
}

#[test]
fn the_page_of_each_game_states_its_limit() {
    for game in ALL {
        let slug = game.info().slug;
        let page = format!("{}/../../docs/games/{slug}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains("1,000,000 turns") && page.contains("8 MiB"), "{slug}");
    }
}
