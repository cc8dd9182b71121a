//! The ways between the pages of a contest's hosts, and who may see them.

use super::{Owns, PrivateRoom, asked::RoomRequest, host_say as words, say as own, viewer};
use crate::{
    contest::Exhibit,
    frame::NavLink,
    refusal::{Refusal, Thing},
};
use certamen_contest::file::Ideas;
use certamen_portal::{
    SignedIn,
    rights::{Deed, Sources, may},
};
use certamen_speech::Message;

/// Whoever signed in, if he is a host of the contest; to others there is no such page.
pub(super) fn host<'a>(
    asked: &'a RoomRequest<'_>,
    exhibit: &Exhibit,
) -> Result<&'a SignedIn, Refusal> {
    let member = asked.member()?;
    let as_whom = viewer(Some(member), exhibit.slug.as_str(), Owns::No);
    if may(as_whom, Deed::Decide, Sources::Closed) {
        Ok(member)
    } else {
        Err(Thing::Page.unknown("host"))
    }
}

/// The pages of the hosts of a contest.
pub(super) fn ways(asked: &RoomRequest<'_>, exhibit: &Exhibit) -> Vec<NavLink> {
    let slug = &exhibit.slug;
    let mut rooms: Vec<(PrivateRoom, Message)> = vec![
        (PrivateRoom::Host(slug.clone()), own::taking_part()),
        (PrivateRoom::Notices(slug.clone()), words::notices()),
        (PrivateRoom::Questions(slug.clone()), words::questions()),
        (PrivateRoom::ContestText(slug.clone()), words::contest_file()),
        (PrivateRoom::Members(slug.clone()), words::people()),
        (PrivateRoom::HostLog(slug.clone()), own::log()),
    ];
    if exhibit.revision().is_course() {
        rooms.insert(1, (PrivateRoom::Pairs(slug.clone()), words::pairs_tab()));
    }
    let file = exhibit.revision();
    let rules = file.file.as_ref().and_then(|file| file.entries.as_ref());
    if rules.is_some_and(|rules| rules.ideas == Ideas::Taken) {
        rooms.push((PrivateRoom::Ideas(slug.clone()), words::ideas()));
    }
    let frame = asked.frame();
    let ways = rooms.into_iter().map(|(room, word)| NavLink {
        to: frame.way(&room),
        word: frame.t(word),
        here: room == *asked.room,
    });
    ways.collect()
}
