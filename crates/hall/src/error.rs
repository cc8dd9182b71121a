//! Why a contest cannot be held.

use crate::{TierWish, measured::Unmeasured, say};
use certamen_checkup::CheckError;
use certamen_contest::ContestError;
use certamen_course::{RegisterError, Untried};
use certamen_game::Void;
use certamen_sandbox::{Lost, Tier, UnknownTier, doctor::TestError};
use certamen_speech::{Message, Speak, quoted};
use certamen_worker::BotError;
use std::{io, path::PathBuf};

/// Why a contest cannot be held. Messages name the file and the way out.
#[derive(Debug)]
pub enum HallError {
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// Somebody wants it to stop, and what was waited for is not there.
    Stopped,
    /// A file beside a submission is not its report.
    Report {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The register of pairs cannot be read.
    Register {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RegisterError,
    },
    /// The contest file of a championship cannot be made of the contest's.
    Championship {
        /// The contest file.
        path: PathBuf,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// A file names a tier that does not exist.
    UnknownTier(UnknownTier),
    /// There is no sandbox of the tier that was asked for.
    Tier {
        /// Who asks for it.
        wish: TierWish,
        /// What is missing.
        lost: Lost,
    },
    /// There is no sandbox that would do.
    NoTier {
        /// Who asks for it.
        wish: TierWish,
        /// The weakest tier that would do.
        weakest: Tier,
        /// What is missing, tier by tier.
        lost: Vec<Lost>,
    },
    /// The sandbox there is isolates too little.
    WeakTier {
        /// Who asks for more.
        asked: TierWish,
        /// The weakest tier that would do.
        weakest: Tier,
        /// What it is.
        have: Tier,
    },
    /// The sandbox does not hold.
    SelfTest(TestError),
    /// The disk is to keep more room than it has left.
    NoRoom {
        /// The folder of the contest.
        path: PathBuf,
        /// How many bytes are left.
        left: u64,
        /// How many are to be.
        least: u64,
    },
    /// There is no room for builds.
    NoPlace(io::Error),
    /// An entry of a contest file is no bot that can play.
    Bots {
        /// The contest file.
        path: PathBuf,
        /// What is wrong.
        error: Box<BotError>,
    },
    /// A bot cannot be made ready.
    Bot(Box<BotError>),
    /// Bots cannot take part, and nobody is to be set aside.
    Unfit(Vec<String>),
    /// A match cannot be played, again and again.
    Unplayable(Box<Void>),
    /// A match has no end.
    NoEnd,
    /// A file keeps the blocks of another comparison.
    OtherSeries {
        /// The file.
        path: PathBuf,
    },
    /// The threads that play are gone.
    NobodyPlays,
    /// There is nothing from which luck could be drawn.
    Luck(io::Error),
    /// A contest that is to be held has no timetable.
    NoTimetable {
        /// The contest file.
        path: PathBuf,
    },
    /// A program was sent to a contest that takes none in.
    NoEntries {
        /// The contest file.
        path: PathBuf,
    },
    /// A file of a course cannot be tried.
    Untried {
        /// What it is called.
        file: String,
        /// Why.
        error: Untried,
    },
    /// A player could not be tried.
    Check(Box<CheckError>),
    /// Nobody knows how long a move may take.
    MoveTime(Box<Unmeasured>),
    /// Other machines cannot play it.
    #[cfg(feature = "bus")]
    Bus(certamen_bus::BusError),
    /// A bot cannot be given to other machines.
    #[cfg(feature = "bus")]
    StaysHere {
        /// Which.
        bot: String,
    },
    /// The contest cannot go on.
    Contest(ContestError),
}

impl Speak for HallError {
    fn message(&self) -> Message {
        match self {
            HallError::Io { path, error } if is_no_room(error) => say::not_written(path, error),
            HallError::Io { path, error } => say::file(path, error),
            HallError::Report { path, error } => say::no_report(path, quoted(error)),
            HallError::Register { path, error } => say::file(path, error),
            HallError::Championship { path, error } => say::file(path, quoted(error)),
            HallError::UnknownTier(error) => error.message(),
            HallError::Tier { wish, lost } => say::file(wish, lost),
            HallError::NoTier { wish, weakest, lost } => {
                say::no_tier(wish, weakest.letter(), said(lost))
            }
            HallError::WeakTier { asked, weakest, have } => {
                say::weak_tier(asked, weakest.letter(), have.letter())
            }
            HallError::SelfTest(error) => error.message(),
            HallError::NoRoom { path, left, least } => {
                say::no_room_left(path, left / MIB, least.div_ceil(MIB))
            }
            HallError::NoPlace(error) => say::no_place(error),
            HallError::Bots { path, error } => say::bots(path, error),
            HallError::Bot(error) => error.message(),
            HallError::Unfit(bots) => say::unfit(bots.len(), bots.join(", ")),
            HallError::Unplayable(void) => say::unplayable(void),
            HallError::NoEnd => say::no_end(),
            HallError::OtherSeries { path } => say::other_series(path),
            HallError::NobodyPlays => say::nobody_plays(),
            HallError::Luck(error) => error.message(),
            HallError::NoTimetable { path } => say::no_timetable(path),
            HallError::NoEntries { path } => say::no_entries(path),
            HallError::Untried { file, error } => say::file(file, error),
            HallError::Check(error) => error.message(),
            HallError::MoveTime(error) => say::move_time(error),
            #[cfg(feature = "bus")]
            HallError::Bus(error) => error.message(),
            #[cfg(feature = "bus")]
            HallError::StaysHere { bot } => say::stays_here(bot),
            HallError::Stopped => say::stopped(),
            HallError::Contest(error) => error.message(),
        }
    }
}

/// What is told in mebibytes.
const MIB: u64 = 1 << 20;

/// Whether nothing may or can be written there.
fn is_no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull)
}

/// What is missing, tier by tier, on one line.
fn said(lost: &[Lost]) -> Message {
    let messages = lost.iter().map(Speak::message);
    let all = messages.reduce(say::and);
    all.unwrap_or_else(|| Message::verbatim(""))
}

certamen_speech::error!(HallError);

impl From<BotError> for HallError {
    fn from(error: BotError) -> HallError {
        HallError::Bot(Box::new(error))
    }
}

impl From<CheckError> for HallError {
    fn from(error: CheckError) -> HallError {
        HallError::Check(Box::new(error))
    }
}

impl From<ContestError> for HallError {
    fn from(error: ContestError) -> HallError {
        HallError::Contest(error)
    }
}

#[cfg(feature = "bus")]
impl From<certamen_bus::BusError> for HallError {
    fn from(error: certamen_bus::BusError) -> HallError {
        HallError::Bus(error)
    }
}
