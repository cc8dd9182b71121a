//! Creates the players for the seats of a table with people.

use super::saved_table::{SavedTable, TableError};
use crate::{Isolation, Sandboxes, Workspace, find_bots, say};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{Player, Seat, SeatEntry, builtin::Arguments};
use certamen_i18n::Localize;
use certamen_portal::Participant;
use certamen_runner::referee::player::{Mailbox, RemotePlayer, RemoteTimeLimit};
use certamen_runner::{Bot, PlayerFactory, SeatSetup, WriteAccess};
use std::{slice, sync::Arc, time::Duration};

/// What it takes to create the players of a table.
pub(super) struct TableSetup<'a> {
    /// Finds the contest with the given slug: its bots may be played against.
    pub(super) contest: &'a (dyn Fn(&str) -> Option<Folder> + Sync),
    pub(super) sandboxes: &'a Sandboxes,
    /// How long a person without a clock is waited for.
    pub(super) patience: Duration,
    pub(super) room: usize,
    pub(super) mailbox: &'a Arc<Mailbox>,
}

impl TableSetup<'_> {
    pub(super) fn players(
        &self,
        laid: &SavedTable,
        sitters: &[Participant],
    ) -> Result<Vec<Box<dyn Player>>, TableError> {
        let seats = (0u8..).map(Seat).zip(&laid.table.seats).zip(sitters);
        seats
            .map(|((seat, entry), participant)| self.player(laid, (seat, entry), participant))
            .collect()
    }

    fn player(
        &self,
        laid: &SavedTable,
        (seat, entry): (Seat, &SeatEntry),
        participant: &Participant,
    ) -> Result<Box<dyn Player>, TableError> {
        match participant {
            Participant::Person => {
                let clocked = entry.move_ms.is_some();
                let patience = RemoteTimeLimit::Patience(self.patience);
                let time = if clocked { RemoteTimeLimit::Clocked } else { patience };
                Ok(Box::new(RemotePlayer { mailbox: Arc::clone(self.mailbox), time }))
            }
            Participant::House(name) => {
                let player = laid.game.builtin_player(name, &Arguments::new());
                player.map_err(|error| TableError::never(error.message()))
            }
            Participant::Entrant { contest, name } => self.entrant(laid, seat, (contest, name)),
        }
    }

    /// A bot of a contest, run like those of untrusted authors.
    fn entrant(
        &self,
        laid: &SavedTable,
        seat: Seat,
        (contest, name): (&str, &str),
    ) -> Result<Box<dyn Player>, TableError> {
        let unknown = || TableError::never(say::no_such_program(name, contest));
        let folder = &(self.contest)(contest).ok_or_else(unknown)?;
        let file = ContestFile::read(folder)
            .map_err(|error| TableError::now(Localize::message(&error)))?;
        let found = find_bots(folder, &file).map_err(|error| TableError::now(error.message()))?;
        let bot = found.bots.into_iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        if file.game.info().slug != laid.game.info().slug {
            return Err(unknown());
        }
        self.program(laid, seat, (folder, &file, &bot))
    }

    fn program(
        &self,
        saved_table: &SavedTable,
        seat: Seat,
        (folder, file, bot): (&Folder, &ContestFile, &Bot),
    ) -> Result<Box<dyn Player>, TableError> {
        let isolation = Isolation::of_contest(folder, file, self.sandboxes.clone());
        let sandbox = isolation
            .and_then(|isolation| isolation.tested_sandbox(slice::from_ref(bot)))
            .map_err(|error| TableError::now(error.message()))?;
        let mut workspace = Workspace::of_contest((folder, folder), file, Arc::clone(&sandbox), 1);
        workspace.plan.write_access = match file.programs.memory {
            Memory::None => WriteAccess::None,
            // What they learn here they do not know in the contest.
            Memory::Match | Memory::Pair | Memory::Contest => {
                WriteAccess::Below(folder.scratch().join("tables"))
            }
        };
        let ready =
            workspace.cache.prepare(bot).map_err(|error| TableError::now(error.message()))?;
        let setup = SeatSetup { table: &saved_table.table, seat, bot: &ready, folder: &[] };
        let factory = PlayerFactory { plan: &workspace.plan, place: self.room };
        factory.player(&setup, &sandbox).map_err(|void| TableError::now(void.message()))
    }
}
