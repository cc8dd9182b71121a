//! The life of a contest: it waits for entrants, announces the closing of entries, and reports
//! changes.

use super::{Browser, CONSTANT, CONTEST, PeopleServer, open_site, send, signed_in, wait};
use std::time::{Duration, Instant};

const OVERVIEW: &str = "/en/c/open";

fn live(browser: &Browser, place: &str) {
    wait(browser, place, |answer| answer.body.contains("takes part"));
}

#[test]
fn submissions_per_week_are_limited() {
    let site = open_site();
    let waits = "closes_after = { entrants = 2, then = \"7 days\" }";
    site.write("open/contest.toml", CONTEST.replace("closes = \"never\"", waits));
    let server = PeopleServer::start(&site, &[]);
    let [ana, bea] = ["ana", "bea"].map(|name| signed_in(&site, &server, name, &[]));
    let visitor = server.browser();
    wait(&visitor, OVERVIEW, |answer| answer.body.contains("0 of 2 expected bots"));
    live(&ana, &send(&ana, "uno.c", CONSTANT));
    let one = wait(&visitor, OVERVIEW, |answer| answer.body.contains("1 of 2 expected bots"));
    assert!(!one.body.contains("Entries close <time"), "the date is unknown: {}", one.body);
    live(&bea, &send(&bea, "dos.c", CONSTANT));
    let two = wait(&visitor, OVERVIEW, |answer| answer.body.contains("2 of 2 expected bots"));
    assert!(two.body.contains("Entries close <time"), "{}", two.body);
    let counts =
        |body: &str, reported: [&str; 2]| reported.iter().any(|reported| body.contains(reported));
    assert!(
        counts(&two.body, ["> · closes in 7 d 0 h<", "> · closes in 6 d 23 h<"]),
        "{}",
        two.body
    );
    let home = visitor.get("/it/").body;
    assert!(counts(&home, [" chiude tra 7 g 0 h<", " chiude tra 6 g 23 h<"]), "{home}");
    for (language, title) in [("en", "Entries will close"), ("it", "Si chiudono le iscrizioni")] {
        let path = format!("/{language}/c/open/notices");
        let reported = wait(&visitor, &path, |answer| answer.body.contains(title));
        assert_eq!(reported.body.matches(title).count(), 1, "it is told once: {}", reported.body);
    }
    assert!(ana.get("/en/c/open/submit").body.contains("Entries close <time"));
}

#[test]
fn the_overview_says_what_changed_and_why_a_bot_left() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let [mut ana, bea] = ["ana", "bea"].map(|name| signed_in(&site, &server, name, &[]));
    let mut host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let visitor = server.browser();
    let first = send(&ana, "uno.c", CONSTANT);
    live(&ana, &first);
    live(&bea, &send(&bea, "dos.c", CONSTANT));
    let second = send(&ana, "uno.c", &CONSTANT.replace("1\\n", "2\\n"));
    live(&ana, &second);
    assert!(ana.get(&first).body.contains("replaced by a later version"));
    let overview = wait(&visitor, OVERVIEW, |answer| answer.body.contains("version 2"));
    assert_eq!(overview.body.matches("is new").count(), 2, "{}", overview.body);
    assert!(overview.body.contains("&#60;b&#62;one"), "with its note: {}", overview.body);
    let bot = wait(&visitor, "/en/c/open/bots/uno", |answer| answer.body.contains("version 1"));
    let [later, earlier] = ["<li>version 2 · <time", "<li>version 1 · <time"];
    let order = [later, earlier].map(|row| bot.body.find(row).unwrap_or(usize::MAX));
    assert!(order[0] < order[1] && order[1] < usize::MAX, "the newest first: {}", bot.body);
    assert!(bot.body.contains("<p>by ana</p>"), "{}", bot.body);
    assert_eq!(bot.body.matches("<bdi>&#60;b&#62;one").count(), 2, "with notes: {}", bot.body);
    let asked = ana.post(&second, &[("do", "withdraw")]);
    assert!(asked.status == 200 && asked.body.contains("leaves the contest at once"), "{asked:?}");
    assert_eq!(ana.post(&second, &[("do", "withdraw"), ("confirmed", "yes")]).status, 303);
    wait(&visitor, OVERVIEW, |answer| answer.body.contains("withdrawn by its author"));
    let out =
        [("do", "proscribe"), ("id", "dos"), ("reason", "<i>collusion</i>"), ("confirmed", "yes")];
    assert_eq!(host.post("/en/c/open/host", &out).status, 303);
    let begun = Instant::now();
    let reported =
        wait(&visitor, OVERVIEW, |answer| answer.body.contains("banned by an organizer"));
    assert!(begun.elapsed() < Duration::from_secs(25), "before the next regular look");
    assert!(
        reported.body.contains("&#60;i&#62;collusion"),
        "the reason is public: {}",
        reported.body
    );
}

#[test]
fn an_idea_is_written_down_by_a_host_and_sent_when_its_author_consents() {
    let site = open_site();
    site.write("open/contest.toml", format!("{CONTEST}ideas = true\n"));
    let server = PeopleServer::start(&site, &[]);
    let [mut ana, mut bea] = ["ana", "bea"].map(|name| signed_in(&site, &server, name, &[]));
    let host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let (idea, ideas) = ("/en/c/open/idea", "/en/c/open/host/ideas");
    assert_eq!(ana.post(idea, &[("text", " ")]).status, 422);
    assert_eq!(ana.post(idea, &[("text", "Always bid <one>.")]).status, 303);
    assert_eq!(ana.get(ideas).status, 404);
    let shown = host.get(ideas).body;
    assert!(shown.contains("Always bid &#60;one&#62;."), "{shown}");
    let id = shown.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let file = ("uno.c", CONSTANT.as_bytes());
    assert_eq!(host.send(ideas, ("uno.c", b""), &[("id", id)]).status, 422, "it is empty");
    assert_eq!(host.send(ideas, file, &[("id", "999")]).status, 404);
    assert_eq!(host.send(ideas, file, &[("id", id)]).status, 303);
    let written = ana.get(idea).body;
    assert!(written.contains("printf(&#34;1"), "she sees what it is: {written}");
    let draft = written.split("name=\"draft\" value=\"").nth(1).unwrap();
    let draft = draft.split('"').next().unwrap();
    let consent = [("do", "consent"), ("draft", draft)];
    assert_eq!(bea.post(idea, &consent).status, 404, "no one else can consent");
    assert!(!server.browser().get(OVERVIEW).body.contains("written by the organizer"));
    let sent = ana.post(idea, &consent);
    assert_eq!(sent.status, 303, "{}", sent.body);
    live(&ana, sent.location());
    assert_eq!(ana.post(idea, &consent).status, 404, "once");
    wait(&server.browser(), OVERVIEW, |answer| {
        answer.body.contains("written by the organizer host")
    });
}
