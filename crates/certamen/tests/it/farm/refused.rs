//! What is refused by name where several machines are to play: nothing is begun, nothing stored.

use super::server::{Process, Server, hurried, until};
use crate::site::{Said, Site, mancala};

fn site() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site
}

/// What is said when the contest is run so.
fn run(site: &Site, arguments: &[&str]) -> Said {
    let all: Vec<&str> = ["run", "c"].iter().chain(arguments).copied().collect();
    let said = site.run(&all);
    assert!(!site.path().join("c/.certamen/store.sqlite").exists(), "{arguments:?}: it was begun");
    said
}

#[test]
fn an_address_is_refused_for_what_is_wrong_with_it() {
    let site = site();
    for (arguments, code, words) in [
        (&["--bus", "localhost:4222"][..], 2, "is no address of a server"),
        (&["--bus", "nats://me:secret@localhost"], 2, "do not belong in an address"),
        (&["--bus", "nats://192.0.2.1"], 2, "add --plain"),
        (&["--bus", "tls://192.0.2.1"], 2, "needs the key"),
        (&["--bus", "nats://127.0.0.1:1"], 1, "no server at nats://127.0.0.1:1"),
        (&["--bus", "nats://127.0.0.1:1", "--jobs", "2"], 2, "certamen worker --slots"),
        (&["--bus", "nats://127.0.0.1:1", "--key", "nothere"], 1, "key nothere"),
    ] {
        let said = run(&site, arguments);
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        assert!(said.err.contains(words), "{arguments:?}: {said:?}");
        assert!(!said.err.contains("secret"), "{said:?}");
    }
}

#[test]
fn a_server_that_keeps_nothing_is_refused() {
    let site = site();
    let server = Server::start_with(&site, &[]);
    let said = run(&site, &["--bus", &server.address()]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("keeps no messages: start it with -js"), "{said:?}");
}

#[test]
fn two_machines_of_one_name_and_names_that_are_none_are_refused() {
    let site = site();
    let server = Server::start(&site);
    let _first = Process::worker(&site, &server, "lab", "1");
    let key = site.path().join("cache/certamen/worker/lab.key");
    until("the first has its name", || key.exists());
    let worker = |name: &str| {
        let address = server.address();
        let out = hurried(&site, &["worker", "--connect", &address, "--name", name]).output();
        String::from_utf8(out.unwrap().stderr).unwrap()
    };
    assert!(worker("lab").contains("another worker here is called `lab`"));
    assert!(worker("a.*.>").contains("is no name of a machine"));
}
