//! Contests whose workers, server and time are simulated: contest, store, coordinator and worker
//! client are the real ones, and built-in players play.

use crate::{
    ContestSetup, ExecutionTarget, Farm, HostError, PlayEnd, RejectPolicy, Sandboxes, StopSignal,
};
use certamen_contest::{ContestFile, Folder};
use certamen_farm::{
    BatchOutcome, Terms,
    message::{Batch, PlayerSource},
    simulated::{FaultPlan, Plays, SimulatedFarm, SimulatedWire},
};
use certamen_game::DynGame;
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_runner::{BuiltBot, EnginePool, Lineup, SeatingPlan, WorkerThread, WriteAccess};
use certamen_sandbox::{Launcher, Unisolated};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

pub type FindGame = fn(&str) -> Option<&'static dyn DynGame>;

/// The maximum simulated duration of a contest.
const LONG: Duration = Duration::from_secs(6 * 3600);
/// How long a killed coordinator is away.
const GONE: Duration = Duration::from_secs(7);
/// The default number of workers, and of matches that each plays at a time.
const MACHINES: (usize, usize) = (8, 2);
/// What a careful misbehaving worker adds to the seed of a match.
const OTHER: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misbehavior {
    /// Another bot plays instead of all.
    Another,
    /// Moves are random.
    Chance,
    /// It plays another match between the same, which goes otherwise, and mostly ends alike.
    Careful,
}

pub struct SimulationResult {
    pub farm: Arc<SimulatedFarm>,
    pub coordinators: u32,
    /// Whether there are matches that no worker could play.
    pub is_incomplete: bool,
}

/// Plays the contest in `folder` to its end, however often its coordinator is killed; `None` if it
/// does not end. All chance comes from `seed`.
pub fn live(
    folder: &Folder,
    world: (u64, FaultPlan),
    audit: f64,
    games: FindGame,
) -> Result<Option<SimulationResult>, HostError> {
    live_on(MACHINES, folder, world, audit, games)
}

/// The same, with this many workers with this many slots each.
pub fn live_on(
    machines: (usize, usize),
    folder: &Folder,
    world: (u64, FaultPlan),
    audit: f64,
    games: FindGame,
) -> Result<Option<SimulationResult>, HostError> {
    let (terms, plays) = (Terms::usual(), builtin_plays(Misbehavior::Another, games));
    let farm = SimulatedFarm::new(world, machines, &["k", "l"], terms, plays);
    let mut coordinators = 0;
    while farm.age() < LONG {
        coordinators += 1;
        match hold(folder, &farm, audit) {
            Ok(ended @ (PlayEnd::Done(_) | PlayEnd::Incomplete)) => {
                let is_incomplete = matches!(ended, PlayEnd::Incomplete);
                // Messages are read at the next look.
                farm.pass(GONE);
                return Ok(Some(SimulationResult { farm, coordinators, is_incomplete }));
            }
            Ok(PlayEnd::Paused | PlayEnd::Stopped) => return Ok(None),
            // It is restarted, as a host would do.
            Err(HostError::Bus(_)) => farm.pass(GONE),
            Err(other) => return Err(other),
        }
    }
    Ok(None)
}

/// Takes the contest up, until it ends or its coordinator does.
fn hold(folder: &Folder, farm: &Arc<SimulatedFarm>, audit: f64) -> Result<PlayEnd, HostError> {
    let wire = Arc::new(SimulatedWire::of_coordinator(farm));
    let target = ExecutionTarget::Elsewhere(Farm::new(wire, Terms::usual(), audit));
    // No sandbox is needed here.
    let sandboxes = &Sandboxes::new(&Launcher::with_program("/nothing".into()), None);
    let (builds, reject_policy, notify) =
        (folder, RejectPolicy::PlayOthers, &|_: crate::Event<'_>| ());
    let (seed, needed, jobs) = (None, None, 1);
    let contest_setup = ContestSetup {
        folder,
        builds,
        sandboxes,
        seed,
        needed,
        jobs,
        target,
        reject_policy,
        notify,
    };
    let mut running = contest_setup.open(ContestFile::read(folder)?)?;
    let (ended, _) = running.play(&StopSignal::default(), notify, &mut |_| Ok(false))?;
    running.contest.remember_table()?;
    Ok(ended)
}

/// Built-in players play as they do, and a match takes as long as its number says.
fn builtin_plays(misbehavior: Misbehavior, games: FindGame) -> Plays {
    let worker = Mutex::new(WorkerThread::at(0));
    Box::new(move |batch, lies| {
        let works = batch.works().unwrap_or_default();
        let instead = match misbehavior {
            Misbehavior::Another => lies.then_some("first"),
            Misbehavior::Chance => lies.then_some("random"),
            Misbehavior::Careful => None,
        };
        let Some(lineup) = lineup(batch, instead, games).map(Arc::new) else {
            return (
                BatchOutcome { left: batch.numbers(), ..BatchOutcome::default() },
                Duration::ZERO,
            );
        };
        let mut outcome = BatchOutcome::default();
        for job in works {
            play(&worker, &job, &lineup, &mut outcome);
        }
        let took = outcome.played.iter().map(|played| played.took).sum();
        (outcome, took)
    })
}

fn play(
    worker: &Mutex<WorkerThread>,
    job: &MatchJob,
    lineup: &Arc<Lineup>,
    outcome: &mut BatchOutcome,
) {
    let took = Duration::from_millis(300 + 111 * (job.number.0.unsigned_abs() % 50));
    let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
    let done = worker.play(job, lineup, &AtomicBool::new(false));
    match done.map(|done| done.result) {
        Some(Ok(played)) => outcome.played.push(JobResult { took, ..played }),
        Some(Err(void)) => outcome.void.push((job.number.0, void.to_string())),
        None => outcome.left.push(job.number.0),
    }
}

/// The built-in players of a batch, or the one that plays `instead` of them; `None` if another
/// player plays, or another game.
fn lineup(batch: &Batch, instead: Option<&str>, games: FindGame) -> Option<Lineup> {
    let ready = |player: &PlayerSource| match (player, instead) {
        (PlayerSource::House { .. }, Some(name)) => {
            Some(BuiltBot::Builtin { name: name.to_owned(), arguments: BTreeMap::new() })
        }
        (PlayerSource::House { name, arguments }, None) => {
            Some(BuiltBot::Builtin { name: name.clone(), arguments: arguments.clone() })
        }
        (PlayerSource::Bundle { .. }, _) => None,
    };
    let bots = batch.bots.iter().map(|bot| Some((SubmissionId(bot.id), ready(&bot.player)?)));
    let (game, sandbox) = (games(&batch.game)?, Arc::new(Unisolated::new()));
    let plan = SeatingPlan { game, sandbox, write_access: WriteAccess::None };
    Some(Lineup {
        plan,
        bots: bots.collect::<Option<_>>()?,
        observer: None,
        engines: EnginePool::default(),
    })
}

/// All matches take as long as `each`, and those of one seed are played once. A lying worker lets
/// another player play.
pub fn all_alike(each: Duration, games: FindGame) -> Plays {
    alike_but(Misbehavior::Another, each, games)
}

/// The same, where misbehaving workers do it like this.
pub fn alike_but(misbehavior: Misbehavior, each: Duration, games: FindGame) -> Plays {
    let (play, known) = (builtin_plays(misbehavior, games), Mutex::new(BTreeMap::new()));
    Box::new(move |batch, lies| {
        let mut outcome = BatchOutcome::default();
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, seats, seed) in &batch.matches {
            let found: &Option<JobResult> =
                known.entry((seats.clone(), *seed, lies)).or_insert_with(|| {
                    let other = if lies && misbehavior == Misbehavior::Careful { OTHER } else { 0 };
                    let matches = vec![(*number, seats.clone(), seed + other)];
                    let mut played = play(&Batch { matches, ..batch.clone() }, lies).0.played.pop();
                    if let Some(own) = &mut played {
                        own.record.table.seed = *seed;
                    }
                    played
                });
            match found {
                Some(played) => outcome.played.push(JobResult {
                    number: MatchNumber(*number),
                    took: each,
                    ..played.clone()
                }),
                None => outcome.left.push(*number),
            }
        }
        let count = u32::try_from(outcome.played.len()).unwrap_or(u32::MAX);
        (outcome, count * each)
    })
}

/// A contest without end between two built-in players of a game, to see how workers deal with it.
pub mod endless {
    use certamen_farm::{
        ContestJob, ContestSecret, Terms, layout,
        message::{PlayerSource, WritePolicy},
    };
    use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
    use certamen_game::{DynGame, SeatEntry, Table};
    use std::{collections::BTreeSet, io};

    /// How many matches go differently.
    const SEEDS: u64 = 20;

    pub fn work(game: &'static dyn DynGame, number: i64) -> MatchJob {
        let seats = [1 + number % 2, 2 - number % 2].map(SubmissionId);
        // Workers that take turns are not given the same match again and again.
        let drawn = certamen_game::match_seed(0, &number.to_string()) % SEEDS;
        let mut table = Table::new(game).seed(drawn);
        table.seats = seats.map(|id| SeatEntry::named(format!("bot {id}"))).into();
        MatchJob {
            number: MatchNumber(number),
            table,
            seats: seats.into(),
            folders: vec![Vec::new(); 2],
        }
    }

    /// The contest, with this share of its matches replayed on another worker.
    pub fn audited(game: &'static dyn DynGame, audit: f64) -> io::Result<ContestJob> {
        let own = coordination(game)?;
        Ok(ContestJob { repeatable: own.bots.keys().copied().collect(), audit, ..own })
    }

    pub fn coordination(game: &'static dyn DynGame) -> io::Result<ContestJob> {
        let builtin =
            |name: &str| PlayerSource::House { name: name.to_owned(), arguments: [].into() };
        let ids = [SubmissionId(1), SubmissionId(2)];
        Ok(ContestJob {
            secret: ContestSecret::draw()?,
            game,
            rules: None,
            weakest: "D".to_owned(),
            policy: WritePolicy::Nowhere,
            bots: ids.into_iter().zip([builtin("random"), builtin("first")]).collect(),
            bundles: Vec::new(),
            repeatable: BTreeSet::new(),
            declared: BTreeSet::new(),
            audit: 0.0,
            suspended: BTreeSet::new(),
            level: layout::RUNS,
            class_binding: None,
            terms: Terms::usual(),
        })
    }
}
