//! Ends the processes of a group and removes the group.

use rustix::{
    io::Errno,
    process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// How long dying processes are waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// Kills what is in this group and below it, and removes them all.
pub(super) fn tree(group: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(group) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    // All at once, where the kernel can do that: no process in there may continue.
    let _ = fs::write(group.join("cgroup.kill"), "1");
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            tree(&entry.path())?;
        }
    }
    until_done(|| match fs::remove_dir(group) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) if error.raw_os_error() == Some(Errno::BUSY.raw_os_error()) => {
            // Nothing new may start while the old is being ended.
            let _ = fs::write(group.join("pids.max"), "0");
            kill_once(group)?;
            Ok(false)
        }
        done => done.map(|()| true),
    })
}

/// Kills what is in any of these groups, one process after the other, until they are empty.
pub(super) fn kill_each(groups: &[&PathBuf]) -> io::Result<()> {
    until_done(|| {
        let mut empty = true;
        for group in groups {
            empty &= processes(group)?.is_empty();
            kill_once(group)?;
        }
        Ok(empty)
    })
}

/// The processes of a group, as numbers of our own process namespace.
pub(super) fn processes(group: &Path) -> io::Result<Vec<Pid>> {
    let listed = match fs::read_to_string(group.join("cgroup.procs")) {
        // A group of threads, among which are the first ones of all processes.
        Err(error) if error.raw_os_error() == Some(Errno::OPNOTSUPP.raw_os_error()) => {
            fs::read_to_string(group.join("cgroup.threads"))?
        }
        listed => listed?,
    };
    let numbers = listed.lines().filter_map(|line| line.parse().ok());
    Ok(numbers.filter_map(Pid::from_raw).collect())
}

fn kill_once(group: &Path) -> io::Result<()> {
    let listed = processes(group)?;
    let held: Vec<_> = listed
        .into_iter()
        .filter_map(|process| Some((process, pidfd_open(process, PidfdFlags::empty()).ok()?)))
        .collect();
    // The number may have been reused before we held it: only a process that is still listed is
    // ours.
    let ours = processes(group)?;
    for (process, handle) in held {
        if ours.contains(&process) {
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    }
    Ok(())
}

fn until_done(mut attempt: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(50);
    while !attempt()? {
        if start.elapsed() > PATIENCE {
            return Err(Errno::BUSY.into());
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    Ok(())
}
