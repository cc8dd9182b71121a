//! `certamen sit`: bots on other machines play at tables of a real site.

use super::{
    browser::{Browser, PeopleServer, WebAnswer},
    open_site, signed_in,
    tables::{links, open, table_of},
};
use crate::site::{Said, Site, repository};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The address of a seat, as it is sent to a player.
fn link(server: &PeopleServer, seat: &str) -> String {
    format!("http://{}{seat}", server.address)
}

/// Starts `certamen sit`.
fn sit(site: &Site, url: &str, bot: &str, more: &[&str]) -> Child {
    let arguments = [&["sit", url, bot][..], more].concat();
    let mut command = site.command(&arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What a command printed until it ended.
fn ended(child: Child) -> Said {
    Said::of(child.wait_with_output().unwrap())
}

/// A table of two remote players; the paths of their seats.
fn two_seats(ana: &mut Browser, game: &str) -> [String; 2] {
    two_seats_with(ana, game, &[])
}

/// The same, with these fields of the form.
fn two_seats_with(ana: &mut Browser, game: &str, more: &[(&str, &str)]) -> [String; 2] {
    let people = [("seat0", "me"), ("seat1", "link")];
    let seat = open(ana, game, &[&people[..], more].concat());
    let other = links(ana, &seat).remove(0);
    [seat, other]
}

/// The record of a table that is over, after `certamen verify` accepted it.
fn verified(site: &Site, browser: &Browser, seat: &str) -> String {
    let api = table_of(seat).replace("/en/t/", "/api/v1/tables/");
    let record = browser.get(&format!("{api}/record"));
    assert_eq!(record.status, 200, "{}", record.body);
    site.write("match.jsonl", &record.body);
    site.succeed(&["verify", "match.jsonl"]);
    record.body
}

/// The moves of a record without their times.
pub(super) fn moves(record: &str) -> Vec<Vec<(u64, String)>> {
    let turns = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let turns = turns.filter(|line| line["turn"].is_u64());
    let entry = |one: &Value| {
        let action = one["action"].as_str().unwrap_or_default().to_owned();
        (one["seat"].as_u64().unwrap(), action)
    };
    turns.map(|turn| turn["moves"].as_array().unwrap().iter().map(entry).collect()).collect()
}

#[test]
fn two_bots_on_other_machines_play_each_game_as_play_does() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    for (game, bots, option) in [
        ("footsteps", ["builtin:first", "builtin:last"], ("points", "20")),
        ("mancala8", ["builtin:regular", "builtin:first"], ("", "")),
        ("intervalo", ["builtin:first", "builtin:last"], ("", "")),
        ("go", ["builtin:first", "builtin:last"], ("size", "5")),
    ] {
        let field = format!("option-{}", option.0);
        let seats = two_seats_with(&mut ana, game, &[(&field, option.1)]);
        let playing = [0, 1].map(|seat| sit(&site, &link(&server, &seats[seat]), bots[seat], &[]));
        for child in playing {
            let said = ended(child);
            assert_eq!(said.code, 0, "{game}: {said:?}");
            assert!(said.out.contains(game), "{said:?}");
        }
        let record = verified(&site, &ana, &seats[0]);
        let local = site.path().join("local.jsonl");
        let given = format!("{}={}", option.0, option.1);
        let mut played = vec!["play", game, bots[0], bots[1], "--quiet", "--record", "local.jsonl"];
        if !option.0.is_empty() {
            played.extend(["--option", &given]);
        }
        site.succeed(&played);
        assert_eq!(moves(&record), moves(&fs::read_to_string(&local).unwrap()), "{game}");
        fs::remove_file(local).unwrap();
    }
}

#[test]
fn programs_of_each_kind_sit_in_their_sandboxes() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let bots = [repository("bots/footsteps/espejo"), "builtin:first".to_owned()];
    let seats = two_seats(&mut ana, "footsteps");
    let out = ["--out", "records"];
    let playing = [0, 1].map(|seat| sit(&site, &link(&server, &seats[seat]), &bots[seat], &out));
    for child in playing {
        let said = ended(child);
        assert_eq!(said.code, 0, "{said:?}");
    }
    let record = verified(&site, &ana, &seats[0]);
    let files: Vec<_> = fs::read_dir(site.path().join("records")).unwrap().collect();
    assert_eq!(files.len(), 1, "both are of the same match");
    let file = files.into_iter().next().unwrap().unwrap().path();
    assert_eq!(fs::read_to_string(file).unwrap(), record);
}

#[test]
fn seats_survive_the_death_of_the_site_and_of_the_player() {
    let site = open_site();
    let mut server = PeopleServer::start(&site, &[]);
    let address = server.address.clone();
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = two_seats(&mut ana, "footsteps");
    let bot = repository("bots/footsteps/espejo");
    let mut first = sit(&site, &link(&server, &seats[0]), &bot, &[]);
    let api = table_of(&seats[1]).replace("/en/t/", "/api/v1/tables/");
    let token = format!("Bearer {}", seats[1].rsplit('/').next().unwrap());
    let ask = |browser: &Browser, query: &str| {
        let answer =
            browser.say("GET", &format!("{api}?{query}"), &[("authorization", &token)], b"");
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    let answer = |browser: &Browser, turn: u64| {
        let body = json!({ "turn": turn, "answer": "1" }).to_string();
        let headers = [("authorization", &*token), ("content-type", "application/json")];
        browser.say(
            "POST",
            &format!("{api}/moves?since={}&wait=50", turn - 1),
            &headers,
            body.as_bytes(),
        )
    };
    // The other side wins each turn, and the match with the third.
    assert_eq!(answer(&ana, 1).status, 200);
    // The site dies and returns: the player connects again by itself.
    server.kill();
    // The process that listens notices that the other one is gone.
    let begun = Instant::now();
    while TcpStream::connect(&address).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it still listens");
        thread::sleep(Duration::from_millis(50));
    }
    let _server = PeopleServer::start_at(&address, &site, &[]);
    let next = answer(&ana, 2);
    assert_eq!(next.status, 200, "{}", next.body);
    // The player dies and is started again: it is shown what was played.
    first.kill().unwrap();
    first.wait().unwrap();
    let first = sit(&site, &link(&server, &seats[0]), &bot, &[]);
    let mut table = ask(&ana, "wait=50&since=2");
    while table["state"] == "open" {
        let next = answer(&ana, table["due"].as_u64().unwrap());
        assert_eq!(next.status, 200, "{}", next.body);
        table = serde_json::from_str(&next.body).unwrap();
    }
    let said = ended(first);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!verified(&site, &ana, &seats[0]).contains("\"fault\""));
}

#[test]
fn a_bot_that_fails_leaves_its_seat() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = two_seats(&mut ana, "footsteps");
    for (name, script) in [
        ("nonsense.sh", "#!/bin/sh\necho nonsense; read line\n"),
        ("gone.sh", "#!/bin/sh\nexit 1\n"),
    ] {
        let path = site.write(name, script);
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let said = ended(sit(&site, &link(&server, &seats[0]), name, &[]));
        assert_eq!(said.code, 3, "{said:?}");
        assert!(said.out.contains("fault in turn 1"), "{said:?}");
        let api = table_of(&seats[0]).replace("/en/t/", "/api/v1/tables/");
        let table: Value = serde_json::from_str(&ana.get(&api).body).unwrap();
        assert_eq!(table["seats"][0]["present"], false, "{table}");
        assert_eq!(table["due"], 1, "nothing was played: {table}");
    }
}

#[test]
fn refused_players_end_at_once() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = two_seats(&mut ana, "footsteps");
    let there = link(&server, &seats[0]);
    let run = |url: &str, bot: &str| ended(sit(&site, url, bot, &[]));
    let other = two_seats(&mut ana, "footsteps");
    let [own, foreign] = [&seats, &other].map(|seats| seats[0].rsplit('/').next().unwrap());
    for wrong in [format!("x{own}"), foreign.to_owned()] {
        let said = run(&there.replace(own, &wrong), "builtin:first");
        assert!(said.code == 1 && said.err.contains("404"), "{said:?}");
    }
    let said = run("http://192.0.2.1/en/t/tab/seat/key", "builtin:first");
    assert!(said.code == 1 && said.err.contains("192.0.2.1"), "{said:?}");
    assert_eq!(run("nonsense", "builtin:first").code, 2);
    assert_eq!(run(&there, "builtin:nonsense").code, 1);
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let nowhere = format!("http://{}/t/tab/seat/key", free.local_addr().unwrap());
    drop(free);
    let said = run(&nowhere, "builtin:first");
    assert!(said.code == 1 && said.err.contains("cannot be reached"), "{said:?}");
}

/// Answers each request on a port with this text, and returns the port and what was received.
fn fixed_site(answer: String) -> (String, Arc<std::sync::Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let received = Arc::new(std::sync::Mutex::new(String::new()));
    let all = Arc::clone(&received);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let read = stream.read(&mut head).unwrap_or(0);
            all.lock().unwrap().push_str(&String::from_utf8_lossy(&head[..read]));
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    (address, received)
}

fn json_answer(document: &Value) -> String {
    let body = document.to_string();
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// A table of FootSteps as a site would show it, after these turns.
fn footsteps(turns: &Value) -> Value {
    json!({
        "game": "footsteps", "rules": 1, "options": {}, "state": "open", "given": 0, "due": 2,
        "conditions": { "move_ms": 1000, "memory": 268_435_456, "tier": "D" },
        "seats": [{ "name": "a" }, { "name": "b" }], "turns": turns, "outcome": null,
        "own": { "seat": 0, "awaited": false, "sees": "", "deadline_ms": null },
    })
}

#[test]
fn sites_that_misbehave_are_refused() {
    let site = Site::new();
    let run = |answer: String| {
        let (address, received) = fixed_site(answer);
        let url = format!("http://{address}/t/tab/seat/key");
        let said = ended(sit(&site, &url, "builtin:first", &[]));
        assert_eq!(said.code, 1, "{said:?}");
        (said.err, received.lock().unwrap().clone())
    };
    // The redirect leads to a port that must not be asked.
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    let target = elsewhere.local_addr().unwrap();
    let (err, _) = run(format!(
        "HTTP/1.1 302 Found\r\nlocation: http://{target}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    ));
    assert!(err.contains("redirects"), "{err}");
    elsewhere.set_nonblocking(true).unwrap();
    assert!(elsewhere.accept().is_err(), "no one called there");
    let moves = json!([{ "seat": 0, "action": "999" }, { "seat": 1, "action": "1" }]);
    let (err, asked) = run(json_answer(&footsteps(&json!([{ "turn": 1, "moves": moves }]))));
    assert!(err.contains("turn 1"), "{err}");
    assert!(asked.to_lowercase().contains("authorization: bearer key"), "{asked}");
    let (err, _) = run(json_answer(&json!({ "game": "no\u{1b}[2Jgame" })));
    assert!(!err.contains('\u{1b}'), "{err}");
    let mut other = footsteps(&json!([]));
    other["rules"] = 999.into();
    assert!(run(json_answer(&other)).0.contains("999"));
    other["game"] = "nothing".into();
    assert!(run(json_answer(&other)).0.contains("nothing"));
    let mut other = footsteps(&json!([]));
    other["own"]["seat"] = 7.into();
    assert!(run(json_answer(&other)).0.contains('7'));
    run("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello".to_owned());
}

#[test]
fn built_in_players_and_engines_need_games_that_can_be_replayed() {
    let site = Site::new();
    let mut table = footsteps(&json!([]));
    // Lots are drawn in each turn of this game.
    table["game"] = "coins".into();
    let (address, _) = fixed_site(json_answer(&table));
    let url = format!("http://{address}/t/tab/seat/key");
    let said = ended(sit(&site, &url, "builtin:first", &[]));
    let plays = said.err.contains("coins") && said.err.contains("stdin");
    assert!(said.code == 1 && plays, "{said:?}");
}

/// A proxy to `target` that cuts connections: before the request arrives, after half of an answer, or
/// after three.
fn faulty_proxy(target: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let connections = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let number = connections.fetch_add(1, Ordering::Relaxed);
            let (target, mut near) = (target.clone(), stream.unwrap());
            if number % 4 == 1 {
                continue;
            }
            thread::spawn(move || {
                let Ok(mut far) = TcpStream::connect(&target) else { return };
                let (mut from, mut to) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                thread::spawn(move || drop(std::io::copy(&mut from, &mut to)));
                let mut answer = vec![0; 1 << 16];
                // No connection lasts: after three answers, or half of one, it is cut.
                for _ in 0..3 {
                    let Ok(read @ 1..) = far.read(&mut answer) else { break };
                    let sent = if number % 4 == 3 { read / 2 } else { read };
                    if near.write_all(&answer[..sent]).is_err() || sent < read {
                        break;
                    }
                }
                let _ = near.shutdown(std::net::Shutdown::Both);
                let _ = far.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    address
}

#[test]
fn cut_connections_repeat_no_move_and_cause_no_fault() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let fields = [("seat0", "me"), ("seat1", "house first"), ("option-points", "12")];
    let seat = open(&mut ana, "footsteps", &fields);
    let proxy = faulty_proxy(server.address.clone());
    let said = ended(sit(&site, &format!("http://{proxy}{seat}"), "builtin:first", &[]));
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!verified(&site, &ana, &seat).contains("\"fault\""));
}

#[test]
fn interrupted_twice_a_player_leaves() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = two_seats(&mut ana, "footsteps");
    let mut child = sit(&site, &link(&server, &seats[0]), "builtin:first", &[]);
    let api = table_of(&seats[0]).replace("/en/t/", "/api/v1/tables/");
    let table = || serde_json::from_str::<Value>(&ana.get(&api).body).unwrap();
    let begun = Instant::now();
    while table()["seats"][0]["has_chosen"] == false {
        assert!(begun.elapsed() < Duration::from_secs(30), "it has not answered");
        thread::sleep(Duration::from_millis(100));
    }
    let process = rustix::process::Pid::from_child(&child);
    let interrupt =
        || rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines();
    interrupt();
    let line = err.find(|line| line.as_ref().unwrap().contains("Ctrl-C"));
    assert!(line.is_some(), "it says how to leave");
    interrupt();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(table()["seats"][0]["present"], false);
}

#[test]
fn who_waits_for_a_first_match_is_told_so() {
    let (address, _) = fixed_site("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n".into());
    let site = Site::new();
    site.write("token", "abc");
    let mut child = sit(
        &site,
        &format!("http://{address}/c/open"),
        "builtin:first",
        &["--token-file", "token"],
    );
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = err.next().unwrap().unwrap();
    assert!(line.ends_with(&format!("waiting: http://{address}/en/c/open/standings")), "{line}");
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The threads of a server and of the processes that it has started, with the time that each has
/// computed, in nanoseconds.
fn threads(server: &PeopleServer) -> BTreeMap<String, u64> {
    fn add(process: &str, threads: &mut BTreeMap<String, u64>) {
        // One that has just ended has none.
        for thread in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten() {
            let path = thread.unwrap().path();
            let read = |name: &str| fs::read_to_string(path.join(name)).unwrap_or_default();
            let computed = read("schedstat").split(' ').next().and_then(|text| text.parse().ok());
            threads.insert(path.display().to_string(), computed.unwrap_or_default());
            for child in read("children").split_whitespace() {
                add(child, threads);
            }
        }
    }
    let mut threads = BTreeMap::new();
    add(&server.id().to_string(), &mut threads);
    threads
}

#[test]
fn two_hundred_waiting_seats_hold_no_thread_and_use_no_computing_time() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = two_seats(&mut ana, "footsteps");
    let api = table_of(&seats[0]).replace("/en/t/", "/api/v1/tables/");
    let key = |seat: &str| seat.rsplit('/').next().unwrap().to_owned();
    let post = |seat: &str, turn: u64| {
        let token = format!("Bearer {}", key(seat));
        let body = json!({ "turn": turn, "answer": "1" }).to_string();
        let headers = [("authorization", &*token), ("content-type", "application/json")];
        ana.say("POST", &format!("{api}/moves"), &headers, body.as_bytes())
    };
    assert_eq!(post(&seats[0], 1).status, 200);
    // Polls of one seat are limited: the waiting ones are moves that were sent before.
    let wait = |seat: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let body = json!({ "turn": 1, "answer": "1" }).to_string();
        let head = format!(
            "POST {api}/moves?since=1&wait=50 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            server.address,
            key(seat),
            body.len(),
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    };
    let idle = |time: Duration| {
        let begun = Instant::now();
        let from = threads(&server);
        thread::sleep(time);
        let used = threads(&server).into_iter().map(|(thread, computed)| {
            computed.saturating_sub(from.get(&thread).copied().unwrap_or_default())
        });
        Duration::from_nanos(used.sum()).as_secs_f64() / begun.elapsed().as_secs_f64()
    };
    let one = wait(&seats[0]);
    let before = threads(&server).len();
    // The site itself has its timers.
    let alone = idle(Duration::from_secs(5));
    let waiting: Vec<TcpStream> = (0..200).map(|_| wait(&seats[0])).collect();
    assert_eq!(ana.get(&api).status, 200);
    // There are at most 14 threads for work that blocks; they end when they have nothing to do.
    let there = threads(&server).len();
    assert!(there <= before + 14, "{there} instead of {before}");
    // The last ones of them may still be read.
    let begun = Instant::now();
    while idle(Duration::from_millis(250)) > 0.02 {
        assert!(begun.elapsed() < Duration::from_secs(30), "it never rests");
    }
    // Time is the subject here: a thousandth, with the tenfold margin of a busy machine. Each waiting
    // request that looked at its table in this time would use as much.
    let share = idle(Duration::from_secs(10));
    assert!(share < alone + 0.01, "{share}, {alone} alone");
    assert_eq!(post(&seats[1], 1).status, 200);
    for mut stream in waiting.into_iter().chain([one]) {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"due\":2"), "{answer}");
    }
}

fn reported(answer: &WebAnswer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

#[test]
fn tables_are_opened_by_the_api_and_answers_are_idempotent() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let made =
        ana.post("/en/me", &[("do", "token"), ("label", "x"), ("password", "correct horse")]);
    let token = made.body.split("<code>").nth(1).unwrap().split('<').next().unwrap();
    let token = format!("Bearer {token}");
    let script = server.browser();
    let open = |body: &Value| {
        let headers = [("authorization", &*token), ("content-type", "application/json")];
        script.say("POST", "/api/v1/tables", &headers, body.to_string().as_bytes())
    };
    let seats = json!([{ "kind": "remote", "name": "uno" }, { "kind": "house", "name": "first" }]);
    let table = json!({ "game": "footsteps", "options": { "points": 12 }, "seats": seats, "move_ms": 60_000 });
    let opened = reported(&open(&table), 201);
    let seat = opened["seats"][0]["link"].as_str().unwrap().to_owned();
    let api = format!("/api/v1/tables/{}", opened["id"].as_str().unwrap());
    let own = format!("Bearer {}", seat.rsplit('/').next().unwrap());
    let say = |verb: &str, path: &str, body: &[u8]| {
        let headers = [("authorization", &*own), ("content-type", "application/json")];
        script.say(verb, &format!("{api}{path}"), &headers, body)
    };
    let shown = reported(&say("GET", "?wait=50", b""), 200);
    assert_eq!((&shown["options"]["points"], &shown["rules"]), (&12.into(), &1.into()), "{shown}");
    assert!(shown["own"]["deadline_ms"].as_u64().unwrap() <= 60_000, "{shown}");
    let kinds = [0, 1].map(|seat| shown["seats"][seat]["kind"].as_str().unwrap());
    assert_eq!(kinds, ["remote", "house"]);
    assert!(shown["own"]["actions"].as_array().unwrap().is_empty(), "{shown}");
    let body = json!({ "turn": 1, "answer": "2", "note": "thinking" }).to_string();
    for _ in 0..2 {
        let next = reported(&say("POST", "/moves?since=0&wait=50", body.as_bytes()), 200);
        assert_eq!((&next["due"], &next["turns"][0]["turn"]), (&2.into(), &1.into()), "{next}");
    }
    let other = json!({ "turn": 1, "answer": "3" }).to_string();
    assert_eq!(say("POST", "/moves", other.as_bytes()).status, 409);
    let long = json!({ "turn": 2, "answer": "1".repeat(501) }).to_string();
    assert_eq!(say("POST", "/moves", long.as_bytes()).status, 422);
    let large = json!({ "turn": 2, "answer": "1", "note": "x".repeat(5 << 10) }).to_string();
    assert_eq!(say("POST", "/moves", large.as_bytes()).status, 413);
    assert_eq!(say("POST", "/moves", b"{\"turn\":2,\"answer\":\"1\",\"more\":1}").status, 400);
    assert_eq!(say("GET", "?wait=51", b"").status, 400);
    assert_eq!(say("GET", "?nonsense=1", b"").status, 400);
    assert_eq!(script.get(&format!("{api}?wait=1")).status, 401, "only seats wait");
    assert_eq!(script.get(&format!("{api}/record")).status, 404, "it would reveal the seed");
    assert_eq!(script.say("DELETE", &format!("{api}/seat"), &[], b"").status, 401);
    assert_eq!(reported(&say("DELETE", "/seat", b""), 200)["seats"][0]["present"], false);
    let said = ended(sit(&site, &seat, "builtin:first", &[]));
    assert_eq!(said.code, 0, "{said:?}");
    let record = script.get(&format!("{api}/record"));
    assert!(record.body.contains("\"tier\":\"remote\",\"via\":\"sit\""), "{}", record.body);
    for wrong in [
        json!({ "game": "checkers", "seats": seats }),
        json!({ "game": "footsteps", "seats": [] }),
        json!({ "game": "footsteps", "seats": seats, "move_ms": 1 }),
        json!({ "game": "footsteps", "seats": seats, "more": 1 }),
        json!({ "game": "footsteps", "seats": [seats[1], seats[1]] }),
        json!({ "game": "footsteps", "seats": [seats[0], { "kind": "house", "name": "none" }] }),
        json!({ "game": "footsteps", "seats": seats, "options": { "nonsense": 1 } }),
    ] {
        let status = open(&wrong).status;
        assert!([400, 404, 422].contains(&status), "{wrong}: {status}");
    }
    let polls: Vec<u16> = (0..40).map(|_| say("GET", "", b"").status).collect();
    assert!(polls.contains(&429), "{polls:?}");
    let late = say("GET", "", b"");
    assert!(late.status == 200 || late.head.contains("retry-after: "), "{}", late.head);
}
