//! The state of a contest, in a word.

use crate::{
    contest::{ContestSnapshot, ContestView, SnapshotState},
    finality::Finality,
    frame::PageContext,
    say,
};
use certamen_contest::publication::PublicationKind;
use certamen_portal::check_job::ContestActivity;

/// The state of a contest: a word, and its CSS class.
pub(crate) struct Tag {
    pub(crate) class: &'static str,
    pub(crate) word: String,
    /// A note on it, if any.
    pub(crate) note: String,
}

impl Tag {
    /// The state of `exhibit`.
    pub(crate) fn of(
        frame: PageContext<'_>,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Tag {
        let finality = snapshot.finality();
        let over = finality != Finality::Moving;
        // After the final standings of a course nothing follows.
        let board = view.board();
        let ended =
            board.publications.last().is_some_and(|last| last.kind == PublicationKind::Final);
        let (class, word, note) = match (view.doing(), &snapshot.found) {
            (_, SnapshotState::Broken(_)) => ("bad", say::state_broken(), None),
            (ContestActivity::Failed { .. }, _) => ("bad", say::state_failed(), None),
            (ContestActivity::Incomplete { .. }, _) => ("bad", say::state_incomplete(), None),
            (ContestActivity::Playing(_), _) if !over => ("good", say::state_playing(), None),
            (ContestActivity::Opening, _) if !over => ("good", say::state_opening(), None),
            (ContestActivity::Elsewhere, _) if !over => {
                ("good", say::state_playing(), Some(say::state_elsewhere()))
            }
            _ if finality == Finality::Final || ended => ("quiet", say::state_over(), None),
            _ if over => ("good", say::state_open(), None),
            (_, SnapshotState::Nothing) => ("quiet", say::state_not_begun(), None),
            _ => ("quiet", say::state_resting(), None),
        };
        let note = note.map(|note| frame.t(note)).unwrap_or_default();
        Tag { class, word: frame.t(word), note }
    }
}
