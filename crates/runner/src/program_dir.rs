//! The folder in which a program plays, what it sees of others, its environment and its limits.

use crate::{remove_dir::remove_folder, say};
use certamen_game::{Conditions, Seat, Table, Void, job::SubmissionId, match_seed};
use certamen_sandbox::{
    Access, Folder, Limits,
    packed::{self, UnpackError},
};
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Whether programs may write while they play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteAccess {
    /// They may not: they work in their own folder.
    None,
    /// In a folder below this one, which is emptied before each match.
    Below(PathBuf),
    /// In a folder below this one, with the content that an earlier match left there.
    Kept(PathBuf),
}

pub(crate) struct ProgramDir<'a> {
    pub(crate) write_access: &'a WriteAccess,
    pub(crate) table: &'a Table,
    pub(crate) seat: Seat,
    /// The thread's index, which distinguishes the matches in progress.
    pub(crate) number: usize,
    pub(crate) left: &'a [u8],
    /// For an engine that goes on to other matches, what distinguishes it from the others.
    pub(crate) engine: Option<EngineKey>,
}

impl ProgramDir<'_> {
    /// The folder it works in, which is `own` if it may not write.
    pub(crate) fn directory(&self, own: &Path) -> Result<PathBuf, Void> {
        match self.write_access {
            WriteAccess::None => Ok(own.to_owned()),
            WriteAccess::Below(folder) => self.empty(folder),
            WriteAccess::Kept(folder) => self.filled(folder),
        }
        .map_err(|error| Void::Ours(say::scratch_folder(self.seat, error)))
    }

    fn empty(&self, folder: &Path) -> Result<PathBuf, UnpackError> {
        let scratch = self.folder(folder);
        remove_folder(&scratch)?;
        fs::create_dir_all(&scratch)?;
        Ok(scratch.canonicalize()?)
    }

    fn filled(&self, folder: &Path) -> Result<PathBuf, UnpackError> {
        let scratch = self.empty(folder)?;
        // The content belongs to a separate user where programs are isolated.
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        packed::unpack(self.left, &scratch)?;
        fs::set_permissions(&scratch, fs::Permissions::from_mode(0o777))?;
        Ok(scratch)
    }

    /// The content of its folder after the match, unless nothing is kept or it is too large.
    pub(crate) fn left_behind(&self) -> Option<Vec<u8>> {
        let WriteAccess::Kept(folder) = self.write_access else { return None };
        packed::pack(&self.folder(folder), self.table.conditions.scratch)
    }

    fn folder(&self, below: &Path) -> PathBuf {
        below.join(match &self.engine {
            Some(engine) => engine.to_string(),
            None => format!("place-{}-seat-{}", self.number, self.seat),
        })
    }

    /// The folders it sees: its own, its build output and, if it may write, the one it works in.
    pub(crate) fn folders(
        &self,
        own: &Path,
        out: &Path,
        directory: &Path,
        limits: &Limits,
    ) -> Vec<Folder> {
        let folder =
            |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
        let mut folders =
            vec![folder(own, "/bot", Access::Read), folder(out, "/out", Access::Read)];
        match self.write_access {
            WriteAccess::None => {}
            WriteAccess::Below(_) => {
                folders.push(folder(directory, "/scratch", Access::Scratch(limits.scratch)));
            }
            WriteAccess::Kept(_) => {
                // Content kept earlier stays, even if the limit is lower now.
                let size = limits.scratch.max(packed::room(self.left));
                folders.push(folder(directory, "/scratch", Access::Kept(size)));
            }
        }
        folders
    }

    /// Its environment variables; those of its match only if it plays no other. Only programs that
    /// may keep files learn their opponents' names.
    pub(crate) fn environment(&self, directory: &Path) -> Vec<(String, String)> {
        let mut environment = vec![
            ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME".to_owned(), directory.display().to_string()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("PYTHONHASHSEED".to_owned(), "0".to_owned()),
        ];
        if self.engine.is_some() {
            return environment;
        }
        let options = serde_json::to_string(&self.table.options).expect("options are plain data");
        let seed = match_seed(self.table.seed, &format!("program on seat {}", self.seat));
        environment.extend([
            ("CERTAMEN_OPTIONS".to_owned(), options),
            ("CERTAMEN_SEAT".to_owned(), self.seat.to_string()),
            ("CERTAMEN_SEED".to_owned(), seed.to_string()),
        ]);
        if matches!(self.write_access, WriteAccess::Kept(_)) {
            let others = (0u8..).map(Seat).zip(&self.table.seats);
            let others = others.filter(|(seat, _)| *seat != self.seat);
            let names: Vec<&str> = others.map(|(_, entry)| entry.bot.as_str()).collect();
            environment.push(("CERTAMEN_OPPONENT".to_owned(), names.join(",")));
        }
        environment
    }
}

pub(crate) fn limits(conditions: &Conditions) -> Limits {
    Limits {
        memory: conditions.memory,
        output: usize::try_from(conditions.output).unwrap_or(usize::MAX),
        processes: conditions.processes,
        scratch: conditions.scratch,
        freeze: conditions.freeze,
        waits: false,
    }
}

/// Distinguishes the engines of a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EngineKey {
    /// The thread, which stays on one core as its programs do.
    pub(crate) place: usize,
    pub(crate) bot: SubmissionId,
    /// A bot may have several seats.
    pub(crate) copy: usize,
}

impl fmt::Display for EngineKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "place-{}-bot-{}-{}", self.place, self.bot.0, self.copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::conformance::table;

    fn opponents(write_access: &WriteAccess, seats: u8) -> Option<String> {
        let game = certamen_games::find("coins").unwrap();
        let table = &table(game, certamen_game::Map::new(), seats, 1);
        let place =
            ProgramDir { write_access, table, seat: Seat(1), number: 0, left: &[], engine: None };
        let environment = place.environment(Path::new("/x"));
        environment.into_iter().find(|(key, _)| key == "CERTAMEN_OPPONENT").map(|entry| entry.1)
    }

    #[test]
    fn only_programs_that_keep_files_learn_their_opponents() {
        let kept = WriteAccess::Kept("/x".into());
        assert_eq!(opponents(&kept, 2).as_deref(), Some("player 0"));
        assert_eq!(opponents(&kept, 4).as_deref(), Some("player 0,player 2,player 3"));
        assert_eq!(opponents(&WriteAccess::Below("/x".into()), 2), None);
        assert_eq!(opponents(&WriteAccess::None, 2), None);
    }
}
