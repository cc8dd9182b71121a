//! Sleep of a program that is on turn: it computes nothing and keeps a core of the host.
//!
//! A busy host must not make an innocent program look asleep. So the time that passed without
//! computing is not the criterion; the program is sampled now and then, and a sample counts only if
//! it finds every task asleep, with no computing done and none waited for since the last sample, and
//! if it came when it was to come.

use super::Child;
use crate::processes::tasks;
use std::{
    fs,
    time::{Duration, Instant},
};

/// The interval of samples. Most answers come before the first one.
const EVERY: Duration = Duration::from_millis(25);
/// Sampling may take one part in this many of the time.
const SHARE: u32 = 10;
/// A sample that is later than planned by this much says more about the host.
const LATE: Duration = Duration::from_millis(25);
/// Sleep in one piece that ends a turn.
const PIECE_LIMIT: Duration = Duration::from_millis(500);
/// Sleep in all turns of a match, unless a single move may take longer.
const MATCH_LIMIT: Duration = Duration::from_secs(1);

/// How long a program slept in its turns.
#[derive(Debug)]
pub(crate) struct Sleep {
    turn: Duration,
    /// In this turn, without a pause until now.
    piece: Duration,
    /// In the turns before, except the first, in which it started.
    before: Duration,
    /// The limit for the match.
    limit: Duration,
    starts: bool,
    due: Instant,
    last: Option<SleepSample>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SleepSample {
    /// The tasks, and the nanoseconds that they have computed and waited to compute.
    tasks: usize,
    busy: u64,
    /// Whether one of them is running, ready, or waiting for the machine.
    awake: bool,
}

impl Sleep {
    /// Of a program that runs through a match; its first turn includes its start.
    pub(crate) fn of_living() -> Sleep {
        Sleep { starts: true, ..Sleep::of_runs() }
    }

    /// Of a program that is started again for each turn.
    pub(crate) fn of_runs() -> Sleep {
        Sleep {
            turn: Duration::ZERO,
            piece: Duration::ZERO,
            before: Duration::ZERO,
            limit: MATCH_LIMIT,
            starts: false,
            due: Instant::now(),
            last: None,
        }
    }

    /// A turn begins with `time` for computing.
    pub(super) fn begin_turn(&mut self, time: Duration) {
        self.turn = Duration::ZERO;
        self.piece = Duration::ZERO;
        self.limit = if self.starts { MATCH_LIMIT } else { MATCH_LIMIT.max(time) };
        self.last = None;
        self.due = Instant::now() + EVERY;
    }

    pub(super) fn end_turn(&mut self) {
        // Starting has its own limit.
        self.before += if self.starts { Duration::ZERO } else { self.turn };
        self.starts = false;
    }

    /// In this turn, or in the last one.
    pub(super) fn in_turn(&self) -> Duration {
        self.turn
    }

    /// When to take the next sample.
    pub(super) fn due(&self) -> Instant {
        self.due
    }

    /// Whether it slept longer than allowed. Takes a sample if one is due.
    pub(super) fn is_over(&mut self, child: &impl Child) -> bool {
        let now = Instant::now();
        if now >= self.due {
            let late = now.saturating_duration_since(self.due) > LATE;
            let sample = sample(&child.processes());
            self.count(sample, late);
            let took = now.elapsed();
            self.due = now + took + EVERY.max(took * SHARE);
        }
        self.piece >= PIECE_LIMIT || self.before + self.turn >= self.limit
    }

    fn count(&mut self, sample: Option<SleepSample>, late: bool) {
        let last =
            self.last.replace(sample.unwrap_or(SleepSample { tasks: 0, busy: 0, awake: true }));
        match (last, sample) {
            // Without tasks now or before, nothing is known.
            (_, None) | (None, _) => {}
            _ if late => {}
            (Some(last), Some(sample))
                if sample.awake || (sample.tasks, sample.busy) != (last.tasks, last.busy) =>
            {
                self.piece = Duration::ZERO;
            }
            _ => {
                self.piece += EVERY;
                self.turn += EVERY;
            }
        }
    }
}

/// Samples all tasks of `processes`; `None` if there are none.
fn sample(processes: &[i32]) -> Option<SleepSample> {
    let mut sample = SleepSample { tasks: 0, busy: 0, awake: false };
    for process in processes {
        for task in tasks(*process) {
            let path = format!("/proc/{process}/task/{task}");
            let (Some(busy), Some(state)) = (busy(&path), state(&path)) else { continue };
            sample.tasks += 1;
            sample.busy = sample.busy.wrapping_add(busy);
            sample.awake |= matches!(state, b'R' | b'D');
        }
    }
    (sample.tasks > 0).then_some(sample)
}

/// The nanoseconds that a task has computed and waited to compute.
fn busy(task: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("{task}/schedstat")).ok()?;
    let mut numbers = text.split_ascii_whitespace().map(str::parse::<u64>);
    Some(numbers.next()?.ok()?.wrapping_add(numbers.next()?.ok()?))
}

/// The letter of a task's state.
fn state(task: &str) -> Option<u8> {
    let text = fs::read(format!("{task}/stat")).ok()?;
    // The name may hold anything, brackets included.
    let end = text.iter().rposition(|byte| *byte == b')')?;
    text.get(end + 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASLEEP: SleepSample = SleepSample { tasks: 1, busy: 5, awake: false };

    fn after(samples: &[(SleepSample, bool)]) -> Sleep {
        let mut sleep = Sleep::of_runs();
        sleep.begin_turn(Duration::ZERO);
        for (sample, late) in samples {
            sleep.count(Some(*sample), *late);
        }
        sleep
    }

    #[test]
    fn only_samples_without_activity_between_them_count() {
        let busier = SleepSample { busy: 6, ..ASLEEP };
        let awake = SleepSample { awake: true, ..ASLEEP };
        let more = SleepSample { tasks: 2, ..ASLEEP };
        assert_eq!(after(&[(ASLEEP, false)]).turn, Duration::ZERO, "the first one");
        assert_eq!(after(&[(ASLEEP, false), (ASLEEP, false)]).turn, EVERY);
        assert_eq!(after(&[(ASLEEP, false), (busier, false)]).turn, Duration::ZERO);
        assert_eq!(after(&[(ASLEEP, false), (awake, false)]).turn, Duration::ZERO);
        assert_eq!(after(&[(ASLEEP, false), (more, false)]).turn, Duration::ZERO);
        assert_eq!(after(&[(ASLEEP, false), (ASLEEP, true)]).turn, Duration::ZERO, "late");
    }

    #[test]
    fn waking_starts_a_new_piece_and_the_sum_remains() {
        let awake = SleepSample { awake: true, ..ASLEEP };
        let sleep = after(&[
            (ASLEEP, false),
            (ASLEEP, false),
            (awake, false),
            (ASLEEP, false),
            (ASLEEP, false),
        ]);
        assert_eq!((sleep.piece, sleep.turn), (EVERY * 2, EVERY * 3));
    }

    #[test]
    fn the_limit_is_for_the_match_and_starting_has_its_own() {
        let slept = |mut sleep: Sleep| {
            for _ in 0..2 {
                sleep.begin_turn(Duration::from_millis(1500));
                sleep.turn = Duration::from_millis(700);
                sleep.end_turn();
            }
            (sleep.before, sleep.limit)
        };
        let longer = Duration::from_millis(1500);
        assert_eq!(slept(Sleep::of_runs()), (Duration::from_millis(1400), longer));
        assert_eq!(slept(Sleep::of_living()), (Duration::from_millis(700), longer));
    }

    #[test]
    fn this_thread_is_awake_and_a_sleeping_child_is_not() {
        let own = std::process::id() as i32;
        assert!(sample(&[own]).is_some_and(|sample| sample.awake), "it is running");
        let mut child = std::process::Command::new("/bin/sleep").arg("60").spawn().unwrap();
        let id = child.id() as i32;
        let asleep = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            sample(&[id]).is_some_and(|sample| !sample.awake)
        });
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(asleep);
        assert_eq!(sample(&[id]), None);
    }
}
