//! Accounts by invitation: who creates the links, and what they do.

use super::{Browser, PeopleServer, open_site, signed_in, way};

const INVITING: &str = "registration = \"invitation\"\n";
const HOSTS: &str = "/en/c/open/host/people";
const ADMINS: &str = "/en/admin/people";

fn accept(browser: &mut Browser, link: &str, handle: &str) -> (u16, String) {
    let form = [("handle", handle), ("password", "correct horse")];
    let answer = browser.post(link, &form);
    let reported = if answer.status == 303 { answer.location().to_owned() } else { answer.body };
    (answer.status, reported)
}

/// The invitation on a page.
fn shown(body: &str) -> String {
    let secret = body.split("/en/register/").nth(1).unwrap_or_else(|| panic!("{body}"));
    format!("/en/register/{}", secret.split('<').next().unwrap())
}

#[test]
fn an_invited_person_creates_an_account_once() {
    let site = open_site();
    site.write("site.toml", INVITING);
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = server.browser();
    for page in ["/en/register", "/en/sign-in"] {
        let reported = ana.get(page).body;
        assert!(
            reported.contains("You need an invitation. Ask an organizer."),
            "{page}: {reported}"
        );
        assert!(!reported.contains("href=\"/en/register"), "{page}: {reported}");
    }
    assert_eq!(accept(&mut ana, "/en/register", "ana").0, 403);
    let link = way(&site.succeed(&["account", ".", "invite"]));
    for (language, word) in [
        ("en", "You are invited"),
        ("es", "Le invitamos a crear"),
        ("fr", "Vous êtes invité"),
        ("it", "La invitiamo a creare"),
    ] {
        let page = ana.get(&link.replacen("/en/", &format!("/{language}/"), 1));
        assert!(page.status == 200 && page.body.contains(word), "{}", page.body);
        assert!(page.head.contains("cache-control: no-store"), "{}", page.head);
    }
    for (handle, why) in
        [("-ana", "invalid username"), ("root", "is taken"), ("<b>", "&#60;b&#62;")]
    {
        let (status, reported) = accept(&mut ana, &link, handle);
        assert!(status == 422 && reported.contains(why), "{handle}: {reported}");
    }
    assert_eq!(accept(&mut ana, &link, "Ana"), (303, "/en/me".to_owned()), "it is good still");
    assert_eq!(ana.get("/en/me").status, 200);
    assert_eq!(ana.get(HOSTS).status, 404, "she has no right by it");
    let mut other = server.browser();
    let (status, reported) = accept(&mut other, &link, "bea");
    assert!(status == 404 && reported.contains("has already been used"), "{reported}");
    assert_eq!(other.get(&link).status, 404);
    let foreign = format!("/en/register/{}", "a".repeat(52));
    assert!(
        accept(&mut other, &foreign, "bea").1.contains("has already been used, or has expired")
    );
    let one_time = way(&site.succeed(&["account", ".", "reset", "ana"]));
    assert_eq!(other.get(&one_time.replace("one-time", "register")).status, 404, "another kind");
    assert!(
        site.succeed(&["account", ".", "list"]).lines().eq(["ana\topen\t", "root\topen\tadmin"])
    );
}

#[test]
fn hosts_and_admins_invite_as_long_as_they_may() {
    let site = open_site();
    site.write("site.toml", INVITING);
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mut host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let mut admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    let invite = [("do", "invite"), ("password", "correct horse")];
    assert_eq!(ana.post(HOSTS, &invite).status, 404);
    assert_eq!(host.post(ADMINS, &invite).status, 404);
    let guessed = host.post(HOSTS, &[("do", "invite"), ("password", "wrong horse")]);
    assert!(guessed.status == 422 && !guessed.body.contains("/register/"), "{}", guessed.body);
    assert!(host.get(HOSTS).body.contains("value=\"invite\""));
    let [first, second] = [(), ()].map(|()| shown(&host.post(HOSTS, &invite).body));
    assert!(!host.get(HOSTS).body.contains("/register/"), "it is shown once");
    let mut bea = server.browser();
    let page = bea.get(&first).body;
    assert!(page.contains("and enter Open"), "{page}");
    assert_eq!(accept(&mut bea, &first, "bea"), (303, "/en/c/open".to_owned()));
    let log = host.get("/en/c/open/host/log").body;
    for line in ["host made an invitation.", "bea accepted an invitation."] {
        assert!(log.contains(line), "{line}: {log}");
    }
    // When a host loses that role, open invitations of this host become invalid.
    site.succeed(&["account", ".", "role", "host", "--role", "member"]);
    assert_eq!(bea.get(&second).status, 404);
    let link = shown(&admin.post(ADMINS, &invite).body);
    assert_eq!(accept(&mut server.browser(), &link, "eva"), (303, "/en/me".to_owned()));
    let log = admin.get("/en/admin/audit").body;
    assert!(log.contains("invitation-used") && log.contains("eva"), "{log}");
}

#[test]
fn without_invitations_links_are_neither_created_nor_valid() {
    let site = open_site();
    site.write("site.toml", INVITING);
    let link = way(&site.succeed(&["account", ".", "invite", "--contest", "open"]));
    for registration in ["closed", "open"] {
        site.write("site.toml", format!("registration = \"{registration}\"\n"));
        let said = site.run(&["account", ".", "invite"]);
        assert!(said.code == 2 && said.err.contains("registration = \"invitation\""), "{said:?}");
    }
    site.write("site.toml", "registration = \"closed\"\n");
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = server.browser();
    let (status, reported) = accept(&mut ana, &link, "ana");
    assert!(status == 403 && reported.contains("administrator for an account"), "{reported}");
    assert_eq!(ana.get(&link).status, 403);
    let mut admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    assert!(!admin.get(ADMINS).body.contains("value=\"invite\""));
    let invite = [("do", "invite"), ("password", "correct horse")];
    for page in [ADMINS, HOSTS] {
        let refused = admin.post(page, &invite);
        assert!(refused.status == 409 && refused.body.contains("site.toml"), "{}", refused.body);
    }
}

#[test]
fn repeated_tries_of_an_invitation_are_slowed() {
    let site = open_site();
    site.write("site.toml", INVITING);
    let server = PeopleServer::start(&site, &["--no-play"]);
    let link = way(&site.succeed(&["account", ".", "invite"]));
    let mut guesser = server.browser();
    // Each attempt could show whether a user of that name exists.
    let tried: Vec<u16> = (0..6).map(|_| accept(&mut guesser, &link, "root").0).collect();
    assert_eq!(tried, [422, 422, 422, 422, 422, 429], "five in an hour");
    assert_eq!(server.browser().get(&link).status, 200, "looking is free");
}
