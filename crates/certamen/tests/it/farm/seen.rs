//! Information about workers: for monitoring, before a contest continues, and while it runs.

use super::{
    begin, farm, played,
    server::{Process, hurried, until},
};
use crate::site::mancala;
use rustix::process::Signal;
use serde_json::Value;
use std::{fs, process::Stdio};

#[test]
fn heartbeats_of_workers_are_collected() {
    let (site, server) = farm(&mancala(2));
    let _worker = Process::worker(&site, &server, "lab-1", "3");
    let address = server.address();
    let mut reported = String::new();
    until("it is there", || {
        reported = site.run(&["workers", "--bus", &address, "--metrics"]).out;
        reported.contains("worker=\"lab-1\"")
    });
    let line = reported.lines().find(|line| line.starts_with("certamen_worker_slots{")).unwrap();
    assert!(line.starts_with("certamen_worker_slots{worker=\"lab-1\",class="), "{reported}");
    assert!(line.contains(",tier=\"D\",key=\"") && line.ends_with("\"} 3"), "{reported}");
    assert!(reported.contains("# TYPE certamen_worker_matches_total counter"), "{reported}");
    let said = site.run(&["workers", "--bus", &address, "--metrics", "--json"]);
    assert_eq!(said.code, 2, "{said:?}");
    // The file for the node exporter is never incomplete.
    site.write("out/farm.prom", "what was there before\n");
    let keep = |path: &str| site.run(&["workers", "--bus", &address, "--metrics", path]);
    until("it is written", || {
        let said = keep("out/farm.prom");
        assert_eq!((said.code, &*said.out), (0, ""), "{said:?}");
        site.read("out/farm.prom").contains("worker=\"lab-1\"")
    });
    let kept = site.read("out/farm.prom");
    assert!(!kept.contains("before") && kept.contains("certamen_worker_load{worker=\"lab-1\""));
    assert_eq!(fs::read_dir(site.path().join("out")).unwrap().count(), 1, "no draft is left");
    let said = keep("nowhere/farm.prom");
    assert!(said.code == 1 && said.err.contains("nowhere/farm.prom"), "{said:?}");
    let said = keep("out");
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(
        fs::read_dir(site.path())
            .unwrap()
            .filter(|file| {
                file.as_ref().unwrap().file_name().to_string_lossy().ends_with(".draft")
            })
            .count(),
        0
    );
}

#[test]
fn how_long_the_rest_takes_is_reported_by_the_slots_there_are() {
    let (site, server) = farm(&mancala(400));
    let _worker = Process::worker(&site, &server, "one", "2");
    begin(&site, &server).kill();
    let address = server.address();
    // A busy worker may be silent for a moment.
    until("it is reckoned with", || {
        let reported = site.succeed(&["run", "c", "--forecast", "--bus", &address]);
        reported.contains("on 2 worker slots")
    });
    until("programs read it, too", || {
        let reported = site.succeed(&["run", "c", "--forecast", "--json", "--bus", &address]);
        let reported: serde_json::Value = serde_json::from_str(&reported).unwrap();
        (&reported["slots"], &reported["cores"]) == (&2.into(), &2.into())
    });
    // Without earlier matches there is no estimate, and no probe is played here.
    site.write("d/contest.toml", mancala(2));
    let said = site.run(&["run", "d", "--forecast", "--json", "--bus", &address]);
    assert_eq!((said.code, &*said.out), (0, ""), "{said:?}");
}

#[test]
fn a_contest_that_cannot_keep_all_busy_says_so() {
    let contest = mancala(2);
    let rounds =
        contest.replace("round-robin", "swiss").replace("games_per_pair = 2", "rounds = 4");
    let (site, server) = farm(&rounds);
    let _worker = Process::worker(&site, &server, "one", "16");
    let out = hurried(&site, &["run", "c", "--bus", &server.address()]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(out.status.success(), "{said}");
    assert!(said.contains(" of 16 slots: its format"), "{said}");
}

#[test]
fn what_waits_is_reported_by_class_and_level_and_what_machines_do_beside_it() {
    let (site, server) = farm(&mancala(20_000));
    let address = server.address();
    // With the shortest times a suspended worker counts as gone, and nothing waits for it, before
    // it could be seen.
    let start = |arguments: &[&str]| {
        let mut command = hurried(&site, arguments);
        Process::of(command.env("CERTAMEN_BUS_HASTE", "3").stderr(Stdio::null()))
    };
    let worker =
        start(&["worker", "--connect", &address, "--slots", "1", "--name", "one", "--tier", "D"]);
    let mut run = start(&["run", "c", "--quiet", "--bus", &address]);
    until("some matches are stored", || played(&site) > 0);
    // No worker takes the batches, and the coordinator says so.
    worker.signal(Signal::STOP);
    let mut reported = Vec::new();
    until("something waits", || {
        let lines = site.run(&["workers", "--bus", &address, "--json"]).out;
        reported = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect();
        let waits = |line: &Value| line["batches"].as_u64() > Some(0);
        reported.iter().any(|line| waits(line) && line["oldest_ms"].as_u64() > Some(500))
    });
    let queue = reported.iter().find(|line| !line["queue"].is_null()).unwrap();
    assert_eq!(queue["level"], 1, "{queue}");
    let class = queue["queue"].as_str().unwrap();
    let metrics = site.run(&["workers", "--bus", &address, "--metrics"]).out;
    let labels = format!("{{class=\"{class}\",level=\"1\"}} ");
    assert!(metrics.contains(&format!("certamen_queue_batches{labels}")), "{metrics}");
    let table = site.run(&["workers", "--bus", &address, "--lang", "es"]).out;
    assert!(table.contains("en espera") && table.contains("torneos"), "{table}");
    worker.signal(Signal::CONT);
    until("it reports its speed and since when", || {
        let lines = site.run(&["workers", "--bus", &address, "--json"]).out;
        let line: Value = serde_json::from_str(lines.lines().next().unwrap_or("0")).unwrap();
        let load = line["load"].as_f64() > Some(0.0);
        line["name"] == "one" && line["rate"].as_f64() > Some(0.0) && line["since"].is_u64() && load
    });
    let table = site.run(&["workers", "--bus", &address]).out;
    for column in ["matches/s", "load", "drift", "residual", "for", "oldest"] {
        assert!(table.contains(column), "{column}: {table}");
    }
    run.signal(Signal::INT);
    run.wait();
    until("nothing waits without a lease", || {
        let lines = site.run(&["workers", "--bus", &address, "--json"]).out;
        lines.contains("\"one\"") && !lines.contains("\"queue\"")
    });
}
