//! The contests of a site, by name. The index grows while it is read; nothing is ever removed.

use crate::{contest::ContestView, slug::Slug};
use std::{
    collections::BTreeMap,
    iter,
    sync::{Arc, OnceLock},
};

/// The contests at startup, and those added later.
#[derive(Default)]
pub(crate) struct ContestIndex {
    exhibits: BTreeMap<Slug, Arc<ContestView>>,
    later: OnceLock<Box<ContestIndex>>,
}

impl ContestIndex {
    /// An index of these contests.
    pub(crate) fn of(exhibits: BTreeMap<Slug, Arc<ContestView>>) -> ContestIndex {
        ContestIndex { exhibits, later: OnceLock::new() }
    }

    /// The contest with this name.
    pub(crate) fn get(&self, slug: &Slug) -> Option<&Arc<ContestView>> {
        self.rooms().find_map(|room| room.exhibits.get(slug))
    }

    /// All contests: those at startup by name, then the others in order of arrival.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<ContestView>> {
        self.rooms().flat_map(|room| room.exhibits.values())
    }

    /// Adds a contest.
    pub(crate) fn add(&self, slug: Slug, view: Arc<ContestView>) {
        let mut new = Box::new(ContestIndex::of([(slug, view)].into()));
        for room in self.rooms() {
            match room.later.set(new) {
                Ok(()) => return,
                Err(back) => new = back,
            }
        }
    }

    fn rooms(&self) -> impl Iterator<Item = &ContestIndex> {
        iter::successors(Some(self), |room| room.later.get().map(|later| &**later))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::Folder;
    use std::path::Path;

    #[test]
    fn what_comes_later_is_found_beside_what_was_there() {
        let slug = |name: &str| Slug::read(name).unwrap();
        let view =
            |name: &str| Arc::new(ContestView::new(&slug(name), &Folder::new(Path::new(name))));
        let contests = ContestIndex::of([(slug("b"), view("b"))].into());
        let first = contests.get(&slug("b")).unwrap();
        for name in ["c", "a"] {
            contests.add(slug(name), view(name));
        }
        let names: Vec<&str> = contests.all().map(|view| view.slug.as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        assert!(contests.get(&slug("a")).is_some() && contests.get(&slug("d")).is_none());
        assert_eq!(first.slug, slug("b"), "a view that is in use stays");
    }
}
