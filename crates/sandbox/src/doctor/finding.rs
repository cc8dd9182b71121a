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

/// A check and its result. As JSON, all texts are English.
#[derive(Clone, PartialEq, Debug)]
pub struct DoctorFinding {
    /// The kind of check.
    pub part: Part,
    /// The thing checked.
    pub item: Item,
    /// The result.
    pub status: Status,
    /// A figure, or the answer.
    pub detail: Option<Message>,
    /// The likely cause.
    pub cause: Option<Message>,
    /// The likely remedy.
    pub fix: Option<Message>,
    /// The consequence: what programs can do, or we cannot.
    pub loses: Option<Message>,
}

/// The kind of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// A feature of the machine.
    Probe,
    /// An attempt of a canary in a sandbox.
    Test,
    /// The cost of isolation.
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

/// A test with canaries. It is stored in the cache, as are the types below.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ProbeTest {
    pub(super) item: Item,
    pub(super) shown: ProbeOutput,
}

/// The result of a canary.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum ProbeOutput {
    /// As it should be.
    Fine,
    /// The same, with a figure.
    Ok(CanaryFigure),
    /// Unavailable, but not required.
    Lost(CanaryFigure),
    /// The protection does not hold. Never cached, but tested again.
    #[serde(skip)]
    Failed(Message),
}

/// The figure of a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum CanaryFigure {
    /// This many attempts failed, as they must.
    Attempts(usize),
    /// Programs are this user.
    User(i64),
    /// Programs are this user, which is ours, too.
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
    /// The difference from the clock of the program, in per cent.
    Deviation(f64),
    /// A program used this share of the time off turn, in per cent.
    OffTurn(f64),
}

impl ProbeTest {
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
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum TestError {
    /// A canary could do what it must not, or could not do what it must.
    #[localize(say::does_not_hold(item, detail.clone().unwrap_or_else(|| Message::verbatim(""))))]
    Failed { item: Item, detail: Option<Message> },
    /// There is nothing to test, and canaries outside a sandbox would do harm.
    #[localize(say::nothing_to_test())]
    Nothing,
    /// Canaries cannot be run.
    #[localize(say::cannot_be_tested(_0))]
    Canary(CanaryError),
    /// Canaries cannot be started.
    #[localize(say::cannot_be_tested(_0))]
    Sandbox(SandboxError),
}

/// Why there is no canary.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum CanaryError {
    /// None is compiled for this kind of machine.
    #[localize(say::canary_processor())]
    Processor,
    /// No folder is suitable.
    #[localize(say::no_temporary_folder())]
    NoFolder,
    /// No canary can be written to this place, nor to the ones before.
    #[localize(say::canary_place(place, error))]
    Place { place: PathBuf, error: Box<CanaryError> },
    /// One printed nothing when run without a sandbox.
    #[localize(say::canary_silent(quoted(_0)))]
    Silent(ExitStatus),
    /// The system's answer.
    #[localize(transparent)]
    System(io::Error),
}

from_errors!(CanaryError: System(io::Error));

from_errors!(TestError: Canary(CanaryError), Sandbox(SandboxError));
