//! Giving up what a program must not have: limits, capabilities, new privileges.

use super::plan::{CellPlan, ProcessLimits};
use crate::processes::{NO_CORE, lower_limit};
use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    thread::{
        CapabilitySet, CapabilitySets, configure_capability_in_ambient_set,
        remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
    },
};
use std::{ffi::CStr, fs::File, io, os::fd::AsRawFd};

/// The capabilities of a zygote if programs run as another user.
const SWITCHING: CapabilitySet = CapabilitySet::SETUID
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::CHECKPOINT_RESTORE);
/// Its capabilities otherwise.
const ALIKE: CapabilitySet = CapabilitySet::CHECKPOINT_RESTORE;

/// Sets the limits that every program inherits.
pub(super) fn limit(limits: &ProcessLimits) -> io::Result<()> {
    lower_limit(Resource::Core, NO_CORE)?;
    lower_limit(Resource::Nofile, limits.descriptors)?;
    lower_limit(Resource::Fsize, limits.file_size)?;
    lower_limit(Resource::Memlock, 0)?;
    lower_limit(Resource::Msgqueue, 0)?;
    lower_limit(Resource::Rtprio, 0)?;
    lower_limit(Resource::Sigpending, 1024)?;
    if let Some(processes) = limits.processes {
        lower_limit(Resource::Nproc, processes)?;
    }
    if let Some(addresses) = limits.addresses {
        lower_limit(Resource::As, addresses)?;
    }
    if let Some(data) = limits.data {
        lower_limit(Resource::Data, data)?;
        // A stack is no data to the kernel; without this it could grow forever.
        let usual = getrlimit(Resource::Stack).current.unwrap_or(data).min(data);
        setrlimit(Resource::Stack, Rlimit { current: Some(usual), maximum: Some(data) })?;
    }
    Ok(())
}

/// Drops all capabilities except those that the zygote needs; programs lose those too.
pub(super) fn give_up(plan: &CellPlan) -> io::Result<()> {
    let kept = if plan.user_namespace { ALIKE } else { SWITCHING };
    for number in 0..64 {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        if !kept.contains(capability) && remove_capability_from_bounding_set(capability).is_err() {
            // The kernel knows no capability of this number, nor of higher ones.
            break;
        }
    }
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: kept };
    set_capabilities(None, sets)?;
    if plan.user_namespace {
        // Only so does a capability outlive an exec of a user that is not root.
        configure_capability_in_ambient_set(kept, true)?;
    }
    default_signals();
    Ok(set_no_new_privs(true)?)
}

/// Forks a child of our parent, in the control group of version 2 in `group` or else in our own. It
/// is the first process of the new namespace.
#[expect(unsafe_code, reason = "the standard library cannot fork")]
pub(super) fn fork_sibling(group: Option<&File>) -> io::Result<i32> {
    /// `struct clone_args` of the first version with groups.
    #[repr(C)]
    #[derive(Default)]
    struct Arguments {
        flags: u64,
        /// Descriptor, numbers, signal, stack, storage, and a set of numbers.
        unused: [u64; 9],
        group: u64,
    }
    const INTO_GROUP: u64 = 0x2_0000_0000;
    let mut arguments = Arguments { flags: libc::CLONE_PARENT as u64, ..Arguments::default() };
    if let Some(group) = group {
        arguments.flags |= INTO_GROUP;
        arguments.group = group.as_raw_fd() as u64;
    }
    let size = size_of::<Arguments>();
    // SAFETY: one thread, no shared memory: a plain fork with another parent.
    let child = unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size) };
    if child < 0 { Err(io::Error::last_os_error()) } else { Ok(child as i32) }
}

/// Closes all descriptors from `first` on.
#[expect(unsafe_code, reason = "the descriptors are known by number only")]
pub(super) fn close_from(first: u32) -> io::Result<()> {
    // SAFETY: nothing that lies there is used any more.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) };
    if closed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Becomes the program in the descriptor `file`, without arguments and environment. Returns only on
/// failure.
#[expect(unsafe_code, reason = "the standard library executes paths only")]
pub(super) fn execute(file: i32) -> io::Error {
    let name: &CStr = c"zygote";
    let arguments = [name.as_ptr(), std::ptr::null()];
    let environment = [std::ptr::null::<libc::c_char>()];
    // SAFETY: two lists that end as they must.
    unsafe {
        libc::syscall(
            libc::SYS_execveat,
            file,
            c"".as_ptr(),
            arguments.as_ptr(),
            environment.as_ptr(),
            libc::AT_EMPTY_PATH,
        );
    }
    io::Error::last_os_error()
}

/// Ignored signals would be ignored by every program we start.
#[expect(unsafe_code, reason = "the standard library has no signals")]
fn default_signals() {
    for signal in 1..=64 {
        // SAFETY: no handler is involved; numbers that cannot be set are refused.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}
