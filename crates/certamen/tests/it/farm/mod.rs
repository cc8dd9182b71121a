//! Contests that several workers play: the standings are equal, whatever happens to workers and
//! server.

mod chaos;
mod disks;
mod forgeries;
mod formats;
mod held;
mod large;
mod launchers;
mod leaving;
mod levels;
mod lisp;
mod namesakes;
mod nodes;
mod parts;
mod poison;
mod programs;
mod promises;
mod prompt;
mod refused;
mod rivals;
mod rogue;
mod seen;
pub(crate) mod server;
mod setups;
mod simulated;
mod slower;
mod suspended;
mod transport;
mod tried;
mod users;
mod versions;

use crate::site::{Site, mancala};
use certamen_game::Rng;
use rustix::process::Signal;
use server::{Process, Server, hurried, until, within};
use std::{fs, path::PathBuf, process::Stdio, thread::sleep, time::Duration};

/// The seed of the random moments.
const SEED: u64 = 20_261_122;

/// The state of a contest: its standings, and every match with its seed and result.
fn state(site: &Site) -> [String; 2] {
    let table = site.succeed(&["standings", "c", "--format", "json"]);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    let mut lines: Vec<&str> = matches.lines().collect();
    lines.sort_unstable();
    [table, lines.join("\n")]
}

/// The final state of a contest that is played on one machine.
fn alone(contest: &str) -> [String; 2] {
    let site = Site::new();
    site.write("c/contest.toml", contest);
    site.succeed(&["run", "c", "--quiet"]);
    state(&site)
}

/// A contest for remote workers, and their server.
fn farm(contest: &str) -> (Site, Server) {
    let site = Site::new();
    site.write("c/contest.toml", contest);
    let server = Server::start(&site);
    (site, server)
}

/// Runs it to its end.
fn run(site: &Site, server: &Server) {
    let out = hurried(site, &["run", "c", "--bus", &server.address()]).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

/// Number of stored matches.
fn played(site: &Site) -> usize {
    site.run(&["matches", "c", "--format", "json"]).out.lines().count()
}

fn begin(site: &Site, server: &Server) -> Process {
    let run = Process::start(site, &["run", "c", "--quiet", "--bus", &server.address()]);
    until("some matches are stored", || played(site) > 0);
    run
}

#[test]
fn two_machines_make_the_table_of_one_byte_for_byte() {
    let contest = mancala(60);
    let (site, server) = farm(&contest);
    let mut workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "2"));
    run(&site, &server);
    assert_eq!(state(&site), alone(&contest));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let export = site.succeed(&["export", "c"]);
    let log = |kind: &str| export.lines().filter(|line| line.contains(kind)).count();
    assert!(log("\"kind\":\"out\"") > 4, "what is handed out is in the log");
    assert_eq!(log("\"kind\":\"void\""), 0);
    let mut names: Vec<serde_json::Value> = Vec::new();
    until("both answer", || {
        let reported = site.succeed(&["workers", "--bus", &server.address(), "--json"]);
        names = reported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        names.len() == 2
    });
    assert_eq!(names.iter().map(|reported| &reported["name"]).collect::<Vec<_>>(), ["one", "two"]);
    assert!(
        names.iter().all(|reported| reported["slots"] == 2 && reported["played"] != 0),
        "{names:?}"
    );
    until("people read it, too", || {
        let table = site.succeed(&["workers", "--bus", &server.address()]);
        table.contains("playing") && table.contains("two")
    });
    // A worker that is asked to stop does so at once if no match is in progress.
    for worker in &mut workers {
        worker.signal(Signal::TERM);
        assert_eq!(worker.wait().code(), Some(130));
    }
}

#[test]
fn killed_or_stalled_workers_cost_time_but_no_result() {
    let contest = mancala(200);
    let (site, server) = farm(&contest);
    let mut rng = Rng::of_turn(SEED, 0);
    let first = Process::worker(&site, &server, "first", "1");
    let mut run = begin(&site, &server);
    let mut victims = 0;
    for round in 0..5 {
        let mut victim = Process::worker(&site, &server, &format!("victim-{round}"), "2");
        sleep(Duration::from_millis(100 + rng.below(300)));
        if run.has_ended() {
            break;
        }
        victims += 1;
        victim.kill();
    }
    first.signal(Signal::STOP);
    let _second = Process::worker(&site, &server, "second", "2");
    sleep(Duration::from_millis(1500));
    first.signal(Signal::CONT);
    assert!(run.wait().success(), "after {victims} machines were killed, seed {SEED}");
    assert!(victims > 0);
    assert_eq!(state(&site), alone(&contest), "seed {SEED}");
    site.succeed(&["verify", "c"]);
}

#[test]
fn a_coordinator_that_is_killed_goes_on_where_it_was() {
    let contest = mancala(200);
    let (site, server) = farm(&contest);
    let mut rng = Rng::of_turn(SEED, 1);
    let _worker = Process::worker(&site, &server, "one", "2");
    let mut kills = 0;
    for _ in 0..5 {
        let mut run = Process::start(&site, &["run", "c", "--quiet", "--bus", &server.address()]);
        sleep(Duration::from_millis(100 + rng.below(400)));
        kills += u32::from(!run.has_ended());
        run.kill();
    }
    assert!(kills > 1, "seed {SEED}");
    self::run(&site, &server);
    assert_eq!(state(&site), alone(&contest), "seed {SEED}");
    site.succeed(&["verify", "c"]);
}

#[test]
fn a_server_that_is_killed_or_forgets_everything_loses_no_result() {
    let contest = mancala(300);
    let (site, mut server) = farm(&contest);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    let mut run = begin(&site, &server);
    server.restart();
    sleep(Duration::from_millis(300));
    server.restart_empty();
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}

#[test]
fn what_a_machine_could_not_hand_in_it_hands_in_when_it_is_back() {
    // Enough that there is always work in progress when the server is killed.
    let contest = mancala(300);
    let (site, mut server) = farm(&contest);
    let mut worker = Process::worker(&site, &server, "one", "2");
    let mut run = begin(&site, &server);
    let spool = site.path().join("cache/certamen/worker/spool/one");
    let kept = || fs::read_dir(&spool).unwrap().map(|file| file.unwrap().path());
    let has_played = || kept().any(|file| file.extension() != Some("draft".as_ref()));
    // It may be between two batches just then.
    let caught = (0..20).any(|_| {
        server.pause();
        let caught = within(Duration::from_secs(5), has_played);
        if !caught {
            server.restart();
            until("it plays again", || kept().next().is_some());
        }
        caught
    });
    assert!(caught, "it has nothing in hand whenever the server goes");
    worker.kill();
    let files: Vec<PathBuf> = kept().collect();
    server.restart();
    let _worker = Process::worker(&site, &server, "one", "2");
    until("the server has it", || !files.iter().any(|file| file.exists()));
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}

#[test]
fn a_machine_that_is_there_before_its_server_waits_for_it() {
    let contest = mancala(4);
    let (site, mut server) = farm(&contest);
    let address = server.address();
    server.pause();
    let worker =
        ["worker", "--connect", &address, "--slots", "1", "--name", "early", "--tier", "D"];
    let mut worker = hurried(&site, &worker).stderr(Stdio::null()).spawn().unwrap();
    sleep(Duration::from_millis(300));
    assert!(worker.try_wait().unwrap().is_none(), "it waits");
    server.restart();
    run(&site, &server);
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert_eq!(state(&site), alone(&contest));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn workers_are_paused_resumed_and_stopped() {
    let site = Site::new();
    let server = Server::start(&site);
    let mut worker = Process::worker(&site, &server, "one", "1");
    let address = server.address();
    let shown = || site.run(&["workers", "--bus", &address, "--json"]);
    let is = |state: &str| shown().out.contains(&format!("\"state\":\"{state}\""));
    until("it is there", || is("works"));
    let reported = |act: &str| site.succeed(&["workers", act, "one", "--bus", &address]);
    reported("rest");
    until("it rests", || is("rests"));
    until("a worker is paused", || shown().code == 3);
    reported("wake");
    until("it works", || is("works"));
    assert_eq!(shown().code, 0);
    reported("drain");
    assert_eq!(worker.wait().code(), Some(130));
    let said = site.run(&["workers", "rest", "one", "--bus", &address]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no worker named `one` is connected"), "{said:?}");
}
