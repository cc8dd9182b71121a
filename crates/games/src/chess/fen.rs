//! Positions as text: Forsyth-Edwards Notation, with the castling letters of Chess960 in both ways.

use super::say;
use certamen_i18n::Message;
use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Move, Piece, Rank, Square, get_pawn_attacks,
};

/// The longest text that is looked at, in bytes: the longest position has fewer than 100.
const LONGEST: usize = 128;
/// The field of a position in which neither side may castle.
const NO_CASTLING: &str = "-";

/// The position that a text describes, of six fields, or of four as in opening books: its counters
/// are then `0 1`.
pub(super) fn read(text: &str, chess960: bool) -> Result<Board, Message> {
    if text.len() > LONGEST {
        return Err(say::fen_fields());
    }
    let mut fields: Vec<&str> = text.trim().split(' ').collect();
    if fields.len() == 4 {
        fields.extend(["0", "1"]);
    }
    let [placing, side, castling, passing, half, full] = fields[..] else {
        return Err(say::fen_fields());
    };
    // A digit more than 8, or 0, is read by the library, too, and changes what is written back.
    if placing.contains(['0', '9']) || ![half, full].into_iter().all(is_number) {
        return Err(if placing.contains(['0', '9']) {
            say::fen_board()
        } else {
            say::fen_clocks()
        });
    }
    let without = [placing, side, NO_CASTLING, passing, half, full].join(" ");
    let board = Board::from_fen(&without, true).map_err(reason)?;
    let castling = rook_files(&board, castling, chess960).ok_or_else(say::fen_castling)?;
    if !chess960 && !castles_as_usual(&board, &castling) {
        return Err(say::fen_other_castling());
    }
    let whole = [placing, side, &castling, passing, half, full].join(" ");
    Board::from_fen(&whole, true).map_err(reason)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn reason(error: FenParseError) -> Message {
    match error {
        FenParseError::InvalidBoard => say::fen_board(),
        FenParseError::InvalidSideToMove => say::fen_side(),
        FenParseError::InvalidCastlingRights => say::fen_castling(),
        FenParseError::InvalidEnPassant => say::fen_passing(),
        FenParseError::InvalidHalfMoveClock | FenParseError::InvalidFullmoveNumber => {
            say::fen_clocks()
        }
        FenParseError::MissingField | FenParseError::TooManyFields => say::fen_fields(),
    }
}

/// The castling field with the files of the rooks: `KQ` name the outermost rooks. `None` if a letter
/// names no rook.
fn rook_files(board: &Board, field: &str, chess960: bool) -> Option<String> {
    if field == NO_CASTLING {
        return Some(field.to_owned());
    }
    let mut files = String::new();
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file: char = match letter.to_ascii_lowercase() {
            'k' => outermost(board, color, Side::King)?.into(),
            'q' => outermost(board, color, Side::Queen)?.into(),
            file @ 'a'..='h' if chess960 => file,
            _ => return None,
        };
        files.push(if color == Color::White { file.to_ascii_uppercase() } else { file });
    }
    (!files.is_empty()).then_some(files)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    King,
    Queen,
}

/// The file of the rook that is farthest from the king on its side of the first row.
fn outermost(board: &Board, color: Color, side: Side) -> Option<File> {
    let row: BitBoard = Rank::First.relative_to(color).bitboard();
    let king = board.king(color).file();
    let rooks = board.colored_pieces(color, Piece::Rook) & row;
    let files = rooks.iter().map(Square::file);
    match side {
        Side::King => files.filter(|file| *file > king).max(),
        Side::Queen => files.filter(|file| *file < king).min(),
    }
}

/// Whether those who may castle have their kings on e1 and e8 and their rooks in the corners.
fn castles_as_usual(board: &Board, castling: &str) -> bool {
    castling == NO_CASTLING
        || castling.chars().all(|letter| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            board.king(color).file() == File::E && matches!(letter.to_ascii_lowercase(), 'a' | 'h')
        })
}

/// The position as text. The square behind a pawn is written only if it can be taken in passing, as
/// engines and libraries write it now: equal positions then have equal texts.
pub(super) fn write(board: &Board, chess960: bool) -> String {
    let text = if chess960 { format!("{board:#}") } else { board.to_string() };
    if board.en_passant().is_none() || captures_en_passant(board) {
        return text;
    }
    let mut fields: Vec<&str> = text.split(' ').collect();
    if let Some(passing) = fields.get_mut(3) {
        *passing = "-";
    }
    fields.join(" ")
}

/// Whether a pawn can be taken in passing now.
fn captures_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let pawns = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    pawns.iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Language;
    use certamen_i18n::Localize;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn back(text: &str, chess960: bool) -> String {
        let board = read(text, chess960);
        write(&board.unwrap_or_else(|why| panic!("{text}: {}", why.get(Language::En))), chess960)
    }

    #[test]
    fn a_position_is_written_as_it_was_read() {
        for text in [
            START,
            "8/8/8/8/8/5k2/5p2/5K2 w - - 99 200",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            assert_eq!(back(text, false), text);
        }
        assert_eq!(back(&START.replace(" 0 1", ""), false), START);
        let array = "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1";
        assert_eq!(back(array, true), array);
        assert_eq!(back(&array.replace("FBfb", "KQkq"), true), array);
    }

    #[test]
    fn a_square_behind_a_pawn_that_cannot_be_taken_is_not_written() {
        let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!(back(text, false), text.replace("e3", "-"));
        // Taking would leave the king in check.
        let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
        assert_eq!(back(pinned, false), pinned.replace("d3", "-"));
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_reason() {
        let refused = |text: &str, chess960, reason: Message| {
            let why = read(text, chess960).expect_err(text).get(Language::En);
            assert_eq!(why, reason.get(Language::En), "{text}");
        };
        let changed = |from, to| START.replacen(from, to, 1);
        refused("", false, say::fen_fields());
        refused(&START.replace(" 0 1", " 0"), false, say::fen_fields());
        refused(&format!("{START} x"), false, say::fen_fields());
        refused(&START.replace(' ', "  "), false, say::fen_fields());
        refused(&"8/".repeat(1000), false, say::fen_fields());
        // Without a king, with two, with a pawn on the last row, with too few or too many squares.
        refused(&changed("RNBQKBNR", "RNBQ1BNR").replace("KQkq", "-"), false, say::fen_board());
        refused(&changed("rnbqkbnr", "rnbkkbnr").replace("KQkq", "-"), false, say::fen_board());
        refused(&changed("rnbqkbnr", "rnbqkbnP"), false, say::fen_board());
        refused(&changed("/8/", "/7/"), false, say::fen_board());
        refused(&changed("/8/", "/9/"), false, say::fen_board());
        refused(&changed("/8/", "/08/"), false, say::fen_board());
        refused(&changed("/8/", "/ł7/"), false, say::fen_board());
        // The side that is not to move is in check.
        refused("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", false, say::fen_board());
        refused(&changed(" w ", " x "), false, say::fen_side());
        refused(&changed("KQkq", "KK"), false, say::fen_castling());
        refused(&changed("KQkq", "x"), false, say::fen_castling());
        refused(&changed("KQkq", "HAha"), false, say::fen_castling());
        refused("4k3/8/8/8/8/8/8/4K3 w K - 0 1", false, say::fen_castling());
        refused("4k3/8/8/8/8/8/8/3K3R w K - 0 1", false, say::fen_other_castling());
        refused("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", false, say::fen_other_castling());
        refused(&changed(" - 0", " e4 0"), false, say::fen_passing());
        refused(&changed(" 0 1", " 101 1"), false, say::fen_clocks());
        refused(&changed(" 0 1", " +1 1"), false, say::fen_clocks());
        refused(&changed(" 0 1", " 0 0"), false, say::fen_clocks());
        refused(&changed(" 0 1", " 0 99999"), false, say::fen_clocks());
        assert!(!say::fen_board().message().get(Language::It).is_empty());
    }
}
