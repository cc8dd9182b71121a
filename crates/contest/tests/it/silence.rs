//! Who sleeps through three matches in a row leaves, and the table does not depend on how many
//! matches are played side by side, nor on which of them ends first.

use crate::site::{ROUND_ROBIN, Site, audited};
use certamen_contest::{AuditVerdict, Contest, NextStep, StandingsRow};
use certamen_game::job::{JobResult, MatchJob};
use certamen_game::{
    Fault, Given, MatchRecord, Rng,
    arbiter::{Answer, Arbiter},
    match_seed,
};
use certamen_tournament::Cause;
use std::time::Duration;

/// The first always sleeps, the second and the third often, the others never.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const OFTEN: [u64; 6] = [16, 13, 9, 0, 0, 0];

/// Whether a bot sleeps in the match of this seed, whenever it is played.
fn sleeps(bot: &str, seed: u64) -> bool {
    let often = NAMES.iter().zip(OFTEN).find(|(name, _)| **name == bot).map_or(0, |found| found.1);
    match_seed(seed, bot) % 16 < often
}

/// A match in which some sleep until they are late, in their first turn.
fn slept(job: &MatchJob) -> JobResult {
    let (table, seed) = (job.table.clone(), job.table.seed);
    let game = certamen_games::find(&table.game).unwrap();
    let mut arbiter = Arbiter::start(game, table.clone()).unwrap();
    while arbiter.outcome().is_none() {
        let turn = arbiter.turns().len() as u64 + 1;
        let answer = |seat: certamen_game::Seat| {
            let late = sleeps(&table.seats[seat.index()].bot, seed);
            let sampled = arbiter.state().sample(seat, &mut Rng::of_player(seed, seat, turn));
            let (given, asleep) = if late {
                (Err(Fault::Timeout), Duration::from_millis(600))
            } else {
                (Ok(Given::Play(sampled.unwrap())), Duration::ZERO)
            };
            Answer { seat, given, charged: Duration::ZERO, pondered: Duration::ZERO, asleep }
        };
        let answers = arbiter.to_act().iter().map(answer).collect();
        arbiter.answer(answers).unwrap();
    }
    let (turns, outcome) = (arbiter.turns().to_vec(), arbiter.outcome().cloned());
    JobResult {
        number: job.number,
        record: MatchRecord { table, turns, outcome, extra: certamen_game::Map::new() },
        began: None,
        took: Duration::from_millis(1),
        folders: Vec::new(),
        errors: Vec::new(),
        machine: None,
    }
}

/// Plays to the end, this many at a time, which end in an order drawn from `order`; how many were
/// played.
fn play(contest: &mut Contest, jobs: usize, order: u64) -> usize {
    let mut rng = Rng::of_turn(order, 0);
    let (mut under_way, mut count) = (Vec::new(), 0);
    loop {
        while under_way.len() < jobs {
            match contest.step().unwrap() {
                NextStep::Work(job) => under_way.push(*job),
                NextStep::Again => {}
                NextStep::Wait => break,
                NextStep::Stands => panic!("nothing was deferred"),
                NextStep::Done(_) => return count,
            }
        }
        let next = rng.below(under_way.len() as u64) as usize;
        contest.hand_in(vec![slept(&under_way.swap_remove(next))]).unwrap();
        count += 1;
    }
}

/// A contest among six, played to its end: the table, and how many matches that took.
fn held(format: &str, programs: &str, jobs: usize, order: u64) -> (Site, Vec<StandingsRow>, usize) {
    let keys = "kind = \"round-robin\"\ngames_per_pair = 2";
    let file = ROUND_ROBIN.replace(keys, format);
    let site = Site::new(&format!("{file}[programs]\n{programs}\n"));
    let mut contest = site.open(&NAMES).unwrap();
    let count = play(&mut contest, jobs, order);
    let lines = contest.lines();
    (site, lines, count)
}

fn suspended(lines: &[StandingsRow]) -> Vec<&str> {
    let silent = lines.iter().filter(|line| line.disqualified == Some(Cause::Silence));
    silent.map(|line| line.bot.as_str()).collect()
}

#[test]
fn three_matches_in_a_row_slept_through_are_the_last_and_the_table_says_so() {
    let format = "kind = \"round-robin\"\ngames_per_pair = 4";
    let (site, lines, count) = held(format, "", 1, 0);
    assert!(suspended(&lines).contains(&"a"), "{lines:#?}");
    let left = lines.iter().find(|line| line.bot == "a").unwrap();
    assert_eq!((left.rank, left.played), (None, 0), "its matches are struck out");
    assert!(count < 60, "{count} of 60 were played");
    // A later reader, and a recomputation, find the same.
    assert_eq!(site.results().unwrap().standings().unwrap(), lines);
    let report = audited(site.account());
    assert_eq!((report.verdict, report.findings), (AuditVerdict::Sound, Vec::new()));
}

#[test]
fn a_host_can_keep_those_who_are_silent() {
    let format = "kind = \"round-robin\"\ngames_per_pair = 4";
    let (site, lines, count) = held(format, "suspend_silent = false", 1, 0);
    assert_eq!((suspended(&lines).len(), count), (0, 60));
    assert_eq!(audited(site.account()).verdict, AuditVerdict::Sound);
}

#[test]
fn the_table_is_the_same_for_any_number_of_jobs() {
    for policy in ["strike matches", "opponent wins"] {
        let programs = format!("on_disqualified = \"{policy}\"");
        let format = "kind = \"round-robin\"\ngames_per_pair = 4";
        let (_, alone, _) = held(format, &programs, 1, 0);
        for order in 0..8 {
            let (site, lines, _) = held(format, &programs, 4, order);
            assert_eq!(lines, alone, "{policy} {order}");
            assert_eq!(audited(site.account()).findings, [], "{policy} {order}");
        }
    }
}

#[test]
fn where_bots_cannot_leave_none_is_suspended() {
    let format = "kind = \"one-table\"\ngames = 4";
    let file = ROUND_ROBIN.replace("kind = \"round-robin\"\ngames_per_pair = 2", format);
    let file = file.replace("footsteps", "coins").replace("wins", "total-score");
    let site = Site::new(&file);
    let mut contest = site.open(&NAMES[..4]).unwrap();
    assert_eq!(play(&mut contest, 1, 0), 4);
    assert_eq!(suspended(&contest.lines()).len(), 0);
}
