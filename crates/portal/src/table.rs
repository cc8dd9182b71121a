//! Tables with people: the seats, what was played, and what was answered since. The match itself is
//! played elsewhere; here is what must not be lost of it.

mod kept;
mod looked_up;
#[cfg(test)]
mod tests;

use crate::{AccountId, GivenAnswer, Participant, PortalError, quota::QuotaExceeded};
use certamen_contest::LocalizedTexts;
use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;

/// A table without activity for this long is closed.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A table that is being opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Its name in addresses.
    pub id: String,
    /// The user who opens it.
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    /// The first line of its record.
    pub head: String,
    /// The turns that were played before it, elsewhere.
    pub given: Vec<String>,
    /// One a seat.
    pub chairs: Vec<SeatRow>,
    /// When.
    pub opened: Timestamp,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The participant at it.
    pub participant: Participant,
    /// The holder of this secret answers for this seat.
    pub secret: String,
}

/// The result of opening a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenTableResult {
    /// It is there.
    Opened,
    /// The user has too many; nothing is stored.
    Over(QuotaExceeded),
}

/// The state of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableState {
    /// It may be played on.
    Open,
    /// Its match is over.
    Over,
    /// It was closed, or forgotten, before its match was over.
    Closed,
    /// It cannot be played on.
    Broken(LocalizedTexts),
}

/// A table with all data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Its name in addresses.
    pub id: String,
    /// The user who opened it.
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    /// The first line of its record.
    pub head: String,
    /// How many turns were played before it, elsewhere.
    pub given: u64,
    /// How far it is.
    pub state: TableState,
    /// When anything happened last.
    pub touched: Timestamp,
    /// One a seat.
    pub chairs: Vec<SeatRow>,
    /// The lines of the turns that were played.
    pub turns: Vec<String>,
    /// The answers since.
    pub answers: Vec<GivenAnswer>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// Its name in addresses.
    pub id: String,
    /// The first line of its record.
    pub head: String,
    /// How far it is.
    pub state: TableState,
    /// How many turns were played.
    pub turns: u64,
    /// When anything happened last.
    pub touched: Timestamp,
}

/// The result of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerResult {
    /// It is stored.
    Taken,
    /// Another turn is due.
    OtherTurn {
        /// Which.
        due: u64,
    },
    /// This seat has answered in this turn.
    Twice,
    /// Nothing is played there any more.
    NotOpen,
}

fn played(connection: &Connection, id: &str) -> Result<u64, PortalError> {
    let mut row = connection.prepare_cached("SELECT count(*) FROM played WHERE sitting = ?1")?;
    Ok(row.query_row([id], |row| row.get::<_, i64>(0))? as u64)
}
