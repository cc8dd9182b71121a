//! Runs an untrusted program within limits.
//!
//! It knows programs, processes and limits; it knows nothing of games, matches or contests.
//!
//! A sandbox is built by a run of the very program that uses it. Therefore [`init`] comes first in
//! `main`; its result is needed to create sandboxes. A sandbox gives a program a cell of its
//! own, in which it is run again and again, or started once for a dialogue.
//!
//! ```no_run
//! use certamen_sandbox::{Limits, Program, ProgramExit, Tier, TimeBudget};
//! use std::{error::Error, time::Duration};
//!
//! fn main() -> Result<(), Box<dyn Error>> {
//!     let launcher = certamen_sandbox::init();
//!     let sandbox = certamen_sandbox::of_tier(&launcher, Tier::B)?;
//!     // A sandbox that canaries escape from must not be used.
//!     certamen_sandbox::doctor::self_test_cached(&*sandbox)?;
//!     let program = Program {
//!         command: vec!["/usr/bin/rev".into()],
//!         directory: "/usr".into(),
//!         environment: Vec::new(),
//!         limits: Limits::default(),
//!         folders: Vec::new(),
//!     };
//!     let time = TimeBudget::of(Duration::from_secs(1));
//!     let run = sandbox.create_cell(&program)?.run(None, Some(b"drawkcab"), time)?;
//!     assert_eq!((run.end, &*run.output), (ProgramExit::Exited(0), &b"backward"[..]));
//!     Ok(())
//! }
//! ```

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
mod launcher;
mod lost;
mod orphans;
mod output_markers;
pub mod packed;
mod process;
mod products;
mod program;
mod reexec;
mod reuse;
mod rlimits;
mod tier;
mod toolchain;
mod transcript;
mod trial;
mod unisolated;

pub use choice::{best, of_tier, weakest_unasked};
pub use compile::{Build, CompileError, Refusal, compile, compile_within};
pub use confined::Confined;
pub use error::{ErrorCause, Operation, SandboxError};
pub use failure::{Failure, SetupStep, StepError};
pub use groups::{Lacking, Missing, NoGroups};
pub use isolated::Isolated;
pub use language::{
    Language, LanguageError, Languages, PYTHON_TWO, Places, TestProgram, fill_memory,
};
pub use launcher::Launcher;
pub use lost::{TierLoss, TierLossReason};
pub use output_markers::OutputMarkers;
pub use process::{
    AnswerCost, Broken, Cell, Process, ProgramExit, Run, Sandbox, ShutdownReport, TimeBudget,
};
pub use products::BadProducts;
pub use program::{Access, Folder, Limits, Program};
pub use reexec::init;
pub use reuse::CellPool;
pub use tier::{Tier, UnknownTier};
pub use toolchain::{ToolError, find_tool};
pub use transcript::{LastWords, RecordedSandbox, TranscriptEvent, TranscriptSink};
pub use trial::{LanguageTest, TrialError};
pub use unisolated::Unisolated;

mod say {
    certamen_i18n::texts!("locales");
}
