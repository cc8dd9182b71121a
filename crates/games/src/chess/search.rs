//! The built-in players: one that looks at its own moves, and one that looks at the answers, too.

use super::{
    Action, Position,
    position::{ChessMove, is_dead},
};
use certamen_game::{
    Rng, Seat,
    builtin::{Arguments, BuiltinError, BuiltinPlayer, refuse_others},
};
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

pub(super) const NAMES: &[&str] = &["greedy", "lookahead"];

pub(super) fn player(
    name: &str,
    arguments: &Arguments,
) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
    let player: Box<dyn BuiltinPlayer<Position>> = match name {
        "greedy" => Box::new(Greedy),
        "lookahead" => Box::new(Lookahead),
        _ => return Err(BuiltinError::Unknown { name: name.to_owned() }),
    };
    refuse_others(name, arguments, &[])?;
    Ok(player)
}

/// What mate is worth, more than all pieces.
const MATE: i32 = 1_000_000;

/// What a piece is worth, in hundredths of a pawn; a king is never lost.
fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// The pieces of the side to move less those of the other.
fn material(board: &Board) -> i32 {
    let of = |color| -> i32 {
        let count = |piece| board.colored_pieces(color, piece).len() as i32;
        Piece::ALL.into_iter().map(|piece| worth(piece) * count(piece)).sum()
    };
    let own = board.side_to_move();
    of(own) - of(!own)
}

/// The material, and a little for pieces near the middle and pawns on their way, which decides among
/// moves that take nothing.
fn value(board: &Board) -> i32 {
    let own = board.side_to_move();
    material(board) + standing(board, own) - standing(board, !own)
}

fn standing(board: &Board, color: Color) -> i32 {
    let pieces = board.colors(color);
    let sum = |squares: BitBoard, of: fn(Square, Color) -> i32| -> i32 {
        squares.iter().map(|square| of(square, color)).sum()
    };
    let pawns = pieces & board.pieces(Piece::Pawn);
    let light = pieces & (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop));
    sum(pawns, advance) + sum(light, nearness) + sum(pawns, nearness)
}

/// How many rows a pawn has gone.
fn advance(square: Square, color: Color) -> i32 {
    3 * (square.relative_to(color).rank() as i32 - 1)
}

/// How near the middle of the board a square is, from 0 to 12.
fn nearness(square: Square, _color: Color) -> i32 {
    let from_edge = |place: i32| place.min(7 - place);
    2 * (from_edge(square.file() as i32) + from_edge(square.rank() as i32))
}

/// What a board is worth to the side to move if the match is over there; `None` if it goes on.
fn decided(board: &Board) -> Option<i32> {
    if !board.generate_moves(|_| true) {
        return Some(if board.checkers().is_empty() { 0 } else { -MATE });
    }
    (is_dead(board) || board.halfmove_clock() >= 100).then_some(0)
}

fn after(board: &Board, own: ChessMove) -> Board {
    let mut after = board.clone();
    after.play_unchecked(own.played);
    after
}

/// Takes the most that it can take, and mates if it can; otherwise anything.
struct Greedy;

impl BuiltinPlayer<Position> for Greedy {
    fn choose(&mut self, state: &Position, _seat: Seat, rng: &mut Rng) -> Option<Action> {
        let gain = |own: &ChessMove| {
            let board = after(state.board(), *own);
            -decided(&board).unwrap_or_else(|| material(&board))
        };
        let moves = state.moves();
        let gains: Vec<i32> = moves.iter().map(gain).collect();
        let most = gains.iter().copied().max()?;
        let best = moves.into_iter().zip(gains).filter(|(_, gain)| *gain == most);
        let best: Vec<ChessMove> = best.map(|(own, _)| own).collect();
        rng.pick(&best).copied().map(Action::Move)
    }

    fn uses_rng(&self) -> bool {
        true
    }
}

/// Looks two plies ahead: what it does, and the best answer to that.
struct Lookahead;

impl BuiltinPlayer<Position> for Lookahead {
    fn choose(&mut self, state: &Position, _seat: Seat, _rng: &mut Rng) -> Option<Action> {
        let mut best: Option<(i32, ChessMove)> = None;
        for own in state.moves() {
            let board = after(state.board(), own);
            let bound = best.map_or(-2 * MATE, |(value, _)| value);
            // The third time is a draw, and the second is nearly one.
            let repeats = state.occurrences(&board) > 0;
            let value = match decided(&board) {
                Some(value) => -value,
                None if repeats => 0,
                None => answered(&board, bound),
            };
            if value > bound {
                best = Some((value, own));
            }
        }
        best.map(|(_, own)| Action::Move(own))
    }

    fn uses_rng(&self) -> bool {
        false
    }
}

/// What a board is worth to the side that is not to move after the best answer; at most `bound` if
/// it cannot be more.
fn answered(board: &Board, bound: i32) -> i32 {
    let mut least = 2 * MATE;
    board.generate_moves(|of_piece| {
        for answer in of_piece {
            let mut after = board.clone();
            after.play_unchecked(answer);
            // Mate soon is worse than what can be lost.
            least = least.min(decided(&after).unwrap_or_else(|| value(&after)));
            if least <= bound {
                return true;
            }
        }
        false
    });
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{GAME, fen};
    use certamen_game::{Game, State};

    fn chosen(name: &str, text: &str) -> String {
        let position = Position::start(fen::read(text, false).unwrap(), true, false);
        let mut player = GAME.builtin_player(name, &Arguments::new()).unwrap();
        let seat = position.to_act().lowest().unwrap();
        let action = player.choose(&position, seat, &mut Rng::of_turn(3, 1)).unwrap();
        position.algebraic(action)
    }

    #[test]
    fn both_take_what_hangs_and_mate_in_one() {
        for name in NAMES {
            assert_eq!(chosen(name, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "exd5", "{name}");
            assert_eq!(chosen(name, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), "Ra8#", "{name}");
        }
    }

    #[test]
    fn only_one_of_them_sees_the_answer() {
        // The pawn is defended by a pawn.
        let defended = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
        assert_eq!(chosen("greedy", defended), "Qxd5");
        assert_ne!(chosen("lookahead", defended), "Qxd5");
        // Whatever else black does, a rook mates on the last row.
        let threatened = chosen("lookahead", "6k1/5ppp/8/8/8/1r6/5PPP/R5K1 b - - 0 1");
        let good = ["Rb8", "f6", "f5", "g6", "g5", "h6", "h5", "Kf8"];
        assert!(good.contains(&&*threatened), "{threatened}");
    }
}
