//! The time a program may still take: computing time where it is counted, else time on the wall.

use super::Child;
use crate::{Allowance, Charge};
use std::{
    io,
    time::{Duration, Instant},
};

/// A clock that runs while a program is on turn.
pub(super) struct Clock {
    started: Instant,
    before: Option<Duration>,
    allowance: Allowance,
}

impl Clock {
    /// Starts the clock of a program that may take `allowance`.
    pub(super) fn start(child: &impl Child, allowance: Allowance) -> io::Result<Clock> {
        let before = child.cpu()?;
        Ok(Clock { started: Instant::now(), before, allowance })
    }

    /// Starts the clock of a program that is started at the same moment.
    pub(super) fn start_of_program(counted: bool, allowance: Allowance) -> Clock {
        let before = counted.then_some(Duration::ZERO);
        Clock { started: Instant::now(), before, allowance }
    }

    /// When to look again at the latest; none if the time is over.
    pub(super) fn next_look(&self, child: &impl Child) -> io::Result<Option<Instant>> {
        let now = Instant::now();
        let Some(before) = self.before else {
            let deadline = self.started + self.allowance.cpu;
            return Ok((now < deadline).then_some(deadline));
        };
        let deadline = self.started + self.allowance.wall;
        let earliest = self.started + self.allowance.cpu;
        if now < earliest && now < deadline {
            // Its time cannot be over yet, unless it computes on several cores at once, which its
            // charge will show: most answers come before anybody has to look.
            return Ok(Some(deadline.min(earliest)));
        }
        let used = child.cpu()?.unwrap_or_default().saturating_sub(before);
        if used >= self.allowance.cpu || now >= deadline {
            return Ok(None);
        }
        Ok(Some(deadline.min(now + self.allowance.cpu.saturating_sub(used))))
    }

    /// What was used.
    pub(super) fn charge(&self, child: &impl Child) -> io::Result<Charge> {
        let wall = self.started.elapsed();
        let charged = match (self.before, child.cpu()?) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => wall,
        };
        Ok(Charge { charged, wall })
    }
}
