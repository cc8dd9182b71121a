//! A contest on show: how it stood when it was last looked at, and what is being done with it.

use crate::{
    Slug,
    activity_log::ActivityLog,
    board::Announcements,
    finality::{Entering, Finality},
    http_error::HttpError,
    live::{EntrantEvent, LiveHint, NoticeEvent, PublicationEvent, RunningMatches, StandingsEvent},
    player_visibility::{Disclosure, PlayerVisibility},
    pseudonyms::Pseudonyms,
    snapshot_cache::{ContestStatus, SnapshotCache, StaleSnapshot},
};
use certamen_contest::{
    ContestFile, ContestProgress, FairPlay, Field, Folder, LocalizedTexts, Results, StandingsRow,
};
use certamen_game::DynGame;
use certamen_i18n::Message;
use certamen_portal::check_job::ContestActivity;
use certamen_store::SavedMoment;
use certamen_tournament::{
    Column, RankingConfig,
    statistics::{Model, RankCertainty, Rating, field::Cycle},
};
use jiff::Timestamp;
use std::time::Instant;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, OnceLock, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::sync::broadcast;

/// So many news wait for a reader who is slow; then it is told to look again.
const BACKLOG: usize = 16;

/// So many earlier places of each bot are shown.
const PLACES: usize = 24;

/// A contest on show.
pub(crate) struct ContestView {
    pub(crate) slug: Slug,
    pub(crate) folder: Folder,
    snapshot: RwLock<Arc<ContestSnapshot>>,
    /// What whoever holds it does with it.
    pub(crate) doings: ActivityLog,
    board: RwLock<Arc<Announcements>>,
    /// The numbers of the cores on which it is played now.
    pub(crate) cores: RwLock<Vec<usize>>,
    /// Whether another process plays it.
    elsewhere: AtomicBool,
    /// What it keeps to itself, whatever its file says.
    disclosure: RwLock<Disclosure>,
    /// How often anything changed that pages tell.
    changes: AtomicU64,
    /// How it stood a while ago, for pages that take long to make.
    leisure: SnapshotCache<ContestSnapshot>,
    /// Matches that are being played and take long.
    pub(crate) running_matches: RunningMatches,
    live_hint: broadcast::Sender<LiveHint>,
}

/// How a contest stood when it was looked at.
pub(crate) struct ContestSnapshot {
    /// From 0, one more each time.
    pub(crate) number: u64,
    /// Its name, or that of its folder while that is all that is known.
    pub(crate) name: String,
    /// Its game, if it is known.
    pub(crate) game: Option<&'static dyn DynGame>,
    /// Its file, if it can be read.
    pub(crate) file: Option<ContestFile>,
    /// Whether somebody may still enter.
    pub(crate) entering: Entering,
    /// What is told of those who take part.
    pub(crate) visibility: PlayerVisibility,
    /// Whether everybody may look at matches.
    pub(crate) shows_matches: bool,
    /// The hash of the secret that its seed comes of, where that is drawn and told.
    pub(crate) commitment: Option<String>,
    /// What was found.
    pub(crate) found: SnapshotState,
}

/// What is stored of a contest.
pub(crate) enum SnapshotState {
    /// Nothing yet.
    Nothing,
    /// Results.
    Results(Box<StandingsView>),
    /// What cannot be read, and why, without the paths of this machine.
    Broken(Message),
}

/// The table with what is known of it.
pub(crate) struct StandingsView {
    /// The table.
    pub(crate) lines: Vec<StandingsRow>,
    /// Whether each line is settled to stand above the next.
    pub(crate) settlements: Vec<Option<RankCertainty>>,
    /// The strength of each line, where it is known.
    pub(crate) ratings: Vec<Option<Rating>>,
    /// Who did what against whom, in the order of the table.
    pub(crate) field: Field,
    /// Where each bot stood at the last moments of which the table was kept, the oldest first.
    pub(crate) places: BTreeMap<String, Vec<Option<u32>>>,
    /// The moments of which the table was kept, the oldest first.
    pub(crate) moments: Vec<SavedMoment>,
    /// How far it is.
    pub(crate) progress: ContestProgress,
    /// Whether all is played.
    pub(crate) over: bool,
    /// The seed that its matches follow from.
    pub(crate) seed: u64,
    /// The tier of isolation of programs; none while none has played.
    pub(crate) tier: Option<String>,
    /// What the table goes by.
    pub(crate) ranking: RankingConfig,
    /// What its bots are called, where their names are nobody's concern.
    pub(crate) pseudonyms: Option<Pseudonyms>,
    /// Whether strengths may be told, and are for more than the order.
    rates: bool,
    /// The strengths of all: computed when somebody asks.
    model: OnceLock<Option<Model>>,
    /// Whether everybody had the same chances: computed when somebody asks.
    fair_play: OnceLock<FairPlay>,
    /// Who beats whom in circles: computed when somebody asks.
    circles: OnceLock<Vec<Cycle>>,
}

impl StandingsView {
    /// What `results` say.
    pub(crate) fn of(
        results: &Results<'_>,
    ) -> Result<StandingsView, certamen_contest::ContestError> {
        let lines = results.standings()?;
        let field = results.field()?;
        Ok(StandingsView {
            settlements: results.settlements(&lines)?,
            ratings: results.ratings(&field),
            places: results.recent_places(PLACES)?,
            moments: results.kept_moments()?,
            progress: results.progress()?,
            over: results.is_over()?,
            seed: results.seed(),
            tier: results.programs_tier(&lines)?.map(ToOwned::to_owned),
            ranking: results.ranking().clone(),
            pseudonyms: None,
            rates: !results.is_ladder(),
            model: OnceLock::new(),
            fair_play: OnceLock::new(),
            circles: OnceLock::new(),
            lines,
            field,
        })
    }

    /// The strengths of all, where they may be told.
    pub(crate) fn model(&self) -> Option<&Model> {
        self.model.get_or_init(|| self.rates.then(|| self.field.model())).as_ref()
    }

    /// Who beats whom in circles, the surest first.
    pub(crate) fn circles(&self) -> &[Cycle] {
        self.circles.get_or_init(|| self.field.circles())
    }

    /// Whether everybody had the same chances.
    pub(crate) fn fair_play(&self, folder: &Folder) -> Result<&FairPlay, HttpError> {
        if let Some(known) = self.fair_play.get() {
            return Ok(known);
        }
        let mut found = Results::open(folder)?.fair_play()?;
        if let Some(pseudonyms) = &self.pseudonyms {
            // Why something was played again may name whoever played.
            found.voids.clear();
            for share in &mut found.bots {
                share.bot = pseudonyms.handle(&share.bot).ok_or(HttpError::Veiled)?;
            }
        }
        Ok(self.fair_play.get_or_init(|| found))
    }

    /// The same where nobody is called by what results call him, and what marks are made of is not
    /// told; none if there is somebody for whom nothing may stand.
    pub(crate) fn masked(mut self, pseudonyms: Pseudonyms) -> Option<StandingsView> {
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
        Some(StandingsView { pseudonyms: Some(pseudonyms), ..self })
    }
}

impl ContestView {
    /// A contest that was not looked at yet.
    pub(crate) fn new(slug: &Slug, folder: &Folder) -> ContestView {
        let snapshot = ContestSnapshot {
            number: 0,
            name: slug.to_string(),
            game: None,
            file: None,
            entering: Entering::default(),
            visibility: PlayerVisibility::Drawn,
            shows_matches: false,
            commitment: None,
            found: SnapshotState::Nothing,
        };
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
            leisure: SnapshotCache::default(),
            running_matches: RunningMatches::default(),
            live_hint: broadcast::channel(BACKLOG).0,
        }
    }

    /// How it stood when it was last looked at.
    pub(crate) fn revision(&self) -> Arc<ContestSnapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same, or of many matches as it was up to a minute ago.
    pub(crate) fn stale_snapshot(&self) -> StaleSnapshot<ContestSnapshot> {
        let snapshot = self.revision();
        let moves = snapshot.tabled().is_ok_and(|standings| !standings.over);
        let (told, matches) = (&snapshot, snapshot.played());
        let standing = ContestStatus { told, stamp: self.stamp(), matches, moves };
        self.leisure.told(&standing, (Instant::now(), Timestamp::now()))
    }

    /// Shows how it stands now, and tells those who look at it.
    pub(crate) fn show(&self, snapshot: ContestSnapshot) {
        let live_hint = LiveHint::Table(StandingsEvent {
            revision: snapshot.number,
            matches: snapshot.played(),
        });
        let mut shown = self.snapshot.write().unwrap_or_else(PoisonError::into_inner);
        // What is kept to itself from now on is not told a minute longer.
        if (shown.visibility, shown.shows_matches) != (snapshot.visibility, snapshot.shows_matches)
        {
            self.leisure.forget();
        }
        *shown = Arc::new(snapshot);
        drop(shown);
        self.tell(live_hint);
    }

    /// Keeps this to itself from the next look on: the contest that it belongs to does.
    pub(crate) fn set_disclosure(&self, disclosure: Disclosure) {
        *self.disclosure.write().unwrap_or_else(PoisonError::into_inner) = disclosure;
    }

    /// What it keeps to itself, whatever its file says.
    pub(crate) fn reticence(&self) -> Disclosure {
        self.disclosure.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells those who look at it.
    pub(crate) fn tell(&self, live_hint: LiveHint) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        // Nobody may be listening.
        let _ = self.live_hint.send(live_hint);
    }

    /// What is being done with it, here or by a `run` or a `host` beside us.
    pub(crate) fn doing(&self) -> ContestActivity {
        let doing = self.doings.now();
        let elsewhere = doing == ContestActivity::Nothing && self.elsewhere.load(Ordering::Relaxed);
        if elsewhere { ContestActivity::Elsewhere } else { doing }
    }

    /// Looks whether somebody plays it.
    pub(crate) fn look_for_players(&self) {
        let now = certamen_contest::opening::is_played(&self.folder);
        if self.elsewhere.swap(now, Ordering::Relaxed) != now {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What went wrong with it without the paths of this machine, for its hosts.
    pub(crate) fn without_paths(&self, why: &Message) -> Message {
        let folders = self.folder.path().ancestors().take(2);
        let folders = folders.filter(|folder| folder.parent().is_some());
        let folders: Vec<String> = folders.map(|folder| format!("{}/", folder.display())).collect();
        let in_language = |language| {
            folders.iter().fold(why.get(language), |text, folder| text.replace(folder, ""))
        };
        LocalizedTexts::in_each(in_language).into()
    }

    /// Notes what is being done with it; whether that is something else than before.
    pub(crate) fn note(&self, mut doing: ContestActivity) -> bool {
        if let ContestActivity::Failed { why, .. } = &mut doing {
            *why = self.without_paths(why);
        }
        let is_new = self.doings.note(doing, Timestamp::now());
        if is_new {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        is_new
    }

    /// A number that is another one once its pages tell something else.
    pub(crate) fn stamp(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// What its hosts tell beside the table.
    pub(crate) fn board(&self) -> Arc<Announcements> {
        Arc::clone(&self.board.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Shows what its hosts tell now.
    pub(crate) fn pin(&self, board: Announcements) {
        let now = Arc::new(board);
        let mut shown = self.board.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *shown, Arc::clone(&now));
        drop(shown);
        // Only now: counted earlier, a page of the old board would be cached as one of the new.
        self.changes.fetch_add(1, Ordering::Relaxed);
        let last = |board: &Announcements| board.publications.last().map(|own| own.number);
        if let Some(publication) = last(&now).filter(|number| last(&before) != Some(*number)) {
            self.tell(LiveHint::Publication(PublicationEvent { publication }));
        }
        if now.notices != before.notices {
            self.tell(LiveHint::Notice(NoticeEvent { notices: now.notices.len() }));
        }
        let changes = now.roster.changes().len();
        if changes != before.roster.changes().len() {
            self.tell(LiveHint::Entrant(EntrantEvent { changes }));
        }
    }

    /// What becomes new from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<LiveHint> {
        self.live_hint.subscribe()
    }

    /// What is stored, to be read now. A course shows its publications only: its table has names
    /// that nobody but its hosts may tell from each other.
    pub(crate) fn results(&self) -> Result<Results<'static>, HttpError> {
        if self.revision().visibility != PlayerVisibility::Lifted {
            return Err(HttpError::Veiled);
        }
        Ok(Results::open(&self.folder)?)
    }

    /// The same, for those who look at matches.
    pub(crate) fn matches(&self) -> Result<Results<'static>, HttpError> {
        let snapshot = self.revision();
        if !snapshot.is_anonymous() && !snapshot.shows_matches {
            return Err(HttpError::OwnMatches);
        }
        self.results()
    }
}

impl ContestSnapshot {
    /// The table, if there is one that everybody may see.
    pub(crate) fn tabled(&self) -> Result<&StandingsView, HttpError> {
        match &self.found {
            _ if self.is_anonymous() => Err(HttpError::Veiled),
            SnapshotState::Results(standings) => Ok(standings),
            SnapshotState::Nothing => Err(HttpError::NotYet),
            SnapshotState::Broken(why) => Err(HttpError::Broken(why.clone())),
        }
    }

    /// Whether its table comes with its first match.
    pub(crate) fn waits_for_a_match(&self) -> bool {
        matches!(self.tabled(), Err(HttpError::NotYet))
    }

    /// Whether nothing is told of those who take part.
    pub(crate) fn is_anonymous(&self) -> bool {
        self.visibility == PlayerVisibility::Drawn
    }

    /// Whether its table may still change.
    pub(crate) fn finality(&self) -> Finality {
        let over = matches!(&self.found, SnapshotState::Results(standings) if standings.over);
        Finality::of(self.entering, over)
    }

    /// Whether its pages tell how long it is until programs are not taken in any more.
    pub(crate) fn counts_down(&self) -> bool {
        matches!(self.entering, Entering::Until(Some(_)))
    }

    /// Whether it is a course that pairs take part in by the browser.
    pub(crate) fn is_course(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.course.is_some() && file.schedule.is_some())
    }

    /// Whether programs are sent to it.
    pub(crate) fn takes_programs(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.entries.is_some())
    }

    /// How many matches are played.
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
    use std::{path::Path, thread};

    #[test]
    fn a_board_is_counted_once_it_is_shown() {
        let slug = Slug::read("three").unwrap();
        let view = ContestView::new(&slug, &Folder::new(Path::new("/three")));
        let stamp = view.stamp();
        thread::scope(|scope| {
            let read = view.board.read().unwrap();
            scope.spawn(|| view.pin(Announcements::default()));
            // Once someone waits to write, no one else may read.
            while view.board.try_read().is_ok() {
                thread::yield_now();
            }
            assert_eq!(view.stamp(), stamp, "readers still see the old one");
            drop(read);
        });
        assert!(view.stamp() > stamp);
    }
}
