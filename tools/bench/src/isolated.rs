//! The cost of isolation: programs in the strongest available sandbox, compared with bare ones.

use crate::{
    Bench,
    floors::{BARE_BOT, LINE_BOT, PYTHON_BOT, SPAWN_LOOP, SQUARE_BOT, STATIC_BOT},
    living,
    samples::Samples,
    table::Figure,
};
use anyhow::{Context, Result, anyhow, ensure};
use certamen_sandbox::{
    Cell, Isolated, Process, Program, ProgramExit, Sandbox, TimeBudget, find_tool,
};
use std::{
    ffi::OsString,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// As the loop in C runs a program in one match: both seats see the same strip fill up.
const SQUARES: usize = 64;
const ALLOWANCE: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(10), wall: Duration::from_secs(30) };
/// What bubblewrap is to do, as near as it comes: everything private, the machine read-only.
const BUBBLEWRAP: &[&str] = &[
    "--unshare-all",
    "--die-with-parent",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
];

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let sandbox = Isolated::open(&bench.launcher).map_err(|tier_loss| anyhow!("{tier_loss}"))?;
    eprintln!("isolated in tier {}", sandbox.tier());
    let python = find_tool("/usr/bin/python3", "python3")?;
    let script = bench.floors.path(PYTHON_BOT).into_os_string();
    let python = vec![python.into_os_string(), "-I".into(), "-S".into(), script];
    let own = |name| vec![bench.floors.path(name).into_os_string()];
    let mut figures = Vec::new();
    let (many, some, few) = (bench.of(200, 30), bench.of(60, 10), bench.of(15, 3));
    for (what, command, times, aim) in [
        ("C without a library", own(BARE_BOT), many, 1.05),
        ("static C", own(STATIC_BOT), many, 1.05),
        ("dynamic C", own(SQUARE_BOT), some, 1.03),
        ("Python", python, few, 1.03),
    ] {
        figures.extend(compare(bench, &sandbox, what, &command, (times, aim))?);
    }
    for (what, name) in [("C without a library", BARE_BOT), ("static C", STATIC_BOT)] {
        figures.extend(bubblewrap(bench, &sandbox, what, own(name))?);
    }
    figures.push(raising(bench, &sandbox)?);
    figures.extend(turns(bench, &sandbox)?);
    Ok(figures)
}

pub(crate) fn living(bench: &Bench) -> Result<Vec<Figure>> {
    let sandbox = Isolated::open(&bench.launcher).map_err(|tier_loss| anyhow!("{tier_loss}"))?;
    let sandbox = Arc::new(sandbox) as Arc<dyn Sandbox>;
    let mut figures = Vec::new();
    for (which, freeze, aim) in
        [("stopped between turns", true, 3.3), ("never stopped", false, 1.8)]
    {
        for figure in living::figures_in(bench, &sandbox, (freeze, aim))? {
            figures.push(figure.of(which));
        }
    }
    Ok(figures)
}

/// Runs of one program: ours to bare ones, and how many ours are in a second.
fn compare(
    bench: &Bench,
    sandbox: &Isolated,
    what: &str,
    command: &[OsString],
    (times, aim): (usize, f64),
) -> Result<[Figure; 3]> {
    let mut cell = sandbox.create_cell(&program(bench, command.to_vec()))?;
    let [mut ratio, mut ours, mut computing] = std::array::from_fn(|_| Samples::default());
    for _ in 0..times {
        let ((passed, charged), raw) = (play(&mut *cell)?, bare(bench, command)?);
        ratio.push(passed.div_duration_f64(raw));
        let per_run = |time: Duration| time.as_secs_f64() * 1e6 / (2 * SQUARES) as f64;
        ours.push(per_run(passed));
        computing.push(per_run(charged));
    }
    Ok([
        Figure::ratio(format!("{what}: time of a run, to a bare one"), ratio, aim),
        Figure::new(format!("{what}: a run"), "µs", ours),
        Figure::new(format!("{what}: what it is charged"), "µs", computing),
    ])
}

fn program(bench: &Bench, command: Vec<OsString>) -> Program {
    Program { command, ..bench.floors.program(SQUARE_BOT) }
}

/// The runs of a match, and nothing of the match itself: their time, and what they are charged.
fn play(cell: &mut dyn Cell) -> Result<(Duration, Duration)> {
    let mut charged = Duration::ZERO;
    let started = Instant::now();
    for taken in 0..SQUARES {
        let strip = "p".repeat(taken) + &".".repeat(SQUARES - taken);
        for _ in 0..2 {
            let run = cell.run(Some(&strip), None, ALLOWANCE)?;
            let answered = run.output == format!("{}\n", taken + 1).into_bytes();
            ensure!(
                run.end == ProgramExit::Exited(0) && answered,
                "the run is not the one expected"
            );
            charged += run.charged;
        }
    }
    Ok((started.elapsed(), charged))
}

fn bare(bench: &Bench, command: &[OsString]) -> Result<Duration> {
    let words = [OsString::from("1")];
    let words: Vec<&Path> = words.iter().chain(command).map(Path::new).collect();
    let took = bench.floors.run(SPAWN_LOOP, &words)?;
    ensure!(took.count == 2 * SQUARES as u64, "the floor ran {} times", took.count);
    Ok(took.time)
}

/// Bubblewrap's time, to ours; nothing where it is not installed.
fn bubblewrap(
    bench: &Bench,
    sandbox: &Isolated,
    what: &str,
    bot: Vec<OsString>,
) -> Result<Option<Figure>> {
    let Ok(tool) = find_tool("/usr/bin/bwrap", "bubblewrap") else {
        eprintln!("there is no bubblewrap to compare with: install the Debian package bubblewrap");
        return Ok(None);
    };
    let flags = BUBBLEWRAP.iter().map(OsString::from);
    let command: Vec<_> =
        [tool.into_os_string()].into_iter().chain(flags).chain(bot.clone()).collect();
    let mut cell = sandbox.create_cell(&program(bench, bot))?;
    let mut ratio = Samples::default();
    for _ in 0..bench.of(10, 2) {
        let ((ours, _), theirs) = (play(&mut *cell)?, bare(bench, &command)?);
        ratio.push(theirs.div_duration_f64(ours));
    }
    Ok(Some(Figure::least(format!("{what}: a run in bubblewrap, to our run"), ratio, 30.0)))
}

/// What a sandbox costs that is built and torn down, with nothing run in it.
fn raising(bench: &Bench, sandbox: &Isolated) -> Result<Figure> {
    let program = bench.floors.program(STATIC_BOT);
    let mut samples = Samples::default();
    for _ in 0..bench.of(200, 20) {
        let started = Instant::now();
        drop(sandbox.create_cell(&program)?);
        samples.push(started.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Figure::new("a sandbox, built and removed", "ms", samples))
}

/// A turn of a living program, stopped between its turns and not.
fn turns(bench: &Bench, sandbox: &Isolated) -> Result<[Figure; 3]> {
    const TURNS: u32 = 2_000;
    let mut cell = sandbox.create_cell(&bench.floors.program(LINE_BOT))?;
    let mut process = cell.start()?;
    let [mut stopped, mut running, mut difference] = std::array::from_fn(|_| Samples::default());
    let mut line = Vec::new();
    // It speaks first.
    process.begin_turn(ALLOWANCE)?;
    hear(&mut *process, &mut line)?;
    process.end_turn()?;
    for _ in 0..bench.of(40, 6) {
        let per_turn = |started: Instant| started.elapsed().as_secs_f64() * 1e6 / f64::from(TURNS);
        let started = Instant::now();
        for _ in 0..TURNS {
            process.begin_turn(ALLOWANCE)?;
            ask(&mut *process, &mut line)?;
            process.end_turn()?;
        }
        let one = per_turn(started);
        process.begin_turn(ALLOWANCE)?;
        let started = Instant::now();
        for _ in 0..TURNS {
            ask(&mut *process, &mut line)?;
        }
        let other = per_turn(started);
        process.end_turn()?;
        stopped.push(one);
        running.push(other);
        difference.push(one - other);
    }
    Ok([
        Figure::new("a turn, stopped and its clock read between turns", "µs", stopped),
        Figure::new("a turn, neither", "µs", running),
        Figure::new("the difference", "µs", difference),
    ])
}

fn ask(process: &mut dyn Process, line: &mut Vec<u8>) -> Result<()> {
    process.send(b"1").map_err(|broken| anyhow!("{broken:?}"))?;
    hear(process, line)
}

fn hear(process: &mut dyn Process, line: &mut Vec<u8>) -> Result<()> {
    process.receive(line).map_err(|broken| anyhow!("{broken:?}")).context("no answer")?;
    ensure!(line == b"1", "it is not the answer expected");
    Ok(())
}
