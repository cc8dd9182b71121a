//! What is shown: the contests of a folder, each as it stands.

use crate::{
    ExportWriter, Slug,
    appraisals::Appraisals,
    championships::Championships,
    contest::ContestView,
    contest_index::ContestIndex,
    http_error::{HttpError, Resource},
    live::{LiveHint, MatchEvent},
    log::Log,
    page::{ContestPart, Page},
    people::People,
    player_visibility::Disclosure,
    say,
    watch::{self, StoreWatcher},
};
use certamen_contest::Folder;
use certamen_game::{Language, MatchRecord};
use certamen_i18n::{Localize, Message};
use certamen_portal::{FarmStatus, SiteFile, check_job::ContestActivity};
use certamen_store::MatchNumber;
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The contests of a folder.
#[derive(Clone, Debug, Default)]
pub struct Contests {
    /// Those that can be shown, by name.
    pub found: BTreeMap<Slug, Folder>,
    /// Folders of contests whose names cannot stand in an address.
    pub misnamed: Vec<PathBuf>,
}

/// Why a folder cannot be shown.
#[derive(Debug)]
pub enum SiteError {
    /// It cannot be read.
    Io {
        /// The folder.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// There is no contest in it.
    Nothing {
        /// The folder.
        path: PathBuf,
    },
}

impl Localize for SiteError {
    fn message(&self) -> Message {
        match self {
            SiteError::Io { path, error } => say::unreadable(path, error.message()),
            SiteError::Nothing { path } => say::no_contests(path),
        }
    }
}

certamen_i18n::error!(SiteError);

impl Contests {
    /// The contest in `folder`, or those in the folders below it.
    pub fn find(folder: &Path) -> Result<Contests, SiteError> {
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
            // It is not there yet.
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

/// What a site is called, and how it speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteInfo {
    /// What it is called.
    pub title: String,
    /// The languages of its pages, the first of which is for those who ask for none of them.
    pub languages: Vec<Language>,
    /// The address of its first page as others see it, where that is known.
    pub base_url: Option<String>,
}

impl SiteInfo {
    /// As `file` has it; where it says nothing of languages, all of them, `first` before the others.
    pub fn of(file: &SiteFile, first: Language) -> SiteInfo {
        let mut languages = file.languages.clone();
        if languages.is_empty() {
            languages.push(first);
            languages.extend(Language::ALL.into_iter().filter(|other| *other != first));
        }
        let title = file.title.clone().unwrap_or_else(|| UNTITLED.to_owned());
        SiteInfo { title, languages, base_url: file.base_url.clone() }
    }
}

/// What was told of machines longer ago says nothing any more.
const OF_LATE: Duration = Duration::from_secs(60);

/// What a site is called that has no name of its own.
const UNTITLED: &str = "Certamen";

/// What is shown. Whoever holds contests tells it what is being done with them.
pub struct Site {
    pub(crate) title: String,
    pub(crate) base_url: Option<String>,
    pub(crate) languages: Vec<Language>,
    pub(crate) people: Option<Arc<People>>,
    exhibits: ContestIndex,
    championships: Championships,
    /// How whole contests are written out, if they are.
    pub(crate) write_out: Option<ExportWriter>,
    watchers: Mutex<Vec<StoreWatcher>>,
    /// On how many cores whoever holds the contests plays; none if nobody does.
    pub(crate) cores: usize,
    /// How often it was told on which of them a contest is played.
    cores_told: AtomicU64,
    /// How the machines are that play elsewhere, and when that was told.
    farm: Mutex<Option<(FarmStatus, Instant)>>,
    /// How it is reached, and what its disk is to keep.
    pub(crate) file: SiteFile,
    /// What positions of matches are worth that somebody asked for.
    pub(crate) appraisals: Appraisals,
    /// Where is written what was asked and done, if it is.
    pub(crate) log: Option<Log>,
}

impl Site {
    /// A site of these contests. Each is looked at from now on.
    pub fn open(contests: &Contests, sign: SiteInfo) -> Site {
        let exhibits = exhibits(contests);
        let watchers = exhibits.values().map(StoreWatcher::start).collect();
        let mut site = Site::of(exhibits, sign);
        site.watchers = Mutex::new(watchers);
        site
    }

    fn of(exhibits: BTreeMap<Slug, Arc<ContestView>>, sign: SiteInfo) -> Site {
        let SiteInfo { title, languages, base_url } = sign;
        let (people, championships, watchers) = (None, Championships::default(), Mutex::default());
        let (write_out, log, file, cores) = (None, None, SiteFile::default(), 0);
        let farm = Mutex::default();
        Site {
            title,
            base_url,
            languages,
            people,
            exhibits: ContestIndex::of(exhibits),
            championships,
            write_out,
            watchers,
            cores,
            cores_told: AtomicU64::new(0),
            farm,
            file,
            appraisals: Appraisals::default(),
            log,
        }
    }

    /// The same site, where these people may sign in.
    #[must_use]
    pub fn with_people(mut self, people: Option<Arc<People>>) -> Site {
        self.people = people;
        self
    }

    /// The same site, which is reached as `file` says.
    #[must_use]
    pub fn reached_as(mut self, file: &SiteFile) -> Site {
        self.file = file.clone();
        self
    }

    /// The same site, whose contests are played on so many cores.
    #[must_use]
    pub fn played_on(mut self, cores: usize) -> Site {
        self.cores = cores;
        self
    }

    /// The same site, which writes down there what is asked and done.
    #[must_use]
    pub fn logged(mut self, log: Option<Log>) -> Site {
        self.log = log;
        self
    }

    /// The same site, which writes whole contests out so.
    #[must_use]
    pub fn with_export(mut self, write_out: ExportWriter) -> Site {
        self.write_out = Some(write_out);
        self
    }

    /// A site of these contests as they stand now, each of which keeps so much to itself.
    pub(crate) fn still(contests: &Contests, sign: SiteInfo, disclosure: &Disclosure) -> Site {
        let exhibits = exhibits(contests);
        for view in exhibits.values() {
            view.set_disclosure(disclosure.clone());
        }
        exhibits.values().for_each(watch::look_once);
        Site::of(exhibits, sign)
    }

    /// Shows one more contest from now on.
    pub fn admit(&self, slug: &Slug, folder: &Folder) {
        // Whoever founds it and whoever finds it may come at the same time.
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        if self.exhibits.get(slug).is_some() {
            return;
        }
        let view = Arc::new(ContestView::new(slug, folder));
        // It is looked at before anybody sees it.
        watchers.push(StoreWatcher::start(&view));
        self.exhibits.add(slug.clone(), view);
    }

    /// Notes what is being done with a contest.
    pub fn note(&self, slug: &Slug, doing: ContestActivity) {
        if let Some(view) = self.exhibits.get(slug) {
            self.note_of(view, doing);
        }
    }

    fn note_of(&self, view: &ContestView, doing: ContestActivity) {
        if view.note(doing.clone())
            && let Some(log) = &self.log
        {
            log.doing(&view.slug, doing);
        }
    }

    /// Notes on which cores a contest is played.
    pub fn note_cores(&self, slug: &Slug, cores: &[usize]) {
        if let Some(view) = self.exhibits.get(slug) {
            let mut known = view.cores.write().unwrap_or_else(PoisonError::into_inner);
            cores.clone_into(&mut known);
            drop(known);
            self.cores_told.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes how the machines are that play elsewhere.
    pub fn note_farm(&self, told: FarmStatus) {
        *self.farm.lock().unwrap_or_else(PoisonError::into_inner) = Some((told, Instant::now()));
    }

    /// How they are, if that was told of late.
    pub(crate) fn farm(&self) -> Option<FarmStatus> {
        let farm = self.farm.lock().unwrap_or_else(PoisonError::into_inner);
        farm.as_ref().filter(|(_, told)| told.elapsed() < OF_LATE).map(|(told, _)| told.clone())
    }

    /// Shows a match that is being played.
    pub fn show_match(&self, slug: &Slug, number: MatchNumber, record: &MatchRecord) {
        if let Some(view) = self.exhibits.get(slug) {
            view.running_matches.show(number, record.clone());
            view.tell(LiveHint::Match(MatchEvent { number: number.0, turns: record.turns.len() }));
        }
    }

    /// Shows it no more: it is over, or was stopped.
    pub fn end_match(&self, slug: &Slug, number: MatchNumber) {
        if let Some(view) = self.exhibits.get(slug) {
            view.running_matches.end(number);
            view.tell(LiveHint::Match(MatchEvent { number: number.0, turns: 0 }));
        }
    }

    /// Nobody tells what is being done any more: nothing is known of it but what is stored.
    pub fn hear_nobody(&self) {
        *self.farm.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for view in self.exhibits.all() {
            self.note_of(view, ContestActivity::Nothing);
            self.note_cores(&view.slug, &[]);
            for (number, _) in view.running_matches.all() {
                view.running_matches.end(number);
                view.tell(LiveHint::Match(MatchEvent { number: number.0, turns: 0 }));
            }
        }
    }

    /// The contest that is called so.
    pub(crate) fn exhibit(&self, slug: &Slug) -> Result<&Arc<ContestView>, HttpError> {
        self.exhibits.get(slug).ok_or_else(|| Resource::Contest.unknown(slug.as_str()))
    }

    /// The contest, or the championship of one, that is called so.
    pub(crate) fn shown(&self, slug: &Slug) -> Result<Arc<ContestView>, HttpError> {
        let whole = slug.whole().ok_or_else(|| Resource::Contest.unknown(slug.as_str()))?;
        let whole = self.exhibit(&whole)?;
        if slug.is_whole() { Ok(Arc::clone(whole)) } else { self.championships.find(whole, slug) }
    }

    /// All contests, by name; after them, those that came since.
    pub(crate) fn exhibits(&self) -> impl Iterator<Item = &Arc<ContestView>> {
        self.exhibits.all()
    }

    /// A number that is another one once `page` tells something else.
    pub(crate) fn stamp(&self, page: &Page) -> Result<u64, HttpError> {
        let minute = Timestamp::now().as_second().max(0) as u64 / 60;
        if let Page::Contest(slug, part) = page {
            let view = self.shown(slug)?;
            if part.is_stale() {
                return Ok(view.stale_snapshot().stamp);
            }
            let counts = *part == ContestPart::Overview && view.revision().counts_down();
            return Ok(view.stamp() + if counts { minute } else { 0 });
        }
        let counts = self.exhibits().any(|view| view.revision().counts_down());
        // Stamps only grow: their sum changes with each of them.
        let changes: u64 = self.exhibits().map(|view| view.stamp()).sum();
        Ok(changes
            + match page {
                Page::Home if counts => minute,
                Page::Hall => self.cores_told.load(Ordering::Relaxed),
                _ => 0,
            })
    }

    /// The language for those who ask for none that there is.
    pub(crate) fn usual_language(&self) -> Language {
        self.languages.first().copied().unwrap_or_default()
    }
}

/// The contests, not looked at yet.
fn exhibits(contests: &Contests) -> BTreeMap<Slug, Arc<ContestView>> {
    let found = contests.found.iter();
    found.map(|(slug, folder)| (slug.clone(), Arc::new(ContestView::new(slug, folder)))).collect()
}

impl Drop for Site {
    fn drop(&mut self) {
        let watchers = self.watchers.get_mut().unwrap_or_else(PoisonError::into_inner);
        for watcher in watchers.drain(..) {
            watcher.end();
        }
    }
}
