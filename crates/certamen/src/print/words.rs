//! The words for kinds of publications, ranks and verdicts.

use crate::print::say::{hosting, table};
use certamen_host::{PublicationKind, publication::UnrankedReason, reception::Verdict};
use certamen_i18n::Message;

/// The kind of a publication.
pub fn kind(kind: PublicationKind) -> Message {
    match kind {
        PublicationKind::Provisional => hosting::provisional(),
        PublicationKind::Championship => hosting::championship(),
        PublicationKind::Final => hosting::final_table(),
    }
}

/// Why a bot has no rank.
pub fn standing(standing: UnrankedReason) -> Message {
    match standing {
        UnrankedReason::Disqualified => hosting::disqualified(),
        UnrankedReason::Proscribed => hosting::proscribed(),
        UnrankedReason::SetAside => table::set_aside(),
    }
}

/// The verdict about a file.
pub fn verdict(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Accepted => hosting::accepted(),
        Verdict::Refused => hosting::refused(),
        Verdict::Discarded => hosting::discarded(),
        Verdict::Disqualified => standing(UnrankedReason::Disqualified),
        Verdict::Proscribed => standing(UnrankedReason::Proscribed),
    }
}
