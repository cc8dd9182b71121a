//! The signal that asks threads to stop in good order, and wakes those that wait for something.

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::{
    collections::BTreeMap,
    fmt, io,
    process::{Child, ExitStatus},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Asks a contest to stop. Clones share the signal.
#[derive(Clone, Default)]
pub struct StopSignal(Arc<Receivers>);

#[derive(Default)]
struct Receivers {
    is_set: Arc<AtomicBool>,
    /// All waiting threads share it: each looks whether something happened that it waits for.
    waiting: Mutex<()>,
    woken: Condvar,
    wakers: Mutex<Wakers>,
}

type Waker = Box<dyn Fn() + Send>;

/// Wakes threads that wait for something else.
#[derive(Default)]
struct Wakers {
    known: BTreeMap<u64, Waker>,
    next: u64,
}

impl StopSignal {
    /// A signal that others set, such as a handler of operating system signals. They must call
    /// [`StopSignal::wake`] afterwards, which a handler itself cannot do.
    pub fn noted_in(is_set: Arc<AtomicBool>) -> StopSignal {
        StopSignal(Arc::new(Receivers { is_set, ..Receivers::default() }))
    }

    pub fn set(&self) {
        self.0.is_set.store(true, Ordering::SeqCst);
        self.wake();
    }

    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::SeqCst)
    }

    /// Has each waiting thread look again.
    pub fn wake(&self) {
        // A thread that has just found nothing is waiting once the lock is free.
        drop(self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.woken.notify_all();
        self.wakers().known.values().for_each(|wake| wake());
    }

    /// Calls `wake` whenever waiting threads are woken, at once if the signal is set, until the guard
    /// is dropped.
    pub(crate) fn waking(&self, wake: impl Fn() + Send + 'static) -> Waking {
        let mut wakers = self.wakers();
        if self.is_set() {
            wake();
        }
        let number = wakers.next;
        wakers.next += 1;
        wakers.known.insert(number, Box::new(wake));
        Waking { stop: self.clone(), number }
    }

    fn wakers(&self) -> MutexGuard<'_, Wakers> {
        self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the signal is set or `done` holds, at most `time`. Who changes what `done` looks
    /// at calls [`StopSignal::wake`] afterwards.
    pub fn wait(&self, time: Duration, mut done: impl FnMut() -> bool) {
        let until = Instant::now().checked_add(time);
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() && !done() {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            waiting = match left {
                Some(Duration::ZERO) => return,
                Some(left) => {
                    let woken = self.0.woken.wait_timeout(waiting, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.0.woken.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Waits until the signal is set, at most `time`.
    pub fn rest(&self, time: Duration) {
        self.wait(time, || false);
    }

    /// How a process exited; `None` if it was killed, because it had not ended after `time` or at
    /// the signal.
    pub fn exit_of(&self, child: &mut Child, time: Duration) -> io::Result<Option<ExitStatus>> {
        let (process, has_ended) = (Pid::from_child(child), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                // It is not reaped here, so that its number stays its own until it may be killed no
                // more. This fails only if it was reaped below.
                let ends =
                    || waitid(WaitId::Pid(process), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
                let _ = rustix::io::retry_on_intr(ends);
                has_ended.store(true, Ordering::SeqCst);
                self.wake();
            });
            self.wait(time, || has_ended.load(Ordering::SeqCst));
            let is_late = !has_ended.load(Ordering::SeqCst);
            if is_late {
                child.kill()?;
            }
            let status = child.wait()?;
            Ok((!is_late).then_some(status))
        })
    }
}

impl fmt::Debug for StopSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopSignal").field(&self.is_set()).finish()
    }
}

/// While it lives, its waker is called.
pub(crate) struct Waking {
    stop: StopSignal,
    number: u64,
}

impl Drop for Waking {
    fn drop(&mut self) {
        self.stop.wakers().known.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{process::Command, sync::mpsc::channel};

    /// Far longer than anything here takes.
    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn who_waits_is_woken_by_changes_and_by_the_signal() {
        let (stop, is_changed, begun) =
            (StopSignal::default(), AtomicBool::new(false), Instant::now());
        let (send, woken) = channel();
        thread::scope(|scope| {
            let (stop, is_changed) = (&stop, &is_changed);
            scope.spawn(move || {
                stop.wait(LONG, || is_changed.load(Ordering::SeqCst));
                send.send(stop.is_set()).unwrap();
                stop.rest(Duration::MAX);
                send.send(stop.is_set()).unwrap();
            });
            is_changed.store(true, Ordering::SeqCst);
            stop.wake();
            assert!(!woken.recv_timeout(LONG).unwrap());
            stop.set();
            assert!(woken.recv_timeout(LONG).unwrap());
        });
        stop.rest(LONG);
        assert!(begun.elapsed() < LONG / 10);
    }

    #[test]
    fn changes_and_the_signal_call_wakers_until_they_are_dropped() {
        let stop = StopSignal::default();
        let (send, calls) = channel();
        let sender = send.clone();
        let waking = stop.waking(move || sender.send("first").unwrap());
        stop.wake();
        stop.set();
        drop(waking);
        stop.wake();
        let _late = stop.waking(move || send.send("late").unwrap());
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["first", "first", "late"]);
    }

    #[test]
    fn a_process_is_waited_for_and_killed_when_it_is_late_or_at_the_signal() {
        let stop = StopSignal::default();
        let run = |script: &str| Command::new("sh").args(["-c", script]).spawn().unwrap();
        let status = stop.exit_of(&mut run("exit 3"), LONG).unwrap();
        assert_eq!(status.and_then(|status| status.code()), Some(3));
        let late = stop.exit_of(&mut run("exec sleep 600"), Duration::from_millis(10));
        assert_eq!(late.unwrap(), None);
        let begun = Instant::now();
        let (mut child, signal) = (run("exec sleep 600"), stop.clone());
        let sets = thread::spawn(move || signal.set());
        assert_eq!(stop.exit_of(&mut child, LONG).unwrap(), None);
        assert!(begun.elapsed() < LONG / 10);
        sets.join().unwrap();
    }
}
