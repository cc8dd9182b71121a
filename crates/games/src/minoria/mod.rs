//! Minoría: all choose A, B or C at once, and players who chose what fewest chose get a point.

mod choice;
mod players;
mod position;
mod sheet;

mod say {
    certamen_i18n::texts!("src/minoria/words");
}

#[cfg(test)]
mod tests;

pub use {choice::Choice, position::Position};

use certamen_game::{
    Game, GameInfo, OptionsError, ProgramsMemory, Protocol, Rng, Scoring,
    builtin::{Arguments, BuiltinError, BuiltinPlayer},
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The game.
pub const GAME: Minoria = Minoria;

/// The game, without state of its own.
#[derive(Clone, Copy, Debug)]
pub struct Minoria;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Rounds, 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 10 }
    }
}

impl Game for Minoria {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "minoria",
            title: Message::verbatim("Minoría"),
            seats: 2..=20,
            version: 1,
            farewell: Some("fin"),
            scoring: Scoring::Score,
            protocol: Protocol::Lines,
            move_time: Duration::from_secs(1),
            memory: ProgramsMemory::Match,
        }
    }

    fn new_initial_state(
        &self,
        options: &Options,
        seats: u8,
        _luck: &mut Rng,
    ) -> Result<Position, OptionsError> {
        if !(1..=10_000).contains(&options.rounds) {
            return Err(OptionsError::out_of_range("rounds", options.rounds, 1, 10_000));
        }
        Ok(Position::start(seats, options.rounds))
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        (word == "rounds").then(say::detail_rounds)
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        (key == "rounds").then(say::option_rounds)
    }

    starters! {
        "c", "common-lisp", "cpp", "go", "java", "javascript", "python", "ruby", "rust",
    }

    starter_notes! { protocol: note_protocol, idea: note_idea, question: note_question }

    fn builtin_names(&self) -> &'static [&'static str] {
        players::NAMES
    }

    fn builtin_player(
        &self,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
        players::player(name, arguments)
    }
}
