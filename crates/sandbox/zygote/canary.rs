//! The canary: a program that tries what programs must not do, and reports how far it came.
//!
//! The doctor runs it in sandboxes; its last argument says what it is to try. Like the zygote it
//! has no library and is compiled by `build.rs` into a blob.
#![no_std]
#![no_main]

#[expect(dead_code, reason = "the other half is the zygote's")]
mod kernel;

use core::{arch::asm, arch::global_asm, panic::PanicInfo, slice};
use kernel::{ANYBODY, call, exit, wait4};

#[rustfmt::skip]
mod number {
    pub const READ: usize = 0;
    pub const WRITE: usize = 1;
    pub const OPEN: usize = 2;
    pub const CLOSE: usize = 3;
    pub const MMAP: usize = 9;
    pub const PAUSE: usize = 34;
    pub const CLONE: usize = 56;
    pub const FORK: usize = 57;
    pub const FCNTL: usize = 72;
    pub const SETSID: usize = 112;
    pub const GETDENTS64: usize = 217;
    pub const CLOCK_GETTIME: usize = 228;
    pub const PRLIMIT64: usize = 302;
}

global_asm!(
    ".globl _start",
    "_start:",
    "xor ebp, ebp",
    "mov rdi, rsp",
    "and rsp, -16",
    "call {main}",
    "ud2",
    main = sym main,
);

extern "C" fn main(stack: *const usize) -> ! {
    // SAFETY: the kernel puts the number of arguments and then their addresses there.
    let last: &'static mut [u8] = unsafe {
        let text = *stack.add(*stack) as *mut u8;
        let mut length = 0;
        while text.add(length).read_volatile() != 0 {
            length += 1;
        }
        slice::from_raw_parts_mut(text, length)
    };
    let colon = last.iter().position(|byte| *byte == b':').unwrap_or(last.len());
    let (mode, rest) = last.split_at_mut(colon);
    let operand = rest.split_first_mut().map_or(&mut [][..], |(_, operand)| operand);
    match &*mode {
        b"hello" => print(b"hello\n"),
        b"calls" => calls(operand),
        b"read" => read(operand),
        b"work" => work(parse(operand) as u64 * 1_000_000),
        b"burn" => burn(),
        b"burn-child" => {
            if fork() == 0 {
                burn();
            }
            sleep();
        }
        b"sleep" => sleep(),
        b"eat" => eat(),
        b"bomb" => bomb(),
        b"daemon" => daemon(),
        b"flood" => loop {
            print(&[b'x'; 4096]);
        },
        b"echo" => echo(),
        b"ponder" => ponder(),
        b"descriptors" => descriptors(),
        b"count" => count_processes(),
        b"raise" => raise(parse(operand) as usize),
        b"old-entry" => old_entry(),
        _ => exit(64),
    }
    exit(0)
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(99)
}

/// Named by tables for unwinding in the core library; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Slices are compared by it.
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(one: *const u8, other: *const u8, count: usize) -> i32 {
    let mut at = 0;
    while at < count {
        // SAFETY: both have `count` bytes, as the caller guarantees.
        let differ = unsafe { one.add(at).read_volatile() != other.add(at).read_volatile() };
        if differ {
            return 1;
        }
        at += 1;
    }
    0
}

/// Slices are compared by it, for equality only.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(one: *const u8, other: *const u8, count: usize) -> i32 {
    // SAFETY: what the caller says of the one holds for the other.
    unsafe { bcmp(one, other, count) }
}

fn print(text: &[u8]) {
    // SAFETY: reads the text.
    unsafe { call(number::WRITE, &[1, text.as_ptr() as usize, text.len()]) };
}

/// Prints a number, and then `end`.
fn print_number(value: i64, end: u8) {
    let mut text = [0; 24];
    let mut at = text.len() - 1;
    text[at] = end;
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at -= 1;
        text[at] = b'-';
    }
    print(&text[at..]);
}

/// A number: decimal, or hexadecimal after `0x`, or negative.
fn parse(text: &[u8]) -> i64 {
    match text {
        [b'-', rest @ ..] => -parse(rest),
        [b'0', b'x', rest @ ..] => rest.iter().fold(0, |sum, digit| {
            sum << 4 | i64::from(if *digit < b'a' { digit - b'0' } else { digit - b'a' + 10 })
        }),
        _ => text.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')),
    }
}

fn fork() -> isize {
    // SAFETY: a copy of everything.
    unsafe { call(number::FORK, &[]) }
}

fn sleep() -> ! {
    loop {
        // SAFETY: only waits.
        unsafe { call(number::PAUSE, &[]) };
    }
}

fn burn() -> ! {
    loop {
        // SAFETY: does nothing, and cannot be left out.
        unsafe { asm!("pause", options(nomem, nostack)) };
    }
}

/// The time that this process has computed, in nanoseconds.
fn computed() -> u64 {
    let mut time = [0u64; 2];
    // SAFETY: writes one timespec.
    unsafe { call(number::CLOCK_GETTIME, &[2, time.as_mut_ptr() as usize]) };
    time[0] * 1_000_000_000 + time[1]
}

/// Makes system calls, separated by `;`, and says what each answered. A call is its number and its
/// arguments: numbers, or texts after `@`. `fork` goes on in a child.
fn calls(text: &mut [u8]) {
    for one in text.split_mut(|byte| *byte == b';') {
        if one == b"fork" {
            let child = fork();
            if child != 0 {
                wait4(ANYBODY, 0);
                exit(0);
            }
            continue;
        }
        let mut words = [0usize; 7];
        let mut count = 0;
        for word in one.split_inclusive_mut(|byte| *byte == b' ') {
            if let [before @ .., last @ b' '] = word {
                *last = 0;
                words[count] = argument(before);
            } else {
                words[count] = last_argument(word);
            }
            count += 1;
        }
        // SAFETY: that of the call; this process has nothing to lose.
        let answer = unsafe { call(words[0], &words[1..]) };
        if words[0] == number::CLONE && answer == 0 {
            exit(0);
        }
        print_number(answer as i64, b'\n');
    }
}

fn argument(word: &[u8]) -> usize {
    match word {
        [b'@', text @ ..] => text.as_ptr() as usize,
        number => parse(number) as usize,
    }
}

/// The last word of a call, which a `;` or the end of all follows.
fn last_argument(word: &mut [u8]) -> usize {
    if word.first() == Some(&b'@') {
        // SAFETY: behind every word there is at least the NUL of the whole argument.
        unsafe { *word.as_mut_ptr_range().end = 0 };
    }
    argument(word)
}

/// Says what is in a file.
fn read(path: &[u8]) {
    // SAFETY: the path ends with the argument, in a NUL.
    let file = unsafe { call(number::OPEN, &[path.as_ptr() as usize, 0]) };
    if file < 0 {
        return print_number(file as i64, b'\n');
    }
    let mut text = [0; 1024];
    loop {
        // SAFETY: writes into the buffer.
        let length = unsafe {
            call(number::READ, &[file as usize, text.as_mut_ptr() as usize, text.len()])
        };
        if length <= 0 {
            return;
        }
        print(&text[..length as usize]);
    }
}

/// Computes for this long by its own clock, and prints for how long.
fn work(nanoseconds: u64) {
    while computed() < nanoseconds {
        for _ in 0..10_000 {
            // SAFETY: does nothing, and cannot be left out.
            unsafe { asm!("nop", options(nomem, nostack)) };
        }
    }
    print_number(computed() as i64, b'\n');
}

/// Takes memory until it is refused or worse.
fn eat() {
    const PIECE: usize = 1 << 20;
    loop {
        // SAFETY: new memory, which is then written to.
        let piece = unsafe { call(number::MMAP, &[0, PIECE, 3, 0x22, usize::MAX, 0]) };
        if piece < 0 {
            return print(b"refused\n");
        }
        for page in (0..PIECE).step_by(4096) {
            // SAFETY: it lies in the memory that was just mapped for writing.
            unsafe { ((piece as usize + page) as *mut u8).write_volatile(1) };
        }
    }
}

/// Forks until it is refused, and says how often it was not, and the error.
fn bomb() {
    for count in 0..5000 {
        match fork() {
            0 => sleep(),
            error if error < 0 => {
                print_number(count, b' ');
                return print_number(error as i64, b'\n');
            }
            _ => {}
        }
    }
    print(b"5000 0\n");
}

/// Leaves an unknown process behind.
fn daemon() {
    if fork() != 0 {
        wait4(ANYBODY, 0);
        return print(b"hello\n");
    }
    // SAFETY: nothing of memory is involved.
    unsafe { call(number::SETSID, &[]) };
    if fork() != 0 {
        exit(0);
    }
    for descriptor in 0..3 {
        // SAFETY: nothing of memory is involved.
        unsafe { call(number::CLOSE, &[descriptor]) };
    }
    sleep();
}

/// Gives back what it is given, until there is no more.
fn echo() {
    let mut text = [0; 4096];
    loop {
        // SAFETY: writes into the buffer.
        let length = unsafe { call(number::READ, &[0, text.as_mut_ptr() as usize, text.len()]) };
        if length <= 0 {
            return;
        }
        print(&text[..length as usize]);
    }
}

/// Never stops computing, and answers every line with how long it has, in nanoseconds.
fn ponder() {
    let mut text = [0; 4096];
    loop {
        if !kernel::poll([0, -1], Some(0))[0] {
            continue;
        }
        // SAFETY: writes into the buffer.
        let length = unsafe { call(number::READ, &[0, text.as_mut_ptr() as usize, text.len()]) };
        if length <= 0 {
            return;
        }
        print_number(computed() as i64, b'\n');
    }
}

/// Says which descriptors are open.
fn descriptors() {
    for descriptor in 0..4096 {
        // SAFETY: asks for flags only.
        if unsafe { call(number::FCNTL, &[descriptor, 1, 0]) } >= 0 {
            print_number(descriptor as i64, b' ');
        }
    }
    print(b"\n");
}

/// Prints the number of visible processes.
fn count_processes() {
    let mut entries = [0u8; 8192];
    let mut count = 0;
    // SAFETY: a path that ends in NUL, and a buffer of the size that is given.
    unsafe {
        let folder = call(number::OPEN, &[c"/proc".as_ptr() as usize, 0]);
        loop {
            let arguments = [folder as usize, entries.as_mut_ptr() as usize, entries.len()];
            let length = call(number::GETDENTS64, &arguments);
            if length <= 0 {
                break;
            }
            let mut at = 0;
            while at < length as usize {
                // Number, offset, length of the entry, kind, name.
                count += i64::from(entries[at + 19].is_ascii_digit());
                at += usize::from(u16::from_ne_bytes([entries[at + 16], entries[at + 17]]));
            }
        }
    }
    print_number(count, b'\n');
}

/// Tries to raise a limit of its own, and says what that answered.
fn raise(resource: usize) {
    let limit = [1u64 << 18; 2];
    // SAFETY: reads one limit.
    let answer =
        unsafe { call(number::PRLIMIT64, &[0, resource, limit.as_ptr() as usize, 0]) };
    print_number(answer as i64, b'\n');
}

/// Enters the kernel where programs of 32 bits do.
fn old_entry() {
    let number: u64;
    // SAFETY: asks for the number of this process.
    unsafe {
        asm!("int 0x80", inlateout("rax") 20u64 => number, out("r8") _, out("r9") _, out("r10") _,
            out("r11") _);
    }
    print_number(number as i64, b'\n');
}
