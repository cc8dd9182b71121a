//! Contests that are killed at any moment end like those that are not.

use crate::site::{Site, mancala};
use certamen_game::Rng;
use rustix::process::{Pid, Signal, kill_process};
use std::{thread::sleep, time::Duration};

/// The seed of the random moments.
const SEED: u64 = 20_071_018;

/// The state of a contest: its standings, and every match with its seed and result.
fn state(site: &Site) -> [String; 2] {
    ["standings", "matches"].map(|what| site.succeed(&[what, "c", "--format", "json"]))
}

#[test]
fn killed_at_many_random_moments_a_contest_ends_with_the_same_table() {
    let contest = mancala(60);
    let undisturbed = Site::new();
    undisturbed.write("c/contest.toml", &contest);
    undisturbed.succeed(&["run", "c"]);
    let [table, mut matches] = state(&undisturbed);

    let site = Site::new();
    site.write("c/contest.toml", &contest);
    let mut rng = Rng::of_turn(SEED, 0);
    let mut kills = 0;
    for _ in 0..60 {
        let mut run = site.start(&["run", "c", "--quiet"]);
        sleep(Duration::from_micros(1_000 + rng.below(60_000)));
        match run.try_wait().unwrap() {
            Some(status) => assert!(status.success(), "{status}"),
            None => kills += 1,
        }
        run.kill().unwrap();
        run.wait().unwrap();
    }
    assert!(kills >= 5, "only {kills} runs were killed at work");
    site.succeed(&["run", "c"]);
    let [same_table, mut same_matches] = state(&site);
    assert_eq!(table, same_table);
    // Numbers and results agree match by match: nothing was lost, nothing played twice.
    for listing in [&mut matches, &mut same_matches] {
        let mut lines: Vec<&str> = listing.lines().collect();
        lines.sort_unstable();
        *listing = lines.join("\n");
    }
    assert_eq!(matches, same_matches);
    for number in [1, 450, 900] {
        site.succeed(&["verify", &format!("c#{number}")]);
    }
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
