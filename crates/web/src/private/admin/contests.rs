//! The contests with their activity, their organizers, and their errors.

use super::{say as words, ways};
use crate::{
    frame::{NavLink, PageContext},
    http_error::HttpError,
    links::Links,
    page::Page,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, page},
        frame::PrivateContext,
        host, say as own,
    },
    public::Tag,
    say,
};
use askama::Template;

#[derive(Template)]
#[template(path = "admin_contests.html")]
struct ContestsPage<'a> {
    frame: PrivateContext<'a>,
    ways: Vec<NavLink>,
    contests: Vec<AdminContestRow>,
}

/// A contest.
struct AdminContestRow {
    name: String,
    to: String,
    host: String,
    hosts: String,
    tag: Tag,
    played: String,
    trouble: String,
}

/// The page.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let (frame, site, portal) = (asked.frame(), asked.site, &asked.people.portal);
    let home = Page::Home;
    let public = PageContext::new(site, &home, asked.language, Links::Addresses);
    let mut held = Vec::new();
    for account in portal.accounts()? {
        held.push((portal.grants(account.id)?.hosts, account.handle));
    }
    let contests = site.exhibits().map(|view| {
        let (snapshot, slug) = (view.revision(), &view.slug);
        let hosts = held.iter().filter(|(contests, _)| contests.contains(slug.as_str()));
        let hosts: Vec<String> = hosts.map(|(_, handle)| frame.name(handle)).collect();
        AdminContestRow {
            name: frame.name(&snapshot.name),
            to: frame.contest(slug),
            host: frame.way(&PrivateRoute::Host(slug.clone())),
            hosts: hosts.join(", "),
            tag: Tag::of(public, view, &snapshot),
            played: frame.count(snapshot.played()),
            trouble: host::trouble(asked, view),
        }
    });
    page(200, &ContestsPage { contests: contests.collect(), ways: ways(asked), frame })
}
