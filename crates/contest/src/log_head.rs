//! The head of the log of attempts: published with the standings, so that changing or omitting
//! earlier lines is detected.

use crate::{ContestError, Results};
use serde::{Deserialize, Serialize};

/// The head of a log at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogHead {
    /// The version of this form.
    pub chain: u32,
    /// The name of the contest.
    pub contest: String,
    /// How many lines the log had.
    pub lines: i64,
    /// The hash of the last of them, in hexadecimal digits.
    pub head: String,
}

/// On which terms a run gave matches out, as its line in the log says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LoggedRunOptions {
    /// The version of the program.
    pub(crate) certamen: String,
    /// The tier of isolation.
    pub(crate) tier: String,
    /// How many matches had a record before.
    pub(crate) before: u64,
}

impl LogHead {
    /// It as it is published: one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("heads are plain data") + "\n"
    }
}

impl Results<'_> {
    /// The head of the log of attempts; none if nothing was tried yet.
    pub fn log_head(&self) -> Result<Option<LogHead>, ContestError> {
        let head = self.store.log_head()?;
        let contest = self.name().to_owned();
        Ok(head.map(|(lines, head)| LogHead { chain: 1, contest, lines, head }))
    }
}
