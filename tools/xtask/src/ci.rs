//! `cargo xtask ci`: all checks, cheapest first, stopping at the first failure.

use crate::{
    Ending, golden,
    repository::{cargo, cargo_has, root, succeeds},
    test, tidy,
};
use anyhow::Result;
use std::process::Command;

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// All there is.
    Everything,
    /// All but slow tests, the examples in the documentation and the network.
    Fast,
}

/// Runs the checks.
pub(crate) fn run(extent: Extent) -> Result<Ending> {
    let mut plan = test::Plan::default();
    if extent == Extent::Fast {
        plan.speed = test::Speed::Fast;
    }
    if !step("format", cargo().args(["fmt", "--all", "--check"]))? {
        return Ok(Ending::Failed);
    }
    // Their list declares their modules by a macro, behind which cargo does not look.
    let games = tidy::game_slugs()?.into_iter();
    let games = games.map(|slug| format!("crates/games/src/{slug}/mod.rs"));
    let mut format = Command::new("rustfmt");
    format.args(["--edition", "2024", "--check"]).args(games).current_dir(root());
    if !step("format of the games", &mut format)? {
        return Ok(Ending::Failed);
    }
    eprintln!("== tidy");
    if tidy::run()? != Ending::Fine {
        return Ok(Ending::Failed);
    }
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    if !step("clippy", cargo().args(clippy))? {
        return Ok(Ending::Failed);
    }
    let documentation = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    let mut command = cargo();
    command.args(documentation).env("RUSTDOCFLAGS", "-D warnings");
    if !step("documentation", &mut command)? {
        return Ok(Ending::Failed);
    }
    if extent == Extent::Everything {
        if !step("examples in the documentation", cargo().args(["test", "--workspace", "--doc"]))? {
            return Ok(Ending::Failed);
        }
        if cargo_has("deny") && !step("deny", cargo().args(["deny", "check"]))? {
            return Ok(Ending::Failed);
        }
    }
    // What the tests build; the command among it is looked at before they run.
    if !step("build", cargo().args(["test", "--workspace", "--no-run", "--quiet"]))? {
        return Ok(Ending::Failed);
    }
    eprintln!("== golden");
    let command = root().join("target/debug/certamen");
    if golden::run(&["--binary", &command.to_string_lossy()])? != Ending::Fine {
        return Ok(Ending::Failed);
    }
    eprintln!("== tests");
    test::run(&plan)
}

fn step(name: &str, command: &mut Command) -> Result<bool> {
    eprintln!("== {name}");
    succeeds(command)
}
