//! Tier D: plain processes with deadlines and bounded output, and no isolation at all.
//!
//! For the project's own programs. What a program does to the machine is not prevented; what it
//! does to the match is: it cannot block, bloat or outlive us, short of leaving its process group.
//! The number of its processes and the size of its files are not limited.

use crate::{
    Cell, Operation, Process, Program, ProgramExit, Run, Sandbox, SandboxError, Tier, TimeBudget,
    dialogue::{self, Dialogue, Pipes, ProgramInput, RunPlan, Sleep},
    processes::{self, NO_CORE, descendants, lower_limit},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::{FdFlags, fcntl_setfd},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process, kill_process_group, pidfd_open,
        prlimit,
    },
};
use std::{
    fs,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child as Spawned, Command, Stdio},
};

/// The sandbox that does not isolate.
#[derive(Debug)]
pub struct Unisolated(());

impl Unisolated {
    /// The sandbox that does not isolate. From now on dying programs leave no core files, and
    /// descriptors that we inherited are our own.
    pub fn new() -> Unisolated {
        // Failing to lower a limit is impossible; were it not, core files are merely untidy.
        let _ = lower_limit(Resource::Core, NO_CORE);
        keep_descriptors();
        Unisolated(())
    }
}

/// Ensures that no program inherits descriptors that a shell or another parent left open: unlike ours,
/// those are not closed when a program starts.
fn keep_descriptors() {
    // Without the list nothing can be done; programs then inherit what we inherited.
    let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
    for number in numbers.filter(|number| *number > 2) {
        #[expect(unsafe_code, reason = "inherited descriptors are known by number only")]
        // SAFETY: it is used for one call, which fails and does nothing if it was closed meanwhile.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        let _ = fcntl_setfd(descriptor, FdFlags::CLOEXEC);
    }
}

impl Default for Unisolated {
    fn default() -> Unisolated {
        Unisolated::new()
    }
}

impl Sandbox for Unisolated {
    fn tier(&self) -> Tier {
        Tier::D
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        Ok(Box::new(NoCell { program: program.clone(), sleep: Sleep::of_runs() }))
    }
}

/// The program runs without a cell.
struct NoCell {
    program: Program,
    sleep: Sleep,
}

impl Cell for NoCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        let (child, pipes) = LocalChild::spawn(&self.program, None, ProgramInput::Pipe)?;
        Ok(Box::new(Dialogue::with(child, pipes, self.program.limits.output)?))
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        let kind = if input.is_some() { ProgramInput::Pipe } else { ProgramInput::Nothing };
        let (child, pipes) = LocalChild::spawn(&self.program, argument, kind)?;
        let input = input.unwrap_or_default();
        let most = self.program.limits.output;
        let given = RunPlan { input, most, budget, sleep: &mut self.sleep };
        dialogue::one_run(child, pipes, given)
    }
}

/// A running child. Dropping it kills its group and reaps it.
struct LocalChild {
    spawned: Spawned,
    group: Pid,
    handle: OwnedFd,
    end: Option<ProgramExit>,
}

impl LocalChild {
    /// Starts `program` and returns our ends of its pipes.
    fn spawn(
        program: &Program,
        argument: Option<&str>,
        input: ProgramInput,
    ) -> Result<(LocalChild, Pipes), SandboxError> {
        let (path, arguments) = program.command.split_first().ok_or(SandboxError::NoCommand)?;
        let start = |error| SandboxError::Start { program: path.display().to_string(), error };
        let (pipes, pipe_ends) = dialogue::pipes(input).map_err(start)?;
        let mut command = Command::new(path);
        command
            .args(arguments)
            .args(argument)
            .current_dir(&program.directory)
            .env_clear()
            .envs(program.environment.iter().map(|(key, value)| (key, value)))
            .process_group(0)
            .stdin(pipe_ends.input.map_or_else(Stdio::null, Stdio::from))
            .stdout(pipe_ends.output)
            .stderr(pipe_ends.errors);
        let mut spawned = command.spawn().map_err(|error| match program.executable() {
            Ok(_) => SandboxError::not_executed(&path.to_string_lossy(), error),
            Err(missing) => missing,
        })?;
        let group = Pid::from_child(&spawned);
        limit_memory(group, program.limits.memory);
        match pidfd_open(group, PidfdFlags::empty()) {
            Ok(handle) => Ok((LocalChild { spawned, group, handle, end: None }, pipes)),
            Err(error) => {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = spawned.wait();
                processes::reap(group);
                Err(start(error.into()))
            }
        }
    }

    fn has_ended(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut watched = [PollFd::new(&self.handle, PollFlags::IN)];
        poll(&mut watched, Some(&now)).is_ok_and(|ready| ready > 0)
    }
}

impl dialogue::Child for LocalChild {
    fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Processes that have lost their parent are missing.
    fn processes(&self) -> Vec<i32> {
        let own = self.group.as_raw_pid();
        let mut all = descendants(own);
        all.push(own);
        all
    }

    fn finish(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError> {
        if let Some(end) = self.end {
            return Ok(end);
        }
        let alone = self.has_ended();
        // The child is not reaped yet, so that the group's number cannot be reused.
        let _ = kill_process_group(self.group, Signal::KILL);
        let status = self.spawned.wait().map_err(SandboxError::during(Operation::Waiting))?;
        processes::reap(self.group);
        let end = match (alone, status.code(), status.signal()) {
            (true, Some(code), _) => ProgramExit::Exited(code),
            (true, None, Some(signal)) => ProgramExit::Signalled(signal),
            _ => ours,
        };
        self.end = Some(end);
        Ok(end)
    }
}

impl Drop for LocalChild {
    fn drop(&mut self) {
        let _ = dialogue::Child::finish(self, ProgramExit::Timeout);
    }
}

/// Limits the memory of a process from now on, and kills it if it already has more. Starting it with
/// its limit would need a fork in place of a spawn, which copies the tables of our own memory: a run
/// of a small program would cost half as much again, ten times as much in a large process.
fn limit_memory(process: Pid, bytes: u64) {
    // Not isolation, only prudence: a failure here (the child may have ended) changes nothing.
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = prlimit(Some(process), Resource::Data, limit);
    if data_of(process).is_some_and(|taken| taken > bytes) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The writable memory of a process, in bytes.
fn data_of(process: Pid) -> Option<u64> {
    // The sixth number counts pages of data; the file is far cheaper to read than `status`.
    let counts = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = counts.split_ascii_whitespace().nth(5)?.parse().ok()?;
    Some(pages * 4096)
}
