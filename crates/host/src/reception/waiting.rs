//! Files that wait for a decision, and when they arrived.

use crate::{HostError, Timetable};
use certamen_contest::Folder;
use certamen_portal::course::FileName;
use jiff::{SignedDuration, Timestamp};
use std::{
    fs::{self, Metadata},
    io,
    path::PathBuf,
    time::SystemTime,
};

/// A file that was not written to for this long is complete.
pub const QUIET: SignedDuration = SignedDuration::from_secs(2);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingFile {
    pub path: PathBuf,
    /// Its name; invalid UTF-8 is replaced.
    pub name: String,
    pub received: Timestamp,
}

/// How the time at which a file arrived is determined.
#[derive(Clone, Copy, Debug)]
pub enum Arrival {
    /// By the time it was last written: not before the folder was last looked at, since it was not
    /// there then, and not after now.
    Since { looked: Timestamp, now: Timestamp },
    /// In a past contest: by the day in its name, the first moment of it in which the
    /// contest was held, or the time at which it was last written, if that was on this day.
    Named,
}

/// The files that wait, the oldest first. Hidden ones are ignored, and those that come after the
/// end always are.
pub fn waiting(
    folder: &Folder,
    timetable: &Timetable,
    arrival: Arrival,
) -> Result<Vec<PendingFile>, HostError> {
    let path = folder.submissions();
    let io = |error| HostError::Io { path: path.clone(), error };
    let entries = match fs::read_dir(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A deleted file was withdrawn.
        let Ok(metadata) = path.symlink_metadata() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let received = arrival.of(&name, &metadata, timetable);
        let in_time = |at: &Timestamp| timetable.deadline().is_none_or(|deadline| *at <= deadline);
        if let Some(received) = received.filter(in_time) {
            files.push(PendingFile { path, name, received });
        }
    }
    files.sort_by(|one, other| (one.received, &one.name).cmp(&(other.received, &other.name)));
    Ok(files)
}

impl Arrival {
    /// When a file arrived; `None` if it is still being written.
    fn of(self, name: &str, metadata: &Metadata, timetable: &Timetable) -> Option<Timestamp> {
        // A file without a time is as old as can be: it is put at the last look below.
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

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::ToSpan;
    use std::fs::File;

    fn time(text: &str) -> Timestamp {
        format!("2015-03-{text}[Europe/Madrid]").parse::<jiff::Zoned>().unwrap().timestamp()
    }

    /// A file of this name, written at a time, and the expected time of arrival.
    fn check(name: &str, written: &str, arrival: Arrival, expected: Option<&str>) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::create_dir(folder.submissions()).unwrap();
        let file = File::create(folder.submissions().join(name)).unwrap();
        file.set_modified(time(written).into()).unwrap();
        let zoned = |text: &str| format!("2015-03-{text}[Europe/Madrid]").parse().unwrap();
        let timetable = Timetable {
            starts: zoned("13T12:00"),
            closes: Some(zoned("27T12:00")),
            publish_every: 2.hours(),
            championship_every: 48.hours(),
        };
        let found = waiting(&folder, &timetable, arrival).unwrap();
        let received: Vec<Timestamp> = found.iter().map(|file| file.received).collect();
        let expected: Vec<Timestamp> = expected.into_iter().map(time).collect();
        assert_eq!(received, expected, "{name} written {written}");
    }

    #[test]
    fn a_file_arrived_when_it_was_written_but_not_before_the_last_look_at_the_folder() {
        let since = Arrival::Since { looked: time("18T23:00"), now: time("19T01:00") };
        // Uploaded while the host was away, before midnight.
        check("14023150318Ab.cl", "18T23:58", since, Some("18T23:58"));
        // A clock that was set back wins nothing, nor does one that is ahead.
        check("14023150317Ab.cl", "17T10:00", since, Some("18T23:00"));
        check("14023150320Ab.cl", "20T10:00", since, Some("19T01:00"));
        // It may still be being written.
        check("14023150319Ab.cl", "19T00:59:59", since, None);
        check(".14023150319Ab.cl", "19T00:00", since, None);
        let late = Arrival::Since { looked: time("27T11:00"), now: time("27T13:00") };
        check("14023150327Ab.cl", "27T12:00", late, Some("27T12:00"));
        check("14023150327Ab.cl", "27T12:00:01", late, None);
    }

    #[test]
    fn in_a_replayed_contest_a_file_arrived_on_the_day_in_its_name() {
        check("14023150318Ab.cl", "20T10:00", Arrival::Named, Some("18T00:00"));
        check("14023150318Ab.cl", "18T10:00", Arrival::Named, Some("18T10:00"));
        check("14023150313Ab.cl", "20T10:00", Arrival::Named, Some("13T12:00"));
        check("14023150301Ab.cl", "20T10:00", Arrival::Named, Some("13T12:00"));
        check("14023150328Ab.cl", "20T10:00", Arrival::Named, None);
        check("whatever.cl", "20T10:00", Arrival::Named, Some("13T12:00"));
    }
}
