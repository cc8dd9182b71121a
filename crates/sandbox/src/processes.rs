//! The process tree, the processes that programs leave behind, and limits of processes.
//!
//! Only the first process of a namespace can be sure of its descendants. Elsewhere a family is a
//! process group, which no process can leave because of the filter: a signal to the group reaches
//! all of it at once, also processes that are about to fork. The supervisor adopts orphans and reaps
//! what a family leaves behind.

use rustix::process::{
    Pid, Resource, Rlimit, WaitOptions, child_subreaper, getrlimit, set_child_subreaper, setrlimit,
    test_kill_process_group, waitpgid,
};
use std::{
    fs, io, thread,
    time::{Duration, Instant},
};

/// The processes below `first`, without itself; none where the kernel does not list them. Processes
/// that start and end meanwhile may be missed.
pub(crate) fn descendants(first: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut waiting = children(first);
    while let Some(process) = waiting.pop() {
        found.push(process);
        waiting.extend(children(process));
    }
    found
}

/// The tasks of `process`; none if it is gone.
pub(crate) fn tasks(process: i32) -> Vec<i32> {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
}

/// The children of all threads of `process`; none if it is gone.
fn children(process: i32) -> Vec<i32> {
    tasks(process)
        .into_iter()
        .filter_map(|task| fs::read_to_string(format!("/proc/{process}/task/{task}/children")).ok())
        .flat_map(|list| list.split_whitespace().map(str::parse).collect::<Vec<_>>())
        .filter_map(Result::ok)
        .collect()
}

/// How long killed processes may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// The pause between two attempts to reap: the system has no wait for a group with a deadline, and a
/// process that the kernel holds would block us for ever.
const PAUSE: Duration = Duration::from_micros(200);

/// From now on, processes that programs leave behind become our children.
pub(crate) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Pid::from_raw(1))?)
}

/// Reaps what is left of a family that was killed and whose first process is reaped.
pub(crate) fn reap(family: Pid) {
    // Otherwise they are children of another process.
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

/// Too little for any core file, and the one number by which the kernel refrains from handing a
/// dump to a program of the machine, for which no limit counts.
pub(crate) const NO_CORE: u64 = 1;

/// How many bytes of address space a process may have where the kernel's tables for them are not
/// counted: several times what any language reserves, and tables of 128 MiB.
pub(crate) const ADDRESSES: u64 = 64 << 30;

/// Lowers what this process and all that it starts may use to `value`, or leaves it where it is
/// already lower.
pub(crate) fn lower_limit(resource: Resource, value: u64) -> io::Result<()> {
    let highest = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let value = Some(value.min(highest));
    Ok(setrlimit(resource, Rlimit { current: value, maximum: value })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lower_already_stays() {
        lower_limit(Resource::Core, NO_CORE).unwrap();
        lower_limit(Resource::Core, 1 << 20).unwrap();
        assert_eq!(getrlimit(Resource::Core).maximum, Some(NO_CORE));
    }
}
