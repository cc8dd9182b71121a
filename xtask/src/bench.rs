//! `cargo xtask bench`: the benchmark, built for speed and run.

use std::{ffi::OsStr, io, process::Command};

/// Runs it with `arguments`; whether it came to its end.
pub(crate) fn run(arguments: &[impl AsRef<OsStr>]) -> io::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--release", "--package", "certamen-bench", "--"]);
    Ok(command.args(arguments).status()?.success())
}
