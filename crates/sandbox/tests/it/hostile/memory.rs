//! Programs that take memory, in every way there is, and those that die of it.
//!
//! Tier B has no group to count: each process has its limit of data, and what they hold together is
//! looked at now and then.

use super::{Ground, LONG, SHORT, check, theme, with_scratch};
use crate::{contract::Quick, programs::place};
use certamen_sandbox::{Broken, Limits, Program, ProgramExit};
use std::{fs, time::Duration};

fn program() -> Program {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    Program { limits, ..theme!("memory") }
}

/// Expects that tier A ends it for its memory, and gives what tier B makes of it.
fn taken(ground: &Ground, program: &Program, attack: &str) -> Option<ProgramExit> {
    let run = ground.fight(program, attack, LONG);
    assert!(!run.output.contains(&b'4'), "{attack}: it took all and answered");
    if ground.is_a() {
        assert_eq!(run.end, ProgramExit::Memory, "{attack}");
        return None;
    }
    Some(run.end)
}

#[test]
fn what_a_process_takes_is_bounded() {
    check(|ground| {
        for attack in ["takes", "takes_by_and_by"] {
            if let Some(end) = taken(ground, &program(), attack) {
                assert_eq!(end, ProgramExit::Exited(1), "{attack}: it was refused");
            }
        }
    });
}

#[test]
fn memory_scans_of_the_host_stay_short() {
    check(|ground| {
        // A look that takes long would be taken for a host that stood still, and for a void.
        let run = ground.fight(&program(), "has_many_maps", LONG);
        assert!(matches!(run.end, ProgramExit::Exited(0) | ProgramExit::Memory), "{:?}", run.end);
    });
}

#[test]
fn pieces_of_memory_are_counted() {
    check(|ground| {
        let run = ground.fight(&program(), "has_many_pieces", LONG);
        // The group of tier A counts what the kernel needs for them.
        assert_eq!(
            run.end,
            if ground.is_a() { ProgramExit::Exited(0) } else { ProgramExit::Memory }
        );
        let run = ground.fight(&program(), "has_some_pieces", LONG);
        assert_eq!(run.end, ProgramExit::Exited(0));
    });
}

#[test]
fn tables_of_addresses_are_memory() {
    check(|ground| {
        // The kernel takes its time to give them back: a place of its own for each.
        let run = |attack: &str| {
            let mut cell = certamen_sandbox::Sandbox::create_cell(&**ground, &program()).unwrap();
            super::run(&mut *cell, attack, LONG).end
        };
        assert_eq!(run("has_large_tables"), ProgramExit::Memory);
        // Without a group to count them the addresses themselves are bounded.
        let refused = if ground.is_a() { ProgramExit::Memory } else { ProgramExit::Exited(1) };
        assert_eq!(run("has_larger_tables"), refused);
    });
}

#[test]
fn a_stack_is_memory_too() {
    check(|ground| {
        let run = ground.fight(&program(), "grows_its_stack", LONG);
        assert_eq!(
            run.end,
            if ground.is_a() { ProgramExit::Memory } else { ProgramExit::Signalled(11) }
        );
    });
}

#[test]
fn children_count_together() {
    check(|ground| {
        assert_eq!(ground.fight(&program(), "takes_by_children", SHORT).end, ProgramExit::Memory);
    });
}

#[test]
fn a_child_out_of_memory_is_a_program_out_of_memory() {
    check(|ground| {
        let run = ground.fight(&program(), "child_takes", LONG);
        // In tier B it is the child's own matter that it was refused memory.
        assert_eq!(
            run.end,
            if ground.is_a() { ProgramExit::Memory } else { ProgramExit::Exited(0) }
        );
    });
}

#[test]
fn a_living_program_is_out_of_memory_when_its_child_is() {
    check(|ground| {
        let mut program = program();
        program.command.push("child_takes_later".into());
        let mut process = ground.start(&program).unwrap();
        let mut ask = |words: &[u8]| {
            process.begin_turn(LONG).unwrap();
            process.send(words).unwrap();
            let mut line = Vec::new();
            let heard = process.receive(&mut line);
            process.end_turn().unwrap();
            heard
        };
        ask(b"go").unwrap();
        let heard = ask(b"take");
        if ground.is_a() {
            assert!(matches!(heard, Err(Broken::Program(ProgramExit::Memory))), "{heard:?}");
        } else {
            heard.unwrap();
        }
    });
}

#[test]
fn memory_that_is_no_process_s_own_counts() {
    check(|ground| {
        assert_eq!(ground.fight(&program(), "takes_shared", LONG).end, ProgramExit::Memory);
        if let Some(end) = taken(ground, &program(), "takes_files") {
            assert_eq!(end, ProgramExit::Exited(3), "it was refused files without a name");
            return; // The folder's own size is its limit there.
        }
        let scratch = with_scratch(program(), 256 << 20);
        // What is in the folder stays for as long as it does: a place of its own for each.
        let mut cell = certamen_sandbox::Sandbox::create_cell(&**ground, &scratch).unwrap();
        assert_eq!(super::run(&mut *cell, "fills_scratch", LONG).end, ProgramExit::Memory);
    });
}

/// What lies in pipes and sockets is the kernel's: tier A counts it, elsewhere their number and what
/// each holds are bounded.
#[test]
fn pipes_and_sockets_are_bounded() {
    check(|ground| {
        for (attack, what) in [("takes_pipes", "pipes: "), ("takes_socket_pairs", "pairs: ")] {
            let run = ground.fight(&program(), attack, LONG);
            let text = String::from_utf8_lossy(&run.output);
            let count: Option<u32> = text.trim().strip_prefix(what).and_then(|n| n.parse().ok());
            // 256 descriptors hold no more than 128 of them.
            assert!(
                run.end == ProgramExit::Memory || count.is_some_and(|count| count < 128),
                "{text}"
            );
        }
    });
}

#[test]
fn crashes_are_reported_by_their_true_signal() {
    check(|ground| {
        for (attack, signal) in
            [("strays", 11), ("aborts", 6), ("talks_nonsense", 4), ("overflows", 11)]
        {
            let run = ground.fight(&program(), attack, LONG);
            assert_eq!(run.end, ProgramExit::Signalled(signal), "{attack}");
        }
        let mut names = fs::read_dir(place()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(!names.any(|name| name.to_string_lossy().starts_with("core")));
    });
}

#[test]
fn dying_of_memory_takes_no_time() {
    check(|ground| {
        let run = ground.fight(&program(), "takes", LONG);
        assert!(run.wall < Duration::from_secs(3), "{:?}", run.wall);
    });
}
