//! Tier C: plain processes that have closed files, connections and the rarer system calls to
//! themselves, for machines that allow no namespaces.
//!
//! Other processes can be seen, and cleaning up is best effort; what is read and written is not.

mod launch;

pub(crate) use launch::{WORD, launch};

use crate::{
    Access, Allowance, Cell, End, Lost, Process, Program, Run, Sandbox, SandboxError, Tier,
    Unisolated,
};
use launch::Confinement;
use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

/// The sandbox that closes what can be closed without any privilege.
pub struct Confined {
    plain: Unisolated,
    /// The program whose run confines itself and becomes another: our own.
    program: PathBuf,
}

impl Confined {
    /// Tier C; tried once, with a program that does nothing.
    pub fn open() -> Result<Confined, Lost> {
        let lost = |reason: String| Lost { tier: Tier::C, reason };
        let own = std::env::current_exe().map_err(|error| lost(error.to_string()))?;
        Confined::with_program(own)
    }

    /// Likewise, confined by runs of `program`, which calls [`crate::become_sandbox_if_asked`]
    /// before anything else.
    pub fn with_program(program: PathBuf) -> Result<Confined, Lost> {
        let lost = |reason: String| Lost { tier: Tier::C, reason };
        let sandbox = Confined { plain: Unisolated::new(), program };
        let nothing = Program {
            command: vec!["/bin/true".into()],
            directory: "/usr".into(),
            environment: Vec::new(),
            limits: crate::Limits::default(),
            folders: Vec::new(),
        };
        let tried = sandbox
            .house(&nothing)
            .and_then(|mut cell| cell.run(None, None, Allowance::of(Duration::from_secs(10))));
        match tried {
            Ok(Run { end: End::Exited(0), .. }) => Ok(sandbox),
            Ok(run) => Err(lost(String::from_utf8_lossy(&run.errors).trim().to_owned())),
            Err(error) => Err(lost(error.to_string())),
        }
    }

    /// The same program, to be confined before it starts.
    fn confine(&self, program: &Program) -> Program {
        let confinement = Confinement::of(program);
        let plan = serde_json::to_string(&confinement).expect("paths are plain data");
        let mut command = vec![self.program.clone().into_os_string(), WORD.into(), plan.into()];
        command.extend(program.command.iter().cloned());
        Program { command, ..program.clone() }
    }
}

impl Sandbox for Confined {
    fn tier(&self) -> Tier {
        Tier::C
    }

    fn house(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        let start = |program: String, error| SandboxError::Start { program, error };
        let Some(path) = program.command.first().map(Path::new) else {
            let error = std::io::ErrorKind::InvalidInput.into();
            return Err(start("no command".to_owned(), error));
        };
        // Found out here: later it would look like the program's own doing.
        let look =
            |path: &Path| path.metadata().map_err(|error| start(path.display().to_string(), error));
        look(&program.directory)?;
        let file = look(path)?;
        if !file.is_file() || file.permissions().mode() & 0o111 == 0 {
            let error = std::io::ErrorKind::PermissionDenied.into();
            return Err(start(path.display().to_string(), error));
        }
        let cell = self.plain.house(&self.confine(program))?;
        Ok(Box::new(Walls(cell)))
    }
}

/// A place whose walls the program put up itself.
struct Walls(Box<dyn Cell>);

impl Cell for Walls {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.0.start()
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        allowance: Allowance,
    ) -> Result<Run, SandboxError> {
        let run = self.0.run(argument, input, allowance)?;
        if run.end == End::Exited(launch::FAILED) && run.output.is_empty() {
            let error = std::io::Error::other(String::from_utf8_lossy(&run.errors).into_owned());
            return Err(SandboxError::Running { doing: "confining a program", error });
        }
        Ok(run)
    }
}

impl Confinement {
    /// What `program` may see.
    fn of(program: &Program) -> Confinement {
        let view = crate::isolated::View::of(program);
        let mut read: Vec<PathBuf> = view.roots(program);
        // Not the whole folder: with the rights of root it holds the disks.
        let mut write: Vec<PathBuf> =
            crate::isolated::DEVICES.iter().map(|name| Path::new("/dev").join(name)).collect();
        for folder in &program.folders {
            match folder.access {
                Access::Read => read.push(folder.outside.clone()),
                Access::Write | Access::Scratch(_) | Access::Passing(_) => {
                    write.push(folder.outside.clone());
                }
            }
        }
        read.retain(|path| path.exists());
        Confinement { read, write, file_size: program.limits.scratch.max(1 << 20) }
    }
}
