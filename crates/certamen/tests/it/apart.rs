//! As root, `certamen serve` is two processes: one that plays, and one of an unprivileged user that
//! serves the site.

use crate::{
    served::Served,
    site::{Said, Site},
};
use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    thread,
    time::{Duration, Instant},
};

const CONTEST: &str = r#"
name = "Three"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
seed = 7
[format]
kind = "round-robin"
games_per_pair = 20
[ranking]
kind = "points"
"#;

/// Whether these tests run as root; otherwise there are no privileges to drop.
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn three() -> Site {
    let site = Site::new();
    site.write("contests/three/contest.toml", CONTEST);
    site
}

/// A field of a process's status in `/proc`.
fn status_of(process: u32, key: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    Some(line.trim_start_matches(':').trim().to_owned())
}

/// The site's process that `parent` has started.
pub(crate) fn child_of(parent: u32) -> u32 {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap();
    let is_site = |child: &&str| {
        fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap().contains("--apart")
    };
    let site = children.split_whitespace().find(is_site);
    site.unwrap_or_else(|| panic!("{parent} has no site")).parse().unwrap()
}

fn waits_for(what: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if what() {
            return true;
        }
        thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn the_site_process_has_no_rights_of_root() {
    if !is_root() {
        return;
    }
    let site = three();
    let served = Served::start(&site, &["serve", "contests", "--tier", "D"]);
    let parent = served.process();
    let child = child_of(parent);
    let ids = "65534\t65534\t65534\t65534";
    assert_eq!(status_of(parent, "Uid").as_deref(), Some("0\t0\t0\t0"));
    assert_eq!(status_of(child, "Uid").as_deref(), Some(ids));
    assert_eq!(status_of(child, "Groups").as_deref(), Some(""));
    assert_eq!(status_of(child, "CapEff").as_deref(), Some("0000000000000000"));
    let over = || served.get("/en/c/three").2.contains("Winner");
    assert!(waits_for(over), "{}", served.get("/en/c/three").2);
    assert!(served.get("/en/c/three/matches/1").2.contains("class=\"board\""));
    // Stored files belong to root, and only the site's process reads them.
    drop(served);
    let again = Served::start(&site, &["serve", "contests", "--no-play"]);
    assert_eq!(status_of(child_of(again.process()), "Uid").as_deref(), Some(ids));
    assert!(
        again.get("/en/c/three/standings").2.contains("/en/c/three/bots/"),
        "the table is there"
    );
}

#[test]
fn what_the_other_user_may_not_read_is_named() {
    if !is_root() {
        return;
    }
    let site = three();
    let private = site.path().join("contests");
    fs::set_permissions(&private, fs::Permissions::from_mode(0o700)).unwrap();
    let refused = |arguments: &[&str], parts: &[&str]| {
        let all = [&["serve", "contests", "--listen", "127.0.0.1:0"], arguments].concat();
        let said = site.run(&all);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
        for part in parts {
            assert!(said.err.contains(part), "{said:?} without {part}");
        }
    };
    refused(&[], &["contests: not readable by the user that serves it", "--user"]);
    refused(&["--user", "laughing"], &["`laughing`", "--user"]);
    refused(&["--user", "root"], &["`root`", "unprivileged user"]);
    assert!(!private.join("three/.certamen").exists(), "nothing was played");
    let mut command = site.command(&["serve", "contests", "--user", "nobody"]);
    let said = Said::of(command.uid(65534).gid(65534).output().unwrap());
    assert!(said.code == 2 && said.err.contains("needs root"), "{said:?}");
}

#[test]
fn if_one_dies_the_other_ends() {
    if !is_root() {
        return;
    }
    let site = three();
    let gone = |process: u32| {
        waits_for(|| status_of(process, "State").is_none_or(|state| state.starts_with('Z')))
    };
    let mut served = Served::start(&site, &["serve", "contests", "--no-play"]);
    let child = child_of(served.process());
    served.kill();
    assert!(gone(child), "the site goes on without the playing process");
    let served = Served::start(&site, &["serve", "contests", "--no-play"]);
    let child = rustix::process::Pid::from_raw(child_of(served.process()) as i32).unwrap();
    rustix::process::kill_process(child, rustix::process::Signal::KILL).unwrap();
    assert!(gone(served.process()), "the playing process goes on without the site");
    assert_eq!(served.end(), Some(1));
}
