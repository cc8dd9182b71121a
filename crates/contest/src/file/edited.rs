//! A contest file that a host rewrites, who need not be the user that owns
//! the machine.

use crate::{
    ContestError, ContestFile, Folder, MoveTime,
    locked_file::{replace, synced},
};
use certamen_game::job::{BotSource, BotSpec};
use std::path::Path;

impl ContestFile {
    /// Whether it names nothing of the machine that `old` did not. This is the only check of an edited
    /// file: a test walks the schema, so that a new key has to be either checked here or listed there
    /// as one that names no file.
    pub fn stays_inside(&self, old: &ContestFile) -> bool {
        let is_known = |bot: &String| old.bots.contains(bot) || is_house(bot);
        let register = |file: &ContestFile| file.course.as_ref().map(|own| own.register.clone());
        let same = old.sandbox == self.sandbox && register(old) == register(self);
        let timed = self.timed_program();
        same && (timed.is_none() || timed == old.timed_program()) && self.bots.iter().all(is_known)
    }

    /// The program, not a built-in player, whose time limits that of the others.
    fn timed_program(&self) -> Option<&Path> {
        match &self.limits.move_time {
            Some(MoveTime::Share(share)) => share.of().path(),
            _ => None,
        }
    }

    /// Writes `text` as the file of the contest in `folder`, in one step; false if it names something
    /// of the machine that the file did not.
    pub fn rewrite(folder: &Folder, text: &str) -> Result<bool, ContestError> {
        let (old, new) = (ContestFile::read(folder)?, ContestFile::of_text(folder, text)?);
        if !new.stays_inside(&old) {
            return Ok(false);
        }
        let path = folder.contest_file();
        let written = replace(&path, text.as_bytes()).and_then(|()| synced(folder.path()));
        written.map_err(|error| ContestError::Io { path, error })?;
        Ok(true)
    }
}

/// Whether this is a built-in player, whatever its name; a path may have anything in its name.
fn is_house(bot: &str) -> bool {
    let spec = BotSpec::read(bot, |_| false);
    spec.is_ok_and(|spec| matches!(spec.source, BotSource::House { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_players_of_ours_are_ours() {
        for house in ["builtin:random", "x=builtin:first:depth=2"] {
            assert!(is_house(house), "{house}");
        }
        for path in ["../x=builtin:random", "/etc/*=builtin:y", "bots/*", "x=../y", "human"] {
            assert!(!is_house(path), "{path}");
        }
    }

    #[test]
    fn what_names_something_of_the_machine_is_not_written() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let text = |bot: &str| {
            format!(
                "name = \"x\"\ngame = \"footsteps\"\nbots = [\"builtin:random\", \"{bot}\"]\n\
                 [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n"
            )
        };
        fs::write(folder.contest_file(), text("builtin:first")).unwrap();
        assert!(ContestFile::rewrite(&folder, &text("builtin:last")).unwrap());
        assert!(!ContestFile::rewrite(&folder, &text("/etc/*")).unwrap());
        assert!(ContestFile::rewrite(&folder, "name = 1").is_err());
        let kept = fs::read_to_string(folder.contest_file()).unwrap();
        assert_eq!(kept, text("builtin:last"));
    }
}
