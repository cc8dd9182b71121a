//! The name of a run's groups, and the removal of those whose run is dead.
//!
//! A name contains the process namespace, the number of the process and its start time: numbers are
//! reused, and another container may share our tree and have processes that we do not see.

use super::remove;
use rustix::{
    io::Errno,
    process::{Pid, test_kill_process},
};
use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

const PREFIX: &str = "certamen.";

/// Whose groups they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    process: u32,
    /// In clock ticks since the machine started.
    started: u64,
    /// The inode of its process namespace.
    namespace: u64,
}

impl Owner {
    /// This process.
    pub(super) fn this() -> io::Result<Owner> {
        let (process, started) = stat(Path::new("/proc/self/stat"))?;
        Ok(Owner { process, started, namespace: fs::metadata("/proc/self/ns/pid")?.ino() })
    }

    /// A name that no other caller in any process is given.
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
            // What is not shown may only be hidden from us: ask whether it can be signalled.
            Err(_) => Pid::from_raw(self.process as i32)
                .is_none_or(|process| test_kill_process(process) == Err(Errno::SRCH)),
        }
    }
}

/// Removes the groups below `base` that dead runs left, with whatever still runs in them.
pub(super) fn remove_dead(base: &Path, us: &Owner) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let owner = entry.file_name().to_str().and_then(Owner::parse);
        if owner.is_some_and(|owner| owner.dead(us)) {
            // Another run may be removing it too, or it may hold what cannot be killed: neither
            // is in our way.
            let _ = remove::tree(&entry.path());
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
    fn names_are_read_back_and_never_given_twice() {
        let us = Owner::this().unwrap();
        let (first, second) = (us.directory(), us.directory());
        assert_ne!(first, second);
        assert_eq!(Owner::parse(&first), Some(us.clone()));
        assert!(!us.dead(&us));
    }

    #[test]
    fn strangers_are_let_alone() {
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
    fn a_process_may_call_itself_anything() {
        let fields: Vec<String> = (4..=22).map(|field: u32| field.to_string()).collect();
        let fields = fields.join(" ");
        assert_eq!(parse_stat(&format!("71 (a) b (c) S {fields} 0 0\n")), Some((71, 22)));
    }
}
