//! Programs that reach for their keepers, for others, and for privileges.

use super::{LONG, check, theme};
use crate::contract::{Quick, receive};

#[test]
fn the_first_process_cannot_be_killed() {
    check(|ground| {
        let report = ground.survive(&theme!("isolation"), "kills");
        // In tier B they are the same user: the kernel takes the signal and forgets it.
        let outcome = if ground.is_a() { "EPERM" } else { "ok" };
        for (what, found) in report.0.iter().filter(|(what, _)| what == "kill") {
            assert_eq!(found, outcome, "{what}");
        }
        assert_eq!(report.outcome("empty group"), "ESRCH");
        assert_eq!((report.outcome("all processes"), report.number("parent")), ("ok", 1));
        assert_eq!(report.number("the child died of"), 9, "its own die by it");
    });
}

#[test]
fn the_first_process_cannot_be_inspected() {
    check(|ground| {
        let report = ground.survive(&theme!("isolation"), "peers");
        report.all_failed(&["EPERM", "ENOENT", "EACCES"]);
    });
}

#[test]
fn three_descriptors_are_all() {
    check(|ground| {
        // With others alive, whose pipes are none of its business.
        assert!(ground.survive(&theme!("isolation"), "descriptors").0.is_empty());
    });
}

#[test]
fn limits_and_priorities_cannot_be_raised() {
    check(|ground| ground.survive(&theme!("isolation"), "rises").all_failed(&["EPERM"]));
}

#[test]
fn no_program_becomes_root() {
    check(|ground| {
        let report = ground.survive(&theme!("isolation"), "becomes_root");
        for what in ["setuid", "setgid", "setresuid", "setgroups", "capabilities", "ambient"] {
            let outcome = report.outcome(what);
            assert!(["EPERM", "EINVAL"].contains(&outcome), "{what}: {outcome}");
        }
        assert_eq!((report.number("held"), report.number("root")), (0, 0));
        assert_eq!(report.number("no new privileges"), 1);
        for mount in ["/", "/usr", "/bot", "/proc"] {
            assert_eq!(report.number(mount), 1, "{mount} honours setuid");
        }
    });
}

#[test]
fn programs_of_root_give_nothing() {
    check(|ground| {
        let report = ground.survive(&theme!("isolation"), "runs_setuid");
        report.all_failed(&["0"]);
    });
}

#[test]
fn there_is_no_terminal_to_type_into() {
    check(|ground| {
        let report = ground.survive(&theme!("isolation"), "types");
        report.all_failed(&["EPERM", "ENOENT", "ENOTTY", "ENXIO"]);
        assert_eq!(report.outcome("type by a long number"), "EPERM");
    });
}

#[test]
fn names_of_groups_reveal_nothing() {
    check(|ground| {
        let mut program = theme!("isolation");
        let run = ground.survive(&program, "reads_groups");
        run.all_failed(&["/"]);
        // A program that lives on is one group lower, where it can be stopped.
        program.command.push("reads_groups".into());
        let mut process = ground.start(&program).unwrap();
        let mut said = Vec::new();
        let mut line = Vec::new();
        while receive(&mut *process, &mut line, LONG.wall).is_ok() {
            said.push(String::from_utf8_lossy(&line).into_owned());
        }
        let known = ["group: /", "group: /turns"];
        assert!(!said.is_empty() && said.iter().all(|one| known.contains(&&**one)), "{said:?}");
    });
}

#[test]
fn of_the_machine_only_what_is_documented_is_seen() {
    check(|ground| {
        let program = theme!("isolation");
        let report = ground.survive(&program, "counts_machine");
        for what in ["statfs", "fstatfs"] {
            assert_eq!(report.outcome(what), "EPERM");
        }
        // Open, and in docs/sandbox.md: the threads of the machine, and the numbers of pipes.
        assert!(report.number("threads") > 0);
        assert!(report.number("pipe") > 0);
    });
}
