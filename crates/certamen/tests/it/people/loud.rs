//! File names and output of bots: they have no effect in pages, scripts, headers and e-mail.

use super::{CONSTANT, CONTEST, PeopleServer, WebAnswer, open_site, send, signed_in, wait};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    thread,
    time::{Duration, Instant},
};

/// Strings that must not appear unescaped.
const ACTS: [&str; 7] =
    ["</script><b", "<b onclick", "\u{1b}", "\u{7}", "\u{0}", "\u{202e}", "\u{9b}"];

fn check_quiet(answer: &WebAnswer, place: &str) {
    for acts in ACTS {
        assert!(!answer.body.contains(acts), "{place}: {acts:?}: {}", answer.body);
        assert!(!answer.head.contains(acts), "{place}: {acts:?}: {}", answer.head);
    }
}

#[test]
fn what_a_program_says_on_standard_error_acts_on_no_page_of_its_author() {
    let site = open_site();
    let server = PeopleServer::start(&site, &[]);
    let ana = signed_in(&site, &server, "ana", &[]);
    let talks = "for (;;) { fputs(\"</script><b onclick=x>\\033[31m\\a\\r\\302\\233\\342\\200\\256 \
        own words\\n\", stderr); fputc(0, stderr);";
    let place = send(&ana, "uno.c", &CONSTANT.replacen("for (;;) {", talks, 1));
    wait(&ana, &place, |answer| answer.body.contains("takes part"));
    let begin = "href=\"/en/c/open/mine/matches/";
    let mine = wait(&ana, "/en/c/open/mine", |answer| answer.body.contains(begin));
    let number = mine.body.split(begin).nth(1).unwrap().split(['"', '/']).next().unwrap();
    let path = format!("/en/c/open/mine/matches/{number}");
    let shown = ana.get(&path).body;
    let reported = "&#60;/script&#62;&#60;b onclick=x&#62;";
    assert!(shown.contains(reported) && shown.contains("own words"), "{shown}");
    let trial = format!("{place}/match");
    for own in [&path, &place, &trial] {
        check_quiet(&ana.get(own), own);
    }
    for below in ["/1", "/frames.js"] {
        let own = format!("{path}{below}");
        let answer = ana.get(&own);
        assert_eq!(answer.status, 200, "{own}");
        check_quiet(&answer, &own);
    }
    check_quiet(&ana.get(&format!("{place}/frames.js")), "its frames");
}

#[test]
fn what_a_file_is_called_acts_on_no_page_and_in_no_letter() {
    let site = open_site();
    let mailed =
        "[mail]\nfrom = \"us@example.org\"\ncommand = [\"sh\", \"-c\", \"cat >> mailed\"]\n";
    site.write("site.toml", mailed);
    site.write("mailed", "");
    let many = CONTEST.replace("per_author = 2", "per_author = 20");
    site.write("open/contest.toml", many);
    let open = PermissionsExt::from_mode(0o666);
    fs::set_permissions(site.path().join("mailed"), open).unwrap();
    let server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mail = [("do", "mail"), ("mail", "ana@example.org"), ("password", "correct horse")];
    assert_eq!(ana.post("/en/me", &mail).status, 303);
    // As browsers send it, in an invalid form, and with the extended parameter for file names.
    for (number, name) in [
        "a%0D%0Aset-cookie: evil=1%0D%0A.c",
        "a\r\nset-cookie: evil=1\r\n.c",
        "a\rBcc: evil@example.org\r.c",
        "a\u{0}b</script><b onclick=x>.c",
        "a\u{202e}c.exe.c\u{1b}[31m\u{7}.c",
        "a.c\"; filename*=UTF-8''a%0D%0ABcc%3A%20evil%40example.org.c",
    ]
    .into_iter()
    .enumerate()
    {
        let entrant = format!("e{number}");
        let broken = b"int main(void) { return x; }\n";
        for entrant in [&entrant, ""] {
            let sent = ana.send("/en/c/open/submit", (name, broken), &[("entrant", entrant)]);
            assert!([303, 400, 422].contains(&sent.status), "{name:?}: {}", sent.head);
            assert!(!sent.head.contains("evil"), "{name:?}: {}", sent.head);
            check_quiet(&sent, name);
            if sent.status == 303 {
                let own = ana.get(sent.location());
                assert!(!own.head.contains("evil"), "{name:?}: {}", own.head);
                check_quiet(&own, name);
            }
        }
    }
    check_quiet(&ana.get("/en/c/open/mine"), "mine");
    let back = "Your bot e5 in Open: disqualified";
    let begun = Instant::now();
    while !site.read("mailed").contains(back) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", site.read("mailed"));
        thread::sleep(Duration::from_millis(200));
    }
    let emails = site.read("mailed");
    assert!(!emails.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{emails}");
    assert!(!emails.contains("evil@example.org\r") && !emails.contains("\nset-cookie"));
    assert!(!ACTS.iter().any(|acts| emails.contains(acts)), "{emails}");
}
