//! Why a contest cannot be run.

use crate::{TierRequirement, say, timing::TimingError};
use certamen_contest::ContestError;
use certamen_game::Void;
use certamen_i18n::{Localize, Message, quoted};
use certamen_portal::course::{RosterError, Untried};
use certamen_runner::BotError;
use certamen_runner::check::CheckError;
use certamen_sandbox::{Tier, TierLoss, UnknownTier, doctor::TestError};
use std::{io, path::PathBuf};

/// Why a contest cannot be run. Messages name the file and what to do.
#[derive(Debug)]
pub enum HostError {
    /// A file cannot be read or written.
    Io { path: PathBuf, error: io::Error },
    /// The process is to stop, and what was waited for is not there.
    Stopped,
    /// A file beside a submission is not its report.
    Report { path: PathBuf, error: serde_json::Error },
    /// The roster of teams cannot be read.
    Register { path: PathBuf, error: RosterError },
    /// The contest file of a championship cannot be made of the contest's.
    Championship { path: PathBuf, error: Box<toml::de::Error> },
    /// A file names a tier that does not exist.
    UnknownTier(UnknownTier),
    /// There is no sandbox of the tier that was asked for.
    Tier { wish: TierRequirement, tier_loss: TierLoss },
    /// There is no sandbox that would do.
    NoTier { wish: TierRequirement, weakest: Tier, tier_loss: Vec<TierLoss> },
    /// The available sandbox isolates too little.
    WeakTier { asked: TierRequirement, weakest: Tier, have: Tier },
    /// The sandbox failed its self-test.
    SelfTest(TestError),
    /// The disk has fewer bytes left than the minimum.
    NoRoom { path: PathBuf, left: u64, least: u64 },
    /// There is no room for builds.
    NoPlace(io::Error),
    /// An entry of a contest file is no bot that can play.
    Bots { path: PathBuf, error: Box<BotError> },
    /// A bot cannot be built.
    Bot(Box<BotError>),
    /// Bots cannot enter, and none is to be excluded.
    Unfit(Vec<String>),
    /// A match cannot be played, again and again.
    Unplayable(Box<Void>),
    /// A match does not end.
    NoEnd,
    /// A file contains the blocks of another comparison.
    OtherSeries { path: PathBuf },
    /// The threads that play are gone.
    NoThreads,
    /// There is no source of random numbers.
    NoRandomness(io::Error),
    /// A contest that is to be hosted has no timetable.
    NoTimetable { path: PathBuf },
    /// A submission to a contest that accepts none.
    NoEntries { path: PathBuf },
    /// A file of a course cannot be tried.
    Untried { file: String, error: Untried },
    /// A player could not be tried.
    Check(Box<CheckError>),
    /// It cannot be determined how long a move may take.
    MoveTime(Box<TimingError>),
    #[cfg(feature = "bus")]
    Bus(certamen_farm::BusError),
    /// A bot cannot be sent to workers.
    #[cfg(feature = "bus")]
    StaysHere { bot: String },
    /// The contest cannot go on.
    Contest(ContestError),
}

impl Localize for HostError {
    fn message(&self) -> Message {
        match self {
            HostError::Io { path, error } if is_no_room(error) => say::not_written(path, error),
            HostError::Io { path, error } => say::file(path, error),
            HostError::Report { path, error } => say::no_report(path, quoted(error)),
            HostError::Register { path, error } => say::file(path, error),
            HostError::Championship { path, error } => say::file(path, quoted(error)),
            HostError::UnknownTier(error) => error.message(),
            HostError::Tier { wish, tier_loss } => say::file(wish, tier_loss),
            HostError::NoTier { wish, weakest, tier_loss } => {
                say::no_tier(wish, weakest.letter(), joined(tier_loss))
            }
            HostError::WeakTier { asked, weakest, have } => {
                say::weak_tier(asked, weakest.letter(), have.letter())
            }
            HostError::SelfTest(error) => error.message(),
            HostError::NoRoom { path, left, least } => {
                say::no_room_left(path, left / MIB, least.div_ceil(MIB))
            }
            HostError::NoPlace(error) => say::no_place(error),
            HostError::Bots { path, error } => say::bots(path, error),
            HostError::Bot(error) => error.message(),
            HostError::Unfit(bots) => say::unfit(bots.len(), bots.join(", ")),
            HostError::Unplayable(void) => say::unplayable(void),
            HostError::NoEnd => say::no_end(),
            HostError::OtherSeries { path } => say::other_series(path),
            HostError::NoThreads => say::nobody_plays(),
            HostError::NoRandomness(error) => error.message(),
            HostError::NoTimetable { path } => say::no_timetable(path),
            HostError::NoEntries { path } => say::no_entries(path),
            HostError::Untried { file, error } => say::file(file, error),
            HostError::Check(error) => error.message(),
            HostError::MoveTime(error) => say::move_time(error),
            #[cfg(feature = "bus")]
            HostError::Bus(error) => error.message(),
            #[cfg(feature = "bus")]
            HostError::StaysHere { bot } => say::stays_here(bot),
            HostError::Stopped => say::stopped(),
            HostError::Contest(error) => error.message(),
        }
    }
}

/// Sizes are reported in mebibytes.
const MIB: u64 = 1 << 20;

/// Whether nothing may or can be written there.
fn is_no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull)
}

/// What is missing, level by level, on one line.
fn joined(tier_loss: &[TierLoss]) -> Message {
    let messages = tier_loss.iter().map(Localize::message);
    let all = messages.reduce(say::and);
    all.unwrap_or_else(|| Message::verbatim(""))
}

certamen_i18n::error!(HostError);

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
