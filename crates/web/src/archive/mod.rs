//! The public pages of contests as a static website: linked pages, replays, records, and a list of
//! all files.

mod files;

pub use files::MatchesKept;
pub(crate) use files::{ArchivePath, Chosen, plain_name};

use crate::{
    api::{ApiCall, matches_of, nouns},
    app_state::{AppState, Reader},
    assets, championships,
    charts::escaped,
    frame::{Links, PageContext},
    http_error::HttpError,
    page::Page,
    pseudonyms::Disclosure,
    public, say,
    site::{Contests, Site, SiteInfo},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
};
use certamen_contest::{ContestError, Results};
use certamen_i18n::Localize;
use certamen_store::MatchNumber;
use files::{ArchivedPage, ChosenMatches, file};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeSet, VecDeque},
    fs,
    io::{self, Write},
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::{runtime, sync::watch};
use tower::ServiceExt;

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
    (info, matches, naming): (SiteInfo, MatchesKept, Naming),
) -> Result<u64, ArchiveError> {
    let mut draft = FolderDraft::begin(out)?;
    let disclosure = match naming {
        Naming::Aliases => Disclosure::Nothing,
        Naming::Names => Disclosure::Waived,
    };
    let site = Arc::new(Site::still(contests, info, &disclosure));
    let mut chosen = ChosenMatches::new();
    for view in site.contest_views() {
        // Courses, and contests without results, have no matches to select.
        let Ok(results) = view.matches() else { continue };
        let picked = Chosen::of(&results, matches)?;
        let path = format!("c/{}/records.jsonl.zst", view.slug);
        write_records(&mut draft, &path, &results, picked.as_ref())?;
        chosen.insert(view.slug.clone(), picked);
    }
    let chosen = Arc::new(chosen);
    write_pages(&mut draft, &site, &Page::Home, &chosen)?;
    write_documents(&mut draft, &site, &chosen)?;
    draft.finish()
}

/// Writes the documentation to the folder `out`, which is missing or empty; returns the number of
/// files.
pub fn archive_docs(out: &Path) -> Result<u64, ArchiveError> {
    let mut draft = FolderDraft::begin(out)?;
    let site = Arc::new(Site::without_contests());
    write_pages(&mut draft, &site, &Page::Docs(String::new()), &Arc::default())?;
    draft.finish()
}

/// Writes the page `first` in each language, all that can be reached from there, and what pages
/// need: the pages are those of the site's router.
fn write_pages(
    draft: &mut FolderDraft,
    site: &Arc<Site>,
    first: &Page,
    chosen: &Arc<ChosenMatches>,
) -> Result<(), ArchiveError> {
    let io = |error| ArchiveError::Io { path: draft.place.clone(), error };
    let runtime = runtime::Builder::new_current_thread().build().map_err(io)?;
    let app = AppState::new(Arc::clone(site), watch::channel(false).1);
    let router = public::router().with_state(app);
    let firsts = site.languages.iter().map(|language| ArchivedPage::of(first, *language));
    let mut queue: VecDeque<ArchivedPage> = firsts.collect();
    let mut known: BTreeSet<String> = queue.iter().map(|page| page.file.clone()).collect();
    while let Some(page) = queue.pop_front() {
        let path = Arc::new(ArchivePath::at(&page.file, first, chosen));
        let written = runtime.block_on(rendered(router.clone(), site, &page, &path));
        draft.write(&page.file, &written)?;
        queue.extend(path.take_links().into_iter().filter(|page| known.insert(page.file.clone())));
    }
    for (name, content) in assets::all() {
        draft.write(&format!("a/{name}"), content.as_bytes())?;
    }
    draft.write("index.html", redirect_page(site, first).as_bytes())
}

/// A page of the router, or its error as a page.
async fn rendered(
    router: Router,
    site: &Site,
    page: &ArchivedPage,
    path: &Arc<ArchivePath>,
) -> Vec<u8> {
    let unspecified = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let (language, peer, from) = (page.language, unspecified, unspecified);
    let frame = PageContext::new(site, &page.address, language, Links::Files(path));
    let request = Request::get(&page.address)
        .extension(Reader { language, peer, from, is_localized: true })
        .extension(Arc::clone(path));
    let Ok(request) = request.body(Body::empty()) else {
        return public::refused(frame, &HttpError::Address(page.address.clone())).into_bytes();
    };
    let Ok(response) = router.oneshot(request).await;
    match response.extensions().get::<Arc<HttpError>>() {
        Some(error) => public::refused(frame, error).into_bytes(),
        None => match to_bytes(response.into_body(), usize::MAX).await {
            Ok(bytes) => bytes.to_vec(),
            Err(_) => public::refused(frame, &HttpError::Ours).into_bytes(),
        },
    }
}

fn redirect_page(site: &Site, first: &Page) -> String {
    let language = site.default_language();
    let title = escaped(&certamen_game::legible(&site.title));
    let to = file(first, language);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<meta http-equiv=\"refresh\" content=\"0; url={to}\">\n</head>\n\
         <body>\n<p><a href=\"{to}\">{title}</a></p>\n</body>\n</html>\n"
    )
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum ArchiveError {
    NotEmpty(PathBuf),
    #[localize(say::unreadable(path, error.message()))]
    Io {
        path: PathBuf,
        error: io::Error,
    },
    #[localize(transparent)]
    Contest(ContestError),
}

impl From<ContestError> for ArchiveError {
    fn from(error: ContestError) -> Self {
        ArchiveError::Contest(error)
    }
}

/// Writes the documents of each contest and of each of its championships, except private or missing
/// ones.
pub(super) fn write_documents(
    draft: &mut FolderDraft,
    site: &Site,
    chosen: &ChosenMatches,
) -> Result<(), ArchiveError> {
    write_document(draft, site, "contests", &ApiCall::Contests)?;
    for view in site.contest_views() {
        let championships = 1..=championships::count(&view.folder);
        let championships = championships.map(|number| view.slug.championship(number));
        for slug in std::iter::once(view.slug.clone()).chain(championships) {
            for (name, noun) in nouns(site, &slug) {
                let path = format!("contests/{slug}{name}");
                write_document(draft, site, &path, &ApiCall::Of(slug.clone(), noun))?;
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

fn write_document(
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

/// The compression level: a higher one takes long and gains little.
const LEVEL: i32 = 9;

pub(super) fn write_records(
    draft: &mut FolderDraft,
    name: &str,
    results: &Results<'_>,
    chosen: Option<&Chosen>,
) -> Result<(), ArchiveError> {
    let io = |error| ArchiveError::Io { path: PathBuf::from(name), error };
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL).map_err(io)?;
    for number in numbers(results, chosen)? {
        let record = results.record(number)?;
        write_record(&mut packed, number, &record).map_err(io)?;
    }
    draft.write(name, &packed.finish().map_err(io)?)
}

fn write_record(packed: &mut impl Write, number: MatchNumber, record: &[u8]) -> io::Result<()> {
    let record = String::from_utf8_lossy(record);
    writeln!(packed, "{}", json!({ "match": number.0, "record": record }))
}

fn numbers(
    results: &Results<'_>,
    chosen: Option<&Chosen>,
) -> Result<Vec<MatchNumber>, ContestError> {
    if let Some(chosen) = chosen {
        return Ok(chosen.numbers().collect());
    }
    let played = results.matches()?.into_iter().filter(|stored| stored.seats.len() > 1);
    Ok(played.map(|stored| stored.number).collect())
}

pub(super) struct FolderDraft {
    place: PathBuf,
    draft: PathBuf,
    digests: Map<String, Value>,
    files: u64,
}

impl FolderDraft {
    /// Starts the folder for `place`, which is missing or empty.
    pub(super) fn begin(place: &Path) -> Result<Self, ArchiveError> {
        let io = |error| ArchiveError::Io { path: place.to_owned(), error };
        if place.symlink_metadata().is_ok() {
            let empty = place.is_dir() && fs::read_dir(place).map_err(io)?.next().is_none();
            if !empty {
                return Err(ArchiveError::NotEmpty(place.to_owned()));
            }
        }
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let draft = place.with_file_name(name);
        // What a killed run left behind is removed.
        if draft.is_dir() {
            fs::remove_dir_all(&draft).map_err(io)?;
        }
        let (place, digests) = (place.to_owned(), Map::new());
        Ok(FolderDraft { place, draft, digests, files: 0 })
    }

    pub(super) fn write(&mut self, name: &str, content: &[u8]) -> Result<(), ArchiveError> {
        let path = self.draft.join(name);
        let written = fs::create_dir_all(path.parent().unwrap_or(&self.draft))
            .and_then(|()| fs::write(&path, content));
        written.map_err(|error| ArchiveError::Io { path, error })?;
        let digest = blake3::hash(content).to_hex().to_string();
        self.digests.insert(name.to_owned(), json!({ "bytes": content.len(), "blake3": digest }));
        self.files += 1;
        Ok(())
    }

    /// Writes the list of all files, and moves the folder to its destination.
    pub(super) fn finish(mut self) -> Result<u64, ArchiveError> {
        let digests = std::mem::take(&mut self.digests);
        let list = json!({ "certamen": env!("CARGO_PKG_VERSION"), "files": digests });
        self.write("manifest.json", format!("{list:#}\n").as_bytes())?;
        let FolderDraft { place, draft, files, .. } = self;
        let moved = match fs::remove_dir(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&draft, &place),
        };
        moved.map_err(|error| ArchiveError::Io { path: place, error })?;
        Ok(files)
    }
}
