//! The list of open players, answered in process.

use crate::{
    app_state::AppState,
    dates::ShownTime,
    respond::{
        router,
        tests::{app_state, request, three},
    },
};
use axum::{
    body::{Body, to_bytes},
    http::{Method, header},
};
use certamen_peer::{
    identity::PrivateKey,
    listing::{Entry, Listing, MAX_ENTRY, MAX_RECORD, SignedEntry, SignedRecord, simulated},
};
use jiff::Timestamp;
use serde_json::json;
use std::fs;
use tower::ServiceExt;

const CALL: &str = "/api/v1/peers";
const FROM: &str = "192.0.2.1";

fn key(number: u8) -> PrivateKey {
    PrivateKey::from_raw([number; 32])
}

fn now() -> u64 {
    super::milliseconds(Timestamp::now())
}

fn entry(issued: u64) -> Entry {
    let rules = certamen_games::find("mancala8").unwrap().info().version;
    let entry = json!({
        "alias": "<b>ana</b>", "key": "", "address": "ana.example.org:7300", "game": "mancala8",
        "rules": rules, "options": {}, "conditions": { "move_ms": 1000, "memory": 1, "tier": "A" },
        "left": 3, "bot": "siembra", "language": "rust", "issued": issued,
    });
    serde_json::from_value(entry).unwrap()
}

fn signed(number: u8, entry: Entry) -> SignedEntry {
    entry.sign(&key(number)).unwrap()
}

fn record(number: u8) -> Vec<u8> {
    let game = certamen_games::find("mancala8").unwrap();
    simulated::signed_match(game, [&key(1), &key(2)], number)
}

/// The status, the seconds after which to try again, and the body.
struct Reply {
    status: u16,
    wait: Option<u64>,
    body: String,
}

async fn send(app: &AppState, method: Method, path: &str, from: &str, body: Body) -> Reply {
    let Ok(response) = router(app.clone()).oneshot(request(method, path, from, body)).await;
    let (head, body) = response.into_parts();
    let wait = head.headers.get(header::RETRY_AFTER);
    let body = to_bytes(body, usize::MAX).await.unwrap();
    Reply {
        status: head.status.as_u16(),
        wait: wait.map(|wait| wait.to_str().unwrap().parse().unwrap()),
        body: String::from_utf8(body.to_vec()).unwrap(),
    }
}

async fn post(app: &AppState, from: &str, body: impl Into<Body>) -> Reply {
    send(app, Method::POST, CALL, from, body.into()).await
}

async fn get(app: &AppState, path: &str) -> Reply {
    send(app, Method::GET, path, FROM, Body::empty()).await
}

#[tokio::test]
async fn each_answer_to_an_entry() {
    let site = three(&[]);
    let app = app_state(site.path());
    let begun = now();
    let line = |entry: Entry| signed(1, entry).line().to_owned();
    let first = line(entry(begun));
    let forged = first.replace("\"left\":3", "\"left\":4");
    let long = format!("{}{first}", " ".repeat(MAX_ENTRY));
    let rules = Entry { rules: 99, ..entry(begun + 2) };
    for (body, due, words) in [
        (first.clone(), 201, ""),
        (format!("{first}\n"), 200, ""),
        (line(Entry { left: 2, ..entry(begun + 1) }), 201, ""),
        (first.clone(), 409, "newer entry"),
        (forged, 401, "signature"),
        ("hello".to_owned(), 400, "not an entry"),
        (String::new(), 400, "not an entry"),
        (long, 413, "4096"),
        (line(rules), 422, "version 99"),
        (line(entry(begun - 16 * 60_000)), 409, "newer entry"),
        (signed(2, entry(begun - 16 * 60_000)).line().to_owned(), 422, "15 minutes"),
        (signed(2, entry(begun + 3_600_000)).line().to_owned(), 422, "clock"),
    ] {
        let reply = post(&app, FROM, body.clone()).await;
        assert_eq!(reply.status, due, "{body}: {}", reply.body);
        assert!(reply.body.contains(words), "{body}: {}", reply.body);
    }
    let listed = get(&app, CALL).await;
    let listing = Listing::read(listed.body.as_bytes()).unwrap();
    let lefts: Vec<u32> = listing.open(now()).map(|entry| entry.left).collect();
    assert_eq!((listed.status, lefts), (200, vec![2]));
    assert_eq!(post(&app, FROM, line(Entry { left: 0, ..entry(now() + 2) })).await.status, 201);
    let listed = get(&app, CALL).await.body;
    assert_eq!(Listing::read(listed.as_bytes()).unwrap().open(now()).count(), 0);
    for method in [Method::PUT, Method::DELETE] {
        assert_eq!(send(&app, method, CALL, FROM, Body::empty()).await.status, 405);
    }
}

#[tokio::test]
async fn each_answer_to_a_record() {
    let site = three(&[]);
    let app = app_state(site.path());
    let bytes = record(1);
    let id = SignedRecord::read(&bytes).unwrap().id().to_string();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let (lines, last) = text.trim_end().rsplit_once('\n').unwrap();
    let mut last: serde_json::Value = serde_json::from_str(last).unwrap();
    let exchanged = {
        let mut last = last.clone();
        last["signatures"][0]["signature"] = last["signatures"][1]["signature"].clone();
        format!("{lines}\n{last}\n")
    };
    last["signatures"].as_array_mut().unwrap().pop();
    let one = format!("{lines}\n{last}\n");
    let changed = text.replacen("\"action\":\"", "\"action\":\"0", 1);
    for (body, due, words) in [
        (exchanged, 401, ""),
        (one, 422, "not signed by both"),
        (changed, 422, ""),
        (lines.to_owned(), 422, ""),
        (text.replacen("\"certamen\":1", "\"certamen\":9", 1), 400, ""),
        (text.clone(), 201, ""),
        (text.clone(), 200, ""),
    ] {
        let reply = post(&app, FROM, body).await;
        assert_eq!(reply.status, due, "{}", reply.body);
        assert!(reply.body.contains(words), "{}", reply.body);
    }
    let game = certamen_games::find("mancala8").unwrap();
    let unsound = simulated::unsound_match(game, [&key(1), &key(2)], 9);
    assert_eq!(post(&app, FROM, unsound).await.status, 422, "both signed an illegal move");
    let large = vec![b' '; MAX_RECORD + 1];
    assert_eq!(post(&app, FROM, large).await.status, 413);
    let listed = get(&app, CALL).await.body;
    let listing = Listing::read(listed.as_bytes()).unwrap();
    let ids: Vec<&str> = listing.matches().iter().map(|line| line.id.as_str()).collect();
    assert_eq!(ids, [id.as_str()]);
    let stored = get(&app, &format!("{CALL}/{id}")).await;
    assert_eq!((stored.status, stored.body), (200, text));
    for path in ["", "/0", "/1", "/frames.js"] {
        let page = get(&app, &format!("/en/peers/{id}{path}")).await;
        assert_eq!(page.status, 200, "{path}: {}", page.body);
    }
    for unknown in ["0", "ABC", "..%2f"] {
        assert_eq!(get(&app, &format!("{CALL}/{unknown}")).await.status, 404, "{unknown}");
        assert_eq!(get(&app, &format!("/en/peers/{unknown}")).await.status, 404, "{unknown}");
    }
}

#[tokio::test]
async fn entries_and_records_are_limited_by_network_and_by_key() {
    let site = three(&[]);
    let app = app_state(site.path());
    for _ in 0..30 {
        assert_eq!(post(&app, FROM, "x").await.status, 400);
    }
    let reply = post(&app, "192.0.2.99", "x").await;
    assert_eq!(reply.status, 429, "the same network");
    assert!(reply.wait.is_some_and(|wait| (1..=121).contains(&wait)), "{:?}", reply.wait);
    // Others send an entry again: the key does not pay for that.
    let first = signed(1, entry(now()));
    for number in 0..40 {
        let reply = post(&app, &format!("198.51.{number}.1"), first.line().to_owned()).await;
        assert_eq!(reply.status, if number == 0 { 201 } else { 200 });
    }
    for number in 1..30 {
        let next = signed(1, Entry { left: 7, ..entry(first.issued + number) });
        let reply = post(&app, &format!("198.51.{number}.1"), next.line().to_owned()).await;
        assert_eq!(reply.status, 201, "{number}: {}", reply.body);
    }
    let next = signed(1, entry(first.issued + 30));
    let reply = post(&app, "203.0.113.1", next.line().to_owned()).await;
    assert_eq!((reply.status, reply.wait.is_some()), (429, true), "the same key");
    let other = signed(2, entry(first.issued));
    assert_eq!(post(&app, "203.0.113.1", other.line().to_owned()).await.status, 201);

    for _ in 0..60 {
        assert_eq!(post(&app, "203.0.114.1", "{\"certamen\":1}\n").await.status, 400);
    }
    let reply = post(&app, "203.0.114.1", record(1)).await;
    assert_eq!((reply.status, reply.wait.is_some()), (429, true));
    for number in 0..61 {
        let reply = post(&app, &format!("198.52.{number}.1"), record(number)).await;
        assert_eq!(reply.status, if number < 60 { 201 } else { 429 }, "{number}: {}", reply.body);
    }
}

#[tokio::test]
async fn a_key_with_five_entries_waits() {
    let site = three(&[]);
    let app = app_state(site.path());
    let begun = now();
    for port in 1..=6 {
        let address = format!("192.0.2.1:{port}");
        let line = signed(1, Entry { address, ..entry(begun + port) });
        let reply = post(&app, FROM, line.line().to_owned()).await;
        assert_eq!(reply.status, if port < 6 { 201 } else { 429 }, "{}", reply.body);
        assert_eq!(reply.wait.is_some_and(|wait| (800..=900).contains(&wait)), port == 6);
    }
}

#[tokio::test]
async fn the_page_shows_players_matches_and_the_text_of_the_organizers() {
    let site = three(&[]);
    fs::write(site.path().join("peers.md"), "# How to enter\n\nRun *it*. <script>x</script>\n")
        .unwrap();
    fs::write(site.path().join("peers.es.md"), "Ejecútelo.\n").unwrap();
    let app = app_state(site.path());
    let issued = now();
    let options = json!({ "stones\"<": 3 }).as_object().unwrap().clone();
    let until = Some(issued + 3_600_000);
    let portal = &app.site.people.as_ref().unwrap().portal;
    // A page shows what is stored, whatever it is.
    let hostile = signed(1, Entry { options, until, ..entry(issued) });
    portal.add_peer(hostile, issued).unwrap().unwrap();
    assert_eq!(post(&app, FROM, record(1)).await.status, 201);
    let listing = portal.peers(issued).unwrap();
    let page = get(&app, "/en/peers").await;
    assert_eq!(page.status, 200, "{}", page.body);
    for hostile in ["<b>ana", "\"<=3", "<script>x"] {
        assert!(!page.body.contains(hostile), "{}", page.body);
    }
    let time = |milliseconds: u64| {
        let time = Timestamp::from_millisecond(i64::try_from(milliseconds).unwrap()).unwrap();
        ShownTime::of(&time.to_zoned(jiff::tz::TimeZone::UTC)).words
    };
    let [played] = listing.matches() else { panic!("{listing:?}") };
    let due = [
        "<h2><bdi>How to enter</bdi></h2>".to_owned(),
        "<em>it</em>".to_owned(),
        "Addresses on this page are public".to_owned(),
        "<bdi>&#60;b&#62;ana&#60;/b&#62;</bdi> · <bdi>siembra</bdi> · <bdi>rust</bdi>".to_owned(),
        "<code>stones&#34;&#60;=3</code>".to_owned(),
        format!("certamen challenge ana.example.org:7300#{} BOT", key(1).public()),
        time(issued),
        time(issued + 3_600_000),
        format!("href=\"/en/peers/{}\"", played.id),
        "<bdi>ana (opener)</bdi>".to_owned(),
        "<bdi>bea (challenger)</bdi>".to_owned(),
        time(played.published * 1000),
    ];
    for due in due {
        assert!(page.body.contains(&due), "{due}: {}", page.body);
    }
    for (language, words) in
        [("es", "Jugadores disponibles"), ("fr", "Joueurs disponibles"), ("it", "Giocatori")]
    {
        let page = get(&app, &format!("/{language}/peers")).await.body;
        assert!(page.contains(words) && page.contains(&format!("href=\"/{language}/peers\"")));
        let text = if language == "es" { "Ejecútelo." } else { "How to enter" };
        assert!(page.contains(text), "{page}");
    }
    assert!(get(&app, "/en/hall").await.body.contains("href=\"/en/peers\""));
    assert_eq!(send(&app, Method::POST, "/en/peers", FROM, Body::empty()).await.status, 405);
}

/// What is between two texts of a page.
#[track_caller]
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("no {from}: {page}"));
    rest.split_once(to).unwrap_or_else(|| panic!("no {to} behind {from}: {page}")).0
}

#[tokio::test]
async fn a_published_match_is_replayed_turn_by_turn_from_the_list() {
    let site = three(&[]);
    let app = app_state(site.path());
    let bytes = record(1);
    assert_eq!(post(&app, FROM, bytes.clone()).await.status, 201);
    let (record, _) = certamen_game::MatchRecord::read(&bytes).unwrap();
    let list = get(&app, "/en/peers").await.body;
    let id = between(&list, "href=\"/en/peers/", "\"");
    let address = format!("/en/peers/{id}");
    let page = get(&app, &address).await.body;
    for due in ["ana (opener)", "bea (challenger)", "Both players signed the record", ".jsonl"] {
        assert!(page.contains(due), "{due}: {page}");
    }
    let last = record.turns.len();
    let mut boards = Vec::new();
    for turn in 0..=last {
        let page = get(&app, &format!("{address}/{turn}")).await;
        assert_eq!(page.status, 200, "{turn}: {}", page.body);
        let place = between(&page.body, "<span id=\"turn\">", "<");
        assert_eq!(place, format!("{turn} / {last}"));
        boards.push(between(&page.body, "<pre tabindex=\"0\">", "</pre>").to_owned());
    }
    // Each turn changes the position.
    assert!(boards.windows(2).all(|pair| pair[0] != pair[1]), "{boards:#?}");
    assert_eq!(get(&app, &format!("{address}/{}", last + 1)).await.status, 404);
}

#[tokio::test]
async fn without_the_setting_there_is_no_list() {
    let site = three(&[]);
    let mut app = app_state(site.path());
    let app = {
        let (contests, sign) = (crate::Contests::find(site.path()).unwrap(), {
            let file = certamen_portal::SiteFile::default();
            crate::SiteInfo::of(&file, certamen_game::Language::En)
        });
        let file = certamen_portal::SiteFile::default();
        let portal = std::sync::Arc::clone(&app.site.people.as_ref().unwrap().portal);
        let people = crate::People::new(portal, file);
        let disclosure = crate::pseudonyms::Disclosure::Nothing;
        let site = crate::Site::still(&contests, sign, &disclosure);
        app.site = std::sync::Arc::new(site.with_people(Some(std::sync::Arc::new(people))));
        app
    };
    for path in ["/en/peers", CALL, "/en/peers/0", "/api/v1/peers/0"] {
        assert_eq!(get(&app, path).await.status, 404, "{path}");
    }
    assert_eq!(post(&app, FROM, "x").await.status, 404);
    assert!(!get(&app, "/en/").await.body.contains("/peers"));
}
