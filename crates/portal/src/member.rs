//! Who takes part in a contest: the accounts of its authors.

use crate::{AccountId, Grants, Portal, PortalError, columns, grant::grants_of};
use certamen_i18n::Language;
use rusqlite::{Connection, Row};
use std::collections::BTreeSet;

/// An account of an author of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestMember {
    /// Its number.
    pub id: AccountId,
    /// Its handle.
    pub handle: String,
    /// In which language its owner reads.
    pub language: Language,
    /// What the contest calls the author; in a course, the pair.
    pub key: String,
    /// Whether he set a password.
    pub has_password: bool,
    /// How often the author sent something.
    pub sent: u32,
    /// What he was given.
    pub grants: Grants,
    /// The contests of which he is an author.
    pub contests: BTreeSet<String>,
}

impl Portal {
    /// Everybody who takes part in a contest and whose account is open, by handle.
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
