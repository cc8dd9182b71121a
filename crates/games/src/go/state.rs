//! A position of Go: the board, whose turn it is, and what ends the match.

use super::{
    board::{Board, Colour, Point, PositionHistory, area},
    picture, say,
};
use certamen_game::{
    Audience, Illegal, Language, Outcome, Picture, Rng, Seat, Seats, State, Termination, Turn,
    gtp::GtpBoard,
};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::{fmt, iter};

/// A position with all that went before it.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    prisoners: [u32; 2],
    turn: Colour,
    passed: bool,
    plies: u32,
    max_plies: Option<u32>,
    history: PositionHistory,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Puts a stone on this point.
    Stone(Point),
    /// Puts none.
    Pass,
    /// Gives the match up. No rule of the announcement's: people and engines of the Go Text Protocol
    /// do it, so that lost matches need not be played out. It is legal and not listed.
    Resign,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Stone(point) => point.fmt(f),
            Action::Pass => f.write_str("pass"),
            Action::Resign => f.write_str("resign"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Both passed, one after the other.
    Passes,
    /// The same board with the same side to move for the second time.
    Repetition,
    /// The limit on plies.
    Plies,
    /// One gave it up; it would be the other's turn.
    Resignation,
}

impl Position {
    /// The empty board, black to move.
    pub fn start(size: u8, max_plies: Option<u32>) -> Position {
        let board = Board::empty(size);
        let mut history = PositionHistory::default();
        history.insert(&board, Colour::Black);
        let turn = Colour::Black;
        let prisoners = [0; 2];
        Position { board, prisoners, turn, passed: false, plies: 0, max_plies, history, end: None }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Stones taken by black and by white.
    pub fn prisoners(&self) -> [u32; 2] {
        self.prisoners
    }

    /// Who moves, or would.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Why it is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    fn play(&mut self, action: Action) {
        let passed_before = self.passed;
        self.passed = action == Action::Pass;
        if let Action::Stone(point) = action {
            self.prisoners[self.turn.index()] += self.board.play(point, self.turn);
        }
        self.turn = self.turn.other();
        self.plies = self.plies.saturating_add(1);
        if action == Action::Resign {
            self.end = Some(End::Resignation);
            return;
        }
        let new = self.history.insert(&self.board, self.turn);
        // Two passes on a board bring back its first position and are an ordinary end all the same.
        self.end = if passed_before && self.passed {
            Some(End::Passes)
        } else if !new {
            Some(End::Repetition)
        } else if self.max_plies.is_some_and(|limit| self.plies >= limit) {
            Some(End::Plies)
        } else {
            None
        };
    }

    fn detailed(&self, outcome: Outcome) -> Outcome {
        outcome.with_detail("area", area(&self.board)).with_detail("prisoners", self.prisoners)
    }
}

impl State for Position {
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> Seats {
        match self.end {
            Some(_) => Seats::NONE,
            None => Seats::only(Seat(self.turn as u8)),
        }
    }

    fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = Action> + '_ {
        let legal = |point: &Point| self.board.is_legal(*point, self.turn);
        self.board.points().filter(legal).map(Action::Stone).chain(iter::once(Action::Pass))
    }

    fn sample(&self, _seat: Seat, rng: &mut Rng) -> Option<Action> {
        let size = u64::from(self.board.size());
        // Draws until one is legal, which the pass always is: all legal ones are equally likely and
        // only few points are looked at.
        loop {
            let place = rng.below(size * size + 1);
            if place == size * size {
                return Some(Action::Pass);
            }
            let point = Point { row: (place / size) as u8, column: (place % size) as u8 };
            if self.board.is_legal(point, self.turn) {
                return Some(Action::Stone(point));
            }
        }
    }

    fn read(&self, _seat: Seat, reply: &str) -> Result<Action, Illegal> {
        let reply = reply.trim_matches([' ', '\t', '\r', '\n']);
        if reply == "pass" {
            return Ok(Action::Pass);
        }
        if reply == "resign" {
            return Ok(Action::Resign);
        }
        let Some((row, column)) = reply.split_once(' ') else {
            return Err(Illegal(say::no_answer()));
        };
        let size = self.board.size();
        let (Some(row), Some(column)) = (coordinate(row, size), coordinate(column, size)) else {
            return Err(Illegal(say::no_point(size)));
        };
        let point = Point { row, column };
        if self.board.stone(point).is_some() {
            return Err(Illegal(say::taken(point.to_string())));
        }
        if self.board.is_suicide(point, self.turn) {
            return Err(Illegal(say::suicide(point.to_string())));
        }
        Ok(Action::Stone(point))
    }

    fn apply(&mut self, joint: &[(Seat, Action)], _rng: &mut Rng) {
        for (_, action) in joint {
            self.play(*action);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let outcome = match end {
            End::Passes => {
                let [black, white] = area(&self.board);
                Outcome::compared(&black, &white)
            }
            End::Resignation => {
                let winner = self.turn;
                let score = |colour| if colour == winner { 1.0 } else { 0.0 };
                Outcome::scored([Colour::Black, Colour::White].map(score))
            }
            End::Repetition => Outcome::scored([0.5, 0.5]),
            End::Plies => Outcome::scored([0.5, 0.5]).with_termination(Termination::Limit),
        };
        Some(self.detailed(outcome).with_detail("end", end))
    }

    fn observation(&self, _seat: Seat) -> String {
        let rows: String = self.board.rows().flat_map(|row| [row, "\n".to_owned()]).collect();
        let [black, white] = self.prisoners;
        format!("{rows}{black} {white} {}", self.turn as u8 + 1)
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.detailed(Outcome::lost_by(seats, 2))
    }

    fn gtp(&self) -> Option<&dyn GtpBoard> {
        Some(self)
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        picture::draw(self, language)
    }

    fn scores(&self) -> Vec<f64> {
        area(&self.board).map(f64::from).to_vec()
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

/// A number from 1 to `size` as an index from 0.
fn coordinate(digits: &str, size: u8) -> Option<u8> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = if plain { digits.parse().ok()? } else { return None };
    (1..=size).contains(&number).then(|| number - 1)
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 3)?;
        fields.serialize_field("rows", &self.board.rows().collect::<Vec<_>>())?;
        fields.serialize_field("prisoners", &self.prisoners)?;
        fields.serialize_field("turn", &(self.turn as u8 + 1))?;
        fields.end()
    }
}
