//! The terminal in raw mode: keys arrive one by one and are not echoed. The previous state is
//! restored at the end, also after a signal or a panic.

use crate::console::interrupt::SignalPipe;
use rustix::{
    io::Errno,
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
use std::{
    io::{self, Write, stdout},
    os::fd::AsFd,
    panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// Switches to the alternate screen and hides the cursor.
pub(super) const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l";
/// Shows the cursor and switches back to the main screen.
const LEAVE: &[u8] = b"\x1b[?25h\x1b[?1049l";
/// Clears the screen and moves to its top left.
pub(super) const CLEAR: &str = "\x1b[H\x1b[2J";

pub(super) enum TerminalEvent {
    Bytes(Vec<u8>),
    Resized,
    Closed,
    /// A signal asks the process to end.
    Ended,
    /// The time given as `due` has come.
    Due,
}

/// A terminal in raw mode; dropping this value restores it.
pub(super) struct TakenTerminal<T: AsFd> {
    input: T,
    before: Termios,
    ended: Arc<AtomicBool>,
    resized: Arc<AtomicBool>,
    signals: SignalPipe,
}

impl<T: AsFd> TakenTerminal<T> {
    pub(super) fn take(input: T) -> io::Result<TakenTerminal<T>> {
        let (ended, resized) = (Arc::default(), Arc::default());
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        signal_hook::flag::register(SIGWINCH, Arc::clone(&resized))?;
        let signals = SignalPipe::of(&[SIGINT, SIGTERM, SIGHUP, SIGWINCH])?;
        let before = tcgetattr(&input)?;
        let mut raw = before.clone();
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        raw.local_modes.remove(cooked);
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&input, OptionalActions::Now, &raw)?;
        // A panic's message would vanish with the alternate screen.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |information| {
            leave();
            usual(information);
        }));
        Ok(TakenTerminal { input, before, ended, resized, signals })
    }

    pub(super) fn wait(&mut self, due: Option<Instant>) -> io::Result<TerminalEvent> {
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return Ok(TerminalEvent::Ended);
            }
            if self.resized.swap(false, Ordering::Relaxed) {
                return Ok(TerminalEvent::Resized);
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                return Ok(TerminalEvent::Due);
            }
            if !self.signals.wait(&self.input, due)? {
                continue;
            }
            let mut bytes = [0; 64];
            match rustix::io::read(&self.input, &mut bytes) {
                // EIO: the other end of the terminal is gone.
                Ok(0) | Err(Errno::IO) => return Ok(TerminalEvent::Closed),
                Ok(count) => return Ok(TerminalEvent::Bytes(bytes[..count].to_vec())),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl<T: AsFd> Drop for TakenTerminal<T> {
    fn drop(&mut self) {
        leave();
        // If the terminal is gone, there is nothing to restore.
        let _ = tcsetattr(&self.input, OptionalActions::Now, &self.before);
        if !std::thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// Switches back to the main screen; a missing terminal is ignored.
fn leave() {
    let mut out = stdout().lock();
    let _ = out.write_all(LEAVE).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::{
        fs::{Mode, OFlags, open},
        pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    };

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was() {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let modes = || tcgetattr(&slave).unwrap().local_modes;
        let before = modes();
        let panicked = panic::catch_unwind(|| {
            let _terminal = TakenTerminal::take(&slave).unwrap();
            assert!(modes() != before, "the terminal was taken");
            panic!("as a bug would");
        });
        assert!(panicked.is_err());
        assert_eq!(modes(), before);
    }
}
