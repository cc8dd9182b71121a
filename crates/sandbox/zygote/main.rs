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
    Descriptors, call, clone_and_sleep, computed, exit, now, number, poll, receive, send, wait4,
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
    /// How many doors of control groups come with this message; we go through all.
    doors: u32,
    /// Whether one more comes, for programs that live on: the group that is stopped.
    own_door: u32,
}

/// The head of a request. The words of command and environment follow, each ended by a NUL;
/// standard output, error and, where there is one, input come with it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Request {
    kind: u32,
    arguments: u32,
    environment: u32,
    /// Whether there is an input.
    input: u32,
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
    /// The computing time that we ourselves have used so far, in nanoseconds.
    own: u64,
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
    Child { config: NOBODY, door: -1, standard: [-1; 16], words: 0, error: 0 };
const NOBODY: Config = Config { uid: 0, gid: 0, switch_user: 0, doors: 0, own_door: 0 };

struct Child {
    config: Config,
    /// The door it goes through by itself, if any.
    door: i32,
    standard: Descriptors,
    /// Where the environment starts in the list of words.
    words: usize,
    error: i32,
}

enum Seen {
    /// The program has ended, with this status.
    End(i32),
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
        let own_door = settle(&CHILD.config, doors);
        answer(Answer { kind: READY, own: computed(), ..Answer::default() });
        serve(children, own_door)
    }
}

/// Enters the groups, which every program is then born into: to move a process between groups can
/// take the kernel as long as a hundred moves of a fast program. Gives the door that is left.
unsafe fn settle(config: &Config, doors: Descriptors) -> i32 {
    let count = config.doors as usize;
    let mut failed = isize::from(count + config.own_door as usize > doors.len());
    for door in doors.iter().take(count) {
        failed |= unsafe { enter(*door) };
        unsafe { call(number::CLOSE, &[*door as usize]) };
    }
    if config.switch_user != 0 {
        let gid = config.gid as usize;
        failed |= unsafe { call(number::SETGROUPS, &[0, 0]) };
        failed |= unsafe { call(number::SETRESGID, &[gid, gid, gid]) };
    }
    if failed != 0 {
        exit(3);
    }
    if config.own_door != 0 { doors[count] } else { -1 }
}

/// Goes through a door of a group; 0, or an error.
unsafe fn enter(door: i32) -> isize {
    unsafe { call(number::WRITE, &[door as usize, b"0".as_ptr() as usize, 1]).min(0) }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(99)
}

/// Named by tables for unwinding in the core library; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Does what is asked, until nobody is there to ask.
unsafe fn serve(children: i32, own_door: i32) -> ! {
    let mut living: Option<usize> = None;
    loop {
        if let Some(pid) = living
            && let Seen::End(status) = unsafe { wait(pid, 0, children) }
        {
            answer(unsafe { sweep(status, 0) });
            living = None;
            continue;
        }
        let (length, standard) = unsafe { receive(SOCKET, &mut INPUT.0) };
        if length < size_of::<Request>() {
            exit(0);
        }
        let request = unsafe { INPUT.0.as_ptr().cast::<Request>().read_unaligned() };
        match request.kind {
            STOP => {
                if let Some(pid) = living.take() {
                    answer(unsafe { stop(pid, STOPPED) });
                }
            }
            RUN => match unsafe { spawn(&request, length, standard, -1) } {
                Err(error) => refuse(error),
                Ok(pid) => answer(unsafe { see_out(pid, request.deadline, children) }),
            },
            START => match unsafe { spawn(&request, length, standard, own_door) } {
                Err(error) => refuse(error),
                Ok(pid) => {
                    answer(Answer { kind: STARTED, own: computed(), ..Answer::default() });
                    living = Some(pid);
                }
            },
            _ => exit(2),
        }
    }
}

fn refuse(error: i32) {
    answer(Answer { kind: FAILED, status: error, ..Answer::default() });
}

/// Waits for the end of a run, or ends it.
unsafe fn see_out(pid: usize, deadline: u64, children: i32) -> Answer {
    match unsafe { wait(pid, deadline, children) } {
        Seen::End(status) => unsafe { sweep(status, 0) },
        Seen::Late => unsafe { stop(pid, LATE) },
        // Whatever is said while a run is under way means: stop it.
        Seen::Message => {
            if unsafe { receive(SOCKET, &mut INPUT.0) }.0 == 0 {
                exit(0);
            }
            unsafe { stop(pid, STOPPED) }
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
unsafe fn wait(program: usize, deadline: u64, children: i32) -> Seen {
    loop {
        let left = match deadline {
            0 => None,
            deadline if now() >= deadline => return Seen::Late,
            deadline => Some(deadline - now()),
        };
        let [ended, message] = poll([children, SOCKET], left);
        if ended {
            kernel::forget_signals(children);
            loop {
                match wait4(kernel::ANYBODY, number::WNOHANG) {
                    (pid, status) if pid == program as isize => return Seen::End(status),
                    (1.., _) => {}
                    _ => break,
                }
            }
        }
        if message {
            return Seen::Message;
        }
    }
}

/// Ends a program, for the reason `why`.
unsafe fn stop(program: usize, why: u32) -> Answer {
    unsafe { call(number::KILL, &[program, number::SIGKILL]) };
    let (_, status) = wait4(program, 0);
    unsafe { sweep(status, why) }
}

/// Ends whatever is left of a program that has ended. Whoever is left in here is a child of ours or
/// descends from one: where there are no children there is nobody, and nobody is looked for.
unsafe fn sweep(status: i32, why: u32) -> Answer {
    let mut leftovers = 0;
    loop {
        match wait4(kernel::ANYBODY, number::WNOHANG).0 {
            1.. => leftovers += 1,
            // Kill and wait in turn: a fork sees either the signal or the next round.
            0 => unsafe {
                call(number::KILL, &[kernel::ANYBODY, number::SIGKILL]);
                leftovers += u32::from(wait4(kernel::ANYBODY, 0).0 > 0);
            },
            _ => break,
        }
    }
    Answer { kind: ENDED, status, why, leftovers, own: computed() }
}

/// Starts a program, which goes through `door`; the error number if that fails.
unsafe fn spawn(
    request: &Request,
    length: usize,
    standard: Descriptors,
    door: i32,
) -> Result<usize, i32> {
    unsafe {
        let parsed = words(request, length);
        CHILD.standard = standard;
        CHILD.door = door;
        CHILD.error = 0;
        let complete = standard[if request.input == 0 { 1 } else { 2 }] >= 0;
        let spawned = if parsed && complete {
            // Every program finds itself under the same number. What is written anywhere but at the
            // start of this file counts for nothing.
            call(number::PWRITE64, &[LAST_PID as usize, b"1".as_ptr() as usize, 1, 0]);
            clone_and_sleep(become_the_program, &mut CHILD_STACK.0)
        } else {
            -number::EINVAL
        };
        for descriptor in standard.iter().take_while(|descriptor| **descriptor >= 0) {
            call(number::CLOSE, &[*descriptor as usize]);
        }
        if spawned < 0 {
            return Err(-spawned as i32);
        }
        if CHILD.error != 0 {
            wait4(spawned as usize, 0);
            return Err(CHILD.error);
        }
        Ok(spawned as usize)
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
        let mut failed = 0;
        if own.door >= 0 {
            failed |= enter(own.door);
        }
        call(number::SETSID, &[]);
        let [output, errors, input, ..] = own.standard;
        let input = match input {
            // Opened anew for each: what is set on an open file is seen by all who share it.
            -1 => call(number::OPEN, &[c"/dev/null".as_ptr() as usize, 0]),
            given => given as isize,
        };
        for (place, descriptor) in [input, output as isize, errors as isize].iter().enumerate() {
            failed |= call(number::DUP2, &[*descriptor as usize, place]).min(0);
        }
        call(number::CLOSE_RANGE, &[3, u32::MAX as usize, 0]);
        if own.config.switch_user != 0 {
            // The group is ours already; with the user go the capabilities.
            let uid = own.config.uid as usize;
            failed |= call(number::SETRESUID, &[uid, uid, uid]).min(0);
        } else {
            let clear = number::PR_CAP_AMBIENT_CLEAR_ALL;
            failed |= call(number::PRCTL, &[number::PR_CAP_AMBIENT, clear, 0, 0, 0]).min(0);
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
