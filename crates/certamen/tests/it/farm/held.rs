//! Contests that are hosted over days and played by remote workers.

use super::server::{Process, Server, hurried, until};
use crate::site::Site;
use std::fs;

/// Two days of random pairings with publications in between, on a simulated clock.
const HELD: &str = r#"
name = "Torneo"
game = "footsteps"
bots = ["snake", "sea", "builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "win-share"
[sandbox]
minimum_tier = "D"
[entries]
closes = "2015-03-14T12:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "4 hours"
championship_every = "24 hours"
waves = 2
"#;
const SNAKE: &str = "left = 50\nwhile True:\n    bid = min(left, 1 + left % 9)\n    \
    print(bid, flush=True)\n    left -= bid\n    if input() == 'fin': break\n";
const SEA: &str = r#"#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256];
    for (int left = 50;;) {
        int bid = left < 7 ? left : 7 - left % 5;
        printf("%d\n", bid);
        fflush(stdout);
        left -= bid;
        if (!fgets(line, sizeof line, stdin) || !strncmp(line, "fin", 3)) return 0;
    }
}
"#;

/// A contest of built-in players and programs.
fn held() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", HELD);
    for (name, language, file, source) in
        [("snake", "python", "bot.py", SNAKE), ("sea", "c", "bot.c", SEA)]
    {
        site.write(&format!("c/{name}/{file}"), source);
        let manifest =
            format!("name = \"{name}\"\nlanguage = \"{language}\"\nsource = [\"{file}\"]\n");
        site.write(&format!("c/{name}/bot.toml"), manifest);
    }
    site
}

/// All publications, and all matches behind them.
fn outcome(site: &Site) -> Vec<String> {
    let mut reported = Vec::new();
    for folder in ["c/published", "c/championships"] {
        let entries = fs::read_dir(site.path().join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        // The log of attempts also contains what was handed out.
        names.retain(|name| !name.to_string_lossy().ends_with(".chain"));
        names.sort();
        for name in names {
            let path = site.path().join(folder).join(&name);
            let text = if path.is_dir() {
                matches(site, path.to_str().unwrap())
            } else {
                String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
            };
            reported.push(format!("{}: {text}", name.display()));
        }
    }
    reported.push(matches(site, "c"));
    reported
}

fn matches(site: &Site, folder: &str) -> String {
    let listed = site.succeed(&["matches", folder, "--format", "json"]);
    let mut lines: Vec<&str> = listed.lines().collect();
    lines.sort_unstable();
    format!("{}\n{}", lines.join("\n"), site.succeed(&["standings", folder, "--format", "json"]))
}

#[test]
fn a_contest_that_is_held_elsewhere_publishes_the_same_tables() {
    let here = held();
    here.succeed(&["host", "c", "--replay", "--quiet", "--tier", "D"]);
    let site = held();
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "2"));
    let host = ["host", "c", "--replay", "--quiet", "--bus", &server.address()];
    let out = hurried(&site, &host).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let (there, here) = (outcome(&site), outcome(&here));
    assert!(here.len() > 6, "tables were published: {here:?}");
    assert_eq!(there, here);
    site.succeed(&["verify", "c"]);
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was built here");
}

#[test]
fn a_site_whose_contests_are_played_elsewhere_shows_them() {
    let site = held();
    let text = site.read("c/contest.toml");
    let (before, _) = text.split_once("[entries]").unwrap();
    let run = before.replace("kind = \"ladder\"", "kind = \"round-robin\"\ngames_per_pair = 4");
    site.write("contests/c/contest.toml", run);
    for name in ["snake/bot.py", "snake/bot.toml", "sea/bot.c", "sea/bot.toml"] {
        site.write(&format!("contests/c/{name}"), site.read(&format!("c/{name}")));
    }
    let server = Server::start(&site);
    let _worker = Process::worker(&site, &server, "one", "2");
    let address = server.address();
    let _serve = Process::start(&site, &["serve", "contests", "--no-site", "--bus", &address]);
    let played = || site.run(&["matches", "contests/c", "--format", "json"]).out.lines().count();
    until("all is played", || played() == 40);
    site.succeed(&["verify", "contests/c"]);
    let builds = site.path().join("contests/c/.certamen/builds");
    assert!(!builds.exists(), "nothing was built here");
    let fair = site.succeed(&["standings", "contests/c", "--fair-play", "--format", "json"]);
    assert!(fair.contains("\"machine\":\"one\""), "{fair}");
}
