//! The gate: foreign ways into the kernel end the process, unknown calls appear not to exist.
//!
//! Nor do `clone3` and `openat2`: their flags lie in memory, where no filter sees them. Libraries
//! then use `clone` and `openat`, whose flags are checked.

use super::denied::FIRST_UNKNOWN;
use libc::{BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, seccomp_data};
use seccompiler::{BpfProgram, sock_filter};
use std::mem::offset_of;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;

/// Numbers from here belong to a second set of calls, of programs with short pointers.
const X32: u32 = 0x4000_0000;
/// Numbers from here are negative.
const NEGATIVE: u32 = 0x8000_0000;

const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const UNKNOWN: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;

pub(super) fn program() -> BpfProgram {
    let foreign = if cfg!(target_arch = "x86_64") { KILL } else { UNKNOWN };
    vec![
        load(offset_of!(seccomp_data, arch)),
        skip_if(BPF_JEQ, ARCHITECTURE, 1),
        answer(KILL),
        load(offset_of!(seccomp_data, nr)),
        skip_unless(BPF_JGE, NEGATIVE, 1),
        answer(UNKNOWN),
        skip_unless(BPF_JGE, X32, 1),
        answer(foreign),
        skip_unless(BPF_JGE, FIRST_UNKNOWN, 1),
        answer(UNKNOWN),
        skip_unless(BPF_JEQ, libc::SYS_clone3 as u32, 1),
        answer(UNKNOWN),
        skip_unless(BPF_JEQ, libc::SYS_openat2 as u32, 1),
        answer(UNKNOWN),
        answer(ALLOW),
    ]
}

fn load(offset: usize) -> sock_filter {
    sock_filter { code: (BPF_LD | BPF_W | BPF_ABS) as u16, jt: 0, jf: 0, k: offset as u32 }
}

fn skip_if(condition: u32, value: u32, count: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | condition | BPF_K) as u16, jt: count, jf: 0, k: value }
}

fn skip_unless(condition: u32, value: u32, count: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | condition | BPF_K) as u16, jt: 0, jf: count, k: value }
}

fn answer(value: u32) -> sock_filter {
    sock_filter { code: (BPF_RET | BPF_K) as u16, jt: 0, jf: 0, k: value }
}
