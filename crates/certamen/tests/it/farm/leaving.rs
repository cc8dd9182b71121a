//! Workers that are asked to stop while matches of several seconds are played.

use super::{
    played,
    server::{Process, Server, hurried, until, within},
    state,
};
use crate::site::Site;
use certamen_farm::{Nats, Terms, Transport, layout};
use rustix::process::Signal;
use std::{process::Stdio, time::Duration};

/// Makes small bids, with a delay before each.
const SLOW: &str = "import time\nleft = 50\nwhile True:\n    time.sleep(0.15)\n    \
    bid = min(left, 6)\n    print(bid, flush=True)\n    left -= bid\n    \
    if input() == 'fin': break\n";

fn contest() -> Site {
    let site = Site::new();
    site.write("c/slow/bot.py", SLOW);
    let manifest = "name = \"slow\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n";
    site.write("c/slow/bot.toml", manifest);
    let contest = "name = \"Slow\"\ngame = \"footsteps\"\nbots = [\"slow\", \"builtin:last\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 12\n[ranking]\nkind = \"points\"\n\
        [limits]\nmove_time = \"5s\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", contest);
    site
}

/// Runs `certamen` with less accelerated times: this test counts what comes too late, and a busy
/// machine must not be taken for a silent worker.
fn start(site: &Site, arguments: &[&str]) -> Process {
    let mut command = hurried(site, arguments);
    Process::of(command.env("CERTAMEN_BUS_HASTE", "2").stderr(Stdio::null()))
}

fn worker(site: &Site, server: &Server, name: &str) -> Process {
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "2", "--name", name, "--tier", "D"];
    start(site, &own)
}

#[test]
fn a_machine_that_is_asked_to_go_finishes_its_matches_and_none_is_played_twice() {
    let site = contest();
    let server = Server::start(&site);
    let mut leaving = worker(&site, &server, "leaving");
    let mut run = start(&site, &["run", "c", "--quiet", "--bus", &server.address()]);
    until("some matches are stored", || played(&site) > 1);
    leaving.signal(Signal::TERM);
    assert_eq!(leaving.wait().code(), Some(130));
    assert!(!run.has_ended(), "much is left");
    let _staying = worker(&site, &server, "staying");
    assert!(run.wait().success());
    let alone = contest();
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    assert_eq!(state(&site), state(&alone));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let export = site.succeed(&["export", "c"]);
    for kind in ["late", "void"] {
        let reported = export.lines().filter(|line| line.contains(&format!("\"kind\":\"{kind}\"")));
        assert_eq!(reported.count(), 0, "{kind}: {export}");
    }
}

/// Thinks for longer than any time limit.
const ETERNAL: &str = "import time\ntime.sleep(600)\n";

/// A worker with such a match in progress, which may take as long as `drain` when it is asked to
/// stop.
fn stuck(site: &Site, server: &Server, drain: &str) -> (Process, Process) {
    site.write("c/slow/bot.py", ETERNAL);
    let contest = site.read("c/contest.toml").replace("\"5s\"", "\"600s\"");
    site.write("c/contest.toml", contest);
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "1", "--name", "one", "--tier", "D"];
    let worker = start(site, &[&own[..], &["--drain", drain]].concat());
    let run = start(site, &["run", "c", "--quiet", "--bus", &address]);
    until("it plays", || {
        let reported = site.run(&["workers", "--bus", &address, "--json"]);
        reported.out.contains("\"busy\":1")
    });
    (worker, run)
}

/// Whether it ends long before its match does.
fn ends(worker: &mut Process) -> bool {
    within(Duration::from_secs(60), || worker.has_ended())
}

#[test]
fn what_does_not_end_in_time_keeps_no_machine() {
    let site = contest();
    let server = Server::start(&site);
    let (mut worker, _run) = stuck(&site, &server, "1s");
    worker.signal(Signal::TERM);
    assert!(ends(&mut worker));
    assert_eq!(worker.wait().code(), Some(130));
}

#[test]
fn a_machine_that_is_asked_twice_gives_back_what_it_has_before_it_ends() {
    let site = contest();
    let server = Server::start(&site);
    let (mut worker, _run) = stuck(&site, &server, "600s");
    let nats = Nats::connect(&server.address().parse().unwrap(), None, Terms::usual()).unwrap();
    let heartbeats = nats.subscribe(&layout::heartbeat("*", "*")).unwrap();
    let hears = |state: &str, worker: &mut Process| {
        let reported = format!("\"state\":\"{state}\"");
        let mut heard = Vec::new();
        let is_heard = within(Duration::from_secs(60), || {
            heard.extend(
                heartbeats
                    .try_iter()
                    .map(|heartbeat| String::from_utf8_lossy(&heartbeat.bytes).into_owned()),
            );
            heard.iter().any(|heartbeat| heartbeat.contains(&reported))
        });
        assert!(is_heard, "{state}; ended: {}; heard: {heard:#?}", worker.has_ended());
    };
    worker.signal(Signal::TERM);
    hears("drains", &mut worker);
    assert!(!worker.has_ended(), "its match goes on");
    worker.signal(Signal::TERM);
    hears("leaves", &mut worker);
    assert!(ends(&mut worker));
    assert_eq!(worker.wait().code(), Some(130));
}
