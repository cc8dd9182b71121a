//! Makes players of built bots.

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

/// Makes the players of a table, with one working folder for each thread that plays.
pub struct PlayerFactory<'a> {
    /// How programs are set up.
    pub plan: &'a SeatingPlan,
    /// Distinguishes the folders, so that matches in progress never share one.
    pub place: usize,
}

/// A seat and its bot.
#[derive(Clone, Copy)]
pub struct SeatSetup<'a> {
    /// Its position.
    pub table: &'a Table,
    /// The seat.
    pub seat: Seat,
    /// The bot.
    pub bot: &'a BuiltBot,
    /// The content of its folder from an earlier match.
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
    /// One player per seat. Failures here are ours: the bots were checked before.
    pub fn players(&self, table: &Table, bots: &[&BuiltBot]) -> Result<Vec<Box<dyn Player>>, Void> {
        self.players_who_remember(table, bots, &vec![Vec::new(); bots.len()])
    }

    /// The same, with the content that an earlier match left in their folders.
    pub fn players_who_remember(
        &self,
        table: &Table,
        bots: &[&BuiltBot],
        folders: &[Vec<u8>],
    ) -> Result<Vec<Box<dyn Player>>, Void> {
        let chairs = chairs(table, bots, folders);
        chairs.map(|setup| self.player(&setup, &self.plan.sandbox)).collect()
    }

    /// The same; `words` receives what each seat writes to standard error.
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

    /// What the programs have left in their folders, to be kept; the players must be gone. Empty
    /// where nothing is kept or the content is too large.
    pub fn left_behind(&self, table: &Table, bots: &[&BuiltBot]) -> Vec<Option<Vec<u8>>> {
        let seats = (0u8..).map(Seat).zip(bots);
        seats
            .map(|(seat, bot)| match bot {
                BuiltBot::Program(_) => self.place(table, seat, &[]).left_behind(),
                BuiltBot::House { .. } | BuiltBot::Evaluation(_) | BuiltBot::Human(_) => None,
            })
            .collect()
    }

    /// The player for `chair`; a program runs in `sandbox`.
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

    /// The program for `chair`, with a working folder.
    pub fn program(&self, setup: &SeatSetup<'_>) -> Result<Program, Void> {
        let SeatSetup { table, seat, bot, folder } = *setup;
        match bot {
            BuiltBot::Program(program) => program.program(&self.place(table, seat, folder)),
            BuiltBot::Evaluation(evaluation) => Ok(evaluation.program(&table.conditions)),
            BuiltBot::House { .. } | BuiltBot::Human(_) => Err(Void::Ours(say::no_program())),
        }
    }

    /// A host with the evaluation function `bot`, for callers that ask for more than moves; with a
    /// prepared search, if there is one.
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
