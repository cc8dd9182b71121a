//! Who may do what: a function of who looks, at what, and of how the contest is held.

use crate::Grants;
use std::collections::BTreeSet;

/// Who looks, as seen from a thing of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
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

impl Viewer {
    /// All of them, from the least.
    pub const ALL: [Viewer; 5] =
        [Viewer::Visitor, Viewer::Member, Viewer::Author, Viewer::Host, Viewer::Admin];
}

/// What there is to be done or seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
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

impl Deed {
    /// All of them.
    pub const ALL: [Deed; 9] = [
        Deed::SeeAccount,
        Deed::Send,
        Deed::SeeSubmission,
        Deed::SeeSources,
        Deed::OpenTable,
        Deed::PlayAgainst,
        Deed::Withdraw,
        Deed::Decide,
        Deed::Administer,
    ];
}

/// Whether everybody sees the sources of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sources {
    /// Everybody does.
    Open,
    /// Their authors and the hosts do.
    Closed,
}

/// Whether `viewer` may.
pub fn may(viewer: Viewer, deed: Deed, sources: Sources) -> bool {
    use Viewer::{Admin, Author, Host, Visitor};
    match deed {
        Deed::SeeAccount | Deed::Send | Deed::OpenTable => viewer != Visitor,
        Deed::SeeSources if sources == Sources::Open => true,
        Deed::SeeSubmission | Deed::SeeSources | Deed::PlayAgainst => {
            matches!(viewer, Author | Host | Admin)
        }
        Deed::Withdraw => viewer == Author,
        Deed::Decide => matches!(viewer, Host | Admin),
        Deed::Administer => viewer == Admin,
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
        use Viewer::{Admin, Author, Host, Member};
        let table: [(Deed, &[Viewer]); 9] = [
            (Deed::SeeAccount, &[Member, Author, Host, Admin]),
            (Deed::Send, &[Member, Author, Host, Admin]),
            (Deed::SeeSubmission, &[Author, Host, Admin]),
            (Deed::SeeSources, &[Author, Host, Admin]),
            (Deed::OpenTable, &[Member, Author, Host, Admin]),
            (Deed::PlayAgainst, &[Author, Host, Admin]),
            (Deed::Withdraw, &[Author]),
            (Deed::Decide, &[Host, Admin]),
            (Deed::Administer, &[Admin]),
        ];
        for (deed, those) in table {
            for viewer in Viewer::ALL {
                let may = may(viewer, deed, Sources::Closed);
                assert_eq!(may, those.contains(&viewer), "{viewer:?} {deed:?}");
            }
        }
        assert_eq!(table.map(|(deed, _)| deed), Deed::ALL);
    }

    #[test]
    fn open_sources_open_nothing_else() {
        for viewer in Viewer::ALL {
            for deed in Deed::ALL {
                let (open, closed) =
                    (may(viewer, deed, Sources::Open), may(viewer, deed, Sources::Closed));
                assert!(open == closed || deed == Deed::SeeSources, "{viewer:?} {deed:?}");
            }
            assert!(may(viewer, Deed::SeeSources, Sources::Open));
        }
    }
}
