//! The contest that is audited.

use crate::{ContestHeader, compiled_rules::CompiledRules, opening_book::OpeningTable};

pub(super) struct AuditedContest {
    pub(super) header: ContestHeader,
    /// With seed 0 if that is secret.
    pub(super) rules: CompiledRules,
    pub(super) openings: Option<OpeningTable>,
}
