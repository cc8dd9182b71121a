//! Who may do what: a function of who looks, at what, and of how the contest is held.

use crate::Grants;
use std::collections::BTreeSet;

/// Who looks, as seen from a thing of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Somebody who did not sign in.
    Visitor,
    /// Somebody who did.
    Member,
    /// Somebody whose own it is.
    Author,
    /// A host of the contest.
    Host,
    /// An admin, who is host everywhere.
    Admin,
}

impl Relation {
    /// All of them, from the least.
    pub const ALL: [Relation; 5] =
        [Relation::Visitor, Relation::Member, Relation::Author, Relation::Host, Relation::Admin];
}

/// What there is to be done or seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// One's account.
    SeeAccount,
    /// Sending a program.
    Send,
    /// A submission with its steps and its report.
    SeeSubmission,
    /// The sources of a program.
    SeeSources,
    /// Opening a table to play oneself.
    OpenTable,
    /// Playing against a program of a contest that does not let everybody do so.
    PlayAgainst,
    /// Taking a program back.
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

/// Whether everybody sees the sources of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceVisibility {
    /// Everybody does.
    Open,
    /// Their authors and the hosts do.
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

/// Whether somebody who was given `host` may make a link for a new password of somebody who was given
/// `other` and is an author of `contests`: whoever holds the link is that other in all he does.
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
