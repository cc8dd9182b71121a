//! The log of attempts as third parties check it: nothing of it can be left out or changed unseen.

use crate::site::{ROUND_ROBIN, Site, audited, play};
use certamen_contest::{
    AuditFinding, AuditVerdict, Auditor, ExportEntry, FailedBots, LogCounts, Receipt,
};
use certamen_game::job::MatchNumber;
use certamen_store::{Attempt, AttemptKind};
use std::time::SystemTime;

/// A contest that was played in two runs, in the second of which a match was void.
fn reported() -> Vec<ExportEntry> {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    assert_eq!(play(&mut contest, 2), 2);
    drop(contest);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    let certamen_contest::NextStep::Work(job) = contest.step().unwrap() else { panic!("no work") };
    let now = SystemTime::UNIX_EPOCH;
    contest.give_back(job.number, (now, now), "the host stood still", FailedBots::HERE).unwrap();
    play(&mut contest, 100);
    drop(contest);
    site.account()
}

fn attempts(account: &mut [ExportEntry]) -> Vec<&mut Attempt> {
    fn attempt(entry: &mut ExportEntry) -> Option<&mut Attempt> {
        match entry {
            ExportEntry::Attempt(attempt) => Some(attempt),
            _ => None,
        }
    }
    account.iter_mut().filter_map(attempt).collect()
}

/// Makes the log follow again, as a host would who rewrites it.
fn resealed(account: &mut [ExportEntry]) {
    let mut before = certamen_store::NO_LINE.to_owned();
    for (line, attempt) in (1..).zip(attempts(account)) {
        attempt.line = line;
        attempt.before = before;
        before = attempt.hash();
    }
    let end = account.last_mut();
    let Some(ExportEntry::End { head, .. }) = end else { panic!("no end") };
    *head = Some(before);
}

#[test]
fn the_example_of_the_page_has_its_hash() {
    let first = Attempt {
        line: 1,
        kind: AttemptKind::Run,
        number: 0,
        began: 1_893_456_000_000,
        ended: 1_893_456_000_000,
        what: r#"{"certamen":"0.1.0","tier":"A","before":0}"#.to_owned(),
        before: certamen_store::NO_LINE.to_owned(),
    };
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(page.join("../../docs/verifying-a-contest.md")).unwrap();
    let line = format!("1 run 0 {} {} {}\\n", first.began, first.ended, first.what);
    assert!(page.contains(&line) && page.contains(&first.hash()), "{line}: {}", first.hash());
}

#[test]
fn runs_and_voids_leave_lines() {
    let mut account = reported();
    let kinds: Vec<AttemptKind> = attempts(&mut account).iter().map(|line| line.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == AttemptKind::Run).count(), 2);
    let report = audited(account);
    assert_eq!(report.verdict, AuditVerdict::Sound, "{report:?}");
    assert_eq!(report.log, LogCounts { lines: 9, runs: 2, void: 1, unlogged: 0 });
}

#[test]
fn a_line_that_is_left_out_or_changed_is_found() {
    type Forgery<'a> = &'a dyn Fn(&mut Vec<ExportEntry>);
    let changes: [Forgery<'_>; 4] = [
        &|account| attempts(account)[3].what = "0".repeat(64),
        &|account| attempts(account)[4].ended += 1,
        &|account| {
            let void = |entry: &ExportEntry| matches!(entry, ExportEntry::Attempt(line) if line.kind == AttemptKind::Void);
            account.retain(|entry| !void(entry));
        },
        &|account| {
            let Some(ExportEntry::End { head, .. }) = account.last_mut() else { panic!("no end") };
            *head = None;
        },
    ];
    for (place, change) in changes.iter().enumerate() {
        let mut account = reported();
        change(&mut account);
        assert_eq!(audited(account).verdict, AuditVerdict::Broken, "change {place}");
    }
}

#[test]
fn a_log_that_is_rewritten_differs_from_the_head_that_was_kept() {
    let mut account = reported();
    let mut auditor = Auditor::default();
    let head = attempts(&mut account)[7].hash();
    let kept = |lines| certamen_contest::LogHead {
        chain: 1,
        contest: "Three".to_owned(),
        lines,
        head: head.clone(),
    };
    auditor.expect(kept(8));
    for entry in &account {
        auditor.take(entry.clone()).unwrap();
    }
    assert_eq!(auditor.finish().unwrap().verdict, AuditVerdict::Sound);
    // The void is gone, and all that follows is sealed again.
    account.retain(
        |entry| !matches!(entry, ExportEntry::Attempt(line) if line.kind == AttemptKind::Void),
    );
    resealed(&mut account);
    assert_eq!(audited(account.clone()).verdict, AuditVerdict::Sound);
    let mut auditor = Auditor::default();
    auditor.expect(kept(8));
    for entry in account {
        auditor.take(entry).unwrap();
    }
    assert_eq!(auditor.finish().unwrap().findings, [AuditFinding::HeadMissing { lines: 8 }]);
}

#[test]
fn a_match_without_a_log_line_is_found() {
    let mut account = reported();
    let number = MatchNumber(5).0;
    account.retain(|entry| !matches!(entry, ExportEntry::Attempt(line) if line.number == number));
    resealed(&mut account);
    let report = audited(account);
    assert_eq!(report.findings, [AuditFinding::NotLogged { matches: 1 }]);
}

#[test]
fn a_log_that_is_not_reported_is_found_unless_the_contest_is_older_than_the_log() {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let report = audited(without_log(site.account()));
    assert_eq!(report.findings, [AuditFinding::NotLogged { matches: 6 }]);
    assert_eq!((report.verdict, report.log.lines), (AuditVerdict::Broken, 0));
    // A first line that claims that they were played before there was a log.
    let mut account = site.account();
    account.retain(
        |entry| !matches!(entry, ExportEntry::Attempt(line) if line.kind != AttemptKind::Run),
    );
    resealed(&mut account);
    assert_eq!(audited(account).findings, [AuditFinding::NotLogged { matches: 6 }]);
    // Nothing was played: there is nothing to log.
    let fresh = Site::new(ROUND_ROBIN);
    drop(fresh.open(&["a", "b", "c"]).unwrap());
    assert_eq!(audited(fresh.account()).findings, []);
}

fn without_log(mut account: Vec<ExportEntry>) -> Vec<ExportEntry> {
    account.retain(|entry| !matches!(entry, ExportEntry::Attempt(_)));
    let Some(ExportEntry::End { head, .. }) = account.last_mut() else { panic!("no end") };
    *head = None;
    account
}

/// A contest that was played, with a receipt for a file that came after its second match.
fn export_with_receipt() -> (Vec<ExportEntry>, Receipt) {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    play(&mut contest, 2);
    let head = contest.results().unwrap().log_head().unwrap();
    let receipt = Receipt::of(("Three", head), ("a.cl", b"(1)"), jiff::Timestamp::UNIX_EPOCH);
    play(&mut contest, 100);
    drop(contest);
    let folder = site.folder().received();
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join(Receipt::name("a.cl", 1)), receipt.to_line()).unwrap();
    (site.account(), receipt)
}

#[test]
fn a_receipt_is_found_or_said_to_be_missing() {
    let verified = |account: Vec<ExportEntry>, receipt: &Receipt| {
        let mut auditor = Auditor::default();
        auditor.expect_receipt(receipt.clone());
        for entry in account {
            auditor.take(entry).unwrap();
        }
        auditor.finish().unwrap()
    };
    let (account, receipt) = export_with_receipt();
    let report = verified(account.clone(), &receipt);
    assert_eq!((report.verdict, report.receipts), (AuditVerdict::Sound, 1), "{report:?}");
    assert!(receipt.reported.lines > 0, "it holds no head");
    let missing = AuditFinding::ReceiptMissing {
        file: "a.cl".to_owned(),
        digest: receipt.reported.digest.clone(),
    };
    // Left out, or told with another time.
    let mut without = account.clone();
    without.retain(|entry| !matches!(entry, ExportEntry::Receipt(_)));
    assert_eq!(verified(without, &receipt).findings, std::slice::from_ref(&missing));
    let mut later = account;
    for entry in &mut later {
        if let ExportEntry::Receipt(reported) = entry {
            reported.received = "2015-03-13T12:00:00Z".parse().unwrap();
        }
    }
    assert_eq!(verified(later, &receipt).findings, [missing]);
}

#[test]
fn a_log_that_is_rewritten_differs_from_the_head_in_a_receipt() {
    let (mut account, receipt) = export_with_receipt();
    attempts(&mut account)[1].ended += 1;
    resealed(&mut account);
    let found = audited(account).findings;
    assert_eq!(found, [AuditFinding::HeadMissing { lines: receipt.reported.lines }]);
}
