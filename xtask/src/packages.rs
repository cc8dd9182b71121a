//! What the tests need from Debian, and how to get it.

use crate::{Ending, repository::succeeds};
use anyhow::Result;
use std::{env, fs, os::unix::fs::MetadataExt, path::Path, process::Command};

/// A program that tests run.
#[derive(Clone, Copy, Debug)]
struct Tool {
    /// What `--without` calls it.
    name: &'static str,
    /// Where Debian puts it.
    program: &'static str,
    /// The packages that have it.
    packages: &'static [&'static str],
}

/// The programs that tests run. Rust is not among them: who can start us has it.
const TOOLS: &[Tool] = &[
    Tool { name: "c", program: "/usr/bin/cc", packages: &["gcc", "libc6-dev"] },
    Tool { name: "python", program: "/usr/bin/python3", packages: &["python3"] },
];

/// Makes sure that all tools but `without` are there: installs them as root, else says how.
pub(crate) fn provide(without: &[String]) -> Result<Ending> {
    for name in without {
        if !TOOLS.iter().any(|tool| tool.name == name) {
            eprintln!("--without {name}: no test needs it");
        }
    }
    let missing = missing(without, &|program| Path::new(program).is_file());
    if missing.is_empty() {
        return Ok(Ending::Fine);
    }
    let install = ["install", "-y", "--no-install-recommends"];
    let line = format!("apt-get {} {}", install.join(" "), missing.join(" "));
    if !is_root() {
        eprintln!("the tests need programs that are not installed; as root, run:\n{line}");
        return Ok(Ending::Stuck);
    }
    eprintln!("{line}");
    let updated = succeeds(apt_get().arg("update"))?;
    if updated && succeeds(apt_get().args(install).args(&missing))? {
        return Ok(Ending::Fine);
    }
    eprintln!("apt-get failed; the tests need: {}", missing.join(" "));
    Ok(Ending::Stuck)
}

/// The packages of tools that are neither there nor to be done without.
fn missing(without: &[String], there: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
    let wanted = TOOLS.iter().filter(|tool| !without.iter().any(|name| name == tool.name));
    wanted.filter(|tool| !there(tool.program)).flat_map(|tool| tool.packages).copied().collect()
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.current_dir(env::temp_dir());
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn only_what_is_missing_and_wanted_is_installed() {
        assert_eq!(missing(&[], &|_| true), [""; 0]);
        assert_eq!(missing(&[], &|program| program.ends_with("cc")), ["python3"]);
        assert_eq!(missing(&["python".to_owned()], &|_| false), ["gcc", "libc6-dev"]);
    }
}
