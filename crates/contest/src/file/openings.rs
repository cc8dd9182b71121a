//! `[openings]` in contest files.

use super::say;
use crate::safe_files::{self, LONGEST_TEXT};
use certamen_game::job::FileError;
use certamen_games::openings::BookForm;
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    num::NonZeroU32,
    path::{Component, Path},
};

/// `[openings]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "Openings"))]
pub struct OpeningsSection {
    /// The file, in the folder of the contest: `.epd` or `.pgn` for chess, `.jsonl` with an object of
    /// options on each line for any game.
    pub file: String,
    /// In which order they are played.
    #[serde(default)]
    pub order: OpeningOrder,
    /// The most moves that are taken from a game in PGN; all of them if absent.
    pub plies: Option<NonZeroU32>,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    File,
    /// Shuffled by the seed of the contest.
    Random,
}

impl OpeningsSection {
    pub(crate) fn check(&self) -> Result<(), FileError> {
        let Some(form) = BookForm::of(&self.file) else {
            return Err(FileError::key("openings.file", say::no_book(&self.file)));
        };
        let mut parts = Path::new(&self.file).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(FileError::key("openings.file", say::book_outside(&self.file)));
        }
        if self.plies.is_some() && form != BookForm::Pgn {
            return Err(FileError::key("openings.plies", say::plies_of_pgn()));
        }
        Ok(())
    }

    /// Copies the file from the folder of a contest to that of another one.
    pub fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let bytes = read_inside(from, &self.file)?;
        let copy = to.join(&self.file);
        fs::create_dir_all(copy.parent().unwrap_or(to))?;
        safe_files::replace(&copy, &bytes)
    }
}

/// The bytes of a file that lies in `folder`: links could lead out of it.
pub(crate) fn read_inside(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder).canonicalize()?;
    if !parent.starts_with(folder.canonicalize()?) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    safe_files::read(&path, LONGEST_TEXT)
}
