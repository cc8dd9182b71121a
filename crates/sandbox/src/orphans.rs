//! What programs without a sandbox's first process leave behind.
//!
//! Only the first process of a namespace can be sure of its descendants. Here a family is its
//! group of processes instead, which no process can leave because of the filter: a signal to the
//! group reaches all of it at once, also processes that are about to fork. The supervisor reaps
//! what it leaves behind, and adopts orphans.

use rustix::process::{
    Pid, WaitOptions, child_subreaper, set_child_subreaper, test_kill_process_group, waitpgid,
};
use std::{
    io, thread,
    time::{Duration, Instant},
};

/// How long the dead may take to be gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an ending process is left alone before it is looked for again.
const PAUSE: Duration = Duration::from_micros(200);

/// From now on what programs leave behind comes to us.
pub(crate) fn take_in() -> io::Result<()> {
    Ok(set_child_subreaper(Pid::from_raw(1))?)
}

/// Reaps what is left of a family that was killed and whose head is reaped, until nothing is.
pub(crate) fn reap(family: Pid) {
    // Otherwise they belong to another process.
    if !matches!(child_subreaper(), Ok(Some(_))) {
        return;
    }
    let patience = Instant::now() + PATIENCE;
    while test_kill_process_group(family).is_ok() && Instant::now() < patience {
        if !matches!(waitpgid(family, WaitOptions::NOHANG), Ok(Some(_))) {
            thread::sleep(PAUSE);
        }
    }
}
