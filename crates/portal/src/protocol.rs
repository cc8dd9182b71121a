//! What the site and the host send to each other: plain data, and one JSON object per line where
//! the two are separate processes. Requests about tables are complete each time, so that the host
//! needs to remember nothing.

use crate::{
    NewContest, Secret,
    check_job::{CheckProgress, ContestActivity},
};
use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{CourseRuling, DelayWish, HostDecision, WithdrawalReason, decide, leave},
    found_edition,
};
use certamen_i18n::Message;
use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

/// What the host sends to the site.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum HostEvent {
    /// The current activity of the contest with this slug.
    Doing { slug: String, doing: ContestActivity },
    /// The numbers of the cores on which the contest with this slug is being played.
    Cores { slug: String, cores: Vec<usize> },
    /// Something of the contest with this slug was stored or written just now.
    Changed { slug: String, what: ContestChange },
    /// The record so far of a match that takes long; `None` once it is over.
    Match { slug: String, number: i64, record: Option<String> },
    /// The progress of a submission.
    Entry(CheckProgress),
    /// The result of the request with this id.
    Response { id: u64, response: HostResponse },
    /// An update of a table with people.
    LiveTable(TableUpdate),
    /// A match of a contest in which players on other machines have seats.
    Remote(RemoteEvent),
    /// The status of the workers.
    Farm(FarmStatus),
}

/// What changed in a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ContestChange {
    /// Results of matches were committed.
    Matches,
    /// Standings or marks were published.
    Publications,
    /// Submissions arrived, or were decided on.
    Entries,
    /// The contest file, bots, or announcements.
    Files,
}

impl HostEvent {
    /// What the event is about, if only the latest event about it matters: it replaces an older one
    /// that was not sent yet.
    pub fn topic(&self) -> Option<String> {
        match self {
            HostEvent::Doing { slug, .. } => Some(format!("doing {slug}")),
            HostEvent::Cores { slug, .. } => Some(format!("cores {slug}")),
            HostEvent::Changed { slug, what } => Some(format!("changed {slug} {what:?}")),
            HostEvent::Match { slug, number, .. } => Some(format!("match {slug} {number}")),
            HostEvent::Farm(_) => Some("farm".to_owned()),
            HostEvent::Remote(
                RemoteEvent::Opened(RemoteTable { id, .. }) | RemoteEvent::Closed { id },
            ) => Some(format!("remote {id}")),
            HostEvent::Remote(RemoteEvent::All { .. }) => Some("remote".to_owned()),
            HostEvent::Entry(_) | HostEvent::Response { .. } | HostEvent::LiveTable(_) => None,
        }
    }
}

/// What the site sends to the host. The response has the same id, so that the response to a request
/// that was given up is never taken for that to another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteRequest {
    pub id: u64,
    pub action: SiteAction,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SiteAction {
    /// Nothing: the site has read its files, and serves.
    Ready,
    /// A decision is carried out in the contest with this slug.
    Contest {
        slug: String,
        request: HostRequest,
    },
    PlayTable(PlayTableRequest),
    /// What players on other machines do.
    Remote(RemoteNotice),
}

/// A match of a contest that is a table of the site while it is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RemoteEvent {
    /// It is open; sent again to a site that connects.
    Opened(RemoteTable),
    /// It is no longer played there.
    Closed { id: String },
    /// No others than these are open: sent to a site that connects, after them.
    All { ids: Vec<String> },
}

/// A table of a contest's match. The lists have an entry for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RemoteTable {
    pub id: String,
    /// The slug of the contest.
    pub contest: String,
    pub head: String,
    pub turns: Vec<String>,
    pub participants: Vec<Participant>,
    /// The entrants that play from other machines.
    pub entrants: Vec<Option<String>>,
    pub secrets: Vec<SeatSecret>,
    /// The seats whose players have left.
    pub left: BTreeSet<u8>,
}

/// The token of a seat, as it is sent between host and site; `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSecret(String);

impl SeatSecret {
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<Secret> for SeatSecret {
    fn from(secret: Secret) -> SeatSecret {
        SeatSecret(secret.reveal().to_owned())
    }
}

impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret")
    }
}

/// What a site reports of players on other machines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RemoteNotice {
    /// The number of open requests of an entrant for a match of a contest.
    Requests { contest: String, entrant: String, open: u32 },
    /// The player of this seat has asked for its table.
    Appeared { id: String, seat: u8 },
    /// The player of this seat has left.
    Left { id: String, seat: u8 },
}

/// Passes on what players on other machines do; false if no process plays.
pub type RemoteNotices = Arc<dyn Fn(RemoteNotice) -> bool + Send + Sync>;

/// A message as a line, including the newline.
pub fn to_line(message: &impl Serialize) -> String {
    let text = serde_json::to_string(message).expect("messages are plain data");
    format!("{text}\n")
}

/// The message in a line; `None` if it is not one.
pub fn of_line<T: DeserializeOwned>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostRequest {
    pub act: HostRequestKind,
    pub time: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostRequestKind {
    /// A submission enters.
    Approve {
        id: String,
    },
    /// A submission does not enter.
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
    /// The contest file gets this text.
    Edit {
        text: String,
    },
    /// The next edition of the contest is created.
    Found {
        slug: String,
        text: String,
    },
    /// Another contest is created beside this one.
    Create(NewContest),
    Rule {
        file: String,
        ruling: CourseRuling,
    },
}

/// Executes requests, here or in another process, in the folder of the contest with this slug.
/// Returns false if there is nothing left to do.
pub type RequestHandler =
    Arc<dyn Fn(&str, &Folder, &HostRequest) -> Result<bool, Message> + Send + Sync>;

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
            HostRequestKind::Create(new) => new.create(folder),
            HostRequestKind::Rule { file, ruling } => ruling.put(folder, file).map(|()| true),
        }
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
    /// A turn was played, perhaps the last one, at the table as it was before: see [`TableDigest`].
    Turn { number: u64, after: String, line: String, over: bool },
    /// It is not played on until that is requested again.
    Rests,
    /// It cannot be played on, now or ever.
    Broken { why: LocalizedTexts, again: CanRetry },
}

/// What a turn was played after: the header of a table and the lines of its turns. Two requests for
/// the same turn may cross, and programs may act differently each time; a turn is stored only after
/// the very turns that it follows.
#[derive(Clone)]
pub struct TableDigest(blake3::Hasher);

impl TableDigest {
    pub fn new(head: &str, turns: &[String]) -> TableDigest {
        let mut digest = TableDigest(blake3::Hasher::new());
        [head]
            .into_iter()
            .chain(turns.iter().map(String::as_str))
            .for_each(|line| digest.add(line));
        digest
    }

    /// Adds the line of a turn.
    pub fn add(&mut self, line: &str) {
        self.0.update(line.as_bytes()).update(b"\n");
    }

    pub fn value(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
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
    use crate::say;
    use certamen_contest::ContestProgress;
    use certamen_i18n::Language;
    use std::time::Duration;

    #[test]
    fn tokens_of_seats_are_sent_and_not_shown() {
        let secret = SeatSecret::from(Secret::draw().unwrap());
        let revealed = secret.reveal().to_owned();
        let table = RemoteTable {
            id: "abc".to_owned(),
            contest: "open".to_owned(),
            head: String::new(),
            turns: Vec::new(),
            participants: vec![Participant::Person],
            entrants: vec![Some("beta".to_owned())],
            secrets: vec![secret],
            left: [0].into(),
        };
        let ids = vec!["abc".to_owned()];
        for event in [RemoteEvent::Opened(table), RemoteEvent::All { ids }] {
            let event = HostEvent::Remote(event);
            assert!(!format!("{event:?}").contains(&revealed));
            assert_eq!(of_line(&to_line(&event)), Some(event));
        }
    }

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
            doings.into_iter().map(|doing| HostEvent::Doing { slug: slug(), doing }).collect();
        let record = |record: Option<&str>| HostEvent::Match {
            slug: slug(),
            number: 5,
            record: record.map(ToOwned::to_owned),
        };
        let cores = |cores| HostEvent::Cores { slug: slug(), cores };
        all.extend([cores(vec![1, 3]), cores(Vec::new())]);
        all.push(HostEvent::Changed { slug: slug(), what: ContestChange::Publications });
        all.push(HostEvent::Response { id: 7, response: HostResponse::Done(true) });
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
            live_table(TableEvent::Turn { number: 3, after: String::new(), line, over: true }),
            live_table(TableEvent::Rests),
        ]);
        for event in all {
            let line = to_line(&event);
            assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
            assert_eq!(of_line(&line), Some(event));
        }
        assert_eq!(of_line::<HostEvent>("{\"Laughing\":1}"), None);
        let incomplete = ContestActivity::Incomplete { again: Duration::from_secs(60) };
        let line = r#"{"Doing":{"slug":"x","doing":{"Incomplete":{"again_ms":60000}}}}"#;
        let doing = HostEvent::Doing { slug: "x".to_owned(), doing: incomplete };
        assert_eq!(to_line(&doing).trim_end(), line);
        let (id, stage, result) = ("a".to_owned(), CheckStage::Held, StageResult::Passed);
        let entry = HostEvent::Entry(CheckProgress { id, stage, result, why: None });
        let line = r#"{"Entry":{"id":"a","stage":"held","result":"passed","why":null}}"#;
        assert_eq!(to_line(&entry).trim_end(), line);
    }

    #[test]
    fn errors_are_sent_in_each_language() {
        let again = Duration::from_millis(1500);
        let doing = ContestActivity::Failed { why: say::full(), again };
        let sent = HostEvent::Doing { slug: "x".to_owned(), doing };
        let Some(HostEvent::Doing {
            doing: ContestActivity::Failed { why, again: received }, ..
        }) = of_line(&to_line(&sent))
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
        let request = SiteRequest { id: 3, action: SiteAction::PlayTable(request) };
        let line = to_line(&request);
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
        assert_eq!(of_line(&line), Some(request));
        assert_eq!(of_line::<HostRequest>(&line), None);
        assert_eq!(of_line::<HostEvent>(&line), None);
    }
}
