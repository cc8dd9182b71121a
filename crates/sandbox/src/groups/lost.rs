//! Which resource controls are missing here, and what would help.

use crate::say;
use certamen_i18n::{Localize, Message};
use rustix::io::Errno;
use std::io;

/// Why groups cannot limit anything here.
#[derive(Debug)]
pub struct NoGroups(pub Vec<Missing>);

/// One thing that is missing.
#[derive(Debug)]
pub struct Missing {
    /// The thing.
    pub what: Lacking,
    /// The system's answer.
    pub error: io::Error,
}

/// What can be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    /// A group that limits memory.
    Memory,
    /// A group that limits the number of processes.
    Processes,
    /// A group that counts computing time.
    Clock,
    /// A group that has a share of the processor.
    Share,
    /// A group that can be stopped.
    Turns,
    /// The list of groups.
    List,
    /// A group that does what it says.
    Working,
    /// When this process started.
    Start,
}

impl Missing {
    /// What is likely to help.
    pub(crate) fn fix(&self) -> Message {
        match self.error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::ROFS) => say::fix_read_only(),
            Some(Errno::ACCESS | Errno::PERM) => say::fix_rights(),
            Some(Errno::BUSY) => say::fix_busy(),
            Some(Errno::NOENT) => say::fix_mount(),
            _ => say::fix_look(),
        }
    }
}

impl Localize for NoGroups {
    fn message(&self) -> Message {
        let each = self.0.iter().map(Localize::message).rev();
        let all = each.reduce(|others, first| say::no_groups(first, others));
        all.unwrap_or_else(|| Message::verbatim(""))
    }
}

impl Localize for Missing {
    fn message(&self) -> Message {
        say::no_group(self.what, &self.error, self.fix())
    }
}

impl Localize for Lacking {
    fn message(&self) -> Message {
        match self {
            Lacking::Memory => say::group_memory(),
            Lacking::Processes => say::group_processes(),
            Lacking::Clock => say::group_clock(),
            Lacking::Share => say::group_share(),
            Lacking::Turns => say::group_turns(),
            Lacking::List => say::group_list(),
            Lacking::Working => say::group_working(),
            Lacking::Start => say::group_start(),
        }
    }
}

certamen_i18n::error!(NoGroups);
certamen_i18n::said!(Missing, Lacking);
