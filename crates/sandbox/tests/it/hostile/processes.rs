//! Programs that multiply.

use super::{Report, SHORT, check, theme};
use crate::programs::Mark;
use certamen_sandbox::{ProgramExit, Sandbox};

#[test]
fn fork_bombs_hit_a_limit_and_are_swept() {
    check(|ground| {
        let bomb = ground.fight(&theme!("processes"), "forks", SHORT);
        assert_eq!((bomb.end, &*bomb.output), (ProgramExit::Timeout, &b""[..]));
        let answered = ground.survive(&theme!("processes"), "forks_and_answers");
        assert!(answered.0.is_empty());
    });
}

#[test]
fn processes_and_threads_are_counted() {
    check(|ground| {
        let program = theme!("processes");
        let most = i64::try_from(program.limits.processes).unwrap();
        let forks = ground.survive(&program, "counts_forks");
        assert_eq!(forks.outcome("one more"), "EAGAIN");
        let threads = ground.survive(&program, "counts_threads");
        for number in [forks.number("children"), threads.number("threads")] {
            // The program itself counts, the first process of the sandbox does not, in any tier.
            assert_eq!(number, most - 1);
        }
    });
}

#[test]
fn daemons_die_with_the_move() {
    check(|ground| drop(ground.survive(&theme!("processes"), "daemons")));
}

#[test]
fn chains_of_respawning_processes_are_swept() {
    check(|ground| drop(ground.survive(&theme!("processes"), "respawns")));
}

#[test]
fn odd_children_are_swept() {
    check(|ground| drop(ground.survive(&theme!("processes"), "odd")));
}

#[test]
fn orphans_do_not_use_up_the_limit() {
    check(|ground| drop(ground.survive(&theme!("processes"), "orphans")));
}

#[test]
fn threads_that_outlive_the_first_end_with_the_time() {
    check(|ground| {
        let run = ground.fight(&theme!("processes"), "outlived", SHORT);
        assert_eq!((run.end, &*run.output), (ProgramExit::Timeout, &b"42\n"[..]));
    });
}

#[test]
fn what_a_living_program_leaves_ends_with_it() {
    check(|ground| {
        for attack in ["daemons", "respawns", "odd", "links"] {
            let mut program = theme!("processes");
            let mark = Mark::on(&mut program);
            program.command.push(attack.into());
            let mut cell = ground.create_cell(&program).unwrap();
            let mut process = cell.start().unwrap();
            // What it says, it says when its descendants are there; a chain only grows.
            if attack == "links" {
                super::runner::wait_until(|| mark.bearers() > 1);
            } else {
                process.begin_turn(super::LONG).unwrap();
                process.receive(&mut Vec::new()).unwrap();
            }
            super::soon(|| drop(process));
            mark.assert_gone();
            // The place is as good as new.
            let run = super::run(&mut *cell, "answer", super::LONG);
            assert!(Report::of(&run, attack).0.is_empty());
        }
    });
}
