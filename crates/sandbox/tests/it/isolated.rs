//! The sandbox that isolates, in the tier that there is for whoever runs these tests.

use crate::contract::contract;
use sandbox::{Isolated, Sandbox, Tier};
use std::path::PathBuf;

contract! { isolated() }

/// Tier A for root, tier B for others.
pub(crate) fn isolated() -> Isolated {
    let tier = if rustix::process::geteuid().is_root() { Tier::A } else { Tier::B };
    let set_up = PathBuf::from(env!("CARGO_BIN_EXE_sandbox-setup"));
    Isolated::with_program(tier, set_up).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn it_says_what_it_is() {
    assert_ne!(isolated().tier(), Tier::D);
}
