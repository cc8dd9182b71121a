//! What of resource control is missing here, and what would help.

use rustix::io::Errno;
use std::{fmt, io};

/// Why groups cannot limit anything here.
#[derive(Debug)]
pub(crate) struct Lost(pub(crate) Vec<Missing>);

/// One thing that is missing.
#[derive(Debug)]
pub(crate) struct Missing {
    /// The thing.
    pub(crate) what: &'static str,
    /// The system's answer.
    pub(crate) error: io::Error,
    /// What is likely to help.
    pub(crate) fix: &'static str,
}

impl Missing {
    pub(super) fn new(what: &'static str, error: io::Error) -> Missing {
        let fix = match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::ROFS) => {
                "the tree of control groups is read-only, as is usual in containers: \
                 give the container one of its own to write to"
            }
            Some(Errno::ACCESS | Errno::PERM) => {
                "run as root, or start under `systemd-run --user --scope -p Delegate=yes`"
            }
            Some(Errno::BUSY) => {
                "other processes are in our group, or it is not delegated to us: \
                 start under `systemd-run --scope -p Delegate=yes`, with `--user` if not root"
            }
            Some(Errno::NOENT) => "mount the control groups; the kernel may be without this one",
            _ => "see the control groups of this machine in /proc/self/cgroup",
        };
        Missing { what, error, fix }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Missing { what, error, fix }) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}no {what}: {error} ({fix})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Lost {}
