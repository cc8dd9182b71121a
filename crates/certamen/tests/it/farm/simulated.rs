//! Contests in a simulated farm with all kinds of failures.

use super::{alone, state};
use crate::site::{Site, mancala};
use certamen_contest::Folder;
use certamen_external::OpenedGame;
use certamen_farm::{
    Coordinator, Terms, TrustRecord,
    simulated::{FaultPlan, SimulatedFarm, SimulatedWire, SteadyLoad, SteadyOutcome, Until},
};
use certamen_game::job::{SubmissionId, WorkerId};
use certamen_games::FoundGame;
use certamen_host::simulated::{SimulationResult, all_alike, endless, live};
use certamen_sandbox::{Sandbox, Unisolated};
use std::{env, sync::Arc, time::Duration};

/// A seed that replaces the usual ones.
const SEED: &str = "CERTAMEN_SIMULATED_SEED";

pub(super) fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let named = env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    let count = if named.is_some() { 1 } else { count };
    (named.unwrap_or(1)..).take(count as usize)
}

/// Plays the contest of `site` in the simulation.
pub(super) fn lived(site: &Site, seed: u64, trouble: FaultPlan, audit: f64) -> SimulationResult {
    let folder = Folder::new(&site.path().join("c"));
    let result = live(&folder, (seed, trouble), audit, certamen_games::find);
    result.unwrap().unwrap_or_else(|| panic!("seed {seed}: it comes to no end"))
}

/// A contest of this format.
fn of_format(format: &str) -> String {
    let usual = mancala(2);
    let (before, _) = usual.split_once("[format]").unwrap();
    let (_, after) = usual.split_once("[ranking]").unwrap();
    format!("{before}[format]\n{format}\n[ranking]{after}")
}

/// A contest of players that are cheap to run.
fn cheap(games_per_pair: u32) -> String {
    let strong = [", \"builtin:regular\"", ", \"builtin:bueno\"", ", \"builtin:regular:depth=4\""];
    strong.iter().fold(mancala(games_per_pair), |text, bot| text.replace(bot, ""))
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
        let result = lived(&site, seed, FaultPlan::much(), 0.0);
        assert_eq!(state(&site), alone(&contest), "seed {seed}, {format}");
        site.succeed(&["verify", "c"]);
        coordinators += result.coordinators;
        count += 1;
    }
    assert!(coordinators > count, "coordinators were killed: {coordinators} of {count}");
}

/// Plays a contest while workers, the server and the coordinator are killed this many times, and
/// compares it with one that was left alone.
fn kill_often(kills: u64, games_per_pair: u32) {
    let contest = cheap(games_per_pair);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    let (death, fall) = (seconds(30), seconds(30));
    let (oblivion, end) = (seconds(60), seconds(15));
    let trouble = FaultPlan { death, fall, oblivion, end, ..FaultPlan::default() };
    let result = lived(&site, 1, trouble, 0.0);
    let (workers, server) = result.farm.kills();
    let coordinators = u64::from(result.coordinators) - 1;
    let count = workers + server + coordinators;
    assert!(workers > 0 && server > 0 && coordinators > 0, "{workers} {server} {coordinators}");
    assert!(count >= kills, "{count}: {workers} workers, {server} server, {coordinators} others");
    assert_eq!(state(&site), alone(&contest), "{count} kills");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn ten_kills_of_workers_server_and_coordinator_change_no_result() {
    kill_often(10, 40);
}

#[test]
fn a_hundred_kills_of_workers_server_and_coordinator_change_no_result_nightly() {
    kill_often(100, 200);
}

#[test]
fn rules_that_are_a_program_change_no_result_whatever_goes_wrong() {
    let rules = include_str!("../../../../../games/minoria/minoria_class.py");
    let contest = "name = \"Lucky\"\ngame = \"lucky\"\nseed = 5\n\
        bots = [\"builtin:first\", \"builtin:last\", \"builtin:random\"]\n[options]\nrounds = 3\n\
        [format]\nkind = \"one-table\"\ngames = 12\n[ranking]\nkind = \"total-score\"\n\
        [sandbox]\nminimum_tier = \"D\"\n";
    let [site, other] = [(); 2].map(|()| {
        let site = Site::new();
        site.write("c/games/lucky.py", rules.replace("\"minoria\"", "\"lucky\""));
        site.write("c/contest.toml", contest);
        site
    });
    other.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let sandbox: Arc<dyn Sandbox> = Arc::new(Unisolated::new());
    let path = site.path().join("c/games/lucky.py");
    let OpenedGame { game, options_schema, page } =
        certamen_external::open(&sandbox, &path, None).unwrap();
    let place = path.display().to_string();
    let found = FoundGame { game, options_schema, page, place };
    assert!(certamen_games::register(found).is_ok());
    // What workers fetch is the same game, from whatever folder.
    let fetched = certamen_external::open_bundle(&sandbox, &game.rules_bundle().unwrap()).unwrap();
    assert_eq!(fetched.rules_source(), game.rules_source());
    lived(&site, 1, FaultPlan::much(), 0.0);
    assert_eq!(state(&site), state(&other));
    site.succeed(&["verify", "c"]);
}

#[test]
fn only_workers_with_false_results_are_found() {
    let mut found = 0;
    for seed in seeds(2) {
        let site = Site::new();
        site.write("c/contest.toml", cheap(40));
        let trouble = FaultPlan { misbehaving: 20, ..FaultPlan::default() };
        let (rest, corrupt) = lived(&site, seed, trouble, 1.0).farm.suspects();
        assert!(
            rest.iter().all(|place| corrupt.contains(place)),
            "seed {seed}: {rest:?} {corrupt:?}"
        );
        assert!(
            corrupt.is_empty() || !rest.is_empty(),
            "seed {seed}: none of {corrupt:?} is found"
        );
        found += corrupt.len();
    }
    assert!(found > 0, "no false results with these seeds");
}

#[test]
fn who_invents_results_is_found_by_them_though_nothing_is_played_again() {
    let game = certamen_games::find("footsteps").unwrap();
    let mut found = 0;
    for seed in seeds(2) {
        let trouble = FaultPlan { misbehaving: 20, ..FaultPlan::default() };
        let plays = all_alike(Duration::from_millis(500), certamen_games::find);
        let farm = SimulatedFarm::new((seed, trouble), (6, 1), &["k"], Terms::usual(), plays);
        let (contest_job, job) = (endless::coordination(game).unwrap(), |n| endless::work(game, n));
        let time = Duration::from_secs(70);
        let load = SteadyLoad {
            contest_job,
            job: &job,
            time,
            warm: Duration::ZERO,
            until: Until::TimeIsOver,
        };
        load.play(&farm).unwrap();
        farm.pass(Duration::from_secs(5));
        let (rest, corrupt) = farm.suspects();
        assert_eq!(rest, corrupt, "seed {seed}");
        found += corrupt.len();
    }
    assert!(found > 0, "no false results with these seeds");
}

#[test]
fn a_coordinator_that_begins_knows_what_machines_played_before() {
    let game = certamen_games::find("footsteps").unwrap();
    let named = |name: &str| WorkerId {
        key: format!("key of {name}"),
        name: name.to_owned(),
        class: "k".to_owned(),
    };
    // The workers that a new coordinator suspends although no new results arrive.
    let suspended = |remembered: u32| {
        let plays = all_alike(Duration::from_secs(1), certamen_games::find);
        let trouble = FaultPlan::default();
        let farm = SimulatedFarm::new((1, trouble), (1, 1), &["k"], Terms::usual(), plays);
        let wire = Arc::new(SimulatedWire::of_coordinator(&farm));
        let mut coordinator =
            Coordinator::begin(wire, endless::coordination(game).unwrap()).unwrap();
        let seats = [SubmissionId(1), SubmissionId(2)];
        for at in 0..remembered {
            for name in ["one", "two", "false"] {
                let has_won = name == "false" || at % 4 == 0;
                let scores = if has_won { [1.0, 0.0] } else { [0.0, 1.0] };
                coordinator.remember(&named(name), &seats, &scores, false);
            }
        }
        let mut found = Vec::new();
        for _ in 0..400 {
            coordinator.take(Duration::from_millis(100)).unwrap();
            found.extend(coordinator.trust().into_iter().filter_map(|trust_record| {
                match trust_record {
                    TrustRecord::Suspended { machine, .. } => Some(machine.name),
                    TrustRecord::Audited(_) => None,
                }
            }));
        }
        found
    };
    assert_eq!(suspended(400), ["false"]);
    assert!(suspended(0).is_empty());
}

#[test]
fn who_invents_results_is_found_though_every_coordinator_is_killed_before_it_looks() {
    let mut found = 0;
    for seed in seeds(1) {
        let site = Site::new();
        site.write("c/contest.toml", cheap(220));
        // A coordinator checks after half a minute; none of these runs longer than ten seconds.
        let end = Some(Duration::from_secs(5));
        let trouble = FaultPlan { misbehaving: 20, end, ..FaultPlan::default() };
        let result = lived(&site, seed, trouble, 0.0);
        assert!(result.coordinators > 3, "seed {seed}: {}", result.coordinators);
        let (rest, corrupt) = result.farm.suspects();
        assert_eq!(rest, corrupt, "seed {seed}");
        let export = site.succeed(&["export", "c"]);
        let suspended = export.lines().filter(|line| line.contains("\"kind\":\"suspended\""));
        assert_eq!(suspended.count(), corrupt.len(), "seed {seed}: each once, and it is kept");
        found += corrupt.len();
    }
    assert!(found > 0, "no false results with these seeds");
}

#[test]
fn a_match_that_kills_every_worker_is_deferred_and_all_others_are_played() {
    let contest = mancala(4);
    let poison = 9;
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let trouble = FaultPlan { poison: Some(poison), ..FaultPlan::default() };
    let result = lived(&site, 1, trouble, 0.0);
    assert!(result.is_incomplete, "no worker can play it");
    let killed = result.farm.poisoned();
    assert!((4..=8).contains(&killed), "{killed}: five of a batch, and three of it alone");
    let lines = |site: &Site| site.succeed(&["matches", "c", "--format", "json"]);
    let alone = Site::new();
    alone.write("c/contest.toml", &*contest);
    alone.succeed(&["run", "c", "--quiet"]);
    let (there, here) = (lines(&site), lines(&alone));
    assert_eq!(there.lines().count(), here.lines().count() - 1);
    assert!(there.lines().all(|line| here.lines().any(|other| other == line)));
    let export = site.succeed(&["export", "c"]);
    let voids = export.lines().filter(|line| line.contains("\"kind\":\"void\""));
    let voids: Vec<&str> = voids.collect();
    assert_eq!(voids.len(), 3, "{voids:?}");
    let is_it = |line: &&str| line.contains("lost during") && line.contains("\"match\":9");
    assert!(voids.iter().all(is_it), "{voids:?}");
    // A batch that was released too often is handed out once more.
    let sent = export.lines().filter(|line| line.contains(" 9 alone\"")).count();
    assert!((3..=4).contains(&sent), "{sent}");
    // It can be played where nothing fails.
    site.succeed(&["run", "c", "--quiet"]);
    assert_eq!(state(&site), state(&alone));
}

#[test]
fn machines_that_come_and_die_are_busy_nearly_all_the_time() {
    // The measured time is as long as four batches of two matches, so that no batch is counted by
    // half.
    let (machines, time, warm) = (24, Duration::from_secs(120), Duration::from_secs(40));
    let game = certamen_games::find("footsteps").unwrap();
    for seed in seeds(1) {
        let trouble =
            FaultPlan { death: Some(Duration::from_secs(6000)), lost: 1, ..FaultPlan::default() };
        let plays = all_alike(Duration::from_secs(10), certamen_games::find);
        let farm =
            SimulatedFarm::new((seed, trouble), (machines, 1), &["k"], Terms::usual(), plays);
        let (contest_job, job) = (endless::coordination(game).unwrap(), |n| endless::work(game, n));
        let load = SteadyLoad { contest_job, job: &job, time, warm, until: Until::TimeIsOver };
        let SteadyOutcome { counted, useful, .. } = load.play(&farm).unwrap();
        let whole = time.saturating_sub(warm).as_secs_f64() * machines as f64;
        let share = useful.as_secs_f64() / whole;
        assert!(share >= 0.95, "seed {seed}: {share} of the slots, {counted} matches");
    }
}
