//! Makes players of built bots.

use crate::{
    BuiltBot, WriteAccess, lisp::Host, program_dir::ProgramDir, referee::player::Piped, say,
    turn_marks::by_turn,
};
use certamen_game::{DynGame, Player, Seat, Table, Void};
use certamen_sandbox::{Program, RecordedSandbox, Sandbox, StderrTail, TranscriptSink};
use std::path::Path;
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
        let player: Box<dyn Player> = match setup.bot {
            BuiltBot::Evaluation(own) => {
                // Answers known from other matches are not asked again.
                let player = own.searching(&setup.table.conditions, &sandbox);
                Box::new(player.knowing(&own.answers))
            }
            BuiltBot::Http(http) => Box::new(http.seated(Some(sink))),
            _ => self.player(setup, &sandbox)?,
        };
        Ok(by_turn(player, words))
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
