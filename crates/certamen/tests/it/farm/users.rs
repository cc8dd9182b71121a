//! Users of a server: each has the rights of its role, and no others.

use super::{
    alone,
    server::{Process, Server, free_port, hurried, until},
    state,
};
use crate::site::{Site, mancala};
use certamen_farm::identity::PrivateKey;
use certamen_farm::{
    BusError, Nats, Queue, Terms, Transport, layout,
    rights::{BusRole, RIGHTS},
};
use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, time::Duration};

/// A server with users, whose keys are in `farm`.
pub(super) fn set_up(site: &Site) -> Server {
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    site.succeed(&["bus", "setup", "farm", "--workers", "lab,cloud", "--listen", &listen]);
    Server::set_up(site, port)
}

/// A connection to the server as the user with this key.
pub(crate) fn connected(address: &str, key: Option<&Path>) -> Nats {
    connected_for(address, key, Duration::from_secs(60))
}

/// The same with this timeout for answers.
pub(crate) fn connected_for(address: &str, key: Option<&Path>, question: Duration) -> Nats {
    let own = key.map(|path| PrivateKey::read(path).unwrap());
    let terms = Terms { question, reach: Duration::from_secs(60), ..Terms::usual() };
    Nats::connect(&address.parse().unwrap(), own.as_ref(), terms).unwrap()
}

/// A worker whose user has this key.
pub(super) fn worker(site: &Site, address: &str, key: &str) -> Process {
    let arguments = ["worker", "--connect", address, "--key", key, "--slots", "2", "--tier", "D"];
    Process::start(site, &arguments)
}

/// Plays the contest in `c` to its end, as the user with this key.
pub(super) fn run_as(site: &Site, server: &Server, key: &str) {
    let run = ["run", "c", "--bus", &server.address(), "--key", key];
    let out = hurried(site, &run).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn keys_are_their_owners_and_nothing_is_written_twice() {
    let site = Site::new();
    let setup = |workers: &str| site.run(&["bus", "setup", "farm", "--workers", workers]);
    let said = setup("lab");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("nats-server -c farm/nats.conf"), "{said:?}");
    let file = |name: &str| fs::read_to_string(site.path().join("farm").join(name)).unwrap();
    let keys = ["coordinator.key", "viewer.key", "lab.key"];
    let before = keys.map(file);
    for name in keys {
        let found = fs::metadata(site.path().join("farm").join(name)).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, 0o600, "{name}");
        assert!(!file("users.conf").contains(file(name).trim()), "{name} is revealed to no one");
    }
    // The key's file is gone, but the server still knows the user.
    fs::remove_file(site.path().join("farm/lab.key")).unwrap();
    let users = file("users.conf");
    assert_eq!(setup("lab,cloud").code, 0);
    assert!(!site.path().join("farm/lab.key").exists());
    assert_eq!([file(keys[0]), file(keys[1])], before[..2]);
    let added = file("users.conf");
    assert!(users.lines().all(|line| added.contains(line.trim_end_matches(']'))), "{added}");
    assert!(added.contains("# worker cloud") && site.path().join("farm/cloud.key").exists());
}

#[test]
fn what_cannot_be_set_up_is_refused_by_name() {
    let site = Site::new();
    for (arguments, words) in [
        (&["--workers", "lab,lab"][..], "`lab` is already in use"),
        (&["--workers", "coordinator"], "`coordinator` is already in use"),
        (&["--workers", "a.*.>"], "invalid worker or class name"),
        (&["--listen", "0.0.0.0:4222"], "--tls-cert"),
        (&["--listen", "farm"], "farm"),
        (&["--tls-cert", "nothere", "--tls-key", "nothere"], "nothere"),
        (&["--tls-cert", "alone"], "--tls-key"),
    ] {
        let said = site.run(&[&["bus", "setup", "farm"], arguments].concat());
        assert_ne!(said.code, 0, "{arguments:?}: {said:?}");
        assert!(said.err.contains(words), "{arguments:?}: {said:?}");
        assert!(!site.path().join("farm").exists(), "{arguments:?}");
    }
    site.write("farm/users.conf", "users: [\n  {\"user\": \"me\", \"password\": \"x\"}\n]\n");
    let said = site.run(&["bus", "setup", "farm"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("not written by `certamen bus setup`"), "{said:?}");
}

#[test]
fn users_play_a_contest_to_the_table_of_one_machine() {
    let contest = mancala(20);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let server = set_up(&site);
    let address = server.address();
    let _worker = worker(&site, &address, "farm/lab.key");
    run_as(&site, &server, "farm/coordinator.key");
    assert_eq!(state(&site), alone(&contest));
    let workers = ["workers", "--bus", &address, "--key", "farm/viewer.key", "--json"];
    assert!(site.succeed(&workers).contains("\"slots\":2"));
}

#[test]
fn each_user_may_do_what_it_is_there_for_and_nothing_else() {
    let site = Site::new();
    let server = set_up(&site);
    let address = server.address();
    let keys = [
        ("coordinator", BusRole::Coordinator),
        ("lab", BusRole::Worker),
        ("viewer", BusRole::Viewer),
    ];
    for (name, own) in keys {
        let key = site.path().join(format!("farm/{name}.key"));
        let held = connected(&address, Some(&key)).rights().unwrap();
        for right in RIGHTS {
            let may = right.roles.contains(&own);
            assert_eq!(held.contains(&right), may, "{name}: {right:?}");
        }
        for role in BusRole::ALL {
            let key = format!("farm/{name}.key");
            let check = ["bus", "check", &address, "--key", &key, "--role", role.word()];
            let said = site.run(&check);
            assert_eq!(said.code, if role == own { 0 } else { 3 }, "{check:?}: {said:?}");
            assert!(said.out.starts_with("server 2."), "{said:?}");
            assert!(said.out.contains(&format!("key of a {}", own.word())), "{said:?}");
        }
    }
    let open = Server::start(&Site::new());
    let said = site.run(&["bus", "check", &open.address()]);
    assert!(said.out.contains("lets everyone do everything"), "{said:?}");
}

#[test]
fn a_worker_cannot_touch_what_is_not_its_own() {
    let site = Site::new();
    let server = set_up(&site);
    let key = |name: &str| site.path().join(format!("farm/{name}.key"));
    let coordinator = connected(&server.address(), Some(&key("coordinator")));
    coordinator.prepare().unwrap();
    let terms = Terms::usual();
    let (work, results) = (layout::work_queue("k", 1, &terms), layout::result_queue("c", &terms));
    coordinator.open(&results).unwrap();
    coordinator.open(&work).unwrap();
    coordinator.publish(&layout::work("k", 1, "c"), "b", b"theirs".to_vec()).unwrap();
    // A user without permission gets no messages.
    let lab = connected_for(&server.address(), Some(&key("lab")), Duration::from_millis(500));
    let refused = |what: &str, done: Result<(), BusError>| {
        assert!(matches!(done, Err(BusError::Away { .. })), "{what}: {done:?}");
    };
    refused("hand work out", lab.publish(&layout::work("k", 1, "c"), "x", b"x".to_vec()));
    refused("replace a bot", lab.put_part(&layout::bundle_part("b", 0), b"x".to_vec()));
    refused("remove work", lab.purge(&layout::work_of("c")));
    refused("make streams", lab.prepare().map(drop));
    let other = Queue { name: "w_mine_1".to_owned(), ..work.clone() };
    refused("make queues", lab.open(&other));
    refused("count what waits", lab.waiting(&work).map(drop));
    refused("take results", lab.fetch(&results, 1, Duration::ZERO).map(drop));
    // Subscriptions to other users' subjects get no messages.
    let overheard = ["certamen.>", "certamen.result.*.*", "certamen.beat.*.*", "_INBOX.>", ">"]
        .map(|subject| lab.subscribe(subject).unwrap());
    let cloud = connected(&server.address(), Some(&key("cloud")));
    let own_key = |name: &str| PrivateKey::read(&key(name)).unwrap().public();
    let (lab_key, cloud_key) = (own_key("lab"), own_key("cloud"));
    let theirs = layout::result("c", &cloud_key);
    refused("hand in for others", lab.publish(&theirs, "x", b"x".to_vec()));
    refused("a result without a job", lab.publish(&layout::result("c", "UA"), "x", b"x".to_vec()));
    let theirs = layout::result_part(&cloud_key, &"0".repeat(64), "0");
    refused("hand in for others", lab.put_part(&theirs, b"x".to_vec()));
    let heartbeats = coordinator.subscribe(&layout::heartbeat("*", "*")).unwrap();
    lab.send(&layout::heartbeat(&cloud_key, "M"), b"not its own".to_vec()).unwrap();
    lab.send(&layout::heartbeat(&lab_key, "M"), b"its own".to_vec()).unwrap();
    let heartbeat = heartbeats.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(heartbeat.bytes, b"its own", "no worker speaks for others");
    cloud.publish(&layout::result("c", &cloud_key), "r", b"a result".to_vec()).unwrap();
    cloud.send(&layout::heartbeat(&cloud_key, "M"), b"a beat".to_vec()).unwrap();
    let own = cloud.fetch(&work, 1, Duration::ZERO).unwrap();
    assert_eq!(own.first().map(|one| &*one.bytes), Some(&b"theirs"[..]), "nothing was removed");
    let came = coordinator.fetch(&results, 9, Duration::from_secs(60)).unwrap();
    let came: Vec<&[u8]> = came.iter().map(|one| &*one.bytes).collect();
    assert_eq!(came, [b"a result"]);
    for heard in overheard {
        assert!(heard.try_recv().is_err());
    }
}

#[test]
fn a_key_that_may_not_is_refused_by_name() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let server = set_up(&site);
    let address = server.address();
    PrivateKey::draw().write(&site.path().join("unknown.key")).unwrap();
    let worker = &["worker", "--tier", "D", "--connect"][..];
    for (command, key, words) in [
        (&["run", "c", "--bus"][..], Some("farm/lab.key"), "no permission for `certamen.work"),
        (&["run", "c", "--bus"], Some("unknown.key"), "unknown user"),
        (&["run", "c", "--bus"], None, "unknown user"),
        (worker, Some("farm/viewer.key"), "no permission for `certamen.result"),
        (worker, Some("unknown.key"), "unknown user"),
        (&["workers", "--bus"], Some("farm/lab.key"), "no permission for `certamen.roll`"),
        (&["bus", "check"], Some("unknown.key"), "unknown user"),
    ] {
        let mut arguments = command.to_vec();
        arguments.push(&address);
        arguments.extend(key.iter().flat_map(|key| ["--key", key]));
        let out = hurried(&site, &arguments).output().unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert!(!site.path().join("c/.certamen/store.sqlite").exists(), "nothing was begun");
}

#[test]
fn what_is_said_is_encrypted_where_there_is_a_certificate() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let wish = "[req]\ndistinguished_name=n\nx509_extensions=x\nprompt=no\n[n]\nCN=farm\n\
                [x]\nsubjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n";
    site.write("wish", wish);
    let request = ["req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", "-config", "wish"];
    let files = ["-keyout", "k.pem", "-out", "c.pem"];
    let mut openssl = Command::new("openssl");
    let made = openssl.args(request).args(files).current_dir(site.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let tls = ["--tls-cert", "c.pem", "--tls-key", "k.pem"];
    let setup = ["bus", "setup", "farm", "--workers", "lab", "--listen", &listen];
    site.succeed(&[&setup[..], &tls].concat());
    let _server = Server::set_up(&site, port);
    let address = format!("tls://{listen}");
    let trusting = |arguments: &[&str]| {
        let mut command = hurried(&site, arguments);
        command.env("SSL_CERT_FILE", site.path().join("c.pem"));
        command
    };
    let arguments = ["worker", "--connect", &address, "--key", "farm/lab.key", "--tier", "D"];
    let mut worker = trusting(&arguments).spawn().unwrap();
    let run = ["run", "c", "--bus", &address, "--key", "farm/coordinator.key"];
    let out = trusting(&run).output().unwrap();
    let running = worker.try_wait().unwrap().is_none();
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(running);
    until("the contest is stored", || site.run(&["standings", "c"]).code == 0);
    // A server without a trusted certificate is rejected.
    let out = hurried(&site, &run).output().unwrap();
    assert!(!out.status.success());
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("cannot verify the certificate"), "{said}");
    assert!(said.contains("SSL_CERT_FILE"), "{said}");
}
