//! Contests with entrants on other machines: a real site, `certamen remote` and `certamen sit`.

use super::browser::PeopleServer;
use crate::site::{Said, Site};
use serde_json::Value;
use std::{
    fs,
    net::TcpStream,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

const CONTEST: &str = r#"
name = "Remote"
game = "footsteps"
bots = ["builtin:first", "builtin:last", "remote:beta"]
allow_remote = true
seed = 1
[remote]
start_wait = "10min"
[limits]
move_time = "2s"
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
[sandbox]
minimum_tier = "D"
"#;

/// A site with a contest that is not served yet.
fn remote_site(contest: &str) -> Site {
    let site = Site::new();
    site.write("open/contest.toml", contest);
    site.succeed(&["account", ".", "add", "root", "--role", "admin"]);
    site
}

fn token(site: &Site, name: &str) -> String {
    site.succeed(&["remote", "open", name]).trim().to_owned()
}

/// Starts `certamen sit` for an entrant of the contest.
fn sit(site: &Site, server: &PeopleServer, token: &str, more: &[&str]) -> Child {
    let url = format!("http://{}/c/open", server.address);
    let mut command = site.command(&[&["sit", url.as_str(), "builtin:first"][..], more].concat());
    command.env("CERTAMEN_TOKEN", token).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn ended(child: Child) -> Said {
    Said::of(child.wait_with_output().unwrap())
}

#[test]
fn an_entrant_on_another_machine_plays_its_matches_of_a_contest() {
    let site = remote_site(CONTEST);
    let secret = token(&site, "beta");
    let stored = site.read("open/.certamen/remote.json");
    assert!(!stored.contains(&secret), "only a hash is stored");
    let server = PeopleServer::start(&site, &[]);
    let said = ended(sit(&site, &server, &secret, &["--out", "records"]));
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(said.out.lines().count(), 4, "{said:?}");
    drop(server);
    let standings = site.succeed(&["standings", "open"]);
    assert!(standings.contains("beta"), "{standings}");
    site.succeed(&["verify", "open"]);
    let files = fs::read_dir(site.path().join("records")).unwrap();
    let mut remote = 0;
    for file in files {
        let path = file.unwrap().path().display().to_string();
        site.succeed(&["verify", &path]);
        let record = fs::read_to_string(&path).unwrap();
        assert!(record.contains("\"tier\":\"remote\",\"via\":\"sit\""), "{record}");
        assert!(record.contains("\"allowance_ms\":60000"), "{record}");
        remote += 1;
    }
    assert_eq!(remote, 4);
    let late = PeopleServer::start(&site, &[]);
    let said = ended(sit(&site, &late, &secret, &[]));
    assert_eq!(said.code, 0, "the contest is over: {said:?}");
}

#[test]
fn a_contest_goes_on_after_its_site_and_its_player_died() {
    let site = remote_site(CONTEST);
    let secret = token(&site, "beta");
    let mut server = PeopleServer::start(&site, &[]);
    let said = ended(sit(&site, &server, &secret, &["--matches", "1"]));
    assert_eq!(said.code, 0, "{said:?}");
    // The site dies and returns: the player goes on by itself.
    let player = sit(&site, &server, &secret, &["--matches", "1"]);
    let address = server.address.clone();
    server.kill();
    // The process that listens notices that the other one is gone.
    let begun = Instant::now();
    while TcpStream::connect(&address).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it still listens");
        thread::sleep(Duration::from_millis(50));
    }
    let server = PeopleServer::start_at(&address, &site, &[]);
    let said = ended(player);
    // Its connection may not have been open yet.
    assert!([0, 1].contains(&said.code), "{said:?}");
    // A player that dies and is started again plays what is left.
    let mut player = sit(&site, &server, &secret, &[]);
    player.kill().unwrap();
    player.wait().unwrap();
    let said = ended(sit(&site, &server, &secret, &["--jobs", "2"]));
    assert_eq!(said.code, 0, "{said:?}");
    drop(server);
    site.succeed(&["verify", "open"]);
}

#[test]
fn wrong_and_revoked_tokens_are_refused_at_once() {
    let site = remote_site(CONTEST);
    let secret = token(&site, "beta");
    let server = PeopleServer::start(&site, &[]);
    for wrong in ["nonsense", &format!("{secret}x")] {
        let said = ended(sit(&site, &server, wrong, &[]));
        assert!(said.code == 1 && said.err.contains("401"), "{said:?}");
    }
    site.succeed(&["remote", "open", "beta", "--revoke"]);
    let said = ended(sit(&site, &server, &secret, &[]));
    assert!(said.code == 1 && said.err.contains("401"), "{said:?}");
    assert_eq!(site.run(&["remote", "open", "beta", "--revoke"]).code, 1);
    assert_eq!(site.run(&["remote", "open", "gamma"]).code, 1);
}

#[test]
fn absent_entrants_are_deferred_and_the_next_run_takes_them_up() {
    let site = remote_site(&CONTEST.replace("10min", "0s"));
    let secret = token(&site, "beta");
    let said = site.run(&["run", "open", "--quiet"]);
    assert_eq!(said.code, 3, "{said:?}");
    site.write("open/contest.toml", CONTEST);
    let server = PeopleServer::start(&site, &[]);
    let said = ended(sit(&site, &server, &secret, &[]));
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn contests_with_remote_entrants_need_keys_that_fit() {
    for (change, key) in [
        (("allow_remote = true", ""), "allow_remote"),
        (("\"2s\"", "\"50% of builtin:first\""), "limits.move_time"),
        (("\"2s\"", "\"50ms\""), "limits.move_time"),
        (("[limits]", "[programs]\nmemory = \"pair\"\n[limits]"), "programs.memory"),
        (("\"10min\"", "\"soon\""), "remote.start_wait"),
        (("start_wait", "nonsense"), "nonsense"),
        (("remote:beta", "remote:"), "remote:"),
    ] {
        let site = Site::new();
        site.write("open/contest.toml", CONTEST.replace(change.0, change.1));
        let said = site.run(&["run", "open"]);
        assert!(said.code == 1 && said.err.contains(key), "{key}: {said:?}");
        assert!(!site.path().join("open/.certamen/store.sqlite").exists(), "nothing is played");
    }
}

#[test]
fn a_player_that_leaves_has_a_fault() {
    let site = remote_site(CONTEST);
    let secret = token(&site, "beta");
    let server = PeopleServer::start(&site, &[]);
    let path = site.write("gone.sh", "#!/bin/sh\nexit 1\n");
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let url = format!("http://{}/c/open", server.address);
    let mut command = site.command(&["sit", &url, "gone.sh", "--matches", "1"]);
    let said = Said::of(command.env("CERTAMEN_TOKEN", &secret).output().unwrap());
    assert_eq!(said.code, 3, "{said:?}");
    let begun = Instant::now();
    let left = || {
        let api = server.browser().get("/api/v1/contests/open/matches").body;
        let all: Value = serde_json::from_str(&api).unwrap();
        let numbers: Vec<i64> =
            all.as_array().unwrap().iter().filter_map(|one| one["number"].as_i64()).collect();
        numbers.iter().any(|number| {
            let path = format!("/api/v1/contests/open/matches/{number}/record");
            let record = server.browser().get(&path).body;
            record.contains("\"fault\":\"exit\"") && record.contains("\"cause\":\"left\"")
        })
    };
    while !left() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no match has that fault");
        thread::sleep(Duration::from_millis(200));
    }
}
