//! Pipes that never block: reading, writing and waiting, and the end of standard error.

use super::Child;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::{Errno, ioctl_fionbio, read, write},
};
use std::{io, mem, time::Instant};

/// The result of reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moved {
    /// At most this many bytes.
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    /// The other end is closed.
    Closed,
}

/// Makes a pipe non-blocking.
pub(super) fn never_wait(pipe: impl AsFd) -> io::Result<()> {
    Ok(ioctl_fionbio(&pipe, true)?)
}

/// Appends what is there, at most `most` bytes, to `buffer`.
pub(super) fn pull(pipe: impl AsFd, buffer: &mut Vec<u8>, most: usize) -> io::Result<Moved> {
    let length = buffer.len();
    buffer.resize(length + most, 0);
    let moved = loop {
        match read(&pipe, &mut buffer[length..]) {
            Ok(0) => break Ok(Moved::Closed),
            Ok(count) => break Ok(Moved::Bytes(count)),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => break Ok(Moved::Nothing),
            Err(error) => break Err(error.into()),
        }
    };
    let count = if let Ok(Moved::Bytes(count)) = moved { count } else { 0 };
    buffer.truncate(length + count);
    moved
}

/// Writes as much of `bytes` as the pipe takes.
pub(super) fn push(pipe: impl AsFd, bytes: &[u8]) -> io::Result<Moved> {
    loop {
        match write(&pipe, bytes) {
            Ok(count) => return Ok(Moved::Bytes(count)),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => return Ok(Moved::Nothing),
            Err(Errno::PIPE) => return Ok(Moved::Closed),
            Err(error) => return Err(error.into()),
        }
    }
}

/// How much of standard error is stored, in bytes.
const TAIL: usize = 8 << 10;
/// How much is read at a time, in bytes.
const CHUNK: usize = 16 << 10;
/// How often the pipe of a program that has ended is read: it contains less, unless a descendant out
/// of reach still writes.
const LAST_READS: usize = 64;

/// The standard error of a program: read so that it never blocks, and its end.
pub(super) struct ErrorTail {
    pipe: Option<OwnedFd>,
    tail: Vec<u8>,
}

impl ErrorTail {
    pub(super) fn new(pipe: OwnedFd) -> io::Result<ErrorTail> {
        never_wait(&pipe)?;
        Ok(ErrorTail { pipe: Some(pipe), tail: Vec::new() })
    }

    /// The pipe to watch, while it has a writer.
    pub(super) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    pub(super) fn tail(&self) -> &[u8] {
        &self.tail
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        mem::take(&mut self.tail)
    }

    /// Reads one chunk; returns whether there may be more.
    pub(super) fn drain(&mut self) -> io::Result<bool> {
        let Some(pipe) = &self.pipe else { return Ok(false) };
        let mut chunk = [0; CHUNK];
        match read(pipe, &mut chunk) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.append(&chunk[..count]);
                return Ok(true);
            }
            Err(Errno::AGAIN) => {}
            Err(Errno::INTR) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Reads the rest of a program that has ended.
    pub(super) fn drain_last(&mut self) -> io::Result<()> {
        for _ in 0..LAST_READS {
            if !self.drain()? {
                break;
            }
        }
        Ok(())
    }

    fn append(&mut self, words: &[u8]) {
        let words = &words[words.len().saturating_sub(TAIL)..];
        let surplus = (self.tail.len() + words.len()).saturating_sub(TAIL);
        self.tail.drain(..surplus);
        self.tail.extend_from_slice(words);
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Woken {
    /// Its output has something to read, or is closed.
    pub(super) output: bool,
    /// Its input takes something, or is closed.
    pub(super) input: bool,
    /// The program itself has ended.
    pub(super) ended: bool,
}

/// Waits for output, room for input, or the end of the program, at most until `deadline`. Reads
/// standard error meanwhile, which wakes the caller, too.
pub(super) fn watch(
    child: &impl Child,
    output: Option<BorrowedFd<'_>>,
    input: Option<BorrowedFd<'_>>,
    errors: &mut ErrorTail,
    deadline: Instant,
) -> io::Result<Woken> {
    let handle = child.handle();
    // One poll and no allocation: this is the cost of a turn.
    let entry = |pipe: Option<BorrowedFd<'_>>, flags| match pipe {
        Some(_) => flags,
        None => PollFlags::empty(),
    };
    let standard_error = errors.pipe();
    let mut watched = [
        PollFd::from_borrowed_fd(handle, PollFlags::IN),
        PollFd::from_borrowed_fd(output.unwrap_or(handle), entry(output, PollFlags::IN)),
        PollFd::from_borrowed_fd(
            standard_error.unwrap_or(handle),
            entry(standard_error, PollFlags::IN),
        ),
        PollFd::from_borrowed_fd(input.unwrap_or(handle), entry(input, PollFlags::OUT)),
    ];
    let count = if input.is_some() { 4 } else { 3 };
    match poll(&mut watched[..count], Some(&until(deadline))) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok(Woken::default()),
        Err(error) => return Err(error.into()),
    }
    let [ended, output_ready, error_ready, input_ready] =
        watched.each_ref().map(|entry| !entry.revents().is_empty());
    if error_ready && standard_error.is_some() {
        errors.drain()?;
    }
    Ok(Woken {
        output: output_ready && output.is_some(),
        input: input_ready && input.is_some(),
        ended,
    })
}

/// Waits for the end of the program, at most until `deadline`; returns whether it ended.
pub(super) fn ends_before(
    child: &impl Child,
    errors: &mut ErrorTail,
    deadline: Instant,
) -> io::Result<bool> {
    loop {
        if watch(child, None, None, errors, deadline)?.ended {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
    }
}

/// The same, without reading anything, and waiting once only.
pub(super) fn ends_without_reading(child: &impl Child, deadline: Instant) -> io::Result<bool> {
    let mut watched = [PollFd::from_borrowed_fd(child.handle(), PollFlags::IN)];
    match poll(&mut watched, Some(&until(deadline))) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn until(deadline: Instant) -> Timespec {
    let left = deadline.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().min(1 << 30) as i64, tv_nsec: left.subsec_nanos().into() }
}
