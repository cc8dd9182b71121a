//! Administration of the site: contests, accounts, audit log, health. Other users get 404 for these
//! pages.

mod audit;
mod contests;
mod hall;
mod health;
mod people;

use super::{
    Ownership, PrivateRoute,
    asked::{PrivateReply, PrivateRequest},
    viewer,
};
use crate::{
    frame::NavLink,
    http_error::{HttpError, Resource},
};
use certamen_i18n::Message;
use certamen_portal::{
    CurrentUser,
    rights::{Permission, SourceVisibility, may},
};

pub(super) mod say {
    certamen_i18n::texts!("locales/admin");
}

/// A page for admins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AdminPart {
    /// The contests with their activity and errors.
    Contests,
    /// Accounts and roles.
    People,
    /// The audit log.
    Audit,
    /// The cores, the activities, and the next tries.
    Hall,
    /// Disk space, and other problems that monitoring sees.
    Health,
}

impl AdminPart {
    /// All of them, by the last segment of their addresses.
    const ALL: [(&'static str, AdminPart); 5] = [
        ("contests", AdminPart::Contests),
        ("people", AdminPart::People),
        ("audit", AdminPart::Audit),
        ("hall", AdminPart::Hall),
        ("health", AdminPart::Health),
    ];

    /// The page with this segment.
    pub(super) fn read(word: &str) -> Option<AdminPart> {
        AdminPart::ALL.iter().find(|(known, _)| *known == word).map(|(_, part)| *part)
    }

    /// The last segment of its address.
    pub(super) fn word(self) -> &'static str {
        let found = AdminPart::ALL.iter().find(|(_, part)| *part == self);
        found.map(|(word, _)| *word).unwrap_or_default()
    }

    fn title(self) -> Message {
        match self {
            AdminPart::Contests => say::contests(),
            AdminPart::People => say::people(),
            AdminPart::Audit => say::audit(),
            AdminPart::Hall => crate::say::hall(),
            AdminPart::Health => say::health(),
        }
    }
}

/// The page, or the result of an action.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    part: AdminPart,
) -> Result<PrivateReply, HttpError> {
    let member = admin(asked)?;
    match part {
        AdminPart::Contests => contests::answer(asked),
        AdminPart::People => people::answer(asked, member),
        AdminPart::Audit => audit::answer(asked),
        AdminPart::Hall => hall::answer(asked),
        AdminPart::Health => health::answer(asked),
    }
}

/// The link to these pages, for admins; empty for others.
pub(super) fn way(asked: &PrivateRequest<'_>, member: &CurrentUser) -> Option<NavLink> {
    let to = asked.frame().way(&PrivateRoute::Admin(AdminPart::Contests));
    is_admin(member).then(|| NavLink { to, word: asked.frame().t(say::admin()), here: false })
}

fn admin<'a>(asked: &'a PrivateRequest<'_>) -> Result<&'a CurrentUser, HttpError> {
    let member = asked.member()?;
    if is_admin(member) { Ok(member) } else { Err(Resource::Page.unknown("admin")) }
}

fn is_admin(member: &CurrentUser) -> bool {
    may(viewer(Some(member), "", Ownership::No), Permission::Administer, SourceVisibility::Closed)
}

/// The navigation between these pages.
fn ways(asked: &PrivateRequest<'_>) -> Vec<NavLink> {
    let frame = asked.frame();
    let ways = AdminPart::ALL.iter().map(|(_, part)| {
        let room = PrivateRoute::Admin(*part);
        NavLink { to: frame.way(&room), word: frame.t(part.title()), here: room == *asked.room }
    });
    ways.collect()
}
