//! What programs without a sandbox's first process leave behind, found wherever it went.
//!
//! Nobody but the first process of a namespace can be sure of its descendants. Here this process
//! takes them in instead: a program takes in what its own leave behind while it lives, and what it
//! leaves behind itself comes to us, out of whatever session and group. So a confined child of ours
//! that we did not start is nobody's any more and can be ended, whichever program it came from.

use crate::descendants::children;
use rustix::process::{
    Pid, Signal, WaitOptions, child_subreaper, kill_process, set_child_subreaper, waitpid,
};
use std::{
    fs, io,
    process::Child,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The children that we started ourselves and have not reaped.
static STARTED: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// How long somebody may go on making new processes while the old are ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// From now on what programs leave behind comes to us.
pub(crate) fn take_in() -> io::Result<()> {
    Ok(set_child_subreaper(Pid::from_raw(1))?)
}

/// Starts a child while nobody looks for orphans, and remembers that it is none.
pub(crate) fn start(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
    let mut started = locked();
    let child = start()?;
    started.push(Pid::from_child(&child));
    Ok(child)
}

/// Forgets a child that was reaped, and ends what it has left behind.
pub(crate) fn reaped(child: Pid) {
    let mut started = locked();
    // Its number may be that of the next one by now, which is there once more then.
    if let Some(place) = started.iter().position(|one| *one == child) {
        started.swap_remove(place);
    }
    drop(started);
    sweep();
}

fn locked() -> MutexGuard<'static, Vec<Pid>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all orphans that are confined, and those that they leave in turn.
fn sweep() {
    // Otherwise they are somebody else's.
    if !matches!(child_subreaper(), Ok(Some(_))) {
        return;
    }
    let Some(own) = Walls::of(std::process::id()) else { return };
    let patience = Instant::now() + PATIENCE;
    while end_all(&own) && Instant::now() < patience {}
}

/// Whether there was anybody to be ended.
fn end_all(own: &Walls) -> bool {
    let started = locked();
    let is_orphan = |child: &Pid| {
        !started.contains(child)
            && Walls::of(child.as_raw_pid() as u32).is_some_and(|walls| walls.stand_inside(own))
    };
    // The youngest first, and each as soon as it is seen: chains make a new one for each that goes.
    let all = children(std::process::id() as i32).into_iter().rev().filter_map(Pid::from_raw);
    let end = |orphan: &Pid| {
        let _ = kill_process(*orphan, Signal::KILL);
    };
    let orphans: Vec<Pid> = all.filter(is_orphan).inspect(end).collect();
    for orphan in &orphans {
        let _ = waitpid(Some(*orphan), WaitOptions::empty());
    }
    !orphans.is_empty()
}

/// What a process can never put down.
#[derive(PartialEq, Eq, Debug)]
struct Walls {
    /// How many filters of system calls it has.
    filters: u32,
    /// In how many namespaces of processes it has a number.
    numbers: usize,
}

impl Walls {
    fn of(process: u32) -> Option<Walls> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
        let filters = line("Seccomp_filters:")?.trim().parse().ok()?;
        Some(Walls { filters, numbers: line("NSpid:")?.split_whitespace().count() })
    }

    /// Whether a process with these was confined by a launch of `own`, which leaves it in its own
    /// namespace, as what is isolated is not.
    fn stand_inside(&self, own: &Walls) -> bool {
        self.filters > own.filters && self.numbers == own.numbers
    }
}
