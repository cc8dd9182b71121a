//! Matches as rows of tables: one for each move, one for each state.
//!
//! A row is built here once, then written as a line of JSON, as one of CSV, or into a database.

use certamen_contest::{ExportEntry, MatchEntry};
use certamen_game::{DynGame, Fault, MatchRecord, Move, arbiter::Arbiter, number, replay};
use certamen_i18n::{Localize, Message, UserError};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A row: its columns in order.
pub(super) type Row = Vec<(&'static str, Value)>;

/// A receiver of rows.
pub(super) type RowSink<'a> = dyn FnMut(Row) -> Result<(), UserError> + 'a;

/// The columns of a move.
pub(super) const MOVES: [&str; 11] = [
    "match",
    "turn",
    "seat",
    "bot",
    "action",
    "automatic",
    "fault",
    "reply",
    "ms",
    "asleep_ms",
    "pondered_ms",
];

/// The columns of a state.
pub(super) const STATES: [&str; 4] = ["match", "turn", "to_act", "state"];

/// What is known of a contest when its matches are expanded.
#[derive(Default)]
pub(super) struct Unfolding {
    game: Option<&'static dyn DynGame>,
    bots: BTreeMap<i64, String>,
}

impl Unfolding {
    /// Notes the game and the names of the bots.
    pub(super) fn note(&mut self, entry: &ExportEntry) {
        match entry {
            ExportEntry::Contest(about) => self.game = certamen_games::find(&about.game),
            ExportEntry::Submission(told) => {
                self.bots.insert(told.id, told.bot.clone());
            }
            _ => {}
        }
    }

    /// Emits a row for each move; returns the reason if there are none because the record is
    /// unreadable.
    pub(super) fn moves(
        &self,
        told: &MatchEntry,
        put: &mut RowSink<'_>,
    ) -> Result<Skipped, UserError> {
        let record = match read(told) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(why) => return Ok(Some(why)),
        };
        for turn in &record.turns {
            for entry in &turn.moves {
                let bot = told.seats.get(entry.seat.index()).and_then(|id| self.bots.get(id));
                put(of_move(told.number, turn.turn, entry, bot.map(String::as_str)))?;
            }
        }
        Ok(None)
    }

    /// Emits a row for each state, the start being turn 0; returns the reason if the record has an
    /// illegal turn.
    pub(super) fn states(
        &self,
        told: &MatchEntry,
        put: &mut RowSink<'_>,
    ) -> Result<Skipped, UserError> {
        let (Some(game), record) = (self.game, read(told)) else { return Ok(None) };
        let record = match record {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(why) => return Ok(Some(why)),
        };
        let mut written = Ok(());
        let mut watch = |arbiter: &Arbiter| {
            if written.is_ok() {
                written = put(of_state(told.number, arbiter));
            }
        };
        let replayed = replay::replay(game, &record, &mut watch);
        written?;
        Ok(replayed.err().map(|error| error.message()))
    }
}

/// Why a match has no rows, or not all of them.
pub(super) type Skipped = Option<Message>;

/// The record of a match; none for a bye or a match that was not played yet.
fn read(told: &MatchEntry) -> Result<Option<MatchRecord>, Message> {
    let Some(record) = &told.record else { return Ok(None) };
    let read = MatchRecord::read(record.as_bytes()).map_err(|error| error.message())?;
    Ok(Some(read.0))
}

fn of_move(number: i64, turn: u64, entry: &Move, bot: Option<&str>) -> Row {
    let Move { seat, action, automatic, fault, reply, ms, asleep_ms, pondered_ms, .. } = entry;
    let time = |ms: &Option<f64>| json!(ms.map(number::json));
    let values = [
        json!(number),
        json!(turn),
        json!(seat),
        json!(bot),
        json!(action),
        json!(automatic),
        json!(fault.map(Fault::word)),
        json!(reply),
        time(ms),
        time(asleep_ms),
        time(pondered_ms),
    ];
    MOVES.into_iter().zip(values).collect()
}

fn of_state(number: i64, arbiter: &Arbiter) -> Row {
    let to_act: Vec<_> = arbiter.to_act().iter().collect();
    let values =
        [json!(number), json!(arbiter.turns().len()), json!(to_act), arbiter.state().json()];
    STATES.into_iter().zip(values).collect()
}
