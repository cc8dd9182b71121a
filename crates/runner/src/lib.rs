//! Builds players from bots and plays the matches it is given.
//!
//! It knows nothing of formats, rankings or standings: jobs come in, records go out.
//!
//! A match between two built-in players; [`referee::player::ProgramPlayer`] shows one with a program.
//!
//! ```
//! use certamen_game::{Table, builtin::Arguments};
//! use certamen_runner::referee::play;
//! use std::ops::ControlFlow;
//!
//! let game = certamen_games::find("mancala8").ok_or("no such game")?;
//! let player = |name| game.builtin_player(name, &Arguments::new());
//! let mut players = [player("random")?, player("first")?];
//! let table = Table::new(game).seed(7);
//! let record = play(game, table, &[], &mut players, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(record.outcome.ok_or("it was not played to the end")?.scores.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod bot;
mod bundle;
pub mod check;
mod core_pool;
mod engine;
mod engine_pool;
mod error;
mod evaluation;
mod files;
pub mod http_player;
pub mod lisp;
mod manifest;
mod player_factory;
mod prefetch;
mod program;
mod program_dir;
pub mod referee;
mod remove_dir;
pub mod submission;
mod thread;
mod turn_marks;
mod workshop;

pub use crate::lisp::{LANGUAGE as EVALUATION_LANGUAGE, Search};
pub use bot::{Bot, BotKind, BotMetadata, BuiltBot, BuiltBots};
pub use bundle::Bundle;
pub use core_pool::{
    CompletedMatch, CorePool, Lineup, PoolHandle, ResultSender, WarmupRun, allowed_cores,
    pin_to_core, pin_to_cores,
};
pub use engine::{EngineSettings, EngineValue};
pub use engine_pool::EnginePool;
pub use error::{BotError, EvaluationError, FilesError, NotRunnable, SourceError};
pub use evaluation::{EvaluationBot, ReadyEvaluation};
pub use manifest::Manifest;
pub use player_factory::{PlayerFactory, SeatSetup, SeatingPlan};
pub use prefetch::Prefetch;
pub use program::{ProgramBot, ReadyProgram};
pub use program_dir::WriteAccess;
pub use thread::{MatchObserver, MatchProgress, WorkerThread};
pub use workshop::{BuildCache, CacheLimits, note_use};

mod say {
    certamen_i18n::texts!("locales");
}
