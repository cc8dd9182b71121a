//! Tier C: plain processes that give up access to files, connections and the rarer system calls,
//! for machines that allow no namespaces.
//!
//! Other processes are visible; what a program leaves behind is adopted and ended. Where root runs
//! the match, each program has its own user.

mod own_user;

use crate::{
    Access, Cell, ErrorCause, Failure, Launcher, Operation, Process, Program, ProgramExit, Run,
    Sandbox, SandboxError, Tier, TierLoss, TierLossReason, TimeBudget, Unisolated,
    filter::{self, Containment},
    landlock::{self, Files},
    launcher::CONFINE,
    processes::{self, ADDRESSES, NO_CORE, lower_limit},
};
use own_user::OwnUser;
use rustix::{
    io::Errno,
    process::{Pid, Resource, set_child_subreaper},
};
use serde::{Deserialize, Serialize};
use std::{
    convert::Infallible,
    ffi::{CString, OsString},
    fs::File,
    io::{self, Read},
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
    time::Duration,
};

/// The sandbox that closes what can be closed without any privilege.
pub struct Confined {
    plain: Unisolated,
    launcher: Launcher,
}

impl Confined {
    /// Tier C; tried once, with a program that does nothing.
    pub fn open(launcher: &Launcher) -> Result<Confined, TierLoss> {
        let tier_loss = |why: TierLossReason| TierLoss { tier: Tier::C, why };
        processes::adopt_orphans()
            .map_err(SandboxError::during(Operation::Confining))
            .map_err(|error| tier_loss(TierLossReason::Trying(error)))?;
        let sandbox = Confined { plain: Unisolated::new(), launcher: launcher.clone() };
        let nothing = Program {
            command: vec!["/bin/true".into()],
            directory: "/usr".into(),
            environment: Vec::new(),
            limits: crate::Limits::default(),
            folders: Vec::new(),
        };
        let tried = sandbox
            .create_cell(&nothing)
            .and_then(|mut cell| cell.run(None, None, TimeBudget::of(Duration::from_secs(10))));
        match tried {
            Ok(Run { end: ProgramExit::Exited(0), .. }) => Ok(sandbox),
            Ok(run) => Err(tier_loss(TierLossReason::Ends(run.end))),
            Err(error) => Err(tier_loss(TierLossReason::Trying(error))),
        }
    }

    /// The same program, to be confined before it starts.
    fn confine(&self, program: &Program, secret: &str, user: Option<OwnUser>) -> Program {
        let confinement = Confinement::of(program, secret, user);
        let plan = serde_json::to_string(&confinement).expect("paths are plain data");
        let own = self.launcher.program().as_os_str().to_owned();
        let mut command = vec![own, CONFINE.into(), plan.into()];
        command.extend(program.command.iter().cloned());
        Program { command, ..program.clone() }
    }
}

impl Sandbox for Confined {
    fn tier(&self) -> Tier {
        Tier::C
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        // Checked here: later it would look like the program's own doing.
        let (path, file) = program.executable()?;
        if !file.is_file() || file.permissions().mode() & 0o111 == 0 {
            return Err(SandboxError::not_executed(&path.to_string_lossy(), Errno::ACCESS.into()));
        }
        let secret = secret().map_err(SandboxError::during(Operation::Confining))?;
        let user = OwnUser::next();
        if let Some(user) = user {
            user.give_folders(program)?;
        }
        let cell = self.plain.create_cell(&self.confine(program, &secret, user))?;
        let given = user.map(|_| program.clone());
        Ok(Box::new(ConfinedCell { cell, secret, name: path.display().to_string(), given }))
    }
}

/// A cell whose restrictions the program imposes on itself.
struct ConfinedCell {
    cell: Box<dyn Cell>,
    secret: String,
    /// The program, for messages.
    name: String,
    /// The program whose folders were given to a user of its own.
    given: Option<Program>,
}

impl Drop for ConfinedCell {
    fn drop(&mut self) {
        if let Some(program) = &self.given {
            OwnUser::take_folders_back(program);
        }
    }
}

/// An unpredictable word.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

impl Cell for ConfinedCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.cell.start()
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        let run = self.cell.run(argument, input, budget)?;
        let Some(failure) = launch_failure(&run.errors, &self.secret) else { return Ok(run) };
        Err(match failure {
            Failure { operation: Some(Operation::Execution), cause: ErrorCause::System(code) } => {
                let error = io::Error::from_raw_os_error(code);
                SandboxError::not_executed(&self.name, error)
            }
            failure => SandboxError::during(Operation::Confining)(ErrorCause::Confinement(
                Box::new(failure),
            )),
        })
    }
}

impl Confinement {
    /// What `program` may see.
    fn of(program: &Program, secret: &str, user: Option<OwnUser>) -> Confinement {
        let view = crate::isolated::FolderView::of(program);
        let mut read: Vec<PathBuf> = view.roots(program);
        // Not the whole folder: with the rights of root it holds the disks.
        let mut write: Vec<PathBuf> =
            crate::isolated::DEVICES.iter().map(|name| Path::new("/dev").join(name)).collect();
        let devices = write.len();
        for folder in &program.folders {
            let list = if folder.access == Access::Read { &mut read } else { &mut write };
            list.push(folder.outside.clone());
        }
        read.retain(|path| path.exists());
        let crate::Limits { scratch, memory, processes, .. } = program.limits;
        Confinement {
            read,
            writes: write.len() > devices,
            write,
            file_size: scratch.max(1 << 20),
            memory,
            processes,
            user,
            secret: secret.to_owned(),
        }
    }
}

/// The exit code of a launch that failed.
const FAILED: i32 = 126;

/// What a program may see.
#[derive(Debug, Serialize, Deserialize)]
struct Confinement {
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    /// Whether there are folders among these, besides devices.
    writes: bool,
    /// The largest file it may write, in bytes.
    file_size: u64,
    /// How much memory each of its processes may have, in bytes.
    memory: u64,
    /// How many processes it may have, where they have a user of their own.
    processes: u64,
    /// The user that it becomes; `None` if it stays our own, which is never root.
    user: Option<OwnUser>,
    /// The prefix of a launch's error report: no program has seen it.
    secret: String,
}

/// Why the launch failed that printed `words`; `None` if the program printed them.
fn launch_failure(words: &[u8], secret: &str) -> Option<Failure> {
    serde_json::from_slice(words.strip_prefix(secret.as_bytes())?).ok()
}

/// Confines this process as `plan` says and becomes `command`: a run of our own program that gives up
/// its rights and becomes a bot.
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
    let alone = |cause: ErrorCause| Failure { operation: None, cause };
    // A user of its own has only files that it may write.
    let writes = plan.writes || plan.user.is_some();
    let containment = Containment::ProcessGroup { writes };
    let programs = filter::programs(containment).map_err(|error| alone(error.into()))?;
    for (resource, value) in [
        (Resource::Core, NO_CORE),
        (Resource::Fsize, plan.file_size),
        (Resource::Nofile, 256),
        (Resource::As, ADDRESSES),
        (Resource::Data, plan.memory),
        (Resource::Nproc, if plan.user.is_some() { plan.processes } else { u64::MAX }),
    ] {
        lower_limit(resource, value).map_err(Failure::during(Operation::Limits))?;
    }
    // Orphans of its descendants stay below it for as long as it lives.
    set_child_subreaper(Pid::from_raw(1)).map_err(Failure::during(Operation::Limits))?;
    let closed = landlock::restrict(&plan.read, &plan.write);
    let closed = closed.map_err(|error| alone(error.into()))?;
    // It is the only barrier here: half of one is not enough.
    if closed.files != Files::Closed {
        return Err(alone(ErrorCause::LandlockIsOld));
    }
    if let Some(user) = plan.user {
        user.become_it().map_err(Failure::during(Operation::Privileges))?;
    }
    if rustix::process::geteuid().is_root() {
        return Err(alone(ErrorCause::StillRoot));
    }
    filter::install(&programs).map_err(Failure::during(Operation::Filter))?;
    Err(Failure::during(Operation::Execution)(execute(command)))
}

/// Becomes the program. The standard library would give a file that is no program to a shell.
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
