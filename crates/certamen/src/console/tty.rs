//! The terminal at which people play: standard input and output.

use crate::console::interrupt::{Interrupt, SignalPipe};
use certamen_runner::referee::player::{Echo, LeaveReason, Terminal};
use rustix::{
    io::{Errno, read},
    termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcsetattr},
};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::{
    io::{self, Write, stdin, stdout},
    sync::{Mutex, PoisonError},
};

/// The maximum length of a line; longer input is split.
const LONGEST: usize = 4 << 10;
/// Goes to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[2K";

#[derive(Debug)]
pub(crate) struct Tty {
    interrupt: Interrupt,
    signals: SignalPipe,
    /// Input that was typed ahead.
    typed: Mutex<Vec<u8>>,
    wish: Mutex<Option<LeaveReason>>,
}

impl Tty {
    /// The terminal of this process; once `interrupt` is set, input is closed.
    pub(crate) fn new(interrupt: Interrupt) -> io::Result<Tty> {
        let signals = SignalPipe::of(&[SIGINT, SIGTERM])?;
        Ok(Tty { interrupt, signals, typed: Mutex::default(), wish: Mutex::default() })
    }

    /// Why a person left the match; returned once.
    pub(crate) fn take_wish(&self) -> Option<LeaveReason> {
        self.wish.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The next line, or the rest before the end of input.
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
            match self.wait_and_read(&mut more)? {
                None => {}
                Some(0) if typed.is_empty() => return Ok(None),
                Some(0) => return Ok(Some(text(&std::mem::take(&mut *typed)))),
                Some(count) => typed.extend_from_slice(&more[..count]),
            }
        }
    }

    /// Reads once, unless a signal arrives before there is input.
    fn wait_and_read(&self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let input = stdin();
        if !self.signals.wait(&input, None)? {
            return Ok(None);
        }
        match read(&input, buffer) {
            Ok(count) => Ok(Some(count)),
            Err(Errno::INTR | Errno::AGAIN) => Ok(None),
            // The terminal is gone.
            Err(Errno::IO) => Ok(Some(0)),
            Err(error) => Err(error.into()),
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
        // On a terminal, Enter also ends the line on screen; input from a pipe does not.
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

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\r', '\n']).to_owned()
}

/// A terminal that does not echo its input; dropping this value turns echo on again.
struct NoEcho(Termios);

impl NoEcho {
    /// None if standard input is not a terminal.
    fn begin() -> io::Result<Option<NoEcho>> {
        let input = stdin();
        if !isatty(&input) {
            return Ok(None);
        }
        let before = tcgetattr(&input)?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        // Discards input that was typed ahead, because it was echoed.
        tcsetattr(&input, OptionalActions::Flush, &hidden)?;
        Ok(Some(NoEcho(before)))
    }
}

impl Drop for NoEcho {
    fn drop(&mut self) {
        // If the terminal is gone, there is no echo to restore.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
    }
}
