//! Makes players of built bots.

use crate::{
    BuiltBot, engine_pool::EngineKey, lisp::Host, referee::player::Piped,
    remove_dir::remove_folder, say,
};
use certamen_game::{Conditions, DynGame, Player, Seat, Table, Void, match_seed};
use certamen_sandbox::{
    Access, Folder, Limits, Program, RecordedSandbox, Sandbox, StderrTail, TranscriptSink,
    packed::{self, UnpackError},
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Makes the players of a table, with one working folder for each thread that plays.
pub struct PlayerFactory<'a> {
    /// How programs are set up.
    pub plan: &'a SeatingPlan,
    /// The thread's index: matches in progress never share a folder.
    pub place: usize,
}

/// A seat and its bot.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SeatSetup<'a> {
    pub table: &'a Table,
    pub seat: Seat,
    pub bot: &'a BuiltBot,
    /// The content of its folder from an earlier match.
    pub folder: &'a [u8],
}

pub(crate) fn setups<'a>(
    table: &'a Table,
    bots: &'a [&'a BuiltBot],
    folders: &'a [Vec<u8>],
) -> impl Iterator<Item = SeatSetup<'a>> {
    let seats = (0u8..).map(Seat).zip(bots).zip(folders);
    seats.map(move |((seat, bot), folder)| SeatSetup { table, seat, bot, folder })
}

impl PlayerFactory<'_> {
    /// One player per seat. Failures are not the bots' fault: they were checked before.
    pub fn players(&self, table: &Table, bots: &[&BuiltBot]) -> Result<Vec<Box<dyn Player>>, Void> {
        self.players_with_folders(table, bots, &vec![Vec::new(); bots.len()])
    }

    /// Like `players`, with the content that an earlier match left in their folders.
    pub fn players_with_folders(
        &self,
        table: &Table,
        bots: &[&BuiltBot],
        folders: &[Vec<u8>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let setups = setups(table, bots, folders);
        setups.map(|setup| self.player(&setup, &self.plan.sandbox)).collect()
    }

    /// Like `players_with_folders`; `words` receives what each seat writes to standard error.
    pub fn players_with_last_words(
        &self,
        table: &Table,
        bots: &[&BuiltBot],
        folders: &[Vec<u8>],
        words: &[Arc<StderrTail>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let setups = setups(table, bots, folders).zip(words);
        setups.map(|(setup, words)| self.player_with_last_words(&setup, words)).collect()
    }

    /// The player for `setup`; `words` receives what it writes to standard error.
    pub fn player_with_last_words(
        &self,
        setup: &SeatSetup<'_>,
        words: &Arc<StderrTail>,
    ) -> Result<Box<dyn Player>, Void> {
        let sink: Arc<dyn TranscriptSink> = words.clone();
        let sandbox: Arc<dyn Sandbox> =
            Arc::new(RecordedSandbox::new(Arc::clone(&self.plan.sandbox), Arc::clone(&sink)));
        match setup.bot {
            BuiltBot::Evaluation(own) => {
                // Answers known from other matches are not asked again.
                let player = own.searching(&setup.table.conditions, &sandbox);
                Ok(Box::new(player.knowing(&own.answers)))
            }
            BuiltBot::Http(http) => Ok(Box::new(http.seated(Some(sink)))),
            _ => self.player(setup, &sandbox),
        }
    }

    /// The content of the programs' folders, to be kept; the players must have been dropped. `None`
    /// where nothing is kept or the content is too large.
    pub fn left_behind(&self, table: &Table, bots: &[&BuiltBot]) -> Vec<Option<Vec<u8>>> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats
            .map(|(seat, bot)| match bot {
                BuiltBot::Program(_) => self.place(table, seat, &[]).left_behind(),
                BuiltBot::Builtin { .. }
                | BuiltBot::Evaluation(_)
                | BuiltBot::Http(_)
                | BuiltBot::Human(_)
                | BuiltBot::Remote(_) => None,
            })
            .collect()
    }

    /// The player for `setup`; a program runs in `sandbox`.
    pub fn player(
        &self,
        setup: &SeatSetup<'_>,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Result<Box<dyn Player>, Void> {
        let SeatSetup { table, seat, bot, folder } = *setup;
        match bot {
            BuiltBot::Builtin { name, arguments } => {
                let player = self.plan.game.builtin_player(name, arguments);
                player.map_err(|error| Void::because(&error))
            }
            BuiltBot::Http(http) => Ok(Box::new(http.seated(None))),
            BuiltBot::Human(human_player) => Ok(Box::new(human_player.clone())),
            BuiltBot::Remote(_) => Err(Void::Ours(say::no_program())),
            BuiltBot::Evaluation(own) => Ok(Box::new(own.searching(&table.conditions, sandbox))),
            BuiltBot::Program(program) => {
                program.seated(&self.place(table, seat, folder), self.plan.game, sandbox)
            }
        }
    }

    /// The program for `setup`, with a working folder.
    pub fn program(&self, setup: &SeatSetup<'_>) -> Result<Program, Void> {
        let SeatSetup { table, seat, bot, folder } = *setup;
        match bot {
            BuiltBot::Program(program) => program.program(&self.place(table, seat, folder)),
            BuiltBot::Evaluation(evaluation) => Ok(evaluation.program(&table.conditions)),
            BuiltBot::Builtin { .. }
            | BuiltBot::Http(_)
            | BuiltBot::Human(_)
            | BuiltBot::Remote(_) => Err(Void::Ours(say::no_program())),
        }
    }

    /// A host with the evaluation function `bot`, for callers that ask for more than moves; `search` is
    /// a prepared search.
    pub fn host(
        &self,
        table: &Table,
        bot: &BuiltBot,
        search: Option<&Path>,
    ) -> Result<Host<Piped>, Void> {
        match bot {
            BuiltBot::Evaluation(own) => {
                Ok(own.host(&table.conditions, &self.plan.sandbox, search))
            }
            _ => Err(Void::Ours(say::no_function())),
        }
    }

    fn place<'a>(&'a self, table: &'a Table, seat: Seat, left: &'a [u8]) -> ProgramDir<'a> {
        let (write_access, number) = (&self.plan.write_access, self.place);
        ProgramDir { write_access, table, seat, number, left, engine: None }
    }
}

/// How programs are set up, the same for all matches of a contest.
#[derive(Clone)]
pub struct SeatingPlan {
    /// The game.
    pub game: &'static dyn DynGame,
    /// The sandbox that runs them.
    pub sandbox: Arc<dyn Sandbox>,
    /// Whether they may write.
    pub write_access: WriteAccess,
}

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
