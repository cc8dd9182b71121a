//! The memory that the processes of one sandbox hold together, found by scanning each: for tier B,
//! where no group counts.
//!
//! It sees what is there during a scan and is not a limit by itself: memory taken and returned
//! between two scans is not seen.

use crate::processes::descendants;
use rustix::process::Pid;
use std::{
    cell::Cell,
    fs::{self, File},
    io::Read,
    time::{Duration, Instant},
};

/// The shortest interval of scans: a program takes some 50 MiB in that time, and most answers come
/// sooner.
const EVERY: Duration = Duration::from_millis(20);
/// Scanning may take one part in this many of the time.
const SHARE: u32 = 10;

/// How long measuring shared memory may compute: honest programs need a few milliseconds.
const LOOK: Duration = Duration::from_millis(50);
/// The maximum number of mappings of a process: the kernel pays for each, and so does every scan.
/// Honest languages have at most some hundreds.
const PIECES: usize = 4096;
/// The maximum size of page tables of a process: these map 8 GiB, and scanning them takes as long.
const TABLES: u64 = 16 << 20;

/// Scans the processes of a sandbox now and then.
pub(super) struct ProcessScan {
    /// The first process of the sandbox, which adopts orphans.
    first: Pid,
    /// In bytes, of all others together.
    limit: u64,
    next: Cell<Instant>,
    most: Cell<u64>,
}

impl ProcessScan {
    /// The first scan is not yet due.
    pub(super) fn new(first: Pid, limit: u64) -> ProcessScan {
        ProcessScan { first, limit, next: Cell::new(Instant::now() + EVERY), most: Cell::new(0) }
    }

    /// When to scan again.
    pub(super) fn due(&self) -> Instant {
        self.next.get()
    }

    /// The most memory found, in bytes.
    pub(super) fn most(&self) -> u64 {
        self.most.get()
    }

    /// Whether more than allowed was ever found. Scans if that is due.
    pub(super) fn is_exceeded(&self) -> bool {
        let before = Instant::now();
        if self.most.get() <= self.limit && before >= self.next.get() {
            self.most.set(self.most.get().max(self.measure()));
            let after = Instant::now();
            self.next.set(after + EVERY.max((after - before) * SHARE));
        }
        self.most.get() > self.limit
    }

    fn measure(&self) -> u64 {
        let all = descendants(self.first.as_raw_pid());
        let most = all.iter().fold(0_u64, |sum, process| sum.saturating_add(at_most(*process)));
        // The kernel has these figures at hand. Only where they are too large is it worth while to
        // find out what is shared.
        if most <= self.limit { most } else { exactly(&all) }
    }
}

/// The anonymous and shared memory of `process` in bytes, page tables included; shared memory
/// counts as a whole.
fn at_most(process: i32) -> u64 {
    if has_more_pieces(process) {
        return u64::MAX;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    sum_of(&status, &["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"])
}

/// Whether `process` has too many mappings. Does not read more of them.
fn has_more_pieces(process: i32) -> bool {
    let Ok(mut list) = File::open(format!("/proc/{process}/maps")) else { return false };
    let (mut read, mut pieces) = ([0; 16 << 10], 0);
    while let Ok(length @ 1..) = list.read(&mut read)
        && pieces <= PIECES
    {
        pieces += read[..length].split(|byte| *byte == b'\n').count() - 1;
    }
    pieces > PIECES
}

/// The memory of all together. A program whose memory takes long to measure has too much.
fn exactly(all: &[i32]) -> u64 {
    let before = computed();
    let mut sum = 0_u64;
    let mut counted: Vec<i32> = Vec::new();
    for process in all {
        // Some processes share one memory.
        if counted.iter().any(|other| have_one_memory(*process, *other)) {
            continue;
        }
        counted.push(*process);
        if has_more_pieces(*process) {
            return u64::MAX;
        }
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let tables = sum_of(&status, &["VmPTE:"]);
        if tables > TABLES || computed().saturating_sub(before) > LOOK {
            return u64::MAX;
        }
        sum = sum.saturating_add(tables).saturating_add(its_part(*process));
    }
    sum
}

/// The memory of `process`, with its part of shared memory.
fn its_part(process: i32) -> u64 {
    let shares = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    match sum_of(&shares, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"]) {
        // It hides that; shared memory then counts as a whole.
        0 => at_most(process),
        sum => sum,
    }
}

/// The CPU time of this thread.
fn computed() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Whether two processes share the same memory; `false` if the kernel cannot compare them.
#[expect(unsafe_code, reason = "the standard library cannot compare processes")]
fn have_one_memory(one: i32, other: i32) -> bool {
    const MEMORY: i32 = 1;
    // SAFETY: five numbers, no memory.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, MEMORY, 0, 0) == 0 }
}

/// The sum of the lines with these names, whose unit is 1024 bytes.
fn sum_of(text: &str, names: &[&str]) -> u64 {
    let mut sum = 0_u64;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if words.next().is_some_and(|name| names.contains(&name))
            && let Some(Ok(count)) = words.next().map(str::parse::<u64>)
        {
            sum = sum.saturating_add(count.saturating_mul(1024));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn only_lines_of_that_name_are_added() {
        let text = "Rss: 9 kB\nPss_Anon:  3 kB\nPss_Shmem: 4 kB\nPss_Anon_not: 5 kB\nSwapPss: x\n";
        assert_eq!(sum_of(text, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"]), 7 * 1024);
        assert_eq!(sum_of("Pss_Anon: 99999999999999999999 kB", &["Pss_Anon:"]), 0);
    }

    #[test]
    fn the_memory_of_a_grandchild_counts() {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "sh -c 'x=$(head -c 8000000 /dev/zero | tr \"\\0\" a); echo; read y'; :"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut byte = [0];
        std::io::Read::read_exact(shell.stdout.as_mut().unwrap(), &mut byte).unwrap();
        let own = Pid::from_raw(std::process::id() as i32).unwrap();
        let process_scan = ProcessScan::new(own, 6 << 20);
        assert!(!process_scan.is_exceeded(), "it is not yet time to look");
        std::thread::sleep(EVERY);
        assert!(process_scan.is_exceeded(), "{} bytes", process_scan.most());
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert!(process_scan.is_exceeded(), "it stays so");
    }
}
