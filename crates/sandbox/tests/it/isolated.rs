//! The sandbox that isolates, in the tier that there is for whoever runs these tests.

use crate::{
    alone::alone,
    contract::{Quick, contract, receive},
    programs::{PLACE, python},
};
use sandbox::{Isolated, Sandbox, Tier};
use std::{path::PathBuf, time::Duration};

contract! { isolated() }

/// Tier A for root, tier B for others.
pub(crate) fn isolated() -> Isolated {
    let tier = if rustix::process::geteuid().is_root() { Tier::A } else { Tier::B };
    Isolated::with_program(tier, set_up()).unwrap_or_else(|error| panic!("{error}"))
}

/// The program that builds sandboxes: cargo's, or its copy for an ordinary user.
pub(crate) fn set_up() -> PathBuf {
    let copy = std::env::var_os(PLACE).map(|place| PathBuf::from(place).join("sandbox-setup"));
    copy.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_sandbox-setup")))
}

#[test]
fn it_says_what_it_is() {
    let _alone = crate::alone::alone();
    assert_ne!(isolated().tier(), Tier::D);
}

/// A program that computes all the time in a thread of its own, and answers at once.
const PONDERS: &str = "
import sys, threading
def ponder():
    while True: pass
threading.Thread(target=ponder, daemon=True).start()
for line in sys.stdin: print(line.strip(), flush=True)";

/// The computing time it uses while it is nobody's turn for a while.
fn pondering(freeze: bool) -> Duration {
    let mut program = python(PONDERS);
    program.limits.freeze = freeze;
    let mut process = isolated().start(&program).unwrap();
    for _ in 0..2 {
        process.send(b"1").unwrap();
        receive(&mut *process, &mut Vec::new(), Duration::from_secs(30)).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    process.pondered()
}

#[test]
fn who_ponders_is_stopped_or_told_of() {
    let _alone = alone();
    if isolated().tier() != Tier::A {
        // Nobody counts computing time here.
        assert_eq!(pondering(false), Duration::ZERO);
        return;
    }
    assert!(pondering(true) < Duration::from_millis(30), "{:?}", pondering(true));
    assert!(pondering(false) > Duration::from_millis(60), "{:?}", pondering(false));
}
