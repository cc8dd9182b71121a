//! Roles, and permissions: a function of the user, the resource, and the settings of the contest.

use crate::{AccountId, AuditAction, Portal, PortalError, audit, database::rows};
use jiff::Timestamp;
use rusqlite::{Connection, Row};
use std::collections::BTreeSet;

/// The relation of a user to a resource of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// A visitor who is not signed in.
    Visitor,
    Member,
    Author,
    /// A host of the contest.
    Host,
    /// An administrator, who is host of all contests.
    Admin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    SeeAccount,
    Send,
    /// A submission with its steps and its report.
    SeeSubmission,
    SeeSources,
    /// Opening a table to play at it.
    OpenTable,
    /// Playing against a bot of a contest that does not allow it for all users.
    PlayAgainst,
    Withdraw,
    /// Letting in or sending out, and the pages on which that is done.
    Decide,
    /// What concerns the whole site.
    Administer,
}

/// Whether all users see the sources of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceVisibility {
    Open,
    Closed,
}

/// Whether `viewer` may.
pub fn may(relation: Relation, permission: Permission, sources: SourceVisibility) -> bool {
    use Relation::{Admin, Author, Host, Visitor};
    match permission {
        Permission::SeeAccount | Permission::Send | Permission::OpenTable => relation != Visitor,
        Permission::SeeSources if sources == SourceVisibility::Open => true,
        Permission::SeeSubmission | Permission::SeeSources | Permission::PlayAgainst => {
            matches!(relation, Author | Host | Admin)
        }
        Permission::Withdraw => relation == Author,
        Permission::Decide => matches!(relation, Host | Admin),
        Permission::Administer => relation == Admin,
    }
}

/// Whether a user with the roles `host` may make a password-reset link for a user with the roles
/// `other` who is an author of `contests`: the holder of the link acts as that user.
pub fn may_renew(host: &Grants, other: &Grants, contests: &BTreeSet<String>) -> bool {
    host.admin || (!other.is_any() && contests.iter().all(|contest| host.is_host(contest)))
}

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

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grants {
    pub admin: bool,
    pub hosts: BTreeSet<String>,
}

impl Grants {
    pub fn is_host(&self, contest: &str) -> bool {
        self.admin || self.hosts.contains(contest)
    }

    pub fn is_any(&self) -> bool {
        self.admin || !self.hosts.is_empty()
    }
}

pub(crate) fn grants_of(
    connection: &Connection,
    account: AccountId,
) -> Result<Grants, PortalError> {
    let sql = "SELECT contest, role FROM granted WHERE account = ?1";
    let mut grants = Grants::default();
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    for (contest, role) in rows(connection, sql, [account.0], read)? {
        if role == Role::Admin.word() {
            grants.admin = true;
        } else {
            grants.hosts.insert(contest);
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

#[cfg(test)]
mod tests {
    use super::*;

    impl Relation {
        /// All of them, from the least permissions on.
        const ALL: [Relation; 5] = [
            Relation::Visitor,
            Relation::Member,
            Relation::Author,
            Relation::Host,
            Relation::Admin,
        ];
    }

    impl Permission {
        const ALL: [Permission; 9] = [
            Permission::SeeAccount,
            Permission::Send,
            Permission::SeeSubmission,
            Permission::SeeSources,
            Permission::OpenTable,
            Permission::PlayAgainst,
            Permission::Withdraw,
            Permission::Decide,
            Permission::Administer,
        ];
    }

    #[test]
    fn a_link_gives_a_host_no_more_permissions() {
        let of = |contests: &[&str]| contests.iter().map(ToString::to_string).collect();
        let host = |contests: &[&str]| Grants { admin: false, hosts: of(contests) };
        let admin = Grants { admin: true, ..Grants::default() };
        let nothing = Grants::default();
        assert!(may_renew(&host(&["a", "b"]), &nothing, &of(&["a", "b"])));
        assert!(!may_renew(&host(&["a"]), &nothing, &of(&["a", "b"])), "b has other hosts");
        assert!(!may_renew(&host(&["a"]), &host(&["a"]), &of(&["a"])), "a host is no author only");
        assert!(!may_renew(&host(&["a"]), &admin, &of(&["a"])));
        assert!(!may_renew(&nothing, &nothing, &of(&["a"])));
        assert!(may_renew(&admin, &host(&["b"]), &of(&["b"])));
    }

    #[test]
    fn each_sees_what_the_table_says() {
        use Relation::{Admin, Author, Host, Member};
        let table: [(Permission, &[Relation]); 9] = [
            (Permission::SeeAccount, &[Member, Author, Host, Admin]),
            (Permission::Send, &[Member, Author, Host, Admin]),
            (Permission::SeeSubmission, &[Author, Host, Admin]),
            (Permission::SeeSources, &[Author, Host, Admin]),
            (Permission::OpenTable, &[Member, Author, Host, Admin]),
            (Permission::PlayAgainst, &[Author, Host, Admin]),
            (Permission::Withdraw, &[Author]),
            (Permission::Decide, &[Host, Admin]),
            (Permission::Administer, &[Admin]),
        ];
        for (permission, those) in table {
            for relation in Relation::ALL {
                let may = may(relation, permission, SourceVisibility::Closed);
                assert_eq!(may, those.contains(&relation), "{relation:?} {permission:?}");
            }
        }
        assert_eq!(table.map(|(permission, _)| permission), Permission::ALL);
    }

    #[test]
    fn open_sources_open_nothing_else() {
        for relation in Relation::ALL {
            for permission in Permission::ALL {
                let (open, closed) = (
                    may(relation, permission, SourceVisibility::Open),
                    may(relation, permission, SourceVisibility::Closed),
                );
                assert!(
                    open == closed || permission == Permission::SeeSources,
                    "{relation:?} {permission:?}"
                );
            }
            assert!(may(relation, Permission::SeeSources, SourceVisibility::Open));
        }
    }
}
