//! A BOT becomes a player.

use crate::lisp::Host;
use crate::referee::player::Piped;
use crate::{
    BuiltBot,
    place::{ProgramDir, SeatingPlan},
    say,
};
use certamen_game::{Player, Seat, Table, Void};
use certamen_sandbox::{LastWords, Program, RecordedSandbox, Sandbox, TranscriptSink};
use std::{path::Path, sync::Arc};

/// A table that is being laid, one place for each thread that plays.
pub struct PlayerFactory<'a> {
    /// How programs are seated.
    pub plan: &'a SeatingPlan,
    /// Tells the places apart, so that matches under way never share a folder.
    pub place: usize,
}

/// A seat and who sits down on it.
#[derive(Clone, Copy)]
pub struct SeatSetup<'a> {
    /// Where it stands.
    pub table: &'a Table,
    /// Which one it is.
    pub seat: Seat,
    /// Who sits down on it.
    pub bot: &'a BuiltBot,
    /// What was left in its folder by an earlier match.
    pub folder: &'a [u8],
}

fn chairs<'a>(
    table: &'a Table,
    bots: &'a [&'a BuiltBot],
    folders: &'a [Vec<u8>],
) -> impl Iterator<Item = SeatSetup<'a>> {
    let seats = (0u8..).map(Seat).zip(bots).zip(folders);
    seats.map(move |((seat, bot), folder)| SeatSetup { table, seat, bot, folder })
}

impl PlayerFactory<'_> {
    /// One player a seat. What fails here is ours: the bots were found to be in order before.
    pub fn players(&self, table: &Table, bots: &[&BuiltBot]) -> Result<Vec<Box<dyn Player>>, Void> {
        self.players_who_remember(table, bots, &vec![Vec::new(); bots.len()])
    }

    /// Likewise, with what was left in their folders by an earlier match.
    pub fn players_who_remember(
        &self,
        table: &Table,
        bots: &[&BuiltBot],
        folders: &[Vec<u8>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let chairs = chairs(table, bots, folders);
        chairs.map(|setup| self.player(&setup, &self.plan.sandbox)).collect()
    }

    /// Likewise; the words are filled with what each seat says on standard error.
    pub fn players_with_last_words(
        &self,
        table: &Table,
        bots: &[&BuiltBot],
        folders: &[Vec<u8>],
        words: &[Arc<LastWords>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let chairs = chairs(table, bots, folders).zip(words);
        chairs
            .map(|(setup, words)| {
                let sink: Arc<dyn TranscriptSink> = words.clone();
                let sandbox: Arc<dyn Sandbox> =
                    Arc::new(RecordedSandbox::new(Arc::clone(&self.plan.sandbox), sink));
                match setup.bot {
                    BuiltBot::Evaluation(own) => {
                        Ok(own.seated_with_answers(&table.conditions, &sandbox))
                    }
                    _ => self.player(&setup, &sandbox),
                }
            })
            .collect()
    }

    /// What the programs have left in their folders, to be kept; the players must be gone. Nothing
    /// where nothing is kept or more than is kept.
    pub fn left_behind(&self, table: &Table, bots: &[&BuiltBot]) -> Vec<Option<Vec<u8>>> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats
            .map(|(seat, bot)| match bot {
                BuiltBot::Program(_) => self.place(table, seat, &[]).left_behind(),
                BuiltBot::House { .. } | BuiltBot::Evaluation(_) | BuiltBot::Human(_) => None,
            })
            .collect()
    }

    /// The player on `chair`; a program runs in `sandbox`.
    pub fn player(
        &self,
        setup: &SeatSetup<'_>,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Result<Box<dyn Player>, Void> {
        let SeatSetup { table, seat, bot, folder } = *setup;
        match bot {
            BuiltBot::House { name, arguments } => {
                let player = self.plan.game.builtin_player(name, arguments);
                player.map_err(|error| Void::because(&error))
            }
            BuiltBot::Human(human_player) => Ok(Box::new(human_player.clone())),
            BuiltBot::Evaluation(evaluation) => Ok(evaluation.seated(&table.conditions, sandbox)),
            BuiltBot::Program(program) => {
                program.seated(&self.place(table, seat, folder), self.plan.game, sandbox)
            }
        }
    }

    /// The program on `chair`, with a folder to work in.
    pub fn program(&self, setup: &SeatSetup<'_>) -> Result<Program, Void> {
        let SeatSetup { table, seat, bot, folder } = *setup;
        match bot {
            BuiltBot::Program(program) => program.program(&self.place(table, seat, folder)),
            BuiltBot::Evaluation(evaluation) => Ok(evaluation.program(&table.conditions)),
            BuiltBot::House { .. } | BuiltBot::Human(_) => Err(Void::Ours(say::no_program())),
        }
    }

    /// A host with the evaluation function `bot`, for whoever asks it other things than moves; with a
    /// search that was prepared, if there is one.
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
        ProgramDir { write_access: &self.plan.write_access, table, seat, number: self.place, left }
    }
}
