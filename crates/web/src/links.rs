//! How pages lead to each other: by address where somebody answers, by file where nobody does.

use crate::{
    Slug,
    archive::{ArchivePath, file},
    assets,
    page::{ContestPart, Page},
};
use certamen_contest::{ContestError, Results};
use certamen_game::Language;
use certamen_store::{MatchQuery, StoredMatch};

/// How pages lead to each other.
#[derive(Clone, Copy)]
pub(crate) enum Links<'a> {
    /// By address: somebody answers.
    Addresses,
    /// By file: nobody does.
    Files(&'a ArchivePath<'a>),
    /// Nowhere: the page is all there is.
    Nowhere,
}

impl Links<'_> {
    /// The way to a page; empty if there is none.
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

    /// The way to a file that all pages share.
    pub(crate) fn asset(self, name: &str) -> String {
        match self {
            Links::Addresses => assets::address(name),
            Links::Files(shelf) => shelf.relative(&format!("a/{name}")),
            Links::Nowhere => String::new(),
        }
    }

    /// The matches of a contest that pages lead to, at most `most`, the newest first.
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

/// The page of a match, whatever turn is asked for.
fn whole(page: &Page) -> Page {
    match page {
        Page::Contest(slug, ContestPart::Match(number, _)) => {
            Page::Contest(slug.clone(), ContestPart::Match(*number, None))
        }
        other => other.clone(),
    }
}
