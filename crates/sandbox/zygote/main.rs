//! The zygote: PID 1 of a finished sandbox, which starts programs on request and nothing else.
//!
//! It has no library, no heap and no configuration but its first message, and it never sees what
//! programs read or write. It stands alone on purpose: `build.rs` compiles it by itself into a blob
//! of a few kilobytes, which the supervisor embeds. The messages are those of `isolated/wire.rs`.
#![no_std]
#![no_main]
// The one program of the project that talks to the kernel without help. It has a single thread,
// its statics are used by that thread alone, and the child that shares them runs while it sleeps.
#![expect(static_mut_refs, reason = "a single thread without a heap")]

mod kernel;

use core::{arch::global_asm, mem::size_of, panic::PanicInfo};
use kernel::{
    Descriptors, Usage, call, clone_and_sleep, exit, now, number, poll, receive, send,
};

/// The socket to the supervisor. When its other end is gone, so are we, and all with us.
const SOCKET: i32 = 3;
/// `ns_last_pid`, if it could be opened: the number of the next process follows from it.
const LAST_PID: i32 = 4;
/// The largest message: command and environment of a program.
const MESSAGE: usize = 64 * 1024;
/// The most words of command and environment together.
const WORDS: usize = 512;

/// The first message.
#[repr(C)]
#[derive(Clone, Copy)]
struct Config {
    uid: u32,
    gid: u32,
    /// Whether programs get the user above instead of ours.
    switch_user: u32,
    /// How many doors of control groups come with this message.
    doors: u32,
}

/// The head of a request. The words of command and environment follow, each ended by a NUL;
/// standard input, output and error come with it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Request {
    kind: u32,
    arguments: u32,
    environment: u32,
    reserved: u32,
    /// When a run is over, on the monotonic clock; 0 for never.
    deadline: u64,
}

const RUN: u32 = 1;
const START: u32 = 2;
const STOP: u32 = 3;

/// What is answered.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Answer {
    kind: u32,
    /// As `wait4` has it, or an error number.
    status: i32,
    /// Why we ended it, or 0.
    why: u32,
    /// How many processes were left when the program itself had ended.
    leftovers: u32,
    user_us: u64,
    system_us: u64,
    /// When its end was seen, on the monotonic clock.
    ended: u64,
}

const READY: u32 = 10;
const STARTED: u32 = 11;
const ENDED: u32 = 12;
const FAILED: u32 = 13;

const LATE: u32 = 1;
const STOPPED: u32 = 2;

#[repr(C, align(16))]
struct Aligned<const N: usize>([u8; N]);

static mut INPUT: Aligned<MESSAGE> = Aligned([0; MESSAGE]);
static mut LIST: [*const u8; WORDS + 2] = [core::ptr::null(); WORDS + 2];
static mut CHILD_STACK: Aligned<16384> = Aligned([0; 16384]);
/// What the child is to do, and why it could not: it shares our memory until it executes.
static mut CHILD: Child =
    Child { config: Config { uid: 0, gid: 0, switch_user: 0, doors: 0 }, doors: [-1; 16], standard: [-1; 16], words: 0, error: 0 };

struct Child {
    config: Config,
    doors: Descriptors,
    standard: Descriptors,
    /// Where the environment starts in the list of words.
    words: usize,
    error: i32,
}

/// A program that was started and not waited for.
struct Running {
    pid: usize,
    handle: i32,
}

enum Seen {
    End,
    Late,
    Message,
}

global_asm!(
    ".globl _start",
    "_start:",
    "xor ebp, ebp",
    "and rsp, -16",
    "call {main}",
    "ud2",
    main = sym main,
);

extern "C" fn main() -> ! {
    // SAFETY: see the head of this file.
    unsafe {
        // Nobody who runs here may look into us.
        call(number::PRCTL, &[number::PR_SET_DUMPABLE, 0, 0, 0, 0]);
        let children = kernel::child_signals();
        answer(Answer { kind: READY, ..Answer::default() });
        let (length, doors) = receive(SOCKET, &mut INPUT.0);
        if length < size_of::<Config>() {
            exit(1);
        }
        CHILD.config = INPUT.0.as_ptr().cast::<Config>().read_unaligned();
        CHILD.doors = doors;
        serve(children)
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(99)
}

/// Named by tables for unwinding in the core library; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Does what is asked, until nobody is there to ask.
unsafe fn serve(children: i32) -> ! {
    let mut living: Option<Running> = None;
    loop {
        if let Some(running) = &living
            && let Seen::End = unsafe { wait(running, 0, children) }
        {
            answer(unsafe { reap(running, 0) });
            living = None;
            continue;
        }
        let (length, standard) = unsafe { receive(SOCKET, &mut INPUT.0) };
        if length < size_of::<Request>() {
            exit(0);
        }
        let request = unsafe { INPUT.0.as_ptr().cast::<Request>().read_unaligned() };
        if request.kind == STOP {
            if let Some(running) = living.take() {
                answer(unsafe { reap(&running, STOPPED) });
            }
            continue;
        }
        if request.kind != RUN && request.kind != START {
            exit(2);
        }
        match unsafe { spawn(&request, length, standard) } {
            Err(error) => answer(Answer { kind: FAILED, status: error, ..Answer::default() }),
            Ok(running) if request.kind == START => {
                answer(Answer { kind: STARTED, ..Answer::default() });
                living = Some(running);
            }
            Ok(running) => {
                let why = match unsafe { wait(&running, request.deadline, children) } {
                    Seen::End => 0,
                    Seen::Late => LATE,
                    // Whatever is said while a run is under way means: stop it.
                    Seen::Message => {
                        if unsafe { receive(SOCKET, &mut INPUT.0) }.0 == 0 {
                            exit(0);
                        }
                        STOPPED
                    }
                };
                answer(unsafe { reap(&running, why) });
            }
        }
    }
}

fn answer(answer: Answer) {
    // SAFETY: plain bytes of a plain struct.
    let bytes = unsafe {
        core::slice::from_raw_parts((&raw const answer).cast::<u8>(), size_of::<Answer>())
    };
    if !send(SOCKET, bytes) {
        exit(0);
    }
}

/// Waits for the end of a program, for a message, or for the deadline; takes in orphans meanwhile.
unsafe fn wait(running: &Running, deadline: u64, children: i32) -> Seen {
    loop {
        let left = match deadline {
            0 => None,
            deadline if now() >= deadline => return Seen::Late,
            deadline => Some(deadline - now()),
        };
        let [end, message, orphans] = poll([running.handle, SOCKET, children], left);
        if end {
            return Seen::End;
        }
        if message {
            return Seen::Message;
        }
        if orphans {
            kernel::take_orphans(children, running.pid);
        }
    }
}

/// Ends whatever is left of a program, and takes its status and everybody else's.
unsafe fn reap(running: &Running, why: u32) -> Answer {
    let mut answer = Answer { kind: ENDED, why, ended: now(), ..Answer::default() };
    if why != 0 {
        unsafe { call(number::KILL, &[running.pid, number::SIGKILL]) };
    }
    let mut usage = Usage::default();
    let (_, status) = kernel::wait4(running.pid, &mut usage);
    answer.status = status;
    unsafe { call(number::CLOSE, &[running.handle as usize]) };
    // Kill and wait in turn until nobody is left: a fork sees either the signal or the next round.
    loop {
        unsafe { call(number::KILL, &[usize::MAX, number::SIGKILL]) };
        if kernel::wait4(usize::MAX, &mut usage).0 <= 0 {
            break;
        }
        answer.leftovers += 1;
    }
    answer.user_us = usage.user_us;
    answer.system_us = usage.system_us;
    answer
}

/// Starts a program; the error number if that fails.
unsafe fn spawn(request: &Request, length: usize, standard: Descriptors) -> Result<Running, i32> {
    unsafe {
        let parsed = words(request, length);
        CHILD.standard = standard;
        CHILD.error = 0;
        let spawned = if parsed && standard[2] >= 0 {
            // Every program finds itself under the same number. What is written anywhere but at the
            // start of this file counts for nothing.
            call(number::PWRITE64, &[LAST_PID as usize, b"1".as_ptr() as usize, 1, 0]);
            clone_and_sleep(become_the_program, &mut CHILD_STACK.0)
        } else {
            -number::EINVAL
        };
        for descriptor in standard.iter().filter(|descriptor| **descriptor >= 0) {
            call(number::CLOSE, &[*descriptor as usize]);
        }
        if spawned < 0 {
            return Err(-spawned as i32);
        }
        let pid = spawned as usize;
        if CHILD.error != 0 {
            kernel::wait4(pid, &mut Usage::default());
            return Err(CHILD.error);
        }
        let handle = call(number::PIDFD_OPEN, &[pid, 0]) as i32;
        Ok(Running { pid, handle })
    }
}

/// Makes the two lists that executing a program takes of the words of a message.
unsafe fn words(request: &Request, length: usize) -> bool {
    unsafe {
        let (arguments, environment) = (request.arguments as usize, request.environment as usize);
        if arguments == 0 || arguments.saturating_add(environment) > WORDS {
            return false;
        }
        let mut at = size_of::<Request>();
        let mut place = 0;
        for word in 0..arguments + environment {
            if word == arguments {
                LIST[place] = core::ptr::null();
                place += 1;
            }
            if at >= length {
                return false;
            }
            LIST[place] = INPUT.0.as_ptr().add(at);
            place += 1;
            while at < length && INPUT.0[at] != 0 {
                at += 1;
            }
            if at >= length {
                return false;
            }
            at += 1;
        }
        if environment == 0 {
            LIST[place] = core::ptr::null();
            place += 1;
        }
        LIST[place] = core::ptr::null();
        CHILD.words = arguments + 1;
        true
    }
}

/// What the child does with a stack of its own and our memory, until it is the program.
extern "C" fn become_the_program() -> ! {
    // SAFETY: we sleep until this is over.
    unsafe {
        let own = &mut CHILD;
        for door in own.doors.iter().filter(|door| **door >= 0) {
            call(number::WRITE, &[*door as usize, b"0".as_ptr() as usize, 1]);
        }
        call(number::SETSID, &[]);
        let mut failed = 0;
        for (place, descriptor) in own.standard[..3].iter().enumerate() {
            failed |= call(number::DUP2, &[*descriptor as usize, place]).min(0);
        }
        call(number::CLOSE_RANGE, &[3, u32::MAX as usize, 0]);
        call(number::PRCTL, &[number::PR_CAP_AMBIENT, number::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0]);
        if own.config.switch_user != 0 {
            let (uid, gid) = (own.config.uid as usize, own.config.gid as usize);
            failed |= call(number::SETGROUPS, &[0, 0]).min(0);
            failed |= call(number::SETRESGID, &[gid, gid, gid]).min(0);
            failed |= call(number::SETRESUID, &[uid, uid, uid]).min(0);
        }
        kernel::unblock_signals();
        if failed == 0 {
            let environment = LIST.as_ptr().add(own.words) as usize;
            failed =
                call(number::EXECVE, &[LIST[0] as usize, LIST.as_ptr() as usize, environment]);
        }
        own.error = -failed as i32;
        exit(127)
    }
}
