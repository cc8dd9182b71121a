//! Which matches of the store belong to the contest as it is held now.

use certamen_tournament::{EntrantId, FormatConfig, History};

/// Whether a match with these seats is one of the format's among so many entrants. Where everybody
/// sits at one table, a match from before somebody came or left is none.
pub(crate) fn belongs(format: &FormatConfig, entrants: usize, seats: usize) -> bool {
    !matches!(format, FormatConfig::OneTable(_)) || seats == format.table_size(entrants)
}

/// What of `history` belongs to it.
pub(crate) fn current(format: &FormatConfig, entrants: usize, mut history: History) -> History {
    history.retain(|seats: &[EntrantId]| belongs(format, entrants, seats.len()));
    history
}
