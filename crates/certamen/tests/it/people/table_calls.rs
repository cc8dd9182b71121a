//! The API for tables with people: programs answer for a seat by its secret, and wait for changes.

use super::{
    open_site, signed_in,
    tables::{links, open, table_of},
};
use crate::people::browser::{Browser, PeopleServer, WebAnswer};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::Duration,
};

/// The secret of a seat, from its link.
fn secret(seat: &str) -> &str {
    seat.rsplit('/').next().unwrap()
}

fn reported(answer: &WebAnswer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Answers for the seat with this secret.
fn answer(script: &Browser, api: &str, secret: &str, body: &str) -> WebAnswer {
    let token = format!("Bearer {secret}");
    let kind = ("content-type", "application/x-www-form-urlencoded");
    script.say("POST", &format!("{api}/moves"), &[("authorization", &token), kind], body.as_bytes())
}

#[test]
fn a_program_plays_for_a_seat_by_its_secret() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "link")]);
    let other = links(&ana, &seat).remove(0);
    let api = table_of(&seat).replace("/en/t/", "/api/v1/tables/");
    let script = server.browser();
    let table = reported(&script.get(&api));
    assert_eq!((&table["state"], &table["due"]), (&"open".into(), &1.into()), "{table}");
    assert!(table["own"].is_null() && table["seats"][0]["to_act"] == true, "{table}");
    let bearer = format!("Bearer {}", secret(&other));
    let with_actions = format!("{api}?actions=1");
    let own = reported(&script.say("GET", &with_actions, &[("authorization", &bearer)], b""));
    assert_eq!(own["own"]["seat"], 1);
    assert_eq!(own["own"]["actions"].as_array().unwrap().len(), 50, "{own}");
    let chosen = reported(&answer(&script, &api, secret(&other), "turn=1&answer=7"));
    assert!(chosen["seats"][1]["has_chosen"] == true && chosen["turns"][0].is_null(), "{chosen}");
    assert!(!script.get(&api).body.contains("\"7\""), "it is hidden before all have chosen");
    assert_eq!(answer(&script, &api, secret(&other), "turn=1&answer=3").status, 409);
    let next = reported(&answer(&script, &api, secret(&seat), "turn=1&answer=9"));
    assert_eq!((&next["due"], &next["turns"][0]["moves"][1]["action"]), (&2.into(), &"7".into()));
    assert_eq!(answer(&script, &api, secret(&seat), "turn=2&answer=much").status, 422);
    assert_eq!(answer(&script, &api, secret(&seat), "turn=1&answer=1").status, 409);
    assert_eq!(answer(&script, &api, "foreign", "turn=2&answer=1").status, 404);
    let kind = ("content-type", "application/x-www-form-urlencoded");
    let by_cookie = ana.say("POST", &format!("{api}/moves"), &[kind], b"turn=2&answer=1");
    assert_eq!(by_cookie.status, 401, "a cookie does not authorize an answer");
    assert_eq!(script.get("/api/v1/tables/nothere").status, 404);
    assert_eq!(script.get(&format!("{api}/moves")).status, 405);
    let document: Value = serde_json::from_str(&script.get("/api/openapi.json").body).unwrap();
    for own in
        ["", "/moves", "/events", "/seat", "/record"].map(|end| format!("/tables/{{table}}{end}"))
    {
        assert!(!document["paths"][&own].is_null(), "{own}");
    }
    let keys = document["components"]["schemas"]["Table"]["properties"].as_object().unwrap();
    assert_eq!(keys.len(), own.as_object().unwrap().len(), "{keys:?}");
}

#[test]
fn viewers_of_a_table_see_each_turn_at_once() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "house first")]);
    let events = table_of(&seat).replace("/en/t/", "/t/") + "/events";
    assert_eq!(server.browser().get("/t/nothere/events").status, 404);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "GET {events} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut next = |wanted: &str| lines.find(|line| line.contains(wanted)).unwrap();
    next("text/event-stream");
    next("event: turn");
    assert!(next("data:").ends_with("{}"), "it begins with a hint to look");
    assert_eq!(ana.post(&seat, &[("turn", "1"), ("answer", "2")]).status, 303);
    assert!(next("\"turn\"").contains("{\"turn\":1}"));
}
