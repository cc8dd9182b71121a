//! Programs that want to meet others, on the network or in the machine.

use super::{Report, check, theme};
use certamen_sandbox::Sandbox;

#[test]
fn there_are_no_sockets() {
    check(|ground| ground.survive(&theme!("network"), "connects").all_failed(&["EPERM"]));
}

#[test]
fn socket_pairs_reach_no_other_process() {
    check(|ground| {
        let mut report = ground.survive(&theme!("network"), "misuses_pairs");
        assert_eq!(report.outcome("pair"), "ok");
        report.0.remove(0);
        report.all_failed(&["EPERM"]);
    });
}

#[test]
fn the_only_interface_is_its_own() {
    check(|ground| {
        let report = ground.survive(&theme!("network"), "sees_interfaces");
        assert_eq!((report.number("interfaces"), report.number("loop")), (1, 1));
    });
}

#[test]
fn there_is_no_place_to_meet() {
    check(|ground| {
        let report = ground.survive(&theme!("network"), "meets");
        report.all_failed(&["EPERM", "ENOENT", "EACCES", "EROFS"]);
    });
}

#[test]
fn nothing_that_all_see_bears_traces() {
    check(|ground| {
        let program = theme!("network");
        let reads = |cell: &mut dyn certamen_sandbox::Cell| {
            Report::of(&super::run(cell, "reads_stamps", super::LONG), "reads_stamps").0
        };
        let mut ours = ground.create_cell(&program).unwrap();
        let mut theirs = ground.create_cell(&program).unwrap();
        let (before, own) = (reads(&mut *theirs), reads(&mut *ours));
        super::run(&mut *ours, "leaves_stamps", super::LONG);
        assert_eq!(reads(&mut *theirs), before, "the rival sees it");
        assert_eq!(reads(&mut *ours), own, "the next move sees it");
    });
}
