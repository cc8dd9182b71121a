//! The API documents of contests, as files beside the pages.

use super::{ArchiveError, chosen::Chosen, draft::FolderDraft};
use crate::{
    Slug,
    api::{ApiCall, matches_of, nouns},
    championships,
    site::Site,
};
use std::collections::BTreeMap;

/// Writes the documents of each contest and of each of its championships, except private or missing
/// ones.
pub(super) fn write(
    draft: &mut FolderDraft,
    site: &Site,
    chosen: &BTreeMap<Slug, Option<Chosen>>,
) -> Result<(), ArchiveError> {
    put(draft, site, "contests", &ApiCall::Contests)?;
    for view in site.exhibits() {
        let championships = 1..=championships::count(&view.folder);
        let championships = championships.map(|number| view.slug.championship(number));
        for slug in std::iter::once(view.slug.clone()).chain(championships) {
            for (name, noun) in nouns(site, &slug) {
                let path = format!("contests/{slug}{name}");
                put(draft, site, &path, &ApiCall::Of(slug.clone(), noun))?;
            }
        }
        let Some(picked) = chosen.get(&view.slug) else { continue };
        if let Ok(answer) = matches_of(view, picked.as_ref()) {
            let path = format!("api/v1/contests/{}/matches.json", view.slug);
            draft.write(&path, &answer.body)?;
        }
    }
    Ok(())
}

fn put(
    draft: &mut FolderDraft,
    site: &Site,
    path: &str,
    call: &ApiCall,
) -> Result<(), ArchiveError> {
    match call.answer(site) {
        Ok(answer) => draft.write(&format!("api/v1/{path}.json"), &answer.body),
        Err(_) => Ok(()),
    }
}
