//! People play in the browser: against built-in players and each other, without scripts, even if
//! the site restarts meanwhile.

use super::{Browser, PeopleServer, WebAnswer, open_site, signed_in, wait};
use crate::{served::Served, site::Site};
use certamen_game::Rng;
use rustix::{
    net::sockopt::socket_peercred,
    process::{Signal, kill_process},
};
use std::{
    fs,
    io::Write,
    os::unix::net::UnixStream,
    thread,
    time::{Duration, Instant},
};

/// The text between two others, at their first occurrence.
pub(super) fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

/// The turn for which a seat must answer, if any.
pub(super) fn due(answer: &WebAnswer) -> Option<String> {
    between(&answer.body, "name=\"turn\" value=\"", "\"").map(str::to_owned)
}

/// Opens a table; returns the path of the opener's seat.
pub(super) fn open(browser: &mut Browser, game: &str, fields: &[(&str, &str)]) -> String {
    let opened = browser.post(&format!("/en/play/{game}"), fields);
    assert_eq!(opened.status, 303, "{}", opened.body);
    opened.location().to_owned()
}

/// The page of a seat's table for spectators.
pub(super) fn table_of(seat: &str) -> &str {
    seat.split("/seat/").next().unwrap()
}

/// The paths of the other people's seats, which the opener's page shows.
pub(super) fn links(browser: &Browser, seat: &str) -> Vec<String> {
    let page = browser.get(seat).body;
    let mut ways: Vec<String> = page
        .split("href=\"")
        .filter_map(|rest| rest.split('"').next())
        .filter(|way| way.contains("/seat/") && *way != seat && way.starts_with("/en/"))
        .map(str::to_owned)
        .collect();
    ways.dedup();
    ways
}

/// Answers the turn that is due, and waits for the next one or the end.
pub(super) fn play(browser: &mut Browser, seat: &str, reply: &str) -> WebAnswer {
    let page = wait(browser, seat, |page| due(page).is_some() || is_over(page));
    let Some(turn) = due(&page) else { return page };
    let sent = browser.post(seat, &[("turn", &turn), ("answer", reply)]);
    assert_eq!((sent.status, sent.location()), (303, seat), "{}", sent.body);
    browser.get(seat)
}

pub(super) fn is_over(page: &WebAnswer) -> bool {
    page.body.contains("class=\"result winner\"")
}

/// Chooses the first button in each turn until the match is over.
pub(super) fn play_out(browser: &mut Browser, seat: &str) {
    play_out_alone(browser, &[seat]);
}

/// The same, on several seats.
pub(super) fn play_out_alone(browser: &mut Browser, seats: &[&str]) {
    for seat in seats.iter().cycle() {
        let page = browser.get(seat);
        if is_over(&page) {
            return;
        }
        if let Some(turn) = due(&page) {
            // A game with too great a number of moves for buttons asks for points to bid.
            let first = between(&page.body, "name=\"answer\" value=\"", "\"");
            let reply = first.filter(|first| !first.is_empty()).unwrap_or("1").to_owned();
            let sent = browser.post(seat, &[("turn", &turn), ("answer", &reply)]);
            match sent.status {
                // People do not answer that quickly.
                429 => thread::sleep(Duration::from_millis(250)),
                status => assert_eq!(status, 303, "{}", sent.body),
            }
        }
    }
}

/// Writes the record of a table to a file and verifies it.
pub(super) fn verify(site: &Site, browser: &Browser, seat: &str) -> String {
    let record = browser.get(&format!("{}/record", table_of(seat)));
    assert_eq!(record.status, 200, "{}", record.body);
    assert!(record.head.contains("filename=\"match.jsonl\""), "{}", record.head);
    fs::write(site.path().join("match.jsonl"), &record.body).unwrap();
    site.succeed(&["verify", "match.jsonl"]);
    site.succeed(&["show", "match.jsonl"]);
    record.body
}

/// Checks that the record has each of these answers, which are a turn, a seat and a bid.
pub(super) fn check_record(record: &str, answers: &[(u64, u8, String)]) {
    for (turn, seat, bid) in answers {
        let line =
            record.lines().find(|line| line.starts_with(&format!("{{\"turn\":{turn},"))).unwrap();
        let reported = format!("\"seat\":{seat},\"action\":\"{bid}\"");
        assert!(line.contains(&reported), "{line}: {reported}");
    }
}

#[test]
fn an_account_plays_against_a_built_in_player_without_script() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let lobby = ana.get("/en/play").body;
    assert!(lobby.contains("href=\"/en/play/footsteps\""), "{lobby}");
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "house first")]);
    let page = ana.get(&seat);
    assert!(page.body.contains("class=\"board\"") && page.body.contains("It is your turn."));
    assert!(page.head.contains("cache-control: no-store"), "{}", page.head);
    let next = play(&mut ana, &seat, "2");
    assert_eq!(due(&next).as_deref(), Some("2"), "the answer is there at once: {}", next.body);
    let record = table_of(&seat).to_owned() + "/record";
    assert_eq!(ana.get(&record).status, 404, "it would reveal the seed of a running match");
    play_out(&mut ana, &seat);
    let record = verify(&site, &ana, &seat);
    assert!(
        record.starts_with("{\"certamen\":1,\"game\":\"footsteps\"") && record.contains("\"ana\"")
    );
    assert!(ana.get("/en/play").body.contains("over"));
    for below in ["/match", "/match/1", "/frames.js"] {
        assert_eq!(server.browser().get(&format!("{}{below}", table_of(&seat))).status, 200);
    }
    let seat = open(&mut ana, "mancala8", &[("seat0", "house regular"), ("seat1", "me")]);
    play_out(&mut ana, &seat);
    verify(&site, &ana, &seat);
}

#[test]
fn no_choice_is_visible_before_all_have_chosen() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "link")]);
    let [other] = &links(&ana, &seat)[..] else { panic!("{}", ana.get(&seat).body) };
    let (mut bea, visitor) = (server.browser(), server.browser());
    assert!(!bea.get(other).body.contains(&seat), "a link reveals no other one");
    assert_eq!(ana.post(&seat, &[("turn", "1"), ("answer", "17")]).status, 303);
    let pages =
        [ana.get(&seat), ana.get(table_of(&seat)), bea.get(other), visitor.get(table_of(&seat))];
    for page in pages {
        assert!(page.status == 200 && !page.body.contains(">17<"), "{}", page.body);
    }
    assert!(ana.get(&seat).body.contains("Your choice for this turn is saved."));
    assert!(visitor.get(table_of(&seat)).body.contains("has chosen"));
    // Two windows of a seat show the same, and the second one cannot change the answer.
    let again = ana.clone().post(&seat, &[("turn", "1"), ("answer", "3")]);
    assert!(again.status == 409 && again.body.contains("already answered in turn 1"), "{again:?}");
    assert_eq!(bea.post(other, &[("turn", "1"), ("answer", "5")]).status, 303);
    let shown = wait(&visitor, table_of(&seat), |page| page.body.contains(">17<"));
    assert!(shown.body.contains(">5<"), "{}", shown.body);
    play_out_alone(&mut ana, &[&seat, other]);
    verify(&site, &ana, &seat);
}

#[test]
fn what_cannot_be_played_is_reported_at_once_and_nothing_is_kept() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seat = open(&mut ana, "mancala8", &[("seat0", "me"), ("seat1", "link")]);
    let other = links(&ana, &seat).remove(0);
    let mut bea = server.browser();
    let mut refused = |way: &str, turn: &str, reply: &str| {
        let answer = bea.post(way, &[("turn", turn), ("answer", reply)]);
        let why = between(&answer.body, "role=\"alert\" id=\"wrong\">", "<").unwrap_or_default();
        (answer.status, why.to_owned())
    };
    let reported = |(status, why): (u16, String), due: u16, part: &str| {
        assert!(status == due && why.contains(part), "{status}: {why}");
    };
    reported(refused(&seat, "1", "no such move"), 422, "Illegal move: ");
    reported(refused(&seat, "1", "<script>alert(1)</script>"), 422, "Illegal move: ");
    reported(refused(&seat, "1", &"9".repeat(600)), 422, "at most 500 characters");
    reported(refused(&seat, "7", "(R 1)"), 409, "the current turn is 1");
    reported(refused(&other, "1", "(R 1)"), 409, "not this seat");
    let foreign = seat.replace("/seat/", "/seat/x");
    assert_eq!(refused(&foreign, "1", "(R 1)").0, 404);
    assert_eq!(refused(&seat, "one", "(R 1)").0, 400);
    let form = ("content-type", "application/x-www-form-urlencoded");
    let large = format!("turn=1&answer={}", "1".repeat(1 << 20));
    let large =
        ana.say("POST", &seat, &[form, ("sec-fetch-site", "same-origin")], large.as_bytes());
    assert!(large.status == 413 && large.body.contains("65536"), "{}", large.body);
    let page = ana.get(&seat).body;
    let first = between(&page, "name=\"answer\" value=\"", "\"").unwrap().to_owned();
    assert!(page.contains("0-") && due(&ana.get(&seat)).as_deref() == Some("1"), "{page}");
    assert_eq!(ana.post(&seat, &[("turn", "1"), ("answer", &first)]).status, 303);
    wait(&ana, table_of(&seat), |page| page.body.contains(&format!("{first}</span>")));
    let mut late = server.browser();
    let stale = late.post(&seat, &[("turn", "1"), ("answer", &first)]);
    assert!(stale.status == 409 && stale.body.contains("this answer is for turn 1"), "{stale:?}");
    // A page of another site cannot make a browser answer.
    let cross =
        [("sec-fetch-site", "cross-site"), ("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(ana.say("POST", &other, &cross, b"turn=2&answer=1").status, 403);
    assert_eq!(server.browser().get("/en/t/nothere").status, 404);
    assert_eq!(server.browser().get("/en/t/..%2f").status, 404);
}

#[test]
fn tables_that_cannot_be_are_not_opened() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    assert_eq!(server.browser().get("/en/play").status, 200, "visitors may play");
    assert_eq!(server.browser().post("/en/play/footsteps", &[("seat0", "me")]).status, 422);
    assert_eq!(ana.get("/en/play/checkers").status, 404);
    let mut wrong = |fields: &[(&str, &str)]| {
        let answer = ana.post("/en/play/footsteps", fields);
        (
            answer.status,
            between(&answer.body, "role=\"alert\">", "<").unwrap_or_default().to_owned(),
        )
    };
    let builtin = ("seat1", "house first");
    assert_eq!(wrong(&[("seat0", "house last"), builtin]).0, 422, "no one would play");
    assert_eq!(wrong(&[("seat0", "me")]).0, 422, "one seat is empty");
    assert_eq!(wrong(&[("seat0", "me"), ("seat1", "house /bin/sh")]).0, 422);
    let (status, why) = wrong(&[("seat0", "me"), builtin, ("option-squares", "many")]);
    assert!(status == 422 && why.contains("squares"), "{why}");
    let mut seats = Vec::new();
    for _ in 0..8 {
        seats.push(open(&mut ana, "footsteps", &[("seat0", "me"), builtin]));
    }
    let over = ana.post("/en/play/footsteps", &[("seat0", "me"), builtin]);
    assert!(over.status == 409 && over.body.contains("8 open tables"), "{}", over.body);
    let table = table_of(&seats[0]).to_owned();
    assert_eq!(server.browser().post(&table, &[("do", "close")]).status, 401);
    let mut bea = signed_in(&site, &server, "bea", &[]);
    bea.post(&table, &[("do", "close")]);
    assert!(ana.get(&seats[0]).body.contains("It is your turn."), "it is not hers to close");
    assert_eq!(ana.post(&table, &[("do", "close")]).status, 303);
    assert!(ana.get(&seats[0]).body.contains("closed before its match was over"));
    let late = ana.post(&seats[0], &[("turn", "1"), ("answer", "1")]);
    assert!(late.status == 409 && late.body.contains("no longer open"), "{}", late.body);
    open(&mut ana, "footsteps", &[("seat0", "me"), builtin]);
    assert!(ana.get(&seats[1]).body.contains("No host plays the tables"), "and says so");
}

#[test]
fn killed_at_random_moments_a_table_loses_nothing_that_was_confirmed() {
    let seed = std::process::id();
    writeln!(std::io::stderr(), "seed {seed}").unwrap();
    let mut rng = Rng::of_turn(u64::from(seed), 0);
    let site = open_site();
    let mut server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "link")]);
    let other = links(&ana, &seat).remove(0);
    let mut confirmed: Vec<(u64, u8, String)> = Vec::new();
    for kill in 0..6 {
        // Each seat answers, and the server is killed within the next milliseconds.
        for (number, way) in [&seat, &other].into_iter().enumerate() {
            let Some(turn) = due(&ana.get(way)) else { continue };
            let bid = (1 + rng.below(3)).to_string();
            let sent = ana.post(way, &[("turn", &turn), ("answer", &bid)]);
            assert_eq!(sent.status, 303, "{}", sent.body);
            confirmed.push((turn.parse().unwrap(), number as u8, bid));
            if rng.below(2) == kill % 2 {
                break;
            }
        }
        thread::sleep(Duration::from_micros(rng.below(20_000)));
        server.kill();
        server = PeopleServer::start(&site, &[]);
        ana.address.clone_from(&server.address);
    }
    play_out_alone(&mut ana, &[&seat, &other]);
    let record = verify(&site, &ana, &seat);
    check_record(&record, &confirmed);
}

#[test]
fn a_person_whose_clock_runs_out_fails_to_act() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let fields = [("seat0", "me"), ("seat1", "house first"), ("clock", "10")];
    let seat = open(&mut ana, "footsteps", &fields);
    let page = wait(&ana, &seat, is_over);
    assert!(page.body.contains("timeout") || page.body.contains("in time"), "{}", page.body);
    let record = verify(&site, &ana, &seat);
    assert!(record.contains("\"bot\":\"ana\",\"move_ms\":10000"), "{record}");
    assert!(record.contains("\"fault\":\"timeout\""), "{record}");
}

#[test]
fn one_site_of_a_folder_listens_for_hosts_and_the_next_one_when_it_was_killed() {
    let site = open_site();
    let start = |log: &str| {
        let hosts = fs::File::create(site.path().join(log)).unwrap();
        let arguments = ["serve", ".", "--no-play", "--listen", "127.0.0.1:0"];
        Served::by(site.command(&arguments), hosts.into())
    };
    let is_refused = |log: &str| site.read(log).contains("cannot connect");
    let until = |what: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it takes too long");
            thread::sleep(Duration::from_millis(10));
        }
    };
    let socket = site.path().join(".site/hall");
    // As root, it is a child of what was started.
    let listener = || Some(socket_peercred(UnixStream::connect(&socket).ok()?).ok()?.pid);
    let _first = start("first.txt");
    until(&|| listener().is_some());
    let killed = listener().unwrap();
    let _second = start("second.txt");
    until(&|| is_refused("second.txt"));
    assert!(listener() == Some(killed) && !is_refused("first.txt"));
    kill_process(killed, Signal::KILL).unwrap();
    until(&|| listener().is_some_and(|now| now != killed));
}

#[test]
fn a_site_and_a_host_that_were_started_separately_connect() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let fields = [("seat0", "me"), ("seat1", "house first"), ("option-points", "9")];
    let seat = open(&mut ana, "footsteps", &fields);
    let sent = ana.post(&seat, &[("turn", "1"), ("answer", "2")]);
    assert_eq!(sent.status, 303, "{}", sent.body);
    wait(&ana, &seat, |page| page.body.contains("No host plays the tables"));
    let socket = fs::metadata(site.path().join(".site/hall")).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&socket.permissions()) & 0o777, 0o600);
    // What was answered while no host was connected is played when one is, and the host reports it.
    let host = || site.start(&["serve", ".", "--no-site", "--jobs", "1"]);
    let mut first = host();
    wait(&ana, &seat, |page| due(page).as_deref() == Some("2"));
    first.kill().unwrap();
    first.wait().unwrap();
    // Another host continues from there, and leaves when it is asked to stop.
    let mut second = host();
    play_out(&mut ana, &seat);
    second.kill().unwrap();
    second.wait().unwrap();
    verify(&site, &ana, &seat);
}
