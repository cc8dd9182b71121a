//! Tests of canaries that take too much, leave something behind, or use other kernel entry points.

use super::{
    CanaryTrial, Item, ProbeOutput,
    finding::CanaryFigure,
    say,
    selftest::{LIMITS, SCRATCH, SelftestCell},
};
use crate::{ProgramExit, Run, SandboxError, Tier, TimeBudget};
use certamen_i18n::{Localize, Message, Value, quoted};
use std::{
    fmt::Debug,
    thread,
    time::{Duration, Instant},
};

/// The tests for a tier with only one barrier: the others need a private view or a group.
pub(super) const ONE_BARRIER: &[CanaryTrial] = &[
    (Item::AnswersAreHeard, hello),
    (Item::SideDoors, side_doors),
    (Item::WallTime, sleeping),
    (Item::OutputLimit, output),
    (Item::MemoryLimit, memory),
];

pub(super) const ALL: &[CanaryTrial] = &[
    (Item::AnswersAreHeard, hello),
    (Item::CallFilter, filter),
    (Item::SideDoors, side_doors),
    (Item::SecondUser, second_user),
    (Item::FirstProcess, first_process),
    (Item::LimitsStay, limits),
    (Item::ThreeDescriptors, descriptors),
    (Item::NoNetwork, network),
    (Item::ConstantNumber, constant_number),
    (Item::Daemons, daemons),
    (Item::ProcessLimit, processes),
    (Item::MemoryLimit, memory),
    (Item::ComputingTime, computing),
    (Item::ChildrenTime, children),
    (Item::WallTime, sleeping),
    (Item::OutputLimit, output),
    (Item::ScratchFolder, scratch),
    (Item::GroupClock, group_clock),
    (Item::Freezing, freezing),
];

/// A time limit for canaries that exceed it.
const SHORT: Duration = Duration::from_millis(30);
/// How much longer they may take on a busy machine.
const LATE: Duration = Duration::from_millis(300);
/// The maximum difference of the group's clock from the program's own, in per cent.
const CLOCK_MARGIN: f64 = 10.0;

fn demand(holds: bool, otherwise: impl FnOnce() -> Message) -> ProbeOutput {
    if holds { ProbeOutput::Fine } else { ProbeOutput::Failed(otherwise()) }
}

fn debug(value: impl Debug) -> Value {
    quoted(&format!("{value:?}"))
}

fn expect_output(text: &str, expected: &str) -> ProbeOutput {
    demand(text == expected, || say::said_instead(text.trim(), expected.trim()))
}

fn hello(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    Ok(expect_output(&cell.ask("hello")?, "hello\n"))
}

fn filter(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let status = cell.ask("read:/proc/self/status")?;
    let field = |name| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    for (name, expected) in [("NoNewPrivs:", "1"), ("Seccomp:", "2"), ("CapEff:", NONE)] {
        if field(name) != Some(expected) {
            return Ok(ProbeOutput::Failed(say::status_field(name, debug(field(name)))));
        }
    }
    Ok(ProbeOutput::Fine)
}

/// The signal of the filter.
const SIGSYS: i32 = 31;
/// No capability.
const NONE: &str = "0000000000000000";

fn side_doors(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    // The entry of programs of 32 bits, and the calls of those with short pointers.
    for door in ["old-entry", "calls:0x40000027"] {
        let end = cell.run(door)?.end;
        // In tier C this signal is reported like any other.
        let ended = end == ProgramExit::Security
            || cell.tier() == Tier::C && end == ProgramExit::Signalled(SIGSYS);
        if !ended {
            return Ok(ProbeOutput::Failed(say::door_open(door, debug(end))));
        }
    }
    Ok(ProbeOutput::Fine)
}

fn second_user(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let user = cell.calls("102")?.first().copied();
    let ours = i64::from(rustix::process::geteuid().as_raw());
    Ok(match user {
        Some(user) if cell.tier() > Tier::A => ProbeOutput::Lost(CanaryFigure::SameUser(user)),
        Some(user) if user != 0 && user != ours => ProbeOutput::Ok(CanaryFigure::User(user)),
        other => ProbeOutput::Failed(say::own_user(debug(other))),
    })
}

fn first_process(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let answers = cell.calls("62 1 9;62 1 19")?;
    // Without a second user the signals may be sent; they do nothing to a first process.
    if cell.tier() == Tier::A && answers != [-1, -1] {
        return Ok(ProbeOutput::Failed(say::kill_answers(debug(answers))));
    }
    hello(cell)
}

fn limits(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    for resource in [4, 7] {
        let answer = cell.ask(&format!("raise:{resource}"))?;
        if answer != "-1\n" {
            return Ok(ProbeOutput::Failed(say::limit_raised(resource, answer.trim())));
        }
    }
    Ok(ProbeOutput::Fine)
}

fn descriptors(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    Ok(expect_output(&cell.ask("descriptors")?, "0 1 2 \n"))
}

fn network(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let devices = cell.ask("read:/proc/self/net/dev")?;
    let names = devices.lines().filter_map(|line| Some(line.split_once(':')?.0.trim()));
    let others: Vec<&str> = names.filter(|name| *name != "lo").collect();
    Ok(demand(devices.contains("lo:") && others.is_empty(), || say::devices(debug(others))))
}

fn constant_number(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let (first, second) = (cell.calls("39")?, cell.calls("39")?);
    if first == second && first.len() == 1 {
        return Ok(ProbeOutput::Ok(CanaryFigure::Number(first[0])));
    }
    Ok(ProbeOutput::Lost(CanaryFigure::Numbers(first, second)))
}

/// Whether only the canary itself is left.
fn alone(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let count = cell.ask("count")?;
    Ok(demand(count == "1\n", || say::processes_left(count.trim())))
}

fn daemons(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let output = expect_output(&cell.ask("daemon")?, "hello\n");
    if matches!(output, ProbeOutput::Failed(_)) { Ok(output) } else { alone(cell) }
}

fn processes(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let output = cell.ask("bomb")?;
    let count = output.strip_suffix(" -11\n").and_then(|count| count.parse().ok());
    let Some(count) = count.filter(|count: &u64| *count < LIMITS.processes) else {
        return Ok(ProbeOutput::Failed(say::forks_and_error(output.trim())));
    };
    Ok(match alone(cell)? {
        ProbeOutput::Fine => ProbeOutput::Ok(CanaryFigure::Forks(count)),
        other => other,
    })
}

fn memory(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let run = cell.run("eat")?;
    // Without a group each process has its limit, and is refused more.
    let refused = cell.tier() > Tier::A && run.output == b"refused\n";
    if run.end != ProgramExit::Memory && !refused {
        return Ok(ProbeOutput::Failed(Message::verbatim(format!("{:?}", run.end))));
    }
    match hello(cell)? {
        ProbeOutput::Fine => Ok(ProbeOutput::Ok(CanaryFigure::After(run.wall.as_millis() as u64))),
        other => Ok(other),
    }
}

/// Whether it ran out of time, and not much later than it should.
fn overran(run: &Run, allowed: Duration) -> ProbeOutput {
    if run.end != ProgramExit::Timeout {
        return ProbeOutput::Failed(Message::verbatim(format!("{:?}", run.end)));
    }
    let (charged, wall) = (run.charged.as_secs_f64() * 1e3, run.wall.as_secs_f64() * 1e3);
    let figures = CanaryFigure::Charged(charged, wall);
    if run.charged < allowed || run.charged > allowed + LATE {
        return ProbeOutput::Failed(figures.message());
    }
    ProbeOutput::Ok(figures)
}

/// The CPU time limit ends busy programs long before the wall time limit.
const COMPUTING: TimeBudget = TimeBudget { cpu: SHORT, wall: Duration::from_secs(10) };

fn computing(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    best_of_three(|| Ok(overran(&cell.run_for("burn", COMPUTING)?, SHORT)))
}

fn children(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    best_of_three(|| Ok(overran(&cell.run_for("burn-child", COMPUTING)?, SHORT)))
}

fn sleeping(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    best_of_three(|| {
        let run = cell.run_for("sleep", TimeBudget { cpu: SHORT, wall: SHORT })?;
        let in_time =
            run.end == ProgramExit::Timeout && run.wall >= SHORT && run.wall < SHORT + LATE;
        Ok(demand(in_time, || say::end_after(debug(run.end), debug(run.wall))))
    })
}

/// Tests that depend on time are repeated: a machine that is busy for a moment is not a failed
/// protection.
fn best_of_three(
    mut trial: impl FnMut() -> Result<ProbeOutput, SandboxError>,
) -> Result<ProbeOutput, SandboxError> {
    for _ in 0..2 {
        let shown = trial()?;
        if matches!(shown, ProbeOutput::Fine | ProbeOutput::Ok(_)) {
            return Ok(shown);
        }
    }
    trial()
}

fn output(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let run = cell.run("flood")?;
    let bounded = run.end == ProgramExit::Output && run.output.len() <= 4 * LIMITS.output;
    Ok(demand(bounded, || say::end_with(debug(run.end), run.output.len())))
}

fn scratch(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let more = SCRATCH + 4096;
    // Create, take more than there is, make a link, follow it.
    let calls = format!(
        "2 @/scratch/left 66 384;285 3 0 0 {more};88 @/usr @/scratch/link;2 @/scratch/link/lib 0"
    );
    let (full, loops) = (-28, -40);
    let answers = cell.calls(&calls)?;
    if answers != [3, full, 0, loops] {
        return Ok(ProbeOutput::Failed(say::calls_answered(calls, debug(answers))));
    }
    let answers = cell.another()?.calls("2 @/scratch/left 0")?;
    Ok(demand(answers == [-2], || say::left_behind(debug(&answers))))
}

fn group_clock(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    if cell.tier() > Tier::A {
        return Ok(ProbeOutput::Lost(CanaryFigure::WallIsCharged));
    }
    // Start and end of a program are charged, too, and a machine may be busy: the best counts.
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let run = cell.run("work:40")?;
        let own = String::from_utf8_lossy(&run.output).trim().parse::<f64>().unwrap_or(0.0);
        let deviation = (run.charged.as_nanos() as f64 / own - 1.0) * 100.0;
        if deviation.abs() < best.abs() {
            best = deviation;
        }
        if best.abs() < CLOCK_MARGIN / 2.0 {
            break;
        }
    }
    let figure = CanaryFigure::Deviation(best);
    Ok(if best.abs() <= CLOCK_MARGIN {
        ProbeOutput::Ok(figure)
    } else {
        ProbeOutput::Failed(figure.message())
    })
}

fn freezing(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    best_of_three(|| computed_off_turn(cell))
}

fn computed_off_turn(cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
    let mut canary = cell.start()?;
    let mut ask = || -> Result<f64, SandboxError> {
        let second = Duration::from_secs(1);
        canary.begin_turn(TimeBudget { cpu: second, wall: 10 * second })?;
        let mut line = Vec::new();
        let answered = canary.send(b"?").and_then(|()| canary.receive(&mut line));
        canary.end_turn()?;
        match answered {
            Err(crate::Broken::Sandbox(error)) => Err(error),
            _ => Ok(String::from_utf8_lossy(&line).parse().unwrap_or(f64::NAN)),
        }
    };
    let before = ask()?;
    let stopped = Instant::now();
    thread::sleep(SHORT);
    let off_turn = stopped.elapsed().as_nanos() as f64;
    let computed = ask()? - before;
    let share = computed / off_turn * 100.0;
    let figure = CanaryFigure::OffTurn(share);
    Ok(if share < 50.0 { ProbeOutput::Ok(figure) } else { ProbeOutput::Lost(figure) })
}
