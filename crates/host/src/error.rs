//! Why a contest cannot be run.

use crate::say;
use certamen_contest::ContestError;
use certamen_game::{Failure, Fault, RulesFault, Void, builtin::BuiltinError, job::MatchNumber};
use certamen_i18n::{Localize, Message, quoted};
use certamen_portal::course::{RosterError, Untried};
use certamen_runner::BotError;
use certamen_runner::check::CheckError;
use certamen_sandbox::{IsolationAdvice, Tier, TierLoss, UnknownTier, doctor::TestError};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a contest cannot be run. Messages name the file and what to do.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum HostError {
    /// A file cannot be read or written.
    #[localize(io_message(path, error))]
    Io { path: PathBuf, error: io::Error },
    /// The process was asked to stop before the awaited result arrived.
    Stopped,
    /// A file beside a submission is not its report.
    #[localize(say::no_report(path, quoted(error)))]
    Report { path: PathBuf, error: serde_json::Error },
    /// The roster of teams cannot be read.
    #[localize(say::file(path, error))]
    Roster { path: PathBuf, error: RosterError },
    /// A file names a tier that does not exist.
    #[localize(transparent)]
    UnknownTier(UnknownTier),
    /// There is no sandbox of the requested tier.
    #[localize(say::file(wish, tier_loss))]
    Tier { wish: TierRequirement, tier_loss: TierLoss },
    /// No sandbox has the required tier.
    #[localize(advised(say::no_tier(wish, weakest.letter(), joined(tier_loss)), advice.as_ref()))]
    NoTier {
        wish: TierRequirement,
        weakest: Tier,
        tier_loss: Vec<TierLoss>,
        advice: Option<IsolationAdvice>,
    },
    /// The available sandbox isolates too little.
    #[localize(advised(say::weak_tier(asked, weakest.letter(), have.letter()), advice.as_ref()))]
    WeakTier { asked: TierRequirement, weakest: Tier, have: Tier, advice: Option<IsolationAdvice> },
    /// The sandbox failed its self-test.
    #[localize(transparent)]
    SelfTest(TestError),
    /// The disk has fewer bytes left than the minimum.
    #[localize(say::no_room_left(path, left / MIB, least.div_ceil(MIB)))]
    NoRoom { path: PathBuf, left: u64, least: u64 },
    /// There is no room for builds.
    NoPlace(io::Error),
    /// An entry of a contest file is not a valid bot.
    Bots { path: PathBuf, error: Box<BotError> },
    /// A bot cannot be built.
    #[localize(transparent)]
    Bot(Box<BotError>),
    /// Bots cannot enter, and none may be excluded.
    #[localize(say::unfit(_0.len(), _0.join(", ")))]
    Unfit(Vec<String>),
    /// A match cannot be played, again and again.
    Unplayable(Box<Void>),
    /// The rules of a game that is a program failed in this match.
    #[localize(say::rules_failed(number, fault))]
    Rules { number: MatchNumber, fault: Box<RulesFault> },
    /// A match does not end.
    NoEnd,
    /// A file contains the blocks of another comparison.
    OtherSeries { path: PathBuf },
    /// There is no source of random numbers.
    #[localize(transparent)]
    NoRandomness(io::Error),
    /// A contest without a timetable cannot be hosted.
    NoTimetable { path: PathBuf },
    /// A submission to a contest that accepts none.
    NoEntries { path: PathBuf },
    /// A file of a course cannot be tried.
    #[localize(say::file(file, error))]
    Untried { file: String, error: Untried },
    /// A player could not be tried.
    #[localize(transparent)]
    Check(Box<CheckError>),
    /// It cannot be determined how long a move may take.
    MoveTime(Box<TimingError>),
    #[cfg(feature = "bus")]
    #[localize(transparent)]
    Bus(certamen_farm::BusError),
    /// A bot cannot be sent to workers.
    #[localize(say::stays_here(bot))]
    #[cfg(feature = "bus")]
    NotSendable { bot: String },
    /// The rules of a game are a program that is too large for workers.
    #[localize(say::rules_stay_here(*game, crate::farm::MOST_OF_RULES as u64 / MIB))]
    #[cfg(feature = "bus")]
    RulesNotSendable { game: &'static str },
    /// The contest cannot go on.
    #[localize(transparent)]
    Contest(ContestError),
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum TierRequirement {
    #[localize(say::tier_flag(_0.letter()))]
    OfUser(Tier),
    #[localize(say::minimum_tier(_0))]
    OfContest(PathBuf),
    #[localize(say::bot_flag())]
    OfEvaluation,
}

/// Why it cannot be measured how long a player needs for a move.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum TimingError {
    /// It is not a built-in player, and there is no folder in which to look for a bot.
    #[localize(say::no_builtin_player(of))]
    NotBuiltin { of: String },
    #[localize(transparent)]
    House(BuiltinError),
    /// There is no such bot, or it cannot be built.
    #[localize(transparent)]
    Bot(BotError),
    #[localize(say::file(of, fault.word()))]
    Fault { of: String, fault: Fault },
    #[localize(transparent)]
    Void(Void),
    /// A person plays.
    Person,
    /// The share is too short to be a limit.
    #[localize(_0.clone())]
    TooShort(Message),
}

impl TimingError {
    pub(crate) fn of(of: &str, failure: Failure) -> TimingError {
        match failure {
            Failure::Fault(fault) => TimingError::Fault { of: of.to_owned(), fault },
            Failure::Void(void) => TimingError::Void(void),
            Failure::Left => TimingError::Person,
        }
    }
}

/// Sizes are reported in mebibytes.
const MIB: u64 = 1 << 20;

fn io_message(path: &Path, error: &io::Error) -> Message {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        PermissionDenied | ReadOnlyFilesystem | StorageFull => say::not_written(path, error),
        _ => say::file(path, error),
    }
}

/// The error, and on the lines below how the machine gets a better level, if that is known.
fn advised(error: Message, advice: Option<&IsolationAdvice>) -> Message {
    match advice {
        Some(advice) => say::advised(error, advice),
        None => error,
    }
}

/// The missing requirements of each level, on one line.
fn joined(tier_loss: &[TierLoss]) -> Message {
    let messages = tier_loss.iter().map(Localize::message);
    let all = messages.reduce(say::and);
    all.unwrap_or_else(|| Message::verbatim(""))
}

impl From<BotError> for HostError {
    fn from(error: BotError) -> HostError {
        HostError::Bot(Box::new(error))
    }
}

impl From<CheckError> for HostError {
    fn from(error: CheckError) -> HostError {
        HostError::Check(Box::new(error))
    }
}

impl From<ContestError> for HostError {
    fn from(error: ContestError) -> HostError {
        HostError::Contest(error)
    }
}

#[cfg(feature = "bus")]
impl From<certamen_farm::BusError> for HostError {
    fn from(error: certamen_farm::BusError) -> HostError {
        HostError::Bus(error)
    }
}
