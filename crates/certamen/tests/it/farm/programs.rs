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
    let reported = |arguments: &[&str]| {
        let out = hurried(&site, arguments).output().unwrap();
        assert!(out.status.success(), "{out:?}");
        String::from_utf8([out.stdout, out.stderr].concat()).unwrap()
    };
    let run = ["run", "c", "--bus", &server.address()];
    let warning = "ran without a sandbox";
    assert!(!reported(&run).contains(warning));
    assert!(!reported(&["standings", "c"]).contains(warning));
    assert!(
        !reported(&["verify", "c"]).contains("states isolation level"),
        "{}",
        reported(&["verify", "c"])
    );
    // If no match is left to play, there is no warning.
    assert!(!reported(&run).contains(warning));
    drop(isolated);
    let more = site.read("c/contest.toml").replace("games_per_pair = 8", "games_per_pair = 9");
    site.write("c/contest.toml", more);
    let _open = Process::worker(&site, &server, "open", "1");
    reported(&run);
    assert!(reported(&["standings", "c"]).contains(warning), "the weakest is told");
}

/// Rules with the slug of a built-in game, which workers must not play instead.
const RULES: &str = include_str!("../../../../../games/minoria/minoria_class.py");

/// A contest by these rules, in one file or in a folder.
fn write_ruled(site: &Site, game: &str) {
    let bot = "import sys\nfor line in sys.stdin:\n    print('ABC'[len(line) % 3], flush=True)\n";
    site.write("c/bot.py", bot);
    let contest = format!(
        "name = \"Rules\"\ngame = \"{game}\"\nseed = 3\n\
         bots = [\"builtin:first\", \"builtin:random\", \"bot.py\"]\n[options]\nrounds = 4\n\
         [format]\nkind = \"one-table\"\ngames = 6\n[ranking]\nkind = \"total-score\"\n\
         [sandbox]\nminimum_tier = \"D\"\n"
    );
    site.write("c/contest.toml", contest);
}

/// The same game with its points in a file of their own.
fn write_folder(site: &Site) {
    let rules = RULES
        .replace("    slug,", "    award = int(open('data/award.txt').read())\n    slug,")
        .replace("+= len(counts)", "+= Minoria.award * (len(counts)")
        .replace("== [action]", "== [action])");
    assert!(rules.contains("[action])"), "{rules}");
    site.write("c/ruled/minoria.py", rules);
    site.write("c/ruled/data/award.txt", "7\n");
    site.write(
        "c/ruled/game.toml",
        "game = { slug = \"minoria\", seats = [2, 20], scoring = \"points\" }\n\
         program = { language = \"python\", source = [\"minoria.py\"], data = [\"data/award.txt\"] }\n\
         options.rounds = { type = \"integer\", min = 1, max = 10000, default = 10 }\n",
    );
}

#[test]
fn rules_that_are_a_program_go_to_workers_and_play_there_as_here() {
    for game in ["./minoria.py", "./ruled"] {
        let [alone, site] = [(); 2].map(|()| {
            let site = Site::new();
            site.write("c/minoria.py", RULES);
            write_folder(&site);
            write_ruled(&site, game);
            site
        });
        alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
        let server = Server::start(&site);
        let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
        run(&site, &server);
        assert_eq!(state(&site), state(&alone), "{game}");
        site.succeed(&["verify", "c"]);
    }
}

#[test]
fn isolated_workers_play_by_rules_that_are_a_program() {
    let site = Site::new();
    site.write("c/minoria.py", RULES);
    write_ruled(&site, "./minoria.py");
    let isolated =
        site.read("c/contest.toml").replace("minimum_tier = \"D\"", "minimum_tier = \"B\"");
    site.write("c/contest.toml", isolated);
    let server = Server::start(&site);
    let _isolated = Process::isolated_worker(&site, &server, "isolated");
    // This one is never given any of them.
    let _open = Process::worker(&site, &server, "open", "1");
    run(&site, &server);
    let levels = site.succeed(&["export", "c"]);
    assert!(!levels.contains("\\\"tier\\\":\\\"D\\\""), "{levels}");
    site.succeed(&["verify", "c"]);
}

/// Runs a contest by these rules with one worker, without isolation; the exit code and what is said.
fn run_with_a_worker(site: &Site, rules: &str) -> (Option<i32>, String) {
    site.write("c/minoria.py", rules);
    write_ruled(site, "./minoria.py");
    let server = Server::start(site);
    let _worker = Process::worker(site, &server, "one", "1");
    let run = ["run", "c", "--tier", "D", "--bus", &server.address()];
    let out = hurried(site, &run).output().unwrap();
    (out.status.code(), String::from_utf8(out.stderr).unwrap())
}

#[test]
fn rules_in_another_environment_are_not_played() {
    let site = Site::new();
    // The folder is another one wherever the program is staged without a sandbox.
    let own = "    environment = {\"library\": __import__(\"os\").getcwd()}\n    slug,";
    let (status, said) = run_with_a_worker(&site, &RULES.replace("    slug,", own));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("no available worker can play"), "{said}");
    assert!(said.contains("rules of `minoria`") && said.contains("environment"), "{said}");
    assert_eq!(site.run(&["matches", "c", "--format", "json"]).out, "", "nothing was stored");
}

#[test]
fn rules_that_fail_on_the_host_alone_accuse_no_worker() {
    let site = Site::new();
    // Workers play it, and the host, which replays what they play, fails.
    let fails = "    def apply(self, state, actions, rng):\n        import os\n        \
        parent = open(f'/proc/{os.getppid()}/cmdline', 'rb').read()\n        \
        assert b'worker' in parent, 'not here'\n";
    let rules = RULES.replace("    def apply(self, state, actions, rng):\n", fails);
    let (_, said) = run_with_a_worker(&site, &rules);
    assert!(said.contains("rules failed here") && said.contains("not here"), "{said}");
    assert!(!said.contains("suspended"), "{said}");
    let stored = site.run(&["matches", "c", "--format", "json"]).out;
    assert!(!stored.contains("scores"), "{stored}");
}
