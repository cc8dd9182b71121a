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
    pub id: String,
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    pub head: String,
    /// The turns that were played before it, elsewhere.
    pub given: Vec<String>,
    pub chairs: Vec<SeatRow>,
    pub opened: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    pub participant: Participant,
    /// The holder of this secret answers for this seat.
    pub secret: String,
}

/// The result of opening a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenTableResult {
    Opened,
    /// The user has too many; nothing is stored.
    Over(QuotaExceeded),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableState {
    /// It may be played on.
    Open,
    Over,
    /// It was closed, or forgotten, before its match was over.
    Closed,
    Broken(LocalizedTexts),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    pub id: String,
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    pub head: String,
    /// How many turns were played before it, elsewhere.
    pub given: u64,
    pub state: TableState,
    pub touched: Timestamp,
    pub chairs: Vec<SeatRow>,
    /// The lines of the turns that were played.
    pub turns: Vec<String>,
    pub answers: Vec<GivenAnswer>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    pub id: String,
    pub head: String,
    pub state: TableState,
    pub turns: u64,
    pub touched: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerResult {
    /// It is stored.
    Taken,
    OtherTurn {
        due: u64,
    },
    /// This seat has answered in this turn.
    Twice,
    NotOpen,
}

fn played(connection: &Connection, id: &str) -> Result<u64, PortalError> {
    let mut row = connection.prepare_cached("SELECT count(*) FROM played WHERE sitting = ?1")?;
    Ok(row.query_row([id], |row| row.get::<_, i64>(0))? as u64)
}
