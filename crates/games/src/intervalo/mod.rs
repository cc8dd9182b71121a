//! Intervalo: both choose a free square, and more own pieces between the two choices is a point.
//!
//! After "Cuarta competencia: Intervalo" (9 September 2007), its details for programmers
//! (11 September) and its sample game (15 September).

mod picture;

use crate::decimal;
use certamen_game::{
    Audience, Draws, Game, GameInfo, Illegal, Language, OptionsError, Outcome, Picture,
    ProgramsMemory, Protocol, Rng, Scoring, Seat, Seats, State, Termination, Turn, by_points,
    escape_reply,
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::{ops::Range, time::Duration};

mod say {
    certamen_i18n::texts!("src/intervalo/words");
}

pub const GAME: Intervalo = Intervalo;

#[derive(Clone, Copy, Debug)]
pub struct Intervalo;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Length of the strip, 2 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 10_000)))]
    pub squares: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { squares: 64 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// Nothing.
    Free,
    Neutral,
    /// A piece of the player on this seat.
    Of(Seat),
}

/// The turn that led to a position, for its picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastInterval {
    /// The lower and the higher square of the two choices, counted from 0; one square if equal.
    pub ends: [usize; 2],
    /// Who got the point.
    pub winner: Option<Seat>,
}

/// The strip and the points. Counting in it is a scan: 10,000 squares take a few microseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    /// Square 1 first.
    #[serde(serialize_with = "picture::as_text")]
    pub squares: Vec<Square>,
    /// Points of seat 0 and seat 1.
    pub score: [u32; 2],
    #[serde(skip)]
    free: usize,
    /// `None` at the start.
    #[serde(skip)]
    pub last: Option<LastInterval>,
}

impl Game for Intervalo {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "intervalo",
            title: Message::verbatim("Intervalo"),
            seats: 2..=2,
            version: 1,
            end_message: Some("fin"),
            scoring: Scoring::WinLoss,
            protocol: Protocol::Argv,
            move_time: Duration::from_secs(1),
            // "calcular su jugada teniendo en cuenta exclusivamente el contenido de la tira"
            memory: ProgramsMemory::None,
            hidden: false,
            draws: Draws::Never,
        }
    }

    fn result(&self, outcome: &Outcome, names: &[String]) -> Option<Message> {
        if outcome.termination != Termination::Normal {
            return None;
        }
        let points: [u32; 2] = outcome.detail_as("points")?;
        Some(by_points(&points.map(f64::from), names))
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        Some(match word {
            "points" => say::detail_points(),
            _ => return None,
        })
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        (key == "squares").then(say::option_squares)
    }

    starters! {
        "c", "common-lisp", "cpp", "go", "java", "javascript", "python", "ruby", "rust",
    }

    starter_notes! { protocol: note_protocol, idea: note_idea, question: note_question }

    fn new_initial_state(
        &self,
        options: &Options,
        _seats: u8,
        _rng: &mut Rng,
    ) -> Result<Position, OptionsError> {
        if !(2..=10_000).contains(&options.squares) {
            return Err(OptionsError::out_of_range("squares", options.squares, 2, 10_000));
        }
        let free = options.squares as usize;
        Ok(Position { squares: vec![Square::Free; free], score: [0, 0], free, last: None })
    }
}

impl State for Position {
    /// A square, counted from 1.
    type Action = u32;

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> Seats {
        if self.free == 0 { Seats::NONE } else { Seats::first(2) }
    }

    fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.squares
            .iter()
            .enumerate()
            .filter(|(_, square)| **square == Square::Free)
            .map(|(place, _)| place as u32 + 1)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<u32> {
        // Without the list of all free squares that the default would make.
        let free = u64::try_from(self.free).ok().filter(|free| *free > 0)?;
        self.legal_actions(seat).nth(rng.below(free) as usize)
    }

    fn read(&self, _seat: Seat, reply: &str) -> Result<u32, Illegal> {
        let shown = || escape_reply(reply.trim());
        let Some(number) = decimal(reply) else {
            return Err(Illegal(say::no_square(shown())));
        };
        let place = number.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        match place.and_then(|place| self.squares.get(place)) {
            Some(Square::Free) => Ok(number as u32),
            Some(_) => Err(Illegal(say::not_free(shown()))),
            None => Err(Illegal(say::outside(shown(), self.squares.len()))),
        }
    }

    fn apply(&mut self, joint: &[(Seat, u32)], _rng: &mut Rng) {
        let &[(_, first), (_, second)] = joint else { unreachable!("both always choose") };
        let [first, second] = [first, second].map(|square| square as usize - 1);
        let ends = [first.min(second), first.max(second)];
        let mut winner = None;
        if first == second {
            self.squares[first] = Square::Neutral;
            self.free -= 1;
        } else {
            // The two new pieces are one each: whether they count makes no difference.
            winner = self.majority(ends[0] + 1..ends[1]);
            self.squares[first] = Square::Of(Seat(0));
            self.squares[second] = Square::Of(Seat(1));
            self.free -= 2;
        }
        if let Some(winner) = winner {
            self.score[winner.index()] += 1;
        }
        self.last = Some(LastInterval { ends, winner });
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = &self.score;
        (self.free == 0).then(|| self.detailed(Outcome::compared(first, second)))
    }

    fn observation(&self, seat: Seat) -> String {
        // "calcular su jugada teniendo en cuenta exclusivamente el contenido de la tira": squares
        // and nothing else, from the view of who asks: "p" is "propia" and "a" is "ajena".
        let letter = |square: &Square| match *square {
            Square::Free => '.',
            Square::Neutral => 'n',
            Square::Of(owner) if owner == seat => 'p',
            Square::Of(_) => 'a',
        };
        self.squares.iter().map(letter).collect()
    }

    fn updates(&self, seat: Seat, since: &[Turn]) -> Option<String> {
        // A living program speaks first; afterwards it hears the square that met its last one.
        since.last()?.action(seat.other()).map(str::to_owned)
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.detailed(Outcome::lost_by(seats, 2))
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        picture::of(self, language)
    }

    fn scores(&self) -> Vec<f64> {
        self.score.map(f64::from).to_vec()
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

impl Position {
    /// Who has more pieces on the squares `between`.
    fn majority(&self, between: Range<usize>) -> Option<Seat> {
        let count = |seat| {
            let own = |square: &&Square| **square == Square::Of(seat);
            self.squares[between.clone()].iter().filter(own).count()
        };
        let [first, second] = [Seat(0), Seat(1)].map(count);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Seat(1)),
        }
    }

    fn detailed(&self, outcome: Outcome) -> Outcome {
        outcome.with_detail("points", self.score)
    }
}
