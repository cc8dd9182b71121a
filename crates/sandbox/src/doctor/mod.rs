//! The doctor: what the sandbox really enforces here, tried with canary programs.
//!
//! What is configured may have no effect; so nothing here is believed before it was tried.

mod aviary;
mod behaviour;
mod cache;
mod denials;
mod probe;
mod timing;

use crate::{Sandbox, SandboxError, Tier};
use aviary::{Aviary, Cage};
use serde::{Deserialize, Serialize};
use std::io;

/// One thing that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of thing.
    pub part: Part,
    /// Its technical name.
    pub item: String,
    /// What came of it.
    pub status: Status,
    /// A figure, or what was answered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Why it is probably so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// What is likely to help.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix: String,
    /// What programs can do, or we cannot, because of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub loses: String,
}

/// What kind of thing was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What the machine offers.
    Probe,
    /// What canaries can do inside.
    Test,
    /// What it costs.
    Timing,
}

/// What came of trying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Ok,
    /// Not to be had; one can do without.
    Lost,
    /// The sandbox does not hold.
    Failed,
}

impl Finding {
    fn new(part: Part, item: &str, status: Status, detail: String) -> Finding {
        let empty = String::new;
        let (cause, fix, loses) = (empty(), empty(), empty());
        Finding { part, item: item.to_owned(), status, detail, cause, fix, loses }
    }
}

/// Everything that was found out.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The tier that is to be had and holds.
    pub tier: Tier,
    /// What is missing from the whole of tier A.
    pub lost: Vec<String>,
    /// Each thing that was tried.
    pub findings: Vec<Finding>,
    /// Whether what canaries did was found out earlier.
    pub cached: bool,
}

/// Whether earlier results count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// Those of this boot, this program and this user do.
    Counts,
    /// All is tried again.
    Ignored,
}

/// Why a sandbox must not be used.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// A canary could do what it must not, or could not do what it must.
    #[error("the sandbox does not hold: {item}: {detail}; `certamen doctor` says more")]
    Failed {
        /// What was tried.
        item: String,
        /// What came of it.
        detail: String,
    },
    /// There is nothing to test, and canaries let loose would do harm.
    #[error("tier D isolates nothing: there is nothing to test")]
    Nothing,
    /// Canaries cannot be run.
    #[error("the sandbox cannot be tested: {0}")]
    Canary(#[from] io::Error),
    /// Canaries cannot be housed.
    #[error("the sandbox cannot be tested: {0}")]
    Sandbox(#[from] SandboxError),
}

/// What tier A has and lower tiers have not.
const GROUPS: [&str; 5] =
    ["second user", "memory group", "process group", "group clock", "freezing"];
/// What tier C has not.
const OWN_VIEW: [&str; 4] = ["namespaces", "private root", "constant process number", "limits"];
/// What tier D has not either.
const ISOLATION: [&str; 5] =
    ["namespaces", "private root", "system call filter", "no network", "limits"];

/// Finds out everything.
pub fn examine(earlier: Earlier) -> Examination {
    let steal = timing::Steal::now();
    let mut findings = match Aviary::new() {
        Ok(aviary) => probe::probe(&aviary),
        Err(error) => vec![lost_isolation("canaries", error.to_string())],
    };
    let (mut reached, mut cached) = (Tier::D, false);
    match crate::best() {
        Ok(sandbox) => {
            reached = sandbox.tier();
            match tests(&*sandbox, earlier) {
                Ok((tests, were_cached)) => {
                    cached = were_cached;
                    findings.extend(tests);
                    findings.extend(timing::timing(&*sandbox));
                }
                Err(error) => findings.push(Finding::new(
                    Part::Test,
                    "self-test",
                    Status::Failed,
                    error.to_string(),
                )),
            }
        }
        Err(reasons) => {
            let each = reasons.iter().map(|reason| lost_isolation("sandbox", reason.to_string()));
            findings.extend(each);
        }
    }
    findings.extend(steal.finding());
    let (tier, lost) = verdict(reached, &findings);
    Examination { tier, lost, findings, cached }
}

fn lost_isolation(item: &str, detail: String) -> Finding {
    let finding = Finding::new(Part::Probe, item, Status::Lost, detail);
    Finding { loses: "all isolation".to_owned(), ..finding }
}

/// The tier that holds, and what is missing: a sandbox out of which one canary got is none.
fn verdict(reached: Tier, findings: &[Finding]) -> (Tier, Vec<String>) {
    let tests = findings.iter().filter(|finding| finding.part == Part::Test);
    let items = |status| {
        tests.clone().filter(move |test| test.status == status).map(|test| test.item.as_str())
    };
    let holds = items(Status::Failed).next().is_none();
    let tier = if holds { reached } else { Tier::D };
    let mut lost: Vec<&str> = items(Status::Failed).chain(items(Status::Lost)).collect();
    if tier > Tier::A {
        lost.extend(GROUPS);
    }
    lost.extend(match tier {
        Tier::A | Tier::B => &[][..],
        Tier::C => &OWN_VIEW,
        Tier::D => &ISOLATION,
    });
    let mut names: Vec<String> = Vec::new();
    for name in lost {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    (tier, names)
}

/// Tries with canaries whether `sandbox` holds, unless it was found to hold since the machine
/// started. Whoever runs programs of strangers calls this first.
pub fn self_test_cached(sandbox: &dyn Sandbox) -> Result<(), TestError> {
    let (tests, _) = tests(sandbox, Earlier::Counts)?;
    match tests.into_iter().find(|test| test.status == Status::Failed) {
        None => Ok(()),
        Some(Finding { item, detail, .. }) => Err(TestError::Failed { item, detail }),
    }
}

/// What canaries can do in `sandbox`, and whether that was found out earlier. Failures are found
/// out anew each time.
fn tests(sandbox: &dyn Sandbox, earlier: Earlier) -> Result<(Vec<Finding>, bool), TestError> {
    if sandbox.tier() == Tier::D {
        return Err(TestError::Nothing);
    }
    let cache = cache::Cache::of(sandbox.tier());
    if earlier == Earlier::Counts
        && let Some(known) = cache.as_ref().and_then(cache::Cache::read)
    {
        return Ok((known, true));
    }
    let tests = self_test(sandbox)?;
    if let Some(cache) = cache
        && tests.iter().all(|test| test.status != Status::Failed)
    {
        // Where nothing can be kept, all is tried each time.
        let _ = cache.write(&tests);
    }
    Ok((tests, false))
}

/// What a canary showed.
enum Shown {
    Ok(String),
    /// One can do without it.
    Lost(String),
    Failed(String),
}

/// Something to try with canaries.
type Trial = (&'static str, fn(&mut Cage<'_>) -> Result<Shown, SandboxError>);

fn self_test(sandbox: &dyn Sandbox) -> Result<Vec<Finding>, TestError> {
    let aviary = Aviary::new()?;
    let mut cage = aviary.cage(sandbox, "ponder")?;
    let mut findings = Vec::new();
    let mut add = |item, shown: Result<Shown, SandboxError>| {
        let (status, detail) = match shown {
            Ok(Shown::Ok(detail)) => (Status::Ok, detail),
            Ok(Shown::Lost(detail)) => (Status::Lost, detail),
            Ok(Shown::Failed(detail)) => (Status::Failed, detail),
            Err(error) => (Status::Failed, error.to_string()),
        };
        findings.push(Finding::new(Part::Test, item, status, detail));
    };
    let tier = sandbox.tier();
    for denial in denials::ALL.iter().filter(|denial| denial.counts_in(tier)) {
        add(denial.item, denial.try_it(&mut cage));
    }
    for (item, trial) in if tier == Tier::C { behaviour::ONE_WALL } else { behaviour::ALL } {
        add(item, trial(&mut cage));
    }
    Ok(findings)
}

certamen_speech::plain!(TestError);

#[cfg(test)]
mod tests {
    use super::*;

    fn test(item: &str, status: Status) -> Finding {
        Finding::new(Part::Test, item, status, String::new())
    }

    #[test]
    fn one_canary_that_gets_out_is_the_end_of_the_tier() {
        let fine = [test("answers are heard", Status::Ok)];
        assert_eq!(verdict(Tier::A, &fine), (Tier::A, Vec::new()));
        let (tier, lost) = verdict(Tier::A, &[fine[0].clone(), test("no sockets", Status::Failed)]);
        assert_eq!((tier, lost[0].as_str()), (Tier::D, "no sockets"));
        assert!(lost.iter().any(|name| name == "namespaces"), "{lost:?}");
    }

    #[test]
    fn what_is_lost_is_named_once() {
        let lost_freezing = [test("freezing", Status::Lost)];
        assert_eq!(verdict(Tier::A, &lost_freezing), (Tier::A, vec!["freezing".to_owned()]));
        let (tier, lost) = verdict(Tier::B, &lost_freezing);
        assert_eq!((tier, lost.len()), (Tier::B, GROUPS.len()));
        let (tier, lost) = verdict(Tier::C, &lost_freezing);
        assert_eq!((tier, lost.len()), (Tier::C, GROUPS.len() + OWN_VIEW.len()));
    }
}
