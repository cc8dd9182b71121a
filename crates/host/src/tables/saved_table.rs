//! A table as it was left: its record so far, parsed and within limits.

use crate::say;
use certamen_game::{DynGame, MatchRecord, Table, Turn};
use certamen_i18n::{Localize, Message};
use certamen_portal::{CanRetry, PlayTableRequest, TableEvent};

/// The maximum number of turns of a match with people, and the maximum length of their lines
/// together.
const TURNS: u64 = 20_000;
const BYTES: u64 = 4 << 20;

/// Games by their slugs.
pub(super) type Games = fn(&str) -> Option<&'static dyn DynGame>;

/// A table as it was left.
pub(super) struct SavedTable {
    pub(super) game: &'static dyn DynGame,
    pub(super) table: Table,
    pub(super) turns: Vec<Turn>,
}

/// Why a table is not played on.
pub(super) struct TableError {
    pub(super) why: Message,
    pub(super) again: CanRetry,
}

impl TableError {
    /// An error that a retry would not fix.
    pub(super) fn never(why: Message) -> TableError {
        TableError { why, again: CanRetry::Never }
    }

    pub(super) fn now(why: Message) -> TableError {
        TableError { why, again: CanRetry::Later }
    }

    pub(super) fn event(self) -> TableEvent {
        TableEvent::Broken { why: (&self.why).into(), again: self.again }
    }
}

impl SavedTable {
    /// The table of a request. The sender may be compromised, so nothing in it is trusted.
    pub(super) fn of(order: &PlayTableRequest, games: Games) -> Result<SavedTable, TableError> {
        let lines = [&order.head].into_iter().chain(&order.turns);
        let bytes: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
        let (record, _) = MatchRecord::read(bytes.as_bytes())
            .map_err(|error| TableError::never(error.message()))?;
        let MatchRecord { table, turns, .. } = record;
        let game = games(&table.game).filter(|game| game.info().version == table.rules);
        let game = game.ok_or_else(|| TableError::never(say::no_such_game(&table.game)))?;
        let within = |limit: Option<u64>, most| limit.is_some_and(|limit| limit <= most);
        let bounded =
            within(table.conditions.turns, TURNS) && within(table.conditions.bytes, BYTES);
        if !bounded || order.sitters.len() != table.seats.len() {
            return Err(TableError::never(say::no_table()));
        }
        Ok(SavedTable { game, table, turns })
    }
}
