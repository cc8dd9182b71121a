//! The terminal at which people play: standard input and output.

use crate::console::interrupt::Interrupt;
use certamen_runner::referee::player::{Echo, LeaveReason, Terminal};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
    termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcsetattr},
};
use std::{
    io::{self, Write, stdin, stdout},
    sync::{Mutex, PoisonError},
};

/// The longest line that is typed; more is a line of its own.
const LONGEST: usize = 4 << 10;
/// How often is looked whether the user wants to stop, in nanoseconds: a signal mostly ends the
/// wait at once, but may come just before it.
const PATIENCE: i64 = 250_000_000;
/// Goes to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[2K";

/// Standard input and output.
#[derive(Debug)]
pub struct Tty {
    interrupt: Interrupt,
    /// What was typed ahead.
    typed: Mutex<Vec<u8>>,
    /// What whoever left wants.
    wish: Mutex<Option<LeaveReason>>,
}

impl Tty {
    /// The terminal of this process; nobody types any more once it is interrupted.
    pub fn new(interrupt: Interrupt) -> Tty {
        Tty { interrupt, typed: Mutex::default(), wish: Mutex::default() }
    }

    /// What whoever left wants, if anything; not told twice.
    pub(crate) fn take_wish(&self) -> Option<LeaveReason> {
        self.wish.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The next line, or what stands before the end of input.
    fn line(&self) -> io::Result<Option<String>> {
        let mut typed = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let end = typed.iter().take(LONGEST).position(|byte| *byte == b'\n');
            if let Some(length) = end.or((typed.len() >= LONGEST).then_some(LONGEST - 1)) {
                return Ok(Some(text(&typed.drain(..=length).collect::<Vec<_>>())));
            }
            if self.interrupt.is_set() {
                return Ok(None);
            }
            let mut more = [0; LONGEST];
            match wait_and_read(&mut more)? {
                None => {}
                Some(0) if typed.is_empty() => return Ok(None),
                Some(0) => return Ok(Some(text(&std::mem::take(&mut *typed)))),
                Some(count) => typed.extend_from_slice(&more[..count]),
            }
        }
    }
}

impl Terminal for Tty {
    fn show(&self, text: &str) -> io::Result<()> {
        let mut out = stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn ask(&self, prompt: &str, echo: Echo) -> io::Result<Option<String>> {
        let no_echo = match echo {
            Echo::Shown => None,
            Echo::Hidden => NoEcho::begin()?,
        };
        self.show(prompt)?;
        let line = self.line();
        let is_hidden = no_echo.is_some();
        drop(no_echo);
        // What is typed at a terminal ends the line there; what comes through a pipe does not.
        if is_hidden {
            self.show(CLEAR)?;
        } else if !isatty(stdin()) || matches!(line, Ok(None)) {
            self.show("\n")?;
        }
        line
    }

    fn wish(&self, wish: LeaveReason) -> bool {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner) = Some(wish);
        true
    }
}

/// Reads once, if there is anything within our patience.
fn wait_and_read(buffer: &mut [u8]) -> io::Result<Option<usize>> {
    let input = stdin();
    let patience = Timespec { tv_sec: 0, tv_nsec: PATIENCE };
    match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&patience)) {
        Ok(0) | Err(Errno::INTR) => return Ok(None),
        Ok(_) => {}
        Err(error) => return Err(error.into()),
    }
    match read(&input, buffer) {
        Ok(count) => Ok(Some(count)),
        Err(Errno::INTR | Errno::AGAIN) => Ok(None),
        // A terminal that is gone.
        Err(Errno::IO) => Ok(Some(0)),
        Err(error) => Err(error.into()),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\r', '\n']).to_owned()
}

/// A terminal that does not show what is typed. Dropping it makes it show that again.
struct NoEcho(Termios);

impl NoEcho {
    /// Nothing to be done where standard input is no terminal.
    fn begin() -> io::Result<Option<NoEcho>> {
        let input = stdin();
        if !isatty(&input) {
            return Ok(None);
        }
        let before = tcgetattr(&input)?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        // What was typed ahead is thrown away: it has been seen.
        tcsetattr(&input, OptionalActions::Flush, &hidden)?;
        Ok(Some(NoEcho(before)))
    }
}

impl Drop for NoEcho {
    fn drop(&mut self) {
        // A terminal that is gone shows nothing anyway.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
    }
}
