//! A table as it was left: its record so far, read and within bounds.

use crate::say;
use certamen_game::{DynGame, MatchRecord, Table, Turn};
use certamen_i18n::{Localize, Message};
use certamen_portal::{CanRetry, PlayTableRequest, TableEvent};

/// So many turns a match with people may have, and so long may their lines be together.
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
    /// It would fail for ever.
    pub(super) fn never(why: Message) -> TableError {
        TableError { why, again: CanRetry::Never }
    }

    /// Something of ours failed.
    pub(super) fn now(why: Message) -> TableError {
        TableError { why, again: CanRetry::Later }
    }

    /// How it is told.
    pub(super) fn event(self) -> TableEvent {
        TableEvent::Broken { why: (&self.why).into(), again: self.again }
    }
}

impl SavedTable {
    /// The table of an order. Whoever gives it may be somebody else than our site by now, so nothing
    /// of it is believed.
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
