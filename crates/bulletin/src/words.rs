//! The words for kinds of tables, standings and verdicts.

use crate::say::{hosting, table};
use certamen_hall::{Kind, publication::Standing, reception::Verdict};
use certamen_speech::Message;

/// What a table is made of.
pub fn kind(kind: Kind) -> Message {
    match kind {
        Kind::Provisional => hosting::provisional(),
        Kind::Championship => hosting::championship(),
        Kind::Final => hosting::final_table(),
    }
}

/// Why somebody has no place.
pub fn standing(standing: Standing) -> Message {
    match standing {
        Standing::Disqualified => hosting::disqualified(),
        Standing::Proscribed => hosting::proscribed(),
        Standing::SetAside => table::set_aside(),
    }
}

/// What was decided on a file.
pub fn verdict(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Accepted => hosting::accepted(),
        Verdict::Refused => hosting::refused(),
        Verdict::Discarded => hosting::discarded(),
        Verdict::Disqualified => standing(Standing::Disqualified),
        Verdict::Proscribed => standing(Standing::Proscribed),
    }
}
