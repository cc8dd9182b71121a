//! Programs that write themselves a letter for their next move.

use super::{LONG, Report, check, run, theme, with_scratch};
use certamen_sandbox::{Cell, Program, ProgramExit, Sandbox};

/// What a program finds before and after it has left all it could.
fn before_and_after(cell: &mut dyn Cell) -> [String; 2] {
    let mut read = || {
        let run = run(cell, "reads_state", LONG);
        assert_eq!(run.end, ProgramExit::Exited(0));
        String::from_utf8(run.output).unwrap()
    };
    let before = read();
    assert_eq!(read(), before, "two moves in a row");
    let written = run(cell, "writes_state", LONG);
    assert_eq!((&*written.output, written.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    let after = run(cell, "reads_state", LONG);
    [before, String::from_utf8(after.output).unwrap()]
}

#[test]
fn no_move_leaves_traces_for_the_next() {
    check(|ground| {
        let mut cell = ground.create_cell(&theme!("state")).unwrap();
        let [before, after] = before_and_after(&mut *cell);
        assert_eq!(after, before);
        assert!(before.contains("number: 2\n") && before.contains("parent: 1\n"), "{before}");
    });
}

#[test]
fn a_living_program_leaves_no_traces_either() {
    check(|ground| {
        let mut program = theme!("state");
        program.command.push("writes_state".into());
        let mut cell = ground.create_cell(&program).unwrap();
        let before = run(&mut *cell, "reads_state", LONG).output;
        for _ in 0..2 {
            let mut process = cell.start().unwrap();
            let mut line = Vec::new();
            crate::contract::receive(&mut *process, &mut line, LONG.wall).unwrap();
            assert_eq!(line, b"42");
            drop(process);
            let after = run(&mut *cell, "reads_state", LONG).output;
            assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(&before));
        }
    });
}

#[test]
fn without_a_folder_of_its_own_there_is_nowhere_to_write() {
    check(|ground| {
        assert!(ground.survive(&theme!("state"), "tries_everywhere").0.is_empty());
    });
}

fn letter(cell: &mut dyn Cell, attack: &str) -> String {
    Report::of(&run(cell, attack, LONG), attack).outcome("letter").to_owned()
}

fn with_folder() -> Program {
    with_scratch(theme!("state"), 1 << 20)
}

#[test]
fn its_own_folder_lives_as_long_as_the_match() {
    check(|ground| {
        let mut cell = ground.create_cell(&with_folder()).unwrap();
        assert_eq!(letter(&mut *cell, "reads_letter"), "ENOENT");
        assert_eq!(letter(&mut *cell, "writes_letter"), "ok");
        assert_eq!(letter(&mut *cell, "reads_letter"), "ok");
        // Neither the rival's place nor that of the next match has it.
        let mut next = ground.create_cell(&with_folder()).unwrap();
        assert_eq!(letter(&mut *next, "reads_letter"), "ENOENT");
        drop(cell);
        let mut next = ground.create_cell(&with_folder()).unwrap();
        assert_eq!(letter(&mut *next, "reads_letter"), "ENOENT");
    });
}

#[test]
fn its_own_folder_is_the_only_place() {
    check(|ground| {
        let report = ground.survive(&with_folder(), "tries_everywhere");
        assert_eq!(report.0, [("/scratch/letter".to_owned(), "ok".to_owned())]);
    });
}
