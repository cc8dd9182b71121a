//! Groups, tested on real processes.

use super::{GroupRole, Groups, Limits, Slot, Version, cleanup, cleanup::Owner, hierarchy};
use std::{
    fmt::Write as _,
    fs,
    io::{Read as _, Write as _},
    os::{fd::AsRawFd, unix::process::ExitStatusExt},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const ROOMY: Limits = Limits { memory: 256 << 20, processes: 64 };

/// The groups of this machine, or nothing if it really has none for us.
fn open() -> Option<Groups> {
    match Groups::open() {
        Ok(groups) => Some(groups),
        Err(lost) => {
            assert!(!lost.0.is_empty() && !can_make_groups(), "{lost}");
            None
        }
    }
}

fn can_make_groups() -> bool {
    let all = hierarchy::read().unwrap();
    ["memory", "pids"].iter().all(|controller| {
        all.iter().filter(|one| one.has(controller)).any(|one| {
            let control = fs::read_to_string(one.own.join("cgroup.subtree_control"));
            let enabled = control.map_or(true, |control| control.contains(controller));
            let tried = one.own.join(format!("certamen-try-{}-{controller}", std::process::id()));
            enabled && fs::create_dir(&tried).and_then(|()| fs::remove_dir(&tried)).is_ok()
        })
    })
}

fn slot(limits: &Limits) -> Option<(Groups, Slot)> {
    let groups = open()?;
    let slot = groups.slot("slot0", limits).unwrap();
    Some((groups, slot))
}

/// Starts a shell that enters the slot, says so, and runs a script.
fn start(slot: &Slot, script: &str) -> Child {
    let mut enter = String::new();
    for door in slot.entrances() {
        writeln!(enter, "echo 0 > {}", door.display()).unwrap();
    }
    if let Some(group) = slot.birthplace() {
        writeln!(enter, "echo 0 > {}/cgroup.procs", group.display()).unwrap();
    }
    let mut child = Command::new("/bin/sh")
        .args(["-ec", &format!("{enter} echo in\n{script}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = [0; 3];
    child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    assert_eq!(&said, b"in\n");
    child
}

/// The same, and enters the part that can be frozen.
fn start_on_turns(slot: &Slot, script: &str) -> Child {
    let door = slot.inner_entrance().unwrap().unwrap();
    let enter = format!("echo 0 > /proc/{}/fd/{}", std::process::id(), door.as_raw_fd());
    let child = start(slot, &format!("{enter}\n{script}"));
    let all = cleanup::processes(slot.birthplace().unwrap());
    assert!(all.unwrap().iter().any(|one| one.as_raw_nonzero().get() as u32 == child.id()));
    // The entry file is open until the shell has entered.
    let inner = slot.birthplace().unwrap().join("turns");
    soon("inside", || !cleanup::processes(&inner).unwrap().is_empty());
    child
}

fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(10), "never: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_clock_counts_children_that_were_never_waited_for() {
    let Some((_groups, slot)) = slot(&ROOMY) else { return };
    assert_eq!(slot.cpu().unwrap(), Duration::ZERO);
    assert!(slot.is_empty().unwrap());
    let burn = "(i=0; while test $i -lt 100000; do i=$((i+1)); done; echo done) & read line";
    let mut child = start(&slot, burn);
    assert!(!slot.is_empty().unwrap());
    let mut said = [0; 5];
    child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    assert!(slot.cpu().unwrap() > Duration::from_millis(5), "{:?}", slot.cpu());
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    child.wait().unwrap();
    soon("empty", || slot.is_empty().unwrap());
}

#[test]
fn memory_is_limited_and_measured() {
    let Some((_groups, slot)) = slot(&Limits { memory: 64 << 20, processes: 64 }) else { return };
    let eat = |megabytes: u32| {
        let script = format!("exec /usr/bin/python3 -ISc 'x = b\"a\" * ({megabytes} << 20)'");
        start(&slot, &script).wait().unwrap()
    };
    assert!(eat(30).success());
    assert_eq!(slot.out_of_memory().unwrap(), 0);
    let peak = slot.memory_peak().unwrap();
    assert!((30 << 20..=64 << 20).contains(&peak), "{peak}");
    slot.reset_peak();
    assert!(slot.memory_peak().unwrap() < 30 << 20);
    assert_eq!(eat(200).signal(), Some(9));
    assert_eq!(slot.out_of_memory().unwrap(), 1);
}

#[test]
fn processes_are_limited() {
    let Some((_groups, slot)) = slot(&Limits { processes: 8, ..ROOMY }) else { return };
    let code = "
import os, sys
for count in range(30):
    try:
        if os.fork() == 0: sys.stdin.read(1); os._exit(0)
    except OSError: print(count); break
";
    let mut child = start(&slot, &format!("exec /usr/bin/python3 -ISuc '{code}'"));
    let mut said = [0; 2];
    child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    assert_eq!(&said, b"7\n");
    slot.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_is_frozen_computes_nothing_and_can_be_killed() {
    let Some((groups, slot)) = slot(&ROOMY) else { return };
    if !groups.can_freeze() {
        assert_eq!(slot.freeze(true).unwrap_err().kind(), std::io::ErrorKind::Unsupported);
        return;
    }
    let mut child = start_on_turns(&slot, "while :; do :; done");
    slot.freeze(true).unwrap();
    let frozen_at = || {
        let before = slot.cpu().unwrap();
        thread::sleep(Duration::from_millis(20));
        slot.cpu().unwrap().saturating_sub(before)
    };
    soon("frozen", || frozen_at() == Duration::ZERO);
    slot.freeze(false).unwrap();
    soon("running", || frozen_at() > Duration::ZERO);
    slot.freeze(true).unwrap();
    slot.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    slot.freeze(false).unwrap();
    assert!(start(&slot, "exit 0").wait().unwrap().success(), "the group can be used again");
}

fn check_kill(slot: &Slot) {
    // Every process starts its successor before it ends: numbers listed are outdated at once. The
    // first one starts nothing more by then: it would end by itself where it may not.
    let chain = "f() { sleep 0.01; f & }; (for i in 1 2 3 4 5 6 7 8; do f & done) & read line";
    for _ in 0..2 {
        let mut child = start(slot, chain);
        soon("chains", || cleanup::processes(slot.groups().next().unwrap()).unwrap().len() > 4);
        slot.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        soon("empty", || slot.is_empty().unwrap());
    }
}

/// Orphans count until the first process of the machine reaps them, which may take a while.
const CHAINS: Limits = Limits { processes: 4000, ..ROOMY };

#[test]
fn chains_are_killed() {
    let Some((_groups, slot)) = slot(&CHAINS) else { return };
    check_kill(&slot);
}

#[test]
fn chains_are_killed_one_by_one_on_old_kernels() {
    let Some((_groups, mut slot)) = slot(&CHAINS) else { return };
    slot.kill = None;
    check_kill(&slot);
}

fn groups_of(slot: &Slot) -> Vec<PathBuf> {
    slot.groups().cloned().collect()
}

#[test]
fn nothing_is_left() {
    let Some((groups, slot)) = slot(&ROOMY) else { return };
    let other = groups.slot("slot0", &ROOMY).unwrap();
    let homes: Vec<PathBuf> = groups.dirs.0.iter().map(|home| home.directory.clone()).collect();
    let (paths, others) = (groups_of(&slot), groups_of(&other));
    assert!(paths.iter().all(|path| path.is_dir() && !others.contains(path)));
    let mut child = start(&slot, "(trap '' TERM; sleep 1000) & while :; do sleep 1000; done");
    drop(slot);
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    assert!(!paths.iter().any(|path| path.exists()));
    drop(groups);
    assert!(others.iter().all(|path| path.is_dir()), "a slot outlives the handle");
    drop(other);
    assert!(!homes.iter().any(|path| path.exists()));
}

#[test]
fn only_the_groups_of_the_dead_are_removed() {
    let Some(_groups) = open() else { return };
    let us = Owner::this().unwrap();
    let mut ended = Command::new("true").spawn().unwrap();
    ended.wait().unwrap();
    let mut fields: Vec<String> = us.directory().split('.').map(str::to_owned).collect();
    fields[1] = ended.id().to_string();
    let dead = fields.join(".");
    fields[3] = "7".to_owned(); // Another process namespace: nothing is known of it.
    let (elsewhere, strange) = (fields.join("."), format!("certamen-test.{}", ended.id()));
    let hierarchy = hierarchy::read().unwrap().into_iter().find(|one| one.has("memory")).unwrap();
    let place = |name: &str| hierarchy.own.join(name);
    for name in [&dead, &elsewhere, &strange] {
        fs::create_dir_all(place(name).join("slot0.1")).unwrap();
    }
    let mut left = Command::new("sleep").arg("1000").spawn().unwrap();
    // Another test may be removing what is dead at this very moment.
    let entered = fs::write(place(&dead).join("slot0.1/cgroup.procs"), left.id().to_string());
    drop(Groups::open().unwrap());
    soon("removed", || !place(&dead).exists());
    if entered.is_err() {
        left.kill().unwrap();
    }
    assert_eq!(left.wait().unwrap().signal(), Some(9));
    for name in [&elsewhere, &strange] {
        assert!(place(name).join("slot0.1").is_dir(), "{name}");
        cleanup::remove_tree(&place(name)).unwrap();
    }
}

#[test]
fn threads_do_not_disturb_each_other() {
    let Some(groups) = open() else { return };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let slot = groups.slot("slot", &ROOMY).unwrap();
                    assert!(start(&slot, "exit 0").wait().unwrap().success());
                    assert!(slot.cpu().unwrap() > Duration::ZERO);
                    drop(Groups::open().unwrap());
                }
            });
        }
    });
}

#[test]
fn every_hierarchy_has_its_door() {
    let Some((groups, slot)) = slot(&ROOMY) else { return };
    let doors = slot.entrances().len() + usize::from(slot.birthplace().is_some());
    assert_eq!(doors, groups.dirs.0.len());
    let mut child = start(&slot, "read line");
    assert!(slot.groups().all(|group| cleanup::processes(group).unwrap().len() == 1));
    child.wait().unwrap();
}

#[test]
fn all_programs_together_weigh_as_much_as_one_on_each_core() {
    let Some(groups) = open() else { return };
    let cores = thread::available_parallelism().unwrap().get() as u64;
    for home in groups.dirs.0.iter().filter(|home| home.roles.contains(&GroupRole::Share)) {
        let (file, expected) = match home.version {
            Version::One => ("cpu.shares", 1024 * cores),
            Version::Two => ("cpu.weight", 100 * cores),
        };
        let weight = fs::read_to_string(home.directory.join(file)).unwrap();
        assert_eq!(weight.trim(), expected.to_string());
    }
}
