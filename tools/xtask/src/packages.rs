//! The Debian packages that the tests need, and their installation.

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
    Tool { name: "cpp", program: "/usr/bin/g++", packages: &["g++"] },
    Tool { name: "d", program: "/usr/bin/gdc", packages: &["gdc"] },
    Tool { name: "go", program: "/usr/bin/go", packages: &["golang-go"] },
    Tool { name: "java", program: "/usr/bin/javac", packages: &["default-jdk-headless"] },
    Tool { name: "ruby", program: "/usr/bin/ruby", packages: &["ruby"] },
    Tool { name: "python", program: "/usr/bin/python3", packages: &["python3"] },
    Tool { name: "lua", program: "/usr/bin/lua5.4", packages: &["lua5.4"] },
    Tool { name: "r", program: "/usr/bin/Rscript", packages: &["r-base-core"] },
    Tool { name: "javascript", program: "/usr/bin/node", packages: &["nodejs"] },
    Tool { name: "perl", program: "/usr/bin/perl", packages: &["perl"] },
    Tool { name: "common-lisp", program: "/usr/bin/sbcl", packages: &["sbcl"] },
    Tool { name: "course-lisp", program: "/usr/bin/sbcl", packages: &["sbcl"] },
    Tool { name: "browser", program: "/usr/bin/chromium", packages: &["chromium"] },
    Tool { name: "browser", program: "/usr/bin/node", packages: &["nodejs"] },
    Tool { name: "browser", program: "/usr/bin/npm", packages: &["npm"] },
    Tool { name: "browser", program: "/usr/bin/java", packages: &["default-jre-headless"] },
    Tool { name: "nats-server", program: "/usr/sbin/nats-server", packages: &["nats-server"] },
    Tool { name: "gnugo", program: "/usr/games/gnugo", packages: &["gnugo"] },
    Tool { name: "fairymax", program: "/usr/games/fairymax", packages: &["fairymax"] },
    Tool { name: "gnuchess", program: "/usr/games/gnuchess", packages: &["gnuchess"] },
    Tool { name: "phalanx", program: "/usr/games/phalanx", packages: &["phalanx"] },
    Tool { name: "stockfish", program: "/usr/games/stockfish", packages: &["stockfish"] },
    Tool {
        name: "fairy-stockfish",
        program: "/usr/games/fairy-stockfish",
        packages: &["fairy-stockfish"],
    },
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
        eprintln!("the tests need missing programs; as root, run:\n{line}");
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

/// Whether root runs this.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn only_what_is_missing_and_wanted_is_installed() {
        assert_eq!(missing(&[], &|_| true), [""; 0]);
        let only = |lost: &'static str| move |program: &str| !program.ends_with(lost);
        assert_eq!(missing(&[], &only("/cc")), ["gcc", "libc6-dev"]);
        assert_eq!(missing(&[], &only("/Rscript")), ["r-base-core"]);
        let without = ["r", "java", "browser"].map(str::to_owned);
        let all = missing(&without, &|_| false);
        assert!(all.contains(&"lua5.4") && all.contains(&"gnugo"), "{all:?}");
        assert!(!all.contains(&"chromium"), "{all:?}");
        assert!(!all.contains(&"r-base-core") && !all.contains(&"default-jdk-headless"), "{all:?}");
    }
}
