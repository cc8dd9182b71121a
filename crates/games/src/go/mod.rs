//! Go for deterministic programs: no ko rule, no komi, area scoring, and a repetition is a tie.
//!
//! After the contest of programs that are shown nothing but the board.

mod board;
mod gtp;
mod picture;
mod state;

pub use board::area;
pub use board::{Board, Colour, Point};
pub use state::{Action, End, Position};

use certamen_game::{
    Draws, Game, GameInfo, Ink, OptionsError, Outcome, ProgramsMemory, Protocol, Rng, Scoring,
    Seat, seat_name,
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, time::Duration};

mod say {
    certamen_i18n::texts!("src/go/words");
}

pub const GAME: Go = Go;

#[derive(Clone, Copy, Debug)]
pub struct Go;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Rows and columns of the board, 2 to 25.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 25)))]
    pub size: u8,
    /// Moves and passes after which the match is a tie: 0 is no limit, absent is 3 times the points
    /// of the board.
    pub max_plies: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: 19, max_plies: None }
    }
}

impl Game for Go {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "go",
            title: Message::verbatim("Go"),
            seats: 2..=2,
            version: 1,
            end_message: Some("fin"),
            scoring: Scoring::WinLoss,
            protocol: Protocol::Stdin,
            // "Non più di circa 60 secondi … questa regola non sarà applicata rigorosamente": a fifth
            // of grace.
            move_time: Duration::from_secs(72),
            memory: ProgramsMemory::None,
            hidden: false,
            draws: Draws::Never,
        }
    }

    fn side_of(&self, seat: Seat) -> Option<Message> {
        Some(if seat == Seat(0) { say::black() } else { say::white() })
    }

    fn ink(&self, seat: Seat) -> Ink {
        if seat == Seat(0) { Ink::Black } else { Ink::White }
    }

    fn result(&self, outcome: &Outcome, names: &[String]) -> Option<Message> {
        let end: String = outcome.detail_as("end")?;
        let [black_player, white_player] = [0, 1].map(|seat| seat_name(names, seat));
        Some(match (end.as_str(), outcome.winner_of_two()) {
            ("passes", _) => {
                let [black, white]: [u32; 2] = outcome.detail_as("area")?;
                match black.cmp(&white) {
                    Ordering::Greater => {
                        say::result_black_wins(black_player, black - white, black, white)
                    }
                    Ordering::Less => {
                        say::result_white_wins(white_player, white - black, white, black)
                    }
                    Ordering::Equal => say::result_even(black),
                }
            }
            ("resignation", Some(Seat(0))) => say::result_black_unopposed(black_player),
            ("resignation", Some(_)) => say::result_white_unopposed(white_player),
            ("repetition", None) => say::result_repetition(),
            ("plies", None) => say::result_limit(),
            _ => return None,
        })
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        Some(match word {
            "area" => say::detail_area(),
            "prisoners" => say::detail_prisoners(),
            "end" => say::detail_end(),
            "passes" => say::detail_passes(),
            "plies" => say::detail_plies(),
            "repetition" => say::detail_repetition(),
            "resignation" => say::detail_resignation(),
            _ => return None,
        })
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        Some(match key {
            "size" => say::option_size(),
            "max_plies" => say::option_max_plies(),
            _ => return None,
        })
    }

    starters! {
        "c", "common-lisp", "cpp", "go", "java", "javascript", "python", "ruby", "rust",
    }

    starter_notes! {
        protocol: note_protocol, legal: note_legal, idea: note_idea, question: note_question
    }

    fn new_initial_state(
        &self,
        options: &Options,
        _seats: u8,
        _rng: &mut Rng,
    ) -> Result<Position, OptionsError> {
        if !(2..=25).contains(&options.size) {
            return Err(OptionsError::out_of_range("size", options.size, 2, 25));
        }
        let points = u32::from(options.size).pow(2);
        let max_plies = options.max_plies.unwrap_or(3 * points);
        Ok(Position::start(options.size, (max_plies > 0).then_some(max_plies)))
    }
}
