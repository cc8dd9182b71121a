//! Reads tables.

use super::{FORGOTTEN, SeatRow, TableRow, TableState, TableSummary};
use crate::{AccountId, GivenAnswer, Portal, PortalError, columns::time};
use certamen_contest::LocalizedTexts;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension};

impl Portal {
    /// The table with this id, in its state at `now`.
    pub fn table(&self, id: &str, now: Timestamp) -> Result<Option<TableRow>, PortalError> {
        self.read(|connection| {
            // Turns and answers are to be of one moment.
            connection.execute_batch("BEGIN")?;
            let found = whole(connection, id, now);
            connection.execute_batch("COMMIT")?;
            found
        })
    }

    /// The tables that a user opened, the latest first.
    pub fn sittings_of(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<TableSummary>, PortalError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT id, head, state, why, touched,
                 (SELECT count(*) FROM played WHERE sitting = sitting.id)
                 FROM sitting WHERE account = ?1 ORDER BY opened DESC, id LIMIT 50",
            )?;
            let rows = rows.query_map([account.0], |row| {
                let touched = time(row, 4)?;
                Ok(TableSummary {
                    id: row.get(0)?,
                    head: row.get(1)?,
                    state: state(
                        &row.get::<_, String>(2)?,
                        &row.get::<_, String>(3)?,
                        touched,
                        now,
                    ),
                    turns: row.get::<_, i64>(5)? as u64,
                    touched,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// The state of a table: one without activity for long is closed, without any action.
fn state(word: &str, why: &str, touched: Timestamp, now: Timestamp) -> TableState {
    match word {
        "over" => TableState::Over,
        "broken" => TableState::Broken(
            serde_json::from_str(why).unwrap_or_else(|_| LocalizedTexts::verbatim(why)),
        ),
        "open" if touched >= now - FORGOTTEN => TableState::Open,
        _ => TableState::Closed,
    }
}

fn whole(
    connection: &Connection,
    id: &str,
    now: Timestamp,
) -> Result<Option<TableRow>, PortalError> {
    let mut row = connection.prepare_cached(
        "SELECT account, contest, head, given, state, why, touched FROM sitting WHERE id = ?1",
    )?;
    let found = row.query_row([id], |row| {
        let touched = time(row, 6)?;
        Ok(TableRow {
            id: id.to_owned(),
            account: AccountId(row.get(0)?),
            contest: row.get(1)?,
            head: row.get(2)?,
            given: row.get::<_, i64>(3)? as u64,
            state: state(&row.get::<_, String>(4)?, &row.get::<_, String>(5)?, touched, now),
            touched,
            chairs: Vec::new(),
            turns: Vec::new(),
            answers: Vec::new(),
        })
    });
    let Some(mut found) = found.optional()? else { return Ok(None) };
    let mut chairs = connection
        .prepare_cached("SELECT sitter, secret FROM chair WHERE sitting = ?1 ORDER BY seat")?;
    let chairs = chairs.query_map([id], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    for chair in chairs {
        let (sitter, secret) = chair?;
        let participant = serde_json::from_str(&sitter)
            .map_err(|error| PortalError::Database(error.to_string()))?;
        found.chairs.push(SeatRow { participant, secret });
    }
    let mut turns =
        connection.prepare_cached("SELECT line FROM played WHERE sitting = ?1 ORDER BY turn")?;
    found.turns = turns.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut answers = connection.prepare_cached(
        "SELECT turn, seat, reply FROM answer WHERE sitting = ?1 ORDER BY turn, seat",
    )?;
    let answers = answers.query_map([id], |row| {
        let turn = row.get::<_, i64>(0)? as u64;
        Ok(GivenAnswer { turn, seat: row.get(1)?, reply: row.get(2)? })
    })?;
    found.answers = answers.collect::<Result<_, _>>()?;
    Ok(Some(found))
}
