//! The log of attempts compared with itself, with the listed matches, and with heads of it that
//! were saved elsewhere; and receipts, which hold such heads.

use super::{AuditFinding, LogCounts, contest::AuditedContest, report::Findings};
use crate::{
    MatchEntry, Receipt, ReceiptEntry,
    receipt::{LogHead, LoggedRunOptions},
};
use certamen_store::{Attempt, AttemptKind, NO_LINE, record_hash};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct AttemptLog {
    counts: LogCounts,
    head: Option<String>,
    /// Records without a line so far, by match.
    records: BTreeMap<i64, String>,
    /// Lines with another record than the match has, with its hash: it may have been revoked.
    foreign: BTreeMap<i64, (i64, String)>,
    expected: Vec<LogHead>,
    /// The tiers of matches with bots, from the records.
    tiers: BTreeMap<i64, String>,
    /// The tiers of the runs, in order.
    runs: Vec<String>,
    /// Whether workers were given matches: they may isolate better than the run asks.
    is_shared: bool,
}

impl AttemptLog {
    pub(super) fn expect(&mut self, chain: LogHead) {
        self.expected.push(chain);
    }

    /// Adds a match, which needs a line if it was played; `tier` is the isolation level of its bots.
    pub(super) fn see(&mut self, listed: &MatchEntry, tier: Option<&String>) {
        if let Some(tier) = tier {
            self.tiers.insert(listed.number, tier.clone());
        }
        if let Some(record) = &listed.record {
            self.records.insert(listed.number, record_hash(record.as_bytes()));
        }
    }

    pub(super) fn lines(&self) -> usize {
        self.counts.lines as usize
    }

    pub(super) fn take(&mut self, attempt: &Attempt, findings: &mut Findings) {
        let line = self.counts.lines + 1;
        let is_first = line == 1;
        if attempt.line != line || attempt.before != self.head() {
            findings.add(AuditFinding::LogBreaks { line });
        }
        self.counts.lines = line;
        if is_first && attempt.kind != AttemptKind::Run {
            findings.add(AuditFinding::LogBreaks { line });
        }
        match attempt.kind {
            AttemptKind::Run => {
                self.counts.runs += 1;
                let terms: Option<LoggedRunOptions> = serde_json::from_str(&attempt.what).ok();
                self.runs.extend(terms.map(|terms| terms.tier));
            }
            AttemptKind::Void => self.counts.void += 1,
            AttemptKind::Out => self.is_shared = true,
            AttemptKind::Late | AttemptKind::Audit | AttemptKind::Suspended => {}
            AttemptKind::Played | AttemptKind::Copied => self.played(attempt, findings),
            AttemptKind::Revoked => self.revoked(attempt),
        }
        let head = attempt.hash();
        self.expected.retain(|expected| expected.lines != line || expected.head != head);
        self.head = Some(head);
    }

    /// The hash of the last line.
    fn head(&self) -> &str {
        self.head.as_deref().unwrap_or(NO_LINE)
    }

    /// A line about a match with its record, or with one that is revoked later.
    fn played(&mut self, attempt: &Attempt, findings: &mut Findings) {
        let Attempt { line, number, what, .. } = attempt;
        // Both times come from one clock.
        if attempt.ended < attempt.began {
            findings.add(AuditFinding::LogTimes { line: *line });
        }
        if self.records.get(number) == Some(what) {
            self.records.remove(number);
            if attempt.kind == AttemptKind::Played {
                self.compare_tiers(attempt, findings);
            }
        } else if let Some((line, _)) = self.foreign.insert(*number, (*line, what.clone())) {
            findings.add(AuditFinding::LogOther { line, number: *number });
        }
    }

    /// Compares the tier of a record with that of its run; workers may isolate better than the run
    /// asks.
    fn compare_tiers(&self, attempt: &Attempt, findings: &mut Findings) {
        let (line, number) = (attempt.line, attempt.number);
        let Some((run, record)) = self.runs.last().zip(self.tiers.get(&number)) else { return };
        if record != run && !(self.is_shared && record < run) {
            let [run, record] = [run, record].map(|tier| certamen_game::escaped(tier));
            findings.add(AuditFinding::LogTier { line, number, run, record });
        }
    }

    /// The last logged record of a match was revoked.
    fn revoked(&mut self, attempt: &Attempt) {
        let Attempt { number, what, .. } = attempt;
        let is_foreign = self.foreign.get(number).is_some_and(|(_, foreign)| foreign == what);
        if is_foreign {
            self.foreign.remove(number);
        } else {
            self.records.insert(*number, what.clone());
        }
    }

    /// The result of the log, whose head the end of the export states as `listed`.
    pub(super) fn finish(
        mut self,
        listed: Option<&str>,
        contest: &AuditedContest,
        findings: &mut Findings,
    ) -> LogCounts {
        let tier = contest.header.tier.as_str();
        for (number, (line, _)) in std::mem::take(&mut self.foreign) {
            self.records.remove(&number);
            findings.add(AuditFinding::LogOther { line, number });
        }
        self.counts.unlogged = self.records.len() as u64;
        let (has_lines, unlogged) = (self.counts.lines > 0, self.counts.unlogged);
        if listed.is_some_and(|listed| listed != self.head()) || (has_lines && listed.is_none()) {
            findings.add(AuditFinding::LogHead);
        }
        if unlogged > 0 {
            findings.add(AuditFinding::NotLogged { matches: unlogged });
        }
        // The contest states the tier of its last run, or the weakest tier of the workers.
        let had_it = self.runs.iter().chain(self.tiers.values()).any(|had| had == tier);
        if has_lines && !had_it {
            findings.add(AuditFinding::OtherTier { listed: certamen_game::escaped(tier) });
        }
        for LogHead { lines, .. } in &self.expected {
            findings.add(AuditFinding::HeadMissing { lines: *lines });
        }
        self.counts
    }
}

#[derive(Default)]
pub(super) struct Receipts {
    pub(super) listed: usize,
    expected: Vec<Receipt>,
    found: u64,
}

impl Receipts {
    pub(super) fn expect(&mut self, receipt: Receipt) {
        self.expected.push(receipt);
    }

    /// Adds a receipt. The log comes later, and must have the receipt's head.
    pub(super) fn take(&mut self, listed: &ReceiptEntry, log: &mut AttemptLog) {
        self.listed += 1;
        if let Some(chain) = listed.log_head() {
            log.expect(chain);
        }
        let before = self.expected.len();
        self.expected.retain(|expected| expected.entry != *listed);
        self.found += (before - self.expected.len()) as u64;
    }

    pub(super) fn finish(self, findings: &mut Findings) -> u64 {
        for Receipt { file, entry, .. } in self.expected {
            findings.add(AuditFinding::ReceiptMissing { file, digest: entry.digest });
        }
        self.found
    }
}
