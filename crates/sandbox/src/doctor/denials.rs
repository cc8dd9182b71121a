//! What canaries must not be able to do: system calls by number, and the errors they must get.

use super::{
    Item,
    finding::{CanaryFigure, ProbeOutput},
    say,
    selftest::SelftestCell,
};
use crate::{SandboxError, Tier};
use certamen_i18n::quoted;
use rustix::io::Errno;

/// System calls that must all fail.
pub(super) struct Denial {
    pub(super) item: Item,
    /// In the language of canaries.
    calls: &'static str,
    /// The errors allowed.
    answers: &'static [Errno],
    tiers: &'static [Tier],
}

/// Tiers with a private view of the files.
const OWN_VIEW: &[Tier] = &[Tier::A, Tier::B];
/// The tier with only one barrier.
const ONE_BARRIER: &[Tier] = &[Tier::C];
const ALL_TIERS: &[Tier] = &[Tier::A, Tier::B, Tier::C];

/// Denied by mounts that are read-only, or by rights.
const NO_WRITING: &[Errno] = &[Errno::ROFS, Errno::ACCESS, Errno::PERM];
/// Denied by the one barrier; not everything exists everywhere.
const CLOSED: &[Errno] = &[Errno::ACCESS, Errno::PERM, Errno::NOENT, Errno::NXIO];
/// There is no file of that name.
const ABSENT: &[Errno] = &[Errno::NOENT];
/// Denied by the filter.
const FILTERED: &[Errno] = &[Errno::PERM, Errno::NOSYS];
/// Denied by rights, or hidden.
const OUT_OF_REACH: &[Errno] = &[Errno::PERM, Errno::ACCESS, Errno::NOENT, Errno::ROFS];

pub(super) const ALL: &[Denial] = &[
    Denial {
        item: Item::RootIsReadOnly,
        // mkdir, and open to create or to write.
        calls: "83 @/canary 448;2 @/usr/canary 65 384;2 @/bot/new 65 384;2 @/bot/plain 2;\
                2 @/dev/canary 65 384;2 @/proc/self/oom_score_adj 1",
        answers: NO_WRITING,
        tiers: OWN_VIEW,
    },
    Denial {
        item: Item::FilesAreHidden,
        calls: "2 @/etc/passwd 0;2 @/etc/shadow 0;2 @/root 0;2 @/home 0;2 @/var 0;2 @/run 0;\
                2 @/sys 0;2 @/dev/mem 0;2 @/dev/tty 0;2 @/proc/meminfo 0;2 @/proc/sys 0",
        answers: ABSENT,
        tiers: OWN_VIEW,
    },
    Denial {
        item: Item::FilesAreClosed,
        // To read files and folders, devices and processes; to make, to write and to cut short.
        calls: "2 @/etc/passwd 0;2 @/etc/shadow 0;2 @/home 65536;2 @/ 65536;2 @/var 65536;\
                2 @/proc/1/environ 0;2 @/proc/sys/kernel/hostname 1;83 @/canary 448;\
                83 @/dev/canary 448;2 @/dev/canary 65 384;2 @/dev/tty 2;2 @/dev/mem 0;\
                2 @/usr/canary 65 384;2 @/usr/bin/env 1;76 @/usr/bin/env 0",
        answers: CLOSED,
        tiers: ONE_BARRIER,
    },
    Denial {
        item: Item::OthersOutOfReach,
        // Signals, looking into them, and their limits.
        calls: "62 1 9;62 1 19;101 16 1;310 1 0 0 0 0 0;141 0 1 5;302 1 7 @0123456789abcdef 0",
        answers: OUT_OF_REACH,
        tiers: ONE_BARRIER,
    },
    Denial {
        item: Item::NoSockets,
        // Internet, Unix and netlink; then a pair that can be given a name.
        calls: "41 2 1 0;41 10 2 0;41 1 1 0;41 16 3 0;53 1 2 0 @........",
        answers: FILTERED,
        tiers: ALL_TIERS,
    },
    Denial {
        item: Item::NoNamespaces,
        // unshare, clone, clone3, setns, mount, umount, chroot, pivot_root, open_tree.
        calls: "272 0x10000000;272 0x20000;56 0x10000011;435 0 0;308 0 0;165 @none @/ @tmpfs 0 0;\
                166 @/ 2;161 @/;155 @/ @/;428 -100 @/ 1",
        answers: FILTERED,
        tiers: ALL_TIERS,
    },
    Denial {
        item: Item::FirstOutOfReach,
        // ptrace, reading its memory, setpriority, prlimit, and its entries in /proc.
        calls: "101 16 1;310 1 0 0 0 0 0;141 0 1 5;302 1 7 @0123456789abcdef 0;2 @/proc/1/mem 2;\
                2 @/proc/1/environ 0;2 @/proc/1/fd 0;2 @/proc/1/root 0;2 @/proc/1/exe 0",
        answers: OUT_OF_REACH,
        tiers: OWN_VIEW,
    },
    Denial {
        item: Item::RareParts,
        // bpf, perf_event_open, io_uring_setup, userfaultfd, keyctl, shmget, mq_open, init_module.
        calls: "321 0 0 0;298 0 0 0 0 0;425 1 0;323 0;250 0 0 0;29 0 4096 896;240 @name 66 384 0;\
                175 0 0 @",
        answers: FILTERED,
        tiers: ALL_TIERS,
    },
    Denial {
        item: Item::NoOtherUser,
        // setuid, setgid, sched_setscheduler, sched_setaffinity, settimeofday.
        calls: "105 0;106 0;144 0 1 @....;203 0 8 @........;164 0 0",
        answers: &[Errno::PERM, Errno::INVAL],
        tiers: OWN_VIEW,
    },
];

impl Denial {
    pub(super) fn counts_in(&self, tier: Tier) -> bool {
        self.tiers.contains(&tier)
    }

    pub(super) fn try_it(&self, cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
        let answers = cell.calls(self.calls)?;
        let calls: Vec<&str> = self.calls.split(';').map(str::trim).collect();
        if answers.len() != calls.len() {
            return Ok(ProbeOutput::Failed(say::answers_to_calls(answers.len(), calls.len())));
        }
        let mut wrong = calls.iter().zip(&answers).filter(|(_, answer)| {
            !self.answers.iter().any(|errno| i64::from(errno.raw_os_error()) == -**answer)
        });
        Ok(match wrong.next() {
            None => ProbeOutput::Ok(CanaryFigure::Attempts(calls.len())),
            Some((call, answer)) => ProbeOutput::Failed(say::call_answered(quoted(call), *answer)),
        })
    }
}
