//! The rules, example by example, by their properties, by the counts that all programs agree on, and
//! beside another program.

use super::*;
use certamen_game::{DynGame, Erased, Language, Map, Outcome, Rng, Seats, State};
use proptest::prelude::*;
use serde_json::json;
use std::{
    env,
    io::Write,
    process::{Command, Stdio},
};

fn with(options: serde_json::Value) -> Result<Position, OptionsError> {
    let options: Options = serde_json::from_value(options).unwrap();
    GAME.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0))
}

fn at(fen: &str) -> Position {
    with(json!({ "fen": fen })).unwrap_or_else(|why| panic!("{fen}: {why}"))
}

fn start() -> Position {
    with(json!({})).unwrap()
}

/// Plays moves in any notation.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let seat = position.turn();
        let action = position.read(seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.apply(&[(seat, action)], &mut Rng::of_turn(1, 1));
    }
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = at(fen);
    play(&mut position, moves);
    position
}

/// The scores and why it is over.
fn end(position: &Position) -> (Vec<f64>, End) {
    let outcome = position.outcome().expect("it is over");
    assert!(position.to_act().is_empty());
    (outcome.scores, position.end().unwrap())
}

const WHITE: [f64; 2] = [1.0, 0.0];
const BLACK: [f64; 2] = [0.0, 1.0];
const DRAW: [f64; 2] = [0.5, 0.5];

#[test]
fn mate_and_stalemate_end_the_match() {
    let mut fool = start();
    play(&mut fool, "f3 e5 g4 Qh4#");
    assert_eq!(end(&fool), (BLACK.to_vec(), End::Checkmate));
    let expected = Outcome::scored(BLACK).with_detail("plies", 4).with_detail("end", "checkmate");
    assert_eq!(fool.outcome(), Some(expected));
    let back_rank = after("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8");
    assert_eq!(end(&back_rank), (WHITE.to_vec(), End::Checkmate));
    let stale = after("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "Qb6");
    assert_eq!(end(&stale), (DRAW.to_vec(), End::Stalemate));
}

#[test]
fn a_position_that_occurs_for_the_third_time_is_a_draw_at_once() {
    let mut position = start();
    play(&mut position, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!((position.end(), json!(position)["repetitions"].clone()), (None, json!(2)));
    play(&mut position, "Ng8");
    assert_eq!(end(&position), (DRAW.to_vec(), End::Repetition));
    // Moves of the opening count.
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let mut position = with(json!({ "moves": moves })).unwrap();
    play(&mut position, "Ng8");
    assert_eq!(position.end(), Some(End::Repetition));
}

#[test]
fn positions_differ_by_castling_rights_and_by_taking_in_passing() {
    // After the rook's excursion the same pieces stand there, but white may not castle any more.
    let fen = "4k3/p7/8/8/8/8/P7/R3K3 w Q - 0 1";
    let position = after(fen, "Rb1 Kd8 Ra1 Ke8 Rb1 Kd8 Ra1 Ke8");
    assert_eq!(position.end(), None, "the first one had the right");
    let position = after(fen, "Rb1 Kd8 Ra1 Ke8 Rb1 Kd8 Ra1 Ke8 Rb1");
    assert_eq!(position.end(), Some(End::Repetition), "after Rb1 it never had");
    // Once the pawn could be taken in passing, the two other times it could not.
    let fen = "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1";
    let position = after(fen, "c4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1");
    assert_eq!(position.end(), None);
    // A pawn that no pawn can take makes no difference.
    let fen = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
    let position = after(fen, "a4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1");
    assert_eq!(position.end(), Some(End::Repetition));
}

#[test]
fn fifty_moves_without_a_capture_or_a_pawn_are_a_draw_but_mate_comes_first() {
    let fen = "7k/8/8/8/8/8/P7/K7 w - - 98 100";
    assert_eq!(end(&after(fen, "Kb1 Kg8")), (DRAW.to_vec(), End::FiftyMoves));
    assert_eq!(after(fen, "Kb1").end(), None);
    assert_eq!(after(fen, "a3 Kg8 Kb1").end(), None);
    let mate = after("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 100", "Ra8");
    assert_eq!(mate.end(), Some(End::Checkmate));
}

#[test]
fn pieces_that_cannot_mate_end_the_match() {
    for dead in [
        "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4p3/3NK3 w - - 0 1",
        "4k3/8/8/8/8/8/4p3/3BK3 w - - 0 1",
        "4kb2/8/8/8/8/8/4p3/4K1B1 w - - 0 1",
    ] {
        let position = after(dead, "Kxe2");
        assert_eq!(position.end(), Some(End::Material), "{dead}");
    }
    for alive in [
        "4k3/8/8/8/8/8/4p3/4K1R1 w - - 0 1",
        "4k3/8/8/8/8/8/4p3/4K1NN w - - 0 1",
        "4k1n1/8/8/8/8/8/4p3/4K1N1 w - - 0 1",
        "4kb2/8/8/8/8/8/4p3/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/4p3/4K1N1 w - - 0 1",
        "4k3/p7/8/8/8/8/4p3/4K3 w - - 0 1",
    ] {
        assert_eq!(after(alive, "Kxe2").end(), None, "{alive}");
    }
}

#[test]
fn who_resigns_or_fails_loses() {
    let mut position = start();
    play(&mut position, "e4 resign");
    assert_eq!(end(&position), (WHITE.to_vec(), End::Resignation));
    assert!(!position.legal_actions(Seat(1)).any(|action| action == Action::Resign));
    assert_eq!(start().forfeit(Seats::only(Seat(0))).scores, BLACK);
}

#[test]
fn moves_are_read_in_the_notation_of_engines_and_of_people() {
    let fen = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let position = at(fen);
    let read = |text: &str| position.read(Seat(0), text).map(|action| action.to_string()).ok();
    for (text, expected) in [
        ("e1g1", "e1g1"),
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("O-O-O", "e1c1"),
        ("0-0-0+", "e1c1"),
        ("exd6", "e5d6"),
        ("bxa8=Q+", "b7a8q"),
        ("bxa8N", "b7a8n"),
        ("b8=R!?", "b7b8r"),
        ("Rxa8+", "a1a8"),
        ("Rh1xh8#", "h1h8"),
        ("b7b8Q", "b7b8q"),
        (" \te5e6 \r\n", "e5e6"),
    ] {
        assert_eq!(read(text).as_deref(), Some(expected), "{text}");
    }
    for text in [
        "",
        "e1h1",
        "E1G1",
        "b7b8",
        "b8",
        "b7b8k",
        "b7b8p",
        "e5e6q",
        "e1g1q",
        "Kh1",
        "Kxh1",
        "Rd8",
        "Rf8",
        "e5 e6",
        "e5e6\ne5e6",
        "(none)",
        "0000",
        "e2e4",
        "Resign",
        "♖a8",
        "e5e6x",
        "exd6e.p.",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(read(&"e".repeat(100_000)), None);
    // Two knights can go there.
    assert!(at("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").read(Seat(0), "Nd2").is_err());
    assert!(at("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").read(Seat(0), "Nbd2").is_ok());
}

#[test]
fn in_chess960_the_king_takes_its_rook_to_castle() {
    let fen = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1";
    let mut position = with(json!({ "fen": fen, "chess960": true })).unwrap();
    let read = |text: &str| position.read(Seat(0), text).map(|action| action.to_string()).ok();
    assert_eq!(read("O-O").as_deref(), Some("e1g1"));
    assert_eq!(read("e1b1").as_deref(), Some("e1b1"));
    assert_eq!(read("e1c1"), None);
    play(&mut position, "O-O-O");
    assert_eq!(position.fen(), "1r2k1r1/1p4p1/8/8/8/8/1P4P1/2KR2R1 b gb - 1 1");
}

#[test]
fn options_that_cannot_be_played_are_refused_by_name() {
    let refused = |options, key| {
        let error = with(options).unwrap_err();
        assert_eq!(error.key(), Some(key), "{error}");
        error.to_string()
    };
    refused(json!({ "fen": "8/8/8/8/8/8/8/4K3 w - - 0 1" }), "fen");
    refused(json!({ "fen": "x" }), "fen");
    refused(json!({ "fen": "k7/8/2K5/8/8/8/8/8 b - - 0 1" }), "fen");
    refused(json!({ "fen": "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1" }), "fen");
    let error = refused(json!({ "moves": ["e2e4", "e2e4"] }), "moves");
    assert!(error.contains("move 2: `e2e4`"), "{error}");
    refused(json!({ "moves": ["e4"] }), "moves");
    refused(json!({ "moves": ["resign"] }), "moves");
    let error = refused(json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }), "moves");
    assert!(error.contains("move 4 ends the match (checkmate)"), "{error}");
    refused(json!({ "moves": vec!["e2e4"; 1_001] }), "moves");
    let array = "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w KQkq - 0 1";
    let error = refused(json!({ "fen": array }), "fen");
    assert!(error.contains("chess960 = true"), "{error}");
    assert!(with(json!({ "fen": array, "chess960": true })).is_ok());
}

#[test]
fn a_program_sees_the_position_and_the_legal_moves() {
    let position = at("8/8/8/8/8/5k2/p7/K7 w - - 10 40");
    assert_eq!(position.observation(Seat(0)), "8/8/8/8/8/5k2/p7/K7 w - - 10 40\na1a2 a1b2");
    let expected = json!({
        "fen": "8/8/8/8/8/5k2/p7/K7 w - - 10 40", "check": false, "repetitions": 1,
    });
    assert_eq!(json!(position), expected);
}

/// How many sequences of `depth` moves there are.
fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_actions(position.turn()).count() as u64;
    }
    let actions = position.legal_actions(position.turn());
    let count = |action| {
        let mut after = position.clone();
        after.apply(&[(position.turn(), action)], &mut Rng::of_turn(1, 1));
        perft(&after, depth - 1)
    };
    actions.map(count).sum()
}

/// Positions with the numbers that all programs find, for depths from 1:
/// <https://www.chessprogramming.org/Perft_Results>, and the first of the arrays of Chess960 there.
const COUNTS: [(&str, bool, [u64; 5]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        false,
        [20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        false,
        [48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, [14, 191, 2_812, 43_238, 674_624]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        false,
        [6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        false,
        [44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        true,
        [21, 528, 12_189, 326_672, 8_146_062],
    ),
];

fn check_counts(depths: std::ops::RangeInclusive<u32>) {
    for (fen, chess960, counts) in COUNTS {
        let position = with(json!({ "fen": fen, "chess960": chess960 })).unwrap();
        for (depth, count) in (1..).zip(counts).filter(|(depth, _)| depths.contains(depth)) {
            assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
        }
    }
}

#[test]
fn legal_moves_are_as_many_as_other_programs_find() {
    let fast = env::var_os("CERTAMEN_FAST").is_some();
    check_counts(1..=if fast { 3 } else { 4 });
}

#[test]
fn legal_moves_are_as_many_as_other_programs_find_nightly() {
    check_counts(5..=5);
}

/// What python-chess makes of matches: each line has the start, whether it is Chess960, and for each
/// move both notations; then the end and the last position.
const JUDGE: &str = r#"
import sys
try:
    import chess
except ImportError:
    sys.exit(77)

def end(board):
    if board.is_checkmate(): return "checkmate"
    if board.is_stalemate(): return "stalemate"
    if board.is_insufficient_material(): return "material"
    if board.is_repetition(3): return "repetition"
    if board.is_fifty_moves(): return "fifty-moves"
    return "none"

for number, line in enumerate(sys.stdin):
    start, chess960, moves, why, last = line.rstrip("\n").split("\t")
    board = chess.Board(start, chess960=chess960 == "true")
    for move in moves.split():
        uci, san = move.split("|")
        if end(board) != "none": sys.exit(f"{number}: over by {end(board)} before {uci}: {line}")
        own = board.parse_uci(uci)
        if board.san(own) != san: sys.exit(f"{number}: {uci} is {board.san(own)}, not {san}: {line}")
        board.push(own)
    if end(board) != why: sys.exit(f"{number}: {end(board)}, not {why}: {line}")
    fen = board.fen() if chess960 == "false" else board.fen().split()[0]
    if fen != (last if chess960 == "false" else last.split()[0]): sys.exit(f"{number}: {fen}: {line}")
"#;

/// A random match as a line for the judge. Every third one is of Chess960, and some begin with few
/// pieces, so that they end otherwise.
fn random_match(seed: u64) -> String {
    let mut rng = Rng::of_turn(seed, 1);
    let options = match seed % 6 {
        0 => json!({}),
        1 => {
            json!({ "fen": "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w KQkq - 0 1", "chess960": true })
        }
        2 => {
            json!({ "fen": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" })
        }
        3 => json!({ "fen": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" }),
        4 => {
            json!({ "fen": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "chess960": true })
        }
        _ => json!({ "fen": "4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 40 60" }),
    };
    let mut position = with(options).unwrap();
    let (start, chess960) = (position.fen(), position.is_chess960());
    let mut moves = Vec::new();
    while let Some(seat) = position.to_act().lowest() {
        let action = position.sample(seat, &mut rng).unwrap();
        let algebraic = position.algebraic(action);
        assert_eq!(position.read(seat, &algebraic), Ok(action), "{algebraic}");
        moves.push(format!("{action}|{algebraic}"));
        position.apply(&[(seat, action)], &mut Rng::of_turn(seed, 1));
    }
    let why = json!(position.end().unwrap());
    let why = why.as_str().unwrap();
    format!("{start}\t{chess960}\t{}\t{why}\t{}\n", moves.join(" "), position.fen())
}

fn check_beside_python(matches: u64) {
    let mut judge = Command::new("/usr/bin/python3")
        .args(["-c", JUDGE])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = judge.stdin.take().unwrap();
    for seed in 0..matches {
        // A judge that has left says why at its end.
        if input.write_all(random_match(seed).as_bytes()).is_err() {
            break;
        }
    }
    drop(input);
    let output = judge.wait_with_output().unwrap();
    if output.status.code() == Some(77) {
        eprintln!("skipped: python-chess is not installed (pip install chess)");
        return;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

#[test]
fn random_matches_end_as_python_chess_says() {
    check_beside_python(if env::var_os("CERTAMEN_FAST").is_some() { 12 } else { 60 });
}

#[test]
fn a_thousand_random_matches_end_as_python_chess_says_nightly() {
    check_beside_python(1_000);
}

proptest! {
    #[test]
    fn no_reply_and_no_position_cause_a_panic(reply in any::<String>(), fen in any::<String>()) {
        let position = start();
        if let Ok(action) = position.read(Seat(0), &reply) {
            let listed = position.legal_actions(Seat(0)).any(|legal| legal == action);
            prop_assert!(listed || action == Action::Resign);
        }
        let _refused_or_not = with(json!({ "fen": fen, "chess960": true }));
    }

    /// Texts that look like positions.
    #[test]
    fn positions_that_are_read_can_be_played(
        fen in "([KQRBNPkqrbnp1-8]{1,8}/){7}[KQRBNPkqrbnp1-8]{1,8} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}",
        chess960 in any::<bool>(),
    ) {
        if let Ok(position) = with(json!({ "fen": fen, "chess960": chess960 })) {
            let again = with(json!({ "fen": position.fen(), "chess960": chess960 })).unwrap();
            prop_assert_eq!(again.fen(), position.fen());
        }
    }

    /// A king, and some pieces anywhere: most of them are positions.
    #[test]
    fn what_is_listed_is_legal_and_what_is_legal_is_listed(
        squares in proptest::sample::subsequence((0..64).collect::<Vec<usize>>(), 2..12).prop_shuffle(),
        pieces in proptest::collection::vec(0..10_usize, 12),
    ) {
        let mut builder = cozy_chess::BoardBuilder::empty();
        for (at, square) in squares.iter().enumerate() {
            let piece = match at {
                0 => (cozy_chess::Piece::King, cozy_chess::Color::White),
                1 => (cozy_chess::Piece::King, cozy_chess::Color::Black),
                _ => {
                    let color = cozy_chess::Color::index(pieces[at] / 5);
                    (cozy_chess::Piece::index(pieces[at] % 5), color)
                }
            };
            builder.board[*square] = Some(piece);
        }
        let Ok(board) = builder.build() else { return Ok(()) };
        let position = Position::start(board, true, false);
        let legal: Vec<String> =
            position.legal_actions(Seat(0)).map(|action| action.to_string()).collect();
        let squares = || cozy_chess::Square::ALL.into_iter();
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for promotion in ["", "q"] {
                let text = format!("{from}{to}{promotion}");
                let is_legal = position.end().is_none() && position.of_engine(&text).is_some();
                prop_assert_eq!(is_legal, legal.contains(&text), "{}", text);
            }
        }
    }
}

#[test]
fn the_game_is_the_same_without_types() {
    let game = Erased(GAME);
    let options = Map::from_iter([("moves".to_owned(), json!(["e2e4"]))]);
    let state = game.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0)).unwrap();
    assert_eq!(state.to_act(), Seats::only(Seat(1)));
    assert!(state.render(certamen_game::Audience::Spectators, Language::Es).contains("negras"));
}
