//! The RECORD argument, a file or `CONTEST_DIR#MATCH`, and what bots wrote to standard error in a
//! recorded match.
//!
//! That output is in the store of a contest or in a file beside the record, not in the record itself:
//! equal matches give equal records, whatever bots print.

use super::say::{play, refusal};
use crate::{Result, commands::rules, say::rules as said};
use certamen_contest::{Folder, Results};
use certamen_game::{
    DynGame, MatchRecord, Seat, Table, arbiter::Arbiter, escaped, record::Seal, replay,
};
use certamen_i18n::{Context, Language, UserError, foreign, usage};
use certamen_sandbox::StderrTail;
use certamen_store::MatchNumber;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The maximum size of a record file, in bytes.
const LARGEST: u64 = 256 << 20;

/// A recorded match, to be shown, stepped through, replayed or resumed.
pub(crate) struct RecordSource {
    /// How the user named it.
    given: String,
    pub(crate) record: MatchRecord,
    pub(crate) seal: Seal,
    pub(crate) game: &'static dyn DynGame,
}

impl RecordSource {
    /// Its name for messages.
    pub(crate) fn name(&self) -> String {
        escaped(&self.given)
    }

    /// Replays it, showing `watch` the start and the state after each turn, up to the first illegal
    /// turn, which is an error.
    pub(crate) fn replay(&self, watch: &mut dyn FnMut(&Arbiter)) -> Result<Arbiter> {
        replay::replay(self.game, &self.record, watch).context(self.name())
    }

    /// What the bot on `seat` wrote to standard error; empty if there was no output.
    pub(crate) fn last_words(&self, seat: Seat) -> Result<Vec<u8>> {
        let given = &self.given;
        if let Some((folder, number)) = in_contest(given)? {
            let results = Results::open(&Folder::new(&folder))?;
            let pieces = results.last_words(number, seat).context(given)?;
            return Ok(pieces.into_iter().flat_map(|(_, words)| words).collect());
        }
        let path = beside(Path::new(given));
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            file => file.context(&path)?,
        };
        let mut text = String::new();
        file.take(LARGEST_STDERR).read_to_string(&mut text).context(&path)?;
        words_of(&text, seat).context(&path)
    }
}

/// The line of `seat` among the lines of all seats.
fn words_of(text: &str, seat: Seat) -> Result<Vec<u8>> {
    for (number, line) in (1..).zip(text.lines()) {
        let read = serde_json::from_str::<Value>(line).map_err(foreign);
        let line = read.context(refusal::line(number))?;
        if line["seat"] == seat.0 {
            let words = line["stderr"].as_str();
            let words = words.ok_or_else(|| UserError::new(refusal::stderr_text()));
            return Ok(words.context(refusal::line(number))?.as_bytes().to_vec());
        }
    }
    Ok(Vec::new())
}

/// Finds and reads the record that `given` names; errors start with its name.
pub(crate) fn find(given: &str) -> Result<RecordSource> {
    find_by(given, None)
}

/// The same, to be replayed by the rules that `rules` names, if it does.
pub(crate) fn find_by(given: &str, rules: Option<&str>) -> Result<RecordSource> {
    let bytes = bytes(given)?;
    let read = MatchRecord::read(&bytes);
    let (record, seal) = read.context(escaped(given))?;
    let beside = match in_contest(given)? {
        Some((folder, _)) => folder,
        None => Path::new(given).parent().unwrap_or(Path::new("")).to_owned(),
    };
    let game = rules::of_record(&record.table, &beside, rules).context(escaped(given))?;
    if let (None, Some(digest)) = (game, &record.table.rules_source.rules_digest) {
        let why = said::no_rules(escaped(&record.table.game), digest);
        return Err(UserError::new(why)).context(escaped(given));
    }
    let Some(game) = game else {
        let known: Vec<&str> = certamen_games::all().iter().map(|game| game.info().slug).collect();
        let name = escaped(&record.table.game);
        return Err(UserError::new(refusal::game_of_record(name, known.join(", "))))
            .context(refusal::line(1))
            .context(escaped(given));
    };
    Ok(RecordSource { given: given.to_owned(), record, seal, game })
}

/// The bytes of the record that `given` names.
pub(crate) fn bytes(given: &str) -> Result<Vec<u8>> {
    if let Some((folder, number)) = in_contest(given)? {
        let results = Results::open(&Folder::new(&folder))?;
        return results.record(number).context(escaped(given));
    }
    let folder = Folder::new(Path::new(given));
    if folder.path().is_dir() {
        let contest = folder.contest_file().is_file();
        let what = if contest { refusal::a_contest(given) } else { refusal::a_folder(given) };
        return Err(UserError::new(what));
    }
    let file = File::open(given).context(escaped(given))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).context(escaped(given))?;
    if bytes.len() as u64 > LARGEST {
        return Err(UserError::new(refusal::too_large(given)));
    }
    Ok(bytes)
}

/// The record and the turn, from 1, in `RECORD#TURN`.
pub(crate) fn with_turn(given: &str) -> Result<(&str, u64)> {
    let halves = given.rsplit_once('#');
    let turn = |(record, turn): (&'_ str, &str)| Some((record.len(), turn.parse::<u64>().ok()?));
    let found = halves.and_then(turn).filter(|(_, turn)| *turn > 0);
    let (length, turn) = found.ok_or_else(|| usage(refusal::record_turn(given)))?;
    Ok((&given[..length], turn))
}

/// The folder and the number in `CONTEST_DIR#MATCH`; none if `given` names a file.
pub(crate) fn in_contest(given: &str) -> Result<Option<(PathBuf, MatchNumber)>> {
    let (Some((folder, number)), false) = (given.rsplit_once('#'), Path::new(given).exists())
    else {
        return Ok(None);
    };
    let number = number.parse().map_err(|_| UserError::new(refusal::number_of_match(given)))?;
    Ok(Some((PathBuf::from(folder), MatchNumber(number))))
}

/// The maximum size of a file, in bytes: 64 seats with 8 KiB each, escaped.
const LARGEST_STDERR: u64 = 8 << 20;

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".stderr");
    name.into()
}

/// Writes the output by seat to the file beside the record in `path`; no file if there was no
/// output.
pub(crate) fn write_last_words(
    path: &Path,
    table: &Table,
    words: &[Arc<StderrTail>],
) -> Result<()> {
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

/// Warns if there is a regular file at the path that is about to be written.
pub(crate) fn warn_overwritten(path: &Path, language: Language) {
    if path.is_file() {
        eprintln!("{}", play::overwritten(path).get(language));
    }
}
