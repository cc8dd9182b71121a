//! The tests with canaries, one table: what they must not be able to do, what they take too much of,
//! what they leave behind, and other entry points of the kernel.

use super::{
    Item, ProbeOutput,
    finding::CanaryFigure,
    say,
    selftest::{LIMITS, SCRATCH, SelftestCell},
};
use crate::{ProgramExit, Run, SandboxError, Tier, TimeBudget};
use certamen_i18n::{Localize, Message, Value, quoted};
use rustix::io::Errno;
use std::{
    fmt::Debug,
    thread,
    time::{Duration, Instant},
};

/// A test with canaries; its item says what it proves.
pub(super) struct Probe {
    pub(super) item: Item,
    tiers: &'static [Tier],
    trial: Trial,
}

enum Trial {
    /// System calls, in the language of canaries, that must all fail with one of these errors.
    Denied { calls: &'static str, answers: &'static [Errno] },
    /// Something else that canaries show.
    Shown(fn(&mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError>),
}

/// Tiers with a private view of the files.
const OWN_VIEW: &[Tier] = &[Tier::A, Tier::B];
/// The tier with only one barrier.
const ONE_BARRIER: &[Tier] = &[Tier::C];
const ALL_TIERS: &[Tier] = &[Tier::A, Tier::B, Tier::C];

/// Denied by mounts that are read-only, or by rights.
const NO_WRITING: &[Errno] = &[Errno::ROFS, Errno::ACCESS, Errno::PERM];
/// Denied by the one barrier; not everything exists everywhere.
const CLOSED: &[Errno] = &[Errno::ACCESS, Errno::PERM, Errno::NOENT, Errno::NXIO];
/// There is no file of that name.
const ABSENT: &[Errno] = &[Errno::NOENT];
/// Denied by the filter.
const FILTERED: &[Errno] = &[Errno::PERM, Errno::NOSYS];
/// Denied by rights, or hidden.
const OUT_OF_REACH: &[Errno] = &[Errno::PERM, Errno::ACCESS, Errno::NOENT, Errno::ROFS];

/// All of them, in the order of the report.
pub(super) const PROBES: &[Probe] = &[
    // mkdir, and open to create or to write.
    Probe::denied(
        Item::RootIsReadOnly,
        OWN_VIEW,
        NO_WRITING,
        "83 @/canary 448;2 @/usr/canary 65 384;2 @/bot/new 65 384;2 @/bot/plain 2;\
         2 @/dev/canary 65 384;2 @/proc/self/oom_score_adj 1",
    ),
    Probe::denied(
        Item::FilesAreHidden,
        OWN_VIEW,
        ABSENT,
        "2 @/etc/passwd 0;2 @/etc/shadow 0;2 @/root 0;2 @/home 0;2 @/var 0;2 @/run 0;\
         2 @/sys 0;2 @/dev/mem 0;2 @/dev/tty 0;2 @/proc/meminfo 0;2 @/proc/sys 0",
    ),
    // To read files and folders, devices and processes; to make, to write and to cut short.
    Probe::denied(
        Item::FilesAreClosed,
        ONE_BARRIER,
        CLOSED,
        "2 @/etc/passwd 0;2 @/etc/shadow 0;2 @/home 65536;2 @/ 65536;2 @/var 65536;\
         2 @/proc/1/environ 0;2 @/proc/sys/kernel/hostname 1;83 @/canary 448;\
         83 @/dev/canary 448;2 @/dev/canary 65 384;2 @/dev/tty 2;2 @/dev/mem 0;\
         2 @/usr/canary 65 384;2 @/usr/bin/env 1;76 @/usr/bin/env 0",
    ),
    // Signals, looking into them, and their limits.
    Probe::denied(
        Item::OthersOutOfReach,
        ONE_BARRIER,
        OUT_OF_REACH,
        "62 1 9;62 1 19;101 16 1;310 1 0 0 0 0 0;141 0 1 5;302 1 7 @0123456789abcdef 0",
    ),
    // Internet, Unix and netlink; then a pair that can be given a name.
    Probe::denied(
        Item::NoSockets,
        ALL_TIERS,
        FILTERED,
        "41 2 1 0;41 10 2 0;41 1 1 0;41 16 3 0;53 1 2 0 @........",
    ),
    // unshare, clone, clone3, setns, mount, umount, chroot, pivot_root, open_tree.
    Probe::denied(
        Item::NoNamespaces,
        ALL_TIERS,
        FILTERED,
        "272 0x10000000;272 0x20000;56 0x10000011;435 0 0;308 0 0;165 @none @/ @tmpfs 0 0;\
         166 @/ 2;161 @/;155 @/ @/;428 -100 @/ 1",
    ),
    // ptrace, reading its memory, setpriority, prlimit, and its entries in /proc.
    Probe::denied(
        Item::FirstOutOfReach,
        OWN_VIEW,
        OUT_OF_REACH,
        "101 16 1;310 1 0 0 0 0 0;141 0 1 5;302 1 7 @0123456789abcdef 0;2 @/proc/1/mem 2;\
         2 @/proc/1/environ 0;2 @/proc/1/fd 0;2 @/proc/1/root 0;2 @/proc/1/exe 0",
    ),
    // bpf, perf_event_open, io_uring_setup, userfaultfd, keyctl, shmget, mq_open, init_module.
    Probe::denied(
        Item::RareParts,
        ALL_TIERS,
        FILTERED,
        "321 0 0 0;298 0 0 0 0 0;425 1 0;323 0;250 0 0 0;29 0 4096 896;240 @name 66 384 0;\
         175 0 0 @",
    ),
    // setuid, setgid, sched_setscheduler, sched_setaffinity, settimeofday.
    Probe::denied(
        Item::NoOtherUser,
        OWN_VIEW,
        &[Errno::PERM, Errno::INVAL],
        "105 0;106 0;144 0 1 @....;203 0 8 @........;164 0 0",
    ),
    Probe::shown(Item::AnswersAreHeard, ALL_TIERS, hello),
    Probe::shown(Item::CallFilter, OWN_VIEW, filter),
    Probe::shown(Item::SideDoors, ALL_TIERS, side_doors),
    Probe::shown(Item::SecondUser, OWN_VIEW, second_user),
    Probe::shown(Item::FirstProcess, OWN_VIEW, first_process),
    Probe::shown(Item::LimitsStay, OWN_VIEW, limits),
    Probe::shown(Item::ThreeDescriptors, OWN_VIEW, descriptors),
    Probe::shown(Item::NoNetwork, OWN_VIEW, network),
    Probe::shown(Item::ConstantNumber, OWN_VIEW, constant_number),
    Probe::shown(Item::Daemons, OWN_VIEW, daemons),
    Probe::shown(Item::ProcessLimit, OWN_VIEW, processes),
    Probe::shown(Item::MemoryLimit, OWN_VIEW, memory),
    Probe::shown(Item::ComputingTime, OWN_VIEW, computing),
    Probe::shown(Item::ChildrenTime, OWN_VIEW, children),
    Probe::shown(Item::WallTime, ALL_TIERS, sleeping),
    Probe::shown(Item::OutputLimit, ALL_TIERS, output),
    Probe::shown(Item::ScratchFolder, OWN_VIEW, scratch),
    Probe::shown(Item::GroupClock, OWN_VIEW, group_clock),
    Probe::shown(Item::Freezing, OWN_VIEW, freezing),
    Probe::shown(Item::MemoryLimit, ONE_BARRIER, memory),
];

impl Probe {
    const fn denied(
        item: Item,
        tiers: &'static [Tier],
        answers: &'static [Errno],
        calls: &'static str,
    ) -> Probe {
        Probe { item, tiers, trial: Trial::Denied { calls, answers } }
    }

    const fn shown(
        item: Item,
        tiers: &'static [Tier],
        trial: fn(&mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError>,
    ) -> Probe {
        Probe { item, tiers, trial: Trial::Shown(trial) }
    }

    pub(super) fn counts_in(&self, tier: Tier) -> bool {
        self.tiers.contains(&tier)
    }

    pub(super) fn run(&self, cell: &mut SelftestCell<'_>) -> Result<ProbeOutput, SandboxError> {
        match self.trial {
            Trial::Denied { calls, answers } => denied(cell, calls, answers),
            Trial::Shown(trial) => trial(cell),
        }
    }
}

fn denied(
    cell: &mut SelftestCell<'_>,
    calls: &str,
    allowed: &[Errno],
) -> Result<ProbeOutput, SandboxError> {
    let answers = cell.calls(calls)?;
    let calls: Vec<&str> = calls.split(';').map(str::trim).collect();
    if answers.len() != calls.len() {
        return Ok(ProbeOutput::Failed(say::answers_to_calls(answers.len(), calls.len())));
    }
    let mut wrong = calls.iter().zip(&answers).filter(|(_, answer)| {
        !allowed.iter().any(|errno| i64::from(errno.raw_os_error()) == -**answer)
    });
    Ok(match wrong.next() {
        None => ProbeOutput::Ok(CanaryFigure::Attempts(calls.len())),
        Some((call, answer)) => ProbeOutput::Failed(say::call_answered(quoted(call), *answer)),
    })
}

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
    // The time itself is the test: what it computes although it is not on turn.
    thread::sleep(SHORT);
    let off_turn = stopped.elapsed().as_nanos() as f64;
    let computed = ask()? - before;
    let share = computed / off_turn * 100.0;
    let figure = CanaryFigure::OffTurn(share);
    Ok(if share < 50.0 { ProbeOutput::Ok(figure) } else { ProbeOutput::Lost(figure) })
}
