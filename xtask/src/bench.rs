//! `cargo xtask bench`: the benchmark, built for speed and run.

use crate::Ending;
use anyhow::Result;
use std::{env, process::Command};

/// Runs it with `arguments`.
pub(crate) fn run(arguments: &[&str]) -> Result<Ending> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--release", "--package", "certamen-bench", "--"]);
    let status = command.args(arguments).status()?;
    Ok(if status.success() { Ending::Fine } else { Ending::Failed })
}
