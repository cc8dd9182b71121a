//! The canaries in the tier that there is, and what they found broken once.

use crate::{alone::alone, confined::confined, isolated::isolated};
use certamen_sandbox::{Limits, Program, Sandbox, TimeBudget, Unisolated, doctor};
use std::time::Duration;

#[test]
fn the_sandbox_holds() {
    let _alone = alone();
    doctor::self_test_cached(&isolated()).unwrap();
}

#[test]
fn the_one_wall_holds() {
    let _alone = alone();
    doctor::self_test_cached(&confined()).unwrap();
}

#[test]
fn canaries_are_not_let_loose() {
    let error = doctor::self_test_cached(&Unisolated::new()).unwrap_err().to_string();
    assert_eq!(error, "isolation level D isolates nothing: there is nothing to test");
}

#[test]
fn every_run_has_the_same_number() {
    let _alone = alone();
    let program = Program {
        command: vec!["/bin/sh".into(), "-c".into(), "echo $$".into()],
        directory: "/usr".into(),
        environment: Vec::new(),
        limits: Limits::default(),
        folders: Vec::new(),
    };
    let sandbox = isolated();
    let mut cell = sandbox.create_cell(&program).unwrap();
    let time = Duration::from_secs(30);
    let mut number = || {
        let run = cell.run(None, None, TimeBudget { cpu: time, wall: time }).unwrap();
        String::from_utf8(run.output).unwrap()
    };
    let numbers = [number(), number(), number()];
    assert!(numbers[0].trim().parse::<u32>().is_ok(), "{numbers:?}");
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
}
