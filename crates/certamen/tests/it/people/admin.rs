//! Administration in the browser: the state of the site, accounts and links, roles; other users get
//! no access to these pages.

use super::{Browser, PeopleServer, WebAnswer, open_site, signed_in};

const PEOPLE: &str = "/en/admin/people";
const PARTS: [&str; 5] = ["contests", "people", "audit", "hall", "health"];

fn decide(admin: &mut Browser, act: &str, handle: &str, more: &[(&str, &str)]) -> WebAnswer {
    let fields = [("do", act), ("handle", handle), ("password", "correct horse")];
    admin.post(PEOPLE, &[&fields, more].concat())
}

#[test]
fn pages_of_admins_are_only_for_admins() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mut host = signed_in(&site, &server, "host", &["--role", "host", "--contest", "open"]);
    let admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    for part in PARTS {
        let page = format!("/en/admin/{part}");
        assert_eq!(server.browser().get(&page).status, 303, "{part}");
        assert_eq!(ana.get(&page).status, 404, "{part}");
        assert_eq!(host.get(&page).status, 404, "{part}");
        let shown = admin.get(&page);
        assert!(shown.status == 200 && shown.head.contains("no-store"), "{part}: {shown:?}");
    }
    for other in [&mut ana, &mut host] {
        assert_eq!(decide(other, "role", "ana", &[("role", "admin")]).status, 404);
        assert!(!other.get("/en/me").body.contains("/admin/"));
    }
    let own = admin.get("/en/me").body;
    assert!(own.contains("/en/admin/contests") && own.contains("/en/proposals"), "{own}");
    assert!(!own.contains("<<<<") && !own.contains("===="), "no half of a page: {own}");
    let page = admin.get("/en/admin/hall").body;
    assert!(page.contains("plays no matches") && page.contains("/en/c/open/host/log"), "{page}");
    assert!(admin.get("/en/admin/contests").body.contains("/en/c/open/host"));
    assert_eq!(admin.get("/en/admin/other").status, 404);
    for (language, word) in [("es", "Personas"), ("fr", "Personnes"), ("it", "Persone")] {
        assert!(admin.get(&format!("/{language}/admin/people")).body.contains(word), "{language}");
    }
}

#[test]
fn an_admin_makes_accounts_gives_roles_and_closes() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    let made = decide(&mut admin, "add", "bea", &[]);
    let way = made.body.split("/en/one-time/").nth(1).unwrap().split('<').next().unwrap();
    let mut bea = server.browser();
    let link = format!("/en/one-time/{way}");
    assert_eq!(bea.post(&link, &[("password", "correct horse")]).status, 303);
    assert_eq!(bea.get("/en/c/open/host").status, 404);
    let host = [("role", "host"), ("contest", "open")];
    assert_eq!(decide(&mut admin, "role", "bea", &host).status, 303);
    assert_eq!(bea.get("/en/c/open/host").status, 200);
    assert!(admin.get("/en/admin/contests").body.contains(">bea<"));
    assert_eq!(decide(&mut admin, "role", "bea", &[("role", "member")]).status, 303);
    assert_eq!(bea.get("/en/c/open/host").status, 404);
    assert_eq!(decide(&mut admin, "close", "bea", &[]).status, 303);
    assert_eq!(bea.get("/en/me").status, 303, "she is signed out");
    let log = admin.get("/en/admin/audit").body;
    for act in ["account-made", "role-given", "host:open", "account-closed"] {
        assert!(log.contains(act), "{act}: {log}");
    }
}

#[test]
fn what_an_admin_may_not_is_reported_and_changes_nothing() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    let unproved = admin.post(PEOPLE, &[("do", "add"), ("handle", "bea"), ("password", "guess")]);
    assert!(unproved.status == 422 && !unproved.body.contains("one-time"), "{}", unproved.body);
    for (act, handle, more, named) in [
        ("close", "chief", &[][..], "your own admin role"),
        ("role", "chief", &[("role", "member")], "your own admin role"),
        ("link", "absent", &[], "absent"),
        ("add", "root", &[], "root"),
        ("add", "Bad Name", &[], "Bad Name"),
        ("role", "root", &[("role", "host"), ("contest", "nothere")], "nothere"),
    ] {
        let reported = decide(&mut admin, act, handle, more);
        assert!(
            reported.status == 422 && reported.body.contains(named),
            "{act} {handle}: {}",
            reported.body
        );
    }
    assert_eq!(decide(&mut admin, "role", "root", &[("role", "king")]).status, 400);
    assert!(site.succeed(&["account", ".", "list"]).contains("chief\topen\tadmin"));
}
