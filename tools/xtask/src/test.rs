//! `cargo xtask test`: installs what the tests need, then runs them.

use crate::{
    Ending, journeys, needs, packages,
    repository::{cargo, cargo_has, root, succeeds},
};
use anyhow::{Result, bail};
use std::fs;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plan {
    /// How much time there is.
    pub(crate) speed: Speed,
    /// The languages to do without.
    pub(crate) without: Vec<String>,
}

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Speed {
    /// Everything, at length and once per compiler.
    Nightly,
    /// All tests but those whose names end in `_nightly`.
    #[default]
    Whole,
    /// Nor those whose names end in `_takes_long`.
    Fast,
}

impl Speed {
    /// The profile of `cargo nextest`.
    fn profile(self) -> &'static str {
        match self {
            Speed::Nightly => "nightly",
            Speed::Whole => "default",
            Speed::Fast => "fast",
        }
    }

    /// How the names of the tests end that are left out.
    fn left_out(self) -> &'static [&'static str] {
        match self {
            Speed::Nightly => &[],
            Speed::Whole => &["_nightly"],
            Speed::Fast => &["_nightly", "_takes_long"],
        }
    }
}

/// More tests than these that passed only at a second try fail the run.
const MOST_RETRIES: usize = 2;

impl Plan {
    /// Reads what stands behind `test`.
    pub(crate) fn read(words: &[&str]) -> Result<Plan> {
        let mut plan = Plan::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let names = match *word {
                "--fast" | "--nightly" => {
                    plan.speed = if *word == "--fast" { Speed::Fast } else { Speed::Nightly };
                    continue;
                }
                "--without" => words.next().copied(),
                other => match other.strip_prefix("--without=") {
                    Some(names) => Some(names),
                    None => bail!(
                        "unknown option `{other}`: use --fast, --nightly or --without NAME,NAME"
                    ),
                },
            };
            let Some(names) = names.filter(|names| !names.is_empty()) else {
                bail!("--without: name the languages, as in --without c,python");
            };
            plan.without.extend(names.split(',').map(str::to_owned));
        }
        Ok(plan)
    }
}

/// Runs the tests of all crates.
pub(crate) fn run(plan: &Plan) -> Result<Ending> {
    if packages::provide(&plan.without)? == Ending::Stuck {
        return Ok(Ending::Stuck);
    }
    journeys::provide(&plan.without)?;
    let mut command = cargo();
    let mut without = plan.without.clone();
    if !packages::is_root() {
        eprintln!("skipping the tests that need root");
        without.push("root".to_owned());
    }
    let left_out = needs::left_out(&without);
    if cargo_has("nextest") {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        command.args(["--profile", plan.speed.profile()]);
        command.args(needs::expression(&left_out).iter().flat_map(|filter| ["-E", filter]));
    } else {
        // What nextest runs: the last word is not that of documentation without tests.
        command.args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]);
        command.arg("--").args(left_out.iter().flat_map(|test| ["--skip", test]));
        command.args(plan.speed.left_out().iter().flat_map(|ending| ["--skip", ending]));
    }
    // A run that checks whether the tests pass must not write snapshots.
    command.env("INSTA_UPDATE", "no");
    match plan.speed {
        Speed::Nightly => drop(command.env("CERTAMEN_ALL", "1")),
        Speed::Whole => {}
        Speed::Fast => drop(command.env("CERTAMEN_FAST", "1")),
    }
    if !plan.without.is_empty() {
        command.env("CERTAMEN_WITHOUT", plan.without.join(","));
    }
    let report = root().join(format!("target/nextest/{}/junit.xml", plan.speed.profile()));
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let passed = succeeds(&mut command)?;
    // A plain `cargo test` tries nothing twice and writes no report.
    let retried =
        fs::read_to_string(&report).map_or(0, |text| text.matches("<flakyFailure").count());
    if retried > MOST_RETRIES {
        eprintln!(
            "{retried} failed attempts of tests that then passed: at most {MOST_RETRIES} are allowed"
        );
    }
    Ok(if passed && retried <= MOST_RETRIES { Ending::Fine } else { Ending::Failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_unknown_ones_refused() {
        let plan = Plan::read(&["--fast", "--without", "r,java"]).unwrap();
        assert_eq!((plan.speed, plan.without), (Speed::Fast, vec!["r".into(), "java".into()]));
        assert_eq!(Plan::read(&["--without=c"]).unwrap().without, ["c"]);
        assert_eq!(Plan::read(&[]).unwrap(), Plan::default());
        for wrong in [&["--quick"][..], &["--without"], &["--without="]] {
            assert!(Plan::read(wrong).is_err(), "{wrong:?}");
        }
    }
}
