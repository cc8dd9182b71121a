//! A child process in a group of its own, always reaped.

use crate::{
    Operation, Program, ProgramExit, SandboxError,
    descendants::descendants,
    dialogue::{self, Input, Pipes},
    orphans,
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process, kill_process_group, pidfd_open,
        prlimit,
    },
};
use std::{
    ffi::OsStr,
    fs, io,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child as Spawned, Command, Stdio},
};

/// A running child. Dropping it kills its group and reaps it.
pub(super) struct LocalChild {
    spawned: Spawned,
    group: Pid,
    handle: OwnedFd,
    end: Option<ProgramExit>,
}

impl LocalChild {
    /// Starts `program` and gives our ends of its pipes.
    pub(super) fn spawn(
        program: &Program,
        argument: Option<&str>,
        input: Input,
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
        let mut spawned = command.spawn().map_err(|error| not_spawned(program, path, error))?;
        let group = Pid::from_child(&spawned);
        limit_memory(group, program.limits.memory);
        match pidfd_open(group, PidfdFlags::empty()) {
            Ok(handle) => Ok((LocalChild { spawned, group, handle, end: None }, pipes)),
            Err(error) => {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = spawned.wait();
                orphans::reap(group);
                Err(start(error.into()))
            }
        }
    }

    /// Whether the child itself has ended.
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

    /// Processes that have lost their parent are not seen.
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
        let status = self.spawned.wait().map_err(SandboxError::running(Operation::Waiting))?;
        orphans::reap(self.group);
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

/// Whose matter it is that nothing was started.
fn not_spawned(program: &Program, path: &OsStr, error: io::Error) -> SandboxError {
    let missing = [program.directory.as_path(), Path::new(path)].into_iter().find_map(|needed| {
        let error = needed.metadata().err()?;
        Some(SandboxError::Start { program: needed.display().to_string(), error })
    });
    missing.unwrap_or_else(|| SandboxError::not_executed(&path.to_string_lossy(), error))
}

/// Limits what the process may take from now on, and kills one that was quicker than we and took
/// more. To have it start with its limit would need a fork in place of a spawn, which copies our
/// own memory's tables: half as much again for a run of a small program, ten times in a large
/// process.
fn limit_memory(process: Pid, bytes: u64) {
    // Not isolation, only prudence: a failure here (the child may have ended) changes nothing.
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = prlimit(Some(process), Resource::Data, limit);
    if data_of(process).is_some_and(|taken| taken > bytes) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// How much writable memory a process has, in bytes.
fn data_of(process: Pid) -> Option<u64> {
    // The sixth number counts pages of data; the file is far cheaper than its talkative sibling.
    let counts = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = counts.split_ascii_whitespace().nth(5)?.parse().ok()?;
    Some(pages * 4096)
}
