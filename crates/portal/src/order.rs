//! What the site asks of whoever holds contests, and may not do itself: to carry out what people
//! decided on programs.

use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{CourseRuling, DelayWish, HostDecision, WithdrawalReason, decide, leave},
    found_edition,
};
use certamen_i18n::Message;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What was decided on a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostRequest {
    /// What.
    pub act: HostRequestKind,
    /// When.
    pub time: Timestamp,
}

/// What becomes of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostRequestKind {
    /// It takes part.
    Approve {
        /// Its name in addresses.
        id: String,
    },
    /// It does not.
    Reject {
        /// Its name in addresses.
        id: String,
        /// Why.
        reason: String,
    },
    /// Something of ours failed, and it is not to wait until it is tried again.
    Delayed {
        /// Its name in addresses.
        id: String,
        /// What is to be done instead.
        wish: DelayWish,
    },
    /// It took part and leaves.
    Leave {
        /// What it is called in the table.
        entrant: String,
        /// As what.
        left: WithdrawalReason,
        /// Why.
        reason: String,
    },
    /// A host wrote the contest file anew.
    Edit {
        /// What it says now.
        text: String,
    },
    /// A host founded the next edition.
    Found {
        /// What it is called in addresses.
        slug: String,
        /// Its file.
        text: String,
    },
    /// A host ruled on a file of a course.
    Rule {
        /// What the file is called.
        file: String,
        /// What he ruled.
        ruling: CourseRuling,
    },
}

/// Carries orders out, wherever that is done: in the folder of a contest, which is called so in
/// addresses. False if there is nothing to do any more.
pub type RequestHandler =
    Arc<dyn Fn(&str, &Folder, &HostRequest) -> Result<bool, Message> + Send + Sync>;

/// An order as it travels.
#[derive(Serialize, Deserialize)]
struct HostRequestMsg {
    slug: String,
    order: HostRequest,
}

impl HostRequest {
    /// Does what is asked.
    pub fn carry_out(&self, folder: &Folder) -> Result<bool, ContestError> {
        match &self.act {
            HostRequestKind::Approve { id } => decide(folder, id, HostDecision::Approve, self.time),
            HostRequestKind::Reject { id, reason } => {
                decide(folder, id, HostDecision::Reject(reason), self.time)
            }
            HostRequestKind::Delayed { id, wish } => wish.put(folder, id),
            HostRequestKind::Leave { entrant, left, reason } => {
                leave(folder, entrant, (*left, reason), self.time)
            }
            HostRequestKind::Edit { text } => ContestFile::rewrite(folder, text),
            HostRequestKind::Found { slug, text } => found_edition(folder, slug, text),
            HostRequestKind::Rule { file, ruling } => ruling.put(folder, file).map(|()| true),
        }
    }

    /// The order as a line, with its end.
    pub fn to_line(&self, slug: &str) -> String {
        let line = HostRequestMsg { slug: slug.to_owned(), order: self.clone() };
        let text = serde_json::to_string(&line).expect("orders are plain data");
        format!("{text}\n")
    }

    /// The contest and the order in a line; nothing if it is none.
    pub fn of_line(line: &str) -> Option<(String, HostRequest)> {
        let HostRequestMsg { slug, order } = serde_json::from_str(line).ok()?;
        Some((slug, order))
    }
}

/// What came of an order, as it travels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostResponse {
    /// It was carried out; false if there was nothing to do.
    Done(bool),
    /// It could not be.
    Failed(LocalizedTexts),
}

impl From<Result<bool, Message>> for HostResponse {
    fn from(done: Result<bool, Message>) -> HostResponse {
        match done {
            Ok(done) => HostResponse::Done(done),
            Err(why) => HostResponse::Failed(LocalizedTexts::from(&why)),
        }
    }
}

impl From<HostResponse> for Result<bool, Message> {
    fn from(done: HostResponse) -> Result<bool, Message> {
        match done {
            HostResponse::Done(done) => Ok(done),
            HostResponse::Failed(why) => Err(why.into()),
        }
    }
}
