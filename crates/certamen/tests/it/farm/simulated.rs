//! Contests in a world of its own, in which everything goes wrong that can: both halves of the bus,
//! contests and stores are the real ones, time and server are not.

use super::{alone, state};
use crate::site::{Site, mancala};
use certamen_bus::{
    ContestSecret, Coordination, Terms, Yield,
    message::{Batch, Supplied, Writing},
    simulated::{Plays, SimulatedFarm, SimulatedWire, SteadyLoad, SteadyOutcome, Trouble},
};
use certamen_contest::{ContestFile, Folder};
use certamen_game::{SeatEntry, Table};
use certamen_hall::{Ended, Farm, HallError, IfUnfit, Opening, Sandboxes, Stop, Venue};
use certamen_sandbox::{Launcher, Unisolated};
use certamen_work::{MatchNumber, Played, SubmissionId, Work};
use certamen_worker::{Cast, Lane, Ready, Scratch, SeatingPlan};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

/// The first of the seeds; another one is tried by naming it.
const SEED: &str = "CERTAMEN_SIMULATED_SEED";
/// After so long a contest must have come to its end.
const LONG: Duration = Duration::from_secs(6 * 3600);
/// How long a coordinator is gone that was killed.
const GONE: Duration = Duration::from_secs(7);

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    let count = if first.is_some() { 1 } else { count };
    (first.unwrap_or(1)..).take(count as usize)
}

/// House players play as they do, and a match takes as long as its number says. Who lies lets another
/// one play.
fn plays() -> Plays {
    let lane = Mutex::new(Lane::at(0));
    Box::new(move |batch, lies| {
        let cast = Arc::new(cast(batch, lies));
        let (mut came, mut whole) = (Yield::default(), Duration::ZERO);
        for work in batch.works().unwrap() {
            let done = lane.lock().unwrap().play(&work, &cast, &AtomicBool::new(false)).unwrap();
            let took = Duration::from_millis(300 + 111 * (work.number.0 as u64 % 50));
            came.played.push(Played { took, ..done.result.unwrap() });
            whole += took;
        }
        (came, whole)
    })
}

fn cast(batch: &Batch, lies: bool) -> Cast {
    let ready = |player: &Supplied| match player {
        Supplied::House { .. } if lies => {
            Ready::House { name: "first".to_owned(), arguments: BTreeMap::new() }
        }
        Supplied::House { name, arguments } => {
            Ready::House { name: name.clone(), arguments: arguments.clone() }
        }
        Supplied::Bundle { .. } => unreachable!("only house players play here"),
    };
    let bots = batch.bots.iter().map(|bot| (SubmissionId(bot.id), ready(&bot.player))).collect();
    let game = certamen_games::find(&batch.game).unwrap();
    let plan = SeatingPlan { game, sandbox: Arc::new(Unisolated::new()), scratch: Scratch::None };
    Cast { plan, bots, onlooker: None }
}

/// What came of a contest in such a world.
struct Lived {
    farm: Arc<SimulatedFarm>,
    /// How many coordinators it took.
    coordinators: u32,
}

/// Plays a contest to its end, however often its coordinator is killed.
fn live(site: &Site, (seed, trouble): (u64, Trouble), audit: f64) -> Lived {
    let folder = Folder::new(&site.path().join("c"));
    let farm = SimulatedFarm::new((seed, trouble), (8, 2), &["k", "l"], Terms::usual(), plays());
    let mut coordinators = 0;
    loop {
        assert!(farm.age() < LONG, "seed {seed}: it comes to no end");
        coordinators += 1;
        match hold(&folder, &farm, audit) {
            Ok(Ended::Done(_) | Ended::Incomplete) => return Lived { farm, coordinators },
            Ok(other) => panic!("seed {seed}: {other:?}"),
            // It is started anew, as a host would.
            Err(HallError::Bus(_)) => farm.pass(GONE),
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
}

/// Takes the contest up, until it ends or its coordinator does.
fn hold(folder: &Folder, farm: &Arc<SimulatedFarm>, audit: f64) -> Result<Ended, HallError> {
    let wire = Arc::new(SimulatedWire::of_coordinator(farm));
    let venue = Venue::Elsewhere(Farm::new(wire, Terms::usual(), audit));
    let sandboxes = &Sandboxes::new(&Launcher::with_program("/nothing".into()), None);
    let opening = Opening {
        folder,
        builds: folder,
        sandboxes,
        seed: None,
        needed: None,
        jobs: 1,
        venue,
        if_unfit: IfUnfit::PlayOthers,
        tell: &|_| (),
    };
    let mut stage = opening.open(ContestFile::read(folder).unwrap())?;
    let (ended, _) = stage.play(&Stop::default(), &|_| (), &mut |_| Ok(false))?;
    stage.contest.remember_table()?;
    Ok(ended)
}

/// A contest of this format.
fn of_format(format: &str) -> String {
    let (before, after) = (mancala(2), "[ranking]");
    let start = before.split("[format]").next().unwrap();
    let end = before.split(after).nth(1).unwrap();
    format!("{start}[format]\n{format}\n{after}{end}")
}

#[test]
fn whatever_goes_wrong_the_table_is_that_of_one_machine() {
    let formats = [
        "kind = \"round-robin\"\ngames_per_pair = 6",
        "kind = \"swiss\"\nrounds = 4",
        "kind = \"gauntlet\"\nchallengers = [\"random\"]\ngames_per_pair = 8",
    ];
    let (mut coordinators, mut count) = (0, 0);
    for (format, seed) in formats.iter().cycle().zip(seeds(3)) {
        let contest = of_format(format);
        let site = Site::new();
        site.write("c/contest.toml", &*contest);
        let lived = live(&site, (seed, Trouble::much()), 0.0);
        assert_eq!(state(&site), alone(&contest), "seed {seed}, {format}");
        site.succeed(&["verify", "c"]);
        coordinators += lived.coordinators;
        count += 1;
    }
    assert!(coordinators > count, "somebody was killed: {coordinators} of {count}");
}

#[test]
fn who_lies_is_found_and_nobody_else() {
    for seed in seeds(2) {
        let site = Site::new();
        site.write("c/contest.toml", mancala(4));
        let trouble = Trouble { liars: 20, ..Trouble::default() };
        let Lived { farm, .. } = live(&site, (seed, trouble), 1.0);
        // Whoever is told to rest hears it when he looks up.
        farm.pass(GONE);
        let (rest, liars) = farm.suspects();
        assert!(rest.iter().all(|place| liars.contains(place)), "seed {seed}: {rest:?} {liars:?}");
        assert!(liars.is_empty() || !rest.is_empty(), "seed {seed}: nobody of {liars:?} is found");
    }
}

/// The match with this number of a contest without end.
fn endless(number: i64) -> Work {
    let game = certamen_games::find("footsteps").unwrap();
    let seats: Vec<SubmissionId> = [1 + number % 2, 2 - number % 2].map(SubmissionId).into();
    let mut table = Table::new(game).seed(number as u64 % 20);
    table.seats = seats.iter().map(|id| SeatEntry::named(format!("bot {id}"))).collect();
    Work { number: MatchNumber(number), table, seats, folders: vec![Vec::new(); 2] }
}

fn without_end() -> Coordination {
    let house = |name: &str| Supplied::House { name: name.to_owned(), arguments: [].into() };
    let ids = [SubmissionId(1), SubmissionId(2)];
    Coordination {
        secret: ContestSecret::draw().unwrap(),
        game: certamen_games::find("footsteps").unwrap(),
        weakest: "D".to_owned(),
        writing: Writing::Nowhere,
        bots: ids.into_iter().zip([house("random"), house("first")]).collect(),
        bundles: Vec::new(),
        repeatable: BTreeSet::new(),
        audit: 0.0,
        suspended: BTreeSet::new(),
        terms: Terms::usual(),
    }
}

/// All matches of the endless contest take as long, and those of one seed are played once.
fn all_alike(each: Duration) -> Plays {
    let (play, known) = (plays(), Mutex::new(BTreeMap::new()));
    Box::new(move |batch, lies| {
        let mut came = Yield::default();
        for (number, seats, seed) in &batch.matches {
            let mut known = known.lock().unwrap();
            let played: &Played = known.entry((seats.clone(), *seed)).or_insert_with(|| {
                let one = vec![(*number, seats.clone(), *seed)];
                let (mut came, _) = play(&Batch { matches: one, ..batch.clone() }, lies);
                came.played.pop().unwrap()
            });
            let (number, took) = (MatchNumber(*number), each);
            came.played.push(Played { number, took, ..played.clone() });
        }
        let count = came.played.len() as u32;
        (came, count * each)
    })
}

#[test]
fn machines_that_come_and_die_are_busy_nearly_all_the_time() {
    let (machines, time, warm) = (24, Duration::from_secs(110), Duration::from_secs(40));
    for seed in seeds(1) {
        let trouble =
            Trouble { death: Some(Duration::from_secs(6000)), lost: 1, ..Trouble::default() };
        let plays = all_alike(Duration::from_secs(10));
        let farm =
            SimulatedFarm::new((seed, trouble), (machines, 1), &["k"], Terms::usual(), plays);
        let load = SteadyLoad { coordination: without_end(), work: &endless, time, warm };
        let SteadyOutcome { counted, useful, .. } = load.play(&farm).unwrap();
        let whole = time.saturating_sub(warm).as_secs_f64() * machines as f64;
        let share = useful.as_secs_f64() / whole;
        assert!(share >= 0.95, "seed {seed}: {share} of the slots, {counted} matches");
    }
}
