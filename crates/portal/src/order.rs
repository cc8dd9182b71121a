//! What the site requests of the host, and may not do itself: to carry out decisions on bots.

use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{CourseRuling, DelayWish, HostDecision, WithdrawalReason, decide, leave},
    found_edition,
};
use certamen_i18n::Message;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostRequest {
    pub act: HostRequestKind,
    pub time: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostRequestKind {
    Approve {
        id: String,
    },
    Reject {
        id: String,
        reason: String,
    },
    /// An error on our side; retry it without waiting.
    Delayed {
        id: String,
        wish: DelayWish,
    },
    /// It entered and leaves.
    Leave {
        entrant: String,
        left: WithdrawalReason,
        reason: String,
    },
    Edit {
        text: String,
    },
    Found {
        slug: String,
        text: String,
    },
    /// A host ruled on a file of a course.
    Rule {
        file: String,
        ruling: CourseRuling,
    },
}

/// Carries requests out, wherever that is done, in the folder of the contest with the given slug.
/// Returns false if there is nothing left to do.
pub type RequestHandler =
    Arc<dyn Fn(&str, &Folder, &HostRequest) -> Result<bool, Message> + Send + Sync>;

/// A request as it is sent.
#[derive(Serialize, Deserialize)]
struct HostRequestMsg {
    slug: String,
    order: HostRequest,
}

impl HostRequest {
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

    /// The request as a line, including the newline.
    pub fn to_line(&self, slug: &str) -> String {
        let line = HostRequestMsg { slug: slug.to_owned(), order: self.clone() };
        let text = serde_json::to_string(&line).expect("orders are plain data");
        format!("{text}\n")
    }

    /// The contest and the request in a line; `None` if it is not one.
    pub fn of_line(line: &str) -> Option<(String, HostRequest)> {
        let HostRequestMsg { slug, order } = serde_json::from_str(line).ok()?;
        Some((slug, order))
    }
}

/// The result of a request, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostResponse {
    /// It was carried out; false if there was nothing to do.
    Done(bool),
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
