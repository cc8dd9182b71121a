//! Changes of users when their server is set up again or gets new ones.

use super::{
    server::until,
    users::{run_as, set_up, worker},
};
use crate::site::{Site, mancala};
use std::fs;

#[test]
fn a_key_of_an_earlier_setup_is_reported_and_a_new_setup_fixes_it() {
    let site = Site::new();
    let mut server = set_up(&site);
    let address = server.address();
    let path = site.path().join("farm/users.conf");
    let users = fs::read_to_string(&path).unwrap();
    let own = "PART.certamen.part.b.*.*\"";
    fs::write(&path, users.replace(own, "PART\"")).unwrap();
    server.restart();
    let check = || site.run(&["bus", "check", &address, "--key", "farm/lab.key"]);
    let said = check();
    assert_eq!(said.code, 3, "{said:?}");
    let words = "key of a worker without permission for $JS.API.DIRECT.GET";
    assert!(said.out.contains(words) && said.out.contains("certamen bus setup"), "{said:?}");
    site.succeed(&["bus", "setup", "farm"]);
    server.restart();
    let said = check();
    assert!(said.code == 0 && said.out.contains("key of a worker"), "{said:?}");
}

#[test]
fn a_worker_is_turned_away_by_a_line_and_others_play_on() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let server = set_up(&site);
    let address = server.address();
    let mut lab = worker(&site, &address, "farm/lab.key");
    let there = || {
        let workers = ["workers", "--bus", &address, "--key", "farm/viewer.key", "--json"];
        site.run(&workers).out.lines().filter(|line| line.contains("\"slots\"")).count()
    };
    until("it is there", || there() == 1);
    let path = site.path().join("farm/users.conf");
    let users = fs::read_to_string(&path).unwrap();
    let others = users.lines().filter(|line| !line.ends_with("# worker lab"));
    fs::write(&path, others.collect::<Vec<_>>().join("\n")).unwrap();
    server.reload();
    let removed = || site.run(&["bus", "check", &address, "--key", "farm/lab.key"]);
    until("it is unknown now", || removed().err.contains("unknown user"));
    until("nothing is heard of it", || there() == 0);
    assert!(!lab.has_ended(), "it knocks again and again");
    lab.kill();
    let _cloud = worker(&site, &address, "farm/cloud.key");
    run_as(&site, &server, "farm/coordinator.key");
    until("the other one plays", || there() == 1);
}
