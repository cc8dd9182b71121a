//! Runs an untrusted program within limits.
//!
//! It knows programs, processes and limits; it knows nothing of games, matches or contests.

mod choice;
mod compile;
mod confined;
mod descendants;
mod dialogue;
pub mod doctor;
mod error;
mod failure;
mod filter;
mod groups;
mod isolated;
mod landlock;
mod language;
mod lost;
mod overheard;
mod process;
mod products;
mod program;
mod reuse;
mod rlimits;
mod say;
mod tier;
mod toolchain;
mod trial;
mod unisolated;

pub use choice::{best, of_tier};
pub use compile::{Build, CompileError, Refusal, compile, compile_within};
pub use confined::Confined;
pub use error::{Cause, Doing, SandboxError};
pub use failure::{Failure, Step, Trouble};
pub use groups::{Lacking, Missing, NoGroups};
pub use isolated::{Isolated, become_sandbox_if_asked};
pub use language::{Language, LanguageError, Languages, PYTHON_TWO, Places, fill_memory};
pub use lost::{Lost, WhyLost};
pub use overheard::{Ear, Heard, LastWords, Overheard};
pub use process::{Allowance, Broken, Cell, Charge, End, Process, Run, Sandbox};
pub use products::BadProducts;
pub use program::{Access, Folder, Limits, Program};
pub use reuse::Reusing;
pub use tier::{Tier, UnknownTier};
pub use toolchain::{ToolError, find_tool};
pub use trial::{Trial, TrialError};
pub use unisolated::Unisolated;
