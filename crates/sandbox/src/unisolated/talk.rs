//! A conversation in lines with a program that lives through a match.

use super::{
    child::{Child, until},
    pipe::{Moved, never_wait, pull, push},
};
use crate::{Broken, End, Process, Program, SandboxError};
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
const CHUNK: usize = 4 << 10;
/// How much may wait for a program that does not read.
const UNSENT: usize = 1 << 20;
/// How long a program may take to end by itself once its input is closed.
const GRACE: Duration = Duration::from_millis(200);

/// A living program and both its pipes.
pub(super) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    unsent: Vec<u8>,
    heard: Vec<u8>,
    /// Where the unread part of `heard` starts.
    read: usize,
    most: usize,
}

impl Talk {
    /// Starts the program.
    pub(super) fn start(program: &Program) -> Result<Talk, SandboxError> {
        let mut child = Child::spawn(program, None, Stdio::piped())?;
        let input = child.take_input().expect("its input is a pipe");
        let output = child.take_output().expect("its output is a pipe");
        let prepared = never_wait(&input).and_then(|()| never_wait(&output));
        prepared.map_err(SandboxError::running("preparing pipes"))?;
        Ok(Talk {
            child,
            input: Some(input),
            output,
            unsent: Vec::new(),
            heard: Vec::new(),
            read: 0,
            most: program.limits.output,
        })
    }

    /// Writes what the program takes now.
    fn flush(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Ok(()) };
        while !self.unsent.is_empty() {
            match push(input, &self.unsent)? {
                Moved::Bytes(count) => drop(self.unsent.drain(..count)),
                Moved::Nothing => break,
                // Its end shows when its answer is awaited.
                Moved::Closed => self.unsent.clear(),
            }
        }
        Ok(())
    }

    /// Moves the next line that was heard to `line`, if there is a whole one.
    fn take_line(&mut self, line: &mut Vec<u8>, searched: usize) -> bool {
        let found = self.heard[searched..].iter().position(|byte| *byte == b'\n');
        let Some(length) = found.map(|position| searched + position - self.read) else {
            return false;
        };
        line.extend_from_slice(&self.heard[self.read..self.read + length]);
        self.read += length + 1;
        if self.read == self.heard.len() {
            self.heard.clear();
            self.read = 0;
        }
        true
    }

    fn next_line(&mut self, line: &mut Vec<u8>, deadline: Instant) -> io::Result<Option<End>> {
        let mut searched = self.read;
        loop {
            if self.take_line(line, searched) {
                return Ok((line.len() > self.most).then_some(End::Output));
            }
            searched = self.heard.len();
            if searched - self.read > self.most {
                return Ok(Some(End::Output));
            }
            // What was read is let go before more comes in, so that the buffer stays bounded.
            self.heard.drain(..self.read);
            searched -= self.read;
            self.read = 0;
            match pull(&self.output, &mut self.heard, CHUNK)? {
                Moved::Bytes(_) => continue,
                Moved::Closed => return Ok(Some(End::Exited(0))),
                Moved::Nothing => {}
            }
            self.flush()?;
            if !self.wait(deadline)? {
                return Ok(Some(End::Timeout));
            }
        }
    }

    /// Waits for the program to say or take something; whether it did before `deadline`.
    fn wait(&self, deadline: Instant) -> io::Result<bool> {
        let answer = PollFd::new(&self.output, PollFlags::IN);
        let waited = until(deadline);
        let ready = match &self.input {
            Some(input) if !self.unsent.is_empty() => {
                poll(&mut [answer, PollFd::new(input, PollFlags::OUT)], Some(&waited))
            }
            _ => poll(&mut [answer], Some(&waited)),
        };
        match ready {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends the program for the reason `end` and says what really ended it.
    fn stop(&mut self, end: End) -> Broken {
        if matches!(end, End::Exited(_)) {
            // It closed its output. It may be on its way out, with an exit code worth knowing.
            let _ = self.child.ends_before(Instant::now() + GRACE);
        }
        match self.child.finish(end) {
            Ok(own) if matches!(end, End::Exited(_)) => Broken::Program(own),
            Ok(_) => Broken::Program(end),
            Err(error) => Broken::Sandbox(error),
        }
    }
}

impl Process for Talk {
    fn send(&mut self, line: &[u8]) -> Result<(), Broken> {
        if self.unsent.len() + line.len() >= UNSENT {
            return Err(self.stop(End::Timeout));
        }
        self.unsent.extend_from_slice(line);
        self.unsent.push(b'\n');
        self.flush()
            .map_err(|error| Broken::Sandbox(SandboxError::running("sending a line")(error)))
    }

    fn receive(&mut self, line: &mut Vec<u8>, deadline: Instant) -> Result<(), Broken> {
        line.clear();
        match self.next_line(line, deadline) {
            Ok(None) => Ok(()),
            Ok(Some(end)) => Err(self.stop(end)),
            Err(error) => {
                Err(Broken::Sandbox(SandboxError::running("listening to a program")(error)))
            }
        }
    }

    fn close(&mut self) {
        let _ = self.flush();
        self.input = None;
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.close();
        let _ = self.child.ends_before(Instant::now() + GRACE);
    }
}
