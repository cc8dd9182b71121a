//! Positions as chess engines are told them: a start, and the moves since.
//!
//! Words only; communication with engines is not part of this crate.

use crate::{Map, Move};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A match of chess for engines of the Universal Chess Interface. Its actions are moves as these
/// engines write them: `e2e4`, `e7e8q`.
pub trait EngineBoard {
    /// The position at the start, in Forsyth-Edwards Notation; `None` if it is the usual one.
    fn start(&self) -> Option<&str>;

    /// The moves since the start, those of an opening included.
    fn moves(&self) -> Vec<String>;

    /// Whether kings castle from any square, as in Chess960.
    fn is_chess960(&self) -> bool;

    /// The moves as xboard's protocol has them in Chess960: castling is `O-O` or `O-O-O`.
    fn moves_with_castling_words(&self) -> Vec<String>;
}

/// What an engine says of the move that it has just chosen. Records have it among the keys of the
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Evaluation {
    /// What the position is worth to the engine, in hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<i32>,
    /// Instead of that, the moves until it gives mate; negative if it is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// How many plies it has looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Evaluation {
    /// The keys of a recorded move.
    pub fn keys(&self) -> Map {
        match serde_json::to_value(self) {
            Ok(Value::Object(keys)) => keys,
            _ => unreachable!("an evaluation is an object of numbers"),
        }
    }

    /// What a recorded move has of it; keys with other values count as missing.
    pub fn of(entry: &Move) -> Evaluation {
        let number = |key: &str| entry.extra.get(key).and_then(Value::as_i64);
        let small = |key| number(key).and_then(|number| i32::try_from(number).ok());
        Evaluation {
            eval: small("eval"),
            mate: small("mate"),
            depth: number("depth").and_then(|number| u32::try_from(number).ok()),
            nodes: number("nodes").and_then(|number| u64::try_from(number).ok()),
        }
    }
}

/// Whether a word has the form of a move: two squares, and the new piece of a promotion.
pub fn is_engine_move(word: &str) -> bool {
    let square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let (squares, promotion) = word.as_bytes().split_at(word.len().min(4));
    squares.len() == 4
        && squares.chunks(2).all(square)
        && matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_squares_and_a_piece_are_a_move() {
        for word in ["e2e4", "a1h8", "e7e8q", "e2e1n"] {
            assert!(is_engine_move(word), "{word}");
        }
        for word in [
            "", "e2", "e2e", "e2e9", "i2e4", "0000", "(none)", "e7e8Q", "e7e8k", "e2e4qq", "Nf3",
            "ée2e",
        ] {
            assert!(!is_engine_move(word), "{word}");
        }
    }
}
