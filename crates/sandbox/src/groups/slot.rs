//! The group that one program runs in, in every hierarchy.

use super::{
    Duty, Home, Homes, Limits,
    hierarchy::Version,
    meter::{Clock, Memory},
    remove, v1, v2,
};
use rustix::{
    fs::{Mode, OFlags, open},
    io::pwrite,
};
use std::{
    fs::{self, File},
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A group, at first empty. Dropping it kills what is in it and removes it.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(super) groups: Vec<PathBuf>,
    memory: Option<Memory>,
    clock: Option<Clock>,
    processes: Option<(PathBuf, u64)>,
    /// The group below this one that is stopped between turns, and its switch.
    turns: Option<(PathBuf, File)>,
    pub(super) kill: Option<File>,
    /// The groups of the run stay as long as one of its slots.
    _homes: Arc<Homes>,
}

impl Slot {
    pub(super) fn create(homes: &Arc<Homes>, name: &str, limits: &Limits) -> io::Result<Slot> {
        // Half a slot is removed like a whole one.
        let mut slot = Slot {
            groups: Vec::new(),
            memory: None,
            clock: None,
            processes: None,
            turns: None,
            kill: None,
            _homes: Arc::clone(homes),
        };
        for home in &homes.0 {
            let group = home.directory.join(name);
            fs::create_dir(&group)?;
            slot.groups.push(group.clone());
            slot.furnish(home, &group, limits)?;
        }
        Ok(slot)
    }

    fn furnish(&mut self, home: &Home, group: &Path, limits: &Limits) -> io::Result<()> {
        for duty in &home.duties {
            match (duty, home.version) {
                (Duty::Memory, Version::One) => {
                    v1::limit_memory(group, limits.memory)?;
                    self.memory = Some(v1::memory(group)?);
                }
                (Duty::Memory, Version::Two) => {
                    v2::limit_memory(group, limits.memory)?;
                    self.memory = Some(v2::memory(group)?);
                }
                (Duty::Processes, _) => {
                    let limit = group.join("pids.max");
                    fs::write(&limit, limits.processes.to_string())?;
                    self.processes = Some((limit, limits.processes));
                }
                (Duty::Clock, Version::One) => self.clock = Some(v1::clock(group)?),
                (Duty::Clock, Version::Two) => self.clock = Some(v2::clock(group)?),
                (Duty::Share, _) => {}
                (Duty::Turns, _) => {
                    self.turns = turns(group)?;
                    self.kill = v2::switch(group, "cgroup.kill");
                }
            }
        }
        Ok(())
    }

    /// The doors of the group, one in each hierarchy: a process that writes `0` to all of them is
    /// inside, and so is whoever descends from it. To go through a door may take the kernel many
    /// milliseconds, if nobody went through any for a while.
    pub(crate) fn entrances(&self) -> io::Result<Vec<OwnedFd>> {
        self.groups.iter().map(|group| door(group)).collect()
    }

    /// The door, for somebody who is inside, of the part that can be frozen, where there is one. It
    /// freezes who enters it while it is frozen.
    pub(crate) fn inner_entrance(&self) -> io::Result<Option<OwnedFd>> {
        self.turns.as_ref().map(|(group, _)| door(group)).transpose()
    }

    /// The time that all processes ever in the group have computed.
    pub(crate) fn cpu(&self) -> io::Result<Duration> {
        let clock = self.clock.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        Ok(Duration::from_nanos(clock.meter.read()?.saturating_mul(clock.unit)))
    }

    /// The most memory used at once, in bytes, since the group or [`Slot::reset_peak`].
    pub(crate) fn memory_peak(&self) -> io::Result<u64> {
        let memory = self.memory.as_ref().and_then(|memory| memory.peak.as_ref());
        memory.ok_or(io::ErrorKind::Unsupported)?.read()
    }

    /// Forgets the peak. Old kernels cannot in version 2; their peak is that of the whole life.
    pub(crate) fn reset_peak(&self) {
        if let Some(peak) = self.memory.as_ref().and_then(|memory| memory.peak.as_ref()) {
            let _ = peak.reset();
        }
    }

    /// How many processes were killed so far for want of memory.
    pub(crate) fn out_of_memory(&self) -> io::Result<u64> {
        self.memory.as_ref().ok_or(io::ErrorKind::Unsupported)?.kills.read()
    }

    pub(super) fn can_freeze(&self) -> bool {
        self.turns.is_some()
    }

    /// Stops the part that can be frozen, or lets it go on. What is frozen can be killed.
    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        let (_, switch) = self.turns.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        pwrite(switch, if frozen { b"1" } else { b"0" }, 0)?;
        Ok(())
    }

    /// Kills everything in the group, which may be used again afterwards.
    pub(crate) fn kill(&self) -> io::Result<()> {
        if let Some(switch) = &self.kill {
            pwrite(switch, b"1", 0)?;
            return Ok(());
        }
        let Some((path, limit)) = &self.processes else { return self.kill_each() };
        // Nothing new may start while the old is being ended.
        fs::write(path, "0")?;
        let killed = self.kill_each();
        fs::write(path, limit.to_string())?;
        killed
    }

    fn kill_each(&self) -> io::Result<()> {
        let inner = self.turns.iter().map(|(group, _)| group);
        remove::kill_each(&self.groups.iter().chain(inner).collect::<Vec<_>>())
    }

    #[cfg(test)]
    /// Whether no living process is in the group. One not yet reaped is not living.
    pub(crate) fn is_empty(&self) -> io::Result<bool> {
        let inner = self.turns.iter().map(|(group, _)| group);
        for group in self.groups.iter().chain(inner) {
            if !remove::processes(group)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A group below `group` with a switch to freeze it, if this kernel has it. It has no controllers,
/// so that all limits are those of the group above it, which may hold processes therefore.
fn turns(group: &Path) -> io::Result<Option<(PathBuf, File)>> {
    let turns = group.join("turns");
    fs::create_dir(&turns)?;
    Ok(v2::switch(&turns, "cgroup.freeze").map(|switch| (turns, switch)))
}

fn door(group: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    Ok(open(group.join("cgroup.procs"), flags, Mode::empty())?)
}

impl Drop for Slot {
    fn drop(&mut self) {
        let _ = self.kill();
        for group in &self.groups {
            // What is left is removed with the groups of this run, once it is dead.
            let _ = remove::tree(group);
        }
    }
}
