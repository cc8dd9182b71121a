//! The standard error of a program: read so that it never blocks, and its end kept.

use super::pipe::never_wait;
use rustix::{
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::{Errno, read},
};
use std::io;

/// How much is kept.
const KEPT: usize = 8 << 10;
/// How much is read at a time.
const CHUNK: usize = 16 << 10;
/// How often a dead program's pipe is read: it holds less than that, unless a descendant out of
/// reach goes on writing.
const LAST_READS: usize = 64;

/// Standard error of a program and the tail of what came from it.
pub(super) struct Errors {
    pipe: Option<OwnedFd>,
    tail: Vec<u8>,
}

impl Errors {
    /// Nothing was written to `pipe` yet.
    pub(super) fn new(pipe: OwnedFd) -> io::Result<Errors> {
        never_wait(&pipe)?;
        Ok(Errors { pipe: Some(pipe), tail: Vec::new() })
    }

    /// The pipe to watch, while it has a writer.
    pub(super) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// The last words so far.
    pub(super) fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Reads one chunk; whether there may be more.
    pub(super) fn drain(&mut self) -> io::Result<bool> {
        let Some(pipe) = &self.pipe else { return Ok(false) };
        let mut chunk = [0; CHUNK];
        match read(pipe, &mut chunk) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.keep(&chunk[..count]);
                return Ok(true);
            }
            Err(Errno::AGAIN) => {}
            Err(Errno::INTR) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Reads what a dead program has left behind.
    pub(super) fn drain_last(&mut self) -> io::Result<()> {
        for _ in 0..LAST_READS {
            if !self.drain()? {
                break;
            }
        }
        Ok(())
    }

    fn keep(&mut self, words: &[u8]) {
        let words = &words[words.len().saturating_sub(KEPT)..];
        let surplus = (self.tail.len() + words.len()).saturating_sub(KEPT);
        self.tail.drain(..surplus);
        self.tail.extend_from_slice(words);
    }
}
