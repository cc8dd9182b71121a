//! The files of control groups, in version 1 and in version 2: limits, counters and switches.

use super::hierarchy::Version;
use rustix::{
    fs::getxattr,
    io::{Errno, pread, pwrite},
    process::geteuid,
};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// A number: a whole file, or one line of it.
#[derive(Debug)]
pub(super) struct Meter {
    file: File,
    key: Option<&'static str>,
}

impl Meter {
    /// A file that contains only the number, or its line that begins with `key`.
    pub(super) fn open(path: &Path, key: Option<&'static str>) -> io::Result<Meter> {
        Ok(Meter { file: File::open(path)?, key })
    }

    /// A file that contains only the number and may be written to reset it.
    pub(super) fn open_resettable(path: &Path) -> io::Result<Meter> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        Ok(Meter { file: file.or_else(|_| File::open(path))?, key: None })
    }

    pub(super) fn read(&self) -> io::Result<u64> {
        let mut text = [0; 1024];
        let length = pread(&self.file, &mut text, 0)?;
        find(&text[..length], self.key).ok_or_else(|| Errno::BADMSG.into())
    }

    /// Resets a peak to the present use.
    pub(super) fn reset(&self) -> io::Result<()> {
        pwrite(&self.file, b"0", 0).map(drop).map_err(io::Error::from)
    }
}

fn find(text: &[u8], key: Option<&str>) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let number = match key {
        None => text,
        Some(key) => text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))?,
    };
    number.trim_end().parse().ok()
}

#[derive(Debug)]
pub(super) struct Memory {
    /// The most used at once; old kernels do not have it in version 2.
    pub(super) peak: Option<Meter>,
    /// How many processes were killed for lack of memory.
    pub(super) kills: Meter,
}

/// The CPU time of a group.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) meter: Meter,
    /// The unit of the meter, in nanoseconds.
    pub(super) unit: u64,
}

impl Version {
    pub(super) fn limit_memory(self, group: &Path, bytes: u64) -> io::Result<()> {
        match self {
            Version::One => {
                fs::write(group.join("memory.limit_in_bytes"), bytes.to_string())?;
                // This one counts memory and swap together; without it, swapping can only be
                // discouraged.
                let both = group.join("memory.memsw.limit_in_bytes");
                if both.exists() {
                    return fs::write(both, bytes.to_string());
                }
                let _ = fs::write(group.join("memory.swappiness"), "0");
            }
            Version::Two => {
                fs::write(group.join("memory.max"), bytes.to_string())?;
                let swap = group.join("memory.swap.max");
                if swap.exists() {
                    fs::write(swap, "0")?;
                }
                // A program that lost one process for lack of memory must not continue with the
                // others.
                let _ = fs::write(group.join("memory.oom.group"), "1");
            }
        }
        Ok(())
    }

    /// Gives the group the CPU weight of this many ordinary programs.
    pub(super) fn weigh(self, group: &Path, programs: u64) -> io::Result<()> {
        let (file, weight) = match self {
            Version::One => ("cpu.shares", (1024 * programs).min(262_144)),
            Version::Two => ("cpu.weight", (100 * programs).min(10_000)),
        };
        fs::write(group.join(file), weight.to_string())
    }

    pub(super) fn memory(self, group: &Path) -> io::Result<Memory> {
        let (peak, events) = match self {
            Version::One => {
                let peak = Meter::open_resettable(&group.join("memory.max_usage_in_bytes"))?;
                (Some(peak), "memory.oom_control")
            }
            Version::Two => {
                (Meter::open_resettable(&group.join("memory.peak")).ok(), "memory.events")
            }
        };
        let kills = Meter::open(&group.join(events), Some("oom_kill"))?;
        kills.read()?;
        Ok(Memory { peak, kills })
    }

    pub(super) fn clock(self, group: &Path) -> io::Result<Clock> {
        let (file, key, unit) = match self {
            Version::One => ("cpuacct.usage", None, 1),
            Version::Two => ("cpu.stat", Some("usage_usec"), 1000),
        };
        Ok(Clock { meter: Meter::open(&group.join(file), key)?, unit })
    }
}

/// The leaf that we move into when our group must have groups below it.
const MAIN: &str = "certamen.main";

/// A switch of the group (`cgroup.freeze`, `cgroup.kill`), if this kernel has it.
pub(super) fn switch(group: &Path, name: &str) -> Option<File> {
    OpenOptions::new().write(true).open(group.join(name)).ok()
}

/// The group to create ours in, given the group that we are in.
pub(super) fn base(own: &Path) -> PathBuf {
    match own.parent() {
        Some(parent) if own.ends_with(MAIN) => parent.to_owned(),
        _ => own.to_owned(),
    }
}

/// Makes a controller available to the groups below `group`.
///
/// A group with a controller below it may contain no process. If it is delegated to us and contains
/// no other process, we move into a leaf; otherwise we may not change it.
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

    #[test]
    fn numbers_are_found() {
        assert_eq!(find(b"51\n", None), Some(51));
        assert_eq!(
            find(b"oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", Some("oom_kill")),
            Some(3)
        );
        assert_eq!(find(b"usage_usec 7", Some("usage_usec")), Some(7));
    }

    #[test]
    fn anything_else_is_none() {
        assert_eq!(find(b"max\n", None), None);
        assert_eq!(find(b"oom 3\n", Some("oom_kill")), None);
        assert_eq!(find(b"\xff", None), None);
    }

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
            |group| Version::Two.limit_memory(group, 64 << 20).unwrap(),
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
            let memory = Version::Two.memory(group).unwrap();
            assert_eq!(memory.peak.unwrap().read().unwrap(), 4096);
            assert_eq!(memory.kills.read().unwrap(), 1);
            let clock = Version::Two.clock(group).unwrap();
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
