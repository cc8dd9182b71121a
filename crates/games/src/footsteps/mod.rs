//! FootSteps: secret simultaneous bids move a token along a strip, and both pay.
//!
//! After "Quinta competencia: FootSteps" (18 October 2007).

pub mod matrix_game;
pub mod model;
mod picture;
pub mod place;
pub mod response;
pub mod solve;
pub mod study;
pub mod table;

use crate::decimal;
use certamen_game::{
    Audience, Draws, Game, GameInfo, Illegal, Language, Numbers, OptionsError, Outcome, Picture,
    ProgramsMemory, Protocol, Rng, Scoring, Seat, Seats, State, Turn, escape_reply,
    record::{BYTES, TURNS},
    seat_name,
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

mod say {
    certamen_i18n::texts!("src/footsteps/words");
}

pub const GAME: FootSteps = FootSteps;

#[derive(Clone, Copy, Debug)]
pub struct FootSteps;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Length of the strip: odd, 3 to 100,001.
    #[cfg_attr(feature = "schema", schemars(range(min = 3, max = 100_001)))]
    pub squares: u32,
    /// Points of each player at the start, 1 to 1,000,000,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub points: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { squares: 7, points: 50 }
    }
}

/// The longest line of a turn in a record, in bytes: two bids with all their times.
const LONGEST_TURN: u64 = 256;

/// The token's place and what both players have left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    /// 0 is the middle, negative is left. Seat 0 plays left.
    pub position: i32,
    /// Length of the strip.
    pub squares: u32,
    /// Points of seat 0 and seat 1.
    pub points: [u64; 2],
}

impl Game for FootSteps {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "footsteps",
            title: Message::verbatim("FootSteps"),
            seats: 2..=2,
            version: 1,
            end_message: Some("fin"),
            scoring: Scoring::WinLoss,
            protocol: Protocol::Lines,
            move_time: Duration::from_secs(1),
            memory: ProgramsMemory::Match,
            hidden: false,
            draws: Draws::Never,
        }
    }

    fn numbers(&self) -> Numbers {
        Numbers::Amounts
    }

    /// Every turn costs both a point, and its line has at most this many bytes.
    fn longest_record(&self, options: &Options) -> u64 {
        (options.points.min(TURNS) * LONGEST_TURN).max(BYTES)
    }

    fn side_of(&self, seat: Seat) -> Option<Message> {
        Some(if seat == Seat(0) { say::left() } else { say::right() })
    }

    fn result(&self, outcome: &Outcome, names: &[String]) -> Option<Message> {
        let points: [u64; 2] = outcome.detail_as("points")?;
        let Some(winner) = outcome.winner_of_two() else {
            // Very long matches end before all is spent.
            return (points == [0, 0]).then(say::result_spent);
        };
        let player = seat_name(names, winner.index());
        let left = points[winner.index()];
        Some(if winner == Seat(0) {
            say::result_left(player, left)
        } else {
            say::result_right(player, left)
        })
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        Some(match word {
            "position" => say::detail_position(),
            "points" => say::detail_points(),
            _ => return None,
        })
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        Some(match key {
            "squares" => say::option_squares(),
            "points" => say::option_points(),
            _ => return None,
        })
    }

    starters! {
        "c", "common-lisp", "cpp", "go", "java", "javascript", "python", "ruby", "rust",
    }

    starter_notes! { protocol: note_protocol, idea: note_idea, steps: note_steps }

    fn new_initial_state(
        &self,
        options: &Options,
        _seats: u8,
        _rng: &mut Rng,
    ) -> Result<Position, OptionsError> {
        if options.squares.is_multiple_of(2) || !(3..=100_001).contains(&options.squares) {
            let reason = say::odd_numbers(options.squares, 3, 100_001);
            return Err(OptionsError::new("squares", reason));
        }
        if !(1..=1_000_000_000).contains(&options.points) {
            let (given, most) = (options.points, 1_000_000_000);
            return Err(OptionsError::out_of_range("points", given, 1, most));
        }
        Ok(Position { position: 0, squares: options.squares, points: [options.points; 2] })
    }
}

impl Position {
    /// How far the ends are from the middle.
    fn reach(&self) -> i32 {
        (self.squares / 2).cast_signed()
    }

    fn winner(&self) -> Option<Seat> {
        match self.position {
            place if place <= -self.reach() => Some(Seat(0)),
            place if place >= self.reach() => Some(Seat(1)),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || self.points == [0, 0]
    }
}

impl State for Position {
    type Action = u64;

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::first(2) }
    }

    fn legal_actions(&self, seat: Seat) -> impl DoubleEndedIterator<Item = u64> + '_ {
        // "Las ofertas deben ser de al menos un punto, mientras se tengan puntos."
        let points = self.points[seat.index()];
        points.min(1)..=points
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<u64> {
        match self.points[seat.index()] {
            0 => Some(0),
            points => Some(1 + rng.below(points)),
        }
    }

    fn read(&self, seat: Seat, reply: &str) -> Result<u64, Illegal> {
        let shown = || escape_reply(reply.trim());
        let Some(bid) = decimal(reply) else {
            return Err(Illegal(say::no_bid(shown())));
        };
        let points = self.points[seat.index()];
        let lowest = points.min(1);
        if !(lowest..=points).contains(&bid) {
            return Err(Illegal(say::bid_out_of_range(shown(), points, lowest, points)));
        }
        Ok(bid)
    }

    fn apply(&mut self, joint: &[(Seat, u64)], _rng: &mut Rng) {
        let &[(_, left), (_, right)] = joint else { unreachable!("both always bid") };
        self.position += i32::from(right > left) - i32::from(left > right);
        self.points[0] -= left;
        self.points[1] -= right;
    }

    fn outcome(&self) -> Option<Outcome> {
        // The end square is looked at first: the last points may well buy the last step.
        let outcome = match self.winner() {
            Some(winner) => Outcome::won_by(winner),
            None if self.points == [0, 0] => Outcome::scored([0.5, 0.5]),
            None => return None,
        };
        Some(self.detailed(outcome))
    }

    fn observation(&self, seat: Seat) -> String {
        // From the view of who asks, like the protocol of lines, in which no program is told
        // whether it plays left or right.
        let ahead = if seat == Seat(0) { -self.position } else { self.position };
        let [own, other] = [seat, seat.other()].map(|seat| self.points[seat.index()]);
        format!("{ahead} {own} {other}")
    }

    fn updates(&self, seat: Seat, since: &[Turn]) -> Option<String> {
        // A program speaks first; afterwards it hears the bid that answered its last one.
        since.last()?.action(seat.other()).map(str::to_owned)
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.detailed(Outcome::lost_by(seats, 2))
    }

    fn aim(&self, seat: Seat) -> Option<Message> {
        Some(if seat == Seat(0) { say::to_the_left() } else { say::to_the_right() })
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        let [left, right] = self.points;
        format!("{}\n{}\n", self.strip(language), say::points(left, right).get(language))
    }

    fn scores(&self) -> Vec<f64> {
        self.points.map(|points| points as f64).to_vec()
    }

    fn picture(
        &self,
        _audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        Some(picture::picture(self, last, language))
    }
}

impl Position {
    fn detailed(&self, outcome: Outcome) -> Outcome {
        outcome.with_detail("position", self.position).with_detail("points", self.points)
    }

    /// "Se coloca una ficha en la casilla central de una tira de siete casillas."
    fn strip(&self, language: Language) -> String {
        let reach = self.reach();
        if self.squares <= WIDEST {
            let square = |place| if place == self.position { "[O]" } else { "[ ]" };
            return (-reach..=reach).map(square).collect();
        }
        say::square(format!("{:+}", self.position), reach).get(language)
    }
}

/// The longest strip that is drawn, which fits a terminal; longer ones are told.
const WIDEST: u32 = 25;
