//! The time a program may still take: CPU time where it is counted, otherwise wall time.

use super::{Child, listening};
use crate::{AnswerCost, SandboxError, TimeBudget};
use std::{
    cell::Cell,
    io,
    sync::LazyLock,
    time::{Duration, Instant},
};

/// How late a timer may fire. If it fires later, the program did not take that long: the machine
/// stalled, or did not schedule this process.
const STALL: Duration = Duration::from_millis(500);
/// See [`Clock::is_fresh`].
const FRESH: Duration = Duration::from_micros(50);

/// A clock that runs while a program is on turn.
pub(super) struct Clock {
    started: Instant,
    before: Option<Duration>,
    budget: TimeBudget,
    /// The planned time of the next check.
    appointment: Cell<Option<Instant>>,
}

impl Clock {
    /// Starts the clock of a running program.
    pub(super) fn start(child: &impl Child, budget: TimeBudget) -> io::Result<Clock> {
        let before = child.cpu()?;
        Ok(Clock::new(before, budget))
    }

    /// Starts the clock of a program that starts at the same moment.
    pub(super) fn start_of_program(counted: bool, budget: TimeBudget) -> Clock {
        let before = counted.then_some(Duration::ZERO);
        Clock::new(before, budget)
    }

    fn new(before: Option<Duration>, budget: TimeBudget) -> Clock {
        Clock { started: Instant::now(), before, budget, appointment: Cell::new(None) }
    }

    /// The CPU time used before it started, since a reading of `last`.
    pub(super) fn since(&self, last: Option<Duration>) -> Duration {
        match (self.before, last) {
            (Some(before), Some(last)) => before.saturating_sub(last),
            _ => Duration::ZERO,
        }
    }

    /// The time of the next check; `None` if the budget is used up. An error if this check is so
    /// late that the time means nothing for the program.
    pub(super) fn next_look(&self, child: &impl Child) -> Result<Option<Instant>, SandboxError> {
        let now = Instant::now();
        if let Some(late) = self.appointment.get().and_then(|then| now.checked_duration_since(then))
            && late > STALL
        {
            return Err(SandboxError::Stalled { late });
        }
        let look = self.look(child, now).map_err(listening)?;
        // A program that takes memory must be stopped before its time is over.
        let look = look.map(|look| child.weighed_by().map_or(look, |by| look.min(by.max(now))));
        self.appointment.set(look);
        Ok(look)
    }

    /// Whether the program uses too much memory. The check takes some time, which does not count.
    pub(super) fn weighs_too_much(&self, child: &impl Child) -> io::Result<bool> {
        let before = Instant::now();
        let heavy = child.is_too_heavy()?;
        self.appointment.set(self.appointment.get().map(|then| then + before.elapsed()));
        Ok(heavy)
    }

    fn look(&self, child: &impl Child, now: Instant) -> io::Result<Option<Instant>> {
        let Some(before) = self.before else {
            let deadline = self.started + self.budget.cpu;
            return Ok((now < deadline).then_some(deadline));
        };
        let deadline = self.started + self.budget.wall;
        let earliest = self.started + self.budget.cpu;
        if now < earliest && now < deadline {
            // Its time cannot be over yet, unless it computes on several cores at once, which shows
            // in the end: most answers arrive before a check is needed.
            return Ok(Some(deadline.min(earliest)));
        }
        let used = child.cpu()?.unwrap_or_default().saturating_sub(before);
        if used >= self.budget.cpu || now >= deadline {
            return Ok(None);
        }
        Ok(Some(deadline.min(now + self.budget.cpu.saturating_sub(used))))
    }

    /// Whether a received answer took more CPU time than allowed: several processors use more CPU
    /// time than passes. Not checked for a program that has no time at all.
    pub(super) fn is_overdrawn(&self, child: &impl Child) -> io::Result<bool> {
        // A check costs as much as a fifth of a fast answer, and is useless while not even all
        // processors together can have computed for that long.
        let most = self.started.elapsed().saturating_mul(processors());
        Ok(self.is_limited() && most > self.budget.cpu && self.overdraws(self.charge(child)?))
    }

    /// Whether it has run for too short a time for running out of memory: finding that there is
    /// none, choosing a process and taking its memory takes longer. If it was close, a later check
    /// shows it.
    pub(super) fn is_fresh(&self) -> bool {
        self.started.elapsed() < FRESH
    }

    /// The same, for an answer of this cost.
    pub(super) fn overdraws(&self, taken: AnswerCost) -> bool {
        self.is_limited() && taken.charged > self.budget.cpu
    }

    fn is_limited(&self) -> bool {
        self.before.is_some() && !self.budget.cpu.is_zero()
    }

    pub(super) fn charge(&self, child: &impl Child) -> io::Result<AnswerCost> {
        Ok(self.charge_until(child.cpu()?))
    }

    /// The cost, of a program whose clock reads `now`.
    pub(super) fn charge_until(&self, now: Option<Duration>) -> AnswerCost {
        let wall = self.started.elapsed();
        let charged = match (self.before, now) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => wall,
        };
        AnswerCost { charged, wall }
    }
}

fn processors() -> u32 {
    static COUNT: LazyLock<u32> = LazyLock::new(|| {
        // All of the machine, not only ours: a child may run on other ones.
        std::fs::read_to_string("/proc/cpuinfo").map_or(4096, |text| {
            text.lines().filter(|line| line.starts_with("processor")).count().max(1) as u32
        })
    });
    *COUNT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProgramExit;
    use rustix::fd::BorrowedFd;

    /// A program that uses no computing time.
    struct Idle;

    impl Child for Idle {
        fn handle(&self) -> BorrowedFd<'_> {
            unreachable!("it is never waited for")
        }

        fn finish(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError> {
            Ok(ours)
        }
    }

    #[test]
    fn a_suspended_host_is_not_the_programs_fault() {
        let second = Duration::from_secs(1);
        let clock = Clock::start(&Idle, TimeBudget { cpu: second, wall: second }).unwrap();
        assert!(clock.next_look(&Idle).unwrap().is_some());
        let then = Instant::now().checked_sub(STALL * 2).unwrap();
        clock.appointment.set(Some(then));
        let error = clock.next_look(&Idle).unwrap_err();
        let SandboxError::Stalled { late } = error else { panic!("{error}") };
        assert!(late >= STALL * 2, "{error}");
    }

    #[test]
    fn who_takes_too_long_has_no_time_left() {
        let clock = Clock::start(&Idle, TimeBudget::default()).unwrap();
        assert_eq!(clock.next_look(&Idle).unwrap(), None);
    }
}
