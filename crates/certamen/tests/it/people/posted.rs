//! E-mails with links: their recipients, and the links' targets.

use super::{PeopleServer, open_site, signed_in, way};
use std::{fs, os::unix::fs::MetadataExt};

/// An e-mail's text before line breaks were encoded for transport.
fn text(email: &str) -> String {
    email.replace("=\r\n", "").replace("=3D", "=")
}

#[test]
fn a_link_of_the_command_is_mailed_to_users_with_an_address() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let outbox = site.path().join(".site/outbox");
    let emails = || fs::read_dir(&outbox).map_or_else(|_| Vec::new(), Iterator::collect);
    let said = site.run(&["account", ".", "reset", "ana"]);
    assert!(said.code == 0 && !said.err.contains("written"), "{said:?}");
    assert_eq!(emails().len(), 0, "she gave no address");
    let mail = [("do", "mail"), ("mail", "ana@example.org"), ("password", "correct horse")];
    assert_eq!(ana.post("/en/me", &mail).status, 303);
    let said = site.run(&["account", ".", "reset", "ana"]);
    assert!(
        said.code == 0 && said.err.contains("the link is also sent to ana by e-mail"),
        "{said:?}"
    );
    let link = said.out.trim();
    // The address is the one on which the server listens, not one that a client sent.
    assert!(link.starts_with(&format!("http://{}/en/one-time/", server.address)), "{link}");
    let mut found = emails();
    assert_eq!(found.len(), 1);
    let email = found.remove(0).unwrap();
    let reported = text(&fs::read_to_string(email.path()).unwrap());
    assert!(reported.contains("To: <ana@example.org>") && reported.contains(link), "{reported}");
    // Only the process that serves the site can read it.
    let (own, site_folder) =
        (email.metadata().unwrap(), fs::metadata(site.path().join(".site")).unwrap());
    assert_eq!((own.uid(), own.mode() & 0o777), (site_folder.uid(), 0o600));
    assert_eq!(fs::metadata(&outbox).unwrap().uid(), site_folder.uid());
    let set = ana.post(&way(link), &[("password", "another horse")]);
    assert_eq!(set.status, 303, "it lets her in");
}

#[test]
fn links_of_a_page_lead_to_where_the_site_listens() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut admin = signed_in(&site, &server, "chief", &["--role", "admin"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mail = [("do", "mail"), ("mail", "ana@example.org"), ("password", "correct horse")];
    assert_eq!(ana.post("/en/me", &mail).status, 303);
    let link = [("do", "link"), ("handle", "ana"), ("password", "correct horse")];
    let made = admin.post("/en/admin/people", &link).body;
    let here = format!("http://{}/", server.address);
    assert!(made.contains(&format!("{here}en/one-time/")), "{made}");
    let found = fs::read_dir(site.path().join(".site/outbox")).unwrap().next().unwrap().unwrap();
    let email = text(&fs::read_to_string(found.path()).unwrap());
    assert!(email.contains(&here) && !email.contains(":8080"), "{email}");
    drop(server);
    site.write("site.toml", "base_url = \"https://contests.example.org/\"\n");
    let said = site.succeed(&["account", ".", "reset", "ana"]);
    assert!(said.starts_with("https://contests.example.org/en/one-time/"), "{said}");
}
