//! The isolating sandbox, in the tier that is available to the user who runs these tests.

use crate::{
    alone::alone,
    contract::{Quick, contract, receive},
    programs::{PLACE, python, spawners},
};
use certamen_sandbox::{
    Access, CellPool, Folder, Isolated, Launcher, Program, Sandbox, Tier, TimeBudget,
};
use rustix::{
    process::{Pid, Signal, kill_process},
    thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity},
};
use std::{path::PathBuf, sync::Arc, time::Duration};

contract! { isolated() }

/// Tier A for root, tier B for others.
pub(crate) fn isolated() -> Isolated {
    let tier = if rustix::process::geteuid().is_root() { Tier::A } else { Tier::B };
    Isolated::of_tier(&Launcher::with_program(set_up()), tier)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The program that builds sandboxes: cargo's, or its copy for an ordinary user.
pub(crate) fn set_up() -> PathBuf {
    let copy = std::env::var_os(PLACE).map(|place| PathBuf::from(place).join("sandbox-setup"));
    copy.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_sandbox-setup")))
}

#[test]
fn it_says_what_it_is() {
    let _alone = crate::alone::alone();
    assert_ne!(isolated().tier(), Tier::D);
}

#[test]
fn many_programs_live_side_by_side() {
    let _alone = alone();
    let sandbox = isolated();
    let program = python("for line in open(0): print(line.strip(), flush=True)");
    let mut cells: Vec<_> = (0..64).map(|_| sandbox.create_cell(&program).unwrap()).collect();
    let mut programs: Vec<_> = cells.iter_mut().map(|cell| cell.start().unwrap()).collect();
    // All live when the first is asked.
    for (number, process) in programs.iter_mut().enumerate() {
        let mut line = Vec::new();
        process.begin_turn(TimeBudget::of(Duration::from_secs(60))).unwrap();
        process.send(number.to_string().as_bytes()).unwrap();
        process.receive(&mut line).unwrap();
        process.end_turn().unwrap();
        assert_eq!(line, number.to_string().as_bytes());
    }
}

/// The cores that a program may use whose sandbox is built now.
fn cores(sandbox: &Isolated) -> String {
    let program = python("import os; print(sorted(os.sched_getaffinity(0)))");
    let mut cell = sandbox.create_cell(&program).unwrap();
    let run = cell.run(None, None, TimeBudget::of(Duration::from_secs(30))).unwrap();
    String::from_utf8(run.output).unwrap().trim().to_owned()
}

#[test]
fn sandboxes_are_on_the_cores_of_their_builder() {
    let _alone = alone();
    let sandbox = isolated();
    let affinity = sched_getaffinity(None).unwrap();
    let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| affinity.is_set(*core)).collect();
    assert_eq!(cores(&sandbox), format!("{all:?}"));
    let here = sched_getcpu();
    let mut only = CpuSet::new();
    only.set(here);
    sched_setaffinity(None, &only).unwrap();
    assert_eq!(cores(&sandbox), format!("[{here}]"));
}

#[test]
fn one_process_forks_for_all_sandboxes_and_is_replaced_when_it_is_lost() {
    let _alone = alone();
    let sandbox = isolated();
    let [first] = spawners()[..] else { panic!("{:?}", spawners()) };
    cores(&sandbox);
    assert_eq!(spawners(), [first]);
    kill_process(Pid::from_raw(first).unwrap(), Signal::KILL).unwrap();
    cores(&sandbox);
    let [second] = spawners()[..] else { panic!("{:?}", spawners()) };
    assert_ne!(first, second);
    drop(sandbox);
    assert_eq!(spawners(), [0; 0], "it ends with the last who may build");
}

/// What a program says in one match after the other, in places that are used again.
fn match_by_match(program: &Program, matches: usize) -> Vec<String> {
    let sandbox = CellPool::new(Arc::new(isolated()), 4);
    let one = |number: usize| {
        let mut program = program.clone();
        program.environment.push(("MATCH".to_owned(), number.to_string()));
        let mut cell = sandbox.create_cell(&program).unwrap();
        let run = cell.run(None, None, TimeBudget::of(Duration::from_secs(30))).unwrap();
        String::from_utf8(run.output).unwrap().trim().to_owned()
    };
    (0..matches).map(one).collect()
}

#[test]
fn a_place_that_is_used_again_is_as_good_as_new() {
    let _alone = alone();
    let folder = |inside, access| Folder { outside: "/nowhere".into(), inside, access };
    let mut program = python(
        "import os
new = os.listdir('/scratch') == [] and os.stat('/scratch').st_mtime_ns
open('/scratch/left', 'w').close()
print(os.environ['MATCH'], os.getpid(), os.stat('/scratch/left').st_ino, bool(new))
os.remove('/scratch/left')",
    );
    program.folders.push(folder("/scratch", Access::Scratch(1 << 20)));
    let said = match_by_match(&program, 3);
    let first = said[0].strip_prefix('0').unwrap();
    assert!(first.ends_with("True"), "{said:?}");
    let expected: Vec<String> = (0..3).map(|number| format!("{number}{first}")).collect();
    assert_eq!(said, expected);
}

/// A program that computes all the time in a thread of its own, and answers at once.
const PONDERS: &str = "
import sys, threading
def ponder():
    while True: pass
threading.Thread(target=ponder, daemon=True).start()
for line in sys.stdin: print(line.strip(), flush=True)";

/// The CPU time it uses while it is not on turn for a while.
fn pondering(freeze: bool) -> Duration {
    let mut program = python(PONDERS);
    program.limits.freeze = freeze;
    let mut process = isolated().start(&program).unwrap();
    for _ in 0..2 {
        process.send(b"1").unwrap();
        receive(&mut *process, &mut Vec::new(), Duration::from_secs(30)).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    process.pondered()
}

#[test]
fn who_ponders_is_stopped_or_reported() {
    let _alone = alone();
    if isolated().tier() != Tier::A {
        // CPU time is not counted here.
        assert_eq!(pondering(false), Duration::ZERO);
        return;
    }
    assert!(pondering(true) < Duration::from_millis(15), "{:?}", pondering(true));
    // Of 300 ms, on a machine that twenty others keep busy.
    assert!(pondering(false) > Duration::from_millis(25), "{:?}", pondering(false));
}
