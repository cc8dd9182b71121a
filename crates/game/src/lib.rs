//! What a game is: the contract between rules, players, records and tournaments.
//!
//! Everything here is a function over values. There is no process, file, socket or thread in this
//! crate, and no knowledge of any particular game: those live in `games`, `sandbox` and `runner`.
//!
//! A match is played on a [`Table`], by an [`arbiter::Arbiter`] that lets the rules of a [`Game`]
//! apply to answers, and becomes a [`MatchRecord`]:
//!
//! ```
//! use certamen_game::{MatchRecord, Seat};
//!
//! let text = r#"{"certamen":1,"game":"footsteps","rules":1,"options":{},"seed":1,"seats":[{"bot":"ana"},{"bot":"bob"}],"conditions":{"move_ms":1000,"memory":268435456,"tier":"D"}}
//! {"turn":1,"moves":[{"seat":0,"action":"12","ms":8.738},{"seat":1,"action":"48","ms":0.047}]}
//! "#;
//! let (record, _seal) = MatchRecord::read(text.as_bytes())?;
//! assert_eq!(record.table.seats[1].bot, "bob");
//! assert_eq!(record.turns[0].moves[0].seat, Seat(0));
//! assert!(record.outcome.is_none(), "the match is not over");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod adjudication;
pub mod arbiter;
pub mod builtin;
pub mod conformance;
mod dyn_game;
pub mod engine;
mod error;
mod escape;
pub mod gtp;
mod info;
pub mod job;
pub mod number;
mod outcome;
mod picture;
mod play;
mod player;
pub mod record;
pub mod replay;
mod rng;
mod rules_fault;
mod seat;
mod sentence;
mod state;
pub mod stderr_text;
mod value_error;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use certamen_i18n::{Language, UnknownLanguage};
pub use dyn_game::{DynGame, DynState, Erased, Input, Step};
pub use error::{Fault, Illegal, OptionsError, Void};
pub use escape::{escape_reply, escape_reply_is_cut, escaped, legible, unescape_reply};
pub use info::{Draws, GameInfo, Numbers, ProgramsMemory, Protocol, Scoring, Starter};
pub use outcome::{Outcome, Termination};
pub use picture::{Ink, Picture, PictureItem, Shape};
pub use play::{Action, Play};
pub use player::{Budget, Channel, Evaluator, Failure, Given, Player, Reply, View};
pub use record::{
    Conditions, MatchRecord, Move, OnFault, ProgramLife, RulesSource, SeatEntry, Table, Turn,
};
pub use replay::{IllegalRecordMove, UnplayableTurn};
pub use rng::{Rng, match_seed};
pub use rules_fault::{RulesFault, RulesFaultKind};
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as HasSchema;
pub use seat::{MOST_SEATS, Seat, Seats};
pub use sentence::{by_points, result_sentence, seat_name};
pub use state::{Audience, Game, State};
pub use value_error::{Expected, ValueError, ValueProblem, read};

mod say {
    certamen_i18n::texts!("locales");
}

/// A JSON object, as used for options and details.
pub type Map = serde_json::Map<String, serde_json::Value>;

/// What the feature `schema` asks of options: that their JSON Schema can be generated.
#[cfg(not(feature = "schema"))]
pub trait HasSchema {}

#[cfg(not(feature = "schema"))]
impl<T> HasSchema for T {}
