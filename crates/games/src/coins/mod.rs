//! Coins: take, turn over and hand round the coins of a common pile, three actions a turn.
//!
//! After the contest "every coin has two sides".

mod picture;
mod position;
mod step;

pub use position::{Holder, Position};
pub use step::{Argument, NoArgument};
pub use step::{Plan, Step};

use certamen_game::{Draws, Game, GameInfo, OptionsError, ProgramsMemory, Protocol, Rng, Scoring};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

mod say {
    certamen_i18n::texts!("src/coins/words");
}

pub const GAME: Coins = Coins;

#[derive(Clone, Copy, Debug)]
pub struct Coins;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Coins in the centre at the start, 1 to 1,000,000,000; drawn if absent.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub coins: Option<u32>,
    /// The turn order, every seat once; drawn if absent.
    pub order: Option<Vec<u8>>,
    /// Rounds at most, 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub rounds: u32,
    /// How an output that is not three actions is played.
    pub bad_output: BadOutput,
}

/// How an output that is not three actions is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BadOutput {
    /// As `NNN`, whatever it is: the announcement's text.
    #[default]
    WholeTurn,
    /// Each unknown one of its first three characters as `N`: the original controller.
    PerCharacter,
}

impl Default for Options {
    fn default() -> Options {
        Options { coins: None, order: None, rounds: 50, bad_output: BadOutput::WholeTurn }
    }
}

impl Game for Coins {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "coins",
            title: say::title(),
            seats: 2..=20,
            version: 1,
            end_message: Some("fin"),
            scoring: Scoring::Score,
            protocol: Protocol::Argv,
            move_time: Duration::from_secs(1),
            memory: ProgramsMemory::Match,
            hidden: false,
            draws: Draws::AtStart,
        }
    }

    fn tricky_starts(&self) -> &'static [&'static str] {
        // A last coin, hardly any, and numbers of many digits.
        &[r#"{"coins":1}"#, r#"{"coins":3,"order":[1,0]}"#, r#"{"coins":1000000000,"rounds":9}"#]
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        Some(match word {
            "rounds" => say::detail_rounds(),
            "coins" => say::detail_coins(),
            "start_coins" => say::detail_start_coins(),
            _ => return None,
        })
    }

    fn start_facts(&self) -> &'static [&'static str] {
        &["coins"]
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        Some(match key {
            "coins" => say::option_coins(),
            "order" => say::option_order(),
            "rounds" => say::option_rounds(),
            "bad_output" => say::option_bad_output(),
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
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Position, OptionsError> {
        // Both are drawn even if given, so that fixing one of them does not change the other.
        let mut drawn: Vec<u8> = (0..seats).collect();
        rng.shuffle(&mut drawn);
        let coins = draw_coins(seats, rng);
        let order = options.order.as_ref().unwrap_or(&drawn);
        check_order(order, seats)?;
        let coins = options.coins.unwrap_or(coins);
        in_range("coins", coins, 1_000_000_000)?;
        in_range("rounds", options.rounds, 10_000)?;
        Ok(Position::start(order, coins, options.rounds, options.bad_output))
    }
}

/// 2^n + 10 n - r coins, r from 1 to n^2: the announcement's `random(1 + (nb_players ^ 2))` leaves
/// open whether 0 comes up; in its controller it does not.
fn draw_coins(seats: u8, rng: &mut Rng) -> u32 {
    let players = u32::from(seats);
    let less = 1 + rng.below(u64::from(players * players)) as u32;
    2u32.pow(players) + 10 * players - less
}

fn check_order(order: &[u8], seats: u8) -> Result<(), OptionsError> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if sorted.into_iter().eq(0..seats) {
        return Ok(());
    }
    let given: Vec<String> = order.iter().map(u8::to_string).collect();
    let reason = say::wrong_order(format!("[{}]", given.join(", ")), seats - 1);
    Err(OptionsError::new("order", reason))
}

fn in_range(key: &str, value: u32, high: u32) -> Result<(), OptionsError> {
    if (1..=high).contains(&value) {
        return Ok(());
    }
    Err(OptionsError::out_of_range(key, value, 1, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draw_stays_between_the_bounds_of_the_formula_and_reaches_them() {
        for (seats, low, high) in [(2, 20, 23), (3, 29, 37), (20, 1_048_376, 1_048_775)] {
            let draws: Vec<u32> =
                (0..20_000).map(|turn| draw_coins(seats, &mut Rng::of_turn(5, turn))).collect();
            assert_eq!(draws.iter().min(), Some(&low), "{seats} players");
            assert_eq!(draws.iter().max(), Some(&high), "{seats} players");
        }
    }

    #[test]
    fn fixing_the_coins_does_not_change_the_order() {
        let order = |coins| {
            let options = Options { coins, ..Options::default() };
            let start = GAME.new_initial_state(&options, 9, &mut Rng::of_turn(3, 0));
            let start = start.expect("the options are good");
            start.holders().iter().map(|holder| holder.id).collect::<Vec<_>>()
        };
        assert_eq!(order(None), order(Some(7)));
        assert_ne!(order(None), (0..9).collect::<Vec<_>>());
    }
}
