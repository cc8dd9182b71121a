//! What whoever holds contests tells the site.

use certamen_contest::ContestProgress;
use certamen_i18n::Message;
use std::time::Duration;

/// What is being done with a contest.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum ContestActivity {
    /// Nobody here plays it.
    #[default]
    Nothing,
    /// It is being opened: bots are built, terms are settled.
    Opening,
    /// Matches are played, and it is so far.
    Playing(ContestProgress),
    /// Everything is played that there is to play.
    Finished,
    /// Everything is played but for matches that we failed to play again and again.
    Incomplete {
        /// When they are tried again.
        again: Duration,
    },
    /// It was closed before it was ever held: nothing is played or published.
    NeverHeld,
    /// Another process plays it.
    Elsewhere,
    /// It could not go on.
    Failed {
        /// Why.
        why: Message,
        /// When it is tried again.
        again: Duration,
    },
}

/// How far a program that was sent has come.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckProgress {
    /// Its name in addresses.
    pub id: String,
    /// The stage.
    pub stage: CheckStage,
    /// What came of it.
    pub result: StageResult,
    /// Why, where there is something to say.
    pub why: Option<Message>,
}

/// What is done with a program that was sent, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckStage {
    /// It is on the disk.
    Received,
    /// What it is made of is known.
    Unpacked,
    /// It is what the contest takes.
    Checked,
    /// It is a program.
    Built,
    /// It plays.
    Validated,
    /// A host is to look at it.
    Held,
    /// It takes part.
    Live,
}

/// What came of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageResult {
    /// It is being done.
    Running,
    /// It is done.
    Passed,
    /// The program is sent back.
    Failed,
    /// Something of ours failed: it is done again.
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

    /// The word by which it is kept.
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

    /// The word by which it is kept.
    pub fn word(self) -> &'static str {
        match self {
            StageResult::Running => "running",
            StageResult::Passed => "passed",
            StageResult::Failed => "failed",
            StageResult::Delayed => "delayed",
        }
    }
}
