//! The list of findings, up to a maximum.

use super::AuditFinding;

/// At most this many findings are reported; the others are counted.
const MOST_TOLD: usize = 50;

/// What differs.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) told: Vec<AuditFinding>,
    pub(super) more: u64,
}

impl Findings {
    pub(super) fn add(&mut self, finding: AuditFinding) {
        if self.told.len() < MOST_TOLD {
            self.told.push(finding);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}
