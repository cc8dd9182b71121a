//! Matches in Portable Game Notation, in the layout of fastchess and cutechess.
//!
//! The notation is defined in the "Portable Game Notation Specification and Implementation Guide" of
//! 1994; scores, times and reasons in comments are those of fastchess.

use super::{Action, End, GAME, Position, fen};
use certamen_game::{
    Conditions, Erased, Fault, MatchRecord, Move, Outcome, Rng, Seat, State, Termination,
    arbiter::Arbiter,
    engine::Evaluation,
    replay::{ReplayError, replay},
};
use cozy_chess::{Board, Color};
use std::fmt::Write;

/// Lines are broken where they would be longer, as far as moves and comments allow it.
const WIDTH: usize = 80;

/// What a record does not say of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heading<'a> {
    /// The contest.
    pub event: Option<&'a str>,
    /// The day, as `2026.11.28`.
    pub date: Option<&'a str>,
    /// The number of the match.
    pub round: Option<i64>,
}

/// A recorded match of chess. An error is a record that cannot have been played.
pub fn write(record: &MatchRecord, heading: &Heading<'_>) -> Result<String, ReplayError> {
    let mut plies = Vec::new();
    let mut beginning: Option<Position> = None;
    let mut before: Option<Position> = None;
    let mut watch = |arbiter: &Arbiter| {
        let Some(now) = arbiter.state().as_any().downcast_ref::<Position>() else { return };
        if let (Some(before), Some(turn)) = (&before, arbiter.turns().last()) {
            plies.extend(turn.moves.iter().filter_map(|entry| played(before, entry)));
        } else {
            let start = start_of(now);
            plies.extend(start.iter().flat_map(|start| opening(start.clone(), now)));
            beginning = start;
        }
        before = Some(now.clone());
    };
    replay(&Erased(GAME), record, &mut watch)?;
    let (termination, reason) = ended(record.outcome.as_ref(), before.as_ref());
    if let Some(reason) = reason {
        match plies.last_mut() {
            Some(last) if last.comment.is_empty() => last.comment = reason,
            Some(last) => {
                last.comment.push_str(", ");
                last.comment.push_str(&reason);
            }
            None => plies.push(Ply { san: String::new(), comment: reason }),
        }
    }
    let mut text = tags(record, heading, beginning.as_ref(), &plies, termination);
    text.push('\n');
    write_moves(&mut text, beginning.as_ref(), &plies, result(record.outcome.as_ref()));
    text.push_str("\n\n");
    Ok(text)
}

/// A move as it is written, or only a comment.
struct Ply {
    san: String,
    comment: String,
}

/// The position before the moves of an opening.
fn start_of(position: &Position) -> Option<Position> {
    let chess960 = position.is_chess960();
    let board = match position.start_fen() {
        None => Board::startpos(),
        Some(text) => fen::read(text, chess960).ok()?,
    };
    Some(Position::start(board, position.start_fen().is_some(), chess960))
}

/// The moves that led from `start` to `end` before the match began.
fn opening(mut start: Position, end: &Position) -> Vec<Ply> {
    let mut plies = Vec::new();
    for action in end.played() {
        plies.push(Ply { san: start.algebraic(*action), comment: "book".to_owned() });
        advance(&mut start, *action);
    }
    plies
}

pub(super) fn advance(position: &mut Position, action: Action) {
    let seat = position.turn();
    // Nothing is drawn by lot.
    position.apply(&[(seat, action)], &mut Rng::of_turn(0, 0));
}

/// What a seat played at a position; `None` for a fault, and for giving up.
fn played(position: &Position, entry: &Move) -> Option<Ply> {
    let action = position.read(entry.seat, entry.action.as_deref()?).ok()?;
    let is_move = matches!(action, Action::Move(_));
    is_move.then(|| Ply { san: position.algebraic(action), comment: comment(entry) })
}

/// The evaluation and the time of a move: `+0.37/7 0.005s`.
fn comment(entry: &Move) -> String {
    let Evaluation { eval, mate, depth, .. } = Evaluation::of(entry);
    let score = match (mate, eval) {
        // In plies, as fastchess has it.
        (Some(mate), _) if mate > 0 => Some(format!("+M{}", i64::from(mate) * 2 - 1)),
        (Some(mate), _) => Some(format!("-M{}", i64::from(mate) * -2)),
        (None, eval) => eval.map(pawns),
    };
    let score = score.map(|score| format!("{score}/{}", depth.unwrap_or(0)));
    let time = entry.ms.filter(|ms| (0.0..=1e12).contains(ms));
    let time = time.map(|ms| format!("{:.3}s", ms / 1e3));
    [score, time].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Hundredths of a pawn in pawns: `+0.37`.
fn pawns(eval: i32) -> String {
    let sign = match eval {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    let hundredths = eval.unsigned_abs();
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| &outcome.scores[..]) {
        Some([white, black]) if white > black => "1-0",
        Some([white, black]) if white < black => "0-1",
        Some([_, _]) => "1/2-1/2",
        _ => "*",
    }
}

/// How the match ended, as a tag and as a comment.
fn ended(outcome: Option<&Outcome>, last: Option<&Position>) -> (&'static str, Option<String>) {
    let Some(outcome) = outcome else { return ("unterminated", None) };
    let color = |seat: Option<Seat>| if seat == Some(Seat(0)) { "White" } else { "Black" };
    match outcome.termination {
        Termination::Forfeit => {
            let loser = color(outcome.seats.first().copied());
            match outcome.reason {
                Some(Fault::Timeout) => ("time forfeit", Some(format!("{loser} loses on time"))),
                Some(Fault::Illegal) => {
                    ("illegal move", Some(format!("{loser} makes an illegal move")))
                }
                _ => ("abandoned", Some(format!("{loser} disconnects"))),
            }
        }
        Termination::Limit => {
            let reason = match result(Some(outcome)) {
                "1-0" => "White wins by adjudication",
                "0-1" => "Black wins by adjudication",
                _ => "Draw by adjudication",
            };
            ("adjudication", Some(reason.to_owned()))
        }
        Termination::Normal => {
            let to_move = last.map(Position::turn);
            let reason = last.and_then(Position::end).map(|end| match end {
                End::Checkmate => format!("{} mates", color(to_move.map(Seat::other))),
                End::Stalemate => "Draw by stalemate".to_owned(),
                End::Material => "Draw by insufficient mating material".to_owned(),
                End::Repetition => "Draw by 3-fold repetition".to_owned(),
                End::FiftyMoves => "Draw by fifty moves rule".to_owned(),
                End::Resignation => format!("{} resigns", color(to_move)),
            });
            ("normal", reason)
        }
    }
}

fn tags(
    record: &MatchRecord,
    heading: &Heading<'_>,
    beginning: Option<&Position>,
    plies: &[Ply],
    termination: &str,
) -> String {
    let name = |seat: usize| record.table.seats.get(seat).map_or("?", |entry| &*entry.bot);
    let round = heading.round.map_or_else(|| "?".to_owned(), |number| number.to_string());
    let mut tags = vec![
        ("Event", heading.event.unwrap_or("?").to_owned()),
        ("Site", "?".to_owned()),
        ("Date", heading.date.unwrap_or("????.??.??").to_owned()),
        ("Round", round),
        ("White", name(0).to_owned()),
        ("Black", name(1).to_owned()),
        ("Result", result(record.outcome.as_ref()).to_owned()),
    ];
    if let Some(start) = beginning.filter(|it| it.start_fen().is_some() || it.is_chess960()) {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start.fen()));
        if start.is_chess960() {
            tags.push(("Variant", "Chess960".to_owned()));
        }
    }
    let moves = plies.iter().filter(|ply| !ply.san.is_empty()).count();
    tags.push(("PlyCount", moves.to_string()));
    tags.push(("Termination", termination.to_owned()));
    tags.push(("TimeControl", time_control(&record.table.conditions)));
    let mut text = String::new();
    for (tag, value) in tags {
        write_tag(&mut text, tag, &value);
    }
    text
}

/// `60+0.6` for a clock, `1/5` for a time for each move.
fn time_control(conditions: &Conditions) -> String {
    let seconds = |ms: u64| (ms as f64 / 1e3).to_string();
    match (conditions.match_ms, conditions.increment_ms) {
        (Some(all), Some(increment)) => format!("{}+{}", seconds(all), seconds(increment)),
        (Some(all), None) => seconds(all),
        (None, _) => format!("1/{}", seconds(conditions.move_ms)),
    }
}

/// Names come from others: quotes are escaped, and a line stays a line.
fn write_tag(text: &mut String, tag: &str, value: &str) {
    text.push('[');
    text.push_str(tag);
    text.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

fn write_moves(text: &mut String, beginning: Option<&Position>, plies: &[Ply], result: &str) {
    let board = beginning.map(Position::board);
    let mut number = board.map_or(1, |board| u32::from(board.fullmove_number()));
    let mut white = board.is_none_or(|board| board.side_to_move() == Color::White);
    let mut column = 0;
    let mut put = |word: &str| {
        if column > 0 && column + word.len() + 1 > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    for (place, Ply { san, comment }) in plies.iter().enumerate() {
        let mut word = match (san.is_empty(), white, place) {
            (true, ..) => String::new(),
            (false, true, _) => format!("{number}. {san}"),
            (false, false, 0) => format!("{number}... {san}"),
            (false, false, _) => san.clone(),
        };
        if !comment.is_empty() {
            let blank = if word.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(word, "{blank}{{{comment}}}");
        }
        put(&word);
        number += u32::from(!white);
        white = !white;
    }
    put(result);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::pgn_reader::openings;
    use certamen_game::{Table, Turn};
    use serde_json::{Value, json};

    /// The record of a match with these options and moves in any notation, each with more keys.
    fn record(options: Value, moves: &[(&str, Value)]) -> MatchRecord {
        let Value::Object(options) = options else { panic!("options are an object") };
        let table = Table::new(&Erased(GAME)).options(options);
        let mut arbiter = Arbiter::start(&Erased(GAME), table).unwrap();
        for ((text, keys), number) in moves.iter().zip(1..) {
            let seat = arbiter.to_act().lowest().unwrap();
            let action = arbiter.state().read(seat, text).unwrap().text();
            let mut entry = json!({"seat": seat, "action": action, "ms": 5.25});
            let more = keys.as_object().cloned().unwrap_or_default();
            entry.as_object_mut().unwrap().extend(more);
            let turn = json!({"turn": number, "moves": [entry]});
            let turn: Turn = serde_json::from_value(turn).unwrap();
            arbiter.replay(&turn).unwrap();
        }
        arbiter.into_record()
    }

    fn plain<'a>(moves: &[&'a str]) -> Vec<(&'a str, Value)> {
        moves.iter().map(|text| (*text, Value::Null)).collect()
    }

    fn written(record: &MatchRecord) -> String {
        let event = Heading { event: Some("a \"b\" \\ c\nd"), date: None, round: Some(7) };
        write(record, &event).unwrap()
    }

    #[test]
    fn a_match_is_written_as_fastchess_writes_it() {
        let moves = [
            ("f3", json!({"eval": -37, "depth": 7})),
            ("e5", json!({"eval": 0, "depth": 9})),
            ("g4", json!({"mate": -1, "depth": 3})),
            ("Qh4", json!({"mate": 1, "depth": 245})),
        ];
        let expected = r#"[Event "a \"b\" \\ c d"]
[Site "?"]
[Date "????.??.??"]
[Round "7"]
[White "player 0"]
[Black "player 1"]
[Result "0-1"]
[PlyCount "4"]
[Termination "normal"]
[TimeControl "1/5"]

1. f3 {-0.37/7 0.005s} e5 {0.00/9 0.005s} 2. g4 {-M2/3 0.005s}
Qh4# {+M1/245 0.005s, Black mates} 0-1

"#;
        assert_eq!(written(&record(json!({}), &moves)), expected);
    }

    #[test]
    fn openings_and_positions_are_part_of_it() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7";
        let options = json!({ "fen": fen, "moves": ["e8e7", "e2e4"] });
        let text = written(&record(options, &plain(&["Ke6", "resign"])));
        assert!(
            text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[PlyCount \"3\"]")),
            "{text}"
        );
        let moves = "7... Ke7 {book} 8. e4 {book} Ke6 {0.005s, White resigns} 0-1\n\n";
        assert!(text.ends_with(moves), "{text}");
        let array = "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1";
        let text = written(&record(json!({ "fen": array, "chess960": true }), &plain(&["e4"])));
        assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
        assert!(
            text.contains("[Termination \"unterminated\"]") && text.contains("1. e4"),
            "{text}"
        );
        assert!(text.ends_with(" *\n\n"), "{text}");
    }

    #[test]
    fn faults_are_named_in_the_words_of_fastchess() {
        let mut record = record(json!({}), &plain(&["e4"]));
        for (reason, termination, comment) in [
            (Fault::Timeout, "time forfeit", "{0.005s, Black loses on time} 1-0"),
            (Fault::Illegal, "illegal move", "{0.005s, Black makes an illegal move} 1-0"),
            (Fault::Exit, "abandoned", "{0.005s, Black disconnects} 1-0"),
        ] {
            let lost = Outcome::scored([1.0, 0.0]).with_termination(Termination::Forfeit);
            record.outcome = Some(Outcome { seats: vec![Seat(1)], reason: Some(reason), ..lost });
            let text = written(&record);
            assert!(text.contains(&format!("[Termination \"{termination}\"]")), "{text}");
            assert!(text.contains(comment), "{text}");
        }
        let limit = Outcome::scored([0.5, 0.5]).with_termination(Termination::Limit);
        record.outcome = Some(limit);
        assert!(written(&record).contains("Draw by adjudication} 1/2-1/2"));
    }

    #[test]
    fn what_was_written_is_read_again() {
        let match_record = record(json!({ "moves": ["e2e4"] }), &plain(&["e5", "Nf3", "Nc6"]));
        let expected = json!({ "moves": ["e2e4", "e7e5", "g1f3", "b8c6"] });
        let found = openings(&written(&match_record).repeat(2), None, false).unwrap();
        let found: Vec<Value> = found.into_iter().map(|(_, opening)| json!(opening)).collect();
        assert_eq!(found, [expected.clone(), expected]);
    }
}
