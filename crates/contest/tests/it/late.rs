//! Results that come when they are no longer awaited, and machines that fail in everything.

use crate::site::{ROUND_ROBIN, Site, audited, play, played};
use certamen_contest::{AuditVerdict, Contest, ExportEntry, FailedBots, NextStep, RetryDecision};
use certamen_game::Fault;
use certamen_game::job::{JobResult, MatchJob, MatchNumber};
use certamen_store::AttemptKind;
use std::time::SystemTime;

fn next(contest: &mut Contest) -> MatchJob {
    match contest.step().unwrap() {
        NextStep::Work(job) => *job,
        _ => panic!("nothing is to be played"),
    }
}

/// The result of a match in which the first mover fails, which the rules have an answer to.
fn faulty(job: MatchJob) -> JobResult {
    let mut played = played(job);
    let first = played.record.turns.first_mut().and_then(|turn| turn.moves.first_mut());
    first.unwrap().fault = Some(Fault::Illegal);
    played
}

fn give_back(contest: &mut Contest, number: MatchNumber, on: FailedBots<'_>) -> RetryDecision {
    let now = SystemTime::now();
    contest.give_back(number, (now, now), "its machine was not heard any more", on).unwrap()
}

fn lines(site: &Site, kind: AttemptKind) -> usize {
    let reported = site.account();
    let wanted =
        |entry: &&ExportEntry| matches!(entry, ExportEntry::Attempt(line) if line.kind == kind);
    reported.iter().filter(wanted).count()
}

#[test]
fn a_late_result_is_logged_but_does_not_count() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    let job = next(&mut contest);
    let number = job.number;
    assert_eq!(give_back(&mut contest, number, FailedBots::HERE), RetryDecision::Again);
    // The machine that was given up is heard again, while the match waits for another one.
    contest.hand_in(vec![faulty(job)]).unwrap();
    assert_eq!(contest.progress().finished, 0);
    assert_eq!(lines(&site, AttemptKind::Late), 1);
    let again = next(&mut contest);
    assert_eq!(again.number, number, "it is still to be played");
    contest.hand_in(vec![faulty(again.clone()), played(again)]).unwrap();
    let progress = contest.progress();
    assert_eq!((progress.finished, progress.faults), (1, 1), "the first of two counts, whole");
    play(&mut contest, usize::MAX);
    assert_eq!(contest.progress().finished, 6);
}

#[test]
fn a_machine_that_fails_in_everything_says_nothing_of_a_match() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    let number = next(&mut contest).number;
    let on = |machine| FailedBots { machine, of: 5 };
    for _ in 0..4 {
        assert_eq!(give_back(&mut contest, number, on("broken")), RetryDecision::Again);
        assert_eq!(next(&mut contest).number, number);
    }
    assert_eq!(give_back(&mut contest, number, on("another")), RetryDecision::Again);
    assert_eq!(next(&mut contest).number, number);
    assert_eq!(give_back(&mut contest, number, on("a third")), RetryDecision::Deferred);
}

#[test]
fn what_is_handed_out_stands_in_the_log_before_its_results() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    let job = next(&mut contest);
    contest.note_out("batch 7f3a 1-4").unwrap();
    contest.hand_in(vec![played(job)]).unwrap();
    play(&mut contest, usize::MAX);
    assert_eq!(lines(&site, AttemptKind::Out), 1);
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound));
}
