//! Mancala8: sowing in two rows of six holes, with Kalahas on the way and no sweeping at the end.
//!
//! After "Práctica 3 de IA. Torneo, juegos y minimax" (10 March 2015).

pub mod alpha_beta;
pub mod board;
pub mod narration;
pub mod node;
pub mod picture;
pub mod search;
pub mod searcher;
pub mod state;
pub mod trace;
pub mod transcript;

pub use board::Board;
pub use node::{Action, Node};
pub use state::Position;

use board::MAX_SEEDS;
use certamen_game::{
    Draws, Game, GameInfo, OptionsError, Outcome, ProgramsMemory, Protocol, Rng, Scoring, Seat,
    Termination,
    builtin::{Arguments, BuiltinError, BuiltinPlayer},
    by_points, seat_name,
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

mod say {
    certamen_i18n::texts!("src/mancala8/words");
}

pub const GAME: Mancala8 = Mancala8;

#[derive(Clone, Copy, Debug)]
pub struct Mancala8;

/// What a host may choose: "es posible forzar posiciones de inicio distintas".
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The seeds at the start: for side 0 and side 1 the holes 0 to 5 and the Kalaha, at most 255
    /// seeds in all.
    pub board: [[u8; 7]; 2],
    /// The side that starts, 0 or 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub turn: u8,
    /// Slots, moves and forced passes together, after which the match is cut short: 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub max_slots: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { board: Board::START.rows(), turn: 0, max_slots: 60 }
    }
}

impl Game for Mancala8 {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "mancala8",
            title: Message::verbatim("Mancala8"),
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

    fn automatic_reason(&self) -> Option<Message> {
        Some(say::plays_again())
    }

    fn side_of(&self, seat: Seat) -> Option<Message> {
        Some(if seat == Seat(0) { say::below() } else { say::above() })
    }

    fn result(&self, outcome: &Outcome, names: &[String]) -> Option<Message> {
        let points: [u32; 2] = outcome.detail_as("points")?;
        if outcome.termination != Termination::Limit {
            return Some(by_points(&points.map(f64::from), names));
        }
        let slots: u64 = outcome.detail_as("slots")?;
        Some(match outcome.winner_of_two() {
            None => say::result_cut(slots),
            Some(winner) => {
                let player = seat_name(names, winner.index());
                say::result_at_limit(player, points[winner.index()], slots)
            }
        })
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        Some(match word {
            "points" => say::detail_points(),
            "slots" => say::detail_slots(),
            "ac" => say::detail_ac(),
            _ => return None,
        })
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        Some(match key {
            "board" => say::option_board(),
            "turn" => say::option_turn(),
            "max_slots" => say::option_max_slots(),
            _ => return None,
        })
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
        let Some(board) = Board::new(options.board) else {
            let total: u32 = options.board.as_flattened().iter().map(|&n| u32::from(n)).sum();
            return Err(OptionsError::new("board", say::too_many_seeds(total, MAX_SEEDS)));
        };
        if options.turn > 1 {
            return Err(OptionsError::new("turn", say::two_are_possible(options.turn, 0, 1)));
        }
        if !(1..=10_000).contains(&options.max_slots) {
            return Err(OptionsError::out_of_range("max_slots", options.max_slots, 1, 10_000));
        }
        Ok(Position::start(board, Seat(options.turn), options.max_slots))
    }

    fn tricky_starts(&self) -> &'static [&'static str] {
        &[
            // One hole to choose from.
            r#"{"board":[[0,0,0,0,0,1,10],[1,0,0,0,0,2,22]]}"#,
            // A last seed in the own Kalaha, again and again.
            r#"{"board":[[6,5,4,3,2,1,0],[6,5,4,3,2,1,0]],"turn":1}"#,
            // Once round the board.
            r#"{"board":[[0,0,0,0,0,13,0],[1,1,1,1,1,1,17]]}"#,
        ]
    }

    fn builtin_names(&self) -> &'static [&'static str] {
        searcher::NAMES
    }

    fn builtin_player(
        &self,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
        searcher::player(name, arguments)
    }
}
