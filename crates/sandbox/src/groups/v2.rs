//! The files of version 2, and how its controllers are made available to groups below ours.

use super::meter::{Clock, Memory, Meter};
use rustix::{fs::getxattr, io::Errno, process::geteuid};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// The leaf that we move into when our group is to have groups below it.
const MAIN: &str = "certamen.main";

pub(super) fn limit_memory(group: &Path, bytes: u64) -> io::Result<()> {
    fs::write(group.join("memory.max"), bytes.to_string())?;
    let swap = group.join("memory.swap.max");
    if swap.exists() {
        fs::write(swap, "0")?;
    }
    // A program that lost one process for want of memory is not to go on with the others.
    let _ = fs::write(group.join("memory.oom.group"), "1");
    Ok(())
}

/// Gives the group the CPU weight of this many ordinary programs.
pub(super) fn weigh(group: &Path, programs: u64) -> io::Result<()> {
    fs::write(group.join("cpu.weight"), (100 * programs).min(10_000).to_string())
}

pub(super) fn memory(group: &Path) -> io::Result<Memory> {
    let peak = Meter::open_resettable(&group.join("memory.peak")).ok();
    let kills = Meter::open(&group.join("memory.events"), Some("oom_kill"))?;
    kills.read()?;
    Ok(Memory { peak, kills })
}

pub(super) fn clock(group: &Path) -> io::Result<Clock> {
    Ok(Clock { meter: Meter::open(&group.join("cpu.stat"), Some("usage_usec"))?, unit: 1000 })
}

/// A switch of the group (`cgroup.freeze`, `cgroup.kill`), if this kernel has it.
pub(super) fn switch(group: &Path, name: &str) -> Option<File> {
    OpenOptions::new().write(true).open(group.join(name)).ok()
}

/// The group to make ours below, given the group that we are in.
pub(super) fn base(own: &Path) -> PathBuf {
    match own.parent() {
        Some(parent) if own.ends_with(MAIN) => parent.to_owned(),
        _ => own.to_owned(),
    }
}

/// Makes a controller available to the groups below `group`.
///
/// A group with a controller below it may hold no process. If it is delegated to us, and no other
/// process is in it, we leave it for a leaf; otherwise it is not ours to arrange.
pub(super) fn enable(group: &Path, controller: &str) -> io::Result<()> {
    let control = group.join("cgroup.subtree_control");
    if fs::read_to_string(&control)?.split_whitespace().any(|one| one == controller) {
        return Ok(());
    }
    let written = fs::write(&control, format!("+{controller}"));
    match written {
        Err(error) if error.raw_os_error() == Some(Errno::BUSY.raw_os_error()) => {
            if !delegated(group) || !alone(group)? {
                return Err(error);
            }
            move_into(&group.join(MAIN))?;
            fs::write(&control, format!("+{controller}"))
        }
        done => done,
    }
}

/// Whether the manager of this machine's groups has delegated this one to us.
fn delegated(group: &Path) -> bool {
    let marked = ["trusted.delegate", "user.delegate"].iter().any(|name| {
        let mut value = [0; 8];
        getxattr(group, *name, &mut value[..]).is_ok_and(|length| value[..length] == *b"1")
    });
    // The top of a container's part of the tree is below the true top, which has no type.
    let top = group.parent().is_some_and(|parent| !parent.join("cgroup.procs").exists());
    let container = top && group.join("cgroup.type").exists();
    // A user that may write there without being root was allowed to by root.
    marked || container || !geteuid().is_root()
}

fn alone(group: &Path) -> io::Result<bool> {
    let us = std::process::id().to_string();
    Ok(fs::read_to_string(group.join("cgroup.procs"))?.lines().all(|process| process == us))
}

fn move_into(leaf: &Path) -> io::Result<()> {
    match fs::create_dir(leaf) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => fs::write(leaf.join("cgroup.procs"), "0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], work: impl Fn(&Path), expected: &[(&str, &str)]) {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(directory.path().join(name), text).unwrap();
        }
        work(directory.path());
        for (name, text) in expected {
            assert_eq!(fs::read_to_string(directory.path().join(name)).unwrap(), *text, "{name}");
        }
    }

    #[test]
    fn memory_is_limited_without_swap() {
        check(
            &[("memory.swap.max", "max\n")],
            |group| limit_memory(group, 64 << 20).unwrap(),
            &[("memory.max", "67108864"), ("memory.swap.max", "0"), ("memory.oom.group", "1")],
        );
    }

    #[test]
    fn memory_and_clock_are_read() {
        let files = [
            ("memory.peak", "4096\n"),
            ("memory.events", "low 0\noom 2\noom_kill 1\noom_group_kill 1\n"),
            ("cpu.stat", "usage_usec 1500\nuser_usec 1000\n"),
        ];
        let read = |group: &Path| {
            let memory = memory(group).unwrap();
            assert_eq!(memory.peak.unwrap().read().unwrap(), 4096);
            assert_eq!(memory.kills.read().unwrap(), 1);
            let clock = clock(group).unwrap();
            assert_eq!(clock.meter.read().unwrap() * clock.unit, 1_500_000);
        };
        check(&files, read, &[]);
    }

    #[test]
    fn controllers_are_enabled_where_they_are_not() {
        let control = "cgroup.subtree_control";
        let enable_pids = |group: &Path| enable(group, "pids").unwrap();
        check(&[(control, "cpu pids\n")], enable_pids, &[(control, "cpu pids\n")]);
        check(&[(control, "cpu\n")], enable_pids, &[(control, "+pids")]);
    }

    #[test]
    fn after_moving_away_the_base_is_the_same() {
        assert_eq!(base(Path::new("/groups/us")), Path::new("/groups/us"));
        assert_eq!(base(Path::new("/groups/us/certamen.main")), Path::new("/groups/us"));
    }
}
