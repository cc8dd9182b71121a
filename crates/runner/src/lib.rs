//! Builds players from bots and plays the matches it is given.
//!
//! It knows nothing of formats, rankings or standings: jobs come in, records go out.

mod affinity;
mod bot;
mod built_bot;
mod bundle;
mod cache;
pub mod check;
mod core_pool;
mod error;
mod evaluation;
mod files;
pub mod lisp;
mod manifest;
mod match_progress;
mod place;
mod player_factory;
mod pool;
mod prefetch;
mod program;
pub mod referee;
mod remove_dir;
mod replay_audit;
pub mod submission;
mod thread;
mod workshop;

pub use crate::lisp::{LANGUAGE as LANGUAGE_OF_EVALUATIONS, Search};
pub use affinity::{allowed_cores, pin_to_core, pin_to_cores};
pub use bot::{Bot, BotKind, BotMetadata};
pub use built_bot::{BuiltBot, BuiltBots};
pub use bundle::Bundle;
pub use cache::{CacheLimits, note_use};
pub use core_pool::CorePool;
pub use error::{BotError, EvaluationError, FilesError, ManifestError, NotRunnable, SourceError};
pub use evaluation::{EvaluationBot, ReadyEvaluation};
pub use manifest::Manifest;
pub use match_progress::{MatchObserver, MatchProgress};
pub use place::{SeatingPlan, WriteAccess};
pub use player_factory::{PlayerFactory, SeatSetup};
pub use pool::{CompletedMatch, Lineup, PoolHandle, WarmupRun};
pub use prefetch::Prefetch;
pub use program::{ProgramBot, ReadyProgram};
pub use thread::WorkerThread;
pub use workshop::BuildCache;

mod say {
    certamen_i18n::texts!("locales");
}
