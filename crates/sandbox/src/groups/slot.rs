//! The group that one program runs in, in every hierarchy.

use super::{
    GroupDirs, GroupHome, GroupRole, Limits, cleanup,
    files::{self, Clock, Memory},
    hierarchy::Version,
};
use rustix::{
    fs::{Mode, OFlags, open},
    io::{Errno, pwrite},
};
use std::{
    fs::{self, File},
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A group, empty at first. Dropping it kills its processes and removes it.
#[derive(Debug)]
pub(crate) struct Slot {
    /// In the hierarchies of version 1.
    pub(super) old: Vec<PathBuf>,
    /// In that of version 2.
    pub(super) new: Option<PathBuf>,
    memory: Option<Memory>,
    clock: Option<Clock>,
    processes: Option<(PathBuf, u64)>,
    /// The group below this one that is frozen between turns, and its switch.
    turns: Option<(PathBuf, File)>,
    pub(super) kill: Option<File>,
    /// The groups of the run stay as long as one of its slots.
    _homes: Arc<GroupDirs>,
}

impl Slot {
    pub(super) fn create(dirs: &Arc<GroupDirs>, name: &str, limits: &Limits) -> io::Result<Slot> {
        // Created first, so that dropping it removes an incomplete slot, too.
        let mut slot = Slot {
            old: Vec::new(),
            new: None,
            memory: None,
            clock: None,
            processes: None,
            turns: None,
            kill: None,
            _homes: Arc::clone(dirs),
        };
        for home in &dirs.0 {
            let group = home.directory.join(name);
            fs::create_dir(&group)?;
            match home.version {
                Version::One => slot.old.push(group.clone()),
                Version::Two => slot.new = Some(group.clone()),
            }
            slot.set_up(home, &group, limits)?;
        }
        Ok(slot)
    }

    fn set_up(&mut self, home: &GroupHome, group: &Path, limits: &Limits) -> io::Result<()> {
        for role in &home.roles {
            match role {
                GroupRole::Memory => {
                    home.version.limit_memory(group, limits.memory)?;
                    self.memory = Some(home.version.memory(group)?);
                }
                GroupRole::Processes => {
                    let limit = group.join("pids.max");
                    fs::write(&limit, limits.processes.to_string())?;
                    self.processes = Some((limit, limits.processes));
                }
                GroupRole::Clock => self.clock = Some(home.version.clock(group)?),
                GroupRole::Share => {}
                GroupRole::Turns => {
                    self.turns = turns(group)?;
                    self.kill = files::switch(group, "cgroup.kill");
                }
            }
        }
        Ok(())
    }

    /// The entry files of the group in version 1: a thread that writes `0` to all of them is
    /// inside, with its descendants. A process of one thread enters these at once; the usual files
    /// wait until no processor is in the middle of a fork, which takes the kernel many milliseconds
    /// if they were not used for a while.
    pub(crate) fn entrances(&self) -> Vec<PathBuf> {
        self.old.iter().map(|group| group.join("tasks")).collect()
    }

    /// The group in version 2, in which processes of the program must be created.
    pub(crate) fn birthplace(&self) -> Option<&Path> {
        self.new.as_deref()
    }

    /// The entry file, for a thread that is inside, of the part that can be frozen, if any. A thread
    /// that enters while it is frozen is frozen.
    pub(crate) fn inner_entrance(&self) -> io::Result<Option<OwnedFd>> {
        let Some((group, _)) = &self.turns else { return Ok(None) };
        let flags = OFlags::WRONLY | OFlags::CLOEXEC;
        Ok(Some(open(group.join("cgroup.threads"), flags, Mode::empty())?))
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &PathBuf> {
        self.old.iter().chain(&self.new)
    }

    /// The CPU time of all processes ever in the group.
    pub(crate) fn cpu(&self) -> io::Result<Duration> {
        let clock = self.clock.as_ref().ok_or(Errno::OPNOTSUPP)?;
        Ok(Duration::from_nanos(clock.meter.read()?.saturating_mul(clock.unit)))
    }

    /// The most memory used at once, in bytes, since the group or [`Slot::reset_peak`].
    pub(crate) fn memory_peak(&self) -> io::Result<u64> {
        let memory = self.memory.as_ref().and_then(|memory| memory.peak.as_ref());
        memory.ok_or(Errno::OPNOTSUPP)?.read()
    }

    /// Resets the peak. Old kernels cannot in version 2; their peak is that of all time.
    pub(crate) fn reset_peak(&self) {
        if let Some(peak) = self.memory.as_ref().and_then(|memory| memory.peak.as_ref()) {
            let _ = peak.reset();
        }
    }

    /// How many processes were killed so far for lack of memory.
    pub(crate) fn out_of_memory(&self) -> io::Result<u64> {
        self.memory.as_ref().ok_or(Errno::OPNOTSUPP)?.kills.read()
    }

    pub(super) fn can_freeze(&self) -> bool {
        self.turns.is_some()
    }

    /// Freezes the part that can be frozen, or resumes it. Frozen processes can be killed.
    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        let (_, switch) = self.turns.as_ref().ok_or(Errno::OPNOTSUPP)?;
        pwrite(switch, if frozen { b"1" } else { b"0" }, 0)?;
        Ok(())
    }

    /// Kills all processes in the group, which may be used again afterwards.
    pub(crate) fn kill(&self) -> io::Result<()> {
        if let Some(switch) = &self.kill {
            pwrite(switch, b"1", 0)?;
            return Ok(());
        }
        let kill_each = || cleanup::kill_each(&self.groups().collect::<Vec<_>>());
        let Some((path, limit)) = &self.processes else { return kill_each() };
        // Nothing new may start while the old is being ended.
        fs::write(path, "0")?;
        let killed = kill_each();
        fs::write(path, limit.to_string())?;
        killed
    }

    #[cfg(test)]
    /// Whether no living process is in the group. One not yet reaped is not living.
    pub(crate) fn is_empty(&self) -> io::Result<bool> {
        for group in self.groups() {
            if !cleanup::processes(group)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A group below `group` with a switch to freeze it, if this kernel has it. It is a group of threads
/// without controllers: all limits are those of the group above it, which may therefore contain
/// processes, and a process that moves from there to here does not wait.
fn turns(group: &Path) -> io::Result<Option<(PathBuf, File)>> {
    let turns = group.join("turns");
    fs::create_dir(&turns)?;
    fs::write(turns.join("cgroup.type"), "threaded")?;
    Ok(files::switch(&turns, "cgroup.freeze").map(|switch| (turns, switch)))
}

impl Drop for Slot {
    fn drop(&mut self) {
        let _ = self.kill();
        for group in self.groups() {
            // A group that cannot be removed now is removed with those of this run.
            let _ = cleanup::remove_tree(group);
        }
    }
}
