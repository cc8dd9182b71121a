//! Submissions are checked by remote workers, under the conditions of their matches, and never run
//! on the host.

use super::server::{Process, Server, hurried, until};
use crate::{
    misserved::{spans_of, write_void_contest},
    people::{CONSTANT, CONTEST},
    served::Served,
    site::{Site, mancala, repository},
};
use jiff::Zoned;
use serde_json::json;
use std::{
    fs::{self, File},
    process::Stdio,
    time::SystemTime,
};

#[test]
fn programs_that_are_sent_to_a_site_are_tried_by_other_machines() {
    let site = Site::new();
    site.write("open/contest.toml", CONTEST);
    site.succeed(&["account", ".", "add", "root", "--role", "admin"]);
    site.write("open/submissions/uno.c", CONSTANT);
    site.write("open/submissions/dos.c", "int main(void) { return nothing; }\n");
    let server = Server::start(&site);
    let address = server.address();
    let _worker = Process::isolated_worker(&site, &server, "lab");
    let serve = Process::start(&site, &["serve", ".", "--no-site", "--bus", &address]);
    let read = |path: &str| fs::read_to_string(site.path().join(path)).unwrap_or_default();
    until("one is sent back", || read("open/rejected/dos/0001.txt").contains("nothing"));
    until("one is let in", || site.path().join("open/accepted/uno/0001").exists());
    let played = || site.run(&["matches", "open", "--format", "json"]).out;
    until("it plays", || played().lines().filter(|line| line.contains("\"uno\"")).count() == 2);
    site.succeed(&["verify", "open"]);
    assert!(!site.path().join("open/.certamen/builds").exists(), "nothing was built here");
    assert!(!site.path().join("open/.certamen/scratch").exists(), "nothing was run here");
    drop(serve);
    let reported = Served::start(&site, &["serve", ".", "--no-play"]).get("/metrics").2;
    let played = played().lines().count();
    let line = format!(
        "certamen_matches_total{{worker=\"lab\",contest=\"open\",end=\"counted\"}} {played}\n"
    );
    assert!(reported.contains(&line), "{reported}");
    assert!(reported.contains("certamen_late_total{contest=\"open\"} 0\n"), "{reported}");
    assert!(reported.contains("certamen_void_total{contest=\"open\"} "), "{reported}");
}

#[test]
fn a_message_names_the_batch_that_it_belongs_to_here_and_at_the_worker() {
    let site = Site::new();
    write_void_contest(&site, "go");
    let server = Server::start(&site);
    let address = server.address();
    let log = |name: &str| File::create(site.path().join(name)).unwrap();
    let own = ["worker", "--connect", &address, "--slots", "1", "--name", "lab", "--tier", "D"];
    let _worker = Process::of(hurried(&site, &own).stderr(log("worker.txt")));
    let own = ["serve", ".", "--no-site", "--bus", &address, "--log", "json"];
    let _serve = Process::of(hurried(&site, &own).stderr(log("hosts.txt")));
    let spans = || spans_of(&site.read("hosts.txt"), "a match is void");
    until("a match is void", || spans().is_some());
    let spans = spans().unwrap();
    let batch = spans.last().unwrap();
    assert_eq!((&batch["name"], &batch["worker"]), (&"batch".into(), &"lab".into()), "{spans:?}");
    assert_eq!(spans[0], json!({ "name": "contest", "slug": "go" }));
    let id = batch["id"].as_str().unwrap();
    let line = format!("batch{{id={id:?}}}:match{{number=1}}: ");
    let line_of =
        |text: &str| text.lines().any(|one| one.contains(&line) && one.contains("is void"));
    until("the worker says so", || line_of(&site.read("worker.txt")));
}

#[test]
fn a_site_shows_the_queue_and_the_activity_of_workers() {
    let site = Site::new();
    site.write("open/contest.toml", CONTEST);
    // There is always another match to play.
    site.write("long/contest.toml", mancala(20_000));
    let server = Server::start(&site);
    let address = server.address();
    let _worker = Process::worker(&site, &server, "lab", "3");
    let serve = ["serve", ".", "--bus", &address, "--listen", "127.0.0.1:0"];
    let served = Served::by(hurried(&site, &serve), Stdio::null());
    let value = |reported: &str, start: &str| {
        let line = reported.lines().find(|line| line.starts_with(start))?;
        line.rsplit(' ').next()?.parse::<f64>().ok()
    };
    let mut reported = String::new();
    until("it is told what waits", || {
        reported = served.get("/metrics").2;
        let of = |name: &str| {
            reported.lines().any(|line| {
                line.starts_with(&format!("{name}{{class=\"")) && line.contains(",level=\"1\"} ")
            })
        };
        of("certamen_queue_batches") && of("certamen_queue_seconds")
    });
    let slots: f64 = ["busy", "idle", "drains", "rests"]
        .iter()
        .map(|state| value(&reported, &format!("certamen_slots{{state=\"{state}\"}}")).unwrap())
        .sum();
    assert!((slots - 3.0).abs() < 0.1, "{reported}");
    let computed = |reported: &str| value(reported, "certamen_coordinator_seconds_total").unwrap();
    let before = computed(&reported);
    assert!(before > 0.0, "{reported}");
    until("it goes on computing", || computed(&served.get("/metrics").2) > before);
}

#[test]
fn where_no_machine_isolates_well_enough_a_program_waits() {
    let site = Site::new();
    site.write("open/contest.toml", CONTEST);
    site.succeed(&["account", ".", "add", "root", "--role", "admin"]);
    let sent = site.write("open/submissions/uno.c", CONSTANT);
    let server = Server::start(&site);
    let address = server.address();
    let _weak = Process::worker(&site, &server, "weak", "1");
    let _serve = Process::start(&site, &["serve", ".", "--no-site", "--bus", &address]);
    until("it was taken up", || !sent.exists());
    let played = || site.run(&["matches", "open", "--format", "json"]).out.lines().count();
    until("built-in players play meanwhile", || played() == 1);
    assert!(!site.path().join("open/accepted").exists(), "untrusted programs are isolated");
    assert!(!site.path().join("open/.certamen/builds").exists(), "nothing was built here");
}

/// A course that lasts a day, with a relative time limit for a move.
const COURSE: &str = r#"
name = "Torneo"
game = "mancala8"
bots = ["builtin:regular", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "references-beaten"
references = ["regular", "first", "last"]
[limits]
move_time = "1000% of builtin:bueno:depth=5"
[sandbox]
minimum_tier = "D"
[search]
depth = 2
[entries]
closes = "2015-03-15T12:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "4 hours"
championship_every = "24 hours"
waves = 2
[course]
minimum = { against = "regular", result = "draw" }
"#;

/// A course with a good submission, one that does not compile, and one that loses.
fn course() -> Site {
    let site = Site::new();
    let sample = |path: &str| fs::read_to_string(repository(path)).unwrap();
    let home = "contests/mancala8-course";
    site.write("c/contest.toml", COURSE);
    site.write("c/pairs.csv", sample(&format!("{home}/pairs.csv")));
    let good = sample(&format!("{home}/submissions/14021150313Ab.cl"));
    let bad = "; AbCd123456\n(defun mi-f-ev (estado) (+ 1 'uno))\n".to_owned();
    let weak = "; AbCd123456\n(defun mi-f-ev (estado) 0)\n".to_owned();
    for (number, minute, source) in [(1, 40, good), (2, 45, bad), (3, 50, weak)] {
        let path = site.write(&format!("c/submissions/1402{number}150313Ab.cl"), source);
        let at: Zoned = format!("2015-03-13T12:{minute}[Europe/Madrid]").parse().unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::from(at.timestamp())).unwrap();
    }
    site
}

/// Decisions, messages and publications, file by file, without the times in the log.
fn decided(site: &Site) -> Vec<String> {
    let mut reported = Vec::new();
    for pattern in ["accepted/*", "rejected/*", "published/*.csv"] {
        for path in glob::glob(&format!("{}/c/{pattern}", site.path().display())).unwrap() {
            let path = path.unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            reported.push(format!("{pattern} {name}: {}", fs::read_to_string(&path).unwrap()));
        }
    }
    reported
}

#[test]
fn players_of_a_course_are_tried_by_other_machines_while_its_ladder_plays() {
    let end = ["--until", "2015-03-13T21:00[Europe/Madrid]"];
    let replay = ["host", "c", "--replay", "--quiet", end[0], end[1]];
    let here = course();
    here.succeed(&[&replay[..], &["--tier", "D"]].concat());
    let site = course();
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    // The host does not wait forever for a check that comes before the matches.
    until("both are there", || {
        let reported = site.run(&["workers", "--bus", &server.address(), "--json"]);
        reported.out.lines().count() == 2
    });
    let out = hurried(&site, &[&replay[..], &["--bus", &server.address()]].concat()).output();
    let out = out.unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let (there, here) = (decided(&site), decided(&here));
    assert!(
        here.iter().any(|reported| reported.contains("accepted/* 14021150313Ab.cl")),
        "{here:#?}"
    );
    assert!(
        here.iter().any(|reported| reported.contains("rejected/* 14022150313Ab.txt")),
        "{here:#?}"
    );
    assert!(
        here.iter().filter(|reported| reported.starts_with("published")).count() > 1,
        "{here:#?}"
    );
    assert_eq!(there, here);
    site.succeed(&["verify", "c"]);
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was compiled here");
}

#[test]
fn a_share_of_somebodys_time_is_measured_where_matches_are_played() {
    let site = Site::new();
    let contest = crate::site::mancala(4) + "[limits]\nmove_time = \"1000% of builtin:bueno\"\n";
    site.write("c/contest.toml", contest);
    let server = Server::start(&site);
    let address = server.address();
    let out = hurried(&site, &["run", "c", "--quiet", "--bus", &address]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("no worker with isolation level"), "{said}");
    // One slot is reserved for urgent jobs, the other one plays.
    let slots = ["--slots", "2", "--reserve", "1"];
    let own = ["worker", "--connect", &address, "--name", "one", "--tier", "D"];
    let _worker = Process::start(&site, &[&own[..], &slots].concat());
    until("it is there", || {
        let reported = site.succeed(&["workers", "--bus", &address, "--json"]);
        reported.contains("\"slots\":2,\"reserve\":1,")
    });
    super::run(&site, &server);
    let said = site.succeed(&["verify", "c"]);
    assert!(said.contains("sound"), "{said}");
}
