//! The zygote: PID 1 of a finished sandbox, which starts programs on request and nothing else.
//!
//! It has no library, no heap and no configuration but its first message, and it never sees what
//! programs read or write. It stands alone on purpose: `build.rs` compiles it by itself into a blob
//! of a few kilobytes, which the supervisor embeds. With it, it shares the messages and no more.
#![no_std]
#![no_main]

mod kernel;
mod wire;

use core::{arch::global_asm, mem::size_of, panic::PanicInfo};
use kernel::{
    ANYBODY, Descriptors, close, clone_and_sleep, computed, exit, kill, now, number, poll, receive,
    send, wait4,
};
use wire::{Answer, Config, MESSAGE, Request, WORDS, bytes_of, head_of};

/// The socket to the supervisor. When its other end is closed, we exit, and so do all processes.
const SOCKET: i32 = 3;
/// `ns_last_pid`, if it could be opened: the number of the next process follows from it.
const LAST_PID: i32 = 4;

#[repr(C, align(16))]
struct Aligned<const N: usize>([u8; N]);

/// The last message. Named only by `main`, which lends it to all others.
static mut INPUT: Aligned<MESSAGE> = Aligned([0; MESSAGE]);
/// Used only by the child, of which there is one at a time.
static mut CHILD_STACK: Aligned<16384> = Aligned([0; 16384]);
/// The child's task, and why it failed: the child shares our memory until it executes, and we sleep
/// until then, so that only one of us uses it at a time.
static mut CHILD: Child = Child {
    config: Config { uid: 0, gid: 0, switch_user: 0, own_door: 0 },
    door: -1,
    standard: [-1; 16],
    list: [core::ptr::null(); WORDS + 2],
    environment: 0,
    error: 0,
    why: 0,
};

struct Child {
    config: Config,
    /// The entry file of the group that it enters, or -1.
    door: i32,
    standard: Descriptors,
    /// The words of command and environment, in one list each.
    list: [*const u8; WORDS + 2],
    /// The index at which that of the environment starts.
    environment: usize,
    error: i32,
    /// The failed step, as in answers.
    why: u32,
}

enum Event {
    /// The program has ended, with this status.
    End(i32),
    Late,
    Message,
}

/// Why a program was not started.
struct Failed {
    error: i32,
    why: u32,
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
    // No process inside may inspect this one.
    kernel::hide();
    let children = kernel::child_signals();
    answer(Answer { kind: wire::READY, ..Answer::default() });
    // SAFETY: this is called once, and nothing else names it.
    let input = unsafe { &mut (*&raw mut INPUT).0 };
    let (length, [own_door, ..]) = receive(SOCKET, input);
    let Some(config) = head_of::<Config>(&input[..length]) else { exit(1) };
    settle(&config, own_door);
    let own_door = if config.own_door == 0 { -1 } else { own_door };
    // SAFETY: there is no child yet.
    unsafe { CHILD.config = config };
    answer(Answer { kind: wire::READY, own: computed(), ..Answer::default() });
    serve(input, children, own_door)
}

/// Switches to the group of users of programs, and checks that the announced entry file came.
fn settle(config: &Config, own_door: i32) {
    let mut failed = isize::from(config.own_door != 0 && own_door < 0);
    if config.switch_user != 0 {
        failed |= kernel::change_group(config.gid);
    }
    if failed != 0 {
        exit(3);
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(99)
}

/// Named by tables for unwinding in the core library; nothing here unwinds.
// SAFETY: it is never called, and no other item has its name.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Executes requests until the peer is gone.
fn serve(input: &mut [u8; MESSAGE], children: i32, own_door: i32) -> ! {
    let mut living: Option<usize> = None;
    loop {
        if let Some(pid) = living
            && let Event::End(status) = wait(pid, 0, children)
        {
            answer(sweep(status, 0));
            living = None;
            continue;
        }
        let (length, standard) = receive(SOCKET, input);
        let message = &input[..length];
        let Some(request) = head_of::<Request>(message) else { exit(0) };
        match (request.kind, living) {
            (wire::STOP, Some(pid)) => {
                living = None;
                answer(stop(pid, wire::STOPPED));
            }
            (wire::PAUSE, Some(_)) => signal_all(number::SIGSTOP),
            (wire::RESUME, Some(_)) => signal_all(number::SIGCONT),
            // It ended before this message was read; that was answered.
            (wire::STOP | wire::PAUSE | wire::RESUME, None) => {}
            (wire::RUN, _) => match spawn(&request, message, standard, -1) {
                Err(failed) => refuse(&failed),
                Ok(pid) => answer(await_end(pid, request.deadline, children)),
            },
            (wire::START, _) => match spawn(&request, message, standard, own_door) {
                Err(failed) => refuse(&failed),
                Ok(pid) => {
                    answer(Answer { kind: wire::STARTED, own: computed(), ..Answer::default() });
                    living = Some(pid);
                }
            },
            _ => exit(2),
        }
    }
}

fn refuse(failed: &Failed) {
    let Failed { error, why } = *failed;
    answer(Answer { kind: wire::FAILED, status: error, why, ..Answer::default() });
}

/// Signals all processes but us at once: a fork sees the signal before or after.
fn signal_all(signal: usize) {
    kill(ANYBODY, signal);
    answer(Answer { kind: wire::DONE, own: computed(), ..Answer::default() });
}

/// Waits for the end of a run, or ends it.
fn await_end(pid: usize, deadline: u64, children: i32) -> Answer {
    match wait(pid, deadline, children) {
        Event::End(status) => sweep(status, 0),
        Event::Late => stop(pid, wire::LATE),
        // Any message during a run means: stop it.
        Event::Message => {
            let mut head = [0; size_of::<Request>()];
            if receive(SOCKET, &mut head).0 == 0 {
                exit(0);
            }
            stop(pid, wire::STOPPED)
        }
    }
}

fn answer(answer: Answer) {
    if !send(SOCKET, bytes_of(&answer)) {
        exit(0);
    }
}

/// Waits for the end of a program, for a message, or for the deadline; reaps orphans meanwhile.
fn wait(program: usize, deadline: u64, children: i32) -> Event {
    loop {
        let left = match deadline {
            0 => None,
            deadline if now() >= deadline => return Event::Late,
            deadline => Some(deadline - now()),
        };
        let [ended, message] = poll([children, SOCKET], left);
        if ended {
            kernel::forget_signals(children);
            loop {
                match wait4(ANYBODY, number::WNOHANG) {
                    (pid, status) if pid == program as isize => return Event::End(status),
                    (1.., _) => {}
                    _ => break,
                }
            }
        }
        if message {
            return Event::Message;
        }
    }
}

/// Ends a program, for the reason `why`.
fn stop(program: usize, why: u32) -> Answer {
    kill(program, number::SIGKILL);
    let (_, status) = wait4(program, 0);
    sweep(status, why)
}

/// Ends the remaining processes of a program that has ended. All processes inside are our children
/// or their descendants: without children there are no processes.
fn sweep(status: i32, why: u32) -> Answer {
    let mut leftovers = 0;
    loop {
        match wait4(ANYBODY, number::WNOHANG).0 {
            1.. => leftovers += 1,
            // Kill and wait in turn: a fork sees either the signal or the next round.
            0 => {
                kill(ANYBODY, number::SIGKILL);
                leftovers += u32::from(wait4(ANYBODY, 0).0 > 0);
            }
            _ => break,
        }
    }
    Answer { kind: wire::ENDED, status, why, leftovers, own: computed() }
}

/// Starts a program, which enters the group of `door`.
fn spawn(
    request: &Request,
    message: &[u8],
    standard: Descriptors,
    door: i32,
) -> Result<usize, Failed> {
    // SAFETY: there is no child: the previous one has executed, or has ended.
    let child = unsafe { &mut *&raw mut CHILD };
    (child.standard, child.door, child.error, child.why) = (standard, door, 0, 0);
    let complete = standard[if request.input == 0 { 1 } else { 2 }] >= 0;
    let mut spawned = -number::EINVAL;
    if words(child, request, message) && complete {
        // Every program has the same number.
        kernel::number_from_two(LAST_PID);
        // SAFETY: it uses `CHILD` and the message, which stay as they are while we sleep.
        spawned = unsafe { clone_and_sleep(become_the_program, &raw mut CHILD_STACK.0) };
    }
    for descriptor in standard.iter().take_while(|descriptor| **descriptor >= 0) {
        close(*descriptor);
    }
    // SAFETY: we have slept until it executed or was gone.
    let (error, why) = unsafe { (CHILD.error, CHILD.why) };
    if spawned < 0 {
        return Err(Failed { error: -spawned as i32, why: 0 });
    }
    if error != 0 {
        wait4(spawned as usize, 0);
        return Err(Failed { error, why });
    }
    Ok(spawned as usize)
}

/// Makes the two lists for executing a program from the words of a message.
fn words(child: &mut Child, request: &Request, message: &[u8]) -> bool {
    let (arguments, environment) = (request.arguments as usize, request.environment as usize);
    if arguments == 0 || arguments.saturating_add(environment) > WORDS {
        return false;
    }
    let mut rest = &message[size_of::<Request>()..];
    let mut place = 0;
    for word in 0..arguments + environment {
        if word == arguments {
            child.list[place] = core::ptr::null();
            place += 1;
        }
        child.list[place] = rest.as_ptr();
        place += 1;
        let Some(end) = rest.iter().position(|byte| *byte == 0) else { return false };
        rest = &rest[end + 1..];
    }
    if environment == 0 {
        child.list[place] = core::ptr::null();
        place += 1;
    }
    child.list[place] = core::ptr::null();
    child.environment = arguments + 1;
    true
}

/// Run by the child, on its own stack and in our memory, until it is the program.
extern "C" fn become_the_program() -> ! {
    // SAFETY: the zygote sleeps until this is over, and there is no other child.
    let own = unsafe { &mut *&raw mut CHILD };
    let mut failed = 0;
    if own.door >= 0 {
        failed |= kernel::enter(own.door);
    }
    kernel::new_session();
    let [output, errors, input, ..] = own.standard;
    let input = match input {
        // Opened again for each: flags of an open file are shared by all its users.
        -1 => kernel::open_null(),
        given => given as isize,
    };
    for (place, descriptor) in [input, output as isize, errors as isize].iter().enumerate() {
        failed |= kernel::dup2(*descriptor, place);
    }
    kernel::close_from(3);
    failed |= match own.config.switch_user {
        0 => kernel::give_up_ambient(),
        // The group is switched already; with the user, the capabilities are dropped.
        _ => kernel::change_user(own.config.uid),
    };
    kernel::unblock_signals();
    if failed == 0 {
        // SAFETY: two lists of words, each of which ends as it must; both lie in the message.
        failed = unsafe { kernel::execute(&own.list, own.environment) };
        own.why = wire::REFUSED;
    }
    own.error = -failed as i32;
    exit(127)
}
