//! Untyped games and states, with actions as values: the interface for everything outside the
//! rules.

use crate::{
    Audience, GameInfo, Illegal, Language, Map, Numbers, OptionsError, Outcome, Picture, Play,
    Player, Rng, Seat, Seats, Starter, Turn, Void, builtin, gtp::GtpBoard,
};
use certamen_i18n::Message;
use serde_json::Value;
use std::any::Any;

/// A [`Game`](crate::Game) without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `Game`")]
pub trait DynGame: Send + Sync {
    fn info(&self) -> GameInfo;
    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Box<dyn DynState>, OptionsError>;
    /// The JSON Schema of the options, generated from their type.
    #[cfg(feature = "schema")]
    fn options_schema(&self) -> Value;
    /// The options with every default written out.
    fn default_options(&self) -> Value;
    fn replays(&self, older: u32) -> bool;
    /// The length at which a record is ended; the usual one where the options are none of this game.
    fn longest_record(&self, options: &Map) -> u64;
    /// Options, as JSON objects, of starts that programs tend to stumble over.
    fn tricky_starts(&self) -> &'static [&'static str];
    /// What the numbers in its answers are.
    fn numbers(&self) -> Numbers;
    /// Why the rules act for a seat; see [`crate::Game::automatic_reason`].
    fn automatic_reason(&self) -> Option<Message>;
    /// Where boards show what belongs to a seat; see [`crate::Game::side_of`].
    fn side_of(&self, seat: Seat) -> Option<Message>;
    /// The word for what stands in the detail of outcomes; see [`crate::Game::detail_word`].
    fn detail_word(&self, word: &str) -> Option<Message>;
    /// What is shown of the first state; see [`crate::Game::start_facts`].
    fn start_facts(&self) -> &'static [&'static str];
    /// What an option is for; see [`crate::Game::option_word`].
    fn option_word(&self, key: &str) -> Option<Message>;
    fn starters(&self) -> &'static [Starter];
    fn starter_note(&self, key: &str) -> Option<Message>;
    /// The names of all built-in players, those that any game has included.
    fn builtin_names(&self) -> Vec<&'static str>;
    /// Whether a built-in player draws lots: whether it may answer differently when asked again.
    fn draws_lots(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<bool, builtin::BuiltinError>;
    /// A built-in player as a `Player`.
    fn builtin_player(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<Box<dyn Player>, builtin::BuiltinError>;
}

/// A [`State`](crate::State) without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `State`")]
pub trait DynState: Send + Sync {
    fn seats(&self) -> u8;
    fn to_act(&self) -> Seats;
    /// At most `limit` legal actions.
    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String>;
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Play>;
    fn read(&self, seat: Seat, reply: &str) -> Result<Play, Illegal>;
    fn automatic(&self) -> Option<Play>;
    /// Plays what [`DynState::read`] or another method gave in this very state; what others gave who
    /// do not act, or what another game gave, is a void.
    fn apply(&mut self, joint: &[(Seat, &Play)], rng: &mut Rng) -> Result<(), Void>;
    fn outcome(&self) -> Option<Outcome>;
    fn observation(&self, seat: Seat) -> String;
    fn news(&self, seat: Seat, since: &[Turn]) -> Option<String>;
    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<Play>;
    fn forfeit(&self, seats: Seats) -> Outcome;
    fn gtp(&self) -> Option<&dyn GtpBoard>;
    fn aim(&self, seat: Seat) -> Option<Message>;
    fn render(&self, audience: Audience, language: Language) -> String;
    fn picture(
        &self,
        audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture>;
    fn scores(&self) -> Vec<f64>;
    /// The view that the record format promises.
    fn json(&self) -> Value;
    fn clone_box(&self) -> Box<dyn DynState>;
    /// For built-in players, which know the types.
    fn as_any(&self) -> &dyn Any;
}
