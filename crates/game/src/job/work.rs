//! The jobs given to workers, and the results they submit.

use crate::job::{MatchNumber, SubmissionId};
use crate::{MatchRecord, Table};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchJob {
    /// Which match.
    pub number: MatchNumber,
    /// Game, options, seats, seed and conditions.
    pub table: Table,
    /// The submissions by seat.
    pub seats: Vec<SubmissionId>,
    /// What is in the folders of the programs by seat, packed; empty where nothing is.
    pub folders: Vec<Vec<u8>>,
}

/// One of several machines that play the matches of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerId {
    /// Its own public key, which identifies it.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// The class of machines it belongs to: matches of one class may be compared.
    pub class: String,
}

/// A match that was played, as workers hand it in.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// Which match.
    pub number: MatchNumber,
    /// What happened.
    pub record: MatchRecord,
    /// When it began; never, if it is the copy of another.
    pub began: Option<SystemTime>,
    /// How long it took, from before the first program started.
    pub took: Duration,
    /// What is in the folders of the programs by seat now, packed; nothing where it is not to be
    /// kept.
    pub folders: Vec<Option<Vec<u8>>>,
    /// The last words of the programs by seat on standard error; empty where nothing was said.
    pub errors: Vec<Vec<u8>>,
    /// Which machine played it; none if it was the one that holds the contest.
    pub machine: Option<WorkerId>,
}
