//! A terminal for testing the command.

use crate::site::Site;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    io::{read, write},
    process::{ioctl_tiocsctty, setsid},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};
use std::{
    os::{fd::OwnedFd, unix::process::CommandExt},
    process::Child,
    time::{Duration, Instant},
};

/// The command on a terminal of its own, and its output.
pub(crate) struct Screen {
    child: Child,
    terminal: OwnedFd,
    seen: String,
}

impl Screen {
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Screen {
        Screen::start_on(site, arguments, "xterm")
    }

    /// The same on a terminal of this type.
    pub(crate) fn start_on(site: &Site, arguments: &[&str], kind: &str) -> Screen {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let side = || open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let mut command = site.command(arguments);
        command.stdin(side()).stdout(side()).stderr(side()).env("TERM", kind);
        #[expect(unsafe_code, reason = "a session of its own, so that Ctrl-C reaches it alone")]
        // SAFETY: both calls are system calls and touch no memory.
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                Ok(ioctl_tiocsctty(rustix::stdio::stdin())?)
            });
        }
        Screen { child: command.spawn().unwrap(), terminal, seen: String::new() }
    }

    /// Waits until `words` appear after the text that was read before; returns the text up to
    /// there.
    pub(crate) fn until(&mut self, words: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(place) = self.seen.find(words) {
                return self.seen.drain(..place + words.len()).collect();
            }
            let patience = Timespec { tv_sec: 1, tv_nsec: 0 };
            let mut fds = [PollFd::new(&self.terminal, PollFlags::IN)];
            poll(&mut fds, Some(&patience)).unwrap();
            let mut buffer = [0; 4096];
            if !fds[0].revents().is_empty() {
                let count = read(&self.terminal, &mut buffer).unwrap_or(0);
                assert!(count > 0, "the end came before {words:?}: {:?}", self.seen);
                self.seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
            }
            assert!(Instant::now() < deadline, "no {words:?} in {:?}", self.seen);
        }
    }

    /// All remaining output; the terminal has 80 columns.
    pub(crate) fn rest(&mut self) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        while Instant::now() < deadline {
            let mut buffer = [0; 4096];
            // The other end is closed with the command.
            match read(&self.terminal, &mut buffer) {
                Ok(count) if count > 0 => {
                    self.seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
                }
                _ => break,
            }
        }
        std::mem::take(&mut self.seen)
    }

    pub(crate) fn type_in(&self, words: &str) {
        write(&self.terminal, words.as_bytes()).unwrap();
    }

    pub(crate) fn code(mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// Kills the process if the test fails.
impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
