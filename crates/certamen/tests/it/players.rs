//! `certamen players`, and the list of a site as players and readers see it.

use crate::{
    schemas::Schema,
    served::Served,
    site::{Site, mancala},
};
use certamen_peer::{
    identity::PrivateKey,
    listing::{ClientError, Entry, ListClient, ListFile, SignedEntry, simulated},
};
use certamen_runner::http_player::system_tls;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
    time::SystemTime,
};

fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

fn key(number: u8) -> PrivateKey {
    PrivateKey::from_raw([number; 32])
}

fn entry(number: u8, issued: u64, left: u32) -> SignedEntry {
    let rules = certamen_games::find("mancala8").unwrap().info().version;
    let entry = json!({
        "alias": "ana", "key": "", "address": "192.0.2.1:7447", "game": "mancala8", "rules": rules,
        "options": {}, "conditions": { "move_ms": 1000, "memory": 1, "tier": "A" }, "left": left,
        "bot": "siembra", "issued": issued,
    });
    serde_json::from_value::<Entry>(entry).unwrap().sign(&key(number)).unwrap()
}

#[test]
fn a_file_lists_open_players() {
    let site = Site::new();
    let missing = site.run(&["players", "players.jsonl"]);
    assert_eq!(missing.code, 1, "{missing:?}");
    let file = ListFile::new(&site.path().join("players.jsonl"));
    file.put(entry(1, now(), 3), now()).unwrap();
    file.put(entry(2, now(), 2), now()).unwrap();
    file.put(entry(2, now() + 1, 0), now()).unwrap();
    let table = site.succeed(&["players", "players.jsonl"]);
    assert!(table.contains("ana") && table.contains("siembra"), "{table}");
    let target = format!("192.0.2.1:7447#{}", key(1).public());
    assert!(table.contains(&target) && !table.contains(&key(2).public()), "{table}");
    let lines = site.succeed(&["players", "players.jsonl", "--json"]);
    let read = SignedEntry::read(lines.as_bytes()).unwrap();
    assert_eq!((read.left, &read.key), (3, &key(1).public()));
    let forged = lines.replace("\"left\":3", "\"left\":4");
    site.write("players.jsonl", forged);
    let refused = site.run(&["players", "players.jsonl"]);
    assert!(refused.code == 1 && refused.err.contains("line 1"), "{refused:?}");
    site.write("players.jsonl", "");
    assert!(site.succeed(&["players", "players.jsonl"]).contains("no player is waiting"));
    let spanish = site.succeed(&["players", "players.jsonl", "--lang", "es"]);
    assert!(spanish.contains("ningún jugador"), "{spanish}");
}

#[test]
fn a_site_lists_players_and_matches() {
    let site = Site::new();
    site.write("mancala/contest.toml", mancala(2));
    site.write("site.toml", "[peers]\nenabled = true\n");
    let served = Served::start(&site, &["serve", ".", "--no-play"]);
    let url = format!("http://{}/en/peers", served.address);
    let client = ListClient::new(&url, system_tls()).unwrap();
    client.announce(&entry(1, now(), 3)).unwrap();
    let game = certamen_games::find("mancala8").unwrap();
    let record = simulated::signed_match(game, [&key(1), &key(2)], 1);
    client.publish(&record).unwrap();
    client.publish(&record).unwrap();
    let unsound = simulated::unsound_match(game, [&key(1), &key(2)], 2);
    let refused = client.publish(&unsound);
    assert!(matches!(refused, Err(ClientError::Refused { status: 422, .. })), "{refused:?}");
    let refused = client.announce(&entry(1, now() - 60_000, 3));
    assert!(matches!(refused, Err(ClientError::Refused { status: 409, .. })), "{refused:?}");

    let lines = site.succeed(&["players", &url, "--json"]);
    let schema = Schema::of("players");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    for line in &lines {
        assert_eq!(schema.check(line), Ok(()), "{line}");
    }
    let id = lines[1]["match"].as_str().unwrap();
    let table = site.succeed(&["players", &url]);
    assert!(table.contains(&key(1).public()) && table.contains(id), "{table}");
    let (status, _, page) = served.get("/en/peers");
    assert!(status == 200 && page.contains(&format!("/en/peers/{id}")), "{page}");
    assert_eq!(served.get(&format!("/en/peers/{id}")).0, 200);
    let (status, _, stored) = served.get(&format!("/api/v1/peers/{id}"));
    assert_eq!((status, stored.as_bytes()), (200, &record[..]));

    client.announce(&entry(1, now() + 1, 0)).unwrap();
    assert_eq!(client.fetch().unwrap().open(now()).count(), 0);
}

/// Two authors find each other by a list and play; `list` are the arguments of the opener.
fn play_by_list(site: &Site, list: [&str; 2], publish: &[&str]) {
    let open = ["open", "builtin:first", "--game", "mancala8", "--listen", "127.0.0.1:0"];
    let own = ["--alias", "ana", "--key", "ana.key", "--out", "ana"];
    let mut opener = site.command(&[&open[..], &own, &list].concat());
    let mut opener = opener.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(opener.stdout.take().unwrap());
    let mut line = String::new();
    // It is listed before it prints how it is called.
    lines.read_line(&mut line).unwrap();
    let table = site.succeed(&["players", list[1]]);
    assert!(table.contains("ana") && table.contains("127.0.0.1:"), "{line}{table}");
    let unknown = site.run(&["challenge", "bea", "builtin:last", "--list", list[1]]);
    assert!(unknown.code == 1 && unknown.err.contains("bea"), "{unknown:?}");
    let call = ["challenge", "ana", "builtin:last", "--list", list[1], "--alias", "bea"];
    let own = ["--key", "bea.key", "--out", "bea"];
    site.succeed(&[&call[..], &own, publish].concat());
    std::io::copy(&mut lines, &mut std::io::sink()).unwrap();
    assert!(opener.wait().unwrap().success());
    let table = site.succeed(&["players", list[1]]);
    assert!(table.contains("no player is waiting"), "{table}");
}

#[test]
fn authors_find_each_other_in_a_file() {
    let site = Site::new();
    play_by_list(&site, ["--list", "players.jsonl"], &[]);
}

#[test]
fn authors_find_each_other_on_a_site_and_publish_their_match() {
    let site = Site::new();
    site.write("mancala/contest.toml", mancala(2));
    site.write("site.toml", "[peers]\nenabled = true\n");
    let served = Served::start(&site, &["serve", ".", "--no-play"]);
    let url = format!("http://{}", served.address);
    play_by_list(&site, ["--announce", &url], &["--publish", &url]);
    let lines = site.succeed(&["players", &url, "--json"]);
    let line: Value = serde_json::from_str(lines.trim()).unwrap();
    let names =
        line["players"].as_array().unwrap().iter().map(|one| one["alias"].as_str().unwrap());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    assert_eq!(names, ["ana", "bea"]);
    let id = line["match"].as_str().unwrap();
    let (_, _, stored) = served.get(&format!("/api/v1/peers/{id}"));
    let own: Vec<String> = std::fs::read_dir(site.path().join("bea"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "jsonl"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    assert_eq!(own, [stored]);
    assert_eq!(served.get(&format!("/en/peers/{id}")).0, 200);
}

#[test]
fn an_address_that_is_no_site_is_refused() {
    let site = Site::new();
    for url in ["http://contests.example.org", "ftp://x.example", "https://a:b@x.example"] {
        let said = site.run(&["players", url]);
        assert!(said.code == 2 && said.err.contains("https://"), "{said:?}");
        assert!(!said.err.contains("a:b"), "no password: {said:?}");
    }
    // There is no list on a site that does not enable it, and no site at a port without one.
    site.write("mancala/contest.toml", mancala(2));
    let mut served = Served::start(&site, &["serve", ".", "--no-play"]);
    let url = format!("http://{}", served.address);
    let said = site.run(&["players", &url]);
    assert!(said.code == 1 && said.err.contains("404"), "{said:?}");
    served.kill();
    assert_eq!(site.run(&["players", &url]).code, 1);
}
