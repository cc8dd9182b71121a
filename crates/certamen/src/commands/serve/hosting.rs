//! Contests that are hosted at the same time, each on a thread of its own, on cores that all of them
//! share; and the tables where people play.

use super::{ServeArgs, event_sink::EventSink, people};
use crate::{print::publication::draw, say::serving as say};
use certamen_contest::{Folder, MinFreeSpace};
use certamen_game::Language;
use certamen_host::{
    ExecutionTarget, Publication, Runner, Sandboxes, StopSignal, jobs,
    tables::{TableLimits, TableService},
};
use certamen_portal::{HostEvent, PlayTableRequest, PlayTables, check_job::ContestActivity};
use certamen_runner::{CorePool, MatchObserver, MatchProgress};
use certamen_sandbox::Launcher;
use certamen_web::{Contests, Slug};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc, PoisonError, RwLock,
        mpsc::{Receiver, Sender},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::{Duration, Instant},
};

#[derive(Clone, Copy)]
pub(super) struct HostContext<'a> {
    pub(super) target: &'a ExecutionTarget,
    pub(super) contests: &'a Contests,
    /// All hosted contests, including those that are added later.
    pub(super) hosted: &'a HostedContests,
    /// The cores on which all of them are played.
    pub(super) pool: &'a Arc<CorePool>,
    pub(super) arguments: &'a ServeArgs,
    pub(super) launcher: &'a Launcher,
    pub(super) language: Language,
    pub(super) stop: &'a StopSignal,
    pub(super) min_free_space: MinFreeSpace,
}

impl<'a> HostContext<'a> {
    /// Hosts all contests on threads of `scope` until the stop signal and sends events to `sink`;
    /// processes submissions if people can send them.
    pub(super) fn host_all<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        sink: &EventSink,
        has_people: bool,
    ) -> Vec<ScopedJoinHandle<'scope, ()>>
    where
        'a: 'scope,
    {
        let found = self.contests.found.iter();
        let mut threads: Vec<_> =
            found.map(|(slug, folder)| self.run_contest(scope, sink, (slug, folder))).collect();
        #[cfg(feature = "bus")]
        if let Some(farm) = self.target.farm() {
            let sink = sink.clone();
            threads.push(scope.spawn(move || {
                farm.watch(&|update| sink.send(HostEvent::Farm(update)));
            }));
        }
        if has_people {
            let (sandboxes, sink) = (self.sandboxes(), sink.clone());
            let (hosted, target) = (self.hosted, self.target);
            let until = (self.stop, self.language);
            threads.push(scope.spawn(move || {
                let notify = move |update| sink.send(HostEvent::Entry(update));
                people::process_submissions(hosted, (&sandboxes, target), until, notify);
            }));
        }
        threads
    }

    pub(super) fn run_contest<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        sink: &EventSink,
        (slug, folder): (&Slug, &Folder),
    ) -> ScopedJoinHandle<'scope, ()>
    where
        'a: 'scope,
    {
        let (slug, sink, folder) = (slug.clone(), sink.clone(), folder.clone());
        let contest = HostedContest { context: self, slug, sink };
        scope.spawn(move || contest.run(&folder))
    }

    /// The number of local cores that play matches; 0 if none do.
    pub(super) fn played_on(&self) -> usize {
        if self.arguments.no_play { 0 } else { cores(self.arguments) }
    }

    pub(super) fn sandboxes(&self) -> Sandboxes {
        Sandboxes::new(self.launcher, self.arguments.tier)
    }
}

/// The requested number, or all cores but the first, which serves requests.
pub(super) fn cores(arguments: &ServeArgs) -> usize {
    arguments.jobs.map_or_else(|| jobs(None).saturating_sub(1).max(1), usize::from)
}

struct HostedContest<'a> {
    context: HostContext<'a>,
    slug: Slug,
    sink: EventSink,
}

impl HostedContest<'_> {
    fn run(&self, folder: &Folder) {
        let _contest = tracing::info_span!("contest", slug = self.slug.as_str()).entered();
        let report = |doing| {
            self.log(&doing);
            self.sink.send(HostEvent::Doing(self.slug.to_string(), doing));
        };
        let on = |cores: &[usize]| {
            self.sink.send(HostEvent::Cores(self.slug.to_string(), cores.to_vec()));
        };
        let language = self.context.language;
        let drawn = |publication: &Publication| draw(publication, language);
        let runner = Runner {
            folder: folder.clone(),
            pool: Arc::clone(self.context.pool),
            target: self.context.target.clone(),
            sandboxes: self.context.sandboxes(),
            language,
            min_free_space: self.context.min_free_space,
            stop: self.context.stop,
            notify: &report,
            on: &on,
            onlooker: self.onlooker(),
            draw: &drawn,
        };
        runner.run();
    }

    fn onlooker(&self) -> MatchObserver {
        let (sink, slug) = (self.sink.clone(), self.slug.to_string());
        Arc::new(move |event| {
            let (number, record) = match event {
                MatchProgress::Goes(number, record) => (number.0, Some(record.to_bytes())),
                MatchProgress::Ends(number) => (number.0, None),
            };
            sink.send(HostEvent::Match { slug: slug.clone(), number, record });
        })
    }

    /// Logs an activity that asks for attention or ends the contest.
    fn log(&self, doing: &ContestActivity) {
        let slug = self.slug.as_str();
        let message = match doing {
            ContestActivity::Finished => say::finished(slug),
            ContestActivity::Incomplete { again } => say::incomplete(slug, again.as_secs()),
            ContestActivity::NeverHosted => say::never_held(slug),
            ContestActivity::Elsewhere => say::elsewhere(slug),
            ContestActivity::Failed { why, again } => {
                say::failed(slug, why.clone(), again.as_secs())
            }
            ContestActivity::Nothing | ContestActivity::Opening | ContestActivity::Playing(_) => {
                return;
            }
        };
        let message = message.get(self.context.language);
        match doing {
            ContestActivity::Failed { why, again } => {
                let (error, retry_seconds) = (why.get(Language::En), again.as_secs());
                tracing::error!(contest = slug, error, retry_seconds, "{message}");
            }
            ContestActivity::Incomplete { again } => {
                tracing::warn!(contest = slug, retry_seconds = again.as_secs(), "{message}");
            }
            _ => tracing::info!(contest = slug, "{message}"),
        }
    }
}

/// How often new contests are looked for, and the stop signal checked.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(50);

/// The hosted contests by their names in addresses.
pub(super) struct HostedContests(RwLock<BTreeMap<Slug, Folder>>);

impl HostedContests {
    pub(super) fn of(contests: &Contests) -> HostedContests {
        HostedContests(RwLock::new(contests.found.clone()))
    }

    pub(super) fn get(&self, slug: &Slug) -> Option<Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(slug).cloned()
    }

    pub(super) fn all(&self) -> BTreeMap<Slug, Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks for new contests in `folder` until the stop signal; calls `newcomer` once for each.
    pub(super) fn watch(
        &self,
        folder: &Path,
        stop: &StopSignal,
        mut newcomer: impl FnMut(&Slug, &Folder),
    ) {
        let mut due = Instant::now() + LOOK;
        while !stop.is_set() {
            thread::sleep(PATIENCE);
            if Instant::now() < due {
                continue;
            }
            due = Instant::now() + LOOK;
            // A folder that cannot be read now is tried again next time.
            let found = Contests::find(folder).map(|contests| contests.found).unwrap_or_default();
            for (slug, place) in found {
                if self.get(&slug).is_none() {
                    newcomer(&slug, &place);
                    let mut hosted = self.0.write().unwrap_or_else(PoisonError::into_inner);
                    hosted.insert(slug, place);
                }
            }
        }
    }
}

/// Plays tables with people as `orders` request, until the stop signal, and sends events to
/// `sink`.
pub(super) fn play_tables(
    host_context: &HostContext<'_>,
    orders: &Receiver<PlayTableRequest>,
    sink: &EventSink,
) {
    let contest = |slug: &str| host_context.hosted.get(&Slug::read(slug)?);
    let table_service = TableService {
        contest: &contest,
        games: certamen_games::find,
        sandboxes: &host_context.sandboxes(),
        house: TableLimits::default(),
        stop: host_context.stop,
        notify: &|update| sink.send(HostEvent::LiveTable(update)),
    };
    table_service.attend(orders);
}

pub(super) fn send_to_thread(ask: Sender<PlayTableRequest>) -> PlayTables {
    Arc::new(move |order| ask.send(order).is_ok())
}
