//! Contests that are killed at any moment end like those that are not.

use crate::site::{Site, mancala};
use certamen_game::Rng;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

/// The seed of the random moments.
const SEED: u64 = 20_071_018;

/// The state of a contest: its standings, and every match with its seed and result.
fn state(site: &Site) -> [String; 2] {
    ["standings", "matches"].map(|what| site.succeed(&[what, "c", "--format", "json"]))
}

/// Runs the command to its end on the first site, and on the second one kills it this many times at
/// random moments from its start on.
pub(crate) fn kill_often(arguments: &[&str], [undisturbed, site]: [&Site; 2], kills: u32) {
    let [whole, start] = [(); 2].map(|()| {
        let begun = Instant::now();
        undisturbed.succeed(arguments);
        begun.elapsed()
    });
    // On any machine about half of it is done when it is killed for the last time, or less.
    let longest = start + whole / kills;
    let mut rng = Rng::of_turn(SEED, 0);
    let mut killed = 0;
    while killed < kills {
        let mut run = site.start(arguments);
        sleep(Duration::from_micros(rng.below(longest.as_micros() as u64)));
        if let Some(status) = run.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            break;
        }
        run.kill().unwrap();
        run.wait().unwrap();
        killed += 1;
    }
    eprintln!("{killed} kills, seed {SEED}");
    assert!(killed > kills / 3, "only {killed} were killed at work, seed {SEED}");
}

/// Compares a contest that was killed this many times with one that was left alone.
fn check_killed(kills: u32, games_per_pair: u32) {
    let [undisturbed, site] = [(); 2].map(|()| Site::new());
    for site in [&undisturbed, &site] {
        site.write("c/contest.toml", mancala(games_per_pair));
    }
    kill_often(&["run", "c", "--quiet", "--jobs", "1"], [&undisturbed, &site], kills);
    assert!(!state(&site)[1].is_empty(), "each was killed before its first match");
    site.succeed(&["run", "c"]);
    // Numbers and results agree match by match: nothing was lost, nothing played twice.
    let [expected, found] = [&undisturbed, &site].map(|site| {
        let [table, matches] = state(site);
        let mut lines: Vec<&str> = matches.lines().collect();
        lines.sort_unstable();
        (table, lines.join("\n"))
    });
    assert_eq!(expected, found, "seed {SEED}");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn killed_at_many_random_moments_a_contest_ends_with_the_same_table() {
    check_killed(20, 300);
}

#[test]
fn killed_two_hundred_times_a_contest_ends_with_the_same_table_nightly() {
    check_killed(200, 2500);
}

#[test]
fn interrupted_it_says_how_to_resume() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2000));
    let mut command = site.command(&["run", "c", "--quiet"]);
    let run = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !site.path().join("c/.certamen/store.sqlite").exists() {
        sleep(Duration::from_millis(5));
    }
    // Midway: some matches are played.
    while site.run(&["matches", "c", "--format", "json"]).out.is_empty() {
        sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&run), Signal::INT).unwrap();
    let ended = run.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("resume with: ") && said.contains("run c --quiet"), "{said}");
}

#[test]
fn two_runs_at_the_same_time_do_not_get_in_each_others_way() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2000));
    let mut run = site.start(&["run", "c"]);
    while !site.path().join("c/.certamen/store.sqlite").exists() {
        sleep(Duration::from_millis(5));
    }
    let second = site.run(&["run", "c"]);
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(second.code, 1);
    assert!(second.err.contains("another process is running this contest"), "{second:?}");
    // What the dead run had locked is free at once.
    let third = site.start(&["run", "c"]);
    let lines = || site.run(&["standings", "c", "--format", "json"]).out.lines().count();
    let patience = (0..400).find(|_| {
        sleep(Duration::from_millis(5));
        lines() == 6
    });
    let mut third = third;
    third.kill().unwrap();
    third.wait().unwrap();
    assert!(patience.is_some(), "the table can be read while a run is at work");
}
