//! Permissions: a function of the user, the resource, and the settings of the contest.

use crate::Grants;
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

impl Relation {
    /// All of them, from the least permissions on.
    pub const ALL: [Relation; 5] =
        [Relation::Visitor, Relation::Member, Relation::Author, Relation::Host, Relation::Admin];
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

impl Permission {
    /// All of them.
    pub const ALL: [Permission; 9] = [
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_gives_no_host_more_than_he_has() {
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
