//! Invalid requests about remote workers are rejected with a clear message: nothing is started,
//! nothing stored.

use super::{
    server::{Process, Server, hurried, until, within},
    users::connected,
};
use crate::site::{Said, Site, mancala};
use certamen_farm::{Terms, Transport, layout};
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

fn site() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site
}

/// The output of a run with these arguments.
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
        (&["--bus", "localhost:4222"][..], 2, "invalid server address"),
        (&["--bus", "nats://me:secret@localhost"], 2, "contains a username or a password"),
        (&["--bus", "nats://192.0.2.1"], 2, "add --plain"),
        (&["--bus", "tls://192.0.2.1"], 2, "needs a user's key"),
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
fn a_machine_does_not_wait_for_a_key_that_is_none() {
    let site = site();
    let path = site.write("open.key", "no key");
    fs::set_permissions(path, fs::Permissions::from_mode(0o640)).unwrap();
    for (key, words) in [("nothere", "key nothere"), ("open.key", "chmod 600 open.key")] {
        let worker = ["worker", "--connect", "nats://127.0.0.1:1", "--tier", "D", "--key", key];
        let said = site.run(&worker);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.contains(words) && !said.err.contains("retrying in"), "{said:?}");
    }
}

#[test]
fn nothing_is_played_here_where_others_are_to_play() {
    let site = site();
    for command in ["run", "host", "serve"] {
        let folder = if command == "serve" { "." } else { "c" };
        let said = site.run(&[command, folder, "--bus", "nats://127.0.0.1:1", "--jobs", "2"]);
        assert_eq!(said.code, 2, "{command}: {said:?}");
        assert!(said.err.contains("`certamen worker --slots N` instead of --jobs"), "{said:?}");
    }
    assert!(!site.path().join("c/.certamen").exists(), "nothing was begun");
}

#[test]
fn a_server_that_keeps_nothing_is_refused() {
    let site = site();
    let server = Server::start_with(&site, &[]);
    let said = run(&site, &["--bus", &server.address()]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("does not store messages: start it with -js"), "{said:?}");
}

/// A server that sends `card` as its description, and nothing else.
fn pretender(card: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("nats://{}", listener.local_addr().unwrap());
    let card = format!("INFO {card}\r\nPONG\r\n");
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(card.as_bytes()).unwrap();
        // Stays open until the client closes the connection.
        let _ = stream.read_to_end(&mut Vec::new());
    });
    address
}

#[test]
fn a_server_that_is_too_old_or_takes_too_little_is_refused() {
    let site = site();
    for (version, most, words) in [
        ("2.8.4", 1 << 20, "version 2.8.4 is too old: use 2.9"),
        ("1.4", 1 << 20, "version 1.4 is too old"),
        ("nightly", 1 << 20, "version nightly is too old"),
        ("2.10.1", 1 << 16, "messages of at most 64 KiB"),
    ] {
        let card = format!(
            "{{\"server_id\":\"x\",\"server_name\":\"x\",\"version\":\"{version}\",\"go\":\"\",\
             \"host\":\"h\",\"port\":4222,\"max_payload\":{most},\"proto\":1,\"jetstream\":true,\
             \"headers\":true,\"client_id\":1}}"
        );
        let said = run(&site, &["--bus", &pretender(&card)]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.contains(words), "{said:?}");
    }
}

#[test]
fn a_server_where_others_use_our_names_is_refused() {
    let site = site();
    let server = Server::start(&site);
    let client = connected(&server.address(), None);
    let settings = r#"{"name":"CERTAMEN_WORK","subjects":["certamen.work.>"],"storage":"memory"}"#;
    client.publish("$JS.API.STREAM.CREATE.CERTAMEN_WORK", "", settings.into()).unwrap();
    let said = run(&site, &["--bus", &server.address()]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("CERTAMEN_WORK exists with a different `subjects`"), "{said:?}");
}

#[test]
fn streams_with_any_other_setting_are_refused_by_name() {
    let site = site();
    let server = Server::start(&site);
    let client = connected(&server.address(), None);
    let ask = |what: &str, settings: String| {
        let asked = client.publish(&format!("$JS.API.{what}"), "", settings.into());
        asked.unwrap_or_else(|error| panic!("{what}: {error}"));
    };
    let largest = layout::LARGEST;
    let parts = json!({
        "name": "CERTAMEN_PART", "subjects": ["certamen.part.>"], "retention": "limits",
        "discard": "new", "discard_new_per_subject": true, "max_msgs_per_subject": 1,
        "max_msg_size": largest, "storage": "file", "allow_direct": true,
    });
    let work = json!({
        "name": "CERTAMEN_WORK", "subjects": ["certamen.work.*.*.*"], "retention": "workqueue",
        "discard": "new", "max_msgs_per_subject": -1, "max_msg_size": largest, "storage": "file",
    });
    for (settings, key, other) in [
        (&parts, "allow_direct", json!(false)),
        (&parts, "max_msgs_per_subject", json!(2)),
        (&parts, "discard_new_per_subject", json!(false)),
        (&parts, "max_msg_size", json!(1 << 10)),
        (&work, "max_msgs_per_subject", json!(1)),
        (&work, "allow_direct", json!(true)),
        (&work, "storage", json!("memory")),
    ] {
        let stream = settings["name"].as_str().unwrap();
        let mut settings = settings.clone();
        settings[key] = other;
        ask(&format!("STREAM.CREATE.{stream}"), settings.to_string());
        let said = run(&site, &["--bus", &server.address()]);
        assert_eq!(said.code, 1, "{key}: {said:?}");
        let words = format!("stream {stream} exists with a different `{key}`");
        assert!(said.err.contains(&words), "{key}: {said:?}");
        ask(&format!("STREAM.DELETE.{stream}"), String::new());
    }
}

#[test]
fn queues_with_any_other_setting_are_refused_by_name() {
    let site = site();
    let server = Server::start(&site);
    let address = server.address();
    let client = connected(&address, None);
    client.prepare().unwrap();
    let terms = Terms::usual();
    for (key, other) in [
        ("ack_wait", json!(7_000_000_000_u64)),
        ("max_deliver", json!(7)),
        ("max_ack_pending", json!(1_000)),
        ("max_waiting", json!(512)),
        ("filter_subject", json!("certamen.work.k.2.*")),
    ] {
        let queue = layout::work_queue("k", layout::RUNS, &terms);
        let lease = u64::try_from(queue.lease.as_nanos()).unwrap();
        let mut settings = json!({
            "durable_name": queue.name, "deliver_policy": "all", "ack_policy": "explicit",
            "ack_wait": lease, "max_deliver": queue.deliveries, "filter_subject": queue.subject,
            "max_waiting": layout::WAITING, "max_ack_pending": layout::HELD,
        });
        let open = || connected(&address, None).open(&queue);
        let ask = |what: &str, question: String| {
            let subject = format!("$JS.API.CONSUMER.{what}.CERTAMEN_WORK.{}", queue.name);
            client.publish(&subject, "", question.into()).unwrap();
        };
        let make = |settings: &Value| {
            let question = json!({ "stream_name": "CERTAMEN_WORK", "config": settings });
            ask("DURABLE.CREATE", question.to_string());
        };
        make(&settings);
        open().unwrap();
        ask("DELETE", String::new());
        settings[key] = other;
        make(&settings);
        let refused = open().unwrap_err().to_string();
        let words = format!("queue w_k_1 of stream CERTAMEN_WORK exists with a different `{key}`");
        assert!(refused.contains(&words) && refused.contains("nats consumer rm"), "{refused}");
        ask("DELETE", String::new());
    }
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
        let own = ["worker", "--connect", &address, "--tier", "D", "--name", name];
        let out = hurried(&site, &own).output();
        String::from_utf8(out.unwrap().stderr).unwrap()
    };
    assert!(worker("lab").contains("worker name `lab` is already in use"));
    assert!(worker("a.*.>").contains("invalid worker or class name"));
    let address = server.address();
    let said = site.run(&["worker", "--connect", &address, "--slots", "1", "--reserve", "2"]);
    assert!(
        said.code == 2 && said.err.contains("--reserve 2 exceeds the number of slots"),
        "{said:?}"
    );
}

/// Runs `certamen` with these arguments as a user without any isolation: namespaces are not
/// allowed, and the sandbox's tools are missing.
fn bare(site: &Site, arguments: &[&str]) -> Command {
    let script = "mount --bind /dev/null \"$(readlink -f /bin/true)\" && \
        echo 0 > /proc/sys/user/max_mnt_namespaces && exec \"$0\" \"$@\"";
    let inner = hurried(site, arguments);
    let mut bare = Command::new("unshare");
    bare.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    bare.arg(inner.get_program()).args(inner.get_args()).current_dir(site.path());
    bare.envs(inner.get_envs().filter_map(|(key, value)| Some((key, value?))));
    bare
}

#[test]
fn where_nothing_isolates_a_machine_plays_only_if_its_owner_says_so() {
    let site = Site::new();
    let server = Server::start(&site);
    let address = server.address();
    for (language, words) in [
        ("en", "no sandbox for untrusted programs"),
        ("es", "no hay sandbox para programas ajenos"),
        ("fr", "pas de bac à sable pour les programmes"),
        ("it", "nessuna sandbox per programmi"),
    ] {
        let own = ["worker", "--connect", &address, "--name", "bare", "--lang", language];
        let out = within_a_minute(&mut bare(&site, &own));
        assert_eq!(out.code, 1, "{out:?}");
        for words in [words, "/bin/true", "--tier D", "`certamen doctor`"] {
            assert!(out.err.contains(words), "{words}: {out:?}");
        }
    }
    let own = ["worker", "--connect", &address, "--name", "bare", "--slots", "1", "--tier", "D"];
    let _willing = Process::of(&mut bare(&site, &own));
    until("it plays where that is said", || {
        let reported = site.run(&["workers", "--bus", &address, "--json"]).out;
        reported.contains("\"bare\"") && reported.contains("\"tier\":\"D\"")
    });
}

/// The output of a command; after a minute, it is killed.
fn within_a_minute(command: &mut Command) -> Said {
    let mut own = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    if !within(Duration::from_secs(60), || own.try_wait().unwrap().is_some()) {
        own.kill().unwrap();
    }
    Said::of(own.wait_with_output().unwrap())
}
