//! Roles: hosts of a contest, and administrators of the whole site.

use crate::{AccountId, AuditAction, Portal, PortalError, audit};
use jiff::Timestamp;
use rusqlite::Connection;
use std::collections::BTreeSet;

/// The roles of a user besides author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Host,
    Admin,
}

impl Role {
    /// The word by which it is stored and typed.
    pub fn word(self) -> &'static str {
        match self {
            Role::Host => "host",
            Role::Admin => "admin",
        }
    }
}

/// The roles that a user has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grants {
    pub admin: bool,
    pub hosts: BTreeSet<String>,
}

impl Grants {
    /// Whether the user organizes `contest`.
    pub fn is_host(&self, contest: &str) -> bool {
        self.admin || self.hosts.contains(contest)
    }

    pub fn is_any(&self) -> bool {
        self.admin || !self.hosts.is_empty()
    }
}

/// What `account` was given.
pub(crate) fn grants_of(
    connection: &Connection,
    account: AccountId,
) -> Result<Grants, PortalError> {
    let mut rows =
        connection.prepare_cached("SELECT contest, role FROM granted WHERE account = ?1")?;
    let mut grants = Grants::default();
    let rows = rows
        .query_map([account.0], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    for row in rows {
        match row? {
            (_, role) if role == Role::Admin.word() => grants.admin = true,
            (contest, _) => drop(grants.hosts.insert(contest)),
        }
    }
    Ok(grants)
}

impl Portal {
    /// Gives a user a role: host of one contest, or administrator of all.
    pub fn grant(
        &self,
        account: AccountId,
        (role, contest): (Role, &str),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let contest = if role == Role::Admin { String::new() } else { contest.to_owned() };
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO granted (account, contest, role) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET role = excluded.role",
                (account.0, &contest, role.word()),
            )?;
            audit::note(
                connection,
                (now, Some(account)),
                AuditAction::RoleGiven,
                &contest,
                role.word(),
            )
        })
    }

    /// Makes the hosts of a contest hosts of its next edition, too.
    pub fn inherit_hosts(
        &self,
        (contest, next): (&str, &str),
        by: AccountId,
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let [contest, next] = [contest, next].map(ToOwned::to_owned);
        self.write(move |connection| {
            // The host of an earlier contest of that name is not host of this one.
            connection.execute("DELETE FROM granted WHERE contest = ?1", [&next])?;
            connection.execute(
                "INSERT INTO granted (account, contest, role)
                 SELECT account, ?2, role FROM granted WHERE contest = ?1",
                (&contest, &next),
            )?;
            audit::note(connection, (now, Some(by)), AuditAction::Founded, &contest, &next)?;
            audit::note(connection, (now, Some(by)), AuditAction::Founded, &next, &contest)
        })
    }

    pub fn take_grants(&self, account: AccountId, now: Timestamp) -> Result<(), PortalError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM granted WHERE account = ?1", [account.0])?;
            audit::note(connection, (now, Some(account)), AuditAction::RoleGiven, "", "member")
        })
    }

    pub fn grants(&self, account: AccountId) -> Result<Grants, PortalError> {
        self.read(|connection| grants_of(connection, account))
    }
}
