//! A BOT becomes a player.

use crate::{
    Ready,
    place::{Place, SeatingPlan},
    say,
};
use certamen_evaluation::Host;
use certamen_game::{Player, Seat, Table, Void};
use certamen_referee::player::Piped;
use certamen_sandbox::{Ear, LastWords, Overheard, Program, Sandbox};
use std::{path::Path, sync::Arc};

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
                match chair.bot {
                    Ready::Evaluation(own) => {
                        Ok(own.seated_with_answers(&table.conditions, &sandbox))
                    }
                    _ => self.player(&chair, &sandbox),
                }
            })
            .collect()
    }

    /// What the programs have left in their folders, to be kept; the players must be gone. Nothing
    /// where nothing is kept or more than is kept.
    pub fn left_behind(&self, table: &Table, bots: &[&Ready]) -> Vec<Option<Vec<u8>>> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats
            .map(|(seat, bot)| match bot {
                Ready::Program(_) => self.place(table, seat, &[]).left_behind(),
                Ready::House { .. } | Ready::Evaluation(_) | Ready::Human(_) => None,
            })
            .collect()
    }

    /// The player on `chair`; a program runs in `sandbox`.
    pub fn player(
        &self,
        chair: &Chair<'_>,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Result<Box<dyn Player>, Void> {
        let Chair { table, seat, bot, folder } = *chair;
        match bot {
            Ready::House { name, arguments } => {
                let player = self.plan.game.house_player(name, arguments);
                player.map_err(|error| Void::because(&error))
            }
            Ready::Human(human) => Ok(Box::new(human.clone())),
            Ready::Evaluation(evaluation) => Ok(evaluation.seated(&table.conditions, sandbox)),
            Ready::Program(program) => {
                program.seated(&self.place(table, seat, folder), self.plan.game, sandbox)
            }
        }
    }

    /// The program on `chair`, with a folder to work in.
    pub fn program(&self, chair: &Chair<'_>) -> Result<Program, Void> {
        let Chair { table, seat, bot, folder } = *chair;
        match bot {
            Ready::Program(program) => program.program(&self.place(table, seat, folder)),
            Ready::Evaluation(evaluation) => Ok(evaluation.program(&table.conditions)),
            Ready::House { .. } | Ready::Human(_) => Err(Void::Ours(say::no_program())),
        }
    }

    /// A host with the evaluation function `bot`, for whoever asks it other things than moves; with a
    /// search that was prepared, if there is one.
    pub fn host(
        &self,
        table: &Table,
        bot: &Ready,
        search: Option<&Path>,
    ) -> Result<Host<Piped>, Void> {
        match bot {
            Ready::Evaluation(own) => Ok(own.host(&table.conditions, &self.plan.sandbox, search)),
            _ => Err(Void::Ours(say::no_function())),
        }
    }

    fn place<'a>(&'a self, table: &'a Table, seat: Seat, left: &'a [u8]) -> Place<'a> {
        Place { scratch: &self.plan.scratch, table, seat, number: self.place, left }
    }
}
