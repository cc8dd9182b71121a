//! What programs try that mean no good, each with what must come of it in tiers A and B.
//!
//! Every attack is a real program beside which a rival plays on. Whatever comes of it, nothing may
//! be left: no process, mount, file, control group or descriptor; the next move in the same place
//! and the rival's next answer come in time.

mod files;
mod isolation;
mod kernel;
mod memory;
mod network;
mod output;
mod processes;
mod runner;
mod state;
mod time;
mod traces;

use crate::{
    alone::alone,
    contract::{Quick, receive},
    isolated::isolated,
    programs::{Mark, compiled, nasty, program},
};
use certamen_sandbox::{
    Access, Cell, Folder, Isolated, Program, ProgramExit, Run, Sandbox, SandboxError, Tier,
    TimeBudget,
};
use std::{
    ops::Deref,
    time::{Duration, Instant},
};
use traces::Traces;

/// Longer than any test waits.
const LONG: TimeBudget = both(Duration::from_secs(30));
/// Time for those who overrun it.
const SHORT: TimeBudget = both(Duration::from_millis(300));
/// Ten times what anything takes here that ends at once or with its short time.
const SOON: Duration = Duration::from_secs(6);

const fn both(time: Duration) -> TimeBudget {
    TimeBudget { cpu: time, wall: time }
}

/// The programs of one theme.
macro_rules! theme {
    ($name:literal) => {
        crate::hostile::attacker(
            $name,
            concat!(
                include_str!(crate::hostile::text!("attack.h")),
                include_str!(crate::hostile::text!($name, ".c"))
            ),
        )
    };
}
pub(crate) use theme;

/// The text of a file beside this one.
macro_rules! text {
    ($($part:literal),+) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/hostile/", $($part),+)
    };
}
pub(crate) use text;

pub(crate) fn attacker(name: &str, source: &str) -> Program {
    program(vec![compiled(name, source).into()])
}

/// The same with a folder to write to, of this many bytes.
fn with_scratch(mut program: Program, size: u64) -> Program {
    let outside = program.directory.join("scratch");
    program.folders.push(Folder { outside, inside: "/scratch", access: Access::Scratch(size) });
    program
}

/// A sandbox under attack.
struct Ground(Isolated);

impl Deref for Ground {
    type Target = Isolated;

    fn deref(&self) -> &Isolated {
        &self.0
    }
}

/// Lets `fight` happen, with a rival beside it, and looks for what is left.
fn check(fight: impl FnOnce(&Ground)) {
    let _alone = alone();
    let before = Traces::now();
    {
        let ground = Ground(isolated());
        let mut rival = ground.start(&nasty("echoes")).unwrap();
        let mut line = Vec::new();
        let mut ask_rival = || {
            rival.send(b"your move").unwrap();
            soon(|| receive(&mut *rival, &mut line, LONG.wall)).unwrap();
            assert_eq!(line, b"your move");
        };
        ask_rival();
        fight(&ground);
        ask_rival();
    }
    before.assert_no_more();
}

impl Ground {
    fn is_a(&self) -> bool {
        self.tier() == Tier::A
    }

    /// What `attack` comes to, in a place where a good move follows it.
    fn fight(&self, program: &Program, attack: &str, budget: TimeBudget) -> Run {
        let mut program = program.clone();
        let mark = Mark::on(&mut program);
        let mut cell = self.create_cell(&program).unwrap();
        let run = soon(|| run(&mut *cell, attack, budget));
        mark.assert_gone();
        let good = soon(|| self::run(&mut *cell, "answer", LONG));
        assert_eq!(
            (&*good.output, good.end),
            (&b"42\n"[..], ProgramExit::Exited(0)),
            "after {attack}"
        );
        run
    }

    /// The report of an attack that fails while its program answers normally.
    fn survive(&self, program: &Program, attack: &str) -> Report {
        Report::of(&self.fight(program, attack, LONG), attack)
    }
}

/// One run. If the host stood still it is done again, as a match would be.
fn run(cell: &mut dyn Cell, attack: &str, budget: TimeBudget) -> Run {
    for _ in 0..3 {
        match cell.run(Some(attack), Some(b"input"), budget) {
            Err(SandboxError::Stalled { .. }) => {}
            other => return other.unwrap(),
        }
    }
    panic!("the host is suspended all the time");
}

/// Does it and asserts that it was done at once.
fn soon<T>(what: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = what();
    let passed = started.elapsed();
    assert!(passed < SOON, "it took {passed:?}");
    result
}

/// What a program says of its attempts, line by line: `what: outcome`.
struct Report(Vec<(String, String)>);

impl Report {
    fn of(run: &Run, attack: &str) -> Report {
        let text = String::from_utf8(run.output.clone()).unwrap();
        assert_eq!(run.end, ProgramExit::Exited(0), "{attack}: {text}");
        let entry = |line: &str| {
            line.split_once(": ").map(|(what, outcome)| (what.to_owned(), outcome.to_owned()))
        };
        Report(text.lines().filter(|line| *line != "42").map(|line| entry(line).unwrap()).collect())
    }

    /// Asserts that there were attempts and that each failed with one of these errors.
    fn all_failed(&self, errors: &[&str]) {
        assert!(!self.0.is_empty(), "nothing was tried");
        let others: Vec<_> =
            self.0.iter().filter(|(_, outcome)| !errors.contains(&outcome.as_str())).collect();
        assert!(others.is_empty(), "{others:?}");
    }

    fn outcome(&self, what: &str) -> &str {
        let found = self.0.iter().find(|(name, _)| name == what);
        &found.unwrap_or_else(|| panic!("no {what} in {:?}", self.0)).1
    }

    fn number(&self, what: &str) -> i64 {
        self.outcome(what).parse().unwrap()
    }
}
