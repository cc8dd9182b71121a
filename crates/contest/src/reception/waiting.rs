//! Files that wait to be decided on, and when they came.

use crate::{ContestError, Folder, Timetable};
use course::FileName;
use jiff::{SignedDuration, Timestamp};
use std::{
    fs::{self, Metadata},
    io,
    path::PathBuf,
    time::SystemTime,
};

/// Nobody writes into a file any more that was not written into for so long.
const QUIET: SignedDuration = SignedDuration::from_secs(2);

/// A file that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called; what is no text in it is replaced.
    pub name: String,
    /// When it came.
    pub received: Timestamp,
}

/// How one tells when a file came.
#[derive(Clone, Copy, Debug)]
pub enum Arrival {
    /// By the time it was last written: not before the folder was last looked at, since it was not
    /// there then, and not after now.
    Since {
        /// When the folder was last looked at.
        looked: Timestamp,
        /// The time.
        now: Timestamp,
    },
    /// In a contest of another time: by the day in its name, the first moment of it in which the
    /// contest was held, or the time at which it was last written, if that was on this day.
    Named,
}

/// The files that wait, the oldest first. Hidden ones are not there yet, and those that come after
/// the end never are.
pub fn waiting(
    folder: &Folder,
    timetable: &Timetable,
    arrival: Arrival,
) -> Result<Vec<Waiting>, ContestError> {
    let path = folder.submissions();
    let io = |error| ContestError::Io { path: path.clone(), error };
    let entries = match fs::read_dir(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Who is gone already was taken back.
        let Ok(metadata) = path.symlink_metadata() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let received = arrival.of(&name, &metadata, timetable);
        let in_time = |at: &Timestamp| timetable.deadline().is_none_or(|deadline| *at <= deadline);
        if let Some(received) = received.filter(in_time) {
            files.push(Waiting { path, name, received });
        }
    }
    files.sort_by(|one, other| (one.received, &one.name).cmp(&(other.received, &other.name)));
    Ok(files)
}

impl Arrival {
    /// When a file came; nothing if it is still being written.
    fn of(self, name: &str, metadata: &Metadata, timetable: &Timetable) -> Option<Timestamp> {
        let written = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let written = Timestamp::try_from(written).unwrap_or(Timestamp::UNIX_EPOCH);
        match self {
            Arrival::Since { looked, now } => {
                let age = now.duration_since(written);
                let busy = age >= SignedDuration::ZERO && age < QUIET;
                (!busy).then(|| written.clamp(looked.min(now), now))
            }
            Arrival::Named => Some(named(name, written, timetable)),
        }
    }
}

fn named(name: &str, written: Timestamp, timetable: &Timetable) -> Timestamp {
    let start = timetable.start();
    let Ok(name) = name.parse::<FileName>() else { return start };
    if timetable.shown(written).date() == name.date {
        return written.max(start);
    }
    let midnight = name.date.to_zoned(timetable.starts.time_zone().clone());
    midnight.map_or(start, |midnight| midnight.timestamp().max(start))
}
