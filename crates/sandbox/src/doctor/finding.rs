//! The checks of the doctor and their results: findings, figures of canaries, errors.

use super::say;
use crate::{SandboxError, groups::Lacking};
use certamen_i18n::{Localize, Message, quoted};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use std::{io, path::PathBuf, process::ExitStatus};

/// A check of the doctor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum Item {
    Kernel,
    User,
    UserNamespace,
    MountNamespace,
    OtherNamespaces,
    PivotRoot,
    MountOfProc,
    MountAttributes,
    Seccomp,
    Pidfd,
    Landlock,
    TimeSource,
    ControlGroups,
    Turns,
    Canaries,
    Sandbox,
    SelfTest,
    RootIsReadOnly,
    FilesAreHidden,
    FilesAreClosed,
    OthersOutOfReach,
    NoSockets,
    NoNamespaces,
    FirstOutOfReach,
    RareParts,
    NoOtherUser,
    AnswersAreHeard,
    CallFilter,
    SideDoors,
    SecondUser,
    FirstProcess,
    LimitsStay,
    ThreeDescriptors,
    NoNetwork,
    ConstantNumber,
    Daemons,
    ProcessLimit,
    MemoryLimit,
    ComputingTime,
    ChildrenTime,
    WallTime,
    OutputLimit,
    ScratchFolder,
    GroupClock,
    Freezing,
    MemoryGroup,
    ProcessGroup,
    Namespaces,
    PrivateRoot,
    Limits,
    Raising,
    BareRun,
    SandboxRun,
    OneCore,
    Stopping,
    TwoCores,
    Stolen,
    #[serde(skip)]
    #[localize(transparent)]
    Missing(Lacking),
}

/// One thing that was tried. As JSON it says everything in English.
#[derive(Clone, PartialEq, Debug)]
pub struct DoctorFinding {
    /// What kind of thing.
    pub part: Part,
    /// The thing.
    pub item: Item,
    /// The result.
    pub status: Status,
    /// A figure, or what was answered.
    pub detail: Option<Message>,
    /// Why it is probably so.
    pub cause: Option<Message>,
    /// What is likely to help.
    pub fix: Option<Message>,
    /// What programs can do, or we cannot, because of it.
    pub loses: Option<Message>,
}

/// What kind of thing was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What the machine offers.
    Probe,
    /// What canaries can do inside.
    Test,
    /// What it costs.
    Timing,
}

/// The status of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Ok,
    /// Unavailable, but not required.
    Lost,
    /// The sandbox does not hold.
    Failed,
}

impl DoctorFinding {
    pub(super) fn new(
        part: Part,
        item: Item,
        status: Status,
        detail: impl Into<Option<Message>>,
    ) -> DoctorFinding {
        let detail = detail.into();
        DoctorFinding { part, item, status, detail, cause: None, fix: None, loses: None }
    }
}

impl Serialize for DoctorFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("part", &self.part)?;
        map.serialize_entry("item", &self.item.to_string())?;
        map.serialize_entry("status", &self.status)?;
        for (key, text) in [
            ("detail", &self.detail),
            ("cause", &self.cause),
            ("fix", &self.fix),
            ("loses", &self.loses),
        ] {
            if let Some(text) = text {
                map.serialize_entry(key, &text.to_string())?;
            }
        }
        map.end()
    }
}

/// Something that was tried with canaries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ProbeTest {
    pub(super) item: Item,
    pub(super) shown: ProbeOutput,
}

/// What a canary showed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum ProbeOutput {
    /// As it should be.
    Fine,
    /// The same, with a figure.
    Ok(CanaryFigure),
    /// One can do without it.
    Lost(CanaryFigure),
    /// It got out. That is never kept, but tried again.
    #[serde(skip)]
    Failed(Message),
}

/// A figure of what was tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum CanaryFigure {
    /// This many attempts failed, as they must.
    Attempts(usize),
    /// Programs are this user.
    User(i64),
    /// Programs are this user, who we are, too.
    SameUser(i64),
    /// Every run has this number.
    Number(i64),
    /// One run had these numbers, the next one those.
    Numbers(Vec<i64>, Vec<i64>),
    /// This many forks were allowed.
    Forks(u64),
    /// It took this many milliseconds.
    After(u64),
    /// Milliseconds charged, and milliseconds elapsed.
    Charged(f64, f64),
    /// CPU time is not counted.
    WallIsCharged,
    /// The clock is so far from the program's own, in per cent.
    Deviation(f64),
    /// A program used this share of the time off turn, in per cent.
    OffTurn(f64),
}

impl ProbeTest {
    /// Its finding.
    pub(super) fn finding(self) -> DoctorFinding {
        let (status, detail) = match self.shown {
            ProbeOutput::Fine => (Status::Ok, None),
            ProbeOutput::Ok(figure) => (Status::Ok, Some(figure.message())),
            ProbeOutput::Lost(figure) => (Status::Lost, Some(figure.message())),
            ProbeOutput::Failed(why) => (Status::Failed, Some(why)),
        };
        DoctorFinding::new(Part::Test, self.item, status, detail)
    }
}

impl Localize for CanaryFigure {
    fn message(&self) -> Message {
        let debug = |numbers: &Vec<i64>| quoted(&format!("{numbers:?}"));
        match self {
            CanaryFigure::Attempts(count) => say::attempts(*count),
            CanaryFigure::User(user) => say::own_user(*user),
            CanaryFigure::SameUser(user) => say::same_user(*user),
            CanaryFigure::Number(number) => Message::verbatim(number.to_string()),
            CanaryFigure::Numbers(first, second) => say::numbers(debug(first), debug(second)),
            CanaryFigure::Forks(count) => say::forks(*count),
            CanaryFigure::After(ms) => say::after_ms(*ms),
            CanaryFigure::Charged(charged, wall) => say::charged_and_passed(
                quoted(&format!("{charged:.1}")),
                quoted(&format!("{wall:.1}")),
            ),
            CanaryFigure::WallIsCharged => say::wall_is_charged(),
            CanaryFigure::Deviation(share) => say::deviation(quoted(&format!("{share:+.1}"))),
            CanaryFigure::OffTurn(share) => say::off_turn(quoted(&format!("{share:.0}"))),
        }
    }
}

/// Why a sandbox must not be used.
#[derive(Debug)]
pub enum TestError {
    /// A canary could do what it must not, or could not do what it must.
    Failed {
        /// What was tried.
        item: Item,
        /// The detail of the failure.
        detail: Option<Message>,
    },
    /// There is nothing to test, and canaries let loose would do harm.
    Nothing,
    /// Canaries cannot be run.
    Canary(CanaryError),
    /// Canaries cannot be started.
    Sandbox(SandboxError),
}

/// Why there is no canary.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum CanaryError {
    /// They are made for another machine.
    #[localize(say::canary_processor())]
    Processor,
    /// There is no place for them.
    #[localize(say::no_temporary_folder())]
    NoFolder,
    /// They cannot be put into this place.
    #[localize(say::canary_place(place, error))]
    Place {
        /// The place tried last.
        place: PathBuf,
        /// What failed there.
        error: Box<CanaryError>,
    },
    /// One was run without any sandbox, and says nothing.
    #[localize(say::canary_silent(quoted(_0)))]
    Silent(ExitStatus),
    /// The system's answer.
    #[localize(transparent)]
    System(io::Error),
}

impl From<io::Error> for CanaryError {
    fn from(error: io::Error) -> CanaryError {
        CanaryError::System(error)
    }
}

impl From<CanaryError> for TestError {
    fn from(error: CanaryError) -> TestError {
        TestError::Canary(error)
    }
}

impl From<SandboxError> for TestError {
    fn from(error: SandboxError) -> TestError {
        TestError::Sandbox(error)
    }
}

impl Localize for TestError {
    fn message(&self) -> Message {
        match self {
            TestError::Failed { item, detail } => {
                let detail = detail.clone().unwrap_or_else(|| Message::verbatim(""));
                say::does_not_hold(item, detail)
            }
            TestError::Nothing => say::nothing_to_test(),
            TestError::Canary(error) => say::cannot_be_tested(error),
            TestError::Sandbox(error) => say::cannot_be_tested(error),
        }
    }
}

certamen_i18n::error!(TestError);
