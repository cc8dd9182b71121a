//! The RECORD argument: a file, or `CONTEST_DIR#MATCH`.

use crate::console::say::refusal;
use certamen_contest::{Folder, Results};
use certamen_game::{DynGame, MatchRecord, escaped, record::Seal};
use certamen_i18n::{Context, UserError, usage};
use certamen_store::MatchNumber;
use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// The maximum size of a record file, in bytes.
const LARGEST: u64 = 256 << 20;

/// A record that was found and read.
pub struct FoundRecord {
    pub record: MatchRecord,
    pub seal: Seal,
    pub game: &'static dyn DynGame,
}

/// Finds and reads the record that `given` names; errors start with its name.
pub fn find(given: &str) -> Result<FoundRecord, UserError> {
    let bytes = bytes(given)?;
    let read = MatchRecord::read(&bytes);
    let (record, seal) = read.context(escaped(given))?;
    let Some(game) = certamen_games::find(&record.table.game) else {
        let known: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
        let name = escaped(&record.table.game);
        return Err(UserError::new(refusal::game_of_record(name, known.join(", "))))
            .context(refusal::line(1))
            .context(escaped(given));
    };
    Ok(FoundRecord { record, seal, game })
}

fn bytes(given: &str) -> Result<Vec<u8>, UserError> {
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
pub fn with_turn(given: &str) -> Result<(&str, u64), UserError> {
    let halves = given.rsplit_once('#');
    let turn = |(record, turn): (&'_ str, &str)| Some((record.len(), turn.parse::<u64>().ok()?));
    let found = halves.and_then(turn).filter(|(_, turn)| *turn > 0);
    let (length, turn) = found.ok_or_else(|| usage(refusal::record_turn(given)))?;
    Ok((&given[..length], turn))
}

/// The folder and the number in `CONTEST_DIR#MATCH`; none if `given` names a file.
pub fn in_contest(given: &str) -> Result<Option<(PathBuf, MatchNumber)>, UserError> {
    let (Some((folder, number)), false) = (given.rsplit_once('#'), Path::new(given).exists())
    else {
        return Ok(None);
    };
    let number = number.parse().map_err(|_| UserError::new(refusal::number_of_match(given)))?;
    Ok(Some((PathBuf::from(folder), MatchNumber(number))))
}
