//! Opening a contest: no other process may run it, and it must be valid.

use crate::{
    ContestError, ContestFile, ExcludedBot, Folder,
    file::{check_options, contradiction, say as file_say},
};
use certamen_game::job::{FileError, look_alike};
use certamen_store::BotVersion;
use certamen_tournament::FormatConfig;
use std::{
    fs::{self, File, TryLockError},
    io,
    path::PathBuf,
    thread,
    time::Duration,
};

/// The number of attempts and the time between them: a process that only checks whether a lock is
/// held has it for some microseconds.
const PATIENCE: (u32, Duration) = (5, Duration::from_millis(10));

/// The lock is held until the file is dropped.
pub(crate) fn lock(folder: &Folder) -> Result<File, ContestError> {
    lock_at(folder, folder.lock())
}

fn lock_at(folder: &Folder, path: PathBuf) -> Result<File, ContestError> {
    let io = |error: io::Error| ContestError::of_writing(&path, error);
    fs::create_dir_all(folder.written()).map_err(io)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(io)?;
    for _ in 0..PATIENCE.0 {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(PATIENCE.1),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
    }
    Err(ContestError::Locked { path })
}

/// Whether a process plays the contest in `folder` now. It does not wait and writes nothing; an
/// unreadable lock counts as free.
pub fn is_played(folder: &Folder) -> bool {
    let lock = File::open(folder.lock());
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

pub fn hold(folder: &Folder) -> Result<File, ContestError> {
    lock_at(folder, folder.host_lock())
}

/// Keeps other processes from deciding on the entries of a contest until the file is dropped.
pub fn hold_entries(folder: &Folder) -> Result<File, ContestError> {
    lock_at(folder, folder.entries_lock())
}

/// Refuses contests that cannot be run among `entries`, without the excluded bots.
pub(crate) fn check_entries(
    folder: &Folder,
    file: &ContestFile,
    entries: &[BotVersion],
    aside: &[ExcludedBot],
) -> Result<(), ContestError> {
    let check = || {
        check_count(file, entries, aside)?;
        check_names(entries)?;
        check_options(file, file.format.table_size(entries.len()) as u8)
    };
    check().map_err(|fault| ContestError::bad_file(folder.contest_file(), fault))
}

fn check_count(
    file: &ContestFile,
    entries: &[BotVersion],
    aside: &[ExcludedBot],
) -> Result<(), FileError> {
    let seats = file.format.table_size(entries.len());
    let possible = file.game.info().seats;
    if entries.len() < 2 {
        return Err(FileError::key("bots", file_say::too_few_bots(entries.len())));
    }
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let absent: Vec<&str> = aside.iter().map(|aside| aside.bot.as_str()).collect();
    certamen_tournament::check_entrants(&file.format, &file.ranking, (&names, &absent))
        .map_err(contradiction)?;
    if !u8::try_from(seats).is_ok_and(|seats| possible.contains(&seats)) {
        let key = match &file.format {
            FormatConfig::OneTable(_) => "format.seats",
            _ => "format.kind",
        };
        let (game, low, high) = (file.game.info().slug, *possible.start(), *possible.end());
        return Err(FileError::key(key, file_say::table_size(seats, game, low, high)));
    }
    Ok(())
}

fn check_names(entries: &[BotVersion]) -> Result<(), FileError> {
    for (place, entry) in entries.iter().enumerate() {
        for other in &entries[..place] {
            if other.name == entry.name {
                return Err(FileError::key("bots", file_say::same_name(&entry.name)));
            }
            if look_alike(&other.name, &entry.name) {
                let reason = file_say::look_alike(&other.name, &entry.name);
                return Err(FileError::key("bots", reason));
            }
        }
    }
    Ok(())
}
