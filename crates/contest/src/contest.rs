//! A contest being run: from what is stored to the next matches, and back.

use crate::{ContestError, ContestFile, Folder, begun, file::OnDisqualified};
use game::{Conditions, DynGame, Fault, Map, MatchRecord, SeatEntry, Table, match_seed, record};
use std::{
    collections::{BTreeMap, VecDeque},
    fs::{self, File, TryLockError},
};
use store::{Finished, MatchNumber, Scheduled, Store, StoredMatch, Submission, SubmissionId, Work};
use tournament::{
    Entrant, EntrantId, Format, History, Pairing, Standing, Status, format, verdicts,
};

/// How many matches are planned at a time.
const BATCH: usize = 200_000;
/// How often a match that we failed to play is tried.
const TRIES: u32 = 3;

/// A contest being run. While it lives, nobody else can run it.
pub struct Contest {
    file: ContestFile,
    conditions: Conditions,
    seed: u64,
    store: Store,
    submissions: Vec<SubmissionId>,
    entrants: Vec<Entrant>,
    digests: Vec<String>,
    history: History,
    format: Box<dyn Format>,
    queue: VecDeque<StoredMatch>,
    under_way: BTreeMap<MatchNumber, StoredMatch>,
    tries: BTreeMap<MatchNumber, u32>,
    _lock: File,
}

/// What is to be done next.
pub enum Step {
    /// Play this.
    Work(Box<Work>),
    /// Wait for the matches under way.
    Wait,
    /// Stop: the contest is over.
    Done(format::Done),
}

/// How far a contest is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Matches finished, in this run and before.
    pub finished: u64,
    /// Matches there will be, as far as is known.
    pub total: u64,
    /// Faults in them.
    pub faults: u64,
}

impl Contest {
    /// Opens the contest in `folder` with these entrants, to be played under `conditions`.
    /// Matches that a run which died had under way are simply to be played again.
    pub fn open(
        folder: &Folder,
        file: ContestFile,
        entries: &[Submission],
        conditions: Conditions,
        seed: Option<u64>,
    ) -> Result<Contest, ContestError> {
        check_entries(folder, &file, entries)?;
        let lock = lock(folder)?;
        let mut store = Store::create(&folder.store())?;
        let seed = begun::begin(folder, &file, &mut store, seed)?;
        let entered = entries.iter().map(|entry| store.enter(entry));
        let submissions = entered.collect::<Result<Vec<_>, _>>()?;
        store.keep_scheduled(&submissions)?;
        let ids: Vec<i64> = submissions.iter().map(|id| id.0).collect();
        store.set_meta(&[
            ("name", file.name.clone()),
            ("tier", conditions.tier.clone()),
            ("entrants", serde_json::to_string(&ids).expect("numbers are plain data")),
            ("programs", serde_json::to_string(&file.programs).expect("words are plain data")),
        ])?;
        let mut contest = Contest {
            format: file.format.build(file.ranking.build()),
            history: store.history(&submissions)?,
            queue: store.to_be_played()?.into(),
            entrants: entries.iter().map(entrant).collect(),
            digests: entries.iter().map(|entry| entry.digest.clone()).collect(),
            under_way: BTreeMap::new(),
            tries: BTreeMap::new(),
            _lock: lock,
            file,
            conditions,
            seed,
            store,
            submissions,
        };
        contest.disqualify()?;
        Ok(contest)
    }

    /// The contest's file.
    pub fn file(&self) -> &ContestFile {
        &self.file
    }

    /// The entrants, in order of entry.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The numbers of their submissions.
    pub fn submissions(&self) -> &[SubmissionId] {
        &self.submissions
    }

    /// What is to be done next.
    pub fn step(&mut self) -> Result<Step, ContestError> {
        if self.queue.is_empty() {
            match self.format.next(&self.entrants, &self.history, BATCH) {
                format::Next::Play(pairings) => self.plan(&pairings)?,
                format::Next::Wait => return Ok(Step::Wait),
                format::Next::Done(done) => return Ok(Step::Done(done)),
            }
        }
        let Some(next) = self.queue.pop_front() else { return Ok(Step::Wait) };
        let work = self.work(&next);
        self.under_way.insert(next.number, next);
        Ok(Step::Work(Box::new(work)))
    }

    /// Takes records of finished matches in: stored at once, counted once.
    pub fn hand_in(&mut self, records: &[(MatchNumber, MatchRecord)]) -> Result<(), ContestError> {
        let scoring = self.file.game.info().scoring;
        let mut finished = Vec::with_capacity(records.len());
        for (number, record) in records {
            let outcome = record.outcome.clone().ok_or(ContestError::Unfinished(*number))?;
            let results = verdicts(record, scoring).ok_or(ContestError::Unfinished(*number))?;
            let (turns, bytes) = (record.turns.len() as u64, record.to_bytes());
            let faults = self.faults(*number, record);
            let number = *number;
            finished.push(Finished { number, outcome, turns, results, faults, record: bytes });
        }
        self.store.finish(&finished)?;
        for done in &finished {
            if let Some(stored) = self.under_way.remove(&done.number) {
                let pairing = self.pairing(&stored);
                self.history.finish(&pairing, &done.results);
            }
        }
        let grave =
            |(_, fault): &(SubmissionId, Fault)| self.file.programs.disqualify_on.contains(fault);
        if finished.iter().flat_map(|done| &done.faults).any(grave) {
            self.disqualify()?;
        }
        Ok(())
    }

    /// Takes back a match that we failed to play: it is played again under the same number.
    pub fn give_back(&mut self, number: MatchNumber, reason: &str) -> Result<(), ContestError> {
        let tries = self.tries.entry(number).or_default();
        *tries += 1;
        if *tries >= TRIES {
            return Err(ContestError::Unplayable { number, reason: reason.to_owned() });
        }
        self.queue.extend(self.under_way.remove(&number));
        Ok(())
    }

    /// The entrants that were disqualified, each with the fault it left for.
    pub fn disqualified(&self) -> impl Iterator<Item = (&Entrant, Fault)> {
        self.entrants.iter().filter_map(|entrant| match entrant.status {
            Status::Disqualified(fault) => Some((entrant, fault)),
            Status::Active => None,
        })
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let cells = self.history.cells();
        let finished = cells.map(|(_, cell)| u64::from(cell.finished.len())).sum();
        let totals = self.history.totals(self.entrants.len());
        let faults = totals.iter().map(|tally| tally.faults).sum();
        Progress { finished, total: self.format.total(&self.entrants, &self.history), faults }
    }

    /// The table as it stands.
    pub fn standings(&self) -> Vec<Standing> {
        self.file.ranking.build().rank(&self.entrants, &self.history)
    }

    /// Who did what wrong in a match under way.
    fn faults(&self, number: MatchNumber, record: &MatchRecord) -> Vec<(SubmissionId, Fault)> {
        let Some(stored) = self.under_way.get(&number) else { return Vec::new() };
        let moves = record.turns.iter().flat_map(|turn| &turn.moves);
        moves.filter_map(|entry| Some((stored.seats[entry.seat.index()], entry.fault?))).collect()
    }

    /// Sees to it that whoever committed a fault that disqualifies plays no more.
    fn disqualify(&mut self) -> Result<(), ContestError> {
        let programs = &self.file.programs;
        if programs.disqualify_on.is_empty() {
            return Ok(());
        }
        let mut news = false;
        for (submission, fault) in self.store.offenders(&programs.disqualify_on)? {
            let place = self.submissions.iter().position(|own| *own == submission);
            let Some(place) = place else { continue };
            news |= self.entrants[place].is_active();
            self.entrants[place].status = Status::Disqualified(fault);
            if programs.on_disqualified == OnDisqualified::StrikeMatches {
                self.history.strike(EntrantId(place as u32));
            }
        }
        if !news {
            return Ok(());
        }
        let active = self.submissions.iter().zip(&self.entrants);
        let active = active.filter(|(_, entrant)| entrant.is_active()).map(|(id, _)| *id);
        let active: Vec<SubmissionId> = active.collect();
        self.queue.retain(|stored| stored.seats.iter().all(|seat| active.contains(seat)));
        Ok(())
    }

    fn plan(&mut self, pairings: &[Pairing]) -> Result<(), ContestError> {
        let scheduled: Vec<Scheduled> = pairings
            .iter()
            .map(|pairing| Scheduled {
                seats: pairing.seats.iter().map(|id| self.submissions[id.index()]).collect(),
                repeat: pairing.repeat,
                seed: match_seed(self.seed, &self.key(pairing)),
            })
            .collect();
        self.store.schedule(&scheduled)?;
        for pairing in pairings {
            self.history.schedule(pairing);
        }
        self.queue = self.store.to_be_played()?.into();
        Ok(())
    }

    /// What tells a pairing from all others of this contest, whoever else takes part.
    fn key(&self, pairing: &Pairing) -> String {
        let names = pairing.seats.iter().map(|id| self.entrants[id.index()].name.as_str());
        let names: Vec<&str> = names.collect();
        format!("{}\n{}", names.join("\n"), pairing.repeat)
    }

    fn pairing(&self, stored: &StoredMatch) -> Pairing {
        let place = |id| self.submissions.iter().position(|submission| submission == id);
        let seats = stored.seats.iter().filter_map(place);
        Pairing { seats: seats.map(|at| EntrantId(at as u32)).collect(), repeat: stored.repeat }
    }

    fn work(&self, stored: &StoredMatch) -> Work {
        let info = self.file.game.info();
        let seats = self.pairing(stored).seats.into_iter().map(|id| SeatEntry {
            bot: self.entrants[id.index()].name.clone(),
            digest: Some(self.digests[id.index()].clone()).filter(|digest| !digest.is_empty()),
            extra: Map::new(),
        });
        let table = Table {
            certamen: record::FORMAT,
            game: info.slug.to_owned(),
            rules: info.version,
            options: self.file.options.clone(),
            seed: stored.seed,
            seats: seats.collect(),
            conditions: self.conditions.clone(),
            extra: Map::new(),
        };
        Work { number: stored.number, table, seats: stored.seats.clone() }
    }
}

fn entrant(submission: &Submission) -> Entrant {
    Entrant {
        name: submission.name.clone(),
        language: submission.language.clone(),
        status: Status::Active,
    }
}

fn lock(folder: &Folder) -> Result<File, ContestError> {
    let io = |error| ContestError::Io { path: folder.lock(), error };
    fs::create_dir_all(folder.written()).map_err(io)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.lock());
    let file = file.map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ContestError::Locked { path: folder.lock() }),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

fn check_entries(
    folder: &Folder,
    file: &ContestFile,
    entries: &[Submission],
) -> Result<(), ContestError> {
    let wrong = |reason| ContestError::File { path: folder.contest_file(), reason };
    let table = file.format.table_size(entries.len());
    let possible = file.game.info().seats;
    if entries.len() < 2 {
        let count = entries.len();
        return Err(wrong(format!("key `bots`: {count} given, a contest needs two or more")));
    }
    if !u8::try_from(table).is_ok_and(|table| possible.contains(&table)) {
        let (slug, low, high) = (file.game.info().slug, possible.start(), possible.end());
        return Err(wrong(format!(
            "section [format]: {table} would sit at a table, {slug} is for {low} to {high}"
        )));
    }
    for (place, entry) in entries.iter().enumerate() {
        if entries[..place].iter().any(|other| other.name == entry.name) {
            let name = &entry.name;
            return Err(wrong(format!(
                "key `bots`: two bots are called `{name}`: name one of them otherwise, as in \"other={name}\""
            )));
        }
    }
    check_table(file, table as u8).map_err(wrong)
}

/// Tries the options with as many players as will sit down.
fn check_table(file: &ContestFile, seats: u8) -> Result<(), String> {
    let game: &dyn DynGame = file.game;
    let tried = game.new_initial_state(&file.options, seats, &mut game::Luck::of_turn(0, 0));
    tried.map(drop).map_err(|error| format!("section [options]: {error}"))
}
