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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum Lacking {
    /// A group that limits memory.
    #[localize(say::group_memory())]
    Memory,
    /// A group that limits the number of processes.
    #[localize(say::group_processes())]
    Processes,
    /// A group that counts computing time.
    #[localize(say::group_clock())]
    Clock,
    /// A group that has a share of the processor.
    #[localize(say::group_share())]
    Share,
    /// A group that can be stopped.
    #[localize(say::group_turns())]
    Turns,
    /// The list of groups.
    #[localize(say::group_list())]
    List,
    /// A group that does what it says.
    #[localize(say::group_working())]
    Working,
    /// When this process started.
    #[localize(say::group_start())]
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

certamen_i18n::error!(NoGroups);
certamen_i18n::said!(Missing);
