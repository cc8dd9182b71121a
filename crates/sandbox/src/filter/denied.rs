//! The system calls that no game needs, grouped by purpose.

#[cfg(target_arch = "x86_64")]
use libc::{
    SYS__sysctl, SYS_chmod, SYS_chown, SYS_futimesat, SYS_inotify_init, SYS_ioperm, SYS_iopl,
    SYS_lchown, SYS_modify_ldt, SYS_sysfs, SYS_uselib, SYS_ustat, SYS_utime, SYS_utimes,
};
use libc::{
    SYS_accept, SYS_accept4, SYS_acct, SYS_add_key, SYS_adjtimex, SYS_bind, SYS_bpf, SYS_chroot,
    SYS_clock_adjtime, SYS_clock_settime, SYS_connect, SYS_delete_module, SYS_fadvise64,
    SYS_fanotify_init, SYS_fanotify_mark, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
    SYS_finit_module, SYS_flock, SYS_fremovexattr, SYS_fsconfig, SYS_fsetxattr, SYS_fsmount,
    SYS_fsopen, SYS_fspick, SYS_fstatfs, SYS_init_module, SYS_inotify_add_watch, SYS_inotify_init1,
    SYS_io_cancel, SYS_io_destroy, SYS_io_getevents, SYS_io_setup, SYS_io_submit,
    SYS_io_uring_enter, SYS_io_uring_register, SYS_io_uring_setup, SYS_ioprio_set, SYS_kcmp,
    SYS_kexec_file_load, SYS_kexec_load, SYS_keyctl, SYS_listen, SYS_lookup_dcookie,
    SYS_lremovexattr, SYS_lsetxattr, SYS_mbind, SYS_memfd_secret, SYS_migrate_pages, SYS_mincore,
    SYS_mlock, SYS_mlock2, SYS_mlockall, SYS_mount, SYS_mount_setattr, SYS_move_mount,
    SYS_move_pages, SYS_mq_getsetattr, SYS_mq_notify, SYS_mq_open, SYS_mq_timedreceive,
    SYS_mq_timedsend, SYS_mq_unlink, SYS_msgctl, SYS_msgget, SYS_msgrcv, SYS_msgsnd,
    SYS_name_to_handle_at, SYS_nfsservctl, SYS_open_by_handle_at, SYS_open_tree,
    SYS_perf_event_open, SYS_pidfd_getfd, SYS_pivot_root, SYS_process_madvise,
    SYS_process_mrelease, SYS_process_vm_readv, SYS_process_vm_writev, SYS_ptrace, SYS_quotactl,
    SYS_quotactl_fd, SYS_readahead, SYS_reboot, SYS_removexattr, SYS_request_key,
    SYS_sched_setaffinity, SYS_sched_setattr, SYS_sched_setparam, SYS_sched_setscheduler,
    SYS_semctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_set_mempolicy,
    SYS_set_mempolicy_home_node, SYS_setdomainname, SYS_sethostname, SYS_setns, SYS_setpriority,
    SYS_settimeofday, SYS_setxattr, SYS_shmat, SYS_shmctl, SYS_shmdt, SYS_shmget, SYS_socket,
    SYS_statfs, SYS_swapoff, SYS_swapon, SYS_sync, SYS_syncfs, SYS_syslog, SYS_umount2,
    SYS_unshare, SYS_userfaultfd, SYS_utimensat, SYS_vhangup,
};

// These have the same number everywhere, and no name in the library yet.
const CACHESTAT: i64 = 451;
const STATMOUNT: i64 = 457;
const LISTMOUNT: i64 = 458;
const OPEN_TREE_ATTR: i64 = 467;
const LSM_SET_SELF_ATTR: i64 = 460;
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;
// This one has not.
#[cfg(target_arch = "x86_64")]
const IO_PGETEVENTS: i64 = 333;
#[cfg(not(target_arch = "x86_64"))]
const IO_PGETEVENTS: i64 = 292;

/// The first number that had no meaning when this list was made. A call that was not reviewed is
/// not allowed: programs get the error that the system does not have it.
pub(super) const FIRST_UNKNOWN: u32 = 470;

/// Denied whatever the arguments.
pub(super) const ALWAYS: &[&[i64]] = &[
    NAMESPACES,
    FILE_SYSTEM,
    OTHERS,
    SUBSYSTEMS,
    ASYNCHRONOUS,
    MACHINE,
    SOCKETS,
    SCHEDULING,
    MEMORY,
    SHARED,
    OLD,
];

const NAMESPACES: &[i64] = &[SYS_unshare, SYS_setns];

const FILE_SYSTEM: &[i64] = &[
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    OPEN_TREE_ATTR,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    STATMOUNT,
    LISTMOUNT,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    SYS_quotactl,
    SYS_quotactl_fd,
    SYS_nfsservctl,
    SYS_lookup_dcookie,
];

/// Looking into other processes.
const OTHERS: &[i64] = &[
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_process_mrelease,
];

/// Large parts of the kernel, rarely used and often broken.
const SUBSYSTEMS: &[i64] = &[
    SYS_bpf,
    SYS_perf_event_open,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_memfd_secret,
    LSM_SET_SELF_ATTR,
];

/// Asynchronous reading and writing: the machine has a fixed number of slots for it,
/// for all its users together.
const ASYNCHRONOUS: &[i64] =
    &[SYS_io_setup, SYS_io_submit, SYS_io_getevents, IO_PGETEVENTS, SYS_io_cancel, SYS_io_destroy];

/// The machine itself.
const MACHINE: &[i64] = &[
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_vhangup,
    SYS_sync,
    SYS_syncfs,
    // How full the machine's disks are. `sysinfo` stays open: the C library takes no refusal for an
    // answer, and sorts otherwise (`qsort` of glibc to 2.36), so that programs would answer
    // otherwise here than at home.
    SYS_statfs,
    SYS_fstatfs,
];

/// Changing what files are like and not what is in them, which Landlock has no right for. Only
/// where it is the one wall and the program has no folder to write to: compilers need it.
pub(super) const ATTRIBUTES: &[i64] = &[
    SYS_fchmod,
    SYS_fchmodat,
    FCHMODAT2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SETXATTRAT,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    REMOVEXATTRAT,
    FILE_SETATTR,
    #[cfg(target_arch = "x86_64")]
    SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    SYS_chown,
    #[cfg(target_arch = "x86_64")]
    SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    SYS_utime,
    #[cfg(target_arch = "x86_64")]
    SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    SYS_futimesat,
];

/// Without `socket` these only serve pairs, which could be given a name that others find.
const SOCKETS: &[i64] = &[SYS_socket, SYS_bind, SYS_connect, SYS_listen, SYS_accept, SYS_accept4];

/// Also what a program could leave to its successors, were they in reach.
const SCHEDULING: &[i64] = &[
    SYS_setpriority,
    SYS_sched_setaffinity,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_ioprio_set,
];

/// Holding memory in place, and seeing or changing what of a shared file is in memory.
const MEMORY: &[i64] = &[
    SYS_mlock,
    SYS_mlock2,
    SYS_mlockall,
    SYS_mincore,
    CACHESTAT,
    SYS_fadvise64,
    SYS_readahead,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_mbind,
    SYS_set_mempolicy,
    SYS_set_mempolicy_home_node,
];

/// Meeting other programs. Locks and watches are among them since the files of interpreters are the
/// same for all: one program could lock or open what another one tests or watches.
const SHARED: &[i64] = &[
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
    SYS_shmget,
    SYS_shmat,
    SYS_shmdt,
    SYS_shmctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_mq_timedsend,
    SYS_mq_timedreceive,
    SYS_mq_notify,
    SYS_mq_getsetattr,
    SYS_flock,
    SYS_inotify_init1,
    SYS_inotify_add_watch,
];

#[cfg(target_arch = "x86_64")]
const OLD: &[i64] = &[
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
    SYS__sysctl,
    SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];
