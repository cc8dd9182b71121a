//! `cargo xtask bench`: the benchmark, built for speed and run.

use crate::Ending;
use anyhow::Result;
use std::{env, process::Command};

pub(crate) fn run(arguments: &[&str]) -> Result<Ending> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // The command is what is measured in some sections; it lies beside the benchmark.
    let built = ["build", "--quiet", "--profile", "dist", "--bin", "certamen"];
    if !Command::new(&cargo).args(built).status()?.success() {
        return Ok(Ending::Failed);
    }
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--profile", "dist", "--package", "certamen-bench", "--"]);
    let status = command.args(arguments).status()?;
    Ok(if status.success() { Ending::Fine } else { Ending::Failed })
}
