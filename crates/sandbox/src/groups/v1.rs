//! The files of version 1.

use super::meter::{Clock, Memory, Meter};
use std::{fs, io, path::Path};

pub(super) fn limit_memory(group: &Path, bytes: u64) -> io::Result<()> {
    fs::write(group.join("memory.limit_in_bytes"), bytes.to_string())?;
    // This one counts memory and swap together; without it, swapping can only be discouraged.
    let both = group.join("memory.memsw.limit_in_bytes");
    if both.exists() {
        return fs::write(both, bytes.to_string());
    }
    let _ = fs::write(group.join("memory.swappiness"), "0");
    Ok(())
}

/// Gives the group the CPU weight of this many ordinary programs.
pub(super) fn weigh(group: &Path, programs: u64) -> io::Result<()> {
    fs::write(group.join("cpu.shares"), (1024 * programs).min(262_144).to_string())
}

pub(super) fn memory(group: &Path) -> io::Result<Memory> {
    let peak = Meter::open_resettable(&group.join("memory.max_usage_in_bytes"))?;
    let kills = Meter::open(&group.join("memory.oom_control"), Some("oom_kill"))?;
    kills.read()?;
    Ok(Memory { peak: Some(peak), kills })
}

pub(super) fn clock(group: &Path) -> io::Result<Clock> {
    Ok(Clock { meter: Meter::open(&group.join("cpuacct.usage"), None)?, unit: 1 })
}
