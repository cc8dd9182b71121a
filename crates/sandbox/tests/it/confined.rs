//! The sandbox that programs put up themselves: the contract, and the walls there are.

use crate::{
    alone::alone,
    contract::{Quick, contract, receive},
    hostile::theme,
    isolated::set_up,
    programs::{Mark, python},
};
use certamen_sandbox::{Confined, End, Launcher, Sandbox, Tier, WhyLost};
use std::{path::Path, time::Duration};

contract! { confined(), if ordinary() }

/// Root has no such sandbox. There the tests run again as an ordinary user, and do nothing here.
pub(crate) fn ordinary() -> bool {
    !rustix::process::geteuid().is_root()
}

#[test]
fn root_is_refused() {
    if !ordinary() {
        let lost = Confined::open(&Launcher::with_program(set_up())).err().unwrap();
        assert!(matches!(lost.why, WhyLost::IsRoot), "{lost}");
    }
}

pub(crate) fn confined() -> Confined {
    let launcher = Launcher::with_program(set_up());
    Confined::open(&launcher).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn files_and_connections_are_closed() {
    if !ordinary() {
        return;
    }
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
    assert_eq!(run.end, End::Exited(0), "{said}{}", String::from_utf8_lossy(&run.errors));
    assert_eq!(said.trim(), ["PermissionError"; 5].join(" "));
}

#[test]
fn what_leaves_the_family_is_ended() {
    if !ordinary() {
        return;
    }
    let _alone = alone();
    let sandbox = confined();
    // Chains outrun whoever follows them link by link, sooner or later.
    for attack in ["daemons", "odd", "orphans", "respawns", "respawns", "respawns", "respawns"] {
        let mut program = theme!("processes");
        let mark = Mark::on(&mut program);
        let run = sandbox.run(&program, Some(attack), Some(b"input"), Duration::from_secs(30));
        assert_eq!(run.unwrap().end, End::Exited(0), "{attack}");
        mark.assert_gone();
    }
}

#[test]
fn nobody_leaves_the_family() {
    if !ordinary() {
        return;
    }
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
    assert_eq!(run.end, End::Exited(0), "{}", String::from_utf8_lossy(&run.errors));
}

#[test]
fn what_one_match_leaves_is_no_matter_of_another() {
    if !ordinary() {
        return;
    }
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
    if !ordinary() {
        return;
    }
    let _alone = alone();
    let run = confined().run(
        &theme!("memory"),
        Some("has_larger_tables"),
        Some(b"input"),
        Duration::from_secs(30),
    );
    assert_eq!(run.unwrap().end, End::Exited(1), "it was refused");
}
