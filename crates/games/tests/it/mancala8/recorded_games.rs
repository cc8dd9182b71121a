//! Every recorded game, slot by slot, and the players who chose its moves.

use super::{builtin_player_named, start_at, unpacked};
use certamen_game::{Outcome, Rng, Seat, State, Termination, builtin::BuiltinPlayer};
use certamen_games::mancala8::{Action, Position};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    start: u8,
    depth: u32,
    players: [String; 2],
    result: u8,
    moves: u32,
    tablas: bool,
    pts: [u8; 2],
    ac: [u32; 2],
    trace: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    n: u32,
    side: u8,
    pass: bool,
    action: Option<u8>,
    board: [[u8; 7]; 2],
    pts: [u8; 2],
    ac: [u32; 2],
    over: bool,
}

#[derive(Default)]
struct Counted {
    games: usize,
    positions: usize,
    limits: usize,
    choices: usize,
}

#[test]
fn recorded_games_are_played_without_a_difference() {
    let text = unpacked(include_bytes!("../../data/mancala8-games.jsonl.gz"));
    let mut counted = Counted::default();
    for (index, line) in text.lines().enumerate() {
        let game: Recorded = serde_json::from_str(line).expect("a recorded game");
        check(&game, &format!("line {}", index + 1), &mut counted);
    }
    assert_eq!((counted.games, counted.positions, counted.limits), (544, 18_842, 5));
    assert!(counted.choices > 1000, "{} choices of named players", counted.choices);
}

fn check(game: &Recorded, place: &str, counted: &mut Counted) {
    let mut position = start_at(game.trace[0].board, game.start);
    let mut players = game.players.each_ref().map(|name| player(name, game.depth));
    check_entry(&position, &game.trace[0], place);
    for entry in &game.trace[1..] {
        let seat = position.node().turn;
        let action = entry.action.map_or(Action::Pass, Action::Sow);
        let place = format!("{place}, slot {}", entry.n);
        if action == Action::Pass {
            assert_eq!(position.automatic(), Some(Action::Pass), "{place}");
        } else {
            assert_eq!(position.automatic(), None, "{place}");
            assert_eq!(position.read(seat, &action.to_string()), Ok(action), "{place}");
            if let Some(player) = &mut players[seat.index()] {
                let chosen = player.choose(&position, seat, &mut Rng::of_turn(0, 0));
                assert_eq!(chosen, Some(action), "{place}: {}", game.players[seat.index()]);
                counted.choices += 1;
            }
        }
        position.apply(&[(seat, action)], &mut Rng::of_turn(0, 0));
        check_entry(&position, entry, &place);
    }
    check_end(&position, game, place);
    counted.games += 1;
    counted.positions += game.trace.len();
    counted.limits += usize::from(game.tablas);
}

fn check_entry(position: &Position, entry: &Entry, place: &str) {
    let node = position.node();
    let given = (position.slots(), node.turn.0, node.pass, node.board.rows());
    assert_eq!(given, (entry.n, entry.side, entry.pass, entry.board), "{place}");
    assert_eq!((position.points(), position.ac()), (entry.pts, entry.ac), "{place}");
    // The record's `over` reports the empty row alone, not the limit.
    assert_eq!(node.is_over(), entry.over, "{place}");
    let json = serde_json::to_value(position).expect("a state is plain data");
    let expected = serde_json::json!({
        "board": entry.board, "turn": entry.side, "pass": entry.pass, "slots": entry.n,
        "points": entry.pts, "ac": entry.ac,
    });
    assert_eq!(json, expected, "{place}");
}

fn check_end(position: &Position, game: &Recorded, place: &str) {
    let Some(outcome) = position.outcome() else { panic!("{place}: not over") };
    let scores = [[0.5, 0.5], [1.0, 0.0], [0.0, 1.0]][usize::from(game.result)];
    let termination = if game.tablas { Termination::Limit } else { Termination::Normal };
    let expected = Outcome { termination, ..Outcome::scored(scores) }
        .with_detail("points", game.pts)
        .with_detail("slots", game.moves)
        .with_detail("ac", game.ac);
    assert_eq!(outcome, expected, "{place}");
}

/// The player of that name, if what it chooses can be known.
fn player(name: &str, depth: u32) -> Option<Box<dyn BuiltinPlayer<Position>>> {
    match name {
        "regular" | "regular2" => {
            Some(builtin_player_named("regular", &[("depth", &depth.to_string())]))
        }
        "bueno" => Some(builtin_player_named("bueno", &[("depth", &depth.to_string())])),
        "first" | "last" => {
            let player =
                certamen_game::builtin::any_game(name, &certamen_game::builtin::Arguments::new());
            player.expect("no arguments")
        }
        _ => {
            assert!(name.starts_with("random"), "an unknown player {name}");
            None
        }
    }
}

#[test]
fn the_side_not_to_move_has_no_move() {
    let position = start_at(certamen_games::mancala8::Board::START.rows(), 1);
    assert!(position.read(Seat(0), "R 0").is_err());
    assert_eq!(position.legal_actions(Seat(0)).count(), 0);
    assert_eq!(position.legal_actions(Seat(1)).count(), 6);
}
