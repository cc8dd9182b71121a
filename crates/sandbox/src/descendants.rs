//! The process tree: the processes below another one, and the tasks of each.

use std::fs;

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
pub(crate) fn children(process: i32) -> Vec<i32> {
    tasks(process)
        .into_iter()
        .filter_map(|task| fs::read_to_string(format!("/proc/{process}/task/{task}/children")).ok())
        .flat_map(|list| list.split_whitespace().map(str::parse).collect::<Vec<_>>())
        .filter_map(Result::ok)
        .collect()
}
