//! A table where bots meet, in-process or not.

use certamen_game::{DynGame, Map, MatchRecord, Move, Seat, SeatEntry, Table, Turn, conformance};
use certamen_runner::referee::{MatchEvent, play};
use certamen_runner::{
    Bot, BuildCache, BuiltBot, PlayerFactory, ReadyProgram, SeatingPlan, WriteAccess,
};
use certamen_sandbox::{Limits, Program, Unisolated, fill_memory};
use std::{ops::ControlFlow, path::Path, sync::Arc};

/// Where bots of one game meet.
pub(crate) struct TestTable {
    plan: SeatingPlan,
    cache: BuildCache,
    options: Map,
}

impl TestTable {
    /// A table for `game` with its cache and scratch folders below `folder`.
    pub(crate) fn new(game: &'static dyn DynGame, options: &str, folder: &Path) -> TestTable {
        let write_access = WriteAccess::Below(folder.join("scratch"));
        let plan = SeatingPlan { game, sandbox: Arc::new(Unisolated::new()), write_access };
        let cache = BuildCache::new(
            folder.join("builds"),
            std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
        );
        TestTable { plan, cache, options: serde_json::from_str(options).unwrap() }
    }

    /// The bot, ready to play.
    pub(crate) fn ready(&self, given: &str) -> BuiltBot {
        let bot = Bot::find(given, self.plan.game).unwrap_or_else(|error| panic!("{error}"));
        self.cache.prepare(&bot).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The bot as a program of its own, outside any match.
    pub(crate) fn program(&self, given: &str) -> Program {
        let BuiltBot::Program(ReadyProgram { command, directory, temporary, .. }) =
            self.ready(given)
        else {
            panic!("{given} is no program");
        };
        let limits = Limits::default();
        let environment = vec![("CERTAMEN_SEED".to_owned(), "1".to_owned())];
        let command = fill_memory(&command, limits.memory);
        let mut program = Program { command, directory, environment, limits, folders: Vec::new() };
        if let Some(temporary) = temporary {
            program.give_temporary(&temporary);
        }
        program
    }

    /// A match with ample time.
    pub(crate) fn play(&self, seats: [&BuiltBot; 2], seed: u64) -> MatchRecord {
        let mut table = conformance::table(self.plan.game, self.options.clone(), 2, seed);
        table.conditions.move_ms = 10_000;
        table.conditions.memory = 256 << 20;
        self.play_at(table, seats, &[])
    }

    /// The same, beginning with these moves, one seat after the other.
    pub(crate) fn play_after(&self, opening: &[&str], seats: [&BuiltBot; 2]) -> MatchRecord {
        let mut table = conformance::table(self.plan.game, self.options.clone(), 2, 1);
        table.conditions.move_ms = 72_000;
        table.conditions.memory = 256 << 20;
        let turns = opening.iter().enumerate();
        let played: Vec<Turn> = turns.map(|(number, action)| turn(number, action)).collect();
        self.play_at(table, seats, &played)
    }

    fn play_at(&self, table: Table, seats: [&BuiltBot; 2], played: &[Turn]) -> MatchRecord {
        let table = Table { seats: ["left", "right"].map(SeatEntry::named).into(), ..table };
        let factory = PlayerFactory { plan: &self.plan, place: 0 };
        let mut players = factory.players(&table, &seats).unwrap();
        let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
        let played = play(self.plan.game, table, played, &mut players, &mut watch);
        played.unwrap_or_else(|error| panic!("{error:?}"))
    }
}

/// The turn of this number, from 0, in which one seat acts.
fn turn(number: usize, action: &str) -> Turn {
    let entry = Move {
        seat: Seat((number % 2) as u8),
        action: Some(action.to_owned()),
        automatic: false,
        fault: None,
        reply: None,
        ms: None,
        pondered_ms: None,
        asleep_ms: None,
        remote: certamen_game::record::RemoteMove::default(),
        extra: Map::new(),
    };
    Turn { turn: number as u64 + 1, moves: vec![entry], extra: Map::new() }
}
