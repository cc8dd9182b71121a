//! Polling places: where a thread looks again and again because there is no event to wait for.
//!
//! Each call that waits for a time is either listed here with its reason, or counts as a place.

use super::Production;
use Reason::{BackOff, Deadline, Measure, Poll, Pulse};
use std::collections::BTreeMap;

/// The most places that poll.
pub(super) const LIMIT: f64 = 8.0;

/// Why a call waits for a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// There is no event, or events may be lost. docs/processes.md lists these.
    Poll,
    /// An event ends the wait; the time is when it has waited enough, or when something is planned.
    Deadline,
    /// A pause after a failure or between limited attempts.
    BackOff,
    /// Something is said or shown at its time.
    Pulse,
    /// The time is what is measured or tested.
    Measure,
}

/// The calls that wait for a time, by file.
const EXPECTED: &[(&str, usize, Reason)] = &[
    ("certamen/src/commands/announce.rs", 1, Deadline),
    ("certamen/src/commands/serve/connection.rs", 2, BackOff),
    ("certamen/src/commands/sit/mod.rs", 1, Pulse),
    ("certamen/src/commands/sit/site_client.rs", 1, BackOff),
    ("certamen/src/commands/worker/drain.rs", 1, Deadline),
    ("certamen/src/commands/worker/mod.rs", 1, BackOff),
    ("certamen/src/commands/worker/mod.rs", 1, Deadline),
    ("certamen/src/console/interrupt.rs", 1, Deadline),
    ("certamen/src/console/live_match.rs", 1, Deadline),
    ("contest/src/opening.rs", 1, BackOff),
    ("external/src/check.rs", 1, Measure),
    ("farm/src/coordinator/mod.rs", 1, BackOff),
    ("farm/src/nats/api.rs", 1, Poll),
    ("farm/src/transport.rs", 1, BackOff),
    ("farm/src/urgent_jobs.rs", 1, BackOff),
    ("farm/src/view.rs", 1, Deadline),
    ("farm/src/worker_client/mod.rs", 1, Poll),
    ("farm/src/worker_client/mod.rs", 2, BackOff),
    ("farm/src/worker_client/mod.rs", 2, Deadline),
    ("farm/src/worker_client/submit.rs", 1, BackOff),
    ("host/src/check_job/function.rs", 1, BackOff),
    ("host/src/entry/queue.rs", 2, Deadline),
    ("host/src/farm.rs", 1, Pulse),
    ("host/src/link.rs", 1, Deadline),
    ("host/src/runner.rs", 2, Poll),
    ("host/src/stop_signal.rs", 1, Deadline),
    ("host/src/tables.rs", 1, Deadline),
    ("host/src/watch.rs", 1, Deadline),
    ("host/src/watch.rs", 1, Poll),
    ("peer/src/opener.rs", 1, BackOff),
    ("peer/src/opener.rs", 2, Deadline),
    ("peer/src/play/link.rs", 1, BackOff),
    ("peer/src/play/reconnection.rs", 1, Deadline),
    ("peer/src/stop.rs", 1, Deadline),
    ("runner/src/core_pool.rs", 2, Deadline),
    ("runner/src/http_player/transport.rs", 1, BackOff),
    ("runner/src/http_player/transport.rs", 1, Deadline),
    ("sandbox/src/dialogue/pipe.rs", 2, Deadline),
    ("sandbox/src/doctor/canaries.rs", 1, Measure),
    ("sandbox/src/doctor/selftest.rs", 1, BackOff),
    ("sandbox/src/groups/cleanup.rs", 1, Poll),
    ("sandbox/src/isolated/zygote.rs", 1, Deadline),
    ("sandbox/src/processes.rs", 1, Poll),
    ("sandbox/src/unisolated.rs", 1, Deadline),
    ("web/src/live.rs", 1, Pulse),
    ("web/src/live_tables.rs", 1, Deadline),
    ("web/src/log/mod.rs", 1, Deadline),
    ("web/src/private/table_calls.rs", 1, Deadline),
    // A host that failed is asked again, and the player is noted as present.
    ("web/src/private/table_calls.rs", 1, Pulse),
    ("web/src/server.rs", 1, BackOff),
    ("web/src/watch.rs", 1, Poll),
];

/// What waits for a time, as it is called.
const CALLS: [&str; 12] = [
    "sleep(",
    "park_timeout(",
    "recv_timeout(",
    "recv_deadline(",
    "wait_timeout(",
    "wait_timeout_while(",
    "timeout_at(",
    "time::interval(",
    "poll(",
    "ppoll(",
    "stop.wait(",
    ".rest(",
];

/// The places that poll, and what differs from the list.
pub(super) struct Polling {
    /// How many poll: those of the list, and calls that it does not have.
    pub(super) places: usize,
    /// Files with other calls than the list has, and how many more or fewer.
    pub(super) differences: Vec<String>,
}

pub(super) fn count(files: &[Production]) -> Polling {
    compare(files, EXPECTED)
}

fn compare(files: &[Production], expected: &[(&str, usize, Reason)]) -> Polling {
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for (file, calls, _) in expected {
        *listed.entry(format!("crates/{file}")).or_default() += calls;
    }
    let mut places = expected
        .iter()
        .filter(|(.., reason)| *reason == Poll)
        .map(|(_, calls, _)| calls)
        .sum::<usize>();
    let mut differences = Vec::new();
    for file in files {
        let (found, due) = (timed_waits(&file.code), listed.remove(&file.path).unwrap_or_default());
        places += found.saturating_sub(due);
        if found != due {
            let path = &file.path;
            differences.push(format!("{path}: {found} calls that wait for a time, {due} listed"));
        }
    }
    differences.extend(listed.into_keys().map(|path| format!("{path}: listed, and no such file")));
    Polling { places, differences }
}

/// How many calls in `code` wait for a time.
fn timed_waits(code: &str) -> usize {
    CALLS.iter().map(|call| calls_of(code, call)).sum()
}

fn calls_of(code: &str, call: &str) -> usize {
    let found = code.match_indices(call).filter(|(at, _)| {
        let (before, after) = (&code[..*at], &code[at + call.len()..]);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        // A part of another name, or a definition.
        let is_other =
            !call.starts_with('.') && before.ends_with(is_word) || before.ends_with("fn ");
        // A wait without an end, or a method of that name that does not wait.
        let is_endless = after.starts_with(')') || after.starts_with("Duration::MAX");
        let is_own = call == ".rest(" && before.ends_with(" self");
        !is_other && !is_endless && !is_own
    });
    found.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{repository, tidy::made_up};

    #[test]
    fn calls_that_wait_for_a_time_are_counted_once() {
        for (code, due) in [
            ("thread::sleep(PAUSE); tokio::time::sleep(pause).await;", 2),
            ("changed.wait_timeout(state, left); changed.wait_timeout_while(state, left, f)", 2),
            ("poll(&mut watched, None); ppoll(fds); fn poll(self) {}", 2),
            ("stop.rest(AGAIN); self.stop.rest(AGAIN); stop.rest(Duration::MAX)", 2),
            ("self.stop.wait(left, done); stop.wait(Duration::MAX, done); done.wait(one)", 1),
            ("prefetch.rest(); self.rest(RestReason::Voids); asleep(1); let interval(2);", 0),
            ("time::interval(KEEP_ALIVE); ranking.interval()", 1),
        ] {
            assert_eq!(timed_waits(code), due, "{code}");
        }
    }

    #[test]
    fn what_is_not_listed_is_a_place_and_what_is_gone_is_named() {
        let files = made_up(&[
            ("crates/a/src/lib.rs", "fn a() { sleep(A); sleep(B); stop.rest(C); }\n"),
            ("crates/b/src/lib.rs", "fn b() {}\n"),
        ]);
        let expected =
            [("a/src/lib.rs", 1, Deadline), ("a/src/lib.rs", 1, Poll), ("c/src/lib.rs", 1, Poll)];
        let Polling { places, differences } = compare(&Production::of(&files), &expected);
        assert_eq!(places, 3, "two of the list and one more");
        let due = [
            "crates/a/src/lib.rs: 3 calls that wait for a time, 2 listed",
            "crates/c/src/lib.rs: listed, and no such file",
        ];
        assert_eq!(differences, due);
    }

    #[test]
    fn the_list_is_what_the_sources_have() {
        let found = count(&Production::of(&repository::files().unwrap()));
        assert!(found.differences.is_empty(), "{:#?}", found.differences);
        assert!(found.places as f64 <= LIMIT, "{} places poll", found.places);
    }

    #[test]
    fn each_place_that_polls_is_documented() {
        let text = std::fs::read_to_string(repository::root().join("docs/processes.md")).unwrap();
        for (file, _, _) in EXPECTED.iter().filter(|(.., reason)| *reason == Poll) {
            let (name, path) = file.split_once("/src/").unwrap();
            let shown = format!("`{name}/{path}`");
            assert!(text.contains(&shown), "docs/processes.md does not have {shown}");
        }
    }
}
