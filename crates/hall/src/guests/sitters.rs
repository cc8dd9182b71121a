//! Those who sit at a table with people become players.

use super::laid::{Laid, Unplayed};
use crate::{Bench, Isolation, Sandboxes, find_bots, say};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{Player, Seat, SeatEntry, house::Arguments};
use certamen_portal::Sitter;
use certamen_referee::player::{Guest, GuestTime, Mailbox};
use certamen_speech::Speak;
use certamen_worker::{Bot, Chair, Scratch, Seating};
use std::{slice, sync::Arc, time::Duration};

/// What it takes to seat people and those they play against.
pub(super) struct Usher<'a> {
    /// The contest that is called so in addresses: its programs may be played against.
    pub(super) contest: &'a (dyn Fn(&str) -> Option<Folder> + Sync),
    pub(super) sandboxes: &'a Sandboxes,
    /// How long somebody without a clock is waited for.
    pub(super) patience: Duration,
    /// Tells the tables under way apart.
    pub(super) room: usize,
    pub(super) mailbox: &'a Arc<Mailbox>,
}

impl Usher<'_> {
    /// One player a seat.
    pub(super) fn players(
        &self,
        laid: &Laid,
        sitters: &[Sitter],
    ) -> Result<Vec<Box<dyn Player>>, Unplayed> {
        let seats = (0u8..).map(Seat).zip(&laid.table.seats).zip(sitters);
        seats.map(|((seat, entry), sitter)| self.player(laid, (seat, entry), sitter)).collect()
    }

    fn player(
        &self,
        laid: &Laid,
        (seat, entry): (Seat, &SeatEntry),
        sitter: &Sitter,
    ) -> Result<Box<dyn Player>, Unplayed> {
        match sitter {
            Sitter::Person => {
                let clocked = entry.move_ms.is_some();
                let patience = GuestTime::Patience(self.patience);
                let time = if clocked { GuestTime::Clocked } else { patience };
                Ok(Box::new(Guest { mailbox: Arc::clone(self.mailbox), time }))
            }
            Sitter::House(name) => {
                let player = laid.game.house_player(name, &Arguments::new());
                player.map_err(|error| Unplayed::never(error.message()))
            }
            Sitter::Entrant { contest, name } => self.entrant(laid, seat, (contest, name)),
        }
    }

    /// A program that takes part in a contest, run as strangers' programs are.
    fn entrant(
        &self,
        laid: &Laid,
        seat: Seat,
        (contest, name): (&str, &str),
    ) -> Result<Box<dyn Player>, Unplayed> {
        let unknown = || Unplayed::never(say::no_such_program(name, contest));
        let folder = &(self.contest)(contest).ok_or_else(unknown)?;
        let file =
            ContestFile::read(folder).map_err(|error| Unplayed::now(Speak::message(&error)))?;
        let found = find_bots(folder, &file).map_err(|error| Unplayed::now(error.message()))?;
        let bot = found.bots.into_iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        if file.game.info().slug != laid.game.info().slug {
            return Err(unknown());
        }
        self.program(laid, seat, (folder, &file, &bot))
    }

    fn program(
        &self,
        laid: &Laid,
        seat: Seat,
        (folder, file, bot): (&Folder, &ContestFile, &Bot),
    ) -> Result<Box<dyn Player>, Unplayed> {
        let isolation = Isolation::of_contest(folder, file, self.sandboxes.clone());
        let sandbox = isolation
            .and_then(|isolation| isolation.tested_sandbox(slice::from_ref(bot)))
            .map_err(|error| Unplayed::now(error.message()))?;
        let mut bench = Bench::of_contest((folder, folder), file, Arc::clone(&sandbox), 1);
        bench.plan.scratch = match file.programs.memory {
            Memory::None => Scratch::None,
            // What they learn here they do not know in the contest.
            Memory::Match | Memory::Pair | Memory::Contest => {
                Scratch::Below(folder.scratch().join("tables"))
            }
        };
        let ready = bench.workshop.prepare(bot).map_err(|error| Unplayed::now(error.message()))?;
        let chair = Chair { table: &laid.table, seat, bot: &ready, folder: &[] };
        let seating = Seating { plan: &bench.plan, place: self.room };
        seating.player(&chair, &sandbox).map_err(|void| Unplayed::now(void.message()))
    }
}
