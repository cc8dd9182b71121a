//! Ends the processes of groups and removes groups, also those whose run is dead.
//!
//! A name of a run's groups contains the process namespace, the number of the process and its start
//! time: numbers are reused, and another container may share our tree and have processes that we do
//! not see.

use rustix::{
    io::Errno,
    process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal, test_kill_process},
};
use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long killed processes may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Kills the processes of this group and of those below it, and removes the groups.
pub(super) fn remove_tree(group: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(group) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    // All at once, if the kernel can do that.
    let _ = fs::write(group.join("cgroup.kill"), "1");
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_tree(&entry.path())?;
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

/// Kills the processes of these groups, one after the other, until the groups are empty.
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
        // A group of threads, which include the main threads of all processes.
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
    let opened: Vec<_> = listed
        .into_iter()
        .filter_map(|process| Some((process, pidfd_open(process, PidfdFlags::empty()).ok()?)))
        .collect();
    // The number may have been reused before it was opened: only a process that is still listed is
    // ours.
    let ours = processes(group)?;
    for (process, handle) in opened {
        if ours.contains(&process) {
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    }
    Ok(())
}

/// Repeats an attempt until it succeeds. Groups of version 1 announce no event when they are empty, and
/// all may become busy again while they are emptied.
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

const PREFIX: &str = "certamen.";

/// The process that groups belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    process: u32,
    /// In clock ticks since the machine started.
    started: u64,
    /// The inode of its process namespace.
    namespace: u64,
}

impl Owner {
    pub(super) fn this() -> io::Result<Owner> {
        let (process, started) = stat(Path::new("/proc/self/stat"))?;
        Ok(Owner { process, started, namespace: fs::metadata("/proc/self/ns/pid")?.ino() })
    }

    /// A new name, different from any other of any process.
    pub(super) fn directory(&self) -> String {
        static GIVEN: AtomicU32 = AtomicU32::new(0);
        let serial = GIVEN.fetch_add(1, Ordering::Relaxed);
        format!("{PREFIX}{}.{}.{}.{serial}", self.process, self.started, self.namespace)
    }

    fn parse(name: &str) -> Option<Owner> {
        let mut fields = name.strip_prefix(PREFIX)?.split('.');
        let process = fields.next()?.parse().ok()?;
        let started = fields.next()?.parse().ok()?;
        let namespace = fields.next()?.parse().ok()?;
        let _serial: u32 = fields.next()?.parse().ok()?;
        fields.next().is_none().then_some(Owner { process, started, namespace })
    }

    /// Whether it is certainly dead, as seen by `us`.
    fn dead(&self, us: &Owner) -> bool {
        if self.namespace != us.namespace {
            return false;
        }
        match stat(Path::new(&format!("/proc/{}/stat", self.process))) {
            Ok((_, started)) => started != self.started,
            // It may only be hidden from us: test whether it can be signalled.
            Err(_) => Pid::from_raw(self.process as i32)
                .is_none_or(|process| test_kill_process(process) == Err(Errno::SRCH)),
        }
    }
}

/// Removes the groups below `base` that dead runs left, and kills their processes.
pub(super) fn remove_dead(base: &Path, us: &Owner) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let owner = entry.file_name().to_str().and_then(Owner::parse);
        if owner.is_some_and(|owner| owner.dead(us)) {
            // Another run may be removing it too, or a process may be impossible to kill: neither
            // matters here.
            let _ = remove_tree(&entry.path());
        }
    }
}

/// The number and the start of a process.
fn stat(path: &Path) -> io::Result<(u32, u64)> {
    let text = fs::read(path)?;
    parse_stat(&String::from_utf8_lossy(&text)).ok_or_else(|| Errno::BADMSG.into())
}

fn parse_stat(text: &str) -> Option<(u32, u64)> {
    // The name, in brackets, is the process's own choice and may hold brackets and blanks.
    let (number, _) = text.split_once(' ')?;
    let (_, rest) = text.rsplit_once(") ")?;
    Some((number.parse().ok()?, rest.split(' ').nth(19)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_parsed_and_are_unique() {
        let us = Owner::this().unwrap();
        let (first, second) = (us.directory(), us.directory());
        assert_ne!(first, second);
        assert_eq!(Owner::parse(&first), Some(us.clone()));
        assert!(!us.dead(&us));
    }

    #[test]
    fn groups_of_others_are_left_alone() {
        for name in ["certamen.main", "certamen.1.2.3", "certamen.1.2.3.4.5", "other.1.2.3.4", ""] {
            assert_eq!(Owner::parse(name), None, "{name}");
        }
        let us = Owner::this().unwrap();
        let elsewhere = Owner { process: 4_000_000, namespace: us.namespace + 1, ..us.clone() };
        assert!(!elsewhere.dead(&us));
        assert!(Owner { namespace: us.namespace, ..elsewhere }.dead(&us));
        assert!(Owner { started: us.started + 1, ..us.clone() }.dead(&us));
    }

    #[test]
    fn a_process_may_have_any_name() {
        let fields: Vec<String> = (4..=22).map(|field: u32| field.to_string()).collect();
        let fields = fields.join(" ");
        assert_eq!(parse_stat(&format!("71 (a) b (c) S {fields} 0 0\n")), Some((71, 22)));
    }
}
