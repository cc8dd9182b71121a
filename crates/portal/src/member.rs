//! The members of a contest: the accounts of its authors.

use crate::{AccountId, Grants, Portal, PortalError, columns, grant::grants_of};
use certamen_i18n::Language;
use rusqlite::{Connection, Row};
use std::collections::BTreeSet;

/// An account of an author of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestMember {
    pub id: AccountId,
    pub handle: String,
    pub language: Language,
    /// The contest's key of the author; in a course, the team.
    pub key: String,
    pub has_password: bool,
    pub sent: u32,
    pub grants: Grants,
    /// The contests of which the user is an author.
    pub contests: BTreeSet<String>,
}

impl Portal {
    /// All members of a contest whose account is open, by username.
    pub fn contest_members(&self, contest: &str) -> Result<Vec<ContestMember>, PortalError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT account.id, account.handle, language, author.key, hash IS NOT NULL,
                 (SELECT count(*) FROM submission WHERE submission.author = author.id)
                 FROM author JOIN member ON member.author = author.id
                 JOIN account ON account.id = member.account
                 WHERE author.contest = ?1 AND state = 'open' ORDER BY account.handle",
            )?;
            let rows = rows.query_map([contest], member)?;
            let mut members: Vec<ContestMember> = rows.collect::<Result<_, _>>()?;
            for member in &mut members {
                member.grants = grants_of(connection, member.id)?;
                member.contests = contests_of(connection, member.id)?;
            }
            Ok(members)
        })
    }
}

fn member(row: &Row<'_>) -> rusqlite::Result<ContestMember> {
    Ok(ContestMember {
        id: AccountId(row.get(0)?),
        handle: row.get(1)?,
        language: columns::language(row, 2)?,
        key: row.get(3)?,
        has_password: row.get(4)?,
        sent: row.get(5)?,
        grants: Grants::default(),
        contests: BTreeSet::new(),
    })
}

fn contests_of(
    connection: &Connection,
    account: AccountId,
) -> Result<BTreeSet<String>, PortalError> {
    let mut rows = connection.prepare_cached(
        "SELECT contest FROM author JOIN member ON member.author = author.id
         WHERE member.account = ?1",
    )?;
    let rows = rows.query_map([account.0], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
