//! Tier C: plain processes that give up access to files, connections and the rarer system calls,
//! for machines that allow no namespaces.
//!
//! Other processes are visible; what a program leaves behind is adopted and ended. Where root runs
//! the match, each program has its own user.

mod launch;
mod own_user;

pub(crate) use launch::launch;

use crate::{
    Access, Cell, ErrorCause, Launcher, Operation, Process, Program, ProgramExit, Run, Sandbox,
    SandboxError, Tier, TierLoss, TierLossReason, TimeBudget, Unisolated,
};
use crate::{
    failure::{Failure, SetupStep, StepError},
    launcher::CONFINE,
    orphans,
};
use launch::Confinement;
use own_user::OwnUser;
use rustix::io::Errno;
use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::PermissionsExt,
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
        orphans::take_in().map_err(|error| {
            tier_loss(TierLossReason::Trying(SandboxError::Running {
                operation: Operation::Confining,
                cause: error.into(),
            }))
        })?;
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
        let confinement = Confinement { user, ..Confinement::of(program, secret) };
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
        let start = |program: String, error| SandboxError::Start { program, error };
        let Some(path) = program.command.first().map(Path::new) else {
            return Err(SandboxError::NoCommand);
        };
        // Found out here: later it would look like the program's own doing.
        let look =
            |path: &Path| path.metadata().map_err(|error| start(path.display().to_string(), error));
        look(&program.directory)?;
        let file = look(path)?;
        if !file.is_file() || file.permissions().mode() & 0o111 == 0 {
            return Err(SandboxError::not_executed(&path.to_string_lossy(), Errno::ACCESS.into()));
        }
        let secret = secret().map_err(SandboxError::running(Operation::Confining))?;
        let user = OwnUser::next();
        if let Some(user) = user {
            user.furnish(program)?;
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
    /// What messages call the program.
    name: String,
    /// The program whose folders were given to a user of its own.
    given: Option<Program>,
}

impl Drop for ConfinedCell {
    fn drop(&mut self) {
        if let Some(program) = &self.given {
            OwnUser::leave(program);
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
        let Some(failure) = launch::failure(&run.errors, &self.secret) else { return Ok(run) };
        Err(match failure {
            Failure { step: Some(SetupStep::Execution), trouble: StepError::System(code) } => {
                let error = io::Error::from_raw_os_error(code);
                SandboxError::not_executed(&self.name, error)
            }
            failure => {
                let cause = ErrorCause::Confinement(failure);
                SandboxError::Running { operation: Operation::Confining, cause }
            }
        })
    }
}

impl Confinement {
    /// What `program` may see.
    fn of(program: &Program, secret: &str) -> Confinement {
        let view = crate::isolated::FolderView::of(program);
        let mut read: Vec<PathBuf> = view.roots(program);
        // Not the whole folder: with the rights of root it holds the disks.
        let mut write: Vec<PathBuf> =
            crate::isolated::DEVICES.iter().map(|name| Path::new("/dev").join(name)).collect();
        let devices = write.len();
        for folder in &program.folders {
            match folder.access {
                Access::Read => read.push(folder.outside.clone()),
                Access::Kept(_) | Access::Scratch(_) | Access::Passing(_) => {
                    write.push(folder.outside.clone());
                }
            }
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
            user: None,
            secret: secret.to_owned(),
        }
    }
}
