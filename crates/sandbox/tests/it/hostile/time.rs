//! Programs that take their time, and those that play with clocks.

use super::{Ground, LONG, SHORT, check, theme};
use crate::contract::Quick;
use certamen_sandbox::{Process, ProgramExit, TimeBudget};
use rustix::thread::CpuSet;
use std::time::Duration;

/// This much CPU time, and no limit of wall time.
const COMPUTING: TimeBudget = TimeBudget { cpu: Duration::from_millis(300), ..LONG };

#[test]
fn computing_ends_at_its_limit() {
    check(|ground| {
        for attack in ["spins", "spins_in_grandchildren", "refuses_signals"] {
            let run = ground.fight(&theme!("time"), attack, COMPUTING);
            assert_eq!((run.end, &*run.output), (ProgramExit::Timeout, &b""[..]), "{attack}");
            // Two grandchildren may compute at the same time.
            let most = COMPUTING.cpu * 2 + Duration::from_millis(100);
            assert!((COMPUTING.cpu..most).contains(&run.charged), "{attack}: {:?}", run.charged);
        }
    });
}

#[test]
fn computing_in_children_is_charged() {
    check(|ground| {
        // Tier B has no clock but the wall's, which cannot be less on one processor.
        let run = ground.fight(&theme!("time"), "children_unseen", LONG);
        assert_eq!((run.end, &*run.output), (ProgramExit::Exited(0), &b"42\n"[..]));
        let least = if ground.is_a() { 400 } else { 200 };
        assert!(run.charged >= Duration::from_millis(least), "{:?}", run.charged);
    });
}

#[test]
fn computing_with_two_threads_buys_nothing() {
    check(|ground| {
        let budget = TimeBudget { cpu: Duration::from_millis(450), ..LONG };
        let run = ground.fight(&theme!("time"), "shares_work", budget);
        if ground.is_a() {
            assert_eq!(run.end, ProgramExit::Timeout, "{:?}", run.charged);
        } else {
            assert!(
                matches!(run.end, ProgramExit::Timeout | ProgramExit::Exited(0)),
                "{:?}",
                run.end
            );
        }
    });
}

#[test]
fn sleepers_end_with_the_wall() {
    check(|ground| {
        // Who waits for a child of its own memory is not taken for asleep, and ends all the same.
        for attack in ["stops", "stops_its_group", "waits_for_its_child"] {
            let run = ground.fight(&theme!("time"), attack, SHORT);
            assert_eq!((run.end, &*run.output), (ProgramExit::Timeout, &b""[..]), "{attack}");
            assert!(run.wall >= SHORT.wall);
        }
    });
}

#[test]
fn clocks_cannot_be_set() {
    check(|ground| ground.survive(&theme!("time"), "clocks").all_failed(&["EPERM"]));
}

#[test]
fn floods_of_timers_stop_no_clock() {
    check(|ground| {
        let run = ground.fight(&theme!("time"), "timers", SHORT);
        assert_eq!((run.end, &*run.output), (ProgramExit::Timeout, &b""[..]));
    });
}

#[test]
fn what_it_preloads_is_its_own_matter() {
    check(|ground| drop(ground.survive(&theme!("time"), "preloads")));
}

#[test]
fn no_program_computes_in_the_opponents_turn() {
    check(|ground| {
        let mut program = theme!("time");
        program.command.push("ponders".into());
        let mut process = ground.start(&program).unwrap();
        let mut ask = || {
            let mut line = Vec::new();
            process.begin_turn(LONG).unwrap();
            process.send(b"go").unwrap();
            process.receive(&mut line).unwrap();
            let answer_cost = process.end_turn().unwrap();
            let text = String::from_utf8(line).unwrap();
            (text.strip_prefix("used: ").unwrap().parse::<u64>().unwrap(), answer_cost)
        };
        let (before, _) = ask();
        let rivals_turn = Duration::from_millis(600);
        std::thread::sleep(rivals_turn);
        let (after, answer_cost) = ask();
        let computed = Duration::from_millis(after - before);
        assert!(computed < rivals_turn / 2, "{computed:?} in the rival's turn");
        assert!(answer_cost.charged < rivals_turn / 2, "{answer_cost:?}");
    });
}

/// What a program answers to `line` in a turn of its own.
fn turn(process: &mut dyn Process, line: &str) -> String {
    let mut answer = Vec::new();
    process.begin_turn(LONG).unwrap();
    process.send(line.as_bytes()).unwrap();
    process.receive(&mut answer).unwrap();
    process.end_turn().unwrap();
    String::from_utf8(answer).unwrap()
}

/// How long a receiver's computing takes at least, in microseconds, when a sender on the same
/// processor has been told to sleep, and when to compute, while it is not on turn.
fn heard(ground: &Ground, freeze: bool) -> [u64; 2] {
    let start = |attack: &str| {
        let mut program = theme!("time");
        program.command.push(attack.into());
        program.limits.freeze = freeze;
        ground.start(&program).unwrap()
    };
    let (mut sender, mut receiver) = (start("sends_by_load"), start("hears_load"));
    let mut heard = [Vec::new(), Vec::new()];
    for round in 0..24 {
        let bit = usize::from(round % 3 == 0);
        turn(&mut *sender, &bit.to_string());
        let answer = turn(&mut *receiver, "go");
        heard[bit].push(answer.strip_prefix("took: ").unwrap().parse().unwrap());
    }
    // Other processes may be busy here at times, but not each time that the same is sent.
    heard.map(|times| times.into_iter().min().unwrap())
}

#[test]
fn the_load_of_others_cannot_be_observed() {
    check(|ground| {
        stay_here();
        let [silence, load] = heard(ground, false);
        assert!(load > silence * 5 / 4, "unstopped it is heard: {silence} us, {load} us");
        // The load of others is seen, too: a machine that is busy for a while is no leak.
        let tries: Vec<_> = (0..4).map(|_| heard(ground, true)).collect();
        let quiet = tries.iter().any(|[silence, load]| *load < silence * 5 / 4);
        assert!(quiet, "us of silence and of load: {tries:?}");
    });
}

/// Both are on one processor, as in a match.
fn stay_here() {
    let mut here = CpuSet::new();
    here.set(rustix::thread::sched_getcpu());
    rustix::thread::sched_setaffinity(None, &here).unwrap();
}

#[test]
fn a_crowd_takes_no_time_from_the_rival() {
    check(|ground| {
        stay_here();
        let start = |attack: &str| {
            let mut program = theme!("time");
            program.command.push(attack.into());
            ground.start(&program).unwrap()
        };
        let (mut crowd, mut rival) = (start("crowds"), start("hears_load"));
        let mut took = Vec::new();
        for _ in 0..8 {
            assert_eq!(turn(&mut *crowd, "go"), "42");
            let answer = turn(&mut *rival, "go");
            took.push(answer.strip_prefix("took: ").unwrap().parse::<u64>().unwrap());
        }
        // Alone it takes 20 ms, with its share among them all 400. Other processes may be busy
        // here.
        let least = took.iter().min().unwrap();
        assert!(*least < 60_000, "{took:?} us");
    });
}
