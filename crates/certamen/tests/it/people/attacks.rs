//! Attacks on users and their site, and their results.

use super::{Browser, CONSTANT, PeopleServer, WebAnswer, open_site, send, signed_in, wait};
use std::{io::Write, net::TcpStream, thread, time::Duration};

#[test]
fn a_session_is_one_s_own_and_new_at_sign_in() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    // A session cookie that an attacker set before sign-in is not valid, neither then nor
    // afterwards.
    let set = "certamen=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned();
    let mut victim = Browser { cookie: set.clone(), ..server.browser() };
    assert_eq!(victim.get("/en/me").status, 303);
    let account = [("handle", "ana"), ("password", "correct horse")];
    assert_eq!(victim.post("/en/sign-in", &account).status, 303);
    assert_ne!(victim.cookie, set, "the secret is drawn at sign-in");
    assert_eq!(Browser { cookie: set, ..server.browser() }.get("/en/me").status, 303);
    assert_eq!(victim.get("/en/me").status, 200);
    // Signing out ends the session, also for a copy of the cookie.
    let kept = victim.clone();
    assert_eq!(victim.post("/en/sign-out", &[("x", "")]).status, 303);
    assert_eq!(kept.get("/en/me").status, 303);
    // A new password ends earlier sessions.
    let other = ana.clone();
    let change = [("do", "password"), ("old", "correct horse"), ("password", "another horse")];
    let wrong = [("do", "password"), ("old", "wrong horse"), ("password", "another horse")];
    assert_eq!(ana.post("/en/me", &wrong).status, 422, "the old one is asked for");
    assert_eq!(ana.post("/en/me", &change).status, 303);
    assert_eq!((ana.get("/en/me").status, other.get("/en/me").status), (200, 303));
}

#[test]
fn with_open_registration_anyone_can_create_an_account() {
    let site = open_site();
    site.write("site.toml", "registration = \"open\"\n");
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = server.browser();
    assert!(ana.get("/en/sign-in?next=/en/c/open/submit").body.contains("/en/register?next="));
    assert!(ana.get("/es/register").body.contains("Crear una cuenta"));
    let mut asks = |handle: &str, password: &str, next: &str| {
        let form = [("handle", handle), ("password", password), ("next", next)];
        ana.post("/en/register", &form)
    };
    for (handle, password, why) in [
        ("-ana", "correct horse", "invalid username"),
        ("<b>", "correct horse", "&#60;b&#62;"),
        ("root", "correct horse", "root"),
        ("ana", "short", "10"),
    ] {
        let reported = asks(handle, password, "");
        assert!(
            reported.status == 422 && reported.body.contains(why),
            "{handle}: {}",
            reported.body
        );
    }
    let there = asks("Ana", "correct horse", "/en/c/open/submit");
    assert_eq!((there.status, there.location()), (303, "/en/c/open/submit"));
    assert_eq!(ana.get("/en/me").status, 200);
    // A self-made account has no further rights, and its creation is in the log.
    assert_eq!(ana.get("/en/c/open/host").status, 404);
    let mut other = server.browser();
    let mut again = || {
        let form = [("handle", "ana"), ("password", "another horse"), ("next", "")];
        other.post("/en/register", &form).status
    };
    assert_eq!([again(), again(), again(), again()], [422, 422, 422, 429], "five in an hour");
    let right = [("handle", "ana"), ("password", "correct horse")];
    assert_eq!(server.browser().post("/en/sign-in", &right).status, 303);
    assert!(site.succeed(&["account", ".", "list"]).contains("ana"));
}

#[test]
fn get_requests_change_nothing_and_next_stays_on_this_site() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let place = send(&ana, "uno.c", CONSTANT);
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    for path in ["/en/me?do=everywhere", "/en/sign-out", &format!("{place}?do=withdraw")] {
        ana.get(path);
    }
    assert!(ana.get(&place).body.contains("takes part"));
    let form = [("handle", "eva"), ("password", "correct horse")];
    assert_eq!(server.browser().post("/en/register", &form).status, 403, "hosts make accounts");
    for next in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x"] {
        let account = [("handle", "ana"), ("password", "correct horse"), ("next", next)];
        let mut browser = server.browser();
        let answer = browser.post("/en/sign-in", &account);
        assert_eq!((answer.status, answer.location()), (303, "/en/me"), "{next}");
    }
}

/// Maximum number of unfinished request bodies.
const BODIES: usize = 128;

/// While the maximum number of forms is unfinished, another one must be sent later, and every page
/// can be read.
fn check_full_house(server: &PeopleServer) {
    let head = format!(
        "POST /en/sign-in HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: same-origin\r\n\
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n",
        server.address
    );
    let slow = |_| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        // The rest is never sent.
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut browser = server.browser();
    let mut sent = |is_due: fn(&WebAnswer) -> bool| {
        let form = [("handle", "absent"), ("password", "wrong horse")];
        (0..100).find_map(|_| {
            thread::sleep(Duration::from_millis(20));
            Some(browser.post("/en/sign-in", &form)).filter(is_due)
        })
    };
    let all: Vec<TcpStream> = (0..BODIES).map(slow).collect();
    let full = sent(|answer| answer.status == 503).expect("there are places without end");
    assert!(full.head.contains("retry-after: "), "{}", full.head);
    for path in ["/en/", "/en/sign-in", "/healthz"] {
        assert_eq!(server.browser().get(path).status, 200, "{path}");
    }
    drop(all);
    sent(|answer| answer.status != 503).expect("no connection is accepted any more");
}

#[test]
fn private_pages_are_neither_cached_nor_framed() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = signed_in(&site, &server, "ana", &[]);
    for path in ["/en/me", "/en/c/open/submit", "/en/c/open/mine", "/en/c/open/ask", "/en/sign-in"]
    {
        let head = ana.get(path).head;
        for due in [
            "cache-control: no-store",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: same-origin",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
            "default-src 'none'",
            "base-uri 'none'",
        ] {
            assert!(head.contains(due), "{path}: {due}: {head}");
        }
    }
    let cookie = ana.cookie.clone();
    assert!(cookie.starts_with("certamen=") && cookie.len() == 61, "256 bits: {cookie}");
    check_full_house(&server);
}

#[test]
fn invalid_names_do_no_harm() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let submit = "/en/c/open/submit";
    let named = |file: &str, entrant: &str| {
        ana.send(submit, (file, CONSTANT.as_bytes()), &[("entrant", entrant)])
    };
    for entrant in ["..", "../../x", "a/b", "a\u{202e}b", "a\u{0}b", ".hidden", "c:", "a=b"] {
        assert_eq!(named("uno.c", entrant).status, 422, "{entrant:?}");
    }
    let script = named("<script>alert(1)</script>.c", "uno");
    assert_eq!(script.status, 303, "{}", script.body);
    let page = ana.get(script.location()).body;
    assert!(page.contains("&#60;script&#62;alert") && !page.contains("<script>alert"), "{page}");
    let turned = named("a\u{202e}c.exe", "dos");
    assert_eq!(turned.status, 303, "{}", turned.body);
    assert!(!ana.get(turned.location()).body.contains('\u{202e}'));
    let split = named("a\r\nset-cookie: evil=1\r\n.c", "tres");
    assert!(!split.head.contains("evil"), "{}", split.head);
    assert_eq!(split.status, 400, "{}", split.body);
    let inbox = std::fs::read_dir(site.path().join("open/submissions")).unwrap();
    for entry in inbox {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let id = name.strip_suffix(".sent").unwrap_or_else(|| panic!("{name}"));
        assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
    }
    let note = ana.send(submit, ("tres.c", b"x"), &[("note", &"x".repeat(501))]);
    assert_eq!(note.status, 422);
    assert_eq!(ana.send(submit, ("tres.c", b""), &[]).status, 422, "it is empty");
}
