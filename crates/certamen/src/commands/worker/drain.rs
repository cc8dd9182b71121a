//! How a worker ends: matches in progress are finished, unless the user insists or that takes too
//! long.

use crate::console::Interrupt;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    low_level::pipe,
};
use std::{
    io::{self, ErrorKind, Read},
    os::unix::net::UnixStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How long cancelled work may take to end, and also how long releasing leases may take.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// The longest wait for something that wakes.
const LONG: Duration = Duration::from_secs(3600);

/// What wakes the main thread of a worker: signals of the user, and whatever else is sent.
pub(super) struct Wakes {
    sender: Sender<()>,
    woken: Receiver<()>,
    /// Signal handlers write here: they can use no channel.
    signals: UnixStream,
}

impl Wakes {
    /// The signals that `Interrupt` notes wake, too: it must listen already.
    pub(super) fn open() -> io::Result<Wakes> {
        let (sender, woken) = channel();
        let (mut read, signals) = UnixStream::pair()?;
        let wakes = sender.clone();
        thread::spawn(move || {
            loop {
                match read.read(&mut [0; 16]) {
                    Ok(1..) if wakes.send(()).is_ok() => {}
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Ok(_) | Err(_) => return,
                }
            }
        });
        let wakes = Wakes { sender, woken, signals };
        wakes.note_signals()?;
        Ok(wakes)
    }

    /// Handlers run in the order in which they were registered: those that note a signal in a flag
    /// come first.
    fn note_signals(&self) -> io::Result<()> {
        for signal in [SIGINT, SIGTERM] {
            pipe::register(signal, self.signals.try_clone()?)?;
        }
        Ok(())
    }

    pub(super) fn sender(&self) -> Sender<()> {
        self.sender.clone()
    }

    /// Waits for `time`, or until the user interrupts; returns whether the user has.
    pub(super) fn rest(&self, time: Duration, stop: &Interrupt) -> bool {
        let until = Instant::now() + time;
        while !stop.is_set()
            && let Some(left) = until.checked_duration_since(Instant::now())
        {
            self.wait(left);
        }
        stop.is_set()
    }

    /// Waits until something wakes, for at most this time.
    fn wait(&self, time: Duration) {
        // Whether it is too late is seen by the clock; the sender lives as long as this.
        let _ = self.woken.recv_timeout(time);
    }
}

pub(super) struct DrainState {
    /// How long work in progress may take.
    drain: Duration,
    since: Option<Instant>,
    again: Option<Arc<AtomicBool>>,
    over: Option<Instant>,
}

impl DrainState {
    /// Not draining yet; once it is, work in progress may take as long as `drain`.
    pub(super) fn new(drain: Duration) -> DrainState {
        DrainState { drain, since: None, again: None, over: None }
    }

    /// Checks whether the worker `leaves` and whether the user insists. Returns whether the user
    /// has asked; from then on, another signal is noted.
    pub(super) fn look(
        &mut self,
        stop: &Interrupt,
        leaves: &dyn Fn() -> bool,
        wakes: &Wakes,
    ) -> bool {
        if leaves() {
            self.since.get_or_insert_with(Instant::now);
        }
        let is_asked = stop.is_set();
        if is_asked && self.again.is_none() {
            // If that fails, a second signal ends the process, as usual.
            self.again = stop.note_next().ok();
            // If that fails, a second signal is noticed at the next deadline.
            let _ = wakes.note_signals();
        }
        let insists = self.again.as_ref().is_some_and(|again| again.load(Ordering::Relaxed));
        if insists || self.since.is_some_and(|since| since.elapsed() >= self.drain) {
            self.over.get_or_insert_with(Instant::now);
        }
        is_asked
    }

    /// Waits until something wakes, or it is time to look again.
    pub(super) fn wait(&self, wakes: &Wakes) {
        let left = match (self.over, self.since) {
            (Some(over), _) => GRACE.saturating_sub(over.elapsed()),
            (None, Some(since)) => self.drain.saturating_sub(since.elapsed()),
            (None, None) => LONG,
        };
        wakes.wait(left);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether cancelled work does not end by itself: bots that think for minutes, builds,
    /// measurements.
    pub(super) fn is_late(&self) -> bool {
        self.over.is_some_and(|over| over.elapsed() >= GRACE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_at_its_deadline_or_when_something_wakes() {
        let (sender, woken) = channel();
        let wakes = Wakes { sender, woken, signals: UnixStream::pair().unwrap().0 };
        let mut end = DrainState::new(Duration::ZERO);
        let begun = Instant::now();
        wakes.sender().send(()).unwrap();
        end.wait(&wakes);
        assert!(!wakes.rest(Duration::from_millis(1), &Interrupt::default()));
        assert!(!end.look(&Interrupt::default(), &|| true, &wakes), "the user has not asked");
        assert!(end.is_over() && !end.is_late(), "there was no time for what it plays");
        end.wait(&wakes);
        assert!(end.is_late() && begun.elapsed() < 10 * GRACE);
    }
}
