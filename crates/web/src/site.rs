//! A site: the contests of a folder, and its settings. Contests can be added while it is read; none
//! is ever removed.

use crate::{
    address::Slug,
    appraisals::Appraisals,
    championships::Championships,
    contest::ContestView,
    contest_loader::{CheckDepth, ContestLoader},
    http_error::{HttpError, Resource},
    live::{LiveHint, MatchEvent},
    log::Log,
    people::People,
    pseudonyms::Disclosure,
    say,
    watch::SiteWatcher,
};
use certamen_contest::Folder;
use certamen_game::{Language, MatchRecord};
use certamen_i18n::{Localize, UserError};
use certamen_portal::{ContestChange, FarmStatus, SiteFile, check_job::ContestActivity};
use certamen_store::MatchNumber;
use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    iter,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

#[derive(Clone, Debug, Default)]
pub struct Contests {
    /// The valid ones, by name.
    pub found: BTreeMap<Slug, Folder>,
    /// Folders of contests whose names are invalid in an address.
    pub misnamed: Vec<PathBuf>,
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum SiteError {
    #[localize(say::unreadable(path, error.message()))]
    Io { path: PathBuf, error: io::Error },
    #[localize(say::no_contests(path))]
    Nothing { path: PathBuf },
}

impl Contests {
    /// The contest in `folder`, or those in its subfolders.
    pub fn find(folder: &Path) -> Result<Self, SiteError> {
        let path = folder.to_owned();
        let io = |error| SiteError::Io { path: path.clone(), error };
        let whole = fs::canonicalize(folder).map_err(io)?;
        let mut contests = Contests::default();
        if Folder::new(&whole).contest_file().is_file() {
            contests.add(&whole);
        } else {
            for entry in fs::read_dir(&whole).map_err(io)? {
                let below = entry.map_err(io)?.path();
                if Folder::new(&below).contest_file().is_file() {
                    contests.add(&below);
                }
            }
        }
        contests.misnamed.sort();
        let nothing = contests.found.is_empty() && contests.misnamed.is_empty();
        if nothing { Err(SiteError::Nothing { path }) } else { Ok(contests) }
    }

    fn add(&mut self, folder: &Path) {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with('.') {
            // It does not exist yet.
            return;
        }
        match Slug::read(name) {
            Some(slug) => {
                self.found.insert(slug, Folder::new(folder));
            }
            None => self.misnamed.push(folder.to_owned()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteInfo {
    pub title: String,
    /// The languages of its pages; the first is the default.
    pub languages: Vec<Language>,
    pub base_url: Option<String>,
}

impl SiteInfo {
    /// As `file` says; without languages there, all of them, `first` before the others.
    pub fn of(file: &SiteFile, first: Language) -> Self {
        let mut languages = file.languages.clone();
        if languages.is_empty() {
            languages.push(first);
            languages.extend(Language::ALL.into_iter().filter(|other| *other != first));
        }
        let title = file.title.clone().unwrap_or_else(|| "Certamen".to_owned());
        SiteInfo { title, languages, base_url: file.base_url.clone() }
    }
}

/// The exporter of a contest, given by the creator of the site.
pub type ExportWriter = Arc<dyn Fn(&Folder, &mut dyn Write) -> Result<(), UserError> + Send + Sync>;

/// The age after which the status of workers is discarded.
const FARM_STATUS_LIFETIME: Duration = Duration::from_secs(60);

/// A site. The host reports to it what it does with the contests.
#[derive(Default)]
pub struct Site {
    pub(crate) title: String,
    pub(crate) base_url: Option<String>,
    pub(crate) languages: Vec<Language>,
    pub(crate) people: Option<Arc<People>>,
    contests: ContestIndex,
    championships: Championships,
    pub(crate) write_out: Option<ExportWriter>,
    /// Started with the first contest that is watched.
    watcher: OnceLock<SiteWatcher>,
    /// Held while a contest is added.
    admitting: Mutex<()>,
    /// The number of cores that the host plays on; none without a host.
    pub(crate) cores: usize,
    core_reports: AtomicU64,
    farm: Mutex<Option<(FarmStatus, Instant)>>,
    /// Addresses, and the disk space to keep free.
    pub(crate) file: SiteFile,
    pub(crate) appraisals: Appraisals,
    pub(crate) log: Option<Log>,
}

impl Site {
    /// A site of these contests, which are watched from now on.
    pub fn open(contests: &Contests, sign: SiteInfo) -> Self {
        let site = Site::of(views(contests), sign);
        site.watcher().add(site.contest_views().cloned());
        site
    }

    fn watcher(&self) -> &SiteWatcher {
        self.watcher.get_or_init(SiteWatcher::start)
    }

    fn of(views: BTreeMap<Slug, Arc<ContestView>>, sign: SiteInfo) -> Self {
        let SiteInfo { title, languages, base_url } = sign;
        let contests = ContestIndex::of(views);
        Site { title, base_url, languages, contests, ..Site::default() }
    }

    #[must_use]
    pub fn with_people(mut self, people: Option<Arc<People>>) -> Self {
        self.people = people;
        self
    }

    #[must_use]
    pub fn reached_as(mut self, file: &SiteFile) -> Self {
        self.file = file.clone();
        self
    }

    /// The same site, whose contests are played on this many cores.
    #[must_use]
    pub fn played_on(mut self, cores: usize) -> Self {
        self.cores = cores;
        self
    }

    #[must_use]
    pub fn logged(mut self, log: Option<Log>) -> Self {
        self.log = log;
        self
    }

    #[must_use]
    pub fn with_export(mut self, write_out: ExportWriter) -> Self {
        self.write_out = Some(write_out);
        self
    }

    /// A site with its own pages only.
    pub(crate) fn without_contests() -> Self {
        Site::of(BTreeMap::new(), SiteInfo::of(&SiteFile::default(), Language::En))
    }

    pub(crate) fn still(contests: &Contests, sign: SiteInfo, disclosure: &Disclosure) -> Self {
        let views = views(contests);
        for view in views.values() {
            view.set_disclosure(disclosure.clone());
        }
        for view in views.values() {
            ContestLoader::new(Arc::clone(view)).load();
        }
        Site::of(views, sign)
    }

    pub fn admit(&self, slug: &Slug, folder: &Folder) {
        // The process that creates it and the one that finds it may call this at the same time.
        let _admitting = self.admitting.lock().unwrap_or_else(PoisonError::into_inner);
        if self.contests.get(slug).is_some() {
            return;
        }
        let view = Arc::new(ContestView::new(slug, folder));
        // It is loaded before anyone can see it.
        self.watcher().add([Arc::clone(&view)]);
        self.contests.add(slug.clone(), view);
    }

    /// The host changed something of a contest.
    pub fn contest_changed(&self, slug: &str, what: ContestChange) {
        let depth = match what {
            ContestChange::Matches => CheckDepth::Store,
            ContestChange::Publications | ContestChange::Entries | ContestChange::Files => {
                CheckDepth::Files
            }
        };
        if let (Some(slug), Some(watcher)) = (Slug::read(slug), self.watcher.get()) {
            watcher.note(&slug, depth);
        }
    }

    pub fn note(&self, slug: &Slug, doing: ContestActivity) {
        if let Some(view) = self.contests.get(slug) {
            self.note_activity(view, doing);
        }
    }

    fn note_activity(&self, view: &ContestView, doing: ContestActivity) {
        let logged = doing.clone();
        if view.note(doing)
            && let Some(log) = &self.log
        {
            log.doing(&view.slug, &logged);
        }
    }

    pub fn note_cores(&self, slug: &Slug, cores: &[usize]) {
        if let Some(view) = self.contests.get(slug) {
            let mut known = view.cores.write().unwrap_or_else(PoisonError::into_inner);
            cores.clone_into(&mut known);
            drop(known);
            self.core_reports.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn note_farm(&self, status: FarmStatus) {
        *self.farm.lock().unwrap_or_else(PoisonError::into_inner) = Some((status, Instant::now()));
    }

    /// The status of the workers, if recent.
    pub(crate) fn farm(&self) -> Option<FarmStatus> {
        let farm = self.farm.lock().unwrap_or_else(PoisonError::into_inner);
        let (status, at) = farm.as_ref()?;
        (at.elapsed() < FARM_STATUS_LIFETIME).then(|| status.clone())
    }

    pub fn show_match(&self, slug: &Slug, number: MatchNumber, record: &MatchRecord) {
        if let Some(view) = self.contests.get(slug) {
            view.running_matches.show(number, record.clone());
            view.notify(LiveHint::Match(MatchEvent {
                number: number.0,
                turns: record.turns.len(),
            }));
        }
    }

    pub fn end_match(&self, slug: &Slug, number: MatchNumber) {
        if let Some(view) = self.contests.get(slug) {
            view.running_matches.end(number);
            view.notify(LiveHint::Match(MatchEvent { number: number.0, turns: 0 }));
        }
    }

    /// The host is gone: its activity is unknown.
    pub fn mark_host_gone(&self) {
        *self.farm.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for view in self.contests.all() {
            self.note_activity(view, ContestActivity::Nothing);
            self.note_cores(&view.slug, &[]);
            for (number, _) in view.running_matches.all() {
                self.end_match(&view.slug, number);
            }
        }
    }

    pub(crate) fn contest_view(&self, slug: &Slug) -> Result<&Arc<ContestView>, HttpError> {
        self.contests.get(slug).ok_or_else(|| Resource::Contest.unknown(slug.as_str()))
    }

    /// The contest, or the championship of one, with this name.
    pub(crate) fn shown(&self, slug: &Slug) -> Result<Arc<ContestView>, HttpError> {
        let whole = slug.whole().ok_or_else(|| Resource::Contest.unknown(slug.as_str()))?;
        let whole = self.contest_view(&whole)?;
        if slug.is_whole() { Ok(Arc::clone(whole)) } else { self.championships.find(whole, slug) }
    }

    /// All contests: those at startup by name, then the others.
    pub(crate) fn contest_views(&self) -> impl Iterator<Item = &Arc<ContestView>> {
        self.contests.all()
    }

    /// How often the host reported the cores that it plays on.
    pub(crate) fn core_reports(&self) -> u64 {
        self.core_reports.load(Ordering::Relaxed)
    }

    pub(crate) fn default_language(&self) -> Language {
        self.languages.first().copied().unwrap_or_default()
    }
}

fn views(contests: &Contests) -> BTreeMap<Slug, Arc<ContestView>> {
    let found = contests.found.iter();
    found.map(|(slug, folder)| (slug.clone(), Arc::new(ContestView::new(slug, folder)))).collect()
}

/// The contests at startup, and those added later.
#[derive(Default)]
pub(crate) struct ContestIndex {
    views: BTreeMap<Slug, Arc<ContestView>>,
    later: OnceLock<Box<ContestIndex>>,
}

impl ContestIndex {
    pub(crate) fn of(views: BTreeMap<Slug, Arc<ContestView>>) -> Self {
        ContestIndex { views, later: OnceLock::new() }
    }

    pub(crate) fn get(&self, slug: &Slug) -> Option<&Arc<ContestView>> {
        self.nodes().find_map(|node| node.views.get(slug))
    }

    /// All contests: those at startup by name, then the others in order of arrival.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<ContestView>> {
        self.nodes().flat_map(|node| node.views.values())
    }

    pub(crate) fn add(&self, slug: Slug, view: Arc<ContestView>) {
        let mut new = Box::new(ContestIndex::of([(slug, view)].into()));
        for node in self.nodes() {
            match node.later.set(new) {
                Ok(()) => return,
                Err(back) => new = back,
            }
        }
    }

    fn nodes(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |node| node.later.get().map(|later| &**later))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::Folder;
    use std::path::Path;

    #[test]
    fn contests_added_later_are_found() {
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
