//! Boards as the Go Text Protocol writes them: what a stone game sends to an engine.
//!
//! Words and boards only; communication with engines is not part of this crate.

use crate::say;
use certamen_i18n::Localize;
use std::{fmt, str::FromStr};

/// The letters of columns, which leave out I; as many as the protocol has columns.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The colour of a stone and of who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `b` in commands.
    Black,
    /// `w` in commands.
    White,
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "b",
            Colour::White => "w",
        })
    }
}

/// A point of the board: `A1` is the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// From the left, from 0 to 24.
    pub column: u8,
    /// From below, from 0 to 24.
    pub row: u8,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS[usize::from(self.column)];
        write!(f, "{}{}", char::from(letter), self.row + 1)
    }
}

/// A move of an engine, or of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GtpMove {
    /// A stone on this point.
    Stone(Vertex),
    /// No stone.
    Pass,
    /// Giving up; engines send it and never receive it.
    Resign,
}

impl fmt::Display for GtpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GtpMove::Stone(vertex) => vertex.fmt(f),
            GtpMove::Pass => f.write_str("pass"),
            GtpMove::Resign => f.write_str("resign"),
        }
    }
}

/// A word that is not a move of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub struct NoGtpMove;

impl FromStr for GtpMove {
    type Err = NoGtpMove;

    /// In upper or lower case, as the protocol allows both.
    fn from_str(word: &str) -> Result<GtpMove, NoGtpMove> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(GtpMove::Pass);
        }
        if word.eq_ignore_ascii_case("resign") {
            return Ok(GtpMove::Resign);
        }
        let (letter, digits) = word.as_bytes().split_first().ok_or(NoGtpMove)?;
        let column = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase());
        let plain = (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
        let row = word.get(1..).filter(|_| plain).and_then(|digits| digits.parse::<u8>().ok());
        match (column, row) {
            (Some(column), Some(row @ 1..=25)) => {
                Ok(GtpMove::Stone(Vertex { column: column as u8, row: row - 1 }))
            }
            _ => Err(NoGtpMove),
        }
    }
}

/// A position of stones on a square board for engines, and its moves in both notations.
pub trait GtpBoard {
    /// Rows and columns, at most 25.
    fn size(&self) -> u8;

    /// The compensation of the second player, in points.
    fn komi(&self) -> f64;

    /// All stones, each group of which has a liberty.
    fn stones(&self) -> Vec<(Colour, Vertex)>;

    /// The colour of a seat.
    fn colour(&self, seat: crate::Seat) -> Colour;

    /// A move of the game's notation; `None` if the protocol has no such move.
    fn play(&self, action: &str) -> Option<GtpMove>;

    /// An engine's move in the game's notation, legal or not.
    fn action(&self, play: GtpMove) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_letters_without_i_and_rows_count_from_below() {
        let vertex = |column, row| Vertex { column, row }.to_string();
        assert_eq!(
            [vertex(0, 0), vertex(7, 18), vertex(8, 8), vertex(24, 24)].join(" "),
            "A1 H19 J9 Z25"
        );
        for column in 0..25 {
            let vertex = Vertex { column, row: column };
            assert_eq!(vertex.to_string().parse(), Ok(GtpMove::Stone(vertex)));
            assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(GtpMove::Stone(vertex)));
        }
    }

    #[test]
    fn passing_and_resigning_are_words_in_any_case() {
        assert_eq!("PASS".parse(), Ok(GtpMove::Pass));
        assert_eq!("Resign".parse(), Ok(GtpMove::Resign));
    }

    #[test]
    fn nothing_else_is_a_move() {
        for word in
            ["", "I5", "i5", "A0", "A26", "A+5", "A", "5", "55", "A005", "A1 ", "É1", "1A", "passs"]
        {
            assert_eq!(word.parse::<GtpMove>(), Err(NoGtpMove), "{word}");
        }
    }
}
