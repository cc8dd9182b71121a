//! The view of a contest: its last snapshot, and what the host does with it.

use crate::{
    Slug,
    activity_log::ActivityLog,
    board::Announcements,
    broadcaster::Broadcaster,
    finality::{Entering, Finality},
    http_error::HttpError,
    live::{EntrantEvent, LiveHint, NoticeEvent, PublicationEvent, RunningMatches, StandingsEvent},
    pseudonyms::{Disclosure, PlayerVisibility, Pseudonyms},
    snapshot_cache::{ContestStatus, SnapshotCache, StaleSnapshot},
};
use axum::body::Bytes;
use certamen_contest::{
    ContestError, ContestFile, ContestProgress, FairPlay, Field, Folder, LocalizedTexts, Results,
    StandingsRow,
    view::{BracketLine, CycleLine, OpeningTree},
};
use certamen_game::{Draws, DynGame};
use certamen_i18n::{Localize, Message};
use certamen_portal::check_job::ContestActivity;
use certamen_store::{SavedMoment, StoreError};
use certamen_tournament::{
    Column, RankingConfig,
    statistics::{Model, RankCertainty, Rating},
};
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, OnceLock, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};
use tokio::sync::broadcast;

/// The maximum number of events queued for a slow reader; a reader that misses some
/// reloads.
const BACKLOG: usize = 16;

const MAX_RANKS: usize = 24;

pub(crate) struct ContestView {
    pub(crate) slug: Slug,
    pub(crate) folder: Folder,
    snapshot: RwLock<Arc<ContestSnapshot>>,
    /// What the host does with it.
    pub(crate) doings: ActivityLog,
    board: RwLock<Arc<Announcements>>,
    /// The numbers of the cores that play it now.
    pub(crate) cores: RwLock<Vec<usize>>,
    /// Whether another process plays it.
    elsewhere: AtomicBool,
    /// The minimum disclosure level, whatever its file says.
    disclosure: RwLock<Disclosure>,
    /// Counts changes of what pages show.
    changes: AtomicU64,
    /// An older snapshot, for pages that take long to render.
    stale: SnapshotCache<ContestSnapshot>,
    /// The same for pages that read many records.
    records: SnapshotCache<ContestSnapshot>,
    pub(crate) running_matches: RunningMatches,
    /// The events of its listeners, each written once for all of them.
    events: Broadcaster<Bytes>,
}

#[derive(Default)]
pub(crate) struct ContestSnapshot {
    pub(crate) number: u64,
    /// Its title, or the name of its folder while the title is unknown.
    pub(crate) name: String,
    pub(crate) game: Option<&'static dyn DynGame>,
    pub(crate) file: Option<ContestFile>,
    /// Why the contest file cannot be read, if so, without paths of this machine.
    pub(crate) file_error: Option<Message>,
    pub(crate) entering: Entering,
    pub(crate) visibility: PlayerVisibility,
    pub(crate) shows_matches: bool,
    /// The hash of the secret that the seed comes from, if the seed is drawn and the hash is
    /// public.
    pub(crate) commitment: Option<String>,
    /// The state of its store.
    pub(crate) found: SnapshotState,
}

#[derive(Default)]
pub(crate) enum SnapshotState {
    #[default]
    Nothing,
    Results(Box<StandingsView>),
    /// The store is unreadable, and why, without paths of this machine.
    Broken(Message),
}

pub(crate) struct StandingsView {
    pub(crate) lines: Vec<StandingsRow>,
    /// Whether the lead of each row over the next is certain.
    pub(crate) settlements: Vec<Option<RankCertainty>>,
    pub(crate) ratings: Vec<Option<Rating>>,
    /// The crosstable, in the order of the standings.
    pub(crate) field: Field,
    /// The rank of each bot at the latest saved standings, the oldest first.
    pub(crate) places: BTreeMap<String, Vec<Option<u32>>>,
    pub(crate) moments: Vec<SavedMoment>,
    /// The series of a knockout; empty in other formats.
    pub(crate) bracket: Vec<BracketLine>,
    pub(crate) progress: ContestProgress,
    pub(crate) over: bool,
    pub(crate) seed: u64,
    /// The isolation level of bots; none before one has played.
    pub(crate) tier: Option<String>,
    pub(crate) ranking: RankingConfig,
    /// Pseudonyms of the bots, where their names are private.
    pub(crate) pseudonyms: Option<Pseudonyms>,
    /// Whether ratings may be shown and mean more than the order.
    rates: bool,
    /// The ratings of all bots: computed on request.
    model: OnceLock<Option<Model>>,
    /// The fair-play figures: computed on request.
    fair_play: OnceLock<FairPlay>,
    /// The cycles: computed on request.
    cycles: OnceLock<Vec<CycleLine>>,
    /// The first moves: computed on request.
    openings: OnceLock<OpeningTree>,
}

impl StandingsView {
    pub(crate) fn of(results: &Results<'_>) -> Result<Self, ContestError> {
        let lines = results.standings()?;
        let field = results.field()?;
        Ok(StandingsView {
            settlements: results.settlements(&lines)?,
            ratings: results.ratings(&field),
            places: results.recent_places(MAX_RANKS)?,
            moments: results.saved_moments()?,
            bracket: results.bracket()?,
            progress: results.progress()?,
            over: results.is_over()?,
            seed: results.seed(),
            tier: results.programs_tier(&lines)?.map(ToOwned::to_owned),
            ranking: results.ranking().clone(),
            pseudonyms: None,
            rates: !results.is_ladder(),
            model: OnceLock::new(),
            fair_play: OnceLock::new(),
            cycles: OnceLock::new(),
            openings: OnceLock::new(),
            lines,
            field,
        })
    }

    /// The ratings of all bots, where they may be shown.
    pub(crate) fn model(&self) -> Option<&Model> {
        self.model.get_or_init(|| self.rates.then(|| self.field.model())).as_ref()
    }

    pub(crate) fn cycles(&self) -> &[CycleLine] {
        self.cycles.get_or_init(|| self.field.cycles())
    }

    /// The first moves of the matches, which `results` has.
    pub(crate) fn openings(&self, results: &Results<'_>) -> Result<&OpeningTree, HttpError> {
        if let Some(known) = self.openings.get() {
            return Ok(known);
        }
        let found = results.openings()?;
        Ok(self.openings.get_or_init(|| found))
    }

    pub(crate) fn fair_play(&self, folder: &Folder) -> Result<&FairPlay, HttpError> {
        if let Some(known) = self.fair_play.get() {
            return Ok(known);
        }
        let mut found = Results::open(folder)?.fair_play()?;
        if let Some(pseudonyms) = &self.pseudonyms {
            // The reason of a replay may name the players.
            found.voids.clear();
            for share in &mut found.bots {
                share.bot = pseudonyms.handle(&share.bot).ok_or(HttpError::Veiled)?;
            }
        }
        Ok(self.fair_play.get_or_init(|| found))
    }

    /// The same under pseudonyms, without what marks are made of; none if a bot has no pseudonym.
    pub(crate) fn masked(mut self, pseudonyms: Pseudonyms) -> Option<Self> {
        let private = |column: &Column| matches!(column, Column::References | Column::Mark);
        for line in &mut self.lines {
            line.bot = pseudonyms.handle(&line.bot)?;
            line.columns.0.retain(|(column, _)| !private(column));
        }
        for bot in &mut self.field.bots {
            *bot = pseudonyms.handle(bot)?;
        }
        self.places.clear();
        self.moments.clear();
        self.bracket.clear();
        Some(StandingsView { pseudonyms: Some(pseudonyms), ..self })
    }
}

impl ContestView {
    pub(crate) fn new(slug: &Slug, folder: &Folder) -> Self {
        let snapshot = ContestSnapshot { name: slug.to_string(), ..ContestSnapshot::default() };
        ContestView {
            slug: slug.clone(),
            folder: folder.clone(),
            snapshot: RwLock::new(Arc::new(snapshot)),
            doings: ActivityLog::default(),
            board: RwLock::default(),
            cores: RwLock::default(),
            elsewhere: AtomicBool::new(false),
            disclosure: RwLock::default(),
            changes: AtomicU64::new(0),
            stale: SnapshotCache::default(),
            records: SnapshotCache::of_records(),
            running_matches: RunningMatches::default(),
            events: Broadcaster::new(BACKLOG),
        }
    }

    pub(crate) fn revision(&self) -> Arc<ContestSnapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The latest snapshot, or for many matches one that is up to a minute old.
    pub(crate) fn stale_snapshot(&self) -> StaleSnapshot<ContestSnapshot> {
        self.older(&self.stale)
    }

    /// The same for pages that read many records.
    pub(crate) fn records_snapshot(&self) -> StaleSnapshot<ContestSnapshot> {
        self.older(&self.records)
    }

    fn older(&self, cache: &SnapshotCache<ContestSnapshot>) -> StaleSnapshot<ContestSnapshot> {
        let snapshot = self.revision();
        let may_change = snapshot.tabled().is_ok_and(|standings| !standings.over);
        let status = ContestStatus {
            snapshot: &snapshot,
            stamp: self.stamp(),
            matches: snapshot.played(),
            may_change,
        };
        cache.get(&status, (Instant::now(), Timestamp::now()))
    }

    pub(crate) fn show(&self, snapshot: ContestSnapshot) {
        let live_hint = snapshot.event();
        let mut shown = self.snapshot.write().unwrap_or_else(PoisonError::into_inner);
        // What must not be disclosed from now on is not shown a minute longer.
        if (shown.visibility, shown.shows_matches) != (snapshot.visibility, snapshot.shows_matches)
        {
            self.stale.clear();
            self.records.clear();
        }
        *shown = Arc::new(snapshot);
        drop(shown);
        self.notify(live_hint);
    }

    /// Sets the minimum disclosure level from the next load on: the parent contest does so.
    pub(crate) fn set_disclosure(&self, disclosure: Disclosure) {
        *self.disclosure.write().unwrap_or_else(PoisonError::into_inner) = disclosure;
    }

    /// The minimum disclosure level, whatever its file says.
    pub(crate) fn disclosure(&self) -> Disclosure {
        self.disclosure.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn notify(&self, live_hint: LiveHint) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.events.send(live_hint.event());
    }

    /// The current activity, of this process or of a `run` or `host` in another one.
    pub(crate) fn doing(&self) -> ContestActivity {
        let doing = self.doings.now();
        let elsewhere = doing == ContestActivity::Nothing && self.elsewhere.load(Ordering::Relaxed);
        if elsewhere { ContestActivity::Elsewhere } else { doing }
    }

    /// Notes whether another process plays it now, and returns that.
    pub(crate) fn check_elsewhere(&self) -> bool {
        let now = certamen_contest::opening::is_played(&self.folder);
        if self.elsewhere.swap(now, Ordering::Relaxed) != now {
            self.notify(LiveHint::Again);
        }
        now
    }

    /// The error that stopped it, without paths of this machine, for its organizers.
    pub(crate) fn without_paths(&self, why: &Message) -> Message {
        let folders = self.folder.path().ancestors().take(2);
        let folders = folders.filter(|folder| folder.parent().is_some());
        let folders: Vec<String> = folders.map(|folder| format!("{}/", folder.display())).collect();
        let in_language = |language| {
            folders.iter().fold(why.get(language), |text, folder| text.replace(folder, ""))
        };
        LocalizedTexts::in_each(in_language).into()
    }

    /// Why a file of its organizers cannot be read, without paths of this machine, for them.
    pub(crate) fn unread_file(&self) -> Option<Message> {
        let (snapshot, board) = (self.revision(), self.board());
        let unread = || board.trouble.iter().chain(&board.unread).next();
        let of_board = || unread().map(|error| self.without_paths(&error.message()));
        snapshot.file_error.clone().or_else(of_board)
    }

    /// Notes the activity; returns whether it differs from the previous one.
    pub(crate) fn note(&self, mut doing: ContestActivity) -> bool {
        if let ContestActivity::Failed { why, .. } = &mut doing {
            *why = self.without_paths(why);
        }
        let is_new = self.doings.note(doing, Timestamp::now());
        if is_new {
            self.notify(LiveHint::Again);
        }
        is_new
    }

    /// The revision of its pages.
    pub(crate) fn stamp(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    pub(crate) fn board(&self) -> Arc<Announcements> {
        Arc::clone(&self.board.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set_board(&self, board: Announcements) {
        let now = Arc::new(board);
        let mut shown = self.board.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *shown, Arc::clone(&now));
        drop(shown);
        let last = |board: &Announcements| board.publications.last().map(|own| own.number);
        let publication = last(&now).filter(|number| last(&before) != Some(*number));
        let publication =
            publication.map(|publication| LiveHint::Publication(PublicationEvent { publication }));
        let notice = (now.notices != before.notices)
            .then(|| LiveHint::Notice(NoticeEvent { notices: now.notices.len() }));
        let changes = now.roster.changes().len();
        let entrant = (changes != before.roster.changes().len())
            .then_some(LiveHint::Entrant(EntrantEvent { changes }));
        let mut hints: Vec<LiveHint> =
            [publication, notice, entrant].into_iter().flatten().collect();
        if hints.is_empty() {
            hints.push(LiveHint::Again);
        }
        // Only now: if counted earlier, a page of the old announcements would be cached as a new
        // one.
        for hint in hints {
            self.notify(hint);
        }
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Bytes> {
        self.events.listen()
    }

    /// The stored results, loaded now. Of a course only publications are shown: its standings have
    /// names that only its organizers may link to teams.
    pub(crate) fn results(&self) -> Result<Results<'static>, HttpError> {
        if self.revision().visibility != PlayerVisibility::Names {
            return Err(HttpError::Veiled);
        }
        Results::open(&self.folder).map_err(|error| match error {
            ContestError::Store(StoreError::Missing { .. }) => HttpError::NotYet,
            other => other.into(),
        })
    }

    pub(crate) fn matches(&self) -> Result<Results<'static>, HttpError> {
        let snapshot = self.revision();
        if !snapshot.is_anonymous() && !snapshot.shows_matches {
            return Err(HttpError::OwnMatches);
        }
        self.results()
    }
}

impl ContestSnapshot {
    pub(crate) fn tabled(&self) -> Result<&StandingsView, HttpError> {
        match &self.found {
            _ if self.is_anonymous() => Err(HttpError::Veiled),
            SnapshotState::Results(standings) => Ok(standings),
            SnapshotState::Nothing => Err(HttpError::NotYet),
            SnapshotState::Broken(why) => Err(HttpError::Broken(why.clone())),
        }
    }

    /// Whether there are standings from the first match on.
    pub(crate) fn waits_for_a_match(&self) -> bool {
        matches!(self.tabled(), Err(HttpError::NotYet))
    }

    /// Whether nothing about the entrants may be disclosed.
    pub(crate) fn is_anonymous(&self) -> bool {
        self.visibility == PlayerVisibility::Hidden
    }

    pub(crate) fn finality(&self) -> Finality {
        let over = matches!(&self.found, SnapshotState::Results(standings) if standings.over);
        Finality::of(self.entering, over)
    }

    /// Whether its pages show a countdown to the entry deadline.
    pub(crate) fn counts_down(&self) -> bool {
        matches!(self.entering, Entering::Until(Some(_)))
    }

    /// Whether it is a course with submissions by browser.
    pub(crate) fn is_course(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.course.is_some() && file.schedule.is_some())
    }

    /// Whether the first moves of its matches can be compared: no chance, nothing hidden, and one
    /// start.
    pub(crate) fn has_openings(&self) -> bool {
        let begin_alike = self.file.as_ref().is_none_or(|file| file.openings.is_none());
        let info = self.game.map(DynGame::info);
        begin_alike && info.is_some_and(|info| info.draws == Draws::Never && !info.hidden)
    }

    pub(crate) fn takes_programs(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.entries.is_some())
    }

    /// The event that announces it.
    pub(crate) fn event(&self) -> LiveHint {
        LiveHint::Table(StandingsEvent { revision: self.number, matches: self.played() })
    }

    pub(crate) fn played(&self) -> u64 {
        match &self.found {
            SnapshotState::Results(standings) => standings.progress.finished,
            SnapshotState::Nothing | SnapshotState::Broken(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Announcement;
    use std::{path::Path, thread};

    #[test]
    fn new_announcements_change_the_stamp_once_they_are_visible() {
        let slug = Slug::read("three").unwrap();
        let view = ContestView::new(&slug, &Folder::new(Path::new("/three")));
        let stamp = view.stamp();
        thread::scope(|scope| {
            let read = view.board.read().unwrap();
            scope.spawn(|| view.set_board(Announcements::default()));
            // While one thread waits to write, no other may start to read.
            while view.board.try_read().is_ok() {
                thread::yield_now();
            }
            assert_eq!(view.stamp(), stamp, "readers still see the old one");
            drop(read);
        });
        assert!(view.stamp() > stamp);
    }

    #[test]
    fn listeners_learn_of_new_rules_and_of_what_the_host_does() {
        let slug = Slug::read("three").unwrap();
        let view = ContestView::new(&slug, &Folder::new(Path::new("/three")));
        let mut events = view.listen();
        let rules = vec![Announcement { name: "rules".to_owned(), ..Announcement::default() }];
        view.set_board(Announcements { rules, ..Announcements::default() });
        assert_eq!(events.try_recv().unwrap(), LiveHint::Again.event());
        for _ in 0..2 {
            view.note(ContestActivity::Playing(ContestProgress::default()));
        }
        assert_eq!(events.try_recv().unwrap(), LiveHint::Again.event());
        assert!(events.try_recv().is_err(), "it does the same");
    }
}
