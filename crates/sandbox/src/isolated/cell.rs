//! A sandbox for one program: its view of the machine, its group, its zygote.

use super::{
    Isolated,
    cell_child::CellChild,
    group_limits,
    plan::{CellPlan, FolderView, Mount, MountSource, ProcessLimits},
    scratch::CleanFolder,
    wire::{Config, Kind, Request, ZygoteReply},
    zygote::Zygote,
};
use crate::{
    Access, Cell, ErrorCause, Folder, Launcher, Limits, Operation, Process, Program, Run,
    SandboxError, TimeBudget,
    dialogue::{self, Dialogue, Pipes, ProgramInput, RunPlan, Sleep},
    groups::{Groups, Slot},
    processes::ADDRESSES,
};
use rustix::fd::AsFd;
use std::{
    io,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// How long the kernel may take to start a program.
const PATIENCE: Duration = Duration::from_secs(10);

/// The user and the group of a program.
pub(super) struct CellSlot {
    pub(super) user: u32,
    /// The name of the group.
    pub(super) name: String,
    pub(super) groups: Option<Arc<Groups>>,
}

/// A program in its own sandbox.
pub(super) struct CellProcess {
    zygote: Arc<Zygote>,
    spec: ZygoteSpec,
    slot: Option<Arc<Slot>>,
    arguments: Vec<Vec<u8>>,
    environment: Vec<Vec<u8>>,
    limits: Limits,
    /// How long it slept, if it is started again for each turn.
    sleep: Sleep,
    /// The writable folders of the program before any write; `None` if unknown.
    scratch: Option<Vec<CleanFolder>>,
    /// For messages.
    name: Arc<str>,
}

/// The parameters of a zygote, which is started again if a program has killed it.
struct ZygoteSpec {
    launcher: Launcher,
    plan: CellPlan,
    user: u32,
    /// Whether running programs are frozen between their turns.
    freeze: bool,
    /// The folders whose content outlives the sandbox.
    kept: Vec<Folder>,
}

impl ZygoteSpec {
    /// The writable folders, unless the content of one outlives the sandbox.
    fn scratch(&self, zygote: &Zygote) -> Option<Vec<CleanFolder>> {
        if !self.kept.is_empty() {
            return None;
        }
        let writable = |mount: &&Mount| !matches!(mount.what, MountSource::Read(_));
        let look = |mount: &Mount| CleanFolder::look(zygote.process(), &mount.inside);
        self.plan.mounts.iter().filter(writable).map(look).collect()
    }

    fn spawn(&self, slot: Option<&Slot>) -> Result<Zygote, ErrorCause> {
        let door = match slot {
            Some(slot) if self.freeze => slot.inner_entrance()?,
            _ => None,
        };
        let config = Config {
            uid: self.user,
            gid: self.user,
            switch_user: u32::from(slot.is_some()),
            own_door: u32::from(door.is_some()),
        };
        let mut zygote = Zygote::spawn(&self.launcher, &self.plan, &config, door.as_ref())?;
        zygote.keep(&self.kept)?;
        Ok(zygote)
    }
}

/// A program that does nothing, to test whether a sandbox can be built.
pub(super) fn nothing() -> Program {
    Program {
        command: vec!["/nothing".into()],
        directory: "/".into(),
        environment: Vec::new(),
        limits: Limits::default(),
        folders: Vec::new(),
    }
}

impl CellProcess {
    /// Builds a sandbox for `program` by a run of our own program.
    pub(super) fn new(
        launcher: &Launcher,
        program: &Program,
        place: &CellSlot,
    ) -> Result<CellProcess, ErrorCause> {
        let slot = match &place.groups {
            Some(groups) => Some(groups.slot(&place.name, &group_limits(program))?),
            None => None,
        };
        let view = FolderView::of(program);
        let counted = slot.is_some();
        let limits = &program.limits;
        let plan = CellPlan {
            user_namespace: !counted,
            birthplace: slot.as_ref().and_then(Slot::birthplace).map(Path::to_owned),
            doors: slot.as_ref().map_or_else(Vec::new, Slot::entrances),
            roots: view.roots(program),
            mounts: view.mounts(),
            directory: view.inside(&program.directory),
            // Without a user of its own the program runs as our own user, as mapped.
            user: if counted { place.user } else { super::setup::MAPPED_USER },
            limits: ProcessLimits {
                // Fewer would bound kernel memory better, but R does not start with 64.
                descriptors: 256,
                file_size: limits.scratch.max(1 << 20),
                // Including the zygote.
                processes: (!counted).then_some(limits.processes + 1),
                data: (!counted).then_some(limits.memory),
                addresses: (!counted).then_some(ADDRESSES),
            },
        };
        let kept = |folder: &&Folder| matches!(folder.access, Access::Kept(_));
        let spec = ZygoteSpec {
            launcher: launcher.clone(),
            plan,
            user: place.user,
            freeze: limits.freeze,
            kept: program.folders.iter().filter(kept).cloned().collect(),
        };
        let zygote = spec.spawn(slot.as_ref())?;
        let scratch = spec.scratch(&zygote);
        Ok(CellProcess {
            zygote: Arc::new(zygote),
            spec,
            scratch,
            slot: slot.map(Arc::new),
            arguments: view.command(program),
            environment: view.environment(program),
            limits: *limits,
            sleep: Sleep::of_runs(),
            name: program
                .command
                .first()
                .map_or_else(String::new, |word| word.display().to_string())
                .into(),
        })
    }

    /// Asks the zygote to start the program, as `kind`.
    fn spawn(
        &mut self,
        kind: Kind,
        argument: Option<&str>,
        input: ProgramInput,
    ) -> Result<(CellChild, Pipes), ErrorCause> {
        if self.zygote.has_starved() {
            self.zygote = Arc::new(self.spec.spawn(self.slot.as_deref())?);
        }
        let (pipes, standard) = dialogue::pipes(input)?;
        let mut arguments = self.arguments.clone();
        arguments.extend(argument.map(|argument| argument.as_bytes().to_vec()));
        let request = Request {
            kind,
            arguments: &arguments,
            environment: &self.environment,
            input: standard.input.is_some(),
        };
        let (zygote, name) = (Arc::clone(&self.zygote), Arc::clone(&self.name));
        let child = CellChild::new(zygote, self.slot.clone(), name, &self.limits)?;
        let mut descriptors = vec![standard.output.as_fd(), standard.errors.as_fd()];
        descriptors.extend(standard.input.as_ref().map(AsFd::as_fd));
        self.zygote.ask(&request, &descriptors)?;
        Ok((child, pipes))
    }
}

impl Cell for CellProcess {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        let starting = SandboxError::during(Operation::Starting);
        let (child, pipes) =
            self.spawn(Kind::Start, None, ProgramInput::Pipe).map_err(&starting)?;
        match self.zygote.answer(Instant::now() + PATIENCE).map_err(&starting)? {
            ZygoteReply::Started(_) => {
                Ok(Box::new(Dialogue::with(child, pipes, self.limits.output)?))
            }
            ZygoteReply::Failed(error) => {
                child.never_was();
                let error = io::Error::from_raw_os_error(error);
                Err(SandboxError::Start { program: self.name.to_string(), error })
            }
            ZygoteReply::Refused(error) => {
                child.never_was();
                Err(SandboxError::not_executed(&self.name, io::Error::from_raw_os_error(error)))
            }
            other => Err(starting(ErrorCause::ZygoteSays(format!("{other:?}")))),
        }
    }

    fn renew(&mut self, program: &Program) -> bool {
        let clean = |scratch: &Vec<CleanFolder>| scratch.iter().all(CleanFolder::still_is);
        // A running program has the zygote, too; and a zygote that sends something now has died.
        let quiet =
            Arc::strong_count(&self.zygote) == 1 && matches!(self.zygote.answer_now(), Ok(None));
        if !quiet || self.zygote.has_starved() || !self.scratch.as_ref().is_some_and(clean) {
            return false;
        }
        self.environment = FolderView::of(program).environment(program);
        self.sleep = Sleep::of_runs();
        true
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        let kind = if input.is_some() { ProgramInput::Pipe } else { ProgramInput::Nothing };
        let spawned = self.spawn(Kind::Run, argument, kind);
        let (child, pipes) = spawned.map_err(SandboxError::during(Operation::Starting))?;
        let (input, most) = (input.unwrap_or_default(), self.limits.output);
        let given = RunPlan { input, most, budget, sleep: &mut self.sleep };
        dialogue::one_run(child, pipes, given)
    }
}

/// A cell that is built again for each run, for programs with a temporary folder: what one run leaves
/// there is not visible to the next.
pub(super) struct FreshCell {
    sandbox: Isolated,
    program: Program,
    /// Dropping it ends everything in there.
    current: Option<CellProcess>,
}

impl FreshCell {
    pub(super) fn new(sandbox: Isolated, program: Program) -> FreshCell {
        FreshCell { sandbox, program, current: None }
    }

    fn next(&mut self) -> Result<&mut CellProcess, SandboxError> {
        self.current = None;
        Ok(self.current.insert(self.sandbox.create(&self.program)?))
    }
}

impl Cell for FreshCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.next()?.start()
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        self.next()?.run(argument, input, budget)
    }
}
