//! The ends of those who keep programs: a zygote that dies, a runner that is killed.

use super::{
    LONG, check, soon, theme,
    traces::{groups_of, zygotes},
};
use crate::{
    alone::{alone, times},
    contract::Quick,
    isolated::isolated,
    programs::{Mark, nasty},
};
use certamen_sandbox::{Broken, Program, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Houses `program` and gives its zygote, too.
fn housed(sandbox: &dyn Sandbox, program: &Program) -> (Box<dyn certamen_sandbox::Cell>, Pid) {
    let before = zygotes();
    let cell = sandbox.create_cell(program).unwrap();
    let new: Vec<i32> = zygotes().into_iter().filter(|one| !before.contains(one)).collect();
    assert_eq!(new.len(), 1);
    (cell, Pid::from_raw(new[0]).unwrap())
}

#[test]
fn a_zygote_that_dies_is_our_matter() {
    check(|ground| {
        let mut program = theme!("time");
        let mark = Mark::on(&mut program);
        let (mut cell, zygote) = housed(&**ground, &program);
        std::thread::scope(|scope| {
            let running = scope.spawn(|| cell.run(Some("stops"), None, LONG));
            wait_until(|| mark.lives());
            kill_process(zygote, Signal::KILL).unwrap();
            let error = soon(|| running.join().unwrap()).unwrap_err().to_string();
            assert!(error.contains("zygote"), "{error}");
        });
        mark.assert_gone();
        assert!(soon(|| cell.run(Some("answer"), None, LONG)).is_err());
        // Who comes next gets a new place.
        ground.survive(&program, "answer");
    });
}

#[test]
fn a_zygote_that_dies_under_a_living_program_is_our_matter() {
    check(|ground| {
        let mut program = theme!("time");
        let mark = Mark::on(&mut program);
        program.command.push("ponders".into());
        let (mut cell, zygote) = housed(&**ground, &program);
        let mut process = cell.start().unwrap();
        process.begin_turn(LONG).unwrap();
        kill_process(zygote, Signal::KILL).unwrap();
        let heard = soon(|| process.receive(&mut Vec::new()));
        assert!(matches!(heard, Err(Broken::Sandbox(_))), "{heard:?}");
        soon(|| drop(process));
        mark.assert_gone();
    });
}

#[test]
fn a_stopped_zygote_is_our_fault_takes_long() {
    check(|ground| {
        let mut program = theme!("time");
        let mark = Mark::on(&mut program);
        let (mut cell, zygote) = housed(&**ground, &program);
        kill_process(zygote, Signal::STOP).unwrap();
        let started = Instant::now();
        let error = cell.run(Some("answer"), None, super::SHORT).unwrap_err().to_string();
        assert!(error.contains("no answer from the zygote"), "{error}");
        soon(|| drop(cell));
        assert!(started.elapsed() < Duration::from_secs(15), "it is waited for once");
        mark.assert_gone();
    });
}

#[test]
fn many_places_are_built_at_once() {
    check(|ground| {
        let build = || {
            for _ in 0..times(50) {
                let run = ground.run(&nasty("answers"), None, None, LONG.wall).unwrap();
                assert_eq!(run.output, b"42\n");
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(build);
            }
        });
    });
}

/// The variable that makes this test the runner that will be killed, with the marks of its programs.
const MARKS: &str = "CERTAMEN_TEST_RUNNER";

#[test]
fn nothing_outlives_a_runner_that_is_killed() {
    if let Ok(mark) = env::var(MARKS) {
        run_until_killed(&mark);
    }
    let _alone = alone();
    let mark = Mark::on(&mut theme!("time"));
    let mut runner = Command::new(env::current_exe().unwrap())
        .args(["hostile::runner::nothing_outlives_a_runner_that_is_killed", "--exact"])
        .arg("--nocapture")
        .env(MARKS, mark.word())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(runner.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("in the middle of a match")));
    assert!(mark.lives());
    let groups = groups_of(runner.id());
    assert_eq!(groups.is_empty(), !rustix::process::geteuid().is_root());
    runner.kill().unwrap();
    mark.assert_gone();
    runner.wait().unwrap();
    // Its groups are empty, and the next run removes them.
    for group in groups {
        wait_until(|| all_empty(&group));
    }
    let next = isolated();
    assert_eq!(groups_of(runner.id()), Vec::<std::path::PathBuf>::new());
    next.run(&nasty("answers"), None, None, LONG.wall).unwrap();
}

/// Houses programs in every state that there is, and does not come back.
fn run_until_killed(mark: &str) -> ! {
    let sandbox = isolated();
    let mut program = theme!("time");
    program.command.push(mark.into());
    let _idle: Vec<_> = (0..3).map(|_| sandbox.create_cell(&program).unwrap()).collect();
    let mut spinning = program.clone();
    let spins = Mark::on(&mut spinning);
    let mut running = sandbox.create_cell(&spinning).unwrap();
    let mut living = program.clone();
    living.command.push("ponders".into());
    let mut on_turn = sandbox.start(&living).unwrap();
    on_turn.begin_turn(LONG).unwrap();
    let mut frozen = sandbox.start(&living).unwrap();
    frozen.begin_turn(LONG).unwrap();
    frozen.end_turn().unwrap();
    std::thread::spawn(move || running.run(Some("spins_in_grandchildren"), None, LONG));
    // It and what it started.
    wait_until(|| spins.bearers() > 1);
    #[expect(clippy::print_stdout, reason = "it reports that it is ready to be killed")]
    {
        println!("in the middle of a match");
    }
    loop {
        std::thread::park();
    }
}

/// Whether no process is in this group and those below it.
fn all_empty(group: &std::path::Path) -> bool {
    let here = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default().is_empty();
    let mut below = fs::read_dir(group).into_iter().flatten().flatten();
    here && below.all(|entry| !entry.file_type().unwrap().is_dir() || all_empty(&entry.path()))
}

pub(super) fn wait_until(what: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(5);
    while !what() {
        assert!(Instant::now() < patience, "it never came true");
        std::thread::sleep(Duration::from_millis(2));
    }
}
