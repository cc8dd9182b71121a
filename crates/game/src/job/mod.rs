//! What hosts and workers exchange: matches to be played, their results, and the names that both
//! use; and the rules of submissions, which contest files contain and courses apply.
//!
//! Values only: nothing here is stored, played or searched for.

mod bot_name;
mod bot_spec;
mod course;
mod file_error;
mod http_player;
mod player_url;

pub use bot_name::{
    BotNameError, check_alias, check_bot_name, is_same_name, look_alike, name_key, shortened,
};
pub use bot_spec::{BotSource, BotSpec, BotSpecError};
pub use course::{
    Assignment, PLAYERS_PER_TEAM, PlayerId, PlayerIdError, SourceForm, SourceRules, TeamId,
    UnknownAssignment,
};
pub use file_error::{FileError, TextPosition, read_toml};
pub use http_player::{
    HTTP_LANGUAGE, HttpPlayerTerms, LONGEST_ACTION, LONGEST_REMOTE_MOVE, MATCH_KEY, MoneyError,
    POSSIBLE_ATTEMPTS, RETRY_TIME, TokenPrice, is_program, micros, read_usd, show_usd,
};
pub use player_url::{PlayerUrl, PlayerUrlError, is_this_machine};

use crate::{MatchRecord, Table};
use certamen_i18n::{Argument, Value};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    time::{Duration, SystemTime},
};

mod say {
    certamen_i18n::texts!("locales/job");
}

mod http_say {
    certamen_i18n::texts!("locales/http");
}

/// The number of a match in its contest, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchNumber(pub i64);

/// The number of a submission, which is one version of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubmissionId(pub i64);

macro_rules! numbers {
    ($($id:ty),*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Argument for $id {
            fn value(&self) -> Value {
                self.0.value()
            }
        }
    )*};
}

numbers!(MatchNumber, SubmissionId);

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchJob {
    /// The match.
    pub number: MatchNumber,
    /// Game, options, seats, seed and conditions.
    pub table: Table,
    /// The submissions by seat.
    pub seats: Vec<SubmissionId>,
    /// The packed folders of the programs by seat; empty for an empty folder.
    pub folders: Vec<Vec<u8>>,
}

/// A worker that plays matches of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerId {
    /// Its own public key, which identifies it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The class of its machine: times of matches of one class may be compared.
    pub class: String,
}

/// A match that was played, as workers submit it.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// The match.
    pub number: MatchNumber,
    /// The record of the match.
    pub record: MatchRecord,
    /// When it began; `None` for a copy of another match.
    pub began: Option<SystemTime>,
    /// Its duration, from before the first program started.
    pub took: Duration,
    /// The packed folders of the programs by seat after the match; `None` if not to be stored.
    pub folders: Vec<Option<Vec<u8>>>,
    /// The ends of standard error of the programs by seat, as [`crate::stderr_text`] joins them.
    pub errors: Vec<Vec<u8>>,
    /// The worker that played it; `None` if the host did.
    pub machine: Option<WorkerId>,
}
