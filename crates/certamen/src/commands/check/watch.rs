//! `certamen check BOT --watch`: checks the bot again each time one of its files is saved.

use super::CheckArgs;
use crate::{command_error::CommandError, ending::ExitStatus};
use certamen_game::Language;
use certamen_game::job::{BotSource, BotSpec};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

/// Interval between looks for changed files.
const LOOK: Duration = Duration::from_millis(250);
/// Maximum depth of folders.
const DEEP: usize = 8;

/// The modification time and the length of each file.
type Saved = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Calls `once` now and after each change. Returns when it is interrupted, or at once if there is
/// nothing that could change.
pub(super) fn watch(
    arguments: &CheckArgs,
    language: Language,
    once: impl Fn() -> Result<ExitStatus, CommandError>,
) -> Result<ExitStatus, CommandError> {
    let path = match BotSpec::read(&arguments.bot, Path::exists)?.source {
        BotSource::Path { path } | BotSource::Evaluation { path } => path,
        BotSource::House { .. } | BotSource::Human => return once(),
    };
    loop {
        // Read before the check: a file saved during it causes another check.
        let saved = saved(&path);
        if let Err(error) = once() {
            eprintln!("{}", error.get(language));
        }
        while saved == self::saved(&path) {
            thread::sleep(LOOK);
        }
    }
}

fn saved(path: &Path) -> Saved {
    let mut saved = Saved::new();
    look(path, DEEP, &mut saved);
    saved
}

fn look(path: &Path, deep: usize, saved: &mut Saved) {
    let Ok(about) = fs::metadata(path) else { return };
    if !about.is_dir() {
        saved.insert(path.to_owned(), (about.modified().ok(), about.len()));
        return;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries.filter(|_| deep > 0) {
        look(&entry.path(), deep - 1, saved);
    }
}
