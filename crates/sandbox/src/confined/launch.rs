//! The launch: a run of our own program that gives up its rights and becomes a bot.

use super::own_user::OwnUser;
use crate::{
    failure::{Failure, SetupStep, StepError, at},
    filter::{self, Containment},
    landlock::{self, Files},
    rlimits::{ADDRESSES, NO_CORE, lower},
};
use rustix::{
    io::Errno,
    process::{Pid, Resource, set_child_subreaper},
};
use serde::{Deserialize, Serialize};
use std::{
    convert::Infallible,
    ffi::{CString, OsString},
    io,
    os::unix::ffi::OsStrExt,
    path::PathBuf,
};

/// The exit code of a launch that failed.
pub(super) const FAILED: i32 = 126;

/// What a program may see.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    pub(super) read: Vec<PathBuf>,
    pub(super) write: Vec<PathBuf>,
    /// Whether there are folders among these, besides devices.
    pub(super) writes: bool,
    /// The largest file it may write, in bytes.
    pub(super) file_size: u64,
    /// How much memory each of its processes may have, in bytes.
    pub(super) memory: u64,
    /// How many processes it may have, where they have a user of their own.
    pub(super) processes: u64,
    /// The user that it becomes; none where it stays who we are, which is never root.
    pub(super) user: Option<OwnUser>,
    /// The prefix of a launch's error report: no program has seen it.
    pub(super) secret: String,
}

/// Why the launch that printed `words` failed, if the launch printed them and not a program.
pub(super) fn failure(words: &[u8], secret: &str) -> Option<Failure> {
    serde_json::from_slice(words.strip_prefix(secret.as_bytes())?).ok()
}

/// Confines this process as `plan` says and becomes `command`. Comes back only in failure.
pub(crate) fn launch(plan: &OsString, command: &[OsString]) -> ! {
    let plan = serde_json::from_slice(plan.as_encoded_bytes());
    // A plan that cannot be read cannot contain the secret either: then the error is not reported.
    if let Ok(plan) = plan {
        let Err(failed) = confine(&plan, command);
        eprint!("{}{}", plan.secret, serde_json::to_string(&failed).unwrap_or_default());
    }
    std::process::exit(FAILED)
}

fn confine(plan: &Confinement, command: &[OsString]) -> Result<Infallible, Failure> {
    let alone = |trouble: StepError| Failure { step: None, trouble };
    // A user of its own has only files that it may write.
    let writes = plan.writes || plan.user.is_some();
    let held = Containment::ProcessGroup { writes };
    let programs = filter::programs(held).map_err(|error| alone(error.into()))?;
    for (resource, value) in [
        (Resource::Core, NO_CORE),
        (Resource::Fsize, plan.file_size),
        (Resource::Nofile, 256),
        (Resource::As, ADDRESSES),
        (Resource::Data, plan.memory),
        (Resource::Nproc, if plan.user.is_some() { plan.processes } else { u64::MAX }),
    ] {
        lower(resource, value).map_err(at(SetupStep::Limits))?;
    }
    // What its own leave behind stays below it for as long as it lives.
    set_child_subreaper(Pid::from_raw(1)).map_err(at(SetupStep::Limits))?;
    let closed = landlock::restrict(&plan.read, &plan.write);
    let closed = closed.map_err(|error| alone(error.into()))?;
    // It is the only barrier here: half of one is not enough.
    if closed.files != Files::Closed {
        return Err(alone(StepError::LandlockIsOld));
    }
    if let Some(user) = plan.user {
        user.become_it().map_err(at(SetupStep::Privileges))?;
    }
    if rustix::process::geteuid().is_root() {
        return Err(alone(StepError::StillRoot));
    }
    filter::install(&programs).map_err(at(SetupStep::Filter))?;
    Err(at(SetupStep::Execution)(execute(command)))
}

/// Becomes the program. The standard library would hand what is none to a shell.
#[expect(unsafe_code, reason = "the standard library cannot execute one file and no other")]
fn execute(command: &[OsString]) -> io::Error {
    let words = command.iter().map(|word| CString::new(word.as_bytes()));
    let words: Vec<CString> = match words.collect() {
        Ok(words) => words,
        Err(_) => return Errno::INVAL.into(),
    };
    let Some(path) = words.first() else { return Errno::INVAL.into() };
    let mut list: Vec<_> = words.iter().map(|word| word.as_ptr()).collect();
    list.push(std::ptr::null());
    // SAFETY: words that end with a NUL, in a list that ends with a null; no handler is involved.
    unsafe {
        // This process ignores it, and ignored signals stay ignored after exec.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::execv(path.as_ptr(), list.as_ptr());
    }
    io::Error::last_os_error()
}
