//! The list: what is refused with "operation not permitted", always or for some arguments.

use super::{
    Containment,
    denied::{ALWAYS, ATTRIBUTES},
};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction,
    SeccompCmpArgLen::{self, Dword, Qword},
    SeccompCmpOp::{self, Eq, MaskedEq, Ne},
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: TargetArch = TargetArch::x86_64;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: TargetArch = TargetArch::aarch64;

pub(super) fn program(containment: Containment) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        ALWAYS.iter().copied().flatten().map(|&call| (call, Vec::new())).collect();
    for (call, alternatives) in SOMETIMES {
        let built = alternatives.iter().map(|rule| build(rule)).collect::<Result<_, _>>()?;
        rules.insert(*call, built);
    }
    if containment != Containment::ControlGroup {
        rules.insert(libc::SYS_memfd_create, Vec::new());
    }
    if let Containment::ProcessGroup { writes } = containment {
        if !writes {
            rules.extend(ATTRIBUTES.iter().map(|&call| (call, Vec::new())));
        }
        rules.extend([libc::SYS_setsid, libc::SYS_setpgid].map(|call| (call, Vec::new())));
    }
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, ARCHITECTURE)?.try_into()
}

fn build(rule: Rule) -> Result<SeccompRule, BackendError> {
    let conditions = rule.iter().map(|(argument, length, comparison, value)| {
        SeccompCondition::new(*argument, length.clone(), comparison.clone(), *value)
    });
    SeccompRule::new(conditions.collect::<Result<_, _>>()?)
}

/// Argument, length, comparison, value: all must hold.
///
/// Where the kernel looks at 32 bits, so do we: the others are the program's to fill.
type Rule = &'static [(u8, SeccompCmpArgLen, SeccompCmpOp, u64)];

// The library has these in a different type for each C library.
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541C;
const FS_IOC_SETFLAGS: u64 = 0x4008_6602;
const FS_IOC_FSSETXATTR: u64 = 0x401C_5820;

const SETUID: u64 = 0o4000;
const SETGID: u64 = 0o2000;
const FCHMODAT2: i64 = 452;
const PR_SCHED_CORE: u64 = 62;
const NEW_LISTENER: u64 = 8;

/// Denied if any of the rules holds.
const SOMETIMES: &[(i64, &[Rule])] = &[
    (libc::SYS_clone, NEW_NAMESPACES),
    // Pairs of Unix sockets only, and no datagrams, which can be sent to any named socket.
    (
        libc::SYS_socketpair,
        &[
            &[(0, Dword, Ne, libc::AF_UNIX as u64)],
            &[(1, Dword, MaskedEq(0xF), libc::SOCK_DGRAM as u64)],
            &[(1, Dword, MaskedEq(0xF), libc::SOCK_RAW as u64)],
        ],
    ),
    // Typing into a terminal; the flags of files, which a descriptor to read with is enough for.
    (
        libc::SYS_ioctl,
        &[
            &[(1, Dword, Eq, TIOCSTI)],
            &[(1, Dword, Eq, TIOCLINUX)],
            &[(1, Dword, Eq, FS_IOC_SETFLAGS)],
            &[(1, Dword, Eq, FS_IOC_FSSETXATTR)],
        ],
    ),
    // Locks, leases and watches: see the list of what is shared.
    (
        libc::SYS_fcntl,
        &[
            &[(1, Dword, Eq, libc::F_SETLK as u64)],
            &[(1, Dword, Eq, libc::F_SETLKW as u64)],
            &[(1, Dword, Eq, libc::F_OFD_SETLK as u64)],
            &[(1, Dword, Eq, libc::F_OFD_SETLKW as u64)],
            &[(1, Dword, Eq, libc::F_SETLEASE as u64)],
            &[(1, Dword, Eq, libc::F_NOTIFY as u64)],
        ],
    ),
    // Only the usual one, and asking which it is.
    (libc::SYS_personality, &[&[(0, Dword, Ne, 0), (0, Dword, Ne, 0xFFFF_FFFF)]]),
    // Files that change the user of the process that executes them.
    (
        libc::SYS_fchmod,
        &[&[(1, Dword, MaskedEq(SETUID), SETUID)], &[(1, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    (
        libc::SYS_fchmodat,
        &[&[(2, Dword, MaskedEq(SETUID), SETUID)], &[(2, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    (
        FCHMODAT2,
        &[&[(2, Dword, MaskedEq(SETUID), SETUID)], &[(2, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_chmod,
        &[&[(1, Dword, MaskedEq(SETUID), SETUID)], &[(1, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    (libc::SYS_openat, MADE_BY_OPENAT),
    (
        libc::SYS_mknodat,
        &[&[(2, Dword, MaskedEq(SETUID), SETUID)], &[(2, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, MADE_BY_OPEN),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_creat,
        &[&[(1, Dword, MaskedEq(SETUID), SETUID)], &[(1, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_mknod,
        &[&[(1, Dword, MaskedEq(SETUID), SETUID)], &[(1, Dword, MaskedEq(SETGID), SETGID)]],
    ),
    // Room in the kernel that no limit counts, and programs in it.
    (
        libc::SYS_setsockopt,
        &[
            &[(2, Dword, Eq, libc::SO_SNDBUF as u64)],
            &[(2, Dword, Eq, libc::SO_RCVBUF as u64)],
            &[(2, Dword, Eq, libc::SO_ATTACH_FILTER as u64)],
            &[(2, Dword, Eq, libc::SO_ATTACH_BPF as u64)],
        ],
    ),
    // A processor core for itself.
    (libc::SYS_prctl, &[&[(0, Dword, Eq, PR_SCHED_CORE)]]),
    // Calls that another process answers.
    (libc::SYS_seccomp, &[&[(1, Dword, MaskedEq(NEW_LISTENER), NEW_LISTENER)]]),
    // The limits of others may be read.
    (libc::SYS_prlimit64, &[&[(0, Dword, Ne, 0), (2, Qword, Ne, 0)]]),
];

const MAKE: u64 = libc::O_CREAT as u64;
/// Without the part that says that it is a folder.
const NAMELESS: u64 = (libc::O_TMPFILE & !libc::O_DIRECTORY) as u64;

/// The mode of a file that is made; of one that is there already it says nothing.
const MADE_BY_OPENAT: &[Rule] = &[
    &[(2, Dword, MaskedEq(MAKE), MAKE), (3, Dword, MaskedEq(SETUID), SETUID)],
    &[(2, Dword, MaskedEq(MAKE), MAKE), (3, Dword, MaskedEq(SETGID), SETGID)],
    &[(2, Dword, MaskedEq(NAMELESS), NAMELESS), (3, Dword, MaskedEq(SETUID), SETUID)],
    &[(2, Dword, MaskedEq(NAMELESS), NAMELESS), (3, Dword, MaskedEq(SETGID), SETGID)],
];
#[cfg(target_arch = "x86_64")]
const MADE_BY_OPEN: &[Rule] = &[
    &[(1, Dword, MaskedEq(MAKE), MAKE), (2, Dword, MaskedEq(SETUID), SETUID)],
    &[(1, Dword, MaskedEq(MAKE), MAKE), (2, Dword, MaskedEq(SETGID), SETGID)],
    &[(1, Dword, MaskedEq(NAMELESS), NAMELESS), (2, Dword, MaskedEq(SETUID), SETUID)],
    &[(1, Dword, MaskedEq(NAMELESS), NAMELESS), (2, Dword, MaskedEq(SETGID), SETGID)],
];

const NEW_NAMESPACES: &[Rule] = &[
    &[(0, Dword, MaskedEq(libc::CLONE_NEWNS as u64), libc::CLONE_NEWNS as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWCGROUP as u64), libc::CLONE_NEWCGROUP as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWUTS as u64), libc::CLONE_NEWUTS as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWIPC as u64), libc::CLONE_NEWIPC as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWUSER as u64), libc::CLONE_NEWUSER as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWPID as u64), libc::CLONE_NEWPID as u64)],
    &[(0, Dword, MaskedEq(libc::CLONE_NEWNET as u64), libc::CLONE_NEWNET as u64)],
];
