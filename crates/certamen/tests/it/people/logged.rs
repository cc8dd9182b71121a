//! `serve --log`: a line for each request, without anything that grants access.

use super::{Browser, PeopleServer, open_site, signed_in, tables, wait};
use crate::{
    served::Served,
    site::{Said, Site},
};
use serde_json::Value;
use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const LOG: &str = "logs/log.jsonl";
/// If root plays, this user serves the site.
const NOBODY_UID: u32 = 65534;

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A site in a folder in which all users may write logs.
fn logged_site() -> Site {
    let site = open_site();
    let logs = site.path().join("logs");
    fs::create_dir(&logs).unwrap();
    fs::set_permissions(&logs, Permissions::from_mode(0o777)).unwrap();
    site
}

/// All lines of a log.
fn read(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(line).collect()
}

/// The log's text once it contains `what`.
fn wait_for(path: &Path, what: &str) -> String {
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap();
        if text.contains(what) && text.ends_with('\n') {
            return text;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "no {what} in {text}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The link to set a password, created on the command line.
fn link(site: &Site, handle: &str) -> String {
    let link = site.succeed(&["account", ".", "add", handle]);
    // It leads to the address on which the site listens.
    let (_, way) = link.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    format!("/{way}")
}

/// Signs in with a password as `browser`, and returns the cookie's value.
fn sign_in(browser: &mut Browser) -> String {
    let form = [("handle", "ana"), ("password", "correct horse")];
    assert_eq!(browser.post("/en/sign-in?next=/en/me", &form).status, 303);
    browser.cookie.split('=').nth(1).unwrap().to_owned()
}

#[test]
fn each_request_is_a_line_without_secrets_queries_and_addresses() {
    let site = logged_site();
    let server = PeopleServer::start(&site, &["--log", LOG]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let by_link = ana.cookie.split('=').nth(1).unwrap().to_owned();
    let session = sign_in(&mut ana);
    let one_time = link(&site, "eva");
    assert_eq!(server.browser().get(&one_time).status, 200);
    let seat = tables::open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "link")]);
    let others = tables::links(&ana, &seat).remove(0);
    assert_eq!(server.browser().get(&others).status, 200);
    wait(&ana, "/en/c/open/matches?bot=random", |page| page.status == 200);
    assert_eq!(server.browser().get("/en/last?token=mine").status, 404);
    let text = wait_for(&site.path().join(LOG), "/en/last");
    let secret = |way: &str| way.rsplit('/').next().unwrap().to_owned();
    let reported = [by_link, session, secret(&one_time), secret(&seat), secret(&others)];
    assert!(reported.iter().all(|secret| secret.len() >= 16), "{reported:?}");
    let plain = ["correct", "horse", "?", "next=", "bot=random", "token", "127.0.0.1"];
    for never in reported.iter().map(String::as_str).chain(plain) {
        assert!(!text.contains(never), "{never} is in {text}");
    }
    let lines = read(&text);
    for (method, path, status) in [
        ("GET", "/en/one-time/*", 200),
        ("POST", "/en/one-time/*", 303),
        ("POST", "/en/sign-in", 303),
        ("GET", "/en/t/*/seat/*", 200),
        ("GET", "/en/c/open/matches", 200),
        ("GET", "/en/last", 404),
    ] {
        let is_it = |line: &&Value| {
            line["method"] == method && line["path"] == path && line["status"] == status
        };
        let line = lines.iter().find(is_it).unwrap_or_else(|| panic!("{method} {path}: {text}"));
        assert!(line["micros"].is_u64() && line["network"] == "127.0.0.0/24", "{line}");
        assert!(line["bytes"].is_u64(), "{line}");
    }
    for line in &lines {
        let time: jiff::Timestamp = line["time"].as_str().unwrap().parse().unwrap();
        assert!(time > jiff::Timestamp::UNIX_EPOCH && line.get("lost").is_none(), "{line}");
    }
    let opening = |line: &&Value| line["kind"] == "contest" && line["state"] == "opening";
    assert_eq!(lines.iter().find(opening).expect("an event of the host")["contest"], "open");
}

#[test]
fn a_log_is_added_to_and_is_whose_site_it_is() {
    let site = logged_site();
    for path in ["/en/first", "/en/second"] {
        let server = PeopleServer::start(&site, &["--log", LOG]);
        assert_eq!(server.browser().get(path).status, 404);
        let text = wait_for(&site.path().join(LOG), path);
        assert!(text.contains("/en/first"), "{text}");
        read(&text);
    }
    let kept = fs::metadata(site.path().join(LOG)).unwrap();
    let owner = if is_root() { NOBODY_UID } else { rustix::process::geteuid().as_raw() };
    assert_eq!((kept.mode() & 0o777, kept.uid()), (0o600, owner));
}

/// Serves a site with this log, which must be rejected.
fn refused(site: &Site, log: &str) -> Said {
    let said = site.run(&["serve", ".", "--listen", "127.0.0.1:0", "--log", log]);
    assert!((said.code, said.out.as_str()) == (1, "") && said.err.contains(log), "{said:?}");
    said
}

#[test]
fn a_log_that_cannot_be_opened_is_refused_by_name() {
    let site = logged_site();
    for log in ["nowhere/log.jsonl", "logs", "/dev/full"] {
        refused(&site, log);
    }
    let both = site.run(&["serve", ".", "--no-site", "--log", LOG]);
    assert!(both.code == 2 && both.err.contains("--log"), "{both:?}");
    assert!(!site.path().join(LOG).exists());
}

#[test]
fn where_root_plays_no_log_is_opened_by_root() {
    if !is_root() {
        return;
    }
    let site = logged_site();
    let own = site.write("own.txt", "root's\n");
    fs::set_permissions(&own, Permissions::from_mode(0o600)).unwrap();
    symlink(&own, site.path().join("logs/led.jsonl")).unwrap();
    for log in ["own.txt", "logs/led.jsonl", "new.jsonl"] {
        refused(&site, log);
    }
    assert_eq!(site.read("own.txt"), "root's\n");
    assert!(!site.path().join("new.jsonl").exists(), "the folder is root's");
}

#[test]
fn a_full_disk_costs_lines_that_are_counted_and_nothing_else() {
    if !is_root() {
        return;
    }
    let site = logged_site();
    site.succeed(&["run", "open", "--quiet"]);
    // A file system of its own, visible only to these processes.
    let disk = "mount -t tmpfs -o size=64k,mode=0777 none logs && \
        exec \"$0\" serve . --no-play --log logs/log.jsonl --listen 127.0.0.1:0";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", disk, env!("CARGO_BIN_EXE_certamen")]);
    command.current_dir(site.path()).env("LC_ALL", "C");
    let served = Served::by(command, Stdio::null());
    let logs = format!("/proc/{}/root{}", served.process(), site.path().join("logs").display());
    let (filler, log) = (format!("{logs}/filler"), PathBuf::from(format!("{logs}/log.jsonl")));
    let ask = || assert_eq!(served.get("/en/c/open").0, 200);
    ask();
    wait_for(&log, "/en/c/open");
    assert!(fs::write(&filler, vec![0; 1 << 20]).is_err(), "the disk is larger than that");
    // A page of memory that is in use can still be written to.
    (0..99).for_each(|_| ask());
    fs::remove_file(&filler).unwrap();
    ask();
    // Lost lines of the last request are counted before that request's own line is written.
    let begun = Instant::now();
    loop {
        let lines = read(&wait_for(&log, "\"lost\":"));
        let lost: u64 = lines.iter().filter_map(|line| line["lost"].as_u64()).sum();
        if lost > 0 && lines.len() as u64 + lost == 101 {
            break;
        }
        let counts = format!("{lost} and {}", lines.len());
        assert!(begun.elapsed() < Duration::from_secs(60), "{counts}");
        thread::sleep(Duration::from_millis(50));
    }
}
