//! A worker that has become slower than at its calibration pauses.

use super::{
    run,
    server::{Process, Server, hurried, until},
};
use crate::site::{Site, mancala};
use rustix::process::Signal;
use serde_json::Value;
use std::fs::{self, File};

fn worker(site: &Site, server: &Server, drift: &str, language: &str) -> Process {
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "1", "--name", "one", "--tier", "D"];
    let mut command = hurried(site, &[&own[..], &["--lang", language]].concat());
    command.env("CERTAMEN_BUS_HASTE", "100").env("CERTAMEN_BUS_DRIFT", drift);
    Process::of(command.stderr(File::create(site.path().join(language)).unwrap()))
}

#[test]
fn a_machine_that_is_slower_than_it_was_rests_and_says_so() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let server = Server::start(&site);
    let address = server.address();
    let shown = || site.run(&["workers", "--bus", &address, "--json"]);
    let reported = || serde_json::from_str::<Value>(shown().out.lines().next().unwrap_or("0"));
    let is = |state: &str| reported().is_ok_and(|reported| reported["state"] == state);
    // Tolerates any other load on this machine.
    let mut first = worker(&site, &server, "100000", "en");
    until("it looked how fast it is", || {
        reported().is_ok_and(|reported| reported["drift"].as_f64() > Some(0.0))
    });
    until("it works", || is("works"));
    // From now on there are streams to ask for.
    run(&site, &server);
    first.signal(Signal::TERM);
    first.wait();
    let path = site.path().join("cache/certamen/worker/one.speed.json");
    let mut kept: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!((&kept["of"]["slots"], kept["nanos"].as_u64() > Some(1000)), (&1.into(), true));
    // Pretends that it was a hundred times as fast.
    kept["nanos"] = (kept["nanos"].as_u64().unwrap() / 100).into();
    fs::write(&path, kept.to_string()).unwrap();
    let _second = worker(&site, &server, "50", "es");
    until("it rests", || is("rests"));
    until("it says why", || {
        reported().is_ok_and(|said| said["rests"] == "drift" && said["drift"].as_f64() > Some(5.0))
    });
    until("people read it, too", || {
        let table = site.run(&["workers", "--bus", &address]);
        table.code == 3 && table.out.contains("paused: slower than usual")
    });
    let said = site.read("es");
    assert!(said.contains("worker en pausa: más lento que de costumbre"), "{said}");
    assert!(!said.contains("machine"), "all of it is in one language: {said}");
}
