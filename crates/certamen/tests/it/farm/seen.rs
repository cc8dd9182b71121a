//! What is told of machines: to whoever collects it, before a contest goes on, and while it does.

use super::{
    begin, farm,
    server::{Process, hurried, until},
};
use crate::site::mancala;

#[test]
fn what_machines_tell_is_collected() {
    let (site, server) = farm(&mancala(2));
    let _worker = Process::worker(&site, &server, "lab-1", "3");
    let address = server.address();
    let told = || site.run(&["workers", "--bus", &address, "--metrics"]).out;
    until("it is there", || told().contains("worker=\"lab-1\""));
    let told = told();
    let line = told.lines().find(|line| line.starts_with("certamen_worker_slots{")).unwrap();
    assert!(line.starts_with("certamen_worker_slots{worker=\"lab-1\",class="), "{told}");
    assert!(line.ends_with(",tier=\"D\"} 3"), "{told}");
    assert!(told.contains("# TYPE certamen_worker_matches_total counter"), "{told}");
    let said = site.run(&["workers", "--bus", &address, "--metrics", "--json"]);
    assert_eq!(said.code, 2, "{said:?}");
}

#[test]
fn how_long_the_rest_takes_is_told_by_the_slots_there_are() {
    let (site, server) = farm(&mancala(400));
    let _worker = Process::worker(&site, &server, "one", "2");
    begin(&site, &server).kill();
    let address = server.address();
    let told = site.succeed(&["run", "c", "--forecast", "--bus", &address]);
    assert!(told.contains("in 2 slots of other machines"), "{told}");
    let told = site.succeed(&["run", "c", "--forecast", "--json", "--bus", &address]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["slots"], &told["cores"]), (&2.into(), &2.into()));
    // Where nothing was played nothing is known, and nothing is tried here.
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
    assert!(said.contains(" matches at a time for 16 slots: as many as its format"), "{said}");
}
