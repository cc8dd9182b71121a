//! People continue from positions of other matches: from any turn of any match, against the bots of
//! a contest, with the values of moves.

use super::{
    CONSTANT, CONTEST, open_site, send, signed_in,
    tables::{between, due, is_over, links, open, play_out, play_out_alone, table_of, verify},
    wait,
};
use crate::people::browser::PeopleServer;
use std::fs;

#[test]
fn a_table_begins_after_any_turn_of_a_match() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let shown = wait(&ana, "/en/c/open/matches/1", |page| page.status == 200);
    let way = between(&shown.body, "id=\"onwards\" href=\"", "\"").unwrap();
    assert!(way.starts_with("/en/c/open/play/1/"), "{way}");
    assert_eq!(server.browser().get(way).status, 200, "without an account, too");
    let form = ana.get("/en/c/open/play/1/1");
    assert!(form.body.contains("after turn 1 of the match") && !form.body.contains("option-"));
    let fields = [("seat0", "me"), ("seat1", "house first"), ("option-squares", "3")];
    let opened = ana.post("/en/c/open/play/1/1", &fields);
    assert_eq!(opened.status, 303, "{}", opened.body);
    let seat = opened.location().to_owned();
    assert_eq!(due(&ana.get(&seat)).as_deref(), Some("2"), "the first turn is given");
    play_out(&mut ana, &seat);
    let record = verify(&site, &ana, &seat);
    let before = ana.get("/api/v1/contests/open/matches/1/record").body;
    let moves = |record: &str| between(record, "{\"turn\":1,", "}]").unwrap().to_owned();
    assert_eq!(moves(&record), moves(&before), "what was played there stands as it was");
    assert_ne!(record.lines().next(), before.lines().next(), "by others");
    // The new table can be continued, too, by any user, now that it is over.
    let again = format!("{}/play/2", table_of(&seat));
    let mut bea = signed_in(&site, &server, "bea", &[]);
    let opened = bea.post(&again, &[("seat0", "house first"), ("seat1", "me")]);
    assert_eq!(opened.status, 303, "{}", opened.body);
    assert_eq!(due(&bea.get(opened.location())).as_deref(), Some("3"));
    for (way, status) in [
        ("/en/c/open/play/1/9999", 404),
        ("/en/c/open/play/9999/0", 404),
        ("/en/c/open/play/1/-1", 404),
        ("/en/c/nothere/play/1/0", 404),
        ("/en/t/nothere/play/0", 404),
    ] {
        assert_eq!(ana.get(way).status, status, "{way}");
    }
    let turns = before.lines().filter(|line| line.starts_with("{\"turn\"")).count();
    let end = ana.get(&format!("/en/c/open/play/1/{turns}"));
    assert!(end.status == 422 && end.body.contains("choose an earlier turn"), "{}", end.body);
}

#[test]
fn an_author_plays_against_their_own_bot_and_others_when_the_contest_allows_it() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mut bea = signed_in(&site, &server, "bea", &[]);
    let place = send(&ana, "uno.c", CONSTANT);
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    let form = wait(&ana, "/en/play/footsteps", |page| page.body.contains("bot open uno"));
    assert!(form.body.contains("uno, of Open") && !form.body.contains("bot open first"));
    assert!(form.body.contains("points of each player at the start"), "{}", form.body);
    assert!(!bea.get("/en/play/footsteps").body.contains("bot open"), "it is not hers");
    let fields = [("seat0", "me"), ("seat1", "bot open uno"), ("option-points", "4")];
    assert_eq!(bea.post("/en/play/footsteps", &fields).status, 422, "whatever she sends");
    let seat = open(&mut ana, "footsteps", &fields);
    play_out(&mut ana, &seat);
    let page = wait(&ana, &seat, is_over);
    assert!(page.body.contains(">uno<"), "{}", page.body);
    let record = verify(&site, &ana, &seat);
    assert!(record.contains("\"seat\":1,\"action\":\"1\""), "it bids one: {record}");
    site.write("open/contest.toml", format!("{CONTEST}[site]\nplay_against = \"all\"\n"));
    let form = wait(&bea, "/en/play/footsteps", |page| page.body.contains("bot open uno"));
    assert!(form.body.contains("bot open first"), "{}", form.body);
    let seat = open(&mut bea, "footsteps", &fields);
    play_out(&mut bea, &seat);
    verify(&site, &bea, &seat);
    assert!(fs::read_dir(site.path().join("open/accepted/uno")).is_ok());
}

#[test]
fn what_a_position_is_worth_is_shown_to_those_who_may_know() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let alone = [("seat0", "me"), ("seat1", "house first"), ("option-squares", "3")];
    let fields = [&alone[..], &[("option-points", "2")]].concat();
    let seat = open(&mut ana, "footsteps", &fields);
    let worth = format!("{}/worth/0", table_of(&seat));
    assert!(ana.get(&seat).body.contains(&worth));
    let reported = ana.get(&worth);
    // Both bid all their points.
    assert!(
        reported.body.contains("100.0 %") && reported.body.contains("is solved"),
        "{}",
        reported.body
    );
    assert_eq!(server.browser().get(&worth).status, 404, "as long as it is played");
    play_out(&mut ana, &seat);
    assert_eq!(server.browser().get(&worth).status, 200, "then it is public");
    let seat = open(&mut ana, "mancala8", &[("seat0", "me"), ("seat1", "link")]);
    let worth = format!("{}/worth/0", table_of(&seat));
    assert_eq!(ana.get(&worth).status, 404, "her opponent does not know either");
    assert_eq!(ana.get(&format!("{}/play/0", table_of(&seat))).status, 404);
    let other = links(&ana, &seat).remove(0);
    play_out_alone(&mut ana, &[&seat, &other]);
    let reported = ana.get(&worth);
    assert!(
        reported.body.contains("R 0") && reported.body.contains("evaluation bueno"),
        "{}",
        reported.body
    );
    assert_eq!(ana.get(&format!("{}/worth/9999", table_of(&seat))).status, 404);
}
