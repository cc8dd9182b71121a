//! Entering a contest in the browser: the real server, a form, a program in C, and the standings.

mod admin;
mod attacks;
mod browser;
pub(crate) mod course;
mod guesses;
mod hosting;
mod invitations;
mod invited;
mod killed;
mod life;
mod logged;
mod loud;
mod onwards;
mod posted;
mod remote;
mod sit;
mod table_calls;
mod tables;
mod wishes;

use crate::site::Site;
use browser::{Browser, PeopleServer, WebAnswer};
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

pub(crate) const CONTEST: &str = r#"
name = "Open"
game = "footsteps"
bots = ["builtin:random", "builtin:first"]
seed = 1
[format]
kind = "round-robin"
games_per_pair = 1
[ranking]
kind = "points"
[sandbox]
minimum_tier = "D"
[entries]
closes = "never"
per_author = 2
max_source = "64 KiB"
"#;

/// Always makes the same bid.
pub(crate) const CONSTANT: &str = "#include <stdio.h>\nint main(void) { char line[256];\n\
    for (;;) { printf(\"1\\n\"); fflush(stdout); if (!fgets(line, sizeof line, stdin)) return 0; } }\n";

/// The path of a link that a command printed, without the site.
fn way(link: &str) -> String {
    let (_, rest) = link.trim().split_once("://").unwrap_or_else(|| panic!("{link}"));
    rest[rest.find('/').unwrap()..].to_owned()
}

/// The browser of a user of this site who set a password by a link.
fn signed_in(site: &Site, server: &PeopleServer, handle: &str, arguments: &[&str]) -> Browser {
    let mut all = vec!["account", ".", "add", handle];
    all.extend(arguments);
    let link = site.succeed(&all);
    let path = way(&link);
    let mut browser = server.browser();
    assert_eq!(browser.get(&path).status, 200, "looking uses nothing up");
    let set = browser.post(&path, &[("password", "correct horse")]);
    assert_eq!((set.status, set.location()), (303, "/en/me"));
    assert_eq!(browser.post(&path, &[("password", "another horse")]).status, 404, "{path}");
    browser
}

/// A script with a token of this browser's user.
fn script_of(browser: &mut Browser) -> Browser {
    let made =
        browser.post("/en/me", &[("do", "token"), ("label", "ci"), ("password", "correct horse")]);
    let token = tables::between(&made.body, "<code>", "<").unwrap().to_owned();
    Browser { address: browser.address.clone(), token, cookie: String::new() }
}

/// A site whose first account is created before it is served.
fn open_site() -> Site {
    let site = Site::new();
    site.write("open/contest.toml", CONTEST);
    site.succeed(&["account", ".", "add", "root", "--role", "admin"]);
    site
}

/// Waits until `done` is true of a page.
fn wait(browser: &Browser, path: &str, done: impl Fn(&WebAnswer) -> bool) -> WebAnswer {
    let begun = Instant::now();
    loop {
        let answer = browser.get(path);
        if done(&answer) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{path}: {}", answer.body);
        thread::sleep(Duration::from_millis(200));
    }
}

fn send(browser: &Browser, name: &str, source: &str) -> String {
    let sent = browser.send(
        "/en/c/open/submit",
        (name, source.as_bytes()),
        &[("note", "<b>one</b>\u{202e}")],
    );
    assert_eq!(sent.status, 303, "{}", sent.body);
    sent.location().to_owned()
}

#[test]
fn a_program_in_c_is_sent_and_plays() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let page = ana.get("/en/c/open/submit");
    assert!(page.body.contains("65,536 bytes") && page.head.contains("cache-control: no-store"));
    let talks = "for (;;) { fprintf(stderr, \"<i>%s\\n\", \"own words\");";
    let place = send(&ana, "uno.c", &CONSTANT.replacen("for (;;) {", talks, 1));
    let live = wait(&ana, &place, |answer| answer.body.contains("takes part"));
    assert!(live.body.contains("tested in matches: done"), "{}", live.body);
    assert!(live.body.contains("&#60;b&#62;one") && !live.body.contains("<b>one"));
    for path in [&*place, "/en/c/open", "/en/c/open/mine"] {
        let page = wait(&ana, path, |answer| answer.body.contains("one&#60;/b&#62;")).body;
        assert!(!page.contains('\u{202e}'), "{page}");
    }
    let table = wait(&ana, "/en/c/open/standings", |answer| answer.body.contains(">uno<"));
    assert_eq!(table.body.matches("<span class=\"author\">by ana</span>").count(), 1);
    let trial = format!("{place}/match");
    assert!(live.body.contains(&trial), "the match that it was tried in can be seen");
    let shown = ana.get(&trial);
    assert!(shown.status == 200 && shown.body.contains("id=\"board\""), "{}", shown.body);
    assert_eq!(ana.get(&format!("{trial}/1")).status, 200);
    assert_eq!(ana.get(&format!("{trial}/9999")).status, 404);
    let frames = ana.get(&format!("{place}/frames.js"));
    assert!(frames.body.starts_with("window.certamenFrames=") && frames.status == 200);
    assert_eq!(server.browser().get(&trial).status, 303, "it is private");
    let sources = "/en/c/open/sources/uno";
    assert!(ana.get(sources).body.contains("printf(&#34;1"), "they are her own");
    assert_eq!(server.browser().get(sources).status, 404, "they are private");
    site.write("open/contest.toml", format!("{CONTEST}visibility = \"open\"\n"));
    assert_eq!(server.browser().get(sources).status, 200, "until the host opens them");
    site.write("open/contest.toml", CONTEST);
    let mine = ana.get("/en/c/open/mine");
    assert!(mine.body.contains("takes part"), "{}", mine.body);
    own_matches(&site, &server, &ana);
    drop(server);
    // The folder is the contest: a copy of it, without the site, gives the same standings.
    let table = |folder: &str| site.succeed(&["standings", folder, "--format", "csv"]);
    site.succeed(&["run", "open", "--quiet"]);
    copy(&site.path().join("open"), &site.path().join("copy"));
    fs::remove_dir_all(site.path().join("copy/.certamen")).unwrap();
    site.succeed(&["run", "copy", "--quiet"]);
    assert_eq!(table("open"), table("copy"));
    assert!(table("copy").contains("uno"));
}

/// Views a match of the user's own; other users must not see it with its standard error.
fn own_matches(site: &Site, server: &PeopleServer, ana: &Browser) {
    let begin = "href=\"/en/c/open/mine/matches/";
    let mine = wait(ana, "/en/c/open/mine", |answer| answer.body.contains(begin));
    let number = mine.body.split(begin).nth(1).unwrap().split(['"', '/']).next().unwrap();
    let path = format!("/en/c/open/mine/matches/{number}");
    let shown = ana.get(&path);
    assert!(shown.body.contains("&#60;i&#62;own words"), "{}", shown.body);
    assert_eq!(shown.body.matches("Standard error").count(), 1, "not the rival's");
    assert!(shown.head.contains("cache-control: no-store"), "{}", shown.head);
    assert_eq!(ana.get(&format!("{path}/1")).status, 200);
    assert!(ana.get(&format!("{path}/frames.js")).body.starts_with("window.certamenFrames="));
    let bea = signed_in(site, server, "bea", &[]);
    let host = signed_in(site, server, "host", &["--role", "host", "--contest", "open"]);
    for below in ["", "/1", "/frames.js"] {
        let statuses =
            [&server.browser(), &bea, &host].map(|who| who.get(&format!("{path}{below}")).status);
        assert_eq!(statuses, [303, 404, 200], "{path}{below}");
    }
    assert_eq!(ana.get("/en/c/open/mine/matches/999999").status, 404);
}

#[test]
fn the_author_of_a_rejected_program_sees_why_and_fixes_it() {
    let site = open_site();
    let mailed =
        "[mail]\nfrom = \"us@example.org\"\ncommand = [\"sh\", \"-c\", \"cat >> mailed\"]\n";
    site.write("site.toml", mailed);
    site.write("mailed", "");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    fs::set_permissions(site.path().join("mailed"), open).unwrap();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mail = |mail, password| [("do", "mail"), ("mail", mail), ("password", password)];
    assert_eq!(ana.post("/en/me", &mail("ana@example.org", "wrong horse")).status, 422);
    assert_eq!(ana.post("/en/me", &mail("ana@x\r\nBcc: y@z", "correct horse")).status, 422);
    assert_eq!(ana.post("/en/me", &mail("ana@example.org", "correct horse")).status, 303);
    assert!(ana.get("/en/me").body.contains("value=\"ana@example.org\""));
    let place = send(&ana, "uno.c", "int main(void) { return x; }\n");
    let back = wait(&ana, &place, |answer| answer.body.contains("disqualified"));
    assert!(back.body.contains("built: failed") && back.body.contains("uno.c"), "{}", back.body);
    let received = |subject: &str| {
        let begun = Instant::now();
        while !site.read("mailed").contains(subject) {
            let text = site.read("mailed");
            assert!(begun.elapsed() < Duration::from_secs(25), "before the next look: {text}");
            thread::sleep(Duration::from_millis(200));
        }
        site.read("mailed")
    };
    let email = received("Your bot uno in Open: disqualified");
    assert!(email.contains("From: <us@example.org>") && email.contains(&place), "{email}");
    let place = send(&ana, "uno.c", CONSTANT);
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    let large = ana.send("/en/c/open/submit", ("dos.c", &vec![b' '; 1 << 20]), &[]);
    assert_eq!(large.status, 413, "{}", large.body);
    let bad = ana.send("/en/c/open/submit", ("x", b"x"), &[("entrant", "../x")]);
    assert_eq!(bad.status, 422, "{}", bad.body);
    assert!(
        ana.send("/en/c/open/submit", ("random.c", b"x"), &[("entrant", "RANDOM")]).status == 409
    );
    let place = send(&ana, "dos.c", CONSTANT);
    assert_eq!(ana.send("/en/c/open/submit", ("tres.c", b"x"), &[]).status, 409, "two slots");
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    let mut host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let ban = [("do", "proscribe"), ("id", "dos"), ("reason", "copied"), ("confirmed", "yes")];
    assert_eq!(host.post("/en/c/open/host", &ban).status, 303);
    assert!(received("Your bot dos in Open: banned").contains("copied"));
}

#[test]
fn users_can_neither_see_nor_change_what_belongs_to_others() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let mut bea = signed_in(&site, &server, "bea", &[]);
    let host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let place = send(&ana, "uno.c", CONSTANT);
    let visitor = server.browser();
    for (path, of_visitor, of_member, of_host) in [
        ("/en/me", 303, 200, 200),
        ("/en/c/open/submit", 303, 200, 200),
        ("/en/c/open/mine", 303, 200, 200),
        ("/en/c/open/mine/matches/1", 303, 404, 404),
        ("/en/c/open/host", 303, 404, 200),
        (place.as_str(), 303, 404, 200),
        ("/en/submissions/nothere", 303, 404, 404),
    ] {
        assert_eq!(visitor.get(path).status, of_visitor, "{path}");
        assert_eq!(bea.get(path).status, of_member, "{path}");
        assert_eq!(host.get(path).status, of_host, "{path}");
    }
    assert_eq!(bea.post(&place, &[("do", "withdraw")]).status, 404);
    assert_eq!(bea.post("/en/c/open/host", &[("do", "approve"), ("id", "x")]).status, 404);
    let cross =
        [("sec-fetch-site", "cross-site"), ("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(ana.say("POST", "/en/me", &cross, b"do=everywhere").status, 403);
    assert_eq!(ana.say("POST", "/en/me", &cross[1..], b"do=everywhere").status, 403);
    assert_eq!(ana.get("/en/me").status, 200, "she is signed in still");
    assert_eq!(ana.get("/en/submissions/..%2f..%2fme").status, 404);
}

#[test]
fn password_guesses_are_slowed_and_reveal_nothing() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    signed_in(&site, &server, "ana", &[]);
    let mut guesser = server.browser();
    let mut guess = |handle: &str| {
        guesser.post("/en/sign-in", &[("handle", handle), ("password", "wrong horse")])
    };
    let (known, unknown) = (guess("ana"), guess("absent"));
    let listed = |answer: &WebAnswer, name: &str| (answer.status, answer.body.replace(name, "x"));
    assert_eq!(listed(&known, "ana"), listed(&unknown, "absent"));
    assert_eq!(known.status, 403);
    let statuses: Vec<u16> = (0..12).map(|_| guess("ana").status).collect();
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    assert!(guess("ana").head.contains("retry-after: "));
}

/// Copies a folder with its content.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn a_host_looks_before_a_program_takes_part() {
    let site = open_site();
    site.write("open/contest.toml", format!("{CONTEST}approval = true\n"));
    let server = PeopleServer::start(&site, &[]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let mut host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let place = send(&ana, "uno.c", CONSTANT);
    wait(&ana, &place, |answer| answer.body.contains("waiting for approval"));
    let page = host.get("/en/c/open/host");
    assert!(page.body.contains("printf(&#34;1"), "the source is shown: {}", page.body);
    let id = place.rsplit('/').next().unwrap();
    let decide =
        |host: &mut Browser, fields: &[(&str, &str)]| host.post("/en/c/open/host", fields).status;
    assert_eq!(decide(&mut host, &[("do", "reject"), ("id", id)]), 422, "a reason is missing");
    assert_eq!(decide(&mut host, &[("do", "approve"), ("id", id)]), 303);
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    let out = [("do", "disqualify"), ("id", "uno"), ("reason", "a copy of another")];
    assert_eq!(decide(&mut host, &out), 200, "it is to be confirmed");
    assert!(ana.get(&place).body.contains("takes part"));
    let out = [&out[..], &[("confirmed", "yes")]].concat();
    assert_eq!(decide(&mut host, &out), 303);
    wait(&ana, &place, |answer| answer.body.contains("disqualified"));
    let log = host.get("/en/c/open/host").body;
    assert!(log.contains("host disqualified uno: a copy of another"), "{log}");
    assert!(log.contains("host approved uno."), "{log}");
}

#[test]
fn a_script_sends_by_token() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let refused = ana.post("/en/me", &[("do", "token"), ("label", "ci")]);
    assert_eq!(refused.status, 422, "a session alone makes no token");
    let bearer = format!("Bearer {}", script_of(&mut ana).token);
    let script = server.browser();
    let ask = |verb: &str, path: &str, token: &str, body: &[u8]| {
        let kind = ("content-type", "multipart/form-data; boundary=x");
        script.say(verb, path, &[("authorization", token), kind], body)
    };
    let measured = |token: &str| {
        let elsewhere = ("x-forwarded-for", "192.0.2.7");
        script.say("GET", "/metrics", &[("authorization", token), elsewhere], b"").status
    };
    assert_eq!(measured(&bearer), 401, "she is no admin");
    site.succeed(&["account", ".", "role", "ana", "--role", "admin"]);
    assert_eq!((measured(&bearer), measured("Bearer absent")), (200, 401));
    assert!(ask("GET", "/api/v1/me", &bearer, b"").body.contains(r#""handle":"ana""#));
    let form = format!(
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"uno.c\"\r\n\r\n{CONSTANT}\r\n--x--\r\n"
    );
    let path = "/api/v1/contests/open/submissions";
    let sent = ask("POST", path, &bearer, form.as_bytes());
    assert_eq!(sent.status, 201, "{}", sent.body);
    let listed: serde_json::Value = serde_json::from_str(&sent.body).unwrap();
    let listed = listed["told"].as_str().unwrap();
    let begun = Instant::now();
    while !ask("GET", listed, &bearer, b"").body.contains(r#""state":"live""#) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(200));
    }
    for wrong in ["Bearer absent", "Basic x", ""] {
        assert_eq!(ask("POST", path, wrong, form.as_bytes()).status, 401, "{wrong}");
        assert_eq!(ask("GET", listed, wrong, b"").status, 401, "{wrong}");
    }
    let document: serde_json::Value =
        serde_json::from_str(&script.get("/api/openapi.json").body).unwrap();
    for (own, verb) in [("/me", "get"), ("/contests/{contest}/submissions", "post")] {
        assert!(!document["paths"][own][verb]["security"].is_null(), "{own}");
    }
    // A cookie does not allow uploads: another site could make a signed-in browser send one.
    let kind = ("content-type", "multipart/form-data; boundary=x");
    assert_eq!(ana.say("POST", path, &[kind], form.as_bytes()).status, 401);
    assert_eq!(ask("POST", path, &bearer, b"no form").status, 400);
    assert_eq!(
        ask("POST", "/api/v1/contests/nothere/submissions", &bearer, form.as_bytes()).status,
        404
    );
}

#[test]
fn a_copy_of_a_site_is_whole_and_can_be_served() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = signed_in(&site, &server, "ana", &[]);
    send(&ana, "uno.c", CONSTANT);
    let copies = tempfile::tempdir().unwrap();
    let out = copies.path().to_str().unwrap();
    site.succeed(&["backup", ".", "--out", out]);
    assert!(site.succeed(&["backup", out, "--verify"]).contains("intact"));
    assert!(site.succeed(&["account", out, "list"]).contains("ana"));
    fs::write(Path::new(out).join("open/contest.toml"), "").unwrap();
    assert_eq!(site.run(&["backup", out, "--verify"]).code, 3);
}

#[test]
fn what_is_no_site_is_not_copied_and_leaves_nothing() {
    let site = open_site();
    let said = site.run(&["backup", "nothere", "--out", "copy"]);
    assert_eq!(said.code, 1);
    assert!(!site.path().join("copy").exists(), "{said:?}");
    // An error in the site's own file is reported before an address.
    site.write("site.toml", "registration = \"maybe\"\n");
    let said = site.run(&["serve", ".", "--listen", "127.0.0.1:0", "--no-play"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("site.toml") && said.err.contains("maybe"), "{said:?}");
}
