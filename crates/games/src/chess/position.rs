//! A position of chess: the board, what was played, and what ends the match.

use super::{fen, picture, say};
use certamen_game::{
    Audience, Illegal, Language, Outcome, Picture, Rng, Seat, Seats, State, Turn,
    engine::EngineBoard, escape_reply,
};
use certamen_i18n::Message;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Square,
    util::{display_san_move, parse_san_move},
};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::fmt;

/// The longest reply that can be a move, blanks around it removed: `Qh4xe1=Q+!!` and a little more.
const LONGEST_REPLY: usize = 16;
/// The half-moves without a capture or a move of a pawn after which the match is a draw.
const FIFTY_MOVES: u8 = 100;
/// The occurrence of a position that is a draw.
const THIRD: usize = 3;

/// A position with all that went before it.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// The text of the start; `None` if it is the usual one.
    start: Option<Box<str>>,
    chess960: bool,
    /// What was played since the start, the moves of the option included.
    played: Vec<Action>,
    /// The positions before this one since a piece was taken or a pawn moved.
    earlier: Vec<Board>,
    /// How often this position has occurred, this time included.
    repetitions: usize,
    end: Option<End>,
}

/// A move, or giving up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Move(ChessMove),
    /// Gives the match up, for people: it is legal and not listed.
    Resign,
}

/// A move in both of its notations, which differ in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessMove {
    /// As the board plays it: the king takes its own rook.
    pub(super) played: Move,
    /// As it is written: the king moves by two squares, unless any king may castle.
    pub(super) written: Move,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(own) => own.written.fmt(f),
            Action::Resign => f.write_str("resign"),
        }
    }
}

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can give mate with what is left.
    Material,
    /// The position occurs for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a move of a pawn.
    FiftyMoves,
    /// The side that was to move gave the match up.
    Resignation,
}

impl End {
    /// What it is called in sentences.
    pub(super) fn word(self) -> Message {
        match self {
            End::Checkmate => say::detail_checkmate(),
            End::Stalemate => say::detail_stalemate(),
            End::Material => say::detail_material(),
            End::Repetition => say::detail_repetition(),
            End::FiftyMoves => say::detail_fifty_moves(),
            End::Resignation => say::detail_resignation(),
        }
    }
}

impl Position {
    /// The start of a match on `board`. `custom`: it is not the usual one, or was written out.
    pub(super) fn start(board: Board, custom: bool, chess960: bool) -> Position {
        let start = custom.then(|| fen::write(&board, chess960).into_boxed_str());
        let (played, earlier) = (Vec::new(), Vec::new());
        let mut position =
            Position { board, start, chess960, played, earlier, repetitions: 1, end: None };
        position.end = position.found_end();
        position
    }

    /// Where the pieces are, and whose turn it is.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Why it is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The position in Forsyth-Edwards Notation.
    pub fn fen(&self) -> String {
        fen::write(&self.board, self.chess960)
    }

    /// The position at the start in the same notation; `None` if it is the usual one.
    pub fn start_fen(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Whether kings castle from any square.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// What was played since the start, the moves of the option included.
    pub fn played(&self) -> &[Action] {
        &self.played
    }

    /// The seat to move, or whose turn it would be.
    pub fn turn(&self) -> Seat {
        seat_of(self.board.side_to_move())
    }

    /// How often `board`, which follows this position, has occurred before.
    pub(super) fn occurrences(&self, board: &Board) -> usize {
        if board.halfmove_clock() == 0 {
            return 0;
        }
        let before = self.earlier.iter().chain([&self.board]);
        before.filter(|earlier| earlier.same_position(board)).count()
    }

    /// The moves, in alphabetical order.
    pub(super) fn moves(&self) -> Vec<ChessMove> {
        let mut moves = Vec::with_capacity(48);
        if self.end.is_none() {
            self.board.generate_moves(|of_piece| {
                moves.extend(of_piece.into_iter().map(|played| self.written(played)));
                false
            });
        }
        // The order of the library may change with its version.
        moves.sort_unstable_by_key(|own: &ChessMove| {
            let Move { from, to, promotion } = own.written;
            let place = |square: Square| (square.file() as u8, square.rank() as u8);
            (place(from), place(to), promotion.map(char::from))
        });
        moves
    }

    /// A legal move of the board with what is written for it.
    fn written(&self, played: Move) -> ChessMove {
        let mut written = played;
        if !self.chess960 && self.castles(played) {
            let file = if played.from.file() < played.to.file() { File::G } else { File::C };
            written.to = Square::new(file, played.to.rank());
        }
        ChessMove { played, written }
    }

    /// Whether a legal move is castling: nothing else goes to a square of an own piece.
    fn castles(&self, played: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(played.to)
    }

    /// The legal move that engines write like this.
    pub(super) fn of_engine(&self, text: &str) -> Option<ChessMove> {
        let mut played: Move = text.parse().ok()?;
        let color = self.board.side_to_move();
        let two_files = (played.from.file() as i8 - played.to.file() as i8).abs() == 2;
        if !self.chess960 && self.board.king(color) == played.from && two_files {
            let rights = self.board.castle_rights(color);
            let rook = if played.to.file() == File::G { rights.short } else { rights.long };
            played.to = Square::new(rook?, played.to.rank());
        }
        if !self.board.is_legal(played) {
            return None;
        }
        // There is one way to write each move, and the library reads others, too.
        let found = self.written(played);
        (found.written.to_string() == text).then_some(found)
    }

    /// The legal move that people write like this: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
    fn of_people(&self, text: &str) -> Option<ChessMove> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let bare = bare.replace("0-0", "O-O").replace("O-0", "O-O");
        let played = parse_san_move(&self.board, &bare).ok()?;
        // The library has castling among the moves of the king to the square of its rook.
        (self.castles(played) == bare.starts_with('O')).then(|| self.written(played))
    }

    /// The algebraic notation of a legal move: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
    pub fn algebraic(&self, action: Action) -> String {
        match action {
            Action::Move(own) => algebraic(&self.board, own),
            Action::Resign => action.to_string(),
        }
    }

    /// Plays a move of the opening that a host chose; `number` is its place, from 1.
    pub(super) fn play_opening(&mut self, text: &str, number: usize) -> Result<(), Message> {
        let Some(own) = self.of_engine(text) else {
            return Err(say::no_opening_move(number, escape_reply(text)));
        };
        self.play(own);
        match self.end {
            Some(end) => Err(say::over_after_move(number, end.word())),
            None => Ok(()),
        }
    }

    fn play(&mut self, own: ChessMove) {
        let before = self.board.clone();
        self.board.play_unchecked(own.played);
        self.played.push(Action::Move(own));
        if self.board.halfmove_clock() == 0 {
            self.earlier.clear();
        } else {
            self.earlier.push(before);
        }
        let same = |earlier: &&Board| earlier.same_position(&self.board);
        self.repetitions = self.earlier.iter().filter(same).count() + 1;
        self.end = self.found_end();
    }

    /// Why it is over by the laws, if it is. Mate comes first: it ends a match at once.
    fn found_end(&self) -> Option<End> {
        let moves = self.board.generate_moves(|_| true);
        if !moves {
            let check = !self.board.checkers().is_empty();
            return Some(if check { End::Checkmate } else { End::Stalemate });
        }
        if is_dead(&self.board) {
            Some(End::Material)
        } else if self.repetitions >= THIRD {
            Some(End::Repetition)
        } else if self.board.halfmove_clock() >= FIFTY_MOVES {
            Some(End::FiftyMoves)
        } else {
            None
        }
    }

    fn detailed(&self, outcome: Outcome) -> Outcome {
        outcome.with_detail("plies", self.played.len())
    }
}

/// Whether neither side can give mate, whatever is played: kings, and at most one knight, or bishops
/// on squares of one colour. Other dead positions, such as closed walls of pawns, are played on.
pub(super) fn is_dead(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    let strong = pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen);
    if !strong.is_empty() {
        return false;
    }
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    if knights.len() + bishops.len() <= 1 {
        return true;
    }
    let dark = BitBoard::DARK_SQUARES;
    knights.is_empty() && (bishops.is_subset(dark) || bishops.is_disjoint(dark))
}

/// The algebraic notation of a move that is legal on `board`.
pub(super) fn algebraic(board: &Board, own: ChessMove) -> String {
    display_san_move(board, own.played).to_string()
}

/// White has the first seat.
pub(super) fn seat_of(color: Color) -> Seat {
    Seat(color as u8)
}

impl State for Position {
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::only(self.turn()) }
    }

    fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = Action> + '_ {
        self.moves().into_iter().map(Action::Move)
    }

    fn read(&self, _seat: Seat, reply: &str) -> Result<Action, Illegal> {
        let text = reply.trim_matches([' ', '\t', '\r', '\n']);
        if text == "resign" {
            return Ok(Action::Resign);
        }
        let found = (text.len() <= LONGEST_REPLY && text.is_ascii())
            .then(|| self.of_engine(text).or_else(|| self.of_people(text)))
            .flatten();
        found.map(Action::Move).ok_or_else(|| Illegal(say::no_move(escape_reply(text))))
    }

    fn apply(&mut self, joint: &[(Seat, Action)], _rng: &mut Rng) {
        for (_, action) in joint {
            match action {
                Action::Move(own) => self.play(*own),
                Action::Resign => self.end = Some(End::Resignation),
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let outcome = match end {
            End::Checkmate | End::Resignation => Outcome::won_by(self.turn().other()),
            End::Stalemate | End::Material | End::Repetition | End::FiftyMoves => {
                Outcome::scored([0.5, 0.5])
            }
        };
        Some(self.detailed(outcome).with_detail("end", end))
    }

    fn observation(&self, _seat: Seat) -> String {
        let moves = self.moves().into_iter().map(|own| own.written.to_string());
        format!("{}\n{}", self.fen(), moves.collect::<Vec<_>>().join(" "))
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.detailed(Outcome::lost_by(seats, 2))
    }

    fn engine_board(&self) -> Option<&dyn EngineBoard> {
        Some(self)
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        picture::draw(self, language)
    }

    fn picture(
        &self,
        audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        Some(picture::sheet(self, audience, last, language))
    }
}

impl EngineBoard for Position {
    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    fn moves(&self) -> Vec<String> {
        self.played.iter().map(Action::to_string).collect()
    }

    fn is_chess960(&self) -> bool {
        self.chess960
    }

    fn moves_with_castling_words(&self) -> Vec<String> {
        let start = self.start.as_deref().and_then(|fen| fen::read(fen, self.chess960).ok());
        let mut board = start.unwrap_or_default();
        let mut words = Vec::with_capacity(self.played.len());
        for action in &self.played {
            let Action::Move(own) = action else { continue };
            let Move { from, to, .. } = own.played;
            // Castling is the king's move to the square of its own rook.
            let is_castling = board.colors(board.side_to_move()).has(to);
            words.push(if !is_castling {
                own.written.to_string()
            } else if from.file() < to.file() {
                "O-O".to_owned()
            } else {
                "O-O-O".to_owned()
            });
            board.play_unchecked(own.played);
        }
        words
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 3)?;
        fields.serialize_field("fen", &self.fen())?;
        fields.serialize_field("check", &!self.board.checkers().is_empty())?;
        fields.serialize_field("repetitions", &self.repetitions)?;
        fields.end()
    }
}
