//! Two coordinators of one contest, as with a copied folder.

use super::{
    alone, farm,
    server::{Process, hurried, until},
    state,
};
use crate::site::mancala;
use certamen_farm::{Nats, Terms, Transport};
use std::{fs, thread::sleep, time::Duration};

#[test]
fn a_copy_of_a_contest_that_is_being_played_is_refused_by_name() {
    let contest = mancala(12);
    let (site, server) = farm(&contest);
    let address = server.address();
    let mut first = Process::start(&site, &["run", "c", "--quiet", "--bus", &address]);
    let own = |folder: &str| site.path().join(folder).join(".certamen/bus.json");
    let terms = Terms::usual().hurried(10);
    let wire = Nats::connect(&address.parse().unwrap(), None, terms).unwrap();
    let reported = wire.subscribe("certamen.event.*").unwrap();
    until("it says that it holds the contest", || reported.try_recv().is_ok());
    // If both start within a second, it is undefined which one was first.
    sleep(Duration::from_millis(1500));
    site.write("copy/contest.toml", &*contest);
    fs::create_dir_all(own("copy").parent().unwrap()).unwrap();
    fs::copy(own("c"), own("copy")).unwrap();
    let out = hurried(&site, &["run", "copy", "--bus", &address]).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("another coordinator is running this contest"), "{said}");
    // The first one continues.
    let _worker = Process::worker(&site, &server, "one", "2");
    assert_eq!(first.wait().code(), Some(0));
    assert_eq!(state(&site), alone(&contest));
}
