//! A contest being run: from what is stored to the next matches, and back.

use crate::{
    ContestError, ContestFile, ContestProgress, ExcludedBot, Folder, RelativeMoveTime, Results,
    StandingsRow,
    compiled_rules::CompiledRules,
    deterministic::{Deterministic, REPEATS},
    disqualified::{LeaveReasons, SleepTimeouts, disqualify, too_late},
    draw::{BuiltinSpecs, Draw, Entropy},
    file::Memory,
    initial_terms::{self, Beginning},
    match_queue::MatchQueue,
    meta::{self, EXCLUDED, Keys, TIER},
    move_time,
    opening::{check_entries, lock},
    opening_book::{OpeningTable, Openings},
    receipt::LoggedRunOptions,
    results::{StoreReader, entrant},
    state::ContestState,
    usage::UsageSums,
};
use certamen_game::{
    Conditions, MatchRecord, SeatEntry, Table, escaped,
    job::{HTTP_LANGUAGE, MATCH_KEY},
    record::Via,
};
use certamen_i18n::Message;
use certamen_store::{
    BotVersion, FolderLifetime, JobResult, MatchJob, MatchNumber, SavedFolder, Scheduled, Store,
    StoredMatch, SubmissionId,
};
use certamen_tournament::{
    Cause, Departure, Entrant, EntrantId, Format, FormatConfig, History, Pace, Pairing, SeatResult,
    Standing, Status, VoidedMatches, format, may_be_played,
};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    num::NonZeroU32,
    time::Duration,
};

mod intake;

pub use intake::{FailedBots, RetryDecision};

/// A contest being run. While it lives, no other process can run it.
pub struct Contest {
    folder: Folder,
    file: ContestFile,
    conditions: Conditions,
    openings: Option<OpeningTable>,
    draw: Option<Draw>,
    store: Store,
    rules: CompiledRules,
    planner: Box<dyn Format>,
    submissions: Vec<SubmissionId>,
    entrants: Vec<Entrant>,
    digests: Vec<String>,
    /// Independent of names; match seeds follow from them.
    identities: BTreeMap<SubmissionId, String>,
    history: History,
    left: BTreeMap<EntrantId, Departure>,
    too_late: VoidedMatches,
    queue: MatchQueue,
    deterministic: Deterministic,
    asleep: SleepTimeouts,
    usage: UsageSums,
    /// The weakest tier of the workers, if any have played bots.
    isolated: Option<String>,
    progress: ContestProgress,
    /// The workers that failed to play a match, try by try.
    tries: BTreeMap<MatchNumber, Vec<String>>,
    /// When it was opened; `None` once the run is logged.
    opened: Option<Timestamp>,
    /// Matches that failed too often: the next run tries them again.
    deferred: BTreeMap<MatchNumber, Vec<SubmissionId>>,
    /// The bots that deferred matches have in common: their matches are not played in this run.
    suspended: BTreeSet<SubmissionId>,
    _lock: File,
}

/// The conditions of all matches. A record may be as long as that of the longest opening.
pub(crate) fn conditions_of(
    file: &ContestFile,
    openings: Option<&Openings>,
    move_time: Duration,
    tier: &str,
) -> Conditions {
    let all = openings.into_iter().flat_map(|openings| openings.options(&file.options));
    let bytes = all.map(|options| file.game.longest_record(&options)).max();
    let conditions = file.conditions(move_time, tier);
    Conditions { bytes: bytes.or(conditions.bytes), ..conditions }
}

impl Contest {
    /// Opens the contest in `folder` with these entrants. Matches that were in play when a run died
    /// are played again.
    pub fn open(
        folder: &Folder,
        file: ContestFile,
        entries: &[BotVersion],
        terms: OpenOptions<'_>,
    ) -> Result<Contest, ContestError> {
        let OpenOptions { tier, elsewhere, seed: asked, aside, deterministic, measure, entropy } =
            terms;
        check_entries(folder, &file, entries, aside)?;
        let openings = Openings::read(folder, &file, entries.len())?;
        let lock = lock(folder)?;
        let draw = initial_terms::drawn(folder, &file, entries, asked, &entropy)?;
        let mut store = Store::create(&folder.store())?;
        let begun = Beginning { asked, draw: draw.as_ref(), openings: openings.as_ref() };
        let seed = initial_terms::begin(folder, &file, &mut store, &begun)?;
        let limit = move_time::in_force(folder, &file, &mut store, measure)?;
        let keys = Keys { store: &store, path: &folder.store() };
        // With workers, the stored level of the matches played stays in force.
        let is_stored = elsewhere && store.record_count()? > 0;
        let isolated = if is_stored { keys.store.meta(TIER)? } else { None };
        let stated = isolated.as_deref().unwrap_or(tier);
        let rules = CompiledRules::of_file(&file, seed);
        let submissions = initial_terms::enter(folder, &file, &mut store, entries, stated)?;
        meta::store_json(&mut store, EXCLUDED, &aside)?;
        let entered = Entered { submissions: &submissions, entries, deterministic };
        let field = entered.read(&file, &rules, &mut store)?;
        let asleep = if rules.suspends() {
            SleepTimeouts::of_records(&mut store)?
        } else {
            SleepTimeouts::default()
        };
        let named = submissions.iter().zip(&field.entrants);
        let named = named.map(|(id, it)| (*id, it.name.as_str(), it.language.as_str()));
        let usage = UsageSums::of_records(&file, named, &mut store, &folder.store())?;
        let suspended = usage.at_limit().collect();
        let mut contest = Contest {
            folder: folder.clone(),
            planner: rules.planner(),
            history: field.history,
            left: BTreeMap::new(),
            too_late: Vec::new(),
            progress: ContestProgress::default(),
            queue: MatchQueue::new(file.programs.memory, field.deterministic.declared()),
            deterministic: field.deterministic,
            asleep,
            usage,
            entrants: field.entrants,
            digests: field.digests,
            identities: field.identities,
            tries: BTreeMap::new(),
            opened: Some(entropy.now),
            deferred: BTreeMap::new(),
            suspended,
            _lock: lock,
            conditions: conditions_of(&file, openings.as_ref(), limit, tier),
            openings: openings.and_then(|openings| OpeningTable::new(&openings, Some(seed))),
            isolated,
            file,
            rules,
            draw,
            store,
            submissions,
        };
        contest.refill()?;
        Ok(contest)
    }

    /// Whether bots can join while matches are under way: where a match does not depend on which
    /// others there are, and the seed not on the entrants. In a ladder they play from the next wave
    /// on.
    pub fn can_join(&self) -> bool {
        let has_fixed_field = match self.file.format {
            FormatConfig::Ladder(_) => false,
            FormatConfig::OneTable(_) => true,
            _ => self.planner.pace() == Pace::Rounds,
        };
        !has_fixed_field && self.draw.is_none()
    }

    /// Has bots join. Matches under way go on: what is planned follows from the entrants and from
    /// what is stored, as if the contest were opened again. None of those before may be missing.
    pub fn join(&mut self, joining: JoiningEntrants<'_>) -> Result<(), ContestError> {
        let JoiningEntrants { entries, deterministic, aside } = joining;
        check_entries(&self.folder, &self.file, &entries, aside)?;
        let tier = self.tier().to_owned();
        let store = &mut self.store;
        self.submissions = initial_terms::enter(&self.folder, &self.file, store, &entries, &tier)?;
        meta::store_json(store, EXCLUDED, &aside)?;
        let (submissions, deterministic) = (&self.submissions, &deterministic);
        let entered = Entered { submissions, entries: &entries, deterministic };
        let field = entered.read(&self.file, &self.rules, store)?;
        self.queue.declare(field.deterministic.declared());
        let JoinedField { history, deterministic, entrants, digests, identities } = field;
        (self.history, self.deterministic) = (history, deterministic);
        (self.entrants, self.digests, self.identities) = (entrants, digests, identities);
        self.refill()
    }

    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    pub(crate) fn state(&self) -> ContestState<'_> {
        ContestState {
            rules: &self.rules,
            planner: &*self.planner,
            submissions: &self.submissions,
            entrants: &self.entrants,
            history: &self.history,
            too_late: &self.too_late,
            known: &self.deterministic.known,
        }
    }

    /// The results so far, read-only.
    pub fn results(&self) -> Result<Results<'_>, ContestError> {
        Results::of(&self.folder, StoreReader::Lent(&self.store))
    }

    pub fn file(&self) -> &ContestFile {
        &self.file
    }

    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    pub fn draw(&self) -> Option<&Draw> {
        self.draw.as_ref()
    }

    /// The entrants, in order of entry.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    pub fn submissions(&self) -> &[SubmissionId] {
        &self.submissions
    }

    /// What the entrant `name` has cost in matches that were played, in millionths of a US dollar.
    pub fn spent(&self, name: &str) -> u64 {
        let mut both = self.submissions.iter().zip(&self.entrants);
        let own = both.find(|(_, entrant)| entrant.name == name);
        own.map_or(0, |(id, _)| self.usage.spent(*id))
    }

    pub fn step(&mut self) -> Result<NextStep, ContestError> {
        let may_ask = self.may_plan();
        // A round that consists of a bye ends at once.
        while self.queue.is_empty() && may_ask {
            match self.state().next() {
                format::Next::Play(pairings) => self.plan(&pairings)?,
                // Bots that have left may still play, and others may leave in these matches.
                format::Next::Done(done) if self.queue.is_idle() => {
                    return Ok(NextStep::Done(done));
                }
                format::Next::Wait if self.queue.is_idle() && self.has_excluded() => {
                    return Ok(NextStep::Stands);
                }
                format::Next::Wait | format::Next::Done(_) => return Ok(NextStep::Wait),
            }
        }
        Ok(match self.next_to_play()? {
            Some(next) => {
                self.note_run()?;
                NextStep::Work(Box::new(self.work(&next)?))
            }
            None if self.is_idle() => NextStep::Again,
            None => NextStep::Wait,
        })
    }

    /// Whether matches are left to the next run.
    fn has_excluded(&self) -> bool {
        !self.deferred.is_empty() || !self.suspended.is_empty()
    }

    /// Whether the format may be asked for more matches. Not while a bot that has left plays: the
    /// result may show that another bot left before, and restore this one.
    fn may_plan(&self) -> bool {
        let has_left = |id| self.entrant_id(id).is_some_and(|own| self.left.contains_key(&own));
        match self.planner.pace() {
            Pace::Rounds => self.queue.is_idle(),
            Pace::Free => !self.queue.playing().any(has_left),
        }
    }

    /// At most `most` of the matches to be played, spread over all of them: to be tried, not to be
    /// submitted.
    pub fn probe(&mut self, most: usize) -> Result<Vec<MatchJob>, ContestError> {
        self.plan_ahead()?;
        let mut planned = self.store.to_be_played()?;
        planned.retain(|stored| self.admits(stored));
        let step = planned.len().div_ceil(most.max(1)).max(1);
        planned.iter().skip(step / 2).step_by(step).map(|stored| self.work(stored)).collect()
    }

    /// With the reason for each.
    pub fn disqualified(&self) -> impl Iterator<Item = (&Entrant, Cause)> {
        self.entrants.iter().filter_map(|entrant| match entrant.status {
            Status::Disqualified(cause) => Some((entrant, cause)),
            Status::Active => None,
        })
    }

    pub fn progress(&self) -> ContestProgress {
        self.progress
    }

    pub fn standings(&self) -> Vec<Standing> {
        self.state().standings()
    }

    pub fn lines(&self) -> Vec<StandingsRow> {
        let mut rows = self.state().lines();
        for (id, entrant) in self.submissions.iter().zip(&self.entrants) {
            let Some(usage) = self.usage.of(*id) else { continue };
            if let Some(row) = rows.iter_mut().find(|row| row.bot == entrant.name) {
                row.usage = Some(usage);
            }
        }
        rows
    }

    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.queue.is_idle()
    }

    pub fn planned(&self) -> Result<u64, ContestError> {
        Ok(self.store.match_count()?)
    }

    /// The time that the built-in player of `share` needs for a move, if it was measured.
    pub fn needed(&self, share: &RelativeMoveTime) -> Result<Option<Duration>, ContestError> {
        move_time::needed(Keys { store: &self.store, path: &self.folder.store() }, share)
    }

    pub(crate) fn remembered<T: DeserializeOwned>(
        &self,
        key: &str,
    ) -> Result<Option<T>, ContestError> {
        Keys { store: &self.store, path: &self.folder.store() }.optional(key)
    }

    pub(crate) fn remember(&mut self, key: &str, value: String) -> Result<(), ContestError> {
        Ok(self.store.set_meta(&[(key, value)])?)
    }

    /// Logs the run once it hands out a match: opening alone leaves no line.
    fn note_run(&mut self) -> Result<(), ContestError> {
        let Some(opened) = self.opened.take() else { return Ok(()) };
        let terms = LoggedRunOptions {
            certamen: env!("CARGO_PKG_VERSION").to_owned(),
            tier: self.conditions.tier.clone(),
            before: self.store.record_count()?,
        };
        let terms = serde_json::to_string(&terms).expect("terms are plain data");
        self.store.note_run(opened.into(), &terms)?;
        self.remember(TIER, self.tier().to_owned())
    }

    fn admits(&self, stored: &StoredMatch) -> bool {
        self.rules.admits(self.entrants.len(), stored.seats.len())
    }

    /// Checks which bots have left and queues the stored matches among the others.
    fn refill(&mut self) -> Result<(), ContestError> {
        self.update_departures()?;
        let left = &self.left;
        self.too_late = too_late(&self.store, &self.rules, &self.submissions, left)?;
        let mut matches = self.store.to_be_played()?;
        matches.retain(|stored| self.admits(stored) && !self.is_deferred(stored));
        matches.retain(|stored| may_be_played(left, stored.number.0, &self.pairing(stored).seats));
        self.queue.refill(matches);
        self.progress = self.state().progress();
        Ok(())
    }

    /// Updates the entrants that have left; returns whether they changed.
    fn update_departures(&mut self) -> Result<bool, ContestError> {
        let (rules, breaches) = (&self.rules, &self.deterministic.known.breaches);
        let reasons = LeaveReasons { rules, breaches, asleep: &self.asleep };
        let left = disqualify(&self.store, &reasons, &self.submissions, &mut self.entrants)?;
        let before = std::mem::replace(&mut self.left, left);
        Ok(before != self.left)
    }

    fn plan(&mut self, pairings: &[Pairing]) -> Result<(), ContestError> {
        let scheduled: Vec<Scheduled> = pairings
            .iter()
            .map(|pairing| Scheduled {
                seats: pairing.seats.iter().map(|id| self.submissions[id.index()]).collect(),
                repeat: pairing.repeat,
                seed: self.seed_of(pairing),
            })
            .collect();
        self.store.schedule(&scheduled)?;
        for pairing in pairings {
            if pairing.is_bye() {
                self.history.finish(pairing, &[SeatResult::BYE]);
            } else {
                self.history.schedule(pairing);
            }
        }
        self.refill()
    }

    fn seed_of(&self, pairing: &Pairing) -> u64 {
        let seat = |id: &EntrantId| &*self.identities[&self.submissions[id.index()]];
        let seats: Vec<&str> = pairing.seats.iter().map(seat).collect();
        self.rules.seed_of(self.rules.seed, &seats, pairing.repeat)
    }

    fn pairing(&self, stored: &StoredMatch) -> Pairing {
        let seats = stored.seats.iter().filter_map(|id| self.entrant_id(*id));
        Pairing { seats: seats.collect(), repeat: stored.repeat }
    }

    /// The place of a bot in the field.
    fn entrant_id(&self, id: SubmissionId) -> Option<EntrantId> {
        let place = self.submissions.iter().position(|own| *own == id)?;
        Some(EntrantId(place as u32))
    }

    fn work(&self, stored: &StoredMatch) -> Result<MatchJob, ContestError> {
        let seats = self.pairing(stored).seats.into_iter().map(|id| self.seat_entry(id));
        let all = &self.file.options;
        let options = self.openings.as_ref().map(|book| book.options(all, stored.repeat));
        let mut table = Table::new(self.file.game)
            .options(options.unwrap_or_else(|| all.clone()))
            .seed(stored.seed)
            .seats(seats)
            .conditions(self.conditions.clone());
        self.note_http_players(&mut table, stored.number);
        let mut folders = vec![Vec::new(); stored.seats.len()];
        if let Some(lifetime) = self.folder_lifetime(stored) {
            for (folder, owner) in folders.iter_mut().zip(&stored.seats) {
                *folder = self.store.folder(*owner, &lifetime)?.unwrap_or_default();
            }
        }
        Ok(MatchJob { number: stored.number, table, seats: stored.seats.clone(), folders })
    }

    fn seat_entry(&self, id: EntrantId) -> SeatEntry {
        let entrant = &self.entrants[id.index()];
        let digest = Some(self.digests[id.index()].clone()).filter(|digest| !digest.is_empty());
        let entry = SeatEntry { digest, ..SeatEntry::named(&entrant.name) };
        match self.file.http_player(&entrant.name, &entrant.language) {
            Some(terms) => {
                let move_ms = terms.move_time.map(|time| time.as_millis() as u64);
                SeatEntry { move_ms, ..entry }.remote(Via::Http)
            }
            None => entry,
        }
    }

    /// Adds what only matches with players asked over HTTP have: the name of the match, which their
    /// requests have, and the permitted replies in a turn.
    fn note_http_players(&self, table: &mut Table, number: MatchNumber) {
        let is_http = |seat: &&SeatEntry| seat.via == Some(Via::Http);
        let players = table.seats.iter().filter(is_http);
        let terms = players.filter_map(|seat| self.file.http_player(&seat.bot, HTTP_LANGUAGE));
        let Some(attempts) = terms.map(|terms| terms.attempts).max() else { return };
        table.conditions.attempts = NonZeroU32::new(attempts).filter(|count| count.get() > 1);
        let folder = self.folder.path().file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{}#{number}", escaped(&folder));
        table.extra.insert(MATCH_KEY.to_owned(), name.into());
    }

    fn saved_folders(
        &self,
        number: MatchNumber,
        folders: Vec<Option<Vec<u8>>>,
    ) -> Vec<SavedFolder> {
        let Some(stored) = self.queue.under_way(number) else { return Vec::new() };
        let Some(lifetime) = self.folder_lifetime(stored) else { return Vec::new() };
        let left = stored.seats.iter().zip(folders);
        left.filter_map(|(owner, content)| {
            Some(SavedFolder { owner: *owner, lifetime: lifetime.clone(), content: content? })
        })
        .collect()
    }

    fn folder_lifetime(&self, stored: &StoredMatch) -> Option<FolderLifetime> {
        match self.file.programs.memory {
            Memory::None | Memory::Match => None,
            Memory::Pair => Some(FolderLifetime::Table(stored.seats.clone())),
            Memory::Contest => Some(FolderLifetime::Contest),
        }
    }

    /// The match to be played next. Matches before it that would only repeat another are stored as
    /// copies.
    fn next_to_play(&mut self) -> Result<Option<StoredMatch>, ContestError> {
        loop {
            let (mut copies, mut found) = (Vec::new(), None);
            let usage = &self.usage;
            let may_start = |queue: &MatchQueue, stored: &StoredMatch| {
                usage.may_start(&stored.seats, |id| queue.in_play(id))
            };
            while copies.len() < COPIES
                && let Some(next) = self.queue.next(may_start)
            {
                let Some(original) = self.deterministic.original(&next.seats) else {
                    found = Some(next);
                    break;
                };
                copies.push(self.copy(&next, original)?);
            }
            let is_last = copies.len() < COPIES;
            if !copies.is_empty() {
                self.hand_in(copies)?;
            }
            if is_last {
                return Ok(found);
            }
        }
    }

    fn copy(&self, next: &StoredMatch, original: MatchNumber) -> Result<JobResult, ContestError> {
        let read = MatchRecord::read(&self.store.record(original)?);
        let (mut record, _) = read.map_err(|_| ContestError::Unfinished(original))?;
        record.table.seed = next.seed;
        record.table.extra.insert(REPEATS.to_owned(), original.0.into());
        Ok(JobResult {
            number: next.number,
            record,
            began: None,
            took: Duration::ZERO,
            folders: Vec::new(),
            errors: Vec::new(),
            machine: None,
        })
    }

    /// The durations of the last matches, at most `most`, by kind.
    pub fn times(&self, most: usize) -> Result<BTreeMap<MatchKind, Vec<Duration>>, ContestError> {
        let mut times: BTreeMap<MatchKind, Vec<Duration>> = BTreeMap::new();
        for (seats, took) in self.store.times(most)? {
            times.entry(self.kind_of(&seats)?).or_default().push(took);
        }
        Ok(times)
    }

    /// The number of planned matches to be played, by kind.
    pub fn kinds_left(&mut self) -> Result<BTreeMap<MatchKind, u64>, ContestError> {
        self.plan_ahead()?;
        let mut left = BTreeMap::new();
        for stored in self.store.to_be_played()?.iter().filter(|stored| self.admits(stored)) {
            *left.entry(self.kind_of(&stored.seats)?).or_default() += 1;
        }
        Ok(left)
    }

    pub fn kind_of(&self, seats: &[SubmissionId]) -> Result<MatchKind, ContestError> {
        let language = |seat: &SubmissionId| Ok(self.store.submission(*seat)?.language);
        let mut kind = seats.iter().map(language).collect::<Result<MatchKind, ContestError>>()?;
        kind.sort_unstable();
        Ok(kind)
    }

    fn plan_ahead(&mut self) -> Result<(), ContestError> {
        if self.queue.is_empty()
            && let format::Next::Play(pairings) = self.state().next()
        {
            self.plan(&pairings)?;
        }
        Ok(())
    }
}

/// The entrants of a contest from now on, in order of entry.
pub struct JoiningEntrants<'a> {
    pub entries: Vec<BotVersion>,
    /// Which of them must be deterministic.
    pub deterministic: Vec<bool>,
    pub aside: &'a [ExcludedBot],
}

/// Entrants that are stored.
struct Entered<'a> {
    submissions: &'a [SubmissionId],
    entries: &'a [BotVersion],
    deterministic: &'a [bool],
}

/// What follows from the entrants and from what is stored.
struct JoinedField {
    history: History,
    deterministic: Deterministic,
    entrants: Vec<Entrant>,
    digests: Vec<String>,
    identities: BTreeMap<SubmissionId, String>,
}

impl Entered<'_> {
    fn read(
        &self,
        file: &ContestFile,
        rules: &CompiledRules,
        store: &mut Store,
    ) -> Result<JoinedField, ContestError> {
        let Entered { submissions, entries, deterministic } = *self;
        // Bots that remember earlier matches depend on them, too.
        let forgets = !file.programs.memory.lives_on();
        let declared = submissions.iter().zip(deterministic);
        let declared = declared.filter(|(_, declared)| forgets && **declared);
        let declared = declared.map(|(id, _)| id.0).collect();
        let required = file.programs.deterministic;
        let named = submissions.iter().zip(entries);
        Ok(JoinedField {
            deterministic: Deterministic::read(file, declared, required, store)?,
            history: rules.history(store, submissions, rules.detail(entries.len()))?,
            entrants: entries.iter().cloned().map(entrant).collect(),
            digests: entries.iter().map(|entry| entry.digest.clone()).collect(),
            identities: BuiltinSpecs::of(&file.bots)
                .identities(named.map(|(id, it)| (*id, &*it.name, &*it.digest))),
        })
    }
}

pub struct OpenOptions<'a> {
    /// The isolation level, or the weakest one accepted if workers play.
    pub tier: &'static str,
    /// Whether workers play: each reports its own isolation level.
    pub elsewhere: bool,
    /// The seed to use instead of the file's.
    pub seed: Option<u64>,
    pub aside: &'a [ExcludedBot],
    pub deterministic: &'a [bool],
    pub measure: &'a mut dyn FnMut(&RelativeMoveTime) -> Result<Duration, Message>,
    pub entropy: Entropy,
}

pub enum NextStep {
    Work(Box<MatchJob>),
    /// Wait for the matches in play.
    Wait,
    /// Ask again: all planned matches were copies, which are stored. An endless contest may continue
    /// like this forever, so the caller must be able to stop it.
    Again,
    /// Stop: everything is played except deferred matches.
    Stands,
    Done(format::FormatEnd),
}

/// The number of copies stored at a time.
const COPIES: usize = 1000;

/// The languages of the bots at a table, sorted.
pub type MatchKind = Vec<String>;
