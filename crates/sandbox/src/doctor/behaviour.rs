//! What happens to canaries that take too much, leave something behind, or come in by side doors.

use super::{
    Shown, Trial,
    aviary::{Cage, LIMITS, SCRATCH},
};
use crate::{Allowance, End, Run, SandboxError, Tier};
use std::{
    thread,
    time::{Duration, Instant},
};

/// What must hold where there is but one wall: the rest needs a view or a group of its own.
pub(super) const ONE_WALL: &[Trial] = &[
    ("answers are heard", hello),
    ("side doors of the kernel", side_doors),
    ("time on the wall", sleeping),
    ("output limit", output),
    ("memory limit", memory),
];

pub(super) const ALL: &[Trial] = &[
    ("answers are heard", hello),
    ("system call filter", filter),
    ("side doors of the kernel", side_doors),
    ("second user", second_user),
    ("first process cannot be killed", first_process),
    ("limits cannot be raised", limits),
    ("three descriptors", descriptors),
    ("no network", network),
    ("constant process number", constant_number),
    ("daemons are ended", daemons),
    ("process limit", processes),
    ("memory limit", memory),
    ("computing time", computing),
    ("computing time of children", children),
    ("time on the wall", sleeping),
    ("output limit", output),
    ("scratch folder", scratch),
    ("group clock", group_clock),
    ("freezing", freezing),
];

/// Time for those who overrun it.
const SHORT: Duration = Duration::from_millis(30);
/// What they may overrun it by on a busy machine.
const LATE: Duration = Duration::from_millis(300);
/// How far the clock of the group may be from the program's own, in per cent.
const CLOCK_MARGIN: f64 = 10.0;

fn fine() -> Shown {
    Shown::Ok(String::new())
}

/// Fine if it is so.
fn demand(holds: bool, otherwise: impl FnOnce() -> String) -> Shown {
    if holds { fine() } else { Shown::Failed(otherwise()) }
}

fn said(text: &str, expected: &str) -> Shown {
    demand(text == expected, || format!("`{}` instead of `{}`", text.trim(), expected.trim()))
}

fn hello(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    Ok(said(&cage.hear("hello")?, "hello\n"))
}

fn filter(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let status = cage.hear("read:/proc/self/status")?;
    let field = |name| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    for (name, expected) in [("NoNewPrivs:", "1"), ("Seccomp:", "2"), ("CapEff:", NONE)] {
        if field(name) != Some(expected) {
            return Ok(Shown::Failed(format!("{name} {:?}", field(name))));
        }
    }
    Ok(fine())
}

/// The signal of the filter.
const SIGSYS: i32 = 31;
/// No capability.
const NONE: &str = "0000000000000000";

fn side_doors(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    // The entry of programs of 32 bits, and the calls of those with short pointers.
    for door in ["old-entry", "calls:0x40000027"] {
        let end = cage.run(door)?.end;
        // Behind the one wall nobody tells this signal from any other.
        let ended = end == End::Security || cage.tier() == Tier::C && end == End::Signalled(SIGSYS);
        if !ended {
            return Ok(Shown::Failed(format!("{door}: {end:?}")));
        }
    }
    Ok(fine())
}

fn second_user(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let user = cage.calls("102")?.first().copied();
    let ours = i64::from(rustix::process::geteuid().as_raw());
    Ok(match user {
        Some(user) if cage.tier() > Tier::A => Shown::Lost(format!("user {user}, who we are, too")),
        Some(user) if user != 0 && user != ours => Shown::Ok(format!("user {user}")),
        other => Shown::Failed(format!("user {other:?}")),
    })
}

fn first_process(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let answers = cage.calls("62 1 9;62 1 19")?;
    // Without a second user the signals may be sent; they do nothing to a first process.
    if cage.tier() == Tier::A && answers != [-1, -1] {
        return Ok(Shown::Failed(format!("kill answers {answers:?}")));
    }
    hello(cage)
}

fn limits(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    for resource in [4, 7] {
        let answer = cage.hear(&format!("raise:{resource}"))?;
        if answer != "-1\n" {
            return Ok(Shown::Failed(format!("resource {resource}: {}", answer.trim())));
        }
    }
    Ok(fine())
}

fn descriptors(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    Ok(said(&cage.hear("descriptors")?, "0 1 2 \n"))
}

fn network(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let devices = cage.hear("read:/proc/self/net/dev")?;
    let names = devices.lines().filter_map(|line| Some(line.split_once(':')?.0.trim()));
    let others: Vec<&str> = names.filter(|name| *name != "lo").collect();
    Ok(demand(devices.contains("lo:") && others.is_empty(), || format!("devices {others:?}")))
}

fn constant_number(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let (first, second) = (cage.calls("39")?, cage.calls("39")?);
    if first == second && first.len() == 1 {
        return Ok(Shown::Ok(format!("{}", first[0])));
    }
    Ok(Shown::Lost(format!("{first:?}, then {second:?}")))
}

/// Whether nobody but the canary itself is left.
fn alone(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let count = cage.hear("census")?;
    Ok(demand(count == "1\n", || format!("{} processes", count.trim())))
}

fn daemons(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let heard = said(&cage.hear("daemon")?, "hello\n");
    if matches!(heard, Shown::Failed(_)) { Ok(heard) } else { alone(cage) }
}

fn processes(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let heard = cage.hear("bomb")?;
    let count = heard.strip_suffix(" -11\n").and_then(|count| count.parse().ok());
    let Some(count) = count.filter(|count: &u64| *count < LIMITS.processes) else {
        return Ok(Shown::Failed(format!("forks and error: {}", heard.trim())));
    };
    Ok(match alone(cage)? {
        Shown::Ok(_) => Shown::Ok(format!("{count} forks")),
        other => other,
    })
}

fn memory(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let run = cage.run("eat")?;
    // Without a group each process has its limit, and is refused more.
    let refused = cage.tier() > Tier::A && run.output == b"refused\n";
    if run.end != End::Memory && !refused {
        return Ok(Shown::Failed(format!("{:?}", run.end)));
    }
    match hello(cage)? {
        Shown::Ok(_) => Ok(Shown::Ok(format!("after {} ms", run.wall.as_millis()))),
        other => Ok(other),
    }
}

/// It ran out of time, and not much later than it should.
fn overran(run: &Run, allowed: Duration) -> Shown {
    if run.end != End::Timeout {
        return Shown::Failed(format!("{:?}", run.end));
    }
    let (charged, wall) = (run.charged.as_secs_f64() * 1e3, run.wall.as_secs_f64() * 1e3);
    let figures = format!("{charged:.1} ms charged, {wall:.1} ms passed");
    if run.charged < allowed || run.charged > allowed + LATE {
        return Shown::Failed(figures);
    }
    Shown::Ok(figures)
}

/// Computing time ends those who compute long before the time on the wall does.
const COMPUTING: Allowance = Allowance { cpu: SHORT, wall: Duration::from_secs(10) };

fn computing(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    best_of_three(|| Ok(overran(&cage.run_for("burn", COMPUTING)?, SHORT)))
}

fn children(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    best_of_three(|| Ok(overran(&cage.run_for("burn-child", COMPUTING)?, SHORT)))
}

fn sleeping(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    best_of_three(|| {
        let run = cage.run_for("sleep", Allowance { cpu: SHORT, wall: SHORT })?;
        let in_time = run.end == End::Timeout && run.wall >= SHORT && run.wall < SHORT + LATE;
        Ok(demand(in_time, || format!("{:?} after {:?}", run.end, run.wall)))
    })
}

/// What is measured by the clock is tried again: a machine that is busy with something else for a
/// moment is no hole in a wall.
fn best_of_three(
    mut trial: impl FnMut() -> Result<Shown, SandboxError>,
) -> Result<Shown, SandboxError> {
    for _ in 0..2 {
        let shown = trial()?;
        if matches!(shown, Shown::Ok(_)) {
            return Ok(shown);
        }
    }
    trial()
}

fn output(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let run = cage.run("flood")?;
    let bounded = run.end == End::Output && run.output.len() <= 4 * LIMITS.output;
    Ok(demand(bounded, || format!("{:?} with {} bytes", run.end, run.output.len())))
}

fn scratch(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let more = SCRATCH + 4096;
    // Create, take more than there is, make a link, follow it.
    let calls = format!(
        "2 @/scratch/left 66 384;285 3 0 0 {more};88 @/usr @/scratch/link;2 @/scratch/link/lib 0"
    );
    let (full, loops) = (-28, -40);
    let answers = cage.calls(&calls)?;
    if answers != [3, full, 0, loops] {
        return Ok(Shown::Failed(format!("{calls}: {answers:?}")));
    }
    let answers = cage.another()?.calls("2 @/scratch/left 0")?;
    Ok(demand(answers == [-2], || format!("left to the next: {answers:?}")))
}

fn group_clock(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    if cage.tier() > Tier::A {
        return Ok(Shown::Lost("time on the wall is charged".to_owned()));
    }
    // Start and end of a program are charged, too, and a machine may be busy: the best counts.
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let run = cage.run("work:40")?;
        let own = String::from_utf8_lossy(&run.output).trim().parse::<f64>().unwrap_or(0.0);
        let deviation = (run.charged.as_nanos() as f64 / own - 1.0) * 100.0;
        if deviation.abs() < best.abs() {
            best = deviation;
        }
        if best.abs() < CLOCK_MARGIN / 2.0 {
            break;
        }
    }
    let figure = format!("{best:+.1} % from the program's own");
    Ok(if best.abs() <= CLOCK_MARGIN { Shown::Ok(figure) } else { Shown::Failed(figure) })
}

fn freezing(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    best_of_three(|| computed_off_turn(cage))
}

fn computed_off_turn(cage: &mut Cage<'_>) -> Result<Shown, SandboxError> {
    let mut canary = cage.start()?;
    let mut ask = || -> Result<f64, SandboxError> {
        let second = Duration::from_secs(1);
        canary.begin_turn(Allowance { cpu: second, wall: 10 * second })?;
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
    let figure = format!("{share:.0} % of the time off turn used");
    Ok(if share < 50.0 && cage.tier() == Tier::A { Shown::Ok(figure) } else { Shown::Lost(figure) })
}
