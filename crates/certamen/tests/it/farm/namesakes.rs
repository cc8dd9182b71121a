//! Two workers of the same name on different machines: neither is taken for the other.

use super::{
    farm, run,
    server::{Process, Server, until},
    state,
};
use crate::site::{Site, mancala};
use serde_json::Value;

/// A worker named `lab` that keeps its key in this folder.
fn lab(site: &Site, server: &Server, cache: &str) -> Process {
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "2", "--name", "lab", "--tier", "D"];
    Process::start(site, &[&own[..], &["--cache", cache]].concat())
}

#[test]
fn of_two_machines_of_one_name_the_key_says_which_is_meant() {
    let (site, server) = farm(&mancala(60));
    let address = server.address();
    let _labs = ["here", "there"].map(|cache| lab(&site, &server, cache));
    let reported = || {
        let reported = site.run(&["workers", "--bus", &address, "--json"]).out;
        let lines = reported.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.filter(|line: &Value| line["name"] == "lab").collect::<Vec<_>>()
    };
    until("both are there", || reported().len() == 2);
    let keys: Vec<String> =
        reported().iter().map(|line| line["worker"].as_str().unwrap().to_owned()).collect();
    let both = |said: &str| keys.iter().all(|key| said.contains(key));
    run(&site, &server);
    let order = |act: &str, whom: &str| site.run(&["workers", act, whom, "--bus", &address]);
    for act in ["rest", "wake", "drain"] {
        until("both answer at once", || {
            let said = order(act, "lab");
            said.code == 2 && said.err.contains("several workers named `lab`") && both(&said.err)
        });
    }
    assert_eq!(order("rest", &keys[1]).code, 0);
    until("the one that is meant rests, and no other", || {
        let reported = reported();
        let is = |key: &String, state: &str| {
            reported.iter().any(|line| line["worker"] == **key && line["state"] == state)
        };
        is(&keys[0], "works") && is(&keys[1], "rests")
    });
    let before = state(&site);
    let said = site.run(&["workers", "strike", "lab", "c"]);
    assert!(said.code == 1 && both(&said.err), "{said:?}");
    assert_eq!(state(&site), before, "nothing was taken away");
    let played = super::played(&site);
    let said = site.run(&["workers", "strike", &keys[0], "c"]);
    assert_eq!(said.code, 0, "{said:?}");
    let left = super::played(&site);
    assert!(0 < left && left < played, "what the other played stands: {left} of {played}");
}
