//! Listed receipts, and those that authors hold: each of these must be listed, and the head of
//! the log that it holds in the log.

use super::{AuditFinding, findings::Findings, log::AttemptLog};
use crate::{Receipt, ReceiptEntry};

/// What was told of receipts, and what is to be found.
#[derive(Default)]
pub(super) struct Receipts {
    /// How many were told.
    pub(super) told: usize,
    kept: Vec<Receipt>,
    found: u64,
}

impl Receipts {
    /// Expects this one.
    pub(super) fn expect(&mut self, receipt: Receipt) {
        self.kept.push(receipt);
    }

    /// Takes one in. The log comes after it, and must have the head that it holds.
    pub(super) fn take(&mut self, told: &ReceiptEntry, log: &mut AttemptLog) {
        self.told += 1;
        if let Some(chain) = told.log_head() {
            log.expect(chain);
        }
        let before = self.kept.len();
        self.kept.retain(|kept| kept.told != *told);
        self.found += (before - self.kept.len()) as u64;
    }

    /// How many of the receipts held by authors are there; the others are findings.
    pub(super) fn finish(self, findings: &mut Findings) -> u64 {
        for Receipt { file, told, .. } in self.kept {
            findings.add(AuditFinding::ReceiptMissing { file, digest: told.digest });
        }
        self.found
    }
}
