//! Runs an untrusted program within limits.
//!
//! It knows programs, processes and limits; it knows nothing of games, matches or contests.

mod compile;
#[cfg_attr(not(test), expect(dead_code, reason = "used by the isolated sandbox"))]
mod filter;
#[cfg_attr(not(test), expect(dead_code, reason = "used by the isolated sandbox"))]
mod groups;
#[cfg_attr(not(test), expect(dead_code, reason = "used by the isolated sandbox"))]
mod landlock;
mod language;
mod process;
mod program;
mod tier;
mod toolchain;
mod unisolated;

pub use compile::{CompileError, compile};
pub use language::{Language, LanguageError, Languages, Places};
pub use process::{Broken, End, Process, Run, Sandbox, SandboxError};
pub use program::{Limits, Program};
pub use tier::{Tier, UnknownTier};
pub use toolchain::{ToolError, find_tool};
pub use unisolated::Unisolated;
