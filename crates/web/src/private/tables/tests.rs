//! Tables of visitors and of users, answered in process; the host is played by the test.

use crate::{
    app_state::AppState,
    private::tests::Reader,
    respond::tests::{app_state, three},
};
use certamen_game::{MatchRecord, conformance::check_match};
use certamen_portal::{TableDigest, TableEvent, TableUpdate};

/// The id in the address of a table.
fn id_of(seat: &str) -> String {
    seat.split('/').nth(3).unwrap().to_owned()
}

/// Plays the match of a table to its end, at random.
fn finish(app: &AppState, id: &str) {
    let people = app.site.people.as_ref().unwrap();
    let row = people.table(id, jiff::Timestamp::now()).unwrap().unwrap();
    let table = MatchRecord::read(format!("{}\n", row.head).as_bytes()).unwrap().0.table;
    let game = certamen_games::find(&table.game).unwrap();
    let seats = table.seats.len() as u8;
    let record = check_match(game, table.options.clone(), seats, table.seed, 1000).unwrap();
    let (mut lines, last) = (Vec::new(), record.turns.len());
    for turn in &record.turns {
        let after = TableDigest::new(&row.head, &lines).value();
        let line = serde_json::to_string(turn).unwrap();
        let over = turn.turn == last as u64;
        let event = TableEvent::Turn { number: turn.turn, after, line: line.clone(), over };
        people.update_live_table(&TableUpdate { id: id.to_owned(), event });
        lines.push(line);
    }
}

#[tokio::test]
async fn visitors_may_play_built_in_players_only() {
    let site = three(&[]);
    let app = app_state(site.path());
    let visitor = Reader::visitor(&app);
    let (status, _, lobby) = visitor.get("/en/play").await;
    assert!(status == 200 && lobby.contains("Without an account"), "{lobby}");
    assert!(lobby.contains("/en/sign-in?next=/en/play") && !lobby.contains("My tables"), "{lobby}");
    let form = visitor.get("/en/play/go").await.2;
    assert!(form.contains("name=\"option-size\" value=\"9\""), "{form}");
    assert!(form.contains("value=\"house random\" selected"), "{form}");
    assert!(!form.contains("value=\"link\""), "only one person plays: {form}");
    for (fields, due, words) in [
        ("seat0=me&seat1=link", 422, "only one person"),
        ("seat0=me&seat1=me", 422, "only one person"),
        ("seat0=house+first&seat1=house+first", 422, "no person plays"),
        ("seat0=me&seat1=bot+three+first", 422, "invalid choice"),
        ("seat0=me&seat1=house+nothing", 422, "invalid choice"),
        ("seat0=me", 422, "too few"),
        ("seat0=me&seat1=house+first&option-points=many", 422, "points"),
        ("seat0", 422, "too few"),
    ] {
        let (status, _, page) = visitor.post("/en/play/footsteps", fields).await;
        assert!(status == due && page.contains(words), "{fields}: {status}: {page}");
    }
    assert_eq!(visitor.post("/en/play/checkers", "seat0=me").await.0, 404);
}

#[tokio::test]
async fn visitors_play_to_the_end_play_again_and_continue() {
    let site = three(&[]);
    let app = app_state(site.path());
    let visitor = Reader::visitor(&app);
    let fields = "seat0=me&seat1=house+random&option-points=40";
    let (status, seat, _) = visitor.post("/en/play/footsteps", fields).await;
    assert!(status == 303 && seat.contains("/seat/"), "{status} {seat}");
    let page = visitor.get(&seat).await.2;
    for part in ["Rules in brief", "min=\"1\" max=\"40\"", "1 to 40", "It is your turn."] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("Play again"), "it is not over: {page}");
    assert_eq!(visitor.post(&seat, "turn=1&answer=41").await.0, 422);
    assert_eq!(visitor.post(&seat, "turn=2&answer=3").await.0, 409);
    assert_eq!(visitor.post(&seat, "turn=1&answer=3").await.0, 303);
    let id = id_of(&seat);
    assert_eq!(visitor.get(&format!("/en/t/{id}/record")).await.0, 404, "it is played");
    assert_eq!(visitor.post(&format!("/en/t/{id}"), "do=close").await.0, 401);
    finish(&app, &id);
    let page = visitor.get(&seat).await.2;
    assert!(page.contains("class=\"result winner\""), "{page}");
    let swapped =
        page.split("<form method=\"post\" action=\"/en/play/footsteps\">").nth(2).unwrap();
    assert!(swapped.contains("Play again with seats swapped"), "{swapped}");
    for field in [
        "name=\"seat0\" value=\"house random\"",
        "name=\"seat1\" value=\"me\"",
        "name=\"option-points\" value=\"40\"",
    ] {
        assert!(swapped.contains(field), "{field}: {swapped}");
    }
    let fields = "seat0=house+random&seat1=me&option-points=40";
    let (status, again, _) = visitor.post("/en/play/footsteps", fields).await;
    assert!(status == 303 && again.contains("/seat/") && again != seat, "{status}");
    let stepped = visitor.get(&format!("/en/t/{id}/match/1")).await.2;
    assert!(stepped.contains(&format!("/en/t/{id}/play/1")), "it can be continued: {stepped}");
    let (status, onwards, _) =
        visitor.post(&format!("/en/t/{id}/play/1"), "seat0=me&seat1=house+random").await;
    assert!(status == 303, "{status}");
    assert!(visitor.get(&onwards).await.2.contains("name=\"turn\" value=\"2\""));
    for path in [
        &*format!("/en/t/{id}/play/999"),
        &*format!("/en/t/{id}/play/-1"),
        &*format!("/en/t/{id}/seat/x"),
        "/en/t/nothere/play/0",
        "/en/t/nothere",
    ] {
        assert_eq!(visitor.get(path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn a_move_of_letters_is_collected_from_buttons() {
    let site = three(&[]);
    let app = app_state(site.path());
    let visitor = Reader::visitor(&app);
    let fields = "seat0=me&seat1=house+random&option-order=[0,1]&option-coins=20";
    let (status, seat, page) = visitor.post("/en/play/coins", fields).await;
    assert_eq!(status, 303, "{page}");
    let page = visitor.get(&seat).await.2;
    assert!(page.contains("<kbd>F</kbd> turn one coin over"), "{page}");
    let (status, _, page) = visitor.post(&seat, "turn=1&answer=&letter=2").await;
    assert!(status == 200 && page.contains("Letters so far: 2"), "{page}");
    let (status, _, page) = visitor.post(&seat, "turn=1&answer=2&letter=F").await;
    assert!(status == 200 && page.contains("name=\"answer\" value=\"2F\""), "{page}");
    assert_eq!(visitor.post(&seat, "turn=1&answer=2F&letter=Q").await.0, 422);
    let long = format!("turn=1&answer=2F&letter={}", "F".repeat(600));
    assert_eq!(visitor.post(&seat, &long).await.0, 422);
    assert_eq!(visitor.post(&seat, "turn=one&answer=&letter=F").await.0, 400);
    assert_eq!(visitor.post(&seat, "turn=1&answer=2F&letter=F").await.0, 303);
    assert!(visitor.get(&seat).await.2.contains("has chosen"));
}

#[tokio::test]
async fn a_network_opens_a_limited_number_of_tables_without_an_account() {
    let site = three(&[]);
    let app = app_state(site.path());
    let visitor = Reader { from: "192.0.2.77", ..Reader::visitor(&app) };
    let fields = "seat0=me&seat1=house+first";
    for _ in 0..20 {
        assert_eq!(visitor.post("/en/play/footsteps", fields).await.0, 303);
    }
    assert_eq!(visitor.post("/en/play/footsteps", fields).await.0, 429);
    let other = Reader { from: "198.51.100.1", ..Reader::visitor(&app) };
    assert_eq!(other.post("/en/play/footsteps", fields).await.0, 303);
}

#[tokio::test]
async fn the_tables_that_wait_for_a_user_come_first_and_are_counted() {
    let site = three(&[]);
    let app = app_state(site.path());
    let ana = Reader::member(&app, "ana");
    let (status, seat, _) = ana.post("/en/play/footsteps", "seat0=me&seat1=link").await;
    assert_eq!(status, 303);
    let lobby = ana.get("/en/play").await.2;
    assert!(
        lobby.contains("Play · your turn: 1") && lobby.contains("<h2>Your turn</h2>"),
        "{lobby}"
    );
    assert!(lobby.contains(&format!("href=\"{seat}\"")), "straight to the seat: {lobby}");
    assert!(ana.get("/en/me").await.2.contains("your turn: 1"), "on all own pages");
    assert!(!ana.get("/en").await.2.contains("your turn: 1"), "public pages are the same for all");
    assert!(!Reader::member(&app, "bea").get("/en/me").await.2.contains("your turn"));
    assert_eq!(ana.post(&seat, "turn=1&answer=3").await.0, 303);
    let lobby = ana.get("/en/play").await.2;
    assert!(!lobby.contains("your turn: 1") && !lobby.contains("<h2>Your turn</h2>"), "{lobby}");
    finish(&app, &id_of(&seat));
    let page = ana.get(&seat).await.2;
    assert!(page.contains("name=\"seat1\" value=\"link\""), "the owner plays again: {page}");
    let looker = Reader::visitor(&app).get(&format!("/en/t/{}", id_of(&seat))).await.2;
    assert!(!looker.contains("Play again"), "{looker}");
}
