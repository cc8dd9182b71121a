//! Bots are sent as data and built by the workers.

use super::{
    run,
    server::{Process, Server, hurried},
    state,
};
use crate::site::Site;

/// A contest of programs that count the matches they have played, if they may write files.
fn write(site: &Site, memory: &str, more: &str) {
    for (name, factor) in [("one", 3), ("two", 5)] {
        let program = format!(
            "import os\ntry:\n    n = int(open('n').read())\nexcept OSError:\n    n = 0\n\
             try:\n    open('n', 'w').write(str(n + 1))\nexcept OSError:\n    pass\n\
             left = 50\nwhile True:\n    bid = min(left, 1 + (n * {factor} + left) % 9)\n    \
             print(bid, flush=True)\n    left -= bid\n    if input() == 'fin': break\n"
        );
        site.write(&format!("c/{name}/bot.py"), program);
        let manifest =
            format!("name = \"{name}\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n{more}");
        site.write(&format!("c/{name}/bot.toml"), manifest);
    }
    let contest = format!(
        "name = \"Programs\"\ngame = \"footsteps\"\nbots = [\"one\", \"two\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 8\n[ranking]\nkind = \"wins\"\n\
         [programs]\nmemory = \"{memory}\"\n[sandbox]\nminimum_tier = \"D\"\n"
    );
    site.write("c/contest.toml", contest);
}

/// Plays it on one machine and on two; the results must be equal.
fn check(memory: &str) {
    let alone = Site::new();
    write(&alone, memory, "");
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let site = Site::new();
    write(&site, memory, "");
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "2"));
    run(&site, &server);
    assert_eq!(state(&site), state(&alone), "{memory}");
    site.succeed(&["verify", "c"]);
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was built here");
}

#[test]
fn programs_play_elsewhere_as_they_play_here() {
    check("match");
}

#[test]
fn what_programs_remember_travels_with_their_matches() {
    check("contest");
    check("pair");
}

#[test]
fn a_bot_that_no_machine_can_play_is_named_with_what_is_missing() {
    let site = Site::new();
    write(&site, "match", "requires = { \"/usr/bin/nothere\" = \"nothere-tools\" }\n");
    let server = Server::start(&site);
    let _worker = Process::worker(&site, &server, "one", "1");
    let out = hurried(&site, &["run", "c", "--bus", &server.address()]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("no available worker can play"), "{said}");
    assert!(said.contains("nothere-tools"), "{said}");
}

#[test]
fn standings_say_how_remote_workers_isolated_programs() {
    let site = Site::new();
    write(&site, "match", "");
    let server = Server::start(&site);
    let isolated = Process::isolated_worker(&site, &server, "isolated");
    let told = |arguments: &[&str]| {
        let out = hurried(&site, arguments).output().unwrap();
        assert!(out.status.success(), "{out:?}");
        String::from_utf8([out.stdout, out.stderr].concat()).unwrap()
    };
    let run = ["run", "c", "--bus", &server.address()];
    let warning = "ran without a sandbox";
    assert!(!told(&run).contains(warning));
    assert!(!told(&["standings", "c"]).contains(warning));
    assert!(
        !told(&["verify", "c"]).contains("states isolation level"),
        "{}",
        told(&["verify", "c"])
    );
    // If no match is left to play, there is no warning.
    assert!(!told(&run).contains(warning));
    drop(isolated);
    let more = site.read("c/contest.toml").replace("games_per_pair = 8", "games_per_pair = 9");
    site.write("c/contest.toml", more);
    let _open = Process::worker(&site, &server, "open", "1");
    told(&run);
    assert!(told(&["standings", "c"]).contains(warning), "the weakest is told");
}

#[test]
fn rules_that_are_a_program_are_not_sent_to_workers() {
    let site = Site::new();
    // With the slug of a built-in game, which workers would play instead.
    let rules = include_str!("../../../../../games/minoria/minoria_class.py");
    site.write("c/minoria.py", rules);
    let contest = "name = \"Rules\"\ngame = \"./minoria.py\"\n\
         bots = [\"builtin:first\", \"builtin:last\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n";
    site.write("c/contest.toml", contest);
    let server = Server::start(&site);
    let _worker = Process::worker(&site, &server, "one", "1");
    let said = site.run(&["run", "c", "--bus", &server.address()]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("minoria") && said.err.contains("omit --bus"), "{said:?}");
    assert_eq!(site.run(&["matches", "c", "--format", "json"]).out, "", "nothing was played");
    site.succeed(&["run", "c", "--quiet"]);
}
