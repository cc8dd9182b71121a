//! Opening a contest: nobody else may be at it, and it must make sense.

use crate::{ContestError, ContestFile, Folder};
use certamen_game::DynGame;
use certamen_store::Submission;
use certamen_tournament::FormatConfig;
use std::{
    fs::{self, File, TryLockError},
    path::PathBuf,
};

/// Takes the contest's lock, which is held until the file is dropped.
pub(crate) fn lock(folder: &Folder) -> Result<File, ContestError> {
    lock_at(folder, folder.lock())
}

fn lock_at(folder: &Folder, path: PathBuf) -> Result<File, ContestError> {
    let io = |error| ContestError::Io { path: path.clone(), error };
    fs::create_dir_all(folder.written()).map_err(io)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ContestError::Locked { path }),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Makes sure that nobody else hosts the contest, until the file is dropped.
pub fn hold(folder: &Folder) -> Result<File, ContestError> {
    lock_at(folder, folder.host_lock())
}

/// Refuses contests that cannot be held among `entries`.
pub(crate) fn check_entries(
    folder: &Folder,
    file: &ContestFile,
    entries: &[Submission],
) -> Result<(), ContestError> {
    let wrong = |reason| ContestError::File { path: folder.contest_file(), reason };
    let table = file.format.table_size(entries.len());
    let possible = file.game.info().seats;
    if entries.len() < 2 {
        let count = entries.len();
        return Err(wrong(format!("key `bots`: {count} given, a contest needs two or more")));
    }
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    certamen_tournament::check_entrants(&file.format, &file.ranking, &names)
        .map_err(|found| wrong(format!("key `{}`: {}", found.key, found.reason)))?;
    if !u8::try_from(table).is_ok_and(|table| possible.contains(&table)) {
        let (slug, low, high) = (file.game.info().slug, possible.start(), possible.end());
        return Err(wrong(format!(
            "key `{}`: {table} would sit at a table, {slug} is for {low} to {high}",
            match &file.format {
                FormatConfig::OneTable(_) => "format.seats",
                _ => "format.kind",
            }
        )));
    }
    for (place, entry) in entries.iter().enumerate() {
        if entries[..place].iter().any(|other| other.name == entry.name) {
            let name = &entry.name;
            return Err(wrong(format!(
                "key `bots`: two bots are called `{name}`: name one of them otherwise, as in \"other={name}\""
            )));
        }
    }
    check_table(file, table as u8).map_err(wrong)
}

/// Tries the options with as many players as will sit down.
fn check_table(file: &ContestFile, seats: u8) -> Result<(), String> {
    let game: &dyn DynGame = file.game;
    let tried =
        game.new_initial_state(&file.options, seats, &mut certamen_game::Luck::of_turn(0, 0));
    tried.map(drop).map_err(|error| format!("section [options]: {error}"))
}
