//! Matches with real programs on their seats, and records that must hold whatever those did.

use certamen_game::{
    DynGame, Map, MatchRecord, Move, Player, Seat, Table, Turn,
    builtin::Arguments,
    conformance,
    record::Seal,
    replay::{compare, replay},
};
use certamen_runner::referee::{
    MatchEvent, PlayError, play,
    player::{EndMessage, ProtocolSettings, ShutdownPolicy, seated},
};
use certamen_sandbox::{Limits, Program, Unisolated};
use serde_json::Value;
use std::{ops::ControlFlow, path::Path, sync::Arc};

/// Ample time for a move.
pub(crate) const AMPLE: u64 = 10_000;

/// A match to be set up.
pub(crate) struct MatchOf {
    game: &'static dyn DynGame,
    table: Table,
    played: Vec<Turn>,
    /// What is known of its programs, all of them alike.
    pub(crate) shutdown_policy: ShutdownPolicy,
}

impl MatchOf {
    /// A match of two with options in JSON.
    pub(crate) fn two(slug: &str, options: &str) -> MatchOf {
        MatchOf::table_of(slug, options, 2)
    }

    /// A match of as few as the game has.
    pub(crate) fn few(slug: &str, options: &str) -> MatchOf {
        let seats = *certamen_games::find(slug).unwrap().info().seats.start();
        MatchOf::table_of(slug, options, seats)
    }

    /// How many play.
    pub(crate) fn seats(&self) -> usize {
        self.table.seats.len()
    }

    fn table_of(slug: &str, options: &str, seats: u8) -> MatchOf {
        let game = certamen_games::find(slug).unwrap();
        let options: Map = serde_json::from_str(options).unwrap();
        let mut table = conformance::table(game, options, seats, 1);
        table.conditions.move_ms = AMPLE;
        MatchOf { game, table, played: Vec::new(), shutdown_policy: ShutdownPolicy::default() }
    }

    /// With this time for a move.
    pub(crate) fn with_time(mut self, move_ms: u64) -> MatchOf {
        self.table.conditions.move_ms = move_ms;
        self
    }

    /// Ended after this many turns.
    pub(crate) fn with_turns(mut self, turns: u64) -> MatchOf {
        self.table.conditions.turns = Some(turns);
        self
    }

    /// Taken up again after these turns.
    pub(crate) fn after(mut self, played: &[Turn]) -> MatchOf {
        self.played = played.to_vec();
        self
    }

    /// A Python program on a seat.
    pub(crate) fn python(&self, script: &str) -> Box<dyn Player> {
        self.program(&["/usr/bin/python3", "-S", "-E", "-s", "-c", script])
    }

    /// Any program on a seat.
    pub(crate) fn program(&self, command: &[&str]) -> Box<dyn Player> {
        self.asked(self.game.info().protocol.into(), command)
    }

    /// Any program on a seat, asked in this way.
    pub(crate) fn asked(&self, asking: ProtocolSettings, command: &[&str]) -> Box<dyn Player> {
        let program = Program {
            command: command.iter().map(Into::into).collect(),
            directory: Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned(),
            environment: Vec::new(),
            limits: Limits::default(),
            folders: Vec::new(),
        };
        let info = self.game.info();
        let end_message =
            EndMessage { line: info.end_message, shutdown_policy: self.shutdown_policy.clone() };
        seated(asking, program, Arc::new(Unisolated::new()), end_message)
    }

    /// A built-in player on a seat.
    pub(crate) fn builtin(&self, name: &str) -> Box<dyn Player> {
        self.game.builtin_player(name, &Arguments::new()).unwrap()
    }

    /// Plays, and checks the outcome.
    pub(crate) fn play(&self, seats: impl Into<Vec<Box<dyn Player>>>) -> MatchRecord {
        self.try_play(seats).unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// Plays, and checks the outcome, if there is one.
    pub(crate) fn try_play(
        &self,
        seats: impl Into<Vec<Box<dyn Player>>>,
    ) -> Result<MatchRecord, PlayError> {
        self.try_play_with(&mut seats.into())
    }

    /// The same, between players that still exist afterwards.
    pub(crate) fn try_play_with(
        &self,
        seats: &mut [Box<dyn Player>],
    ) -> Result<MatchRecord, PlayError> {
        let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
        let record = play(self.game, self.table.clone(), &self.played, seats, &mut watch)?;
        self.verify(&record);
        Ok(record)
    }

    /// A record survives being written and read, and its replay comes to the same end.
    fn verify(&self, record: &MatchRecord) {
        let (back, seal) = MatchRecord::read(&record.to_bytes()).unwrap();
        assert_eq!((&back, seal), (record, Seal::Sound));
        let end = replay(self.game, &back, &mut |_| {}).unwrap();
        assert_eq!(compare(back.outcome.as_ref().unwrap(), end.outcome().unwrap()), []);
    }
}

/// What `seat` did in the last turn.
pub(crate) fn last_move(record: &MatchRecord, seat: u8) -> &Move {
    let turn = record.turns.last().unwrap();
    turn.moves.iter().find(|entry| entry.seat == Seat(seat)).unwrap()
}

/// How many moves were faults.
pub(crate) fn faults(record: &MatchRecord) -> usize {
    let moves = record.turns.iter().flat_map(|turn| &turn.moves);
    moves.filter(|entry| entry.fault.is_some()).count()
}

/// The record without its times, which no two matches share.
pub(crate) fn timeless(mut record: MatchRecord) -> MatchRecord {
    for entry in record.turns.iter_mut().flat_map(|turn| &mut turn.moves) {
        entry.ms = None;
    }
    record
}

/// A value of the outcome's detail.
pub(crate) fn detail<'a>(record: &'a MatchRecord, key: &str) -> &'a Value {
    &record.outcome.as_ref().unwrap().detail[key]
}
