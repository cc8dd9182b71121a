//! Links between pages: by address on a server, by file in an archive.

use crate::{
    Slug,
    archive::{ArchivePath, file},
    assets,
    page::{ContestPart, Page},
};
use certamen_contest::{ContestError, Results};
use certamen_game::Language;
use certamen_store::{MatchQuery, StoredMatch};

/// How pages link to each other.
#[derive(Clone, Copy)]
pub(crate) enum Links<'a> {
    /// By address, on a server.
    Addresses,
    /// By file, in an archive.
    Files(&'a ArchivePath<'a>),
    /// Not at all: the page stands alone.
    Nowhere,
}

impl Links<'_> {
    /// The link to a page; empty if there is none.
    pub(crate) fn to(self, page: &Page, language: Language) -> String {
        match (self, page) {
            (Links::Addresses, _) => page.address(language),
            // One file has all turns.
            (_, Page::Contest(_, ContestPart::Match(_, Some(turn)))) => {
                let here = matches!(self, Links::Nowhere);
                let whole = if here { String::new() } else { self.to(&whole(page), language) };
                format!("{whole}#t={turn}")
            }
            (Links::Files(shelf), _) => {
                shelf.want(page, language);
                shelf.relative(&file(page, language))
            }
            (Links::Nowhere, _) => String::new(),
        }
    }

    /// The link to a static file.
    pub(crate) fn asset(self, name: &str) -> String {
        match self {
            Links::Addresses => assets::address(name),
            Links::Files(shelf) => shelf.relative(&format!("a/{name}")),
            Links::Nowhere => String::new(),
        }
    }

    /// The matches of a contest that pages link to, at most `most`, the newest first.
    pub(crate) fn listed(
        self,
        slug: &Slug,
        results: &Results<'_>,
        (wanted, most): (&MatchQuery<'_>, usize),
    ) -> Result<Vec<StoredMatch>, ContestError> {
        let chosen = match self {
            Links::Files(shelf) => shelf.chosen(slug),
            Links::Addresses | Links::Nowhere => None,
        };
        match chosen {
            Some(chosen) => Ok(chosen.listed(wanted, most)),
            None => results.listed(wanted, most),
        }
    }
}

/// The page of a match, whatever turn is requested.
fn whole(page: &Page) -> Page {
    match page {
        Page::Contest(slug, ContestPart::Match(number, _)) => {
            Page::Contest(slug.clone(), ContestPart::Match(*number, None))
        }
        other => other.clone(),
    }
}
