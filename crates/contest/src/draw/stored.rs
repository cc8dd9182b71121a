//! The draw of a contest on disk, next to its store: created at the first run, completed at the
//! first one after entries have closed.

use super::{Beacon, BuiltinSpecs, Draw, DrawClosing, PublicValue, SECRET};
use crate::{ContestError, Corruption, Folder, file::EntryDeadline};
use certamen_store::{BotVersion, Store};
use jiff::Timestamp;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

const LARGEST: u64 = 64 << 20;
const LARGEST_VALUE: u64 = 64 << 10;

/// The time and randomness that a draw needs.
#[derive(Clone, Debug)]
pub struct Entropy {
    pub now: Timestamp,
    pub secret: [u8; SECRET],
}

impl Entropy {
    pub fn of_system() -> io::Result<Entropy> {
        let mut secret = [0; SECRET];
        io::Read::read_exact(&mut File::open("/dev/urandom")?, &mut secret)?;
        Ok(Entropy { now: Timestamp::now(), secret })
    }
}

#[derive(Clone, Default, Debug)]
pub(crate) struct DrawRequest {
    /// The public value to mix in, if any.
    pub(crate) beacon: Option<Beacon>,
    pub(crate) hides: bool,
}

/// Brings the draw of the contest in `folder` up to date and returns it.
pub(crate) fn settle(
    folder: &Folder,
    (deadline, wanted): (&EntryDeadline, &DrawRequest),
    (entries, specs): (&[BotVersion], &BuiltinSpecs),
    entropy: &Entropy,
) -> Result<Draw, ContestError> {
    let before = read(folder)?;
    let wrong = |fault| damaged(folder, Corruption::Draw(fault));
    let new = || Draw::new(&entropy.secret, entropy.now, wanted);
    let mut draw = before.clone().unwrap_or_else(new);
    if draw.closed.is_none() {
        if deadline.is_enough(entries.len()) {
            draw.enough.get_or_insert(entropy.now);
        }
        if deadline.is_past(draw.enough, entropy.now) {
            let times = (entropy.now, deadline.due(draw.enough));
            close(&mut draw, (entries, specs), times);
            if before.is_some() {
                archive_store(folder)?;
            }
            // From here on the entrants are public, and the public value is still unknown.
            publish_entrants(folder, entries, specs)?;
            keep(folder, &draw)?;
        }
    }
    take_value(folder, &mut draw)?;
    let seed = draw.seed().map_err(wrong)?;
    if let Some(closed) = &mut draw.closed {
        closed.seed = Some(seed);
    }
    if before.as_ref() != Some(&draw) {
        keep(folder, &draw)?;
    }
    Ok(draw)
}

/// Reads the public value from its file, if it is still missing.
fn take_value(folder: &Folder, draw: &mut Draw) -> Result<(), ContestError> {
    let Some((beacon, closed)) = draw.beacon.as_ref().zip(draw.closed.as_mut()) else {
        return Ok(());
    };
    if closed.value.is_some() {
        return Ok(());
    }
    let path = folder.beacon();
    let wrong = |corruption| ContestError::Damaged { path: path.clone(), damage: corruption };
    let due = closed.due.unwrap_or(closed.at);
    let text = match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let awaited = beacon.awaited(due).map_err(|fault| wrong(Corruption::Draw(fault)))?;
            return Err(ContestError::NoValue { path, awaited });
        }
        Ok(found) if found.len() > LARGEST_VALUE => {
            return Err(wrong(Corruption::LargeDraw { length: found.len() }));
        }
        Ok(_) => fs::read_to_string(&path),
        Err(error) => Err(error),
    };
    let text = text.map_err(|error| ContestError::Io { path: path.clone(), error })?;
    let value: PublicValue =
        serde_json::from_str(&text).map_err(|error| wrong(Corruption::NoDraw(error)))?;
    beacon.bytes(&value, due).map_err(|fault| wrong(Corruption::Draw(fault)))?;
    closed.value = Some(value);
    Ok(())
}

/// Writes the entrants for the host to publish: a digest and a name a line, sorted.
fn publish_entrants(
    folder: &Folder,
    entries: &[BotVersion],
    specs: &BuiltinSpecs,
) -> Result<(), ContestError> {
    let line = |entry: &BotVersion| {
        format!("{} {}\n", specs.identity(&entry.name, &entry.digest), entry.name)
    };
    let mut lines: Vec<String> = entries.iter().map(line).collect();
    lines.sort();
    let path = folder.entrants();
    fs::write(&path, lines.concat()).map_err(|error| ContestError::Io { path, error })
}

fn keep(folder: &Folder, draw: &Draw) -> Result<(), ContestError> {
    write(&folder.draw(), draw).map_err(|error| ContestError::Io { path: folder.draw(), error })?;
    // The process that shows the contest may not read the secret.
    let path = folder.commitment();
    let line = format!("{}\n", draw.commitment);
    fs::write(&path, line).map_err(|error| ContestError::Io { path, error })
}

/// The published commitment of the contest in `folder`, if it has a draw.
pub fn announced(folder: &Folder) -> Option<String> {
    let commitment = crate::read_text(&folder.commitment()).ok();
    let commitment = commitment.map(|text| text.trim().to_owned());
    // Older versions stored it only with the secret.
    let commitment = commitment.or_else(|| Some(read(folder).ok()??.commitment));
    let is_hash = |text: &String| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    commitment.filter(is_hash)
}

pub(crate) fn read(folder: &Folder) -> Result<Option<Draw>, ContestError> {
    let path = folder.draw();
    let io = |error| ContestError::Io { path: path.clone(), error };
    let length = match fs::metadata(&path) {
        Ok(found) => found.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    if length > LARGEST {
        return Err(damaged(folder, Corruption::LargeDraw { length }));
    }
    let text = fs::read_to_string(&path).map_err(io)?;
    let draw = serde_json::from_str(&text);
    draw.map(Some).map_err(|error| damaged(folder, Corruption::NoDraw(error)))
}

fn close(
    draw: &mut Draw,
    (entries, specs): (&[BotVersion], &BuiltinSpecs),
    (at, due): (Timestamp, Option<Timestamp>),
) {
    let identity = |entry: &BotVersion| specs.identity(&entry.name, &entry.digest);
    let mut digests: Vec<String> = entries.iter().map(identity).collect();
    digests.sort();
    draw.closed = Some(DrawClosing { at, due, digests, value: None, seed: None });
}

/// Archives the matches played while entries were open. After a crash in between, there is nothing
/// left to archive the next time.
fn archive_store(folder: &Folder) -> Result<(), ContestError> {
    let store = folder.store();
    if store.exists() {
        Store::create(&store)?.close_in_one_file()?;
        let io = |error| ContestError::Io { path: folder.preliminary(), error };
        fs::rename(&store, folder.preliminary()).map_err(io)?;
    }
    // A reader of the old store has its log, now empty: the new store must not write into it.
    for ending in ["-wal", "-shm"] {
        let mut path = store.clone().into_os_string();
        path.push(ending);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(ContestError::Io { path: path.into(), error });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes the whole draw or nothing; only the owner may read the secret.
fn write(path: &Path, draw: &Draw) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut options = File::options();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    let mut text = serde_json::to_vec(draw).expect("draws are plain data");
    text.push(b'\n');
    file.write_all(&text)?;
    file.sync_all()?;
    fs::rename(beside, path)
}

fn damaged(folder: &Folder, corruption: Corruption) -> ContestError {
    ContestError::Damaged { path: folder.draw(), damage: corruption }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_is_being_read_is_archived_completely() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let mut store = Store::create(&folder.store()).unwrap();
        let reader = Store::read(&folder.store()).unwrap();
        store.set_meta(&[("played", "before the draw".to_owned())]).unwrap();
        drop(store);
        archive_store(&folder).unwrap();
        let aside = Store::read(&folder.preliminary()).unwrap();
        assert_eq!(aside.meta("played").unwrap().as_deref(), Some("before the draw"));
        // New matches are not written to the store that is still open.
        let mut store = Store::create(&folder.store()).unwrap();
        store.set_meta(&[("played", "after it".to_owned())]).unwrap();
        assert_eq!(reader.meta("played").unwrap().as_deref(), Some("before the draw"));
    }
}
