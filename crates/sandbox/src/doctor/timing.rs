//! The cost of isolation here: medians of some dozens of runs, alternatives in turn.

use super::{
    DoctorFinding, Item, Part, Status, say,
    selftest::{SelftestCell, SelftestDir},
};
use crate::{Broken, Operation, Process, Sandbox, SandboxError, TimeBudget};
use certamen_i18n::{Message, quoted};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::{
    fs,
    time::{Duration, Instant},
};

/// The number of repetitions.
const TIMES: usize = 40;

/// Measures everything. What cannot be measured is left out: nothing depends on it.
pub(super) fn timing(sandbox: &dyn Sandbox) -> Vec<DoctorFinding> {
    let Ok(selftest_dir) = SelftestDir::new() else { return Vec::new() };
    let allowed = sched_getaffinity(None);
    let findings = measure(&selftest_dir, sandbox, allowed.as_ref().ok()).unwrap_or_default();
    if let Ok(allowed) = allowed {
        let _ = sched_setaffinity(None, &allowed);
    }
    findings
}

fn measure(
    selftest_dir: &SelftestDir,
    sandbox: &dyn Sandbox,
    allowed: Option<&CpuSet>,
) -> Result<Vec<DoctorFinding>, SandboxError> {
    let is_allowed = |core: &usize| allowed.is_some_and(|set| set.is_set(*core));
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(is_allowed).collect();
    if let Some(&core) = cores.first() {
        pin(core);
    }
    let creation = Instant::now();
    let mut cell = selftest_dir.cell(sandbox, "echo")?;
    let creation = creation.elapsed();
    let (inside, outside) = one_shots(selftest_dir, &mut cell)?;
    let mut canary = cell.start()?;
    let same = trips(canary.as_mut(), Turns::One)?;
    let turns = trips(canary.as_mut(), Turns::Each)?;
    let ratio = inside.as_secs_f64() / outside.as_secs_f64();
    let us = |time: Duration| Message::verbatim(format!("{:.1} µs", time.as_secs_f64() * 1e6));
    let mut all = vec![
        (Item::Raising, us(creation)),
        (Item::BareRun, us(outside)),
        (Item::SandboxRun, say::of_that(us(inside), quoted(&format!("{ratio:.2}")))),
        (Item::OneCore, us(same)),
        (Item::Stopping, us(turns.saturating_sub(same))),
    ];
    if let [_, other, ..] = cores[..] {
        pin(other);
        all.push((Item::TwoCores, us(trips(canary.as_mut(), Turns::One)?)));
    }
    let finding = |(item, detail)| DoctorFinding::new(Part::Timing, item, Status::Ok, detail);
    Ok(all.into_iter().map(finding).collect())
}

/// Pins this thread, and what it starts from now on, to `core`.
fn pin(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    // If that is not allowed, the figures are less exact.
    let _ = sched_setaffinity(None, &set);
}

fn one_shots(
    selftest_dir: &SelftestDir,
    cell: &mut SelftestCell<'_>,
) -> Result<(Duration, Duration), SandboxError> {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let started = Instant::now();
        cell.run("hello")?;
        inside.push(started.elapsed());
        let started = Instant::now();
        selftest_dir.outside("hello").map_err(SandboxError::during(Operation::Canary))?;
        outside.push(started.elapsed());
    }
    Ok((median(inside), median(outside)))
}

/// Whether a program is frozen after each answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    One,
    Each,
}

fn trips(canary: &mut dyn Process, turns: Turns) -> Result<Duration, SandboxError> {
    let second = Duration::from_secs(1);
    let time = TimeBudget { cpu: second, wall: 10 * second };
    let mut line = Vec::new();
    let mut taken = Vec::new();
    canary.begin_turn(time)?;
    for _ in 0..TIMES {
        let started = Instant::now();
        if turns == Turns::Each {
            canary.end_turn()?;
            canary.begin_turn(time)?;
        }
        if let Err(Broken::Sandbox(error)) =
            canary.send(b"?").and_then(|()| canary.receive(&mut line))
        {
            return Err(error);
        }
        taken.push(started.elapsed());
    }
    canary.end_turn()?;
    Ok(median(taken))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The time stolen by the machine's hypervisor, and all time, at a moment.
pub(super) struct StolenTime(Option<(u64, u64)>);

impl StolenTime {
    pub(super) fn now() -> StolenTime {
        let stat = fs::read_to_string("/proc/stat").ok();
        StolenTime(stat.as_deref().and_then(stolen_and_all))
    }

    /// The share stolen since then.
    pub(super) fn finding(&self) -> Option<DoctorFinding> {
        let ((stolen, all), (stolen_now, all_now)) = (self.0?, StolenTime::now().0?);
        let passed = all_now.saturating_sub(all).max(1);
        let share = stolen_now.saturating_sub(stolen) as f64 / passed as f64 * 100.0;
        let detail = say::meanwhile(quoted(&format!("{share:.1}")));
        Some(DoctorFinding::new(Part::Timing, Item::Stolen, Status::Ok, detail))
    }
}

/// Of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal.
fn stolen_and_all(stat: &str) -> Option<(u64, u64)> {
    let fields = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
    let times: Vec<u64> = fields.take(8).filter_map(|field| field.parse().ok()).collect();
    Some((*times.get(7)?, times.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_time_is_the_eighth() {
        let stat = "cpu  10 0 20 60 1 2 3 4 0 0\ncpu0 1 2 3\n";
        assert_eq!(stolen_and_all(stat), Some((4, 100)));
        assert_eq!(stolen_and_all("intr 5\n"), None);
        assert_eq!(stolen_and_all("cpu  1 2 3\n"), None);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let times = [9, 1, 5].map(Duration::from_millis).to_vec();
        assert_eq!(median(times), Duration::from_millis(5));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }
}
