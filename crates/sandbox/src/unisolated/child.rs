//! A child process in a group of its own, always reaped.

use crate::{End, Program, SandboxError};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::Errno,
    process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit},
};
use std::{
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child as Spawned, ChildStdin, ChildStdout, Command, Stdio},
    time::Instant,
};

/// A running child. Dropping it kills its group and reaps it.
pub(super) struct Child {
    spawned: Spawned,
    group: Pid,
    handle: OwnedFd,
    end: Option<End>,
}

impl Child {
    /// Starts `program`; its standard error is discarded.
    pub(super) fn spawn(
        program: &Program,
        argument: Option<&str>,
        input: Stdio,
    ) -> Result<Child, SandboxError> {
        let start = |error| SandboxError::Start {
            program: program
                .command
                .first()
                .map_or_else(String::new, |path| path.display().to_string()),
            error,
        };
        let (path, arguments) = program
            .command
            .split_first()
            .ok_or_else(|| start(io::ErrorKind::InvalidInput.into()))?;
        let mut spawned = Command::new(path)
            .args(arguments)
            .args(argument)
            .current_dir(&program.directory)
            .env_clear()
            .envs(program.environment.iter().map(|(key, value)| (key, value)))
            .process_group(0)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(start)?;
        let group = Pid::from_child(&spawned);
        limit_memory(group, program.limits.memory);
        match pidfd_open(group, PidfdFlags::empty()) {
            Ok(handle) => Ok(Child { spawned, group, handle, end: None }),
            Err(error) => {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = spawned.wait();
                Err(start(error.into()))
            }
        }
    }

    /// The end of the pipe to its standard input, once.
    pub(super) fn take_input(&mut self) -> Option<ChildStdin> {
        self.spawned.stdin.take()
    }

    /// The end of the pipe from its standard output, once.
    pub(super) fn take_output(&mut self) -> Option<ChildStdout> {
        self.spawned.stdout.take()
    }

    /// Becomes readable when the child has ended.
    pub(super) fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Waits for the end of the child itself; whether it came before `deadline`.
    pub(super) fn ends_before(&self, deadline: Instant) -> io::Result<bool> {
        loop {
            let mut watched = [PollFd::new(&self.handle, PollFlags::IN)];
            match poll(&mut watched, Some(&until(deadline))) {
                Ok(ready) => return Ok(ready > 0),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Kills what is left of the group and reaps the child. Says how the child ended by itself, or
    /// `ours` if it had not.
    pub(super) fn finish(&mut self, ours: End) -> Result<End, SandboxError> {
        if let Some(end) = self.end {
            return Ok(end);
        }
        let alone = self.ends_before(Instant::now()).unwrap_or(false);
        // The child is not reaped yet, so that the group's number cannot be somebody else's.
        let _ = kill_process_group(self.group, Signal::KILL);
        let status = self.spawned.wait().map_err(SandboxError::running("waiting for a program"))?;
        let end = match (alone, status.code(), status.signal()) {
            (true, Some(code), _) => End::Exited(code),
            (true, None, Some(signal)) => End::Signalled(signal),
            _ => ours,
        };
        self.end = Some(end);
        Ok(end)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.finish(End::Timeout);
    }
}

/// The time left until `deadline`, as the kernel wants it.
pub(super) fn until(deadline: Instant) -> Timespec {
    let left = deadline.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().min(1 << 30) as i64, tv_nsec: left.subsec_nanos().into() }
}

fn limit_memory(process: Pid, bytes: u64) {
    // Not isolation, only prudence: a failure here (the child may have ended) changes nothing.
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = prlimit(Some(process), Resource::Data, limit);
}
