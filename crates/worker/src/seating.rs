//! A BOT becomes a player.

use crate::Ready;
use game::{DynGame, Player, Seat, Table, Void, match_seed};
use referee::player::seated;
use sandbox::{Access, Folder, Limits, Program, Sandbox};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How programs are seated, the same for all matches of a contest.
#[derive(Clone)]
pub struct SeatingPlan {
    /// The game.
    pub game: &'static dyn DynGame,
    /// What runs them.
    pub sandbox: Arc<dyn Sandbox>,
    /// Whether they may write.
    pub scratch: Scratch,
}

/// Whether programs may write while they play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scratch {
    /// No: they work in their own folder.
    None,
    /// Below this folder, in one that is emptied before each match.
    Below(PathBuf),
}

/// A table that is being laid, one place for each thread that plays.
pub struct Seating<'a> {
    /// How programs are seated.
    pub plan: &'a SeatingPlan,
    /// Tells the places apart, so that matches under way never share a folder.
    pub place: usize,
}

impl Seating<'_> {
    /// One player a seat. What fails here is ours: the bots were found to be in order before.
    pub fn players(&self, table: &Table, bots: &[&Ready]) -> Result<Vec<Box<dyn Player>>, Void> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats.map(|(seat, bot)| self.player(table, seat, bot)).collect()
    }

    fn player(&self, table: &Table, seat: Seat, bot: &Ready) -> Result<Box<dyn Player>, Void> {
        match bot {
            Ready::House { name, arguments } => {
                let player = self.plan.game.house_player(name, arguments);
                player.map_err(|error| Void(error.to_string()))
            }
            Ready::Program { command, directory: own, out, protocol } => {
                let directory = self
                    .directory(own, seat)
                    .map_err(|error| Void(format!("the scratch folder of seat {seat}: {error}")))?;
                let limits = Limits { memory: table.conditions.memory, ..Limits::default() };
                let program = Program {
                    command: command.clone(),
                    environment: environment(table, seat, &directory),
                    folders: folders(own, out, &directory, &limits),
                    directory,
                    limits,
                };
                let info = self.plan.game.info();
                let protocol = protocol.unwrap_or(info.protocol);
                Ok(seated(protocol, program, Arc::clone(&self.plan.sandbox), info.farewell))
            }
        }
    }

    fn directory(&self, own: &Path, seat: Seat) -> io::Result<PathBuf> {
        let Scratch::Below(folder) = &self.plan.scratch else { return Ok(own.to_owned()) };
        let scratch = folder.join(format!("place-{}-seat-{seat}", self.place));
        match fs::remove_dir_all(&scratch) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&scratch)?,
        }
        scratch.canonicalize()
    }
}

/// The folders that a program sees: its own, its build's and, if it may write, the one it works in.
fn folders(own: &Path, out: &Path, directory: &Path, limits: &Limits) -> Vec<Folder> {
    let folder =
        |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
    let mut folders = vec![folder(own, "/bot", Access::Read), folder(out, "/out", Access::Read)];
    if directory != own {
        folders.push(folder(directory, "/scratch", Access::Scratch(limits.scratch)));
    }
    folders
}

/// All that a program finds in its environment.
fn environment(table: &Table, seat: Seat, directory: &Path) -> Vec<(String, String)> {
    let options = serde_json::to_string(&table.options).expect("options are plain data");
    let seed = match_seed(table.seed, &format!("program on seat {seat}"));
    let entries = [
        ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("HOME", directory.display().to_string()),
        ("LANG", "C.UTF-8".to_owned()),
        ("PYTHONHASHSEED", "0".to_owned()),
        ("CERTAMEN_OPTIONS", options),
        ("CERTAMEN_SEAT", seat.to_string()),
        ("CERTAMEN_SEED", seed.to_string()),
    ];
    entries.map(|(key, value)| (key.to_owned(), value)).into()
}
