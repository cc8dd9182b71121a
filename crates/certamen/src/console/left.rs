//! A match that people leave: to take a move back, to continue later, or to give up.

use crate::console::interrupt::quoted;
use crate::console::say::play;
use certamen_game::{Language, MatchRecord, Move, Seat, Turn};
use certamen_i18n::{Context, UserError, labelled};
use std::{
    ffi::OsStr,
    fs::File,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

/// The turns before the last one in which this seat made a choice.
pub(crate) fn before_last(mut turns: Vec<Turn>, seat: Seat) -> Vec<Turn> {
    let own = |entry: &Move| entry.seat == seat && !entry.automatic;
    let last = turns.iter().rposition(|turn| turn.moves.iter().any(own));
    turns.truncate(last.unwrap_or(0));
    turns
}

/// Writes the moves to a new file, named `name` if possible; prints its path and how to continue.
pub(crate) fn save(
    record: &MatchRecord,
    name: Option<String>,
    command: &str,
    language: Language,
) -> Result<(), UserError> {
    let usual = || format!("{}-{}.jsonl", record.table.game, record.table.seed);
    let (path, mut file) = create(Path::new(&name.unwrap_or_else(usual)))?;
    file.write_all(&record.to_bytes()).context(&path)?;
    tell(&path, record.turns.len(), command, language);
    Ok(())
}

/// Prints the path of the file, and how `command` continues from there.
pub(crate) fn tell(path: &Path, turns: usize, command: &str, language: Language) {
    let from = quoted(&format!("{}#{}", path.display(), turns + 1));
    let told = labelled(play::saved(path), format!("{command} --from {from}"));
    eprintln!("{}", told.get(language));
}

/// A new file, with a number in its name if the plain name exists.
fn create(path: &Path) -> Result<(PathBuf, File), UserError> {
    let mut wanted = path.to_owned();
    for number in 2u32.. {
        match File::create_new(&wanted) {
            Ok(file) => return Ok((wanted, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).context(&wanted),
        }
        let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, ending) = (text(path.file_stem()), text(path.extension()));
        wanted = path.with_file_name(format!("{stem}-{number}.{ending}"));
    }
    unreachable!("there are more numbers than files")
}
