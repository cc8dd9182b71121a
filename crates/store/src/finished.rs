//! A match that was played, as it is handed in.

use crate::{MatchNumber, SubmissionId, WorkerId, folders::SavedFolder};
use certamen_game::{Fault, Outcome};
use certamen_tournament::SeatResult;
use std::time::{Duration, SystemTime};

/// What a match brought.
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
    /// Who did what wrong.
    pub faults: Vec<(SubmissionId, Fault)>,
    /// Its record, as the format has it.
    pub record: Vec<u8>,
    /// When it began; never, if it is the copy of another.
    pub began: Option<SystemTime>,
    /// How long it took.
    pub took: Duration,
    /// Who played it, if that was another machine.
    pub machine: Option<WorkerId>,
    /// What its programs left in their folders.
    pub folders: Vec<SavedFolder>,
    /// The last words of the programs by seat on standard error; empty where nothing was said.
    pub errors: Vec<Vec<u8>>,
}
