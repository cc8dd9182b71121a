//! The kernel as the zygote needs it: system calls of x86-64 by number.

use core::{arch::asm, mem::size_of};

/// The descriptors that came with a message; -1 where there is none.
pub type Descriptors = [i32; 16];

/// Numbers of calls, flags, signals and errors, as the kernel defines them.
#[rustfmt::skip]
pub mod number {
    pub const READ: usize = 0;
    pub const WRITE: usize = 1;
    pub const OPEN: usize = 2;
    pub const CLOSE: usize = 3;
    pub const RT_SIGPROCMASK: usize = 14;
    pub const PWRITE64: usize = 18;
    pub const DUP2: usize = 33;
    pub const SENDMSG: usize = 46;
    pub const RECVMSG: usize = 47;
    pub const CLONE: usize = 56;
    pub const EXECVE: usize = 59;
    pub const WAIT4: usize = 61;
    pub const KILL: usize = 62;
    pub const SETSID: usize = 112;
    pub const SETGROUPS: usize = 116;
    pub const SETRESUID: usize = 117;
    pub const SETRESGID: usize = 119;
    pub const PRCTL: usize = 157;
    pub const CLOCK_GETTIME: usize = 228;
    pub const EXIT_GROUP: usize = 231;
    pub const PPOLL: usize = 271;
    pub const SIGNALFD4: usize = 289;
    pub const CLOSE_RANGE: usize = 436;

    pub const PR_SET_DUMPABLE: usize = 4;
    pub const PR_CAP_AMBIENT: usize = 47;
    pub const PR_CAP_AMBIENT_CLEAR_ALL: usize = 4;
    pub const SIGKILL: usize = 9;
    pub const SIGCHLD: usize = 17;
    pub const SIGCONT: usize = 18;
    pub const SIGSTOP: usize = 19;
    pub const EINTR: isize = 4;
    pub const EINVAL: isize = 22;
    pub const CLONE_VM: usize = 0x100;
    pub const CLONE_VFORK: usize = 0x4000;
    pub const WNOHANG: usize = 1;
    /// Children of every kind, those with odd exit signals too.
    pub const WALL: usize = 0x4000_0000;
    pub const POLLIN: i16 = 1;
    pub const SFD_FLAGS: usize = 0o2_004_000;
    pub const MSG_CMSG_CLOEXEC: usize = 0x4000_0000;
    pub const MSG_NOSIGNAL: usize = 0x4000;
}

/// A system call with up to six arguments.
///
/// # Safety
/// Whatever the call does with the memory that its arguments name.
pub unsafe fn call(number: usize, arguments: &[usize]) -> isize {
    let mut all = [0usize; 6];
    let mut place = 0;
    while place < arguments.len() && place < 6 {
        all[place] = arguments[place];
        place += 1;
    }
    let result;
    // SAFETY: the kernel changes these registers, and what the caller answers for.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number => result,
            in("rdi") all[0], in("rsi") all[1], in("rdx") all[2],
            in("r10") all[3], in("r8") all[4], in("r9") all[5],
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// A system call whose arguments are plain numbers.
fn numbers(number: usize, arguments: &[usize]) -> isize {
    // SAFETY: none of them names memory.
    unsafe { call(number, arguments) }
}

/// Prevents others from inspecting this process.
pub fn hide() {
    numbers(number::PRCTL, &[number::PR_SET_DUMPABLE, 0, 0, 0, 0]);
}

/// Closes a descriptor.
pub fn close(descriptor: i32) {
    numbers(number::CLOSE, &[descriptor as usize]);
}

/// Closes all descriptors from `first` on.
pub fn close_from(first: usize) {
    numbers(number::CLOSE_RANGE, &[first, u32::MAX as usize, 0]);
}

/// Sends a signal to a process, or to [`ANYBODY`].
pub fn kill(process: usize, signal: usize) {
    numbers(number::KILL, &[process, signal]);
}

/// Starts a session of its own.
pub fn new_session() {
    numbers(number::SETSID, &[]);
}

/// Makes `place` a copy of `descriptor`; 0, or an error.
pub fn dup2(descriptor: isize, place: usize) -> isize {
    numbers(number::DUP2, &[descriptor as usize, place]).min(0)
}

/// Leaves all groups for this one; 0, or an error.
pub fn change_group(group: u32) -> isize {
    let group = group as usize;
    numbers(number::SETGROUPS, &[0, 0]) | numbers(number::SETRESGID, &[group, group, group])
}

/// Becomes this user; 0, or an error.
pub fn change_user(user: u32) -> isize {
    let user = user as usize;
    numbers(number::SETRESUID, &[user, user, user]).min(0)
}

/// Gives up the capabilities that would outlive an execution; 0, or an error.
pub fn give_up_ambient() -> isize {
    let clear = number::PR_CAP_AMBIENT_CLEAR_ALL;
    numbers(number::PRCTL, &[number::PR_CAP_AMBIENT, clear, 0, 0, 0]).min(0)
}

/// Enters a group by its entry file; 0, or an error.
pub fn enter(door: i32) -> isize {
    // SAFETY: reads one byte of a constant.
    unsafe { call(number::WRITE, &[door as usize, b"0".as_ptr() as usize, 1]).min(0) }
}

/// Gives the next process the number 2, if `last_pid` allows that. The kernel ignores anything that is
/// not written at the start of that file.
pub fn number_from_two(last_pid: i32) {
    // SAFETY: reads one byte of a constant.
    unsafe { call(number::PWRITE64, &[last_pid as usize, b"1".as_ptr() as usize, 1, 0]) };
}

/// Opens the empty file; its descriptor, or an error.
pub fn open_null() -> isize {
    // SAFETY: reads a constant that ends with a NUL.
    unsafe { call(number::OPEN, &[c"/dev/null".as_ptr() as usize, 0]) }
}

/// Becomes a program; returns only on failure.
///
/// # Safety
/// Both lists, of which the second starts at `environment`, end with a null; the words before it
/// are ended by a NUL each.
pub unsafe fn execute(list: &[*const u8], environment: usize) -> isize {
    let environment = list[environment..].as_ptr() as usize;
    // SAFETY: the caller answers for the lists; the first word is the path.
    unsafe { call(number::EXECVE, &[list[0] as usize, list.as_ptr() as usize, environment]) }
}

/// Ends this process.
pub fn exit(code: usize) -> ! {
    loop {
        numbers(number::EXIT_GROUP, &[code]);
    }
}

/// Clones a child that shares our memory and runs `child` on `stack`; we sleep until it executes a
/// program or exits. Returns its number, or an error.
///
/// # Safety
/// `child` may only do what is safe while we sleep inside this call.
pub unsafe fn clone_and_sleep<const N: usize>(
    child: extern "C" fn() -> !,
    stack: *mut [u8; N],
) -> isize {
    let top = (stack as usize + N) & !15;
    let flags = number::CLONE_VM | number::CLONE_VFORK | number::SIGCHLD;
    let result;
    // SAFETY: we sleep while the child runs on its own stack; it never comes back here, and the
    // caller answers for what it does.
    unsafe {
        asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "call r12",
            "ud2",
            "2:",
            inlateout("rax") number::CLONE => result,
            in("rdi") flags, in("rsi") top, in("rdx") 0, in("r10") 0, in("r8") 0,
            in("r12") child,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

/// The monotonic clock, in nanoseconds.
pub fn now() -> u64 {
    clock(1)
}

/// The CPU time of this process, in nanoseconds.
pub fn computed() -> u64 {
    clock(2)
}

fn clock(which: usize) -> u64 {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: writes one timespec.
    unsafe { call(number::CLOCK_GETTIME, &[which, &raw mut time as usize]) };
    time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
}

/// Waits until one of `watched` is readable, at most `left` nanoseconds; returns which are.
pub fn poll(watched: [i32; 2], left: Option<u64>) -> [bool; 2] {
    #[repr(C)]
    struct PollFd {
        descriptor: i32,
        events: i16,
        seen: i16,
    }
    let entry = |descriptor| PollFd { descriptor, events: number::POLLIN, seen: 0 };
    let mut entries = watched.map(entry);
    let left = left.unwrap_or(u64::MAX >> 2);
    let time = Timespec {
        seconds: (left / 1_000_000_000) as i64,
        nanoseconds: (left % 1_000_000_000) as i64,
    };
    // SAFETY: two entries and one timespec.
    unsafe {
        call(number::PPOLL, &[entries.as_mut_ptr() as usize, 2, &raw const time as usize, 0, 8]);
    }
    entries.map(|entry| entry.seen != 0)
}

/// Stands for every process, or every child.
pub const ANYBODY: usize = usize::MAX;

/// Waits for a child of this number, or for [`ANYBODY`], as `how` says. Its number and status; 0 if
/// there is none at present, an error if there is none at all.
pub fn wait4(pid: usize, how: usize) -> (isize, i32) {
    let mut status = 0i32;
    loop {
        let arguments = [pid, &raw mut status as usize, how | number::WALL, 0];
        // SAFETY: writes one int.
        let waited = unsafe { call(number::WAIT4, &arguments) };
        if waited != -number::EINTR {
            return (waited, status);
        }
    }
}

/// Reads the signals that came until now from their descriptor.
pub fn forget_signals(signals: i32) {
    let mut information = [0u32; 32];
    let size = size_of_val(&information);
    // SAFETY: writes at most 128 bytes.
    unsafe { call(number::READ, &[signals as usize, information.as_mut_ptr() as usize, size]) };
}

/// Blocks the signal of ended children, and returns a descriptor that shows them instead.
pub fn child_signals() -> i32 {
    let mask: u64 = 1 << (number::SIGCHLD - 1);
    // SAFETY: reads one mask.
    unsafe {
        call(number::RT_SIGPROCMASK, &[0, &raw const mask as usize, 0, 8]);
        let arguments = [usize::MAX, &raw const mask as usize, 8, number::SFD_FLAGS];
        call(number::SIGNALFD4, &arguments) as i32
    }
}

/// Unblocks all signals.
pub fn unblock_signals() {
    let mask: u64 = 0;
    // SAFETY: reads one mask.
    unsafe { call(number::RT_SIGPROCMASK, &[2, &raw const mask as usize, 0, 8]) };
}

#[repr(C)]
struct Vector {
    base: usize,
    length: usize,
}

#[repr(C)]
struct Header {
    name: usize,
    name_length: usize,
    vectors: usize,
    vector_count: usize,
    control: usize,
    control_length: usize,
    flags: usize,
}

/// A control message with room for sixteen descriptors.
#[repr(C)]
struct Control {
    length: usize,
    level: i32,
    kind: i32,
    descriptors: Descriptors,
}

/// Receives one message: its length, 0 if the peer is gone, and its descriptors.
pub fn receive(socket: i32, buffer: &mut [u8]) -> (usize, Descriptors) {
    let mut control = Control { length: 0, level: 0, kind: 0, descriptors: [-1; 16] };
    let vector = Vector { base: buffer.as_mut_ptr() as usize, length: buffer.len() };
    let mut header = Header {
        name: 0,
        name_length: 0,
        vectors: &raw const vector as usize,
        vector_count: 1,
        control: &raw mut control as usize,
        control_length: size_of::<Control>(),
        flags: 0,
    };
    loop {
        let arguments =
            [socket as usize, &raw mut header as usize, number::MSG_CMSG_CLOEXEC];
        // SAFETY: writes the header, the control message and the buffer, which outlive the call.
        let length = unsafe { call(number::RECVMSG, &arguments) };
        if length == -number::EINTR {
            continue;
        }
        return (length.max(0) as usize, control.descriptors);
    }
}

/// Sends one message; returns whether there is a peer to receive it.
pub fn send(socket: i32, bytes: &[u8]) -> bool {
    let vector = Vector { base: bytes.as_ptr() as usize, length: bytes.len() };
    let header = Header {
        name: 0,
        name_length: 0,
        vectors: &raw const vector as usize,
        vector_count: 1,
        control: 0,
        control_length: 0,
        flags: 0,
    };
    let arguments = [socket as usize, &raw const header as usize, number::MSG_NOSIGNAL];
    // SAFETY: reads one header, one vector and the bytes.
    unsafe { call(number::SENDMSG, &arguments) >= 0 }
}

/// The functions for copying that compilers call.
mod memory {
    use core::arch::asm;

    // SAFETY: it does what the name says, and nothing else has it.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that this many bytes are valid on both sides.
        unsafe {
            asm!("rep movsb", inout("rdi") to => _, inout("rsi") from => _, inout("rcx") count => _,
                options(nostack, preserves_flags));
        }
        to
    }

    // SAFETY: it does what the name says, and nothing else has it.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, value: i32, count: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that this many bytes are valid.
        unsafe {
            asm!("rep stosb", inout("rdi") to => _, in("al") value as u8, inout("rcx") count => _,
                options(nostack, preserves_flags));
        }
        to
    }
}
