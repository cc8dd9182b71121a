//! A picture of the board for people: letters on a terminal, pieces of simple shapes on a page.

use super::{Action, End, Position, position::ChessMove, position::seat_of, say};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State, Turn};
use certamen_i18n::Message;
use cozy_chess::{Color, File, Piece, Rank, Square};

/// The board, and who moves or why neither does. White's pieces are capital letters.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let rows = Rank::ALL.iter().rev().map(|rank| line(position, *rank)).collect::<String>();
    let files = File::ALL.map(|file| format!(" {file}")).concat();
    let below = [say::letters(), status(position)].map(|line| line.get(language));
    format!("{rows} {files}\n{}\n{}\n", below[0], below[1])
}

fn line(position: &Position, rank: Rank) -> String {
    let pieces = File::ALL.map(|file| match piece_on(position, Square::new(file, rank)) {
        None => " .".to_owned(),
        Some((piece, color)) => format!(" {}", letter(piece, color)),
    });
    format!("{rank}{}\n", pieces.concat())
}

fn piece_on(position: &Position, square: Square) -> Option<(Piece, Color)> {
    let board = position.board();
    Some((board.piece_on(square)?, board.color_on(square)?))
}

fn letter(piece: Piece, color: Color) -> char {
    let letter: char = piece.into();
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Who moves, or why neither does.
pub(super) fn status(position: &Position) -> Message {
    let white = position.board().side_to_move() == Color::White;
    match position.end() {
        Some(End::Checkmate) if white => say::white_is_mated(),
        Some(End::Checkmate) => say::black_is_mated(),
        Some(End::Resignation) if white => say::white_resigns(),
        Some(End::Resignation) => say::black_resigns(),
        Some(draw) => say::drawn(draw.word()),
        None => match (white, position.board().checkers().is_empty()) {
            (true, true) => say::white_moves(),
            (true, false) => say::white_in_check(),
            (false, true) => say::black_moves(),
            (false, false) => say::black_in_check(),
        },
    }
}

/// The side of a square, and where the first one begins: letters and numbers stand before it.
const CELL: i32 = 40;
const EDGE: i32 = 26;
const SIDE: i32 = 8 * CELL;

/// The position after `last`.
pub(super) fn sheet(
    position: &Position,
    audience: Audience,
    last: Option<&Turn>,
    language: Language,
) -> Picture {
    let size = EDGE + SIDE + 4;
    let mut sheet = Picture::sheet(size, size, description(position, last, language));
    let board = Shape::Box { x: EDGE, y: 4, width: SIDE, height: SIDE, round: 0 };
    sheet.put("board", Ink::Board, board);
    squares(&mut sheet);
    for square in last.and_then(played).into_iter().flat_map(|(_, squares)| squares) {
        let (x, y) = corner(square);
        let ring = Shape::Box { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, round: 2 };
        sheet.put(format!("last {square}"), Ink::Last, ring);
    }
    for square in position.board().occupied() {
        if let Some((piece, color)) = piece_on(position, square) {
            draw_piece(&mut sheet, square, (piece, color), language);
        }
    }
    places(&mut sheet, position, audience);
    sheet
}

fn squares(sheet: &mut Picture) {
    for square in Square::ALL {
        if (square.file() as u8 + square.rank() as u8).is_multiple_of(2) {
            let (x, y) = corner(square);
            let dark = Shape::Box { x, y, width: CELL, height: CELL, round: 0 };
            sheet.put(format!("square {square}"), Ink::Neutral, dark);
        }
    }
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let middle = CELL * file as i32 + CELL / 2;
        let text = |x, y, text: String| Shape::Text { x, y, size: 14, text };
        let below = text(EDGE + middle, 4 + SIDE + 18, file.to_string());
        sheet.put(format!("file {file}"), Ink::Quiet, below);
        let left = text(12, 4 + SIDE - middle + 5, rank.to_string());
        sheet.put(format!("rank {rank}"), Ink::Quiet, left);
    }
}

/// The upper left corner of a square: white plays from below.
fn corner(square: Square) -> (i32, i32) {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    (EDGE + CELL * file, 4 + CELL * (7 - rank))
}

/// A piece of some boxes and discs, so that pages and previews need no font with chess pieces.
fn draw_piece(
    sheet: &mut Picture,
    square: Square,
    (piece, color): (Piece, Color),
    language: Language,
) {
    let ink = if color == Color::White { Ink::White } else { Ink::Black };
    let (x, y) = corner(square);
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    for (part, number) in parts(piece).iter().zip(0..) {
        let shape = match *part {
            Part::Disc(dx, dy, r) => Shape::Disc { x: x + dx, y: y + dy, r },
            Part::Box(dx, dy, width, height) => {
                Shape::Box { x: x + dx, y: y + dy, width, height, round: 2 }
            }
        };
        let key = format!("{} {square} {number}", letter(piece, color));
        let item = sheet.put(key, ink, shape);
        if number == 0 {
            item.label = Some(named(piece, color, square).get(language));
        }
    }
}

/// A part of a piece, from the middle of its square.
#[derive(Clone, Copy)]
enum Part {
    /// Its middle and radius.
    Disc(i32, i32, i32),
    /// Its upper left corner, width and height.
    Box(i32, i32, i32, i32),
}

const FOOT: Part = Part::Box(-11, 9, 22, 6);

fn parts(piece: Piece) -> &'static [Part] {
    match piece {
        Piece::Pawn => &[FOOT, Part::Box(-4, 0, 8, 10), Part::Disc(0, -3, 6)],
        Piece::Knight => &[FOOT, Part::Box(-2, -12, 9, 22), Part::Box(-11, -12, 16, 9)],
        Piece::Bishop => &[FOOT, Part::Disc(0, 1, 8), Part::Disc(0, -11, 4)],
        Piece::Rook => &[FOOT, Part::Box(-7, -8, 14, 18), Part::Box(-11, -14, 22, 7)],
        Piece::Queen => &[
            FOOT,
            Part::Box(-8, -5, 16, 15),
            Part::Disc(-9, -9, 4),
            Part::Disc(0, -12, 4),
            Part::Disc(9, -9, 4),
        ],
        Piece::King => {
            &[FOOT, Part::Box(-2, -17, 4, 12), Part::Box(-6, -14, 12, 4), Part::Disc(0, 1, 9)]
        }
    }
}

fn named(piece: Piece, color: Color, square: Square) -> Message {
    let square = square.to_string();
    match (color, piece) {
        (Color::White, Piece::Pawn) => say::white_pawn(square),
        (Color::White, Piece::Knight) => say::white_knight(square),
        (Color::White, Piece::Bishop) => say::white_bishop(square),
        (Color::White, Piece::Rook) => say::white_rook(square),
        (Color::White, Piece::Queen) => say::white_queen(square),
        (Color::White, Piece::King) => say::white_king(square),
        (Color::Black, Piece::Pawn) => say::black_pawn(square),
        (Color::Black, Piece::Knight) => say::black_knight(square),
        (Color::Black, Piece::Bishop) => say::black_bishop(square),
        (Color::Black, Piece::Rook) => say::black_rook(square),
        (Color::Black, Piece::Queen) => say::black_queen(square),
        (Color::Black, Piece::King) => say::black_king(square),
    }
}

/// Where the viewer may move now: each square is divided among the moves that go there, since one
/// press is one answer.
fn places(sheet: &mut Picture, position: &Position, audience: Audience) {
    let Audience::Seat(seat) = audience else { return };
    if !position.to_act().contains(seat) {
        return;
    }
    let moves = position.moves();
    for square in Square::ALL {
        let here: Vec<&ChessMove> = moves.iter().filter(|own| own.written.to == square).collect();
        let Some(across) = (1..=8).find(|side| side * side >= here.len()) else { continue };
        let (x, y) = corner(square);
        let part = CELL / across as i32;
        for (own, number) in here.into_iter().zip(0..) {
            let action = Action::Move(*own);
            let (column, row) = (number % across as i32, number / across as i32);
            let shape = Shape::Box {
                x: x + column * part,
                y: y + row * part,
                width: part,
                height: part,
                round: 2,
            };
            let place = sheet.put(format!("place {action}"), Ink::Place, shape);
            place.label = Some(position.algebraic(action));
            place.action = Some(action.to_string());
        }
    }
}

/// Who moved in a turn, from where and to where. Resigning is shown in the status.
fn played(turn: &Turn) -> Option<(Seat, [Square; 2])> {
    let entry = turn.moves.first()?;
    let action = entry.action.as_deref()?;
    let square = |from, to| action.get(from..to)?.parse().ok();
    Some((entry.seat, [square(0, 2)?, square(2, 4)?]))
}

fn description(position: &Position, last: Option<&Turn>, language: Language) -> String {
    let played = last.and_then(played).map(|(seat, [from, to])| {
        let (from, to) = (from.to_string(), to.to_string());
        if seat == seat_of(Color::White) {
            say::white_played(from, to)
        } else {
            say::black_played(from, to)
        }
    });
    let said = played.into_iter().chain([status(position)]);
    said.map(|message| message.get(language)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use certamen_game::Rng;
    use std::collections::BTreeSet;

    fn at(text: &str) -> Position {
        Position::start(fen::read(text, false).unwrap(), true, false)
    }

    #[test]
    fn the_board_is_seen_from_whites_side() {
        let mut position = Position::start(cozy_chess::Board::startpos(), false, false);
        let action = position.read(Seat(0), "Nf3").unwrap();
        position.apply(&[(Seat(0), action)], &mut Rng::of_turn(0, 1));
        let expected = "\
8 r n b q k b n r
7 p p p p p p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . N . .
2 P P P P P P P P
1 R N B Q K B . R
  a b c d e f g h
capital letters: white; K king, Q queen, R rook, B bishop, N knight, P pawn
to move: black
";
        assert_eq!(draw(&position, Language::En), expected);
    }

    #[test]
    fn every_legal_move_can_be_pressed_by_the_side_to_move_and_no_other() {
        // Two rooks to one square, four pieces of a promotion, castling.
        for text in ["4k3/P7/8/8/8/8/R7/R3K2R w K - 0 1", "1r2k3/P7/8/8/8/2N1N3/8/3K4 w - - 0 1"] {
            let position = at(text);
            let pressed = |audience| {
                let items = sheet(&position, audience, None, Language::En).marks;
                items.into_iter().filter_map(|item| item.action).collect::<BTreeSet<_>>()
            };
            let legal = position.legal_actions(Seat(0)).map(|action| action.to_string());
            assert_eq!(pressed(Audience::Seat(Seat(0))), legal.collect::<BTreeSet<_>>());
            assert_eq!(pressed(Audience::Seat(Seat(1))), BTreeSet::new());
            assert_eq!(pressed(Audience::Spectators), BTreeSet::new());
        }
    }

    #[test]
    fn the_status_says_who_moves_or_why_neither_does() {
        let status = |text| super::status(&at(text)).get(Language::En);
        assert_eq!(status("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "to move: white, in check");
        assert_eq!(status("3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1"), "black is checkmated");
        assert_eq!(status("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"), "draw: stalemate");
        assert_eq!(status("k7/8/2K5/8/8/8/8/8 b - - 0 1"), "draw: insufficient material");
    }
}
