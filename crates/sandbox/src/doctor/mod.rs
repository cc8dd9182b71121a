//! The doctor: what the sandbox really enforces here, tested with canary programs.
//!
//! A configured protection may have no effect; so each is tested.

mod cache;
mod canaries;
mod finding;
mod probe;
mod selftest;
mod timing;

pub use finding::{CanaryError, DoctorFinding, Item, Part, Status, TestError};

use crate::{Launcher, Sandbox, SandboxError, Tier};
use certamen_i18n::{Localize, Message};
use finding::{ProbeOutput, ProbeTest};
use selftest::SelftestDir;

mod say {
    certamen_i18n::texts!("locales/doctor");
}

/// The result of [`examine`].
#[derive(Clone, Debug)]
pub struct DoctorReport {
    /// The best tier that is available and passes its tests.
    pub tier: Tier,
    /// What is missing compared with tier A.
    pub lost: Vec<Item>,
    /// One for each check.
    pub findings: Vec<DoctorFinding>,
    /// Whether the results of canaries are cached ones.
    pub cached: bool,
}

/// Whether cached results are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CachePolicy {
    /// Those of this boot, this program and this user are.
    Use,
    /// All tests are run.
    Ignore,
}

/// What only tier A has.
const GROUPS: [Item; 4] =
    [Item::SecondUser, Item::MemoryGroup, Item::ProcessGroup, Item::GroupClock];
/// What tier C lacks, too.
const OWN_VIEW: [Item; 5] =
    [Item::Namespaces, Item::PrivateRoot, Item::ConstantNumber, Item::Limits, Item::Freezing];
/// What tier D lacks.
const ISOLATION: [Item; 5] =
    [Item::Namespaces, Item::PrivateRoot, Item::CallFilter, Item::NoNetwork, Item::Limits];

/// Runs all checks.
pub fn examine(launcher: &Launcher, policy: CachePolicy) -> DoctorReport {
    let stolen_time = timing::StolenTime::now();
    let mut findings = match SelftestDir::new() {
        Ok(selftest_dir) => probe::probe(&selftest_dir),
        Err(error) => vec![lost_isolation(Item::Canaries, error.message())],
    };
    let (mut reached, mut cached) = (Tier::D, false);
    match crate::best(launcher) {
        Ok(sandbox) => {
            reached = sandbox.tier();
            match tests(&*sandbox, policy) {
                Ok((tests, were_cached)) => {
                    cached = were_cached;
                    findings.extend(tests.into_iter().map(ProbeTest::finding));
                    findings.extend(timing::timing(&*sandbox));
                }
                Err(error) => findings.push(DoctorFinding::new(
                    Part::Test,
                    Item::SelfTest,
                    Status::Failed,
                    error.message(),
                )),
            }
        }
        Err(reasons) => {
            let each = reasons.iter().map(|reason| lost_isolation(Item::Sandbox, reason.message()));
            findings.extend(each);
        }
    }
    findings.extend(stolen_time.finding());
    let (tier, lost) = verdict(reached, &findings);
    DoctorReport { tier, lost, findings, cached }
}

fn lost_isolation(item: Item, detail: Message) -> DoctorFinding {
    let finding = DoctorFinding::new(Part::Probe, item, Status::Lost, detail);
    DoctorFinding { loses: Some(say::loses_all()), ..finding }
}

/// The tier that passes, and what is missing: one failed test fails the sandbox.
fn verdict(reached: Tier, findings: &[DoctorFinding]) -> (Tier, Vec<Item>) {
    let tests = findings.iter().filter(|finding| finding.part == Part::Test);
    let items =
        |status| tests.clone().filter(move |test| test.status == status).map(|test| test.item);
    let holds = items(Status::Failed).next().is_none();
    let tier = if holds { reached } else { Tier::D };
    let mut lost: Vec<Item> = items(Status::Failed).chain(items(Status::Lost)).collect();
    if tier > Tier::A {
        lost.extend(GROUPS);
    }
    lost.extend(match tier {
        Tier::A | Tier::B => &[][..],
        Tier::C => &OWN_VIEW,
        Tier::D => &ISOLATION,
    });
    let mut once = Vec::new();
    for item in lost {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    (tier, once)
}

/// Tests with canaries whether `sandbox` isolates, unless a result since the last boot is cached.
/// Callers that run untrusted programs call this first.
pub fn self_test_cached(sandbox: &dyn Sandbox) -> Result<(), TestError> {
    let (tests, _) = tests(sandbox, CachePolicy::Use)?;
    let mut findings = tests.into_iter().map(ProbeTest::finding);
    match findings.find(|test| test.status == Status::Failed) {
        None => Ok(()),
        Some(DoctorFinding { item, detail, .. }) => Err(TestError::Failed { item, detail }),
    }
}

/// The canary results of `sandbox`, and whether they are cached. Failures are tested
/// again each time.
fn tests(sandbox: &dyn Sandbox, policy: CachePolicy) -> Result<(Vec<ProbeTest>, bool), TestError> {
    if sandbox.tier() == Tier::D {
        return Err(TestError::Nothing);
    }
    let cache = cache::Cache::of(sandbox.tier());
    if policy == CachePolicy::Use
        && let Some(known) = cache.as_ref().and_then(cache::Cache::read)
    {
        return Ok((known, true));
    }
    let tests = self_test(sandbox)?;
    if let Some(cache) = cache
        && !tests.iter().any(|test| matches!(test.shown, ProbeOutput::Failed(_)))
    {
        // Without a cache, all tests are run each time.
        let _ = cache.write(&tests);
    }
    Ok((tests, false))
}

fn self_test(sandbox: &dyn Sandbox) -> Result<Vec<ProbeTest>, TestError> {
    let selftest_dir = SelftestDir::new()?;
    let mut cell = selftest_dir.cell(sandbox, "ponder")?;
    let probes = canaries::PROBES.iter().filter(|probe| probe.counts_in(sandbox.tier()));
    let tests = probes.map(|probe| {
        let failed = |error: SandboxError| ProbeOutput::Failed(error.message());
        ProbeTest { item: probe.item, shown: probe.run(&mut cell).unwrap_or_else(failed) }
    });
    Ok(tests.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(item: Item, status: Status) -> DoctorFinding {
        DoctorFinding::new(Part::Test, item, status, None)
    }

    #[test]
    fn one_failed_test_fails_the_tier() {
        let fine = [test(Item::AnswersAreHeard, Status::Ok)];
        assert_eq!(verdict(Tier::A, &fine), (Tier::A, Vec::new()));
        let out = test(Item::NoSockets, Status::Failed);
        let (tier, lost) = verdict(Tier::A, &[fine[0].clone(), out]);
        assert_eq!((tier, lost[0]), (Tier::D, Item::NoSockets));
        assert!(lost.contains(&Item::Namespaces), "{lost:?}");
    }

    #[test]
    fn lost_items_are_named_once() {
        let lost_freezing = [test(Item::Freezing, Status::Lost)];
        assert_eq!(verdict(Tier::A, &lost_freezing), (Tier::A, vec![Item::Freezing]));
        let (tier, lost) = verdict(Tier::B, &lost_freezing);
        assert_eq!((tier, lost.len()), (Tier::B, GROUPS.len() + 1));
        let (tier, lost) = verdict(Tier::C, &lost_freezing);
        assert_eq!((tier, lost.len()), (Tier::C, GROUPS.len() + OWN_VIEW.len()));
    }

    #[test]
    fn findings_are_english_in_json_and_have_four_languages() {
        let finding = ProbeTest {
            item: Item::NoSockets,
            shown: ProbeOutput::Ok(finding::CanaryFigure::Attempts(5)),
        };
        let finding = finding.finding();
        assert_eq!(
            serde_json::to_string(&finding).unwrap(),
            r#"{"part":"test","item":"no sockets","status":"ok","detail":"5 attempts"}"#
        );
        let detail = finding.detail.unwrap();
        assert_eq!(detail.get(certamen_i18n::Language::Es), "5 intentos");
        assert_eq!(finding.item.message().get(certamen_i18n::Language::It), "niente socket");
    }
}
