//! Programs that say too much, too little, or nothing at all.

use super::{LONG, SHORT, check, soon};
use crate::{
    contract::Quick,
    programs::{Mark, nasty, peak_memory},
};
use certamen_sandbox::{ProgramExit, TimeBudget};

fn run(words: &str, budget: TimeBudget, end: ProgramExit, output: Option<&str>) {
    check(|ground| {
        let before = peak_memory();
        let mut program = nasty(words);
        let mark = Mark::on(&mut program);
        let much = vec![b'x'; 1 << 20];
        let run = soon(|| ground.run(&program, None, Some(&much), budget.wall)).unwrap();
        mark.assert_gone();
        assert_eq!(run.end, end, "{words}");
        if let Some(output) = output {
            assert_eq!(String::from_utf8_lossy(&run.output), output, "{words}");
        }
        let grown = peak_memory().saturating_sub(before);
        assert!(grown < 16 << 10, "{words}: {grown} KiB more memory");
    });
}

#[test]
fn closing_the_output_is_no_move() {
    run("closes_silently", LONG, ProgramExit::Exited(0), Some(""));
}

#[test]
fn closing_the_input_is_no_harm() {
    run("deaf", LONG, ProgramExit::Exited(0), Some("42\n"));
}

#[test]
fn floods_are_cut() {
    run("floods", LONG, ProgramExit::Output, None);
}

#[test]
fn floods_of_complaints_are_drained() {
    run("complains 8388608", LONG, ProgramExit::Exited(0), Some("42\n"));
}

#[test]
fn a_long_line_is_too_much() {
    run("one_line", LONG, ProgramExit::Output, None);
}

#[test]
fn drops_buy_no_time() {
    run("drips", SHORT, ProgramExit::Timeout, None);
}

#[test]
fn sleep_ends() {
    run("sleeps", SHORT, ProgramExit::Timeout, Some(""));
}

#[test]
fn an_answer_counts_whatever_the_code() {
    run("answers_and_exits 3", LONG, ProgramExit::Exited(3), Some("42\n"));
}
