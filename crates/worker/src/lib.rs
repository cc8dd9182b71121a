//! Makes players of bots and plays the matches it is given.
//!
//! It knows nothing of formats, rankings or tables: work comes in, records go out.

mod again;
mod bot;
mod bundle;
mod emptied;
mod error;
mod evaluation;
mod files;
mod floor;
mod foresight;
mod kept;
mod long_match;
mod manifest;
mod pinned;
mod place;
mod pool;
mod program;
mod ready;
mod say;
mod seating;
mod thread;
mod workshop;

pub use bot::{About, Bot, Kind};
pub use bundle::Bundle;
pub use certamen_evaluation::{LANGUAGE as LANGUAGE_OF_EVALUATIONS, Search};
pub use error::{BotError, EvaluationError, FilesError, ManifestError, NotRunnable, SourceError};
pub use evaluation::{EvaluationBot, ReadyEvaluation};
pub use floor::Floor;
pub use foresight::Foresight;
pub use kept::{Keeping, note_use};
pub use long_match::{LongMatch, Onlooker};
pub use manifest::Manifest;
pub use pinned::{allowed_cores, pin_to_core, pin_to_cores};
pub use place::{Scratch, SeatingPlan};
pub use pool::{Cast, Done, FirstTry, Pool};
pub use program::{ProgramBot, ReadyProgram};
pub use ready::{Built, Ready};
pub use seating::{Chair, Seating};
pub use thread::Lane;
pub use workshop::Workshop;
