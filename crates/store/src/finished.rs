//! A played match, as it is stored.

use crate::{MatchNumber, SubmissionId, WorkerId, folders::SavedFolder};
use certamen_game::{Fault, Outcome};
use certamen_tournament::SeatResult;
use std::time::{Duration, SystemTime};

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which match.
    pub number: MatchNumber,
    /// How it ended.
    pub outcome: Outcome,
    /// How many turns it took.
    pub turns: u64,
    /// What each seat gets.
    pub results: Vec<SeatResult>,
    /// The faults of the bots.
    pub faults: Vec<(SubmissionId, Fault)>,
    /// Its record, as the format has it.
    pub record: Vec<u8>,
    /// When it began; never, if it is the copy of another.
    pub began: Option<SystemTime>,
    /// How long it took.
    pub took: Duration,
    /// The worker that played it, if one did.
    pub machine: Option<WorkerId>,
    /// What its bots left in their folders.
    pub folders: Vec<SavedFolder>,
    /// The end of the bots' standard error by seat; empty if there was none.
    pub errors: Vec<Vec<u8>>,
}
