//! The sandbox that programs put up themselves: the contract, and the walls there are. Root's programs
//! have users of their own in it; the same tests run again for an ordinary user.

use crate::{
    alone::alone,
    contract::{Quick, contract, receive},
    hostile::theme,
    isolated::set_up,
    programs::{Mark, python},
};
use certamen_sandbox::{
    Access, Confined, Folder, Launcher, Program, ProgramExit, Sandbox, SandboxError, Tier,
};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    time::Duration,
};

contract! { confined() }

pub(crate) fn confined() -> Confined {
    let launcher = Launcher::with_program(set_up());
    Confined::open(&launcher).unwrap_or_else(|error| panic!("{error}"))
}

/// Python: what a call that may be refused comes to.
const TRIED: &str = "
import os, stat
def tried(what):
    try:
        what()
        return 'done'
    except OSError as error:
        return type(error).__name__
";

#[test]
fn files_and_connections_are_closed() {
    let _alone = alone();
    assert_eq!(confined().tier(), Tier::C);
    let script = "
import os, socket
def tried(what):
    try:
        what()
        return 'open'
    except OSError as error:
        return type(error).__name__
print(tried(lambda: open('/etc/passwd').read()), tried(lambda: os.listdir('/home')),
      tried(lambda: open('/tmp/mark', 'w')), tried(lambda: socket.socket()),
      tried(lambda: os.unshare(0x10000000) if hasattr(os, 'unshare') else os.setuid(12345) or open('/etc/passwd')))";
    let run = confined().run(&python(script), None, None, Duration::from_secs(30)).unwrap();
    let said = String::from_utf8_lossy(&run.output).into_owned();
    assert_eq!(run.end, ProgramExit::Exited(0), "{said}{}", String::from_utf8_lossy(&run.errors));
    assert_eq!(said.trim(), ["PermissionError"; 5].join(" "));
}

/// A folder that all users may enter, whatever the mask.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// A program that may write to the folder in which it works.
fn writing(script: &str, outside: &Path) -> Program {
    let mut program = Program { directory: outside.to_owned(), ..python(script) };
    let access = Access::Kept(1 << 20);
    program.folders.push(Folder { outside: outside.to_owned(), inside: "/scratch", access });
    program
}

#[test]
fn no_program_is_root_or_has_rights_of_root() {
    let _alone = alone();
    let ground = open_folder();
    let [scratch, victim] = ["scratch", "victim"].map(|name| ground.path().join(name));
    fs::create_dir(&scratch).unwrap();
    fs::write(&victim, "as it was").unwrap();
    let script = format!(
        "{TRIED}open('own', 'w').write('mine')
victim = {victim:?}
print(0 in os.getresuid() + os.getresgid() + tuple(os.getgroups()),
      *(tried(what) for what in [
          lambda: os.setuid(0),
          lambda: os.setgroups([0]),
          lambda: os.chown('own', 0, 0),
          lambda: os.chmod('own', 0o4755),
          lambda: os.mknod('device', stat.S_IFBLK | 0o600, os.makedev(7, 0)),
          lambda: os.link(victim, 'linked'),
          lambda: os.kill(1, 0),
          lambda: os.setpriority(os.PRIO_PROCESS, 0, -1),
      ]))
if os.getuid() >= 200000:
    print(*(tried(what) for what in [
        lambda: os.chmod(victim, 0o777), lambda: os.utime(victim), lambda: os.setxattr(victim, 'user.a', b'a')]))"
    );
    let program = writing(&script, &scratch);
    let run = confined().run(&program, None, None, Duration::from_secs(30)).unwrap();
    let said = String::from_utf8_lossy(&run.output).into_owned();
    assert_eq!(run.end, ProgramExit::Exited(0), "{said}{}", String::from_utf8_lossy(&run.errors));
    let words: Vec<&str> = said.split_whitespace().collect();
    assert_eq!(words[0], "False", "{said}");
    assert!(words[1..].iter().all(|word| *word != "done"), "{said}");
    let root = rustix::process::geteuid().is_root();
    assert_eq!(words.len(), if root { 12 } else { 9 }, "{said}");
    // What it left is ours again.
    let left = fs::metadata(scratch.join("own")).unwrap();
    assert_eq!(left.uid(), fs::metadata(ground.path()).unwrap().uid());
}

#[test]
fn a_program_without_a_folder_to_write_to_changes_no_file_of_its_user() {
    let _alone = alone();
    let ground = open_folder();
    let victim = ground.path().join("victim");
    fs::write(&victim, "as it was").unwrap();
    let script = format!(
        "{TRIED}for path in [{victim:?}, '/usr/bin/env', {bot:?}]:
    print(tried(lambda: os.chmod(path, 0o777)), tried(lambda: os.utime(path, (1, 1))),
          tried(lambda: os.setxattr(path, 'user.a', b'a')))
for path in ['/usr/bin/env', {bot:?}]:
    print(tried(lambda: os.fchmod(os.open(path, os.O_RDONLY), 0o777)))",
        bot = crate::programs::place(),
    );
    let run = confined().run(&python(&script), None, None, Duration::from_secs(30)).unwrap();
    let said = String::from_utf8_lossy(&run.output).into_owned();
    assert_eq!(run.end, ProgramExit::Exited(0), "{said}{}", String::from_utf8_lossy(&run.errors));
    assert_eq!(said.split_whitespace().count(), 11, "{said}");
    assert!(said.split_whitespace().all(|word| word != "done"), "{said}");
}

#[test]
fn what_was_kept_can_be_written_again() {
    let _alone = alone();
    let ground = open_folder();
    let below = ground.path().join("below");
    fs::create_dir(&below).unwrap();
    fs::write(below.join("number"), "1").unwrap();
    let script = "
number = int(open('below/number').read()) + 1
open('below/number', 'w').write(str(number))
print(number)";
    for expected in ["2", "3"] {
        let program = writing(script, ground.path());
        let run = confined().run(&program, None, None, Duration::from_secs(30)).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.output).trim(), expected);
    }
}

#[test]
fn a_folder_that_a_user_of_its_own_cannot_enter_is_named() {
    if !rustix::process::geteuid().is_root() {
        return; // Others give no users.
    }
    let _alone = alone();
    let ground = open_folder();
    let scratch = ground.path().join("scratch");
    fs::create_dir(&scratch).unwrap();
    fs::set_permissions(ground.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let reported = match confined().create_cell(&writing("pass", &scratch)) {
        Err(error @ SandboxError::Failed(_)) => error.to_string(),
        other => panic!("{:?}", other.err()),
    };
    assert!(reported.contains(&*ground.path().to_string_lossy()), "{reported}");
}

#[test]
fn what_leaves_the_family_is_ended() {
    let _alone = alone();
    let sandbox = confined();
    // Chains outrun a process that follows them link by link, sooner or later.
    for attack in ["daemons", "odd", "orphans", "respawns", "respawns", "respawns", "respawns"] {
        let mut program = theme!("processes");
        let mark = Mark::on(&mut program);
        let run = sandbox.run(&program, Some(attack), Some(b"input"), Duration::from_secs(30));
        assert_eq!(run.unwrap().end, ProgramExit::Exited(0), "{attack}");
        mark.assert_gone();
    }
}

#[test]
fn no_process_leaves_its_group() {
    let _alone = alone();
    let script = "
import os
child = os.fork()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
for leave in os.setsid, lambda: os.setpgid(0, 0):
    try:
        leave()
        os._exit(1)
    except PermissionError:
        pass";
    let run = confined().run(&python(script), None, None, Duration::from_secs(30)).unwrap();
    assert_eq!(run.end, ProgramExit::Exited(0), "{}", String::from_utf8_lossy(&run.errors));
}

#[test]
fn what_one_match_leaves_is_no_matter_of_another() {
    let _alone = alone();
    let sandbox = confined();
    let script = "
import os, time
told, telling = os.pipe()
if os.fork() == 0:
    if os.fork() == 0:
        os.write(telling, str(os.getpid()).encode())
        time.sleep(60)
    os._exit(0)
os.wait()
print(os.read(told, 20).decode(), flush=True)
input()";
    let mut process = sandbox.start(&python(script)).unwrap();
    let mut line = Vec::new();
    receive(&mut *process, &mut line, Duration::from_secs(30)).unwrap();
    let daemon = Path::new("/proc").join(std::str::from_utf8(&line).unwrap());
    let other = sandbox.run(&python("print(1)"), None, None, Duration::from_secs(30)).unwrap();
    assert_eq!(other.output, b"1\n");
    assert!(daemon.exists(), "it was ended with a match of others");
    drop(process);
    assert!(!daemon.exists(), "it is still there");
}

#[test]
fn addresses_are_bounded() {
    let _alone = alone();
    let run = confined().run(
        &theme!("memory"),
        Some("has_larger_tables"),
        Some(b"input"),
        Duration::from_secs(30),
    );
    assert_eq!(run.unwrap().end, ProgramExit::Exited(1), "it was refused");
}
