//! Championships of a contest: contests of their own in folders below it, looked at when somebody asks
//! for them.

use crate::{
    Slug,
    contest::Exhibit,
    finality::Finality,
    refusal::{Refusal, Thing},
    veil::{Reticence, Veil},
    watch,
};
use certamen_contest::Folder;
use std::{
    collections::BTreeMap,
    fs,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// One that is being played is looked at so often at most.
const REST: Duration = Duration::from_secs(1);

/// The championships that somebody asked for, and when they were looked at last.
#[derive(Default)]
pub(crate) struct Championships(Mutex<BTreeMap<Slug, (Arc<Exhibit>, Instant)>>);

impl Championships {
    /// The championship `slug` of the contest `whole`.
    pub(crate) fn find(&self, whole: &Exhibit, slug: &Slug) -> Result<Arc<Exhibit>, Refusal> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((exhibit, looked)) = known.get_mut(slug) {
            let is_old = looked.elapsed() > REST;
            let may_change = exhibit.revision().finality() != Finality::Final;
            if exhibit.reticence() != reticence(whole) || is_old && may_change {
                look(whole, exhibit);
                *looked = Instant::now();
            }
            return Ok(Arc::clone(exhibit));
        }
        let number = slug.number().unwrap_or_default();
        let found = number.checked_sub(1).and_then(|at| folders(&whole.folder).into_iter().nth(at));
        let folder = found.ok_or_else(|| Thing::Championship.unknown(&number.to_string()))?;
        let exhibit =
            Arc::new(Exhibit::new(slug, &Folder::new(&whole.folder.championships().join(folder))));
        look(whole, &exhibit);
        known.insert(slug.clone(), (Arc::clone(&exhibit), Instant::now()));
        Ok(exhibit)
    }
}

/// Looks at a championship, which keeps to itself what its contest does.
fn look(whole: &Exhibit, exhibit: &Arc<Exhibit>) {
    exhibit.keep_to_itself(reticence(whole));
    watch::look_once(exhibit);
}

/// What the championships of a contest keep to themselves: of a course, whose the players are.
fn reticence(whole: &Exhibit) -> Reticence {
    let revision = whole.revision();
    match revision.veil {
        Veil::Lifted if revision.shows_matches => Reticence::Nothing,
        Veil::Lifted => Reticence::Matches,
        Veil::Masks | Veil::Drawn => Reticence::Players(whole.folder.path().to_owned()),
    }
}

/// The number of the championship that was held for what is called so, from 1.
pub(crate) fn number_of(folder: &Folder, name: &str) -> Option<usize> {
    folders(folder).iter().position(|known| known == name).map(|at| at + 1)
}

/// How many there are.
pub(crate) fn count(folder: &Folder) -> usize {
    folders(folder).len()
}

/// The folders of the championships of a contest, the oldest first: their names begin with times.
fn folders(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.championships()).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}
