//! One run of a program: start, feed, listen, end.

use super::{
    child::{Child, until},
    pipe::{Moved, never_wait, pull, push},
};
use crate::{End, Program, Run, SandboxError};
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
};
use std::{
    io,
    process::{ChildStdin, ChildStdout, Stdio},
    time::{Duration, Instant},
};

/// How much is read at a time.
const CHUNK: usize = 16 << 10;
/// How long a program that has closed its output may take to end.
const GRACE: Duration = Duration::from_millis(200);

/// Runs `program` once; see [`crate::Sandbox::run`].
pub(super) fn one_run(
    program: &Program,
    argument: Option<&str>,
    input: Option<&[u8]>,
    wall: Duration,
) -> Result<Run, SandboxError> {
    let started = Instant::now();
    let deadline = started + wall;
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut child = Child::spawn(program, argument, stdin)?;
    let output = child.take_output().expect("its output is a pipe");
    let mut conversation = Conversation {
        input: child.take_input(),
        unsent: input.unwrap_or_default(),
        output,
        heard: Vec::new(),
        most: program.limits.output,
    };
    let ours = conversation
        .hold(&child, deadline)
        .map_err(SandboxError::running("listening to a program"))?;
    let end = child.finish(ours)?;
    let passed = started.elapsed();
    // A program that overran has no end of its own, even if it came to one while being stopped.
    let end = if ours == End::Output { ours } else { end };
    Ok(Run { output: conversation.heard, end, charged: passed, wall: passed })
}

struct Conversation<'a> {
    input: Option<ChildStdin>,
    unsent: &'a [u8],
    output: ChildStdout,
    heard: Vec<u8>,
    most: usize,
}

impl Conversation<'_> {
    /// Talks until the child has ended or must be ended; says why we would end it.
    fn hold(&mut self, child: &Child, deadline: Instant) -> io::Result<End> {
        never_wait(&self.output)?;
        if let Some(input) = &self.input {
            never_wait(input)?;
        }
        self.feed()?;
        let mut open = true;
        loop {
            if open {
                match pull(&self.output, &mut self.heard, CHUNK)? {
                    Moved::Bytes(_) if self.heard.len() > self.most => return Ok(End::Output),
                    Moved::Bytes(_) => continue,
                    Moved::Closed => open = false,
                    Moved::Nothing => {}
                }
            }
            if !open {
                // Nothing more can be said: what is left is the exit code, which is not waited for
                // longer than an orderly exit takes.
                self.input = None;
                child.ends_before(deadline.min(Instant::now() + GRACE))?;
                return Ok(End::Exited(0));
            }
            let ended = self.wait(child, deadline)?;
            if ended {
                // Descendants may hold the pipe open: take what is there and go.
                while let Moved::Bytes(_) = pull(&self.output, &mut self.heard, CHUNK)? {
                    if self.heard.len() > self.most {
                        return Ok(End::Output);
                    }
                }
                return Ok(End::Timeout);
            }
            if Instant::now() >= deadline {
                return Ok(End::Timeout);
            }
            self.feed()?;
        }
    }

    /// Waits for anything to happen; whether the child has ended.
    fn wait(&self, child: &Child, deadline: Instant) -> io::Result<bool> {
        let handle = child.handle();
        let mut watched =
            vec![PollFd::new(&handle, PollFlags::IN), PollFd::new(&self.output, PollFlags::IN)];
        if let Some(input) = &self.input {
            watched.push(PollFd::new(input, PollFlags::OUT));
        }
        match poll(&mut watched, Some(&until(deadline))) {
            Ok(_) => Ok(!watched[0].revents().is_empty() && watched[1].revents().is_empty()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes what the child takes; closes its input after the last byte.
    fn feed(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Ok(()) };
        match push(input, self.unsent)? {
            Moved::Bytes(count) => self.unsent = &self.unsent[count..],
            Moved::Nothing => {}
            // It does not want to know; its answer counts all the same.
            Moved::Closed => self.unsent = &[],
        }
        if self.unsent.is_empty() {
            self.input = None;
        }
        Ok(())
    }
}
