//! Programs that sleep on turn: they are not waited for, and the record says how long they slept.

use crate::referee::match_of::{MatchOf, last_move};
use certamen_game::Fault;
use std::time::{Duration, Instant};

/// Half a minute for a move, of which little should be used.
const LONG: u64 = 30_000;

#[test]
fn a_program_that_sleeps_in_its_turn_loses_and_the_record_says_why() {
    for (slug, script) in [
        ("intervalo", "import time; time.sleep(60)"),
        ("footsteps", "import time; time.sleep(60)"),
        ("footsteps", "import os; os.kill(os.getpid(), 19)"),
        ("footsteps", "input()"),
    ] {
        let table = MatchOf::two(slug, "{}").with_time(LONG);
        let started = Instant::now();
        let record = table.play([table.python(script), table.builtin("first")]);
        // 0.7 seconds and start-up; the rest is for a busy machine.
        assert!(started.elapsed() < Duration::from_secs(8), "{slug}: {script}");
        let failed = last_move(&record, 0);
        assert_eq!(failed.fault, Some(Fault::Timeout), "{slug}: {script}");
        assert!(failed.asleep_ms.is_some_and(|ms| ms >= 500.0), "{failed:?}");
        assert_eq!(last_move(&record, 1).asleep_ms, None, "a built-in player does not sleep");
    }
}

#[test]
fn a_short_sleep_is_recorded_without_consequences() {
    let script = "import time\n\
        while True:\n    time.sleep(0.25); print(1, flush=True)\n    if input() == 'fin': break";
    let table = MatchOf::two("footsteps", r#"{"points": 1}"#).with_time(LONG);
    let record = table.play([table.python(script), table.builtin("first")]);
    let nap = last_move(&record, 0);
    assert_eq!(nap.fault, None);
    // On a busy machine samples that come late do not count.
    assert!(nap.asleep_ms.is_none_or(|ms| (100.0..500.0).contains(&ms)), "{nap:?}");
}
