//! Reading and writing pipes without blocking.

use rustix::{
    fd::AsFd,
    io::{Errno, ioctl_fionbio, read, write},
};
use std::io;

/// What a pipe gave or took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moved {
    /// At most this many bytes.
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    /// The other side is gone.
    Closed,
}

/// Makes a pipe answer at once instead of waiting.
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
