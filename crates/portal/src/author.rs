//! Authors: the owners of the bots of a contest. One account is an author by itself; a team of a
//! course is an author with two accounts.

use crate::{AccountId, PortalError};
use rusqlite::{Connection, OptionalExtension};

/// The author with this `key` in `contest`, with `account` as a member; created if there is none.
pub(crate) fn author_of(
    connection: &Connection,
    contest: &str,
    (key, handle): (&str, &str),
    account: AccountId,
) -> Result<i64, PortalError> {
    connection.execute(
        "INSERT INTO author (contest, key, handle) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        (contest, key, handle),
    )?;
    let author: i64 = connection.query_row(
        "SELECT id FROM author WHERE contest = ?1 AND key = ?2",
        (contest, key),
        |row| row.get(0),
    )?;
    connection.execute(
        "INSERT INTO member (author, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        (author, account.0),
    )?;
    Ok(author)
}

pub(crate) fn handle_of(
    connection: &Connection,
    account: AccountId,
) -> Result<Option<String>, PortalError> {
    let mut row = connection.prepare_cached("SELECT handle FROM account WHERE id = ?1")?;
    Ok(row.query_row([account.0], |row| row.get(0)).optional()?)
}
