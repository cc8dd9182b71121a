//! What hosts do in the browser besides approving submissions: publish notices, answer questions,
//! and edit the contest's file.

use super::{Browser, CONSTANT, CONTEST, PeopleServer, open_site, signed_in, wait};

const HOST: &str = "/en/c/open/host";

fn page(name: &str) -> String {
    format!("{HOST}/{name}")
}

/// The site, and the browsers of an author and of a host.
fn people() -> (crate::site::Site, PeopleServer, Browser, Browser) {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    (site, server, ana, host)
}

#[test]
fn pages_of_organizers_are_only_for_organizers() {
    let (_site, server, mut ana, mut host) = people();
    for name in ["notices", "questions", "file", "people", "log"] {
        assert_eq!(server.browser().get(&page(name)).status, 303, "{name}");
        assert_eq!(ana.get(&page(name)).status, 404, "{name}");
        // A page that takes no form says so to everyone.
        let due = if name == "log" { 405 } else { 404 };
        assert_eq!(ana.post(&page(name), &[("title", "x"), ("text", "x")]).status, due, "{name}");
        assert_eq!(host.get(&page(name)).status, 200, "{name}");
    }
    assert_eq!(host.get(&page("pairs")).status, 404, "it is no course");
    assert_eq!(server.browser().get("/en/c/open/ask").status, 303);
    hosts_make_links_for_their_people(&server, &mut ana, &mut host);
}

/// On the page of people: users of the contest are listed, and only their host can create links for
/// them.
fn hosts_make_links_for_their_people(server: &PeopleServer, ana: &mut Browser, host: &mut Browser) {
    let place = page("people");
    let wish = |handle, password| [("do", "link"), ("handle", handle), ("password", password)];
    assert_eq!(host.post(&place, &wish("ana", "correct horse")).status, 404, "she sent nothing");
    for (browser, name) in [(&*ana, "uno"), (&*host, "dos")] {
        let file = ("uno.c", CONSTANT.as_bytes());
        let sent = browser.send("/en/c/open/submit", file, &[("entrant", name)]);
        assert_eq!(sent.status, 303, "{}", sent.body);
    }
    assert!(host.get(&place).body.contains("<bdi>ana</bdi>"));
    assert_eq!(ana.post(&place, &wish("ana", "correct horse")).status, 404);
    let guessed = host.post(&place, &wish("ana", "wrong horse"));
    assert!(guessed.status == 422 && !guessed.body.contains("one-time"), "{}", guessed.body);
    let barred = host.post(&place, &wish("host", "correct horse"));
    assert!(barred.status == 422 && barred.body.contains("an admin creates"), "{}", barred.body);
    let mail = [("do", "mail"), ("mail", "ana@example.org"), ("password", "correct horse")];
    assert_eq!(ana.post("/en/me", &mail).status, 303);
    let made = host.post(&place, &wish("ana", "correct horse"));
    let way = made.body.split("/en/one-time/").nth(1).unwrap().split('<').next().unwrap();
    assert!(!host.get(&place).body.contains("/one-time/"), "it is shown once");
    let link = format!("/en/one-time/{way}");
    let written = host.get(&place).body;
    assert!(written.contains("Password-reset link") && !written.contains(way), "{written}");
    let set = server.browser().post(&link, &[("password", "another horse")]);
    assert_eq!(set.status, 303);
    assert_eq!(ana.get("/en/me").status, 303, "her sessions are ended");
    let log = host.get(&page("log")).body;
    assert!(log.contains("host created a password-reset link for ana."), "{log}");
}

#[test]
fn a_notice_is_shown_in_each_readers_language() {
    let (_site, server, _ana, mut host) = people();
    let empty = [("title", "Late"), ("text", " ")];
    assert_eq!(host.post(&page("notices"), &empty).status, 422);
    let notice = [("title", "Tarde"), ("text", "Mañana <b>a las</b> *doce*."), ("language", "es")];
    assert_eq!(host.post(&page("notices"), &notice).status, 303);
    let visitor = server.browser();
    let read = wait(&visitor, "/es/c/open/notices", |answer| answer.body.contains("Tarde"));
    assert!(
        read.body.contains("<em>doce</em>") && !read.body.contains("<b>a las"),
        "{}",
        read.body
    );
    let log = host.get(HOST).body;
    assert!(log.contains("host published") && log.contains("0001-tarde"), "{log}");
}

#[test]
fn an_answer_becomes_one_for_all_and_is_shown_before_it_is_asked_again() {
    let (_site, server, mut ana, mut host) = people();
    let ask = "/en/c/open/ask";
    let question = [("text", "May programs use several threads?")];
    assert_eq!(ana.post(ask, &question).status, 303);
    assert!(ana.get(ask).body.contains("not answered yet"));
    let asked = host.get(&page("questions")).body;
    let id = asked.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let answer = [("id", id), ("answer", "One thread."), ("faq", "yes"), ("title", "Threads?")];
    assert_eq!(host.post(&page("questions"), &[("id", id), ("answer", "")]).status, 422);
    assert_eq!(host.post(&page("questions"), &answer).status, 303);
    assert!(ana.get(ask).body.contains("One thread."));
    wait(&server.browser(), "/en/c/open/faq", |answer| answer.body.contains("Threads?"));
    let again = ana.post(ask, &[("text", "how many threads may there be")]);
    assert!(again.status == 200 && again.body.contains("Perhaps this answers it"), "{again:?}");
    let all_the_same = [("text", "how many threads may there be"), ("do", "send")];
    assert_eq!(ana.post(ask, &all_the_same).status, 303);
}

#[test]
fn a_file_that_does_not_read_stays_out_and_dates_are_reported() {
    let (site, server, _ana, mut host) = people();
    let file = page("file");
    let digest = |host: &Browser| -> String {
        let shown = host.get(&file).body;
        let digest = shown.split("name=\"digest\" value=\"").nth(1).unwrap();
        digest.split('"').next().unwrap().to_owned()
    };
    let first = digest(&host);
    let mut save = |text: &str, digest: &str| {
        host.post(&file, &[("digest", digest), ("text", text), ("confirmed", "yes")])
    };
    let wrong = CONTEST.replace("games_per_pair = 1", "games_per_pair = \"many\"");
    let refused = save(&wrong, &first);
    assert!(refused.status == 422 && refused.body.contains("games_per_pair"), "{}", refused.body);
    for outside in [
        CONTEST.replace("\"builtin:first\"", "\"/bin/sh\""),
        CONTEST.replace("minimum_tier = \"D\"", "minimum_tier = \"C\""),
    ] {
        assert_eq!(save(&outside, &first).status, 422, "{outside}");
    }
    assert_eq!(site.read("open/contest.toml"), CONTEST, "the old one stays");
    let dated = CONTEST.replace("\"never\"", "\"2099-01-31T12:00[Europe/Madrid]\"");
    assert_eq!(save(&dated.replace('\n', "\r\n"), &first).status, 303);
    assert_eq!(site.read("open/contest.toml"), dated);
    assert_eq!(save(CONTEST, &first).status, 409, "another host changed it meanwhile");
    let reported = wait(&server.browser(), "/fr/c/open/notices", |answer| {
        answer.body.contains("Dates modifiées")
    });
    assert!(reported.body.contains("2099-01-31T12:00"), "{}", reported.body);
    let log = host.get(HOST).body;
    assert!(log.contains("host replaced the contest file.") && log.contains("2099-01-31"), "{log}");
    the_next_edition_is_founded(&site, &server, &mut host);
}

/// By a host, from the page of the file: a contest without entrants, which is served at once.
fn the_next_edition_is_founded(
    site: &crate::site::Site,
    server: &PeopleServer,
    host: &mut Browser,
) {
    let file = page("file");
    assert!(host.get(&file).body.contains("value=\"open-2\""));
    let found = |slug, closes| {
        [("do", "next"), ("slug", slug), ("name", "Open <again>"), ("closes", closes)]
    };
    for (slug, closes, status, named) in [
        ("../x", "never", 422, "../x"),
        ("Open", "never", 422, "a-z"),
        ("open", "never", 409, "open"),
        ("open-2", "soon", 422, "entries.closes"),
    ] {
        let refused = host.post(&file, &found(slug, closes));
        assert_eq!(refused.status, status, "{slug}: {}", refused.body);
        assert!(refused.body.contains(named), "{slug}: {}", refused.body);
    }
    assert!(!site.path().join("open-2").exists() && !site.path().join("x").exists());
    let founded = host.post(&file, &found("open-2", "never"));
    assert_eq!((founded.status, founded.location()), (303, "/en/c/open-2/host/file"));
    let shown = host.get("/en/c/open-2/host/file");
    assert!(shown.body.contains("edition = 2") && shown.body.contains("series"), "{}", shown.body);
    let visitor = server.browser();
    assert!(visitor.get("/en").body.contains("Open &#60;again&#62;"));
    assert_eq!(visitor.get("/en/c/open-2").status, 200);
    assert!(host.get(&page("log")).body.contains("created an edition"));
    assert!(host.get("/en/c/open-2/host/log").body.contains("created an edition"));
}

#[test]
fn with_too_little_room_nothing_is_taken_in_or_played_and_pages_go_on() {
    let site = open_site();
    site.write("site.toml", "[limits]\nmin_free = \"1000 PiB\"\n");
    let server = PeopleServer::start(&site, &[]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let stands = wait(&host, HOST, |answer| answer.body.contains("Stopped by an error"));
    assert!(stands.body.contains("MiB free on the disk"), "{}", stands.body);
    let log = host.get(&page("log")).body;
    assert!(log.contains("stopped by an error") && log.contains("Next try: 20"), "{log}");
    let sent = ana.send("/en/c/open/submit", ("uno.c", CONSTANT.as_bytes()), &[]);
    assert_eq!(sent.status, 507, "{}", sent.body);
    let inbox = std::fs::read_dir(site.path().join("open/submissions"));
    assert_eq!(inbox.map_or(0, Iterator::count), 0, "nothing of it is kept");
    let visitor = server.browser();
    assert_eq!(visitor.get("/en/c/open").status, 200);
    let ready = visitor.get("/readyz");
    assert!(ready.status == 200 && ready.body.starts_with("degraded: "), "{}", ready.body);
    assert!(ready.body.contains("room"), "{}", ready.body);
    assert_eq!(visitor.get("/healthz").status, 200);
    site.write("site.toml", "[limits]\nmin_free = \"much\"\n");
    let said = site.run(&["serve", ".", "--no-play", "--listen", "127.0.0.1:0"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("limits.min_free") && said.err.contains("much"), "{said:?}");
}

#[test]
fn who_can_write_nothing_down_is_not_ready_and_pages_go_on() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let visitor = server.browser();
    wait(&visitor, "/readyz", |answer| (answer.status, &*answer.body) == (200, "ready\n"));
    // Another process writes, and does not finish.
    let path = site.path().join(".site/site.sqlite");
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE").unwrap();
    let stuck = wait(&visitor, "/readyz", |answer| answer.status == 503);
    assert!(stuck.body.contains("nothing can be written"), "{}", stuck.body);
    assert_eq!(visitor.get("/en/c/open").status, 200);
    assert_eq!(visitor.get("/healthz").status, 200);
    other.execute_batch("ROLLBACK").unwrap();
    wait(&visitor, "/readyz", |answer| (answer.status, &*answer.body) == (200, "ready\n"));
}
