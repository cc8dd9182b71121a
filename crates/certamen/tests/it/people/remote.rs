//! Contests with entrants on other machines: a real site, `certamen remote` and `certamen sit`.

use super::{browser::PeopleServer, sit::moves};
use crate::{
    http_players::{GuidePlayer, no_file_has},
    site::{Said, Site},
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
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
    sit_with("builtin:first", site, server, token, more)
}

fn sit_with(bot: &str, site: &Site, server: &PeopleServer, token: &str, more: &[&str]) -> Child {
    let url = format!("http://{}/c/open", server.address);
    let mut command = site.command(&[&["sit", url.as_str(), bot][..], more].concat());
    command.env("CERTAMEN_TOKEN", token).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn ended(child: Child) -> Said {
    Said::of(child.wait_with_output().unwrap())
}

/// Waits for something that another process does.
fn wait_for(what: &str, mut is_done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The server dies, and another one is started at its address.
fn restarted(mut server: PeopleServer, site: &Site) -> PeopleServer {
    server.kill();
    let address = server.address.clone();
    // The process that listens notices that the other one is gone.
    wait_for("it still listens", || TcpStream::connect(&address).is_err());
    PeopleServer::start_at(&address, site, &[])
}

/// A bot for FootSteps with 12 points that bids one at a time.
const ONE_BY_ONE: &str = "left = 12
while True:
    print(min(left, 1), flush=True)
    left -= min(left, 1)
    if input() == 'fin':
        break
";

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
    let said = site.succeed(&["verify", "open"]);
    assert!(!said.contains("allowance"), "other matches need none: {said}");
    let file = site.read("open/contest.toml");
    site.write("open/contest.toml", file.replace("[remote]", "[remote]\nallowance = \"7s\""));
    let said = site.succeed(&["verify", "open"]);
    assert!(said.contains("remote.allowance") && said.contains("60000 ms"), "{said}");
    site.write("open/contest.toml", file);
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
    let contest =
        CONTEST.replace("2s", "60s").replace("[limits]", "[options]\npoints = 12\n[limits]");
    let site = remote_site(&contest);
    let secret = token(&site, "beta");
    let server = PeopleServer::start(&site, &[]);
    let said = ended(sit(&site, &server, &secret, &["--matches", "1"]));
    assert_eq!(said.code, 0, "{said:?}");
    // The site dies within a match and returns: the match is withdrawn, and the player plays it again.
    let place = site.path().display();
    let waits = format!(
        "import os, time\nopen('{place}/begun', 'w').close()\n\
         while not os.path.exists('{place}/go'):\n    time.sleep(0.05)\n"
    );
    site.write("patient.py", waits + ONE_BY_ONE);
    let options = ["--matches", "1", "--tier", "D"];
    let player = sit_with("patient.py", &site, &server, &secret, &options);
    wait_for("it has not begun", || site.path().join("begun").exists());
    let server = restarted(server, &site);
    site.write("go", "");
    let said = ended(player);
    assert_eq!((said.code, said.out.lines().count()), (0, 1), "{said:?}");
    assert!(said.err.contains("withdrawn"), "{said:?}");
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
    let said = ended(sit_with("gone.sh", &site, &server, &secret, &["--matches", "2"]));
    assert_eq!(said.code, 3, "{said:?}");
    let tables: Vec<&str> = said.out.lines().filter_map(|line| line.split(':').next()).collect();
    assert!(tables.len() == 2 && tables[0] != tables[1], "it is not sent back: {said:?}");
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
    wait_for("no match has that fault", left);
}

/// Everything that the site links to, as a reader without an account is sent it.
fn pages(server: &PeopleServer) -> Vec<String> {
    let mut paths = vec!["/en/".to_owned(), "/api/v1/contests/open/matches".to_owned()];
    let (mut next, mut bodies) = (0, Vec::new());
    while next < paths.len().min(150) {
        let answer = server.browser().get(&paths[next]);
        for link in
            answer.body.split("href=\"/").skip(1).filter_map(|rest| rest.split(['"', '#']).next())
        {
            let path = format!("/{}", link.replace("&#38;", "&"));
            if path.contains("/c/open") && !paths.contains(&path) {
                paths.push(path);
            }
        }
        bodies.push(answer.body);
        next += 1;
    }
    assert!(bodies.len() > 20, "{paths:?}");
    bodies
}

const MIXED: &str = r#"
name = "Mixed"
game = "footsteps"
bots = ["uno.py", "dos.py", "remote:beta", "http:alpha"]
allow_remote = true
seed = 1
[options]
points = 12
[remote]
private_addresses = true
[players.alpha]
protocol = "http"
url = "URL"
actions = true
[limits]
move_time = "20s"
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
[sandbox]
minimum_tier = "D"
"#;

#[test]
fn local_bots_a_player_that_sits_and_one_over_http_finish_an_interrupted_contest() {
    let site = remote_site(MIXED);
    let player = GuidePlayer::with_usage(&site);
    site.write("open/contest.toml", MIXED.replace("URL", player.url()));
    for bot in ["uno.py", "dos.py"] {
        site.write(&format!("open/{bot}"), ONE_BY_ONE);
    }
    let secret = token(&site, "beta");
    let server = PeopleServer::start(&site, &[]);
    let sits = sit(&site, &server, &secret, &[]);
    let finished = |server: &PeopleServer| {
        let api = server.browser().get("/api/v1/contests/open").body;
        serde_json::from_str::<Value>(&api).unwrap()["matches"].as_u64().unwrap()
    };
    wait_for("no match is finished", || finished(&server) > 0);
    let server = restarted(server, &site);
    assert!(finished(&server) < 12, "it was not interrupted");
    let early = pages(&server);
    // What is stored may be on pages before it is counted.
    let finished_early = site.succeed(&["matches", "open", "--format", "json"]).lines().count();
    // The player that sits notices nothing but a lost connection.
    let said = ended(sits);
    assert_eq!(said.code, 0, "{said:?}");
    wait_for("it is not finished", || finished(&server) == 12);
    for page in early.iter().chain(&pages(&server)) {
        assert!(!page.contains(&secret), "{page}");
    }
    drop(server);
    site.succeed(&["verify", "open"]);
    let export = site.succeed(&["export", "open"]);
    let lines = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let records: Vec<String> =
        lines.filter_map(|line| line["match"]["record"].as_str().map(str::to_owned)).collect();
    assert_eq!(records.len(), 12);
    let (mut moves, mut mixed) = (0, 0);
    for record in &records {
        site.write("match.jsonl", record);
        site.succeed(&["verify", "match.jsonl"]);
        let has = |via: &str| record.contains(&format!("\"via\":\"{via}\""));
        mixed += usize::from(has("sit") && has("http"));
        moves += record.matches("\"usage\":{\"in\":5,\"out\":1,\"usd_micros\":1000}").count();
    }
    no_file_has(&site.path().join("open"), &secret);
    assert!(!export.contains(&secret));
    let seeds = records.iter().map(|record| {
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        header["seed"].as_u64().expect("a seed").to_string()
    });
    let shown = seeds.filter(|seed| early.iter().any(|page| page.contains(seed.as_str()))).count();
    // A match that has just ended is shown at its table before it is stored.
    assert!(shown <= finished_early + 1, "{shown} seeds, {finished_early} matches");
    assert_eq!(mixed, 2, "both play each other with both seatings");
    let rows = site.succeed(&["standings", "open", "--format", "json"]);
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let alpha = rows.iter().find(|row| row["bot"] == "alpha").expect("it is listed");
    let usage = &alpha["usage"];
    assert_eq!(usage["in"], 5 * moves, "{alpha}");
    assert_eq!((&usage["usd_micros"], &alpha["faults"]), (&(1000 * moves).into(), &0.into()));
}

#[test]
fn a_thousand_matches_by_sit_equal_those_that_are_played_here_nightly() {
    let contest = CONTEST
        .replace("footsteps", "mancala8")
        .replace("\"builtin:first\", \"builtin:last\"", "\"builtin:random\"")
        .replace("games_per_pair = 2", "games_per_pair = 1000");
    let site = remote_site(&contest);
    let secret = token(&site, "beta");
    let server = PeopleServer::start(&site, &[]);
    let options = ["--jobs", "4", "--out", "records"];
    let said = ended(sit_with("builtin:last", &site, &server, &secret, &options));
    assert_eq!((said.code, said.out.lines().count()), (0, 1000), "{}", said.err);
    drop(server);
    assert!(site.succeed(&["verify", "open"]).contains("1000 matches replayed"));
    let mut openings = BTreeSet::new();
    for file in fs::read_dir(site.path().join("records")).unwrap() {
        let record = fs::read_to_string(file.unwrap().path()).unwrap();
        let head: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let bots = [0, 1].map(|seat| match head["seats"][seat]["bot"].as_str().unwrap() {
            "beta" => "builtin:last",
            _ => "builtin:random",
        });
        let seed = head["seed"].to_string();
        let played = ["play", "mancala8", bots[0], bots[1], "--quiet", "--seed", &seed];
        site.succeed(&[&played[..], &["--record", "here.jsonl"]].concat());
        let here = site.read("here.jsonl");
        fs::remove_file(site.path().join("here.jsonl")).unwrap();
        assert_eq!(moves(&record), moves(&here), "{seed}");
        openings.insert(moves(&record).into_iter().take(6).collect::<Vec<_>>());
    }
    assert!(openings.len() > 100, "the matches differ");
}
