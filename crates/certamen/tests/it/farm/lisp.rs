//! Evaluation functions are sent as data and compiled by the workers.

use super::{
    run,
    server::{Process, Server, hurried, until},
    state,
};
use crate::site::Site;
use std::process::Command;

/// A contest of evaluation functions with different searches, and a built-in player.
fn contest() -> Site {
    contest_with("5s")
}

/// The same with this time limit for a move.
fn contest_with(move_time: &str) -> Site {
    let site = Site::new();
    for (name, sign) in [("more", "-"), ("less", "+")] {
        let source = format!(
            "(defun mi-f-ev (estado)\n  ({sign} (get-pts (estado-lado-sgte-jugador estado)) 18))\n"
        );
        site.write(&format!("c/{name}.cl"), source);
    }
    let contest = "name = \"Lisp\"\ngame = \"mancala8\"\n\
        bots = [\"more.cl\", \"less.cl\", \"deep=more.cl:depth=3\", \"builtin:first\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n\
        [limits]\nmove_time = \"5s\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", contest.replace("5s", move_time));
    site
}

#[test]
fn evaluation_functions_play_elsewhere_as_they_play_here() {
    let alone = contest();
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let site = contest();
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    run(&site, &server);
    assert_eq!(state(&site), state(&alone));
    site.succeed(&["verify", "c"]);
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was compiled here");
}

#[test]
fn a_share_of_what_an_evaluation_function_takes_is_measured_by_a_worker() {
    // A large share, because the workers here are that slow.
    let share = || contest_with("1000% of more.cl:depth=6");
    let site = share();
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    run(&site, &server);
    let export = site.succeed(&["export", "c"]);
    assert!(export.contains("move_us"), "a share of it is the time for a move");
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was compiled here");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let alone = share();
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    assert_eq!(state(&site), state(&alone));
}

#[test]
fn a_machine_without_sbcl_is_of_another_class_and_is_given_none_of_their_matches() {
    let site = contest();
    let server = Server::start(&site);
    let address = server.address();
    let worker = ["worker", "--connect", &address, "--slots", "2", "--name", "bare", "--tier", "D"];
    let inner = hurried(&site, &worker);
    let mut bare = Command::new("unshare");
    let hides = "mount --bind /dev/null \"$(readlink -f /usr/bin/sbcl)\" && exec \"$@\"";
    bare.args(["--mount", "sh", "-c", hides, "sh"]).arg(inner.get_program());
    bare.args(inner.get_args()).current_dir(site.path());
    bare.envs(inner.get_envs().filter_map(|(key, value)| Some((key, value?))));
    let _bare = Process::of(&mut bare);
    let there = || site.run(&["workers", "--bus", &address, "--json"]).out;
    until("it is there", || there().contains("\"bare\""));
    let out = hurried(&site, &["run", "c", "--quiet", "--bus", &address]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("sbcl"), "{said}");
    let _full = Process::worker(&site, &server, "full", "1");
    until("the other is there", || there().contains("\"full\""));
    run(&site, &server);
    let alone = contest();
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    assert_eq!(state(&site), state(&alone));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let fair = site.succeed(&["standings", "c", "--fair-play", "--format", "json"]);
    assert!(fair.contains("\"machine\":\"full\"") && !fair.contains("\"bare\""), "{fair}");
}
