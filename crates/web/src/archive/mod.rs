//! The public pages of contests as a static website: linked pages, replays, records, and a list of
//! all files.

mod chosen;
mod draft;
mod error;
mod files;
mod records;
mod shelf;
mod told;

pub use chosen::MatchesKept;
pub use error::ArchiveError;
pub(crate) use {
    chosen::Chosen,
    files::{file, plain_name},
    shelf::ArchivePath,
};

use crate::charts::escaped;
use crate::{
    assets,
    frame::PageContext,
    links::Links,
    page::Page,
    player_visibility::Disclosure,
    public::{self, PageBytes},
    site::{Contests, Site, SiteInfo},
};
use certamen_game::Language;
use draft::FolderDraft;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
};

/// The names of a course's players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Aliases: the archive is public.
    Aliases,
    /// Real names, with matches: the archive is for organizers.
    Names,
}

/// Writes what is public of `contests` to the folder `out`, which is missing or empty; returns the
/// number of files.
pub fn archive(
    contests: &Contests,
    out: &Path,
    (sign, kept, naming): (SiteInfo, MatchesKept, Naming),
) -> Result<u64, ArchiveError> {
    let mut draft = FolderDraft::begin(out)?;
    let disclosure = match naming {
        Naming::Aliases => Disclosure::Nothing,
        Naming::Names => Disclosure::Waived,
    };
    let site = Site::still(contests, sign, &disclosure);
    let mut chosen = BTreeMap::new();
    for view in site.exhibits() {
        // Courses, and contests without results, have no matches to select.
        let Ok(results) = view.matches() else { continue };
        let picked = Chosen::of(&results, kept)?;
        let path = format!("c/{}/records.jsonl.zst", view.slug);
        records::write(&mut draft, &path, &results, picked.as_ref())?;
        chosen.insert(view.slug.clone(), picked);
    }
    pages(&mut draft, &site, &chosen)?;
    told::write(&mut draft, &site, &chosen)?;
    for (name, content) in assets::all() {
        draft.write(&format!("a/{name}"), content.as_bytes())?;
    }
    draft.write("index.html", door(&site).as_bytes())?;
    draft.finish()
}

/// Writes every page that can be reached from the first ones.
fn pages(
    draft: &mut FolderDraft,
    site: &Site,
    chosen: &BTreeMap<crate::Slug, Option<Chosen>>,
) -> Result<(), ArchiveError> {
    let mut known = BTreeSet::new();
    let mut queue: VecDeque<(Page, Language)> =
        site.languages.iter().map(|language| (Page::Home, *language)).collect();
    known.extend(queue.iter().map(|(page, language)| file(page, *language)));
    while let Some((page, language)) = queue.pop_front() {
        let here = file(&page, language);
        let shelf = ArchivePath::at(&here, chosen);
        let frame = PageContext::new(site, &page, language, Links::Files(&shelf));
        let written = match public::write(frame) {
            Ok(
                PageBytes::Html(text)
                | PageBytes::Lasting(text)
                | PageBytes::Script(text)
                | PageBytes::NamedScript(text)
                | PageBytes::Atom(text),
            ) => text,
            Err(error) => public::refused(frame, &error),
        };
        draft.write(&here, written.as_bytes())?;
        for (page, language) in shelf.wanted() {
            if known.insert(file(&page, language)) {
                queue.push_back((page, language));
            }
        }
    }
    Ok(())
}

/// A page that redirects to the first one.
fn door(site: &Site) -> String {
    let language = site.usual_language();
    let title = escaped(&certamen_game::legible(&site.title));
    let to = file(&Page::Home, language);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<meta http-equiv=\"refresh\" content=\"0; url={to}\">\n</head>\n\
         <body>\n<p><a href=\"{to}\">{title}</a></p>\n</body>\n</html>\n"
    )
}
