//! Contests that are hosted at the same time, each on a thread of its own, on cores that all of them
//! share; the tables where people play; and the requests of the site.

use crate::{
    EventSender, ExecutionTarget, FolderWatcher, RemoteContest, RemoteRoom, Runner, Sandboxes,
    StopSignal,
    host::DrawCharts,
    tables::{TableLimits, TableService},
    watch::Changes,
};
use certamen_contest::{Folder, MinFreeSpace};
use certamen_game::{DynGame, Language};
use certamen_i18n::Localize;
use certamen_portal::{
    ContestChange, HostEvent, HostResponse, SiteAction, SiteRequest, check_job::ContestActivity,
};
use certamen_runner::{CorePool, MatchObserver, MatchProgress};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io, iter,
    ops::ControlFlow,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock, mpsc::channel},
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

/// Everything that hosts the contests of a folder and serves one site.
pub struct Hosting<'a> {
    pub contests: &'a HostedContests,
    pub target: &'a ExecutionTarget,
    /// The cores on which all of them are played.
    pub pool: &'a Arc<CorePool>,
    /// The matches with players on other machines.
    pub remote: Arc<RemoteRoom>,
    pub sandboxes: Sandboxes,
    pub games: fn(&str) -> Option<&'static dyn DynGame>,
    pub language: Language,
    pub min_free_space: MinFreeSpace,
    pub stop: &'a StopSignal,
    pub events: Arc<EventSender>,
    /// Receives what each contest is doing.
    pub report: &'a (dyn Fn(&str, &ContestActivity) + Sync),
    /// Draws the charts of a contest with a timetable.
    pub draw: DrawCharts<'a>,
}

impl Hosting<'_> {
    /// Hosts all contests on threads of `scope` until the stop signal.
    pub fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Vec<ScopedJoinHandle<'scope, ()>> {
        let all = self.contests.all();
        #[cfg_attr(not(feature = "bus"), expect(unused_mut))]
        let mut threads: Vec<_> =
            all.iter().map(|(slug, folder)| self.start_contest(scope, slug, folder)).collect();
        #[cfg(feature = "bus")]
        if let Some(farm) = self.target.farm() {
            threads.push(scope.spawn(move || {
                farm.watch(&|update| self.events.send(HostEvent::Farm(update)));
            }));
        }
        threads
    }

    pub fn start_contest<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        slug: &str,
        folder: &Folder,
    ) -> ScopedJoinHandle<'scope, ()> {
        let (slug, folder) = (slug.to_owned(), folder.clone());
        scope.spawn(move || self.run_contest(&slug, folder))
    }

    fn run_contest(&self, slug: &str, folder: Folder) {
        let _contest = tracing::info_span!("contest", slug).entered();
        let report = |doing| {
            (self.report)(slug, &doing);
            self.events.send(HostEvent::Doing { slug: slug.to_owned(), doing });
        };
        let on = |cores: &[usize]| {
            self.events.send(HostEvent::Cores { slug: slug.to_owned(), cores: cores.to_vec() });
        };
        let (events, changed_slug) = (Arc::clone(&self.events), slug.to_owned());
        let changed = move |what: ContestChange| {
            events.send(HostEvent::Changed { slug: changed_slug.clone(), what });
        };
        let runner = Runner {
            folder,
            pool: Arc::clone(self.pool),
            remote: RemoteContest { room: Arc::clone(&self.remote), contest: slug.to_owned() },
            target: self.target.clone(),
            sandboxes: self.sandboxes.clone(),
            language: self.language,
            min_free_space: self.min_free_space,
            watcher: self.contests.watcher.clone(),
            stop: self.stop,
            notify: &report,
            changed: Arc::new(changed),
            on: &on,
            observer: self.observer(slug),
            draw: self.draw,
        };
        runner.run();
    }

    fn observer(&self, slug: &str) -> MatchObserver {
        let (events, slug) = (Arc::clone(&self.events), slug.to_owned());
        Arc::new(move |event| {
            let (number, record) = match event {
                MatchProgress::Goes(number, record) => (number.0, Some(record.to_bytes())),
                MatchProgress::Ends(number) => (number.0, None),
            };
            let record = record.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            events.send(HostEvent::Match { slug: slug.clone(), number, record });
        })
    }

    /// Sends events to a site, carries out its requests, and plays its tables, until either side
    /// closes the connection. `stalled` says whether to go on with a site that reads nothing.
    pub fn serve_site(
        &self,
        site: &UnixStream,
        requests: impl Iterator<Item = SiteRequest>,
        permissions: SitePermissions,
        stalled: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> io::Result<()> {
        let (ask, tables) = channel();
        self.remote.note_site(ask.clone());
        let mut answer = move |action| match action {
            SiteAction::PlayTable(table) => {
                HostResponse::Done(permissions.tables && ask.send(table).is_ok())
            }
            SiteAction::Contest { slug, request } if permissions.decisions => {
                let folder = self.contests.get(&slug);
                let done = folder.map_or(Ok(false), |folder| request.carry_out(&folder));
                if matches!(done, Ok(true)) {
                    // Not every decision changes what is played, which the runner would report.
                    self.events.send(HostEvent::Changed { slug, what: ContestChange::Entries });
                }
                done.map_err(|error| error.message()).into()
            }
            SiteAction::Remote(notice) if permissions.tables => {
                let request = self.remote.note(&notice);
                HostResponse::Done(request.is_none_or(|request| ask.send(request).is_ok()))
            }
            SiteAction::Ready => {
                self.remote.show_all();
                HostResponse::Done(true)
            }
            SiteAction::Contest { .. } | SiteAction::Remote(_) => HostResponse::Done(false),
        };
        // A site that connects is shown what is open before it asks for anything.
        let connected = SiteRequest { id: u64::MAX, action: SiteAction::Ready };
        let requests = iter::once(connected).chain(requests);
        thread::scope(|scope| {
            scope.spawn(move || {
                let contest = |slug: &str| self.contests.get(slug);
                let table_service = TableService {
                    contest: &contest,
                    games: self.games,
                    sandboxes: &self.sandboxes,
                    limits: TableLimits::default(),
                    stop: self.stop,
                    remote: &self.remote,
                    notify: &|update| self.events.send(HostEvent::LiveTable(update)),
                };
                table_service.attend(tables);
            });
            let served = self.events.serve_site(site, requests, &mut answer, stalled);
            self.remote.note_site_gone();
            // This has all its tables left.
            drop(answer);
            served
        })
    }
}

/// What the host does for a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SitePermissions {
    /// Decisions about contests are carried out.
    pub decisions: bool,
    /// Tables with people are played.
    pub tables: bool,
}

/// How often new contests are looked for that were not reported.
const CHECK: Duration = Duration::from_secs(30);

/// Finds the contests of a folder by their names in addresses; none while it cannot be read.
type FindContests<'a> = &'a (dyn Fn() -> BTreeMap<String, Folder> + Sync);

/// The hosted contests by their names in addresses.
pub struct HostedContests {
    known: RwLock<BTreeMap<String, Folder>>,
    watcher: FolderWatcher,
}

impl HostedContests {
    pub fn new(found: BTreeMap<String, Folder>, watcher: FolderWatcher) -> HostedContests {
        HostedContests { known: RwLock::new(found), watcher }
    }

    pub fn watcher(&self) -> &FolderWatcher {
        &self.watcher
    }

    pub fn get(&self, slug: &str) -> Option<Folder> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(slug).cloned()
    }

    pub fn all(&self) -> BTreeMap<String, Folder> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks for new contests in `folder` until the stop signal; calls `newcomer` once for each.
    pub fn watch(
        &self,
        folder: &Path,
        find: FindContests<'_>,
        stop: &StopSignal,
        mut newcomer: impl FnMut(&str, &Folder),
    ) {
        let mut changes = Changes::new(&self.watcher, stop, |_| ());
        while !stop.is_set() {
            changes.begin(places(folder));
            for (slug, place) in find() {
                if self.get(&slug).is_none() {
                    newcomer(&slug, &place);
                    let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                    known.insert(slug, place);
                }
            }
            changes.wait(CHECK, stop, Changes::may_differ);
        }
    }
}

/// Where the contest file of a new contest may appear: in the folder, and in those inside it.
fn places(folder: &Path) -> BTreeSet<PathBuf> {
    // What names in addresses lead to, as contests are found.
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let below = entries.filter(|entry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        !is_hidden && entry.file_type().is_ok_and(|it| it.is_dir())
    });
    below.map(|entry| entry.path()).chain([folder.clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, time::Instant};

    #[test]
    fn a_new_contest_is_found_when_its_file_appears() {
        let place = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(place.path()).unwrap();
        let watcher = FolderWatcher::start(|error| panic!("{error}"));
        let hosted = HostedContests::new(BTreeMap::new(), watcher);
        let (looks, looked) = mpsc::channel();
        let find = || {
            let path = folder.join("go");
            looks.send(path.exists()).unwrap();
            let found = path.join("contest.toml").exists();
            found.then(|| ("go".to_owned(), Folder::new(&path))).into_iter().collect()
        };
        let (stop, begun) = (StopSignal::default(), Instant::now());
        let (send, newcomers) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                hosted.watch(&folder, &find, &stop, |slug, _| send.send(slug.to_owned()).unwrap());
            });
            assert!(!looked.recv_timeout(CHECK).unwrap());
            fs::create_dir(folder.join("go")).unwrap();
            while !looked.recv_timeout(CHECK).unwrap() {}
            fs::write(folder.join("go/contest.toml"), "").unwrap();
            assert_eq!(newcomers.recv_timeout(CHECK).unwrap(), "go");
            assert!(begun.elapsed() < CHECK / 2);
            stop.set();
        });
        assert!(hosted.get("go").is_some() && newcomers.try_recv().is_err());
    }
}
