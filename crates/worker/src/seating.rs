//! A BOT becomes a player.

use crate::{Ready, evaluation::evaluation, packed};
use certamen_evaluation::Searching;
use certamen_game::{Conditions, DynGame, Player, Seat, Table, Void, match_seed};
use certamen_referee::player::{Piped, seated};
use certamen_sandbox::{
    Access, Ear, Folder, LastWords, Limits, Overheard, Program, Sandbox, fill_memory,
};
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
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
    /// Below this folder, in one that holds what an earlier match left there.
    Kept(PathBuf),
}

/// A table that is being laid, one place for each thread that plays.
pub struct Seating<'a> {
    /// How programs are seated.
    pub plan: &'a SeatingPlan,
    /// Tells the places apart, so that matches under way never share a folder.
    pub place: usize,
}

/// A seat and who sits down on it.
#[derive(Clone, Copy)]
pub struct Chair<'a> {
    /// Where it stands.
    pub table: &'a Table,
    /// Which one it is.
    pub seat: Seat,
    /// Who sits down on it.
    pub bot: &'a Ready,
    /// What was left in its folder by an earlier match.
    pub folder: &'a [u8],
}

fn chairs<'a>(
    table: &'a Table,
    bots: &'a [&'a Ready],
    folders: &'a [Vec<u8>],
) -> impl Iterator<Item = Chair<'a>> {
    let seats = (0u8..).map(Seat).zip(bots).zip(folders);
    seats.map(move |((seat, bot), folder)| Chair { table, seat, bot, folder })
}

impl Seating<'_> {
    /// One player a seat. What fails here is ours: the bots were found to be in order before.
    pub fn players(&self, table: &Table, bots: &[&Ready]) -> Result<Vec<Box<dyn Player>>, Void> {
        self.players_who_remember(table, bots, &vec![Vec::new(); bots.len()])
    }

    /// Likewise, with what was left in their folders by an earlier match.
    pub fn players_who_remember(
        &self,
        table: &Table,
        bots: &[&Ready],
        folders: &[Vec<u8>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let chairs = chairs(table, bots, folders);
        chairs.map(|chair| self.player(&chair, &self.plan.sandbox)).collect()
    }

    /// Likewise; the words are filled with what each seat says on standard error.
    pub fn players_with_last_words(
        &self,
        table: &Table,
        bots: &[&Ready],
        folders: &[Vec<u8>],
        words: &[Arc<LastWords>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let chairs = chairs(table, bots, folders).zip(words);
        chairs
            .map(|(chair, words)| {
                let ear: Arc<dyn Ear> = words.clone();
                let sandbox: Arc<dyn Sandbox> =
                    Arc::new(Overheard::new(Arc::clone(&self.plan.sandbox), ear));
                self.player(&chair, &sandbox)
            })
            .collect()
    }

    /// What the programs have left in their folders, to be kept; the players must be gone. Nothing
    /// where nothing is kept or more than is kept.
    pub fn left_behind(&self, table: &Table, bots: &[&Ready]) -> Vec<Option<Vec<u8>>> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats
            .map(|(seat, bot)| match (&self.plan.scratch, bot) {
                (Scratch::Kept(folder), Ready::Program { .. }) => {
                    packed::pack(&self.scratch(folder, seat), table.conditions.scratch)
                }
                _ => None,
            })
            .collect()
    }

    /// The player on `chair`; a program runs in `sandbox`.
    pub fn player(
        &self,
        chair: &Chair<'_>,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Result<Box<dyn Player>, Void> {
        match chair.bot {
            Ready::House { name, arguments } => {
                let player = self.plan.game.house_player(name, arguments);
                player.map_err(|error| Void::because(&error))
            }
            Ready::Human(human) => Ok(Box::new(human.clone())),
            Ready::Program { search: Some((_, search)), .. } => {
                let channel = Piped::lasting(evaluation(chair)?, Arc::clone(sandbox));
                Ok(Box::new(Searching::new(channel, search.depth(), search.legacy)))
            }
            Ready::Program { protocol, .. } => {
                let program = self.program(chair)?;
                let info = self.plan.game.info();
                let protocol = protocol.unwrap_or(info.protocol);
                Ok(seated(protocol, program, Arc::clone(sandbox), info.farewell))
            }
        }
    }

    /// The program on `chair`, with a folder to work in.
    pub fn program(&self, chair: &Chair<'_>) -> Result<Program, Void> {
        let Chair { table, seat, bot, folder } = *chair;
        let Ready::Program { command, directory: own, out, temporary, .. } = bot else {
            return Err(Void::Ours(certamen_speech::Message::verbatim(
                "a house player is no program",
            )));
        };
        let directory = self
            .directory(own, seat, folder)
            .map_err(|error| format!("the scratch folder of seat {seat}: {error}"))
            .map_err(|why| Void::Ours(certamen_speech::Message::verbatim(why)))?;
        let limits = limits(&table.conditions);
        let mut program = Program {
            command: fill_memory(command, limits.memory),
            environment: self.environment(table, seat, &directory),
            folders: self.folders(own, out, &directory, &limits),
            directory,
            limits,
        };
        if let Some(temporary) = temporary {
            program.give_temporary(temporary);
        }
        Ok(program)
    }

    fn directory(&self, own: &Path, seat: Seat, packed: &[u8]) -> io::Result<PathBuf> {
        let (Scratch::Below(folder) | Scratch::Kept(folder)) = &self.plan.scratch else {
            return Ok(own.to_owned());
        };
        let scratch = self.scratch(folder, seat);
        match fs::remove_dir_all(&scratch) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&scratch)?,
        }
        if matches!(self.plan.scratch, Scratch::Kept(_)) {
            // What is in it belongs to a user of its own where programs are isolated.
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
            packed::unpack(packed, &scratch)?;
            fs::set_permissions(&scratch, fs::Permissions::from_mode(0o777))?;
        }
        scratch.canonicalize()
    }

    fn scratch(&self, folder: &Path, seat: Seat) -> PathBuf {
        folder.join(format!("place-{}-seat-{seat}", self.place))
    }

    /// The folders that a program sees: its own, its build's and, if it may write, the one it works
    /// in.
    fn folders(&self, own: &Path, out: &Path, directory: &Path, limits: &Limits) -> Vec<Folder> {
        let folder =
            |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
        let mut folders =
            vec![folder(own, "/bot", Access::Read), folder(out, "/out", Access::Read)];
        match self.plan.scratch {
            Scratch::None => {}
            Scratch::Below(_) => {
                folders.push(folder(directory, "/scratch", Access::Scratch(limits.scratch)));
            }
            Scratch::Kept(_) => folders.push(folder(directory, "/scratch", Access::Write)),
        }
        folders
    }

    fn environment(&self, table: &Table, seat: Seat, directory: &Path) -> Vec<(String, String)> {
        let mut environment = environment(table, seat, directory);
        if matches!(self.plan.scratch, Scratch::Kept(_)) {
            environment.push(("CERTAMEN_OPPONENT".to_owned(), opponents(table, seat)));
        }
        environment
    }
}

/// The names of all others at the table, by seat.
fn opponents(table: &Table, own: Seat) -> String {
    let others = (0u8..).map(Seat).zip(&table.seats).filter(|(seat, _)| *seat != own);
    others.map(|(_, entry)| entry.bot.as_str()).collect::<Vec<_>>().join(",")
}

pub(crate) fn limits(conditions: &Conditions) -> Limits {
    Limits {
        memory: conditions.memory,
        output: usize::try_from(conditions.output).unwrap_or(usize::MAX),
        processes: conditions.processes,
        scratch: conditions.scratch,
        freeze: conditions.freeze,
    }
}

/// What a program finds in its environment in any match.
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

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::conformance::table;
    use certamen_sandbox::Unisolated;

    fn environment_of(scratch: Scratch, seats: u8) -> Vec<(String, String)> {
        let game = certamen_games::find("coins").unwrap();
        let plan = SeatingPlan { game, sandbox: Arc::new(Unisolated::new()), scratch };
        let seating = Seating { plan: &plan, place: 0 };
        seating.environment(
            &table(game, certamen_game::Map::new(), seats, 1),
            Seat(1),
            Path::new("/x"),
        )
    }

    #[test]
    fn opponents_are_named_only_to_those_who_remember() {
        let named = |scratch, seats| {
            let environment = environment_of(scratch, seats);
            environment.into_iter().find(|(key, _)| key == "CERTAMEN_OPPONENT").map(|entry| entry.1)
        };
        assert_eq!(named(Scratch::Kept("/x".into()), 2).as_deref(), Some("player 0"));
        let all = named(Scratch::Kept("/x".into()), 4);
        assert_eq!(all.as_deref(), Some("player 0,player 2,player 3"));
        assert_eq!(named(Scratch::Below("/x".into()), 2), None);
        assert_eq!(named(Scratch::None, 2), None);
    }
}
