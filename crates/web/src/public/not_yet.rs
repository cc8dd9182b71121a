//! Pages of standings before the first match: they update themselves with it.

use super::contest::PageHead;
use crate::{contest::ContestSnapshot, frame::PageContext, page::ContestPart, say};
use askama::Template;

#[derive(Template)]
#[template(path = "not_yet.html")]
pub(super) struct NotYetPage<'a> {
    pub(super) frame: PageContext<'a>,
    pub(super) head: PageHead,
    /// The section of the page that the first match fills.
    pub(super) section: &'static str,
}

/// The section of a page that is empty before the first match; none of any other page.
pub(super) fn empty_section(
    snapshot: &ContestSnapshot,
    part: &ContestPart,
) -> Option<&'static str> {
    match part {
        _ if !snapshot.waits_for_a_match() => None,
        ContestPart::Standings(None) => Some("standings"),
        ContestPart::Matches(_) if snapshot.shows_matches => Some("matches"),
        ContestPart::Entrants => Some("entrants"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PageBytes, write};
    use super::*;
    use crate::{
        Slug,
        links::Links,
        page::{MatchSearch, Page},
        player_visibility::Disclosure,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_game::Language;
    use certamen_portal::SiteFile;
    use std::fs;

    #[test]
    fn a_page_that_was_opened_before_the_first_match_has_what_the_first_match_fills() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("open")).unwrap();
        let text = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
            [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";
        fs::write(place.path().join("open/contest.toml"), text).unwrap();
        let contests = Contests::find(place.path()).unwrap();
        let sign = SiteInfo::of(&SiteFile::default(), Language::En);
        let site = Site::still(&contests, sign, &Disclosure::Nothing);
        let page = |part| {
            let page = Page::Contest(Slug::read("open").unwrap(), part);
            match write(PageContext::new(&site, &page, Language::En, Links::Addresses)) {
                Ok(PageBytes::Html(page)) => page,
                _ => panic!("it is a page"),
            }
        };
        let has = |page: &str, section: &str| page.contains(&format!("data-live=\"{section}\""));
        let overview = page(ContestPart::Overview);
        for section in ["tabs", "facts", "top", "boards", "tables", "notices", "draw"] {
            assert!(has(&overview, section), "{section}");
        }
        for to in ["/standings", "/matches", "/entrants"] {
            assert!(overview.contains(&format!("/en/c/open{to}\"")), "{to}");
        }
        for (part, section, filled) in [
            (
                ContestPart::Standings(None),
                "standings",
                include_str!("../../templates/standings.html"),
            ),
            (
                ContestPart::Matches(MatchSearch::default()),
                "matches",
                include_str!("../../templates/matches.html"),
            ),
            (ContestPart::Entrants, "entrants", include_str!("../../templates/entrants.html")),
        ] {
            let page = page(part);
            assert!(page.contains("nothing has been played yet") && has(&page, section), "{page}");
            assert!(has(filled, section), "what is played is shown where nothing is");
        }
    }
}
