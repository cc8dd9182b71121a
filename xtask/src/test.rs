//! `cargo xtask test`: installs what the tests need, then runs them. The runner has the last word.

use crate::{
    Ending, journeys, needs, packages,
    repository::{cargo, cargo_has, succeeds},
};
use anyhow::{Result, bail};

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
    /// Enough for all tests.
    #[default]
    Whole,
    /// Half a minute once everything is built.
    Fast,
}

impl Plan {
    /// Reads what stands behind `test`.
    pub(crate) fn read(words: &[&str]) -> Result<Plan> {
        let mut plan = Plan::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let names = match *word {
                "--fast" => {
                    plan.speed = Speed::Fast;
                    continue;
                }
                "--without" => words.next().copied(),
                other => match other.strip_prefix("--without=") {
                    Some(names) => Some(names),
                    None => bail!("unknown option `{other}`: use --fast or --without NAME,NAME"),
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
        eprintln!("the tests that need root are left out");
        without.push("root".to_owned());
    }
    let left_out = needs::left_out(&without);
    if cargo_has("nextest") {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        command.args(["--profile", if plan.speed == Speed::Fast { "fast" } else { "default" }]);
        command.args(needs::expression(&left_out).iter().flat_map(|filter| ["-E", filter]));
    } else {
        // What nextest runs: the last word is not that of documentation without tests.
        command.args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]);
        command.arg("--").args(left_out.iter().flat_map(|test| ["--skip", test]));
        if plan.speed == Speed::Fast {
            command.args(["--skip", "_takes_long"]);
        }
    }
    // Whoever is asked whether the tests pass must not write snapshots.
    command.env("INSTA_UPDATE", "no");
    if plan.speed == Speed::Fast {
        command.env("CERTAMEN_FAST", "1");
    }
    if !plan.without.is_empty() {
        command.env("CERTAMEN_WITHOUT", plan.without.join(","));
    }
    Ok(if succeeds(&mut command)? { Ending::Fine } else { Ending::Failed })
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
