//! A request to stop that wakes all who wait.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

type Waker = Box<dyn Fn() + Send>;

/// A request to stop, shared by copies.
#[derive(Clone, Default)]
pub struct Stop(Arc<(Mutex<StopState>, Condvar)>);

#[derive(Default)]
struct StopState {
    is_set: bool,
    wakers: BTreeMap<u64, Waker>,
    next: u64,
}

impl Stop {
    /// Asks to stop, and wakes all who wait.
    pub fn set(&self) {
        let mut state = self.state();
        state.is_set = true;
        state.wakers.values().for_each(|wake| wake());
        self.0.1.notify_all();
    }

    /// Whether someone asked to stop.
    pub fn is_set(&self) -> bool {
        self.state().is_set
    }

    /// Waits for `time`, or less if someone asks to stop.
    pub(crate) fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut state = self.state();
        while !state.is_set
            && let Some(left) = until.checked_duration_since(Instant::now())
        {
            let waited = self.0.1.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Calls `wake` when someone asks to stop, at once if someone has, until the guard is dropped.
    pub(crate) fn waking(&self, wake: impl Fn() + Send + 'static) -> Waking {
        let mut state = self.state();
        if state.is_set {
            wake();
        }
        let number = state.next;
        state.next += 1;
        state.wakers.insert(number, Box::new(wake));
        Waking { stop: self.clone(), number }
    }

    fn state(&self) -> MutexGuard<'_, StopState> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}

/// While it lives, its waker is called.
pub(crate) struct Waking {
    stop: Stop,
    number: u64,
}

impl Drop for Waking {
    fn drop(&mut self) {
        self.stop.state().wakers.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, thread};

    #[test]
    fn all_who_wait_are_woken_and_those_who_come_later_do_not_wait() {
        let stop = Stop::default();
        let (sender, receiver) = mpsc::channel();
        let waking = stop.waking(move || sender.send(()).unwrap());
        let waiting = stop.clone();
        let thread = thread::spawn(move || waiting.wait(Duration::from_secs(600)));
        stop.set();
        thread.join().unwrap();
        receiver.recv().unwrap();
        drop(waking);
        stop.wait(Duration::from_secs(600));
        let (sender, receiver) = mpsc::channel();
        let _waking = stop.waking(move || sender.send(()).unwrap());
        receiver.recv().unwrap();
    }
}
