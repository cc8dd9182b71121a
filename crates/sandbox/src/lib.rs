//! Runs an untrusted program within limits.
//!
//! It knows programs, processes and limits; it knows nothing of games, matches or contests.
//!
//! A sandbox is built by a run of the very program that uses it. Therefore [`init()`] comes first in
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
#![warn(missing_docs)]

/// Implements `From` for variants that hold an error.
macro_rules! from_errors {
    ($type:ident: $($variant:ident($error:ty)),+ $(,)?) => {$(
        impl From<$error> for $type {
            fn from(error: $error) -> $type {
                $type::$variant(error)
            }
        }
    )+};
}

mod choice;
mod compile;
mod confined;
mod dialogue;
pub mod doctor;
mod error;
mod filter;
mod groups;
mod init;
mod isolated;
mod landlock;
mod language;
mod launcher;
mod obstacle;
pub mod packed;
mod process;
mod processes;
mod products;
mod reuse;
mod tier;
mod transcript;
mod trial;
mod unisolated;

pub use choice::{best, of_tier, weakest_default_tier};
pub use compile::{Build, CompileError, Refusal, compile, compile_within};
pub use confined::Confined;
pub use error::{ErrorCause, Failure, Operation, SandboxError};
pub use groups::{Lacking, Missing, NoGroups};
pub use init::init;
pub use isolated::Isolated;
pub use language::{
    Language, LanguageError, Languages, OutputMarkers, PYTHON_TWO, Places, TestProgram, ToolError,
    fill_memory, find_tool,
};
pub use launcher::Launcher;
pub use obstacle::IsolationAdvice;
pub use process::{
    Access, AnswerCost, Broken, Cell, Folder, Limits, Process, Program, ProgramExit, Run, Sandbox,
    ShutdownReport, TimeBudget,
};
pub use products::BadProducts;
pub use reuse::CellPool;
pub use tier::{Tier, TierLoss, TierLossReason, UnknownTier};
pub use transcript::{RecordedSandbox, StderrTail, TranscriptEvent, TranscriptSink};
pub use trial::{LanguageTest, TrialError};
pub use unisolated::Unisolated;

mod say {
    certamen_i18n::texts!("locales");
}
