//! Ctrl-C: the first one requests an orderly stop, the second one ends the process, unless that is
//! to be noted, too.

use certamen_host::StopSignal;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use signal_hook::{
    SigId,
    consts::{SIGINT, SIGTERM},
    flag,
    low_level::{pipe, unregister},
};
use std::{
    env,
    io::{self, Read},
    os::{fd::AsFd, unix::net::UnixStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

const FORCED: i32 = 130;

#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: StopSignal,
    wish: Arc<AtomicBool>,
    /// The handlers that end the process on the second signal.
    stops: Vec<SigId>,
}

impl Interrupt {
    pub(crate) fn listen() -> io::Result<Interrupt> {
        let wish = Arc::new(AtomicBool::new(false));
        let (stop, mut stops) = (StopSignal::noted_in(Arc::clone(&wish)), Vec::new());
        let (mut signals, ours) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM] {
            stops.push(flag::register_conditional_shutdown(signal, FORCED, Arc::clone(&wish))?);
            flag::register(signal, Arc::clone(&wish))?;
            pipe::register(signal, ours.try_clone()?)?;
        }
        let waiting = stop.clone();
        // A signal handler cannot wake threads, so it writes to this one, which ends with the
        // process.
        thread::spawn(move || {
            while signals.read_exact(&mut [0]).is_ok() {
                waiting.set();
            }
        });
        Ok(Interrupt { stop, wish, stops })
    }

    /// Notes the user's second signal, too; only a third one ends the process at once.
    pub(crate) fn note_next(&self) -> io::Result<Arc<AtomicBool>> {
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, FORCED, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
        }
        for stops in &self.stops {
            unregister(*stops);
        }
        Ok(again)
    }

    /// The same request as a stop signal for hosts.
    pub(crate) fn stop(&self) -> StopSignal {
        self.stop.clone()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.wish.load(Ordering::Relaxed)
    }
}

/// A pipe to which signals write, so that a wait for input ends even if one arrives just before it
/// begins.
#[derive(Debug)]
pub(super) struct SignalPipe {
    signalled: UnixStream,
    handlers: Vec<SigId>,
}

impl SignalPipe {
    /// A pipe for `signals`; their handlers that were registered before run first.
    pub(super) fn of(signals: &[i32]) -> io::Result<SignalPipe> {
        let (signalled, writer) = UnixStream::pair()?;
        signalled.set_nonblocking(true)?;
        let mut pipe = SignalPipe { signalled, handlers: Vec::new() };
        for signal in signals {
            pipe.handlers.push(pipe::register(*signal, writer.try_clone()?)?);
        }
        Ok(pipe)
    }

    /// Waits until `input` can be read, a signal has arrived since the last wait, or `deadline` has
    /// come. Returns whether `input` can be read.
    pub(super) fn wait(&self, input: impl AsFd, deadline: Option<Instant>) -> io::Result<bool> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = left.map(|left| Timespec::try_from(left).expect("deadlines are near"));
        let mut watched =
            [PollFd::new(&input, PollFlags::IN), PollFd::new(&self.signalled, PollFlags::IN)];
        match poll(&mut watched, left.as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        let [has_input, has_signal] = watched.map(|one| !one.revents().is_empty());
        if has_signal {
            // One byte for each signal; which ones arrived is noted elsewhere.
            let _ = (&self.signalled).read(&mut [0; 64])?;
        }
        Ok(has_input)
    }
}

impl Drop for SignalPipe {
    fn drop(&mut self) {
        for handler in self.handlers.drain(..) {
            unregister(handler);
        }
    }
}

/// The command line as it was typed, quoted for a shell.
pub(crate) fn command_line() -> String {
    env::args().map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use signal_hook::{consts::SIGUSR1, low_level::raise};

    #[test]
    fn a_signal_before_the_wait_ends_it_and_counts_once() {
        let (input, _writer) = UnixStream::pair().unwrap();
        let pipe = SignalPipe::of(&[SIGUSR1]).unwrap();
        raise(SIGUSR1).unwrap();
        // Without a deadline: it would wait for ever.
        assert!(!pipe.wait(&input, None).unwrap());
        let soon = Instant::now() + std::time::Duration::from_millis(20);
        assert!(!pipe.wait(&input, Some(soon)).unwrap());
        assert!(Instant::now() >= soon, "the signal was taken by the wait before");
    }
}
