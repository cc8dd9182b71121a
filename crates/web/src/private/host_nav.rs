//! Navigation between the pages of a contest's organizers, and access to them.

use super::{
    Ownership, PrivateRoute, asked::PrivateRequest, host_say as words, say as own, viewer,
};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::{HttpError, Resource},
};
use certamen_contest::file::Ideas;
use certamen_i18n::Message;
use certamen_portal::{
    CurrentUser,
    rights::{Permission, SourceVisibility, may},
};

/// The signed-in user if an organizer of the contest; for others there is no such page.
pub(super) fn host<'a>(
    asked: &'a PrivateRequest<'_>,
    view: &ContestView,
) -> Result<&'a CurrentUser, HttpError> {
    let member = asked.member()?;
    let as_whom = viewer(Some(member), view.slug.as_str(), Ownership::No);
    if may(as_whom, Permission::Decide, SourceVisibility::Closed) {
        Ok(member)
    } else {
        Err(Resource::Page.unknown("host"))
    }
}

/// The pages of the organizers of a contest.
pub(super) fn ways(asked: &PrivateRequest<'_>, view: &ContestView) -> Vec<NavLink> {
    let slug = &view.slug;
    let mut rooms: Vec<(PrivateRoute, Message)> = vec![
        (PrivateRoute::Host(slug.clone()), own::taking_part()),
        (PrivateRoute::Notices(slug.clone()), words::notices()),
        (PrivateRoute::Questions(slug.clone()), words::questions()),
        (PrivateRoute::ContestText(slug.clone()), words::contest_file()),
        (PrivateRoute::Members(slug.clone()), words::people()),
        (PrivateRoute::HostLog(slug.clone()), own::log()),
    ];
    if view.revision().is_course() {
        rooms.insert(1, (PrivateRoute::Pairs(slug.clone()), words::pairs_tab()));
    }
    let file = view.revision();
    let rules = file.file.as_ref().and_then(|file| file.entries.as_ref());
    if rules.is_some_and(|rules| rules.ideas == Ideas::Taken) {
        rooms.push((PrivateRoute::Ideas(slug.clone()), words::ideas()));
    }
    let frame = asked.frame();
    let ways = rooms.into_iter().map(|(room, word)| NavLink {
        to: frame.way(&room),
        word: frame.t(word),
        here: room == *asked.room,
    });
    ways.collect()
}
