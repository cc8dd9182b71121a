//! The sandbox that programs put up themselves: the contract, and the walls there are.

use crate::{
    alone::alone,
    contract::{Quick, contract},
    isolated::set_up,
    programs::python,
};
use certamen_sandbox::{Confined, End, Launcher, Sandbox, Tier, WhyLost};
use std::time::Duration;

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
