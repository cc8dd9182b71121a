//! Authors: the owners of the bots of a contest. One account is an author by itself; a team of a
//! course is an author with two accounts, registered by their teacher. The holder of a team's key
//! claims it, with an existing or a new account; or its host prints a link for it.

use crate::{
    AccountId, AuditAction, Grants, Portal, PortalError, Secret,
    account::{self, check_handle},
    audit,
    database::{first_row, language, rows},
    fresh_id, links, password,
    rights::grants_of,
};
use certamen_i18n::Language;
use jiff::Timestamp;
use rusqlite::{Connection, Row};
use std::collections::BTreeSet;

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
            let mut members: Vec<ContestMember> = rows(
                connection,
                "SELECT account.id, account.handle, language, author.key, hash IS NOT NULL,
                 (SELECT count(*) FROM submission WHERE submission.author = author.id)
                 FROM author JOIN member ON member.author = author.id
                 JOIN account ON account.id = member.account
                 WHERE author.contest = ?1 AND state = 'open' ORDER BY account.handle",
                [contest],
                member,
            )?;
            for member in &mut members {
                member.grants = grants_of(connection, member.id)?;
                let sql = "SELECT contest FROM author JOIN member ON member.author = author.id
                     WHERE member.account = ?1";
                let contests: Vec<String> = rows(connection, sql, [member.id.0], |row| row.get(0))?;
                member.contests = contests.into_iter().collect();
            }
            Ok(members)
        })
    }

    /// Records that a user is a member of the team `pair` in a contest. The team's number is not
    /// shown in public.
    pub fn claim(
        &self,
        account: AccountId,
        (contest, pair): (&str, &str),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let (contest, pair, alias) = (contest.to_owned(), pair.to_owned(), fresh_id()?);
        self.write(move |connection| {
            note_claim(connection, account, (&contest, &pair, &alias), now)
        })
    }

    /// Creates an account for a user who proved to be a member of a team.
    pub fn register_member(
        &self,
        (handle, given): (&str, &str),
        language: Language,
        (contest, pair): (&str, &str),
        now: Timestamp,
    ) -> Result<AccountId, PortalError> {
        check_handle(handle)?;
        password::check(given)?;
        let (hash, alias) = (password::hash(given)?, fresh_id()?);
        let [handle, contest, pair] = [handle, contest, pair].map(ToOwned::to_owned);
        self.write(move |connection| {
            let id = account::insert(connection, &handle, language, now)?;
            connection.execute("UPDATE account SET hash = ?2 WHERE id = ?1", (id.0, hash))?;
            note_claim(connection, id, (&contest, &pair, &alias), now)?;
            Ok(id)
        })
    }

    /// A link with which a team sets the password of the account `handle`, which is created unless
    /// the team has one that was never used.
    pub fn invite_team(
        &self,
        handle: &str,
        language: Language,
        (contest, pair): (&str, &str),
        now: Timestamp,
    ) -> Result<(String, Secret), PortalError> {
        check_handle(handle)?;
        let (secret, alias) = (Secret::draw()?, fresh_id()?);
        let hash = secret.hash();
        let [handle, contest, pair] = [handle, contest, pair].map(ToOwned::to_owned);
        let handle = self.write(move |connection| {
            let known = unused(connection, &contest, &pair)?;
            let (id, handle) = if let Some(known) = known {
                known
            } else {
                let id = account::insert(connection, &handle, language, now)?;
                note_claim(connection, id, (&contest, &pair, &alias), now)?;
                (id, handle)
            };
            links::insert_reset_link(connection, id, hash, now)?;
            Ok(handle)
        })?;
        Ok((handle, secret))
    }

    pub fn pair_of(
        &self,
        account: AccountId,
        contest: &str,
    ) -> Result<Option<String>, PortalError> {
        self.read(|connection| {
            first_row(
                connection,
                "SELECT key FROM author JOIN member ON member.author = author.id
                 WHERE member.account = ?1 AND author.contest = ?2",
                (account.0, contest),
                |row| row.get(0),
            )
        })
    }

    pub fn team_members(&self, contest: &str) -> Result<Vec<TeamMember>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT key, account.id, account.handle, hash IS NOT NULL FROM author
                 JOIN member ON member.author = author.id
                 JOIN account ON account.id = member.account
                 WHERE author.contest = ?1 AND state = 'open' ORDER BY key, account.handle",
                [contest],
                |row| {
                    Ok(TeamMember {
                        pair: row.get(0)?,
                        id: AccountId(row.get(1)?),
                        handle: row.get(2)?,
                        has_password: row.get(3)?,
                    })
                },
            )
        })
    }
}

fn member(row: &Row<'_>) -> rusqlite::Result<ContestMember> {
    Ok(ContestMember {
        id: AccountId(row.get(0)?),
        handle: row.get(1)?,
        language: language(row, 2)?,
        key: row.get(3)?,
        has_password: row.get(4)?,
        sent: row.get(5)?,
        grants: Grants::default(),
        contests: BTreeSet::new(),
    })
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamMember {
    pub pair: String,
    pub id: AccountId,
    pub handle: String,
    pub has_password: bool,
}

fn note_claim(
    connection: &Connection,
    account: AccountId,
    (contest, pair, alias): (&str, &str, &str),
    now: Timestamp,
) -> Result<(), PortalError> {
    author_of(connection, contest, (pair, alias), account)?;
    audit::note(connection, (now, Some(account)), AuditAction::Claimed, contest, "")
}

/// The account of a team in which no password was ever set.
fn unused(
    connection: &Connection,
    contest: &str,
    pair: &str,
) -> Result<Option<(AccountId, String)>, PortalError> {
    first_row(
        connection,
        "SELECT account.id, account.handle FROM author
         JOIN member ON member.author = author.id JOIN account ON account.id = member.account
         WHERE author.contest = ?1 AND author.key = ?2 AND hash IS NULL AND state = 'open'",
        (contest, pair),
        |row| Ok((AccountId(row.get(0)?), row.get(1)?)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_accounts_are_one_pair_and_a_link_is_made_until_it_is_used() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let (now, es, pair) = (Timestamp::UNIX_EPOCH, Language::Es, ("curso", "1402"));
        let ana = portal.register_member(("ana", "correct horse"), es, pair, now).expect("new");
        let again = portal.register_member(("ana", "correct horse"), es, pair, now);
        assert!(matches!(again, Err(PortalError::Taken(_))));
        assert_eq!(portal.verify_password("ana", "correct horse").expect("it is read"), Some(ana));
        let (handle, first) = portal.invite_team("curso-1402", es, pair, now).expect("new");
        let (same, second) = portal.invite_team("other", es, pair, now).expect("it is there");
        assert_eq!((handle.as_str(), &handle), ("curso-1402", &same));
        assert!(portal.whose_link(&first, now).is_err(), "the later link is good");
        portal.redeem(&second, "another horse", now).expect("it was never used");
        let members = portal.team_members("curso").expect("it is read");
        let handles: Vec<&str> = members.iter().map(|member| &*member.handle).collect();
        assert_eq!(handles, ["ana", "curso-1402"]);
        assert!(members.iter().all(|member| member.has_password && member.pair == "1402"));
        assert_eq!(portal.pair_of(ana, "curso").expect("it is read").as_deref(), Some("1402"));
        assert_eq!(portal.pair_of(ana, "other").expect("it is read"), None);
    }
}
