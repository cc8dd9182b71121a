//! What the site and the host send to each other: plain data, and one JSON object per line where
//! the two are separate processes. Requests about tables are complete each time, so that the host
//! needs to remember nothing.

use crate::check_job::{CheckProgress, ContestActivity};
use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{CourseRuling, DelayWish, HostDecision, WithdrawalReason, decide, leave},
    found_edition,
};
use certamen_i18n::Message;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

#[derive(Clone, PartialEq, Debug)]
pub enum HostEvent {
    /// The current activity of the contest with this slug.
    Doing(String, ContestActivity),
    /// The numbers of the cores on which the contest with this slug is being played.
    Cores(String, Vec<usize>),
    /// The record so far of a match that takes long; `None` once it is over.
    Match { slug: String, number: i64, record: Option<Vec<u8>> },
    /// The progress of a submission.
    Entry(CheckProgress),
    /// The result of the last request.
    Ordered(HostResponse),
    /// An update of a table with people.
    LiveTable(TableUpdate),
    /// The status of the workers.
    Farm(FarmStatus),
    /// Something of the contest with this slug changed in its folder.
    Changed { slug: String, what: ContestChange },
}

/// What the host changed of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ContestChange {
    Matches,
    Publications,
    Entries,
    Files,
}

#[derive(Serialize, Deserialize)]
enum HostEventMsg {
    Doing { slug: String, doing: ContestActivity },
    Cores { slug: String, cores: Vec<usize> },
    Match { slug: String, number: i64, record: Option<String> },
    Entry(CheckProgress),
    Ordered(HostResponse),
    LiveTable(TableUpdate),
    Farm(FarmStatus),
    Changed { slug: String, what: ContestChange },
}

impl HostEvent {
    /// Whether it is sent again soon, so that it may be lost.
    pub fn comes_again(&self) -> bool {
        matches!(self, HostEvent::Match { record: Some(_), .. } | HostEvent::Farm(_))
    }

    /// The event as a line, including the newline.
    pub fn to_line(&self) -> String {
        let line = match self {
            HostEvent::Doing(slug, doing) => {
                HostEventMsg::Doing { slug: slug.clone(), doing: doing.clone() }
            }
            HostEvent::Cores(slug, cores) => {
                HostEventMsg::Cores { slug: slug.clone(), cores: cores.clone() }
            }
            HostEvent::Match { slug, number, record } => HostEventMsg::Match {
                slug: slug.clone(),
                number: *number,
                record: record.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
            },
            HostEvent::Entry(progress) => HostEventMsg::Entry(progress.clone()),
            HostEvent::Ordered(done) => HostEventMsg::Ordered(done.clone()),
            HostEvent::LiveTable(update) => HostEventMsg::LiveTable(update.clone()),
            HostEvent::Farm(status) => HostEventMsg::Farm(status.clone()),
            HostEvent::Changed { slug, what } => {
                HostEventMsg::Changed { slug: slug.clone(), what: *what }
            }
        };
        let text = serde_json::to_string(&line).expect("events are plain data");
        format!("{text}\n")
    }

    /// The event in a line; `None` if it is not one.
    pub fn of_line(line: &str) -> Option<HostEvent> {
        Some(match serde_json::from_str(line).ok()? {
            HostEventMsg::Doing { slug, doing } => HostEvent::Doing(slug, doing),
            HostEventMsg::Cores { slug, cores } => HostEvent::Cores(slug, cores),
            HostEventMsg::Match { slug, number, record } => {
                HostEvent::Match { slug, number, record: record.map(String::into_bytes) }
            }
            HostEventMsg::Entry(progress) => HostEvent::Entry(progress),
            HostEventMsg::Ordered(done) => HostEvent::Ordered(done),
            HostEventMsg::LiveTable(update) => HostEvent::LiveTable(update),
            HostEventMsg::Farm(status) => HostEvent::Farm(status),
            HostEventMsg::Changed { slug, what } => HostEvent::Changed { slug, what },
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostRequest {
    pub act: HostRequestKind,
    pub time: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostRequestKind {
    /// A submission enters.
    Approve { id: String },
    /// A submission does not enter.
    Reject { id: String, reason: String },
    /// An error on our side; retry it without waiting.
    Delayed { id: String, wish: DelayWish },
    /// It entered and leaves.
    Leave { entrant: String, left: WithdrawalReason, reason: String },
    /// The contest file gets this text.
    Edit { text: String },
    /// The next edition of the contest is created.
    Found { slug: String, text: String },
    /// A host ruled on a file of a course.
    Rule { file: String, ruling: CourseRuling },
}

/// Executes requests, here or in another process, in the folder of the contest with this slug.
/// Returns false if there is nothing left to do.
pub type RequestHandler =
    Arc<dyn Fn(&str, &Folder, &HostRequest) -> Result<bool, Message> + Send + Sync>;

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
        let text = serde_json::to_string(&line).expect("requests are plain data");
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Participant {
    Person,
    Builtin(String),
    Entrant { contest: String, name: String },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenAnswer {
    pub turn: u64,
    pub seat: u8,
    pub reply: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayTableRequest {
    pub id: String,
    pub head: String,
    pub turns: Vec<String>,
    /// How many of them were played by others, elsewhere.
    pub given: u64,
    pub participants: Vec<Participant>,
    pub answers: Vec<GivenAnswer>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableUpdate {
    pub id: String,
    pub event: TableEvent,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// This many tables are ahead of it in the queue.
    Waits(u64),
    /// It is being played.
    Begins,
    /// A turn was played, perhaps the last one.
    Turn { number: u64, line: String, over: bool },
    /// It is not played on until that is requested again.
    Rests,
    /// It cannot be played on, now or ever.
    Broken { why: LocalizedTexts, again: CanRetry },
}

/// Whether something that failed may be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CanRetry {
    /// It may be retried: an error on our side.
    Later,
    /// A retry would not fix it.
    Never,
}

/// Requests that a table is played on, here or in another process; false if no process plays.
pub type PlayTables = Arc<dyn Fn(PlayTableRequest) -> bool + Send + Sync>;

impl PlayTableRequest {
    /// The request as a line, including the newline.
    pub fn to_line(&self) -> String {
        let text = serde_json::to_string(self).expect("requests are plain data");
        format!("{text}\n")
    }

    /// The request in a line; `None` if it is not one.
    pub fn of_line(line: &str) -> Option<PlayTableRequest> {
        serde_json::from_str(line).ok()
    }
}

/// The slots, the queues, and the cost of running contests.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FarmStatus {
    pub queues: Vec<QueueStatus>,
    /// How many matches could be played at a time, by the state of the slots.
    pub slots: BTreeMap<String, u64>,
    /// For how many seconds the host has computed since it started.
    pub computed: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueStatus {
    pub class: String,
    pub level: u8,
    pub batches: u64,
    /// For how many seconds the oldest has waited.
    pub seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_job::{CheckStage, StageResult};
    use crate::{HostRequest, QueueStatus, say};
    use certamen_contest::ContestProgress;
    use certamen_i18n::Language;
    use std::time::Duration;

    #[test]
    fn an_event_survives_the_wire() {
        let slug = || "go-9x9".to_owned();
        let progress = ContestProgress { finished: 3, total: 7, faults: 1 };
        let doings = [
            ContestActivity::Nothing,
            ContestActivity::Opening,
            ContestActivity::Finished,
            ContestActivity::Incomplete { again: Duration::from_secs(60) },
            ContestActivity::NeverHosted,
            ContestActivity::Elsewhere,
            ContestActivity::Playing(progress),
        ];
        let mut all: Vec<HostEvent> =
            doings.into_iter().map(|doing| HostEvent::Doing(slug(), doing)).collect();
        let record = |record: Option<&str>| HostEvent::Match {
            slug: slug(),
            number: 5,
            record: record.map(|text| text.as_bytes().to_vec()),
        };
        all.extend([HostEvent::Cores(slug(), vec![1, 3]), HostEvent::Cores(slug(), Vec::new())]);
        all.push(HostEvent::Changed { slug: slug(), what: ContestChange::Publications });
        all.extend([record(None), record(Some("{\"certamen\":2}\n{}\n"))]);
        for stage in CheckStage::ALL {
            let (id, result) = ("abc".to_owned(), StageResult::Passed);
            all.push(HostEvent::Entry(CheckProgress { id, stage, result, why: None }));
        }
        let queue = QueueStatus { class: "k".to_owned(), level: 1, batches: 7, seconds: 0.5 };
        let slots = [("busy".to_owned(), 3)].into();
        all.push(HostEvent::Farm(FarmStatus { queues: vec![queue], slots, computed: 1.25 }));
        let live_table = |event| HostEvent::LiveTable(TableUpdate { id: "abc".to_owned(), event });
        let line = "{\"turn\":3}".to_owned();
        all.extend([
            live_table(TableEvent::Waits(2)),
            live_table(TableEvent::Turn { number: 3, line, over: true }),
            live_table(TableEvent::Rests),
        ]);
        for event in all {
            let line = event.to_line();
            assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
            assert_eq!(HostEvent::of_line(&line), Some(event));
        }
        assert_eq!(HostEvent::of_line("{\"Laughing\":1}"), None);
        let incomplete = ContestActivity::Incomplete { again: Duration::from_secs(60) };
        let line = r#"{"Doing":{"slug":"x","doing":{"Incomplete":{"again_ms":60000}}}}"#;
        assert_eq!(HostEvent::Doing("x".to_owned(), incomplete).to_line().trim_end(), line);
        let (id, stage, result) = ("a".to_owned(), CheckStage::Held, StageResult::Passed);
        let entry = HostEvent::Entry(CheckProgress { id, stage, result, why: None });
        let line = r#"{"Entry":{"id":"a","stage":"held","result":"passed","why":null}}"#;
        assert_eq!(entry.to_line().trim_end(), line);
    }

    #[test]
    fn errors_are_sent_in_each_language() {
        let again = Duration::from_millis(1500);
        let sent =
            HostEvent::Doing("x".to_owned(), ContestActivity::Failed { why: say::full(), again });
        let Some(HostEvent::Doing(_, ContestActivity::Failed { why, again: received })) =
            HostEvent::of_line(&sent.to_line())
        else {
            panic!("{sent:?}");
        };
        assert_eq!(received, again);
        for language in Language::ALL {
            assert_eq!(why.get(language), say::full().get(language));
        }
    }

    #[test]
    fn a_request_survives_the_wire_and_is_not_confused_with_another() {
        let request = PlayTableRequest {
            id: "abc".to_owned(),
            head: "{\"certamen\":1}".to_owned(),
            turns: vec!["{\"turn\":1}".to_owned()],
            given: 0,
            participants: vec![Participant::Person, Participant::Builtin("first".to_owned())],
            answers: vec![GivenAnswer { turn: 2, seat: 0, reply: "a\nb".to_owned() }],
        };
        let line = request.to_line();
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
        assert_eq!(PlayTableRequest::of_line(&line), Some(request));
        assert_eq!(HostRequest::of_line(&line), None);
    }
}
