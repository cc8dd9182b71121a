//! What the host reports to the site about a contest and its submissions.

use certamen_contest::ContestProgress;
use certamen_i18n::Message;
use std::time::Duration;

/// The current activity of a contest.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum ContestActivity {
    #[default]
    Nothing,
    /// It is being opened: bots are built, options are fixed.
    Opening,
    /// Matches are played, and it is so far.
    Playing(ContestProgress),
    /// Everything that is planned has been played.
    Finished,
    /// Everything is played but for matches that we failed to play again and again.
    Incomplete {
        /// When they are tried again.
        again: Duration,
    },
    /// It was closed before it was ever run: nothing is played or published.
    NeverHeld,
    Elsewhere,
    Failed {
        why: Message,
        /// When it is tried again.
        again: Duration,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct CheckProgress {
    pub id: String,
    pub stage: CheckStage,
    pub result: StageResult,
    /// The reason, if there is one.
    pub why: Option<Message>,
}

/// The stages of a submission, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckStage {
    Received,
    /// Its files are known.
    Unpacked,
    /// It is what the contest takes.
    Checked,
    /// It was built.
    Built,
    Validated,
    /// It waits for the approval of an organizer.
    Held,
    /// It has entered the contest.
    Live,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// All of them.
    pub const ALL: [StageResult; 4] =
        [StageResult::Running, StageResult::Passed, StageResult::Failed, StageResult::Delayed];

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
