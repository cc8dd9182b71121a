//! What the host reports to the site about a contest and its submissions.

use certamen_contest::{ContestProgress, LocalizedTexts};
use certamen_i18n::Message;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum ContestActivity {
    #[default]
    Nothing,
    /// It is being opened: bots are built, options are fixed.
    Opening,
    /// Matches are played, and it is so far.
    Playing(#[serde(with = "ProgressMsg")] ContestProgress),
    /// Everything that is planned has been played.
    Finished,
    /// Everything is played except matches that repeatedly failed because of errors on our side.
    Incomplete {
        /// When they are tried again.
        #[serde(rename = "again_ms", with = "millis")]
        again: Duration,
    },
    /// It was closed before it was ever run: nothing is played or published.
    NeverHosted,
    Elsewhere,
    Failed {
        #[serde(serialize_with = "write_texts", deserialize_with = "read_texts")]
        why: Message,
        /// When it is tried again.
        #[serde(rename = "again_ms", with = "millis")]
        again: Duration,
    },
}

/// The fields of [`ContestProgress`], as they are sent.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ContestProgress")]
struct ProgressMsg {
    finished: u64,
    total: u64,
    faults: u64,
}

/// Durations are sent in whole milliseconds.
mod millis {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// Messages are sent in all languages.
fn write_texts<S: Serializer>(why: &Message, to: S) -> Result<S::Ok, S::Error> {
    LocalizedTexts::from(why).serialize(to)
}

fn read_texts<'de, D: Deserializer<'de>>(from: D) -> Result<Message, D::Error> {
    LocalizedTexts::deserialize(from).map(Message::from)
}

#[expect(clippy::ref_option, reason = "serde passes references to fields")]
fn write_reason<S: Serializer>(why: &Option<Message>, to: S) -> Result<S::Ok, S::Error> {
    why.as_ref().map(LocalizedTexts::from).serialize(to)
}

fn read_reason<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Message>, D::Error> {
    Option::<LocalizedTexts>::deserialize(from).map(|why| why.map(Message::from))
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckProgress {
    pub id: String,
    pub stage: CheckStage,
    pub result: StageResult,
    /// The reason, if there is one.
    #[serde(default, serialize_with = "write_reason", deserialize_with = "read_reason")]
    pub why: Option<Message>,
}

/// The stages of a submission, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckStage {
    Received,
    /// Its files are known.
    Unpacked,
    /// It complies with the rules of the contest.
    Checked,
    /// It was built.
    Built,
    Validated,
    /// It waits for the approval of an organizer.
    Held,
    /// It has entered the contest.
    Live,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StageResult {
    Running,
    Passed,
    /// The submission is rejected.
    Failed,
    /// An error on our side: it is retried.
    Delayed,
}

impl CheckStage {
    /// All of them, in order.
    pub const ALL: [CheckStage; 7] = [
        CheckStage::Received,
        CheckStage::Unpacked,
        CheckStage::Checked,
        CheckStage::Built,
        CheckStage::Validated,
        CheckStage::Held,
        CheckStage::Live,
    ];

    /// The word by which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            CheckStage::Received => "received",
            CheckStage::Unpacked => "unpacked",
            CheckStage::Checked => "checked",
            CheckStage::Built => "built",
            CheckStage::Validated => "validated",
            CheckStage::Held => "held",
            CheckStage::Live => "live",
        }
    }
}

impl StageResult {
    /// The word by which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            StageResult::Running => "running",
            StageResult::Passed => "passed",
            StageResult::Failed => "failed",
            StageResult::Delayed => "delayed",
        }
    }
}
