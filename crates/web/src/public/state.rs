//! What a contest is doing, in a word.

use crate::{
    contest::{Exhibit, Glance, Revision},
    finality::Finality,
    frame::Frame,
    say,
};
use certamen_contest::publication::Kind;
use certamen_portal::errand::Doing;

/// What a contest is doing: a word, and the class that colours it.
pub(crate) struct Tag {
    pub(crate) class: &'static str,
    pub(crate) word: String,
    /// More about it, if there is.
    pub(crate) note: String,
}

impl Tag {
    /// What `exhibit` is doing.
    pub(crate) fn of(frame: Frame<'_>, exhibit: &Exhibit, revision: &Revision) -> Tag {
        let finality = revision.finality();
        let over = finality != Finality::Moving;
        // After the final table of a course nothing comes any more.
        let board = exhibit.board();
        let ended = board.publications.last().is_some_and(|last| last.kind == Kind::Final);
        let (class, word, note) = match (exhibit.doing(), &revision.found) {
            (_, Glance::Broken(_)) => ("bad", say::state_broken(), None),
            (Doing::Failed { .. }, _) => ("bad", say::state_failed(), None),
            (Doing::Incomplete { .. }, _) => ("bad", say::state_incomplete(), None),
            (Doing::Playing(_), _) if !over => ("good", say::state_playing(), None),
            (Doing::Opening, _) if !over => ("good", say::state_opening(), None),
            (Doing::Elsewhere, _) if !over => {
                ("good", say::state_playing(), Some(say::state_elsewhere()))
            }
            _ if finality == Finality::Final || ended => ("quiet", say::state_over(), None),
            _ if over => ("good", say::state_open(), None),
            (_, Glance::Nothing) => ("quiet", say::state_not_begun(), None),
            _ => ("quiet", say::state_resting(), None),
        };
        let note = note.map(|note| frame.t(note)).unwrap_or_default();
        Tag { class, word: frame.t(word), note }
    }
}
