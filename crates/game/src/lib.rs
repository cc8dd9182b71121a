//! What a game is: the contract between rules, players, records and tournaments.
//!
//! Everything here is a function over values. There is no process, file, socket or thread in this
//! crate, and no knowledge of any particular game: those live in `games`, `sandbox` and `referee`.
#![warn(missing_docs)]

pub mod arbiter;
pub mod builtin;
pub mod conformance;
mod difference;
mod dyn_game;
mod escape;
mod fault;
pub mod gtp;
mod info;
pub mod job;
pub mod number;
mod outcome;
mod picture;
mod play;
mod player;
mod reasons;
pub mod record;
pub mod replay;
mod rng;
mod seat;
mod starter;
mod state;
mod turn;
mod unplayable;
mod untyped;
mod value_error;
mod void;

pub use certamen_i18n::{Language, UnknownLanguage};
pub use dyn_game::Erased;
pub use escape::{escaped, keep_reply, kept_reply, legible};
pub use fault::Fault;
pub use info::{GameInfo, Numbers, ProgramsMemory, Protocol, Scoring};
pub use outcome::{Outcome, Termination};
pub use picture::{Ink, Picture, PictureItem, Shape};
pub use play::{Action, Given, Play};
pub use player::{Budget, Channel, Evaluator, Failure, Player, Reply, View};
pub use reasons::{Illegal, OptionsError};
pub use record::{Conditions, MatchRecord, OnFault, SeatEntry, Table};
pub use rng::{Rng, match_seed};
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as HasSchema;
pub use seat::{MOST_SEATS, Seat, Seats};
pub use starter::Starter;
pub use state::{Audience, Game, State};
pub use turn::{Move, Turn};
pub use unplayable::{IllegalRecordMove, UnplayableTurn};
pub use untyped::{DynGame, DynState};
pub use value_error::{Expected, ValueError, ValueProblem, read};
pub use void::Void;

mod say {
    certamen_i18n::texts!("locales");
}

/// A JSON object, as options and details are kept.
pub type Map = serde_json::Map<String, serde_json::Value>;

/// What the feature `schema` asks of options: that their JSON Schema can be generated.
#[cfg(not(feature = "schema"))]
pub trait HasSchema {}

#[cfg(not(feature = "schema"))]
impl<T> HasSchema for T {}
