//! What the processes of one sandbox hold of memory together, found by looking at each: for tier B,
//! where no group counts.
//!
//! It sees what is there when it looks and is no limit by itself: who takes and gives back between
//! two looks is not seen.

use crate::descendants::descendants;
use rustix::process::Pid;
use std::{
    cell::Cell,
    fs, io,
    time::{Duration, Instant},
};

/// How long after a look the next one comes at the earliest: a program takes some 50 MiB in that
/// time, and most answers come sooner.
const EVERY: Duration = Duration::from_millis(20);
/// Looking may take one part in so many of the time.
const SHARE: u32 = 10;

/// Looks at the sandbox's processes now and then.
pub(super) struct Census {
    /// The first process of the sandbox: what its children leave behind becomes its own.
    first: Pid,
    /// The bytes that all others may hold together.
    limit: u64,
    next: Cell<Instant>,
    most: Cell<u64>,
}

impl Census {
    /// Of all below `first`, who may hold `limit` bytes together; the first look is not yet due.
    pub(super) fn new(first: Pid, limit: u64) -> Census {
        Census { first, limit, next: Cell::new(Instant::now() + EVERY), most: Cell::new(0) }
    }

    /// When to look again at the latest.
    pub(super) fn due(&self) -> Instant {
        self.next.get()
    }

    /// The most that was seen, in bytes.
    pub(super) fn most(&self) -> u64 {
        self.most.get()
    }

    /// Whether more was ever seen than is allowed. Looks if that is due.
    pub(super) fn is_exceeded(&self) -> bool {
        let before = Instant::now();
        if self.most.get() <= self.limit && before >= self.next.get() {
            self.most.set(self.most.get().max(self.held()));
            let after = Instant::now();
            self.next.set(after + EVERY.max((after - before) * SHARE));
        }
        self.most.get() > self.limit
    }

    fn held(&self) -> u64 {
        let all = descendants(self.first.as_raw_pid()).into_iter();
        all.fold(0, |sum, process| sum.saturating_add(memory(process).unwrap_or(0)))
    }
}

/// What `process` holds of memory that no file stands for, in bytes; of what it shares, its part.
fn memory(process: i32) -> io::Result<u64> {
    let shares = fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
    match shares.map(|text| sum_of(&text, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"])) {
        Ok(sum) if sum > 0 => Ok(sum),
        // It hides that; what it shares then counts whole.
        _ => fs::read_to_string(format!("/proc/{process}/status"))
            .map(|text| sum_of(&text, &["RssAnon:", "RssShmem:", "VmSwap:"])),
    }
}

/// The sum of the lines with these names, which are in units of 1024 bytes.
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
    fn what_a_grandchild_holds_is_seen() {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "sh -c 'x=$(head -c 8000000 /dev/zero | tr \"\\0\" a); echo; read y'; :"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = [0];
        io::Read::read_exact(shell.stdout.as_mut().unwrap(), &mut said).unwrap();
        let own = Pid::from_raw(std::process::id() as i32).unwrap();
        let census = Census::new(own, 6 << 20);
        assert!(!census.is_exceeded(), "it is not yet time to look");
        std::thread::sleep(EVERY);
        assert!(census.is_exceeded(), "{} bytes", census.most());
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert!(census.is_exceeded(), "it stays so");
    }
}
