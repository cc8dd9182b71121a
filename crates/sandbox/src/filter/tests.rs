//! What the filter refuses and what it allows, tested.

use super::{Containment, denied, install, programs};
use std::{
    fmt::Write as _,
    io::Write as _,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

/// Makes the calls named on its standard input, and prints the error of each.
const PROBE: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
    long n, a, b, c, d, e, f;
#ifdef __x86_64__
    if (argc > 1 && !strcmp(argv[1], "short")) return syscall(0x40000000 | 39) < 0;
    if (argc > 1 && !strcmp(argv[1], "old")) {
        long id;
        __asm__ volatile("int $0x80" : "=a"(id) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
        return id <= 0;
    }
#endif
    (void)argc; (void)argv;
    while (scanf("%ld %ld %ld %ld %ld %ld %ld", &n, &a, &b, &c, &d, &e, &f) == 7) {
        errno = 0;
        long answer = syscall(n, a, b, c, d, e, f);
        if (answer == 0 && n == SYS_clone) _exit(0);
        printf("%d\n", answer < 0 ? errno : 0);
    }
    return 0;
}
"#;

/// Runs `work` in a thread under the filter; what it starts is under it too.
fn filtered<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    filtered_as(Containment::ControlGroup, work)
}

fn filtered_as<T: Send>(held: Containment, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            install(&programs(held).unwrap()).unwrap();
            work()
        });
        thread.join().unwrap()
    })
}

fn probe(directory: &Path) -> PathBuf {
    let (source, program) = (directory.join("probe.c"), directory.join("probe"));
    std::fs::write(&source, PROBE).unwrap();
    let compiled = Command::new("cc").arg("-o").arg(&program).arg(&source).status().unwrap();
    assert!(compiled.success());
    program
}

/// The error of each call, 0 for none.
fn errors(probe: &Path, calls: &[(i64, [i64; 6])]) -> Vec<i32> {
    let mut input = String::new();
    for (number, [a, b, c, d, e, f]) in calls {
        writeln!(input, "{number} {a} {b} {c} {d} {e} {f}").unwrap();
    }
    let mut child =
        Command::new(probe).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let errors: Vec<i32> = text.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(errors.len(), calls.len());
    errors
}

fn check(calls: &[(i64, [i64; 6])], accept: impl Fn(i32) -> bool) {
    let directory = tempfile::tempdir().unwrap();
    let probe = probe(directory.path());
    let found = filtered(|| errors(&probe, calls));
    let wrong: Vec<_> = calls.iter().zip(found).filter(|(_, error)| !accept(*error)).collect();
    assert!(wrong.is_empty(), "call and arguments, error: {wrong:?}");
}

/// Arguments that are nonsense to every call: nothing happens even where nothing is denied.
const NONSENSE: [i64; 6] = [-1; 6];

fn always() -> Vec<(i64, [i64; 6])> {
    denied::ALWAYS.iter().copied().flatten().map(|&call| (call, NONSENSE)).collect()
}

#[test]
fn what_is_listed_is_denied() {
    check(&always(), |error| error == libc::EPERM);
}

#[test]
fn only_who_may_write_where_there_is_one_wall_changes_modes_and_times() {
    let directory = tempfile::tempdir().unwrap();
    let probe = probe(directory.path());
    let calls: Vec<_> = denied::ATTRIBUTES.iter().map(|&call| (call, NONSENSE)).collect();
    let found =
        |writes| filtered_as(Containment::ProcessGroup { writes }, || errors(&probe, &calls));
    assert_eq!(found(false), vec![libc::EPERM; calls.len()]);
    // Of these some are refused for the set-user bits that nonsense sets.
    assert!(found(true).iter().any(|&error| error != libc::EPERM));
}

#[test]
fn without_the_filter_most_of_it_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let found = errors(&probe(directory.path()), &always());
    let denied = found.iter().filter(|&&error| error == libc::EPERM).count();
    assert!(denied < found.len() / 2, "{denied} of {}", found.len());
}

#[test]
fn some_arguments_are_denied() {
    let garbage = 0x7_0000_0000; // Above the 32 bits that the kernel looks at.
    let clone = |flag: i32| (libc::SYS_clone, [i64::from(flag | libc::SIGCHLD), 0, 0, 0, 0, 0]);
    let fcntl = |command: i32| (libc::SYS_fcntl, [0, i64::from(command), 0, 0, 0, 0]);
    let pair = |family: i32, kind: i32| {
        (libc::SYS_socketpair, [i64::from(family), i64::from(kind), 0, 0, 0, 0])
    };
    let calls = [
        clone(libc::CLONE_NEWNS),
        clone(libc::CLONE_NEWCGROUP),
        clone(libc::CLONE_NEWUTS),
        clone(libc::CLONE_NEWIPC),
        clone(libc::CLONE_NEWUSER),
        clone(libc::CLONE_NEWPID),
        clone(libc::CLONE_NEWNET | libc::CLONE_NEWUSER),
        (libc::SYS_ioctl, [0, libc::TIOCSTI as i64, 0, 0, 0, 0]),
        (libc::SYS_ioctl, [0, 0x4008_6602, 0, 0, 0, 0]),
        (libc::SYS_ioctl, [0, 0x401C_5820, 0, 0, 0, 0]),
        (libc::SYS_ioctl, [0, libc::TIOCSTI as i64 | garbage, 0, 0, 0, 0]),
        (libc::SYS_ioctl, [0, libc::TIOCLINUX as i64 | garbage, 0, 0, 0, 0]),
        pair(libc::AF_INET, libc::SOCK_STREAM),
        pair(libc::AF_NETLINK, libc::SOCK_STREAM),
        pair(libc::AF_UNIX, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC),
        pair(libc::AF_UNIX, libc::SOCK_RAW),
        fcntl(libc::F_SETLK),
        fcntl(libc::F_SETLKW),
        fcntl(libc::F_OFD_SETLK),
        fcntl(libc::F_OFD_SETLKW),
        fcntl(libc::F_SETLEASE),
        fcntl(libc::F_NOTIFY),
        (libc::SYS_fchmod, [99, 0o4755, 0, 0, 0, 0]),
        (libc::SYS_fchmod, [99, 0o2755 | garbage, 0, 0, 0, 0]),
        (libc::SYS_fchmodat, [99, 0, 0o4700, 0, 0, 0]),
        (452, [99, 0, 0o2700, 0, 0, 0]),
        (libc::SYS_openat, [99, 0, i64::from(libc::O_CREAT), 0o4755, 0, 0]),
        (libc::SYS_openat, [99, 0, i64::from(libc::O_TMPFILE), 0o2755 | garbage, 0, 0]),
        (libc::SYS_mknodat, [99, 0, 0o104_755, 0, 0, 0]),
        (libc::SYS_setsockopt, [99, 1, i64::from(libc::SO_SNDBUF), 0, 0, 0]),
        (libc::SYS_setsockopt, [99, 1, i64::from(libc::SO_RCVBUF), 0, 0, 0]),
        (libc::SYS_prctl, [62, 0, 0, 0, 0, 0]),
        (libc::SYS_seccomp, [1, 8, 0, 0, 0, 0]),
        (libc::SYS_personality, [0x004_0000, 0, 0, 0, 0, 0]),
        (libc::SYS_prlimit64, [1, 7, 8, 0, 0, 0]),
        (libc::SYS_prlimit64, [1 | garbage, 7, 8, 0, 0, 0]),
    ];
    check(&calls, |error| error == libc::EPERM);
}

#[test]
fn unknown_calls_do_not_exist() {
    let calls: Vec<_> =
        [libc::SYS_clone3, libc::SYS_openat2, i64::from(denied::FIRST_UNKNOWN), 1000, -2]
            .map(|call| (call, NONSENSE))
            .into();
    check(&calls, |error| error == libc::ENOSYS);
}

#[test]
fn what_starts_programs_is_let_through() {
    let calls = [
        (libc::SYS_prlimit64, [0, 7, 8, 0, 0, 0]),
        (libc::SYS_prlimit64, [1, 7, 0, 0, 0, 0]),
        (libc::SYS_personality, [0xFFFF_FFFF, 0, 0, 0, 0, 0]),
        (libc::SYS_clone, [i64::from(libc::SIGCHLD), 0, 0, 0, 0, 0]),
        (libc::SYS_setresuid, NONSENSE),
        (libc::SYS_setresgid, NONSENSE),
        (libc::SYS_close_range, [1000, 1000, 0, 0, 0, 0]),
        (libc::SYS_kill, [i64::from(std::process::id()), 0, 0, 0, 0, 0]),
        (libc::SYS_pidfd_open, [i64::from(std::process::id()), 0, 0, 0, 0, 0]),
        (libc::SYS_dup3, [0, 99, 0, 0, 0, 0]),
        (libc::SYS_ppoll, NONSENSE),
        (libc::SYS_wait4, NONSENSE),
        (libc::SYS_waitid, NONSENSE),
        (libc::SYS_execve, NONSENSE),
        (libc::SYS_execveat, NONSENSE),
        (libc::SYS_recvmsg, NONSENSE),
        (libc::SYS_sendmsg, NONSENSE),
        (libc::SYS_setgroups, NONSENSE),
        (libc::SYS_openat, [99, 0, 0, 0o4755, 0, 0]),
        (libc::SYS_openat, [99, 0, i64::from(libc::O_CREAT), 0o644, 0, 0]),
        (libc::SYS_fchmod, [99, 0o755, 0, 0, 0, 0]),
        (libc::SYS_fsync, NONSENSE),
        (libc::SYS_pidfd_send_signal, NONSENSE),
        (libc::SYS_rt_sigprocmask, NONSENSE),
        (libc::SYS_rt_sigaction, NONSENSE),
        (libc::SYS_getrusage, NONSENSE),
    ];
    let directory = tempfile::tempdir().unwrap();
    let probe = probe(directory.path());
    assert_eq!(filtered(|| errors(&probe, &calls)), errors(&probe, &calls));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn foreign_entries_end_the_process() {
    let directory = tempfile::tempdir().unwrap();
    let probe = probe(directory.path());
    let try_it = |how| Command::new(&probe).arg(how).status().unwrap();
    assert_eq!(filtered(|| try_it("short")).signal(), Some(libc::SIGSYS));
    // A kernel without the old entry has nothing to filter: it is a protection fault.
    let expected = if try_it("old").success() { libc::SIGSYS } else { libc::SIGSEGV };
    assert_eq!(filtered(|| try_it("old")).signal(), Some(expected));
}

fn run(program: &str, arguments: &[&str]) -> Output {
    filtered(|| Command::new(program).args(arguments).output().unwrap())
}

#[test]
fn python_has_threads_forks_children_and_pairs() {
    let code = "
import os, socket, subprocess, threading
thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'
if os.fork() == 0: os._exit(0)
assert os.wait()[1] == 0
assert subprocess.run(['/bin/sh', '-c', 'exit 3']).returncode == 3
try: socket.socket(); print('socket')
except PermissionError: print('fine')
";
    let output = run("/usr/bin/python3", &["-c", code]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "fine\n", "{output:?}");
}

#[test]
fn other_interpreters_start() {
    let programs: [(&str, &[&str]); 4] = [
        ("/usr/bin/java", &["-version"]),
        ("/usr/bin/node", &["-e", "setTimeout(() => process.exit(0), 1)"]),
        ("/usr/bin/perl", &["-e", "exit(system('/bin/true'))"]),
        ("/bin/sh", &["-c", "echo a | cat"]),
    ];
    for (program, arguments) in programs.iter().filter(|(program, _)| Path::new(program).exists()) {
        let output = run(program, arguments);
        assert!(output.status.success(), "{program}: {output:?}");
    }
}
