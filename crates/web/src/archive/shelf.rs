//! The path of a page in an archive, and the pages it links to.

use super::chosen::Chosen;
use crate::{Slug, page::Page};
use certamen_game::Language;
use std::{cell::RefCell, collections::BTreeMap};

/// The path of a page in an archive.
pub(crate) struct ArchivePath<'a> {
    here: String,
    chosen: &'a BTreeMap<Slug, Option<Chosen>>,
    wanted: RefCell<Vec<(Page, Language)>>,
}

impl<'a> ArchivePath<'a> {
    /// The path of the file `here`.
    pub(super) fn at(here: &str, chosen: &'a BTreeMap<Slug, Option<Chosen>>) -> ArchivePath<'a> {
        ArchivePath { here: here.to_owned(), chosen, wanted: RefCell::default() }
    }

    /// The relative link from here to another file.
    pub(crate) fn relative(&self, file: &str) -> String {
        "../".repeat(self.here.matches('/').count()) + file
    }

    /// Records a link to another page.
    pub(crate) fn want(&self, page: &Page, language: Language) {
        self.wanted.borrow_mut().push((page.clone(), language));
    }

    /// The pages it links to.
    pub(super) fn wanted(self) -> Vec<(Page, Language)> {
        self.wanted.into_inner()
    }

    /// The selected matches of a contest; none if all are archived.
    pub(crate) fn chosen(&self, slug: &Slug) -> Option<&'a Chosen> {
        self.chosen.get(slug)?.as_ref()
    }
}
