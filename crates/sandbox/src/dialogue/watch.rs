//! Waiting until a program writes, reads or ends.

use super::{Child, errors::Errors};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::BorrowedFd,
    io::Errno,
};
use std::{io, time::Instant};

/// What happened.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Woken {
    /// Its output has something to read, or is closed.
    pub(super) output: bool,
    /// Its input takes something, or is closed.
    pub(super) input: bool,
    /// The program itself has ended.
    pub(super) ended: bool,
}

/// Waits until there is output, room for input or an end, or `deadline` has come; takes up what is
/// said on standard error meanwhile, which wakes the caller too.
pub(super) fn watch(
    child: &impl Child,
    output: Option<BorrowedFd<'_>>,
    input: Option<BorrowedFd<'_>>,
    errors: &mut Errors,
    deadline: Instant,
) -> io::Result<Woken> {
    let handle = child.handle();
    // One poll and no allocation: this is what a turn costs.
    let entry = |pipe: Option<BorrowedFd<'_>>, flags| match pipe {
        Some(_) => flags,
        None => PollFlags::empty(),
    };
    let said = errors.pipe();
    let mut watched = [
        PollFd::from_borrowed_fd(handle, PollFlags::IN),
        PollFd::from_borrowed_fd(output.unwrap_or(handle), entry(output, PollFlags::IN)),
        PollFd::from_borrowed_fd(said.unwrap_or(handle), entry(said, PollFlags::IN)),
        PollFd::from_borrowed_fd(input.unwrap_or(handle), entry(input, PollFlags::OUT)),
    ];
    let count = if input.is_some() { 4 } else { 3 };
    match poll(&mut watched[..count], Some(&until(deadline))) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok(Woken::default()),
        Err(error) => return Err(error.into()),
    }
    let [ended, output_ready, said_ready, input_ready] =
        watched.each_ref().map(|entry| !entry.revents().is_empty());
    if said_ready && said.is_some() {
        errors.drain()?;
    }
    Ok(Woken {
        output: output_ready && output.is_some(),
        input: input_ready && input.is_some(),
        ended,
    })
}

/// Waits for the end of the program, at most until `deadline`; whether it came.
pub(super) fn ends_before(
    child: &impl Child,
    errors: &mut Errors,
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

/// Waits once for the end of the program and nothing else, at most until `deadline`; whether it
/// came.
pub(super) fn ends_unheard(child: &impl Child, deadline: Instant) -> io::Result<bool> {
    let mut watched = [PollFd::from_borrowed_fd(child.handle(), PollFlags::IN)];
    match poll(&mut watched, Some(&until(deadline))) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The time left until `deadline`, as the kernel wants it.
fn until(deadline: Instant) -> Timespec {
    let left = deadline.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().min(1 << 30) as i64, tv_nsec: left.subsec_nanos().into() }
}
