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
pub fn may(viewer: Relation, deed: Permission, sources: SourceVisibility) -> bool {
    use Relation::{Admin, Author, Host, Visitor};
    match deed {
        Permission::SeeAccount | Permission::Send | Permission::OpenTable => viewer != Visitor,
        Permission::SeeSources if sources == SourceVisibility::Open => true,
        Permission::SeeSubmission | Permission::SeeSources | Permission::PlayAgainst => {
            matches!(viewer, Author | Host | Admin)
        }
        Permission::Withdraw => viewer == Author,
        Permission::Decide => matches!(viewer, Host | Admin),
        Permission::Administer => viewer == Admin,
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
        for (deed, those) in table {
            for viewer in Relation::ALL {
                let may = may(viewer, deed, SourceVisibility::Closed);
                assert_eq!(may, those.contains(&viewer), "{viewer:?} {deed:?}");
            }
        }
        assert_eq!(table.map(|(deed, _)| deed), Permission::ALL);
    }

    #[test]
    fn open_sources_open_nothing_else() {
        for viewer in Relation::ALL {
            for deed in Permission::ALL {
                let (open, closed) = (
                    may(viewer, deed, SourceVisibility::Open),
                    may(viewer, deed, SourceVisibility::Closed),
                );
                assert!(open == closed || deed == Permission::SeeSources, "{viewer:?} {deed:?}");
            }
            assert!(may(viewer, Permission::SeeSources, SourceVisibility::Open));
        }
    }
}
