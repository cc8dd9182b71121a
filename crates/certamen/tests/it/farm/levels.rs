//! Urgent jobs come before matches, and some contests are bound to workers of one class. Simulated
//! server and time, real coordinator and workers.

use super::{alone, state};
use crate::site::{Site, mancala};
use certamen_contest::Folder;
use certamen_farm::{
    BatchOutcome, BusError, ClassBinding, ContestJob, Coordinator, MatchOutcome, Terms, Transport,
    layout,
    message::{VERSION, pack},
    simulated::{FaultPlan, Plays, SimulatedFarm, SimulatedWire},
};
use certamen_game::Language;
use certamen_host::simulated::{all_alike, endless, live};
use serde_json::Value;
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// How long a batch takes.
const BATCH: Duration = Duration::from_millis(1500);
/// Number of waiting batches.
const WAITING: usize = 100_000;

fn endless_contest() -> (&'static dyn certamen_game::DynGame, ContestJob) {
    let game = certamen_games::find("footsteps").unwrap();
    (game, endless::coordination(game).unwrap())
}

/// Publishes a hundred thousand batches, each of which takes equally long.
fn lay_out(wire: &SimulatedWire, terms: &Terms) {
    wire.prepare().unwrap();
    for level in layout::LEVELS {
        wire.open(&layout::work_queue("k", level, terms)).unwrap();
    }
    let batch = pack(&serde_json::json!({
        "v": VERSION, "contest": "c", "batch": "b", "class": "k", "level": 1, "game": "coins",
        "rules": 1, "conditions": certamen_game::Conditions::allowing(BATCH, 1 << 20, "D"),
        "tier": "D", "bots": [], "matches": [[1, [1, 2], 1]], "token": "",
    }));
    for at in 0..WAITING {
        let level = [layout::RUNS, layout::LADDERS][at % 2];
        let subject = layout::work("k", level, "c");
        wire.publish(&subject, &format!("b{at}"), batch.clone()).unwrap();
    }
}

#[test]
fn what_is_urgent_is_begun_within_a_batch_whatever_waits() {
    let (terms, slots) = (Terms::usual(), (4, 2));
    let plays: Plays = Box::new(|_, _| (BatchOutcome::default(), BATCH));
    let farm = SimulatedFarm::new((1, FaultPlan::default()), slots, &["k"], terms, plays);
    let wire = SimulatedWire::of_coordinator(&farm);
    lay_out(&wire, &terms);
    farm.pass(Duration::from_secs(60));
    let left = |level| wire.waiting(&layout::work_queue("k", level, &terms)).unwrap();
    let begun = |level| WAITING as u64 / 2 - left(level);
    let (runs, ladders) = (begun(layout::RUNS), begun(layout::LADDERS));
    assert!(runs > 250, "{runs} batches in a minute");
    assert!((runs / 20..runs / 10).contains(&ladders), "{ladders} of ladders, {runs} of runs");
    let check = pack(&serde_json::json!({
        "v": VERSION, "contest": "c", "batch": "e", "class": "k", "level": 0, "game": "coins",
        "rules": 1, "conditions": certamen_game::Conditions::allowing(BATCH, 1 << 20, "D"),
        "tier": "D", "bots": [], "check": "anything", "token": "",
    }));
    assert_eq!(farm.urgent_jobs(), 0);
    let subject = layout::work("k", layout::URGENT, "c");
    wire.publish(&subject, "e", check).unwrap();
    farm.pass(BATCH);
    assert_eq!(farm.urgent_jobs(), 1, "it is begun within one batch");
}

#[test]
fn a_contest_that_wants_machines_alike_keeps_to_the_class_it_began_with() {
    let contest = mancala(4) + "[limits]\nmachines = \"alike\"\n";
    let classes = |contest: &str| {
        let site = Site::new();
        site.write("c/contest.toml", contest);
        let folder = Folder::new(&site.path().join("c"));
        live(&folder, (1, FaultPlan::default()), 0.0, certamen_games::find).unwrap().unwrap();
        assert_eq!(state(&site), alone(contest));
        let fair = site.succeed(&["standings", "c", "--fair-play", "--format", "json"]);
        let lines = fair.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let own = lines.filter_map(|line| line["class"].as_str().map(str::to_owned));
        own.collect::<BTreeSet<String>>()
    };
    assert_eq!(classes(&mancala(4)).len(), 2, "there are two");
    assert_eq!(classes(&contest).len(), 1);
}

#[test]
fn a_contest_waits_for_the_class_it_keeps_to_and_says_so() {
    let (game, contest_job) = endless_contest();
    let plays = all_alike(BATCH, certamen_games::find);
    let farm =
        SimulatedFarm::new((1, FaultPlan::default()), (4, 1), &["k", "l"], Terms::usual(), plays);
    farm.pass(Duration::from_secs(10));
    let played = |class_binding: ClassBinding| {
        let contest_job = ContestJob { class_binding: Some(class_binding), ..contest_job.clone() };
        let wire = Arc::new(SimulatedWire::of_coordinator(&farm));
        let mut coordinator = Coordinator::begin(wire, contest_job).unwrap();
        (1..=20).for_each(|number| coordinator.give(endless::work(game, number)));
        let (mut reported, mut machines) = (Vec::new(), BTreeSet::new());
        for _ in 0..100 {
            coordinator.send(20, &mut |_| Ok::<_, BusError>(())).unwrap();
            let back = coordinator.take(Duration::from_millis(200)).unwrap();
            machines.extend(back.into_iter().filter_map(|one| match one.came {
                MatchOutcome::Played(played) => Some(played.machine?.name),
                MatchOutcome::Void(_) | MatchOutcome::Late(_) => None,
            }));
            coordinator.stored().unwrap();
            reported.extend(
                coordinator.take_messages().iter().map(|message| message.get(Language::En)),
            );
        }
        coordinator.end();
        (machines, reported)
    };
    let (machines, reported) = played(ClassBinding::Class("m".to_owned()));
    assert!(machines.is_empty(), "{machines:?}");
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].contains("no worker of class m"), "{reported:?}");
    let (machines, reported) = played(ClassBinding::Largest);
    assert!(reported[0].contains("uses only workers of class"), "{reported:?}");
    let own = ["m0", "m2"].map(str::to_owned).into();
    let other = ["m1", "m3"].map(str::to_owned).into();
    assert!(machines == own || machines == other, "{machines:?}");
}
