//! Read-only access to the stored results of a contest.

use crate::{
    ContestError, ContestProgress, EntrantUsage, ExcludedBot, Folder, StandingsRow,
    compiled_rules::{CompiledRules, Edition},
    deterministic::ObservedRepeats,
    disqualified::{LeaveReasons, SleepTimeouts, disqualify, too_late, voids_late},
    file::Programs,
    meta::{EDITION, ENTRANTS, EXCLUDED, Keys, OPENINGS, SEED, TIER},
    state::ContestState,
    usage,
};
use certamen_game::{Map, Scoring, Seat, SeatEntry, Table, arbiter::Arbiter, stderr_text};
use certamen_store::{
    BotVersion, FaultsByMatch, MatchNumber, MatchQuery, Store, StoreError, StoredMatch,
    SubmissionId,
};
use certamen_tournament::{
    Departure, Detail, Entrant, EntrantId, Format, History, Next, OnDisqualified, RankingConfig,
    Status, StopRule, VoidedMatches, may_be_played,
    statistics::{RankCertainty, RowPairs, settlements},
};
use std::{collections::BTreeMap, fs, io, ops::Deref, path::Path};

/// Read-only access to the results of a contest, also while it is running. It needs no contest
/// file.
pub struct Results<'s> {
    pub(crate) folder: Folder,
    pub(crate) store: StoreReader<'s>,
    pub(crate) contest_meta: ContestMeta,
}

/// A store that is read: opened for it, or lent by a run.
pub(crate) enum StoreReader<'s> {
    Own(Box<Store>),
    Lent(&'s Store),
}

impl Deref for StoreReader<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        match self {
            StoreReader::Own(store) => store,
            StoreReader::Lent(store) => store,
        }
    }
}

pub(crate) struct ContestMeta {
    pub(crate) name: String,
    pub(crate) tier: String,
    pub(crate) rules: CompiledRules,
    /// In order of entry.
    pub(crate) submissions: Vec<SubmissionId>,
    pub(crate) aside: Vec<ExcludedBot>,
    pub(crate) known: ObservedRepeats,
    pub(crate) asleep: SleepTimeouts,
}

impl ContestMeta {
    pub(crate) fn read(store: &Store, path: &Path) -> Result<ContestMeta, ContestError> {
        let keys = Keys { store, path };
        // A first run that died before the entrants were stored has played nothing.
        if store.meta(ENTRANTS)?.is_none() {
            return Err(StoreError::Missing { path: path.to_owned() }.into());
        }
        let entrants: Vec<i64> = keys.json(ENTRANTS)?;
        keys.json::<Edition>(EDITION)?;
        let rules = CompiledRules {
            game: keys.game()?,
            options: keys.json("options")?,
            format: keys.format("format", &keys.text("format")?)?,
            ranking: keys.kind("ranking", &keys.text("ranking")?, RankingConfig::read)?,
            programs: keys.json::<Programs>("programs")?,
            seed: keys.json(SEED)?,
        };
        Ok(ContestMeta {
            name: keys.text("name")?,
            tier: keys.text(TIER)?,
            rules,
            submissions: entrants.into_iter().map(SubmissionId).collect(),
            aside: keys.optional(EXCLUDED)?.unwrap_or_default(),
            known: ObservedRepeats::read(keys)?,
            asleep: SleepTimeouts::read(keys)?,
        })
    }
}

pub(crate) struct StoreSnapshot {
    pub(crate) rules: CompiledRules,
    planner: Box<dyn Format>,
    pub(crate) entrants: Vec<Entrant>,
    history: History,
    too_late: VoidedMatches,
}

pub(crate) fn entrant(submission: BotVersion) -> Entrant {
    let BotVersion { name, language, .. } = submission;
    Entrant { name, language, status: Status::Active }
}

impl Results<'static> {
    pub fn open(folder: &Folder) -> Result<Results<'static>, ContestError> {
        let path = folder.store();
        if is_absent(&path)? && is_absent(&folder.contest_file())? {
            return Err(ContestError::NoFile { path: folder.path().to_owned() });
        }
        Results::of(folder, StoreReader::Own(Box::new(Store::read(&path)?)))
    }

    /// The store that was opened for it, which any thread may keep; none if it was lent.
    pub fn into_store(self) -> Option<Store> {
        match self.store {
            StoreReader::Own(store) => Some(*store),
            StoreReader::Lent(_) => None,
        }
    }
}

fn is_absent(path: &std::path::Path) -> Result<bool, ContestError> {
    match fs::metadata(path) {
        Ok(_) => Ok(false),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(true)
        }
        Err(error) => Err(ContestError::Io { path: path.to_owned(), error }),
    }
}

impl<'s> Results<'s> {
    pub(crate) fn of(folder: &Folder, store: StoreReader<'s>) -> Result<Results<'s>, ContestError> {
        let contest_meta = ContestMeta::read(&store, &folder.store())?;
        Ok(Results { folder: folder.clone(), store, contest_meta })
    }

    pub fn name(&self) -> &str {
        &self.contest_meta.name
    }

    /// The isolation level of the last run.
    pub fn tier(&self) -> &str {
        &self.contest_meta.tier
    }

    /// The isolation level of the last run, if bots among `lines` have played; `None` while only
    /// built-in players have, which need none.
    pub fn programs_tier(&self, lines: &[StandingsRow]) -> Result<Option<&str>, ContestError> {
        for id in &self.contest_meta.submissions {
            let BotVersion { name, digest, .. } = self.store.submission(*id)?;
            let has_played = || lines.iter().any(|line| line.bot == name && line.played > 0);
            if !digest.is_empty() && has_played() {
                return Ok(Some(&self.contest_meta.tier));
            }
        }
        Ok(None)
    }

    pub fn game(&self) -> &'static str {
        self.contest_meta.rules.game.info().slug
    }

    /// Facts about the start of a match, next to the detail of its outcome.
    pub fn start_facts(&self, played: &StoredMatch) -> Map {
        let (game, options) = (self.contest_meta.rules.game, &self.contest_meta.rules.options);
        let keys = game.start_facts();
        // What differs from match to match stands in its record.
        if keys.is_empty() || !matches!(self.store.meta(OPENINGS), Ok(None)) {
            return Map::new();
        }
        let seats = played.seats.iter().map(|_| SeatEntry::named(""));
        let table = Table::new(game).options(options.clone()).seed(played.seed).seats(seats);
        // A bye has no start.
        let Ok(arbiter) = Arbiter::start(game, table) else { return Map::new() };
        let state = arbiter.state().json();
        let fact = |key: &&str| Some((format!("start_{key}"), state.get(key)?.clone()));
        keys.iter().filter_map(fact).collect()
    }

    pub fn ranking(&self) -> &RankingConfig {
        &self.contest_meta.rules.ranking
    }

    pub fn standings(&self) -> Result<Vec<StandingsRow>, ContestError> {
        let snapshot = self.snapshot(None)?;
        let mut rows = self.state(&snapshot).lines();
        let mut usage = self.usage()?;
        for row in &mut rows {
            row.usage = usage.remove(&row.bot);
        }
        Ok(rows)
    }

    /// Bots that could not enter: they are listed below the standings.
    pub fn excluded(&self) -> &[ExcludedBot] {
        &self.contest_meta.aside
    }

    /// Whether all matches are played, as far as known.
    pub fn is_over(&self) -> Result<bool, ContestError> {
        let mut rules = self.contest_meta.rules.clone();
        if let Some(phase) = self.store.phases()?.last() {
            // The length of a ladder may change, and is stored with its phases.
            rules.format = self.keys(&self.folder.store()).format("format", &phase.format)?;
        }
        let detail = rules.detail(self.contest_meta.submissions.len());
        let snapshot = self.snapshot_of(rules, detail)?;
        Ok(matches!(self.state(&snapshot).next(), Next::Done(_)))
    }

    pub(crate) fn state<'a>(&'a self, snapshot: &'a StoreSnapshot) -> ContestState<'a> {
        ContestState {
            rules: &snapshot.rules,
            planner: &*snapshot.planner,
            submissions: &self.contest_meta.submissions,
            entrants: &snapshot.entrants,
            history: &snapshot.history,
            too_late: &snapshot.too_late,
            known: &self.contest_meta.known,
        }
    }

    /// With the given detail, or as much as the standings need.
    pub(crate) fn snapshot(&self, detail: Option<Detail>) -> Result<StoreSnapshot, ContestError> {
        let rules = self.contest_meta.rules.clone();
        let needed = rules.detail(self.contest_meta.submissions.len());
        self.snapshot_of(rules, detail.unwrap_or(needed))
    }

    fn snapshot_of(
        &self,
        rules: CompiledRules,
        detail: Detail,
    ) -> Result<StoreSnapshot, ContestError> {
        let ids = &self.contest_meta.submissions;
        let mut entrants = Vec::with_capacity(ids.len());
        for id in ids {
            entrants.push(entrant(self.store.submission(*id)?));
        }
        let left = self.left(&rules, &mut entrants)?;
        Ok(StoreSnapshot {
            planner: rules.planner(),
            history: rules.history(&self.store, ids, detail)?,
            too_late: too_late(&self.store, &rules, ids, &left)?,
            entrants,
            rules,
        })
    }

    /// Sets the status of the entrants that have left; returns their departures.
    fn left(
        &self,
        rules: &CompiledRules,
        entrants: &mut [Entrant],
    ) -> Result<BTreeMap<EntrantId, Departure>, ContestError> {
        let (breaches, sleep_timeouts) =
            (&self.contest_meta.known.breaches, &self.contest_meta.asleep);
        let reasons = LeaveReasons { rules, breaches, asleep: sleep_timeouts };
        disqualify(&self.store, &reasons, &self.contest_meta.submissions, entrants)
    }

    /// The matches that the standings count, by number. Matches of bots that left, if they are
    /// struck out or given to the opponents, say nothing about any bot.
    pub fn counted(&self) -> Result<Vec<StoredMatch>, ContestError> {
        let rules = &self.contest_meta.rules;
        let fresh =
            Entrant { name: String::new(), language: String::new(), status: Status::Active };
        let own = &self.contest_meta.submissions;
        let left = self.left(rules, &mut vec![fresh; own.len()])?;
        let mut matches = self.matches()?;
        let place = |id: &SubmissionId| own.iter().position(|own| own == id);
        let stands = rules.policy() == Some(OnDisqualified::PlayedMatchesStand);
        let all_stand = stands && !voids_late(rules);
        matches.retain(|played| {
            let seats = played.seats.iter().filter_map(place).map(|at| EntrantId(at as u32));
            let seats: Vec<EntrantId> = seats.collect();
            let counts = if stands {
                may_be_played(&left, played.number.0, &seats)
            } else {
                seats.iter().all(|seat| !left.contains_key(seat))
            };
            left.is_empty() || all_stand || counts
        });
        Ok(matches)
    }

    pub fn faults(&self) -> Result<FaultsByMatch, ContestError> {
        Ok(self.store.faults_by_match()?)
    }

    /// The matches played among the entrants, by number.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, ContestError> {
        let own = &self.contest_meta.submissions;
        let mut matches = self.store.finished()?;
        matches.retain(|stored| self.contest_meta.rules.admits(own.len(), stored.seats.len()));
        matches.retain(|stored| stored.seats.iter().all(|seat| own.contains(seat)));
        Ok(matches)
    }

    /// The matches played, at most `most`, the newest first, of any entrants.
    pub fn listed(
        &self,
        wanted: &MatchQuery<'_>,
        most: usize,
    ) -> Result<Vec<StoredMatch>, ContestError> {
        Ok(self.store.listed(wanted, self.scoring(), most)?)
    }

    /// A number that changes whenever a run has written.
    pub fn revision(&self) -> Result<i64, ContestError> {
        Ok(self.store.revision()?)
    }

    pub fn progress(&self) -> Result<ContestProgress, ContestError> {
        let snapshot = self.snapshot(None)?;
        Ok(self.state(&snapshot).progress())
    }

    pub fn bot(&self, id: SubmissionId) -> Result<String, ContestError> {
        Ok(self.store.submission(id)?.name)
    }

    pub fn record(&self, number: MatchNumber) -> Result<Vec<u8>, ContestError> {
        Ok(self.store.record(number)?)
    }

    /// The end of the standard error of the bot on `seat`, as pieces with their turns; 0 is no turn,
    /// or several.
    pub fn last_words(
        &self,
        number: MatchNumber,
        seat: Seat,
    ) -> Result<Vec<(u64, Vec<u8>)>, ContestError> {
        Ok(stderr_text::split(&self.store.last_words(number, seat)?))
    }

    pub fn seed(&self) -> u64 {
        self.contest_meta.rules.seed
    }

    pub fn scoring(&self) -> Scoring {
        self.contest_meta.rules.game.info().scoring
    }

    /// The keys of the store, which is at `path`.
    pub(crate) fn keys<'a>(&'a self, path: &'a std::path::Path) -> Keys<'a> {
        Keys { store: &self.store, path }
    }

    /// What the entrants that are asked over HTTP have used, by name.
    pub(crate) fn usage(&self) -> Result<BTreeMap<String, EntrantUsage>, ContestError> {
        let path = self.folder.store();
        let mut found = BTreeMap::new();
        for (id, usage) in usage::stored(self.keys(&path))? {
            let id = SubmissionId(id);
            if self.contest_meta.submissions.contains(&id) {
                found.insert(self.bot(id)?, usage);
            }
        }
        Ok(found)
    }
}

impl Results<'_> {
    /// Whether it is certain that each row of `table` ranks above the next. The measure is the
    /// average result of a match: its score where the ranking adds up scores, else 1 for a win and
    /// 1/2 for a draw; or the estimated rating, if the ranking is by rating or pairings depend on
    /// results. Matches that only repeat others count once. `None` for the last row with a rank and
    /// for rows without one.
    pub fn settlements(
        &self,
        table: &[StandingsRow],
    ) -> Result<Vec<Option<RankCertainty>>, ContestError> {
        let snapshot = self.snapshot(Some(Detail::Matches))?;
        let places: BTreeMap<&str, EntrantId> = snapshot
            .entrants
            .iter()
            .map(|entrant| entrant.name.as_str())
            .zip((0..).map(EntrantId))
            .collect();
        let ranked = table.iter().filter(|line| line.rank.is_some());
        let order: Vec<EntrantId> =
            ranked.filter_map(|line| places.get(line.bot.as_str()).copied()).collect();
        let measure =
            self.contest_meta.rules.format.measure(self.contest_meta.rules.table_rule().measure());
        let first = self.stop().map_or(usize::MAX, StopRule::places);
        let lines = RowPairs { measure, first };
        let mut known = settlements(&order, &self.state(&snapshot).distinct(), lines);
        known.resize(table.len(), None);
        Ok(known)
    }

    /// When the contest may end early, if it may.
    pub fn stop(&self) -> Option<StopRule> {
        self.contest_meta.rules.format.stop()
    }
}
