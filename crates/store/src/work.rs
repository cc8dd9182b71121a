//! What is given to workers.

use crate::{MatchNumber, SubmissionId};
use game::Table;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Work {
    /// Which match.
    pub number: MatchNumber,
    /// Game, options, seats, seed and conditions.
    pub table: Table,
    /// The submissions by seat.
    pub seats: Vec<SubmissionId>,
}
