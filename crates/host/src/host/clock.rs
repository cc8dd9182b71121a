//! The time of a contest: that of the wall, or that of a contest of long ago, played through now.

use super::Time;
use crate::StopSignal;
use jiff::{SignedDuration, Timestamp};
use std::{thread, time::Duration};

/// How long to sleep before checking the stop signal and the folder of submissions again.
const NAP: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Debug)]
pub(super) enum HostClock {
    Wall,
    /// It stops while anything is done, and jumps from one event to the next.
    Replayed(Timestamp),
}

impl HostClock {
    /// The clock of a contest that begins at `start` and published something at `last`.
    pub(super) fn start(time: Time, start: Timestamp, last: Option<Timestamp>) -> HostClock {
        match time {
            Time::Now => HostClock::Wall,
            Time::Replayed(from) => {
                HostClock::Replayed(start.max(last.unwrap_or(start)).max(from.unwrap_or(start)))
            }
        }
    }

    pub(super) fn now(self) -> Timestamp {
        match self {
            HostClock::Wall => Timestamp::now(),
            HostClock::Replayed(now) => now,
        }
    }

    /// Whether the contest is one of long ago.
    pub(super) fn is_replayed(self) -> bool {
        matches!(self, HostClock::Replayed(_))
    }

    /// Waits until `event`, or until `woken` or the stop signal is set.
    pub(super) fn wait(
        &mut self,
        event: Timestamp,
        stop: &StopSignal,
        mut woken: impl FnMut() -> bool,
    ) {
        match self {
            HostClock::Replayed(now) => *now = event.max(*now),
            HostClock::Wall => {
                while !stop.is_set() && !woken() {
                    let left = event.duration_since(Timestamp::now());
                    if left <= SignedDuration::ZERO {
                        return;
                    }
                    thread::sleep(Duration::try_from(left).unwrap_or(NAP).min(NAP));
                }
            }
        }
    }
}
