//! What bots wrote to standard error: in the store of a contest, or in a file beside a record.
//!
//! It is not in the record itself, because equal matches give equal records, whatever bots print.

use crate::console::record_file::in_contest;
use crate::console::say::refusal;
use certamen_contest::{Folder, Results};
use certamen_game::{Seat, Table};
use certamen_i18n::{Context, UserError, foreign};
use certamen_sandbox::LastWords;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The maximum size of a file, in bytes: 64 seats with 8 KiB each, escaped.
const LARGEST: u64 = 8 << 20;

/// The path of the file beside the record in `path`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".stderr");
    name.into()
}

/// Writes the output by seat to the file beside the record in `path`; no file if there was no
/// output.
pub(crate) fn write(path: &Path, table: &Table, words: &[Arc<LastWords>]) -> Result<(), UserError> {
    let path = beside(path);
    let mut lines = String::new();
    for (seat, (entry, words)) in table.seats.iter().zip(words).enumerate() {
        let words = words.tail();
        if !words.is_empty() {
            let words = String::from_utf8_lossy(&words);
            let line = json!({"seat": seat, "bot": entry.bot, "stderr": words});
            lines.push_str(&line.to_string());
            lines.push('\n');
        }
    }
    let done = if lines.is_empty() { fs::remove_file(&path) } else { fs::write(&path, lines) };
    match done {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context(&path),
        _ => Ok(()),
    }
}

/// The output of the bot on `seat` in the match whose record `given` names; empty if there was
/// none.
pub(crate) fn find(given: &str, seat: Seat) -> Result<Vec<u8>, UserError> {
    if let Some((folder, number)) = in_contest(given)? {
        let results = Results::open(&Folder::new(&folder))?;
        return results.last_words(number, seat).context(given);
    }
    let path = beside(Path::new(given));
    let file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.context(&path)?,
    };
    let mut text = String::new();
    let read = file.take(LARGEST).read_to_string(&mut text);
    read.context(&path)?;
    for (number, line) in (1..).zip(text.lines()) {
        let read = serde_json::from_str::<Value>(line).map_err(foreign);
        let line = read.context(refusal::line(number)).context(&path)?;
        if line["seat"] == seat.0 {
            let Some(words) = line["stderr"].as_str() else {
                let wrong = UserError::new(refusal::stderr_text());
                return Err(wrong).context(refusal::line(number)).context(&path);
            };
            return Ok(words.as_bytes().to_vec());
        }
    }
    Ok(Vec::new())
}
