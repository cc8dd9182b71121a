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

/// Where an entry is on its way from the inbox to a decision. The host goes from one state to the
/// next; portal and site derive the state from the reported stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryState {
    Received,
    Unpacked,
    Checked,
    Built,
    /// It played test matches.
    Tried,
    /// It waits for the approval of an organizer.
    Held,
    Accepted,
    Rejected,
    /// An error on our side: it is tried again.
    Delayed,
}

impl EntryState {
    pub const ALL: [EntryState; 9] = [
        EntryState::Received,
        EntryState::Unpacked,
        EntryState::Checked,
        EntryState::Built,
        EntryState::Tried,
        EntryState::Held,
        EntryState::Accepted,
        EntryState::Rejected,
        EntryState::Delayed,
    ];

    /// The states that may come next. A process that was stopped begins again with what it received.
    pub fn next(self) -> &'static [EntryState] {
        use EntryState::{
            Accepted, Built, Checked, Delayed, Held, Received, Rejected, Tried, Unpacked,
        };
        match self {
            Received => &[Unpacked, Rejected, Delayed],
            Unpacked => &[Received, Checked, Rejected, Delayed],
            Checked => &[Received, Built, Rejected, Delayed],
            Built => &[Received, Tried, Rejected, Delayed],
            Tried => &[Received, Held, Accepted, Delayed],
            Held => &[Accepted, Rejected],
            Delayed => &[Received, Rejected],
            Accepted | Rejected => &[],
        }
    }

    /// Whether nothing comes after it.
    pub fn is_decided(self) -> bool {
        self.next().is_empty()
    }

    /// The state after this report, whether it may come next or not.
    #[must_use]
    pub fn reached(self, stage: CheckStage, result: StageResult) -> EntryState {
        match (stage, result) {
            (_, StageResult::Delayed) => EntryState::Delayed,
            (_, StageResult::Failed) => EntryState::Rejected,
            (CheckStage::Held, _) => EntryState::Held,
            (CheckStage::Received, _) | (CheckStage::Unpacked, StageResult::Running) => {
                EntryState::Received
            }
            (_, StageResult::Running) => self,
            (CheckStage::Unpacked, StageResult::Passed) => EntryState::Unpacked,
            (CheckStage::Checked, StageResult::Passed) => EntryState::Checked,
            (CheckStage::Built, StageResult::Passed) => EntryState::Built,
            (CheckStage::Validated, StageResult::Passed) => EntryState::Tried,
            (CheckStage::Live, StageResult::Passed) => EntryState::Accepted,
        }
    }

    /// Whether this report may come next.
    pub fn allows(self, stage: CheckStage, result: StageResult) -> bool {
        let next = self.reached(stage, result);
        !self.is_decided() && (next == self || self.next().contains(&next))
    }
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

    /// The stage with this word.
    pub fn of_word(word: &str) -> Option<CheckStage> {
        CheckStage::ALL.into_iter().find(|stage| stage.word() == word)
    }

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
    pub const ALL: [StageResult; 4] =
        [StageResult::Running, StageResult::Passed, StageResult::Failed, StageResult::Delayed];

    /// The result with this word.
    pub fn of_word(word: &str) -> Option<StageResult> {
        StageResult::ALL.into_iter().find(|result| result.word() == word)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_goes_from_state_to_state_and_is_decided_once() {
        use CheckStage::{Built, Checked, Held, Live, Received, Unpacked, Validated};
        use StageResult::{Delayed, Failed, Passed, Running};
        for (reports, end) in [
            (
                &[
                    (Received, Passed),
                    (Unpacked, Running),
                    (Unpacked, Passed),
                    (Checked, Running),
                    (Checked, Passed),
                    (Built, Running),
                    (Built, Passed),
                    (Validated, Running),
                    (Validated, Passed),
                    (Live, Passed),
                ][..],
                EntryState::Accepted,
            ),
            (&[(Unpacked, Running), (Unpacked, Failed)], EntryState::Rejected),
            (&[(Unpacked, Passed), (Received, Delayed), (Unpacked, Running)], EntryState::Received),
            (&[(Received, Delayed), (Received, Failed)], EntryState::Rejected),
        ] {
            let mut state = EntryState::Received;
            for (stage, result) in reports {
                assert!(state.allows(*stage, *result), "{state:?}: {stage:?} {result:?}");
                state = state.reached(*stage, *result);
            }
            assert_eq!(state, end);
        }
        let held = EntryState::Tried.reached(Held, Running);
        assert!(
            held.allows(Held, Passed) && held.allows(Live, Passed) && held.allows(Held, Failed)
        );
        assert!(!held.allows(Unpacked, Running), "an organizer decides");
        for state in EntryState::ALL {
            let is_end = matches!(state, EntryState::Accepted | EntryState::Rejected);
            assert_eq!(state.is_decided(), is_end);
            for (stage, result) in CheckStage::ALL.into_iter().zip(StageResult::ALL) {
                assert!(!state.allows(stage, result) || !is_end, "{state:?}");
            }
            let skips = state != EntryState::Tried && state != EntryState::Held;
            assert_eq!(state.allows(Live, Passed), !skips, "{state:?}: only what was tried enters");
        }
    }
}
