//! The table and the number of cycles do not depend on which matches are played side by side, nor
//! on which of them ends first, even if bots leave meanwhile.

use crate::site::{ROUND_ROBIN, Site, audited};
use certamen_contest::{AuditVerdict, Contest, NextStep};
use certamen_game::job::{JobResult, MatchJob};
use certamen_game::{
    Fault, Given, MatchRecord, Rng,
    arbiter::{Answer, Arbiter},
    match_seed,
};
use std::time::{Duration, SystemTime};

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

/// What a bot does wrong in the first turn of a match, whenever that is played.
fn wrong(seed: u64, bot: &str) -> Option<(Fault, Duration)> {
    match match_seed(seed, bot) % 24 {
        0 => Some((Fault::Exit, Duration::ZERO)),
        // The first two sleep most of the time.
        1..14 if bot < "c" => Some((Fault::Timeout, Duration::from_millis(600))),
        _ => None,
    }
}

/// A match in which some do wrong, and all that happens follows from its seed.
fn played(job: &MatchJob) -> JobResult {
    let (table, seed) = (job.table.clone(), job.table.seed);
    let game = certamen_games::find(&table.game).unwrap();
    let mut arbiter = Arbiter::start(game, table.clone()).unwrap();
    while arbiter.outcome().is_none() {
        let turn = arbiter.turns().len() as u64 + 1;
        let answer = |seat: certamen_game::Seat| {
            let sampled = arbiter.state().sample(seat, &mut Rng::of_player(seed, seat, turn));
            let wrong = wrong(seed, &table.seats[seat.index()].bot);
            let given = wrong.map_or_else(|| Ok(Given::Play(sampled.unwrap())), |w| Err(w.0));
            let asleep = wrong.map_or(Duration::ZERO, |wrong| wrong.1);
            Answer { seat, given, charged: Duration::ZERO, pondered: Duration::ZERO, asleep }
        };
        let answers = arbiter.to_act().iter().map(answer).collect();
        arbiter.answer(answers).unwrap();
    }
    let (turns, outcome) = (arbiter.turns().to_vec(), arbiter.outcome().cloned());
    JobResult {
        number: job.number,
        record: MatchRecord { table, turns, outcome, extra: certamen_game::Map::new() },
        began: Some(SystemTime::UNIX_EPOCH),
        took: Duration::from_millis(1),
        folders: Vec::new(),
        errors: Vec::new(),
        machine: None,
    }
}

/// Plays to the end, this many at a time, handed in one or several at once in an order drawn from
/// `order`.
fn play(contest: &mut Contest, jobs: usize, order: u64) {
    let mut rng = Rng::of_turn(order, 0);
    let mut under_way = Vec::new();
    loop {
        while under_way.len() < jobs {
            match contest.step().unwrap() {
                NextStep::Work(job) => under_way.push(*job),
                NextStep::Again => {}
                NextStep::Wait => break,
                NextStep::Stands => panic!("nothing was deferred"),
                NextStep::Done(_) => return,
            }
        }
        assert!(!under_way.is_empty(), "it waits for no match");
        let count = 1 + rng.below(under_way.len() as u64);
        let mut back = Vec::new();
        for _ in 0..count {
            let next = rng.below(under_way.len() as u64) as usize;
            back.push(played(&under_way.swap_remove(next)));
        }
        contest.hand_in(back).unwrap();
    }
}

/// The table of a contest that was played so, as it is told.
fn table(file: &str, jobs: usize, order: u64) -> String {
    let site = Site::new(file);
    let mut contest = site.open(&NAMES).unwrap();
    play(&mut contest, jobs, order);
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound), "{file}");
    format!("{:#?}", contest.lines())
}

/// Contests of this format under every policy, in many orders.
fn check(format: &str, policies: &[&str]) {
    let quick = std::env::var_os("CERTAMEN_FAST").is_some();
    let (seeds, orders) = if quick { (1, 3) } else { (4, 3) };
    for policy in policies {
        for seed in 0..seeds {
            let keys = "kind = \"round-robin\"\ngames_per_pair = 2";
            let file = ROUND_ROBIN
                .replace(keys, format)
                .replace("game = ", &format!("seed = {seed}\ngame = "));
            let programs =
                format!("[programs]\ndisqualify_on = [\"exit\"]\non_disqualified = \"{policy}\"\n");
            let file = format!("{file}[options]\npoints = 4\n{programs}");
            let alone = table(&file, 1, 0);
            for order in 0..orders {
                let jobs = 2 + order as usize * 2;
                assert_eq!(
                    table(&file, jobs, order),
                    alone,
                    "{policy}, seed {seed}, order {order}"
                );
            }
        }
    }
}

#[test]
fn cycles_that_are_replayed_are_the_same_in_any_order() {
    let format = "kind = \"round-robin\"\nreplay_ties = true\nmax_cycles = 6";
    check(format, &["strike matches", "opponent wins"]);
}

#[test]
fn a_round_robin_of_several_games_is_the_same_in_any_order() {
    check("kind = \"round-robin\"\ngames_per_pair = 4", &["strike matches", "opponent wins"]);
}

#[test]
fn a_contest_that_stops_when_it_is_settled_stops_at_the_same_place_in_any_order() {
    let format =
        "kind = \"round-robin\"\ngames_per_pair = 2\nmax_cycles = 6\nstop = \"settled top 1\"";
    check(format, &["strike matches"]);
}

#[test]
fn a_gauntlet_is_the_same_in_any_order() {
    let format = "kind = \"gauntlet\"\nchallengers = [\"a\", \"d\"]\ngames_per_pair = 4";
    check(format, &["strike matches", "opponent wins"]);
}
