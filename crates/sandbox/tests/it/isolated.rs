//! The sandbox that isolates, in the tier that there is for whoever runs these tests.

use crate::{contract::contract, programs::PLACE};
use sandbox::{Isolated, Sandbox, Tier};
use std::path::PathBuf;

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
    assert_ne!(isolated().tier(), Tier::D);
}
