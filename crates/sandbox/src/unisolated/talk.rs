//! A conversation in lines with a program that lives through a match.

use super::{
    child::Child,
    errors::Errors,
    pipe::{Moved, never_wait, pull, push},
    watch::{ends_before, watch},
};
use crate::{Broken, End, Process, Program, SandboxError};
use rustix::fd::AsFd;
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

/// A living program and its pipes.
pub(super) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Errors,
    unsent: Vec<u8>,
    heard: Vec<u8>,
    /// Where the unread part of `heard` starts.
    read: usize,
    most: usize,
    /// How it ended, once it was stopped.
    end: Option<End>,
}

impl Talk {
    /// Starts the program.
    pub(super) fn start(program: &Program) -> Result<Talk, SandboxError> {
        let mut child = Child::spawn(program, None, Stdio::piped())?;
        let input = child.take_input().expect("its input is a pipe");
        let output = child.take_output();
        let prepared = never_wait(&input).and_then(|()| never_wait(&output));
        let errors = prepared.and_then(|()| Errors::new(child.take_errors()));
        Ok(Talk {
            child,
            input: Some(input),
            output,
            errors: errors.map_err(SandboxError::running("preparing pipes"))?,
            unsent: Vec::new(),
            heard: Vec::new(),
            read: 0,
            most: program.limits.output,
            end: None,
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

    /// Brings the next line, or says why there is none.
    fn next_line(&mut self, line: &mut Vec<u8>, deadline: Instant) -> io::Result<Option<End>> {
        let mut searched = self.read;
        let mut waited = false;
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
            if waited && Instant::now() >= deadline {
                return Ok(Some(End::Timeout));
            }
            if let Some(end) = self.listen(deadline)? {
                return Ok(Some(end));
            }
            waited = true;
        }
    }

    /// Waits once and takes what there is; says if there will be no more.
    fn listen(&mut self, deadline: Instant) -> io::Result<Option<End>> {
        let input = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        let (output, input) = (Some(self.output.as_fd()), input.map(AsFd::as_fd));
        // Waiting comes first: the answer is never there yet, unless the program runs ahead, and
        // a look in vain is a system call a turn.
        let ready = watch(&self.child, output, input, &mut self.errors, deadline)?;
        if ready.input {
            self.flush()?;
        }
        if !ready.output && !ready.ended {
            return Ok(None);
        }
        Ok(match pull(&self.output, &mut self.heard, CHUNK)? {
            Moved::Bytes(_) => None,
            Moved::Closed => Some(End::Exited(0)),
            // Descendants may hold the pipe open: the program's end is the end.
            Moved::Nothing => ready.ended.then_some(End::Exited(0)),
        })
    }

    /// Ends the program for the reason `end` and says what really ended it.
    fn stop(&mut self, end: End) -> Broken {
        if matches!(end, End::Exited(_)) {
            // It closed its output. It may be on its way out, with an exit code worth knowing.
            let _ = ends_before(&self.child, &mut self.errors, Instant::now() + GRACE);
        }
        let end = match self.child.finish(end) {
            Ok(own) if matches!(end, End::Exited(_)) => own,
            Ok(_) => end,
            Err(error) => return Broken::Sandbox(error),
        };
        // What it said last is for its author; not hearing it is no reason for anything.
        let _ = self.errors.drain_last();
        self.end = Some(end);
        Broken::Program(end)
    }
}

impl Process for Talk {
    fn send(&mut self, line: &[u8]) -> Result<(), Broken> {
        if let Some(end) = self.end {
            return Err(Broken::Program(end));
        }
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
        if let Some(end) = self.end {
            return Err(Broken::Program(end));
        }
        match self.next_line(line, deadline) {
            Ok(None) => Ok(()),
            Ok(Some(end)) => Err(self.stop(end)),
            Err(error) => {
                Err(Broken::Sandbox(SandboxError::running("listening to a program")(error)))
            }
        }
    }

    fn errors(&self) -> &[u8] {
        self.errors.tail()
    }

    fn close(&mut self) {
        let _ = self.flush();
        self.input = None;
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.close();
        let _ = ends_before(&self.child, &mut self.errors, Instant::now() + GRACE);
    }
}
