//! Hosts that are killed at any moment: nothing is lost, and nothing is done twice.

use super::{HELD, REPLAY, held, published, replay};
use crate::{killed::kill_often, site::Site};
use rustix::process::{Pid, Signal, kill_process};
use std::{collections::BTreeMap, fs, process::Stdio, thread::sleep, time::Duration};

/// All publications, by name.
fn everything(site: &Site) -> BTreeMap<String, String> {
    let entries = fs::read_dir(site.path().join("c/published")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect()
}

/// Kills a host this many times, and compares what it published in this many waves with what one
/// that was left alone published.
fn check_killed(kills: u32, waves: u32) {
    let contest = HELD.replace("waves = 3", &format!("waves = {waves}"));
    let [undisturbed, site] = [(); 2].map(|()| held(&contest));
    kill_often(&REPLAY, [&undisturbed, &site], kills);
    assert!(!published(&site, ".json").is_empty(), "each was killed before it published");
    replay(&site, None);
    let (expected, found) = (everything(&undisturbed), everything(&site));
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected));
    // The log of attempts has an entry for every host that was killed.
    let is_log = |name: &str| name.contains(".chain");
    for (name, text) in expected.into_iter().filter(|(name, _)| !is_log(name)) {
        assert_eq!(found[&name], text, "{name}");
    }
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn killed_at_many_random_moments_a_host_publishes_the_same() {
    check_killed(20, 40);
}

#[test]
fn killed_two_hundred_times_a_host_publishes_the_same_nightly() {
    check_killed(200, 400);
}

#[test]
fn interrupted_a_host_says_how_to_resume_and_two_are_one_too_many() {
    // It started long enough ago that its last publication and its last championship had different
    // times.
    let began = jiff::Zoned::now().in_tz("Europe/Madrid").unwrap() - jiff::Span::new().hours(27);
    let began = began.strftime("%Y-%m-%dT%H:%M[Europe/Madrid]").to_string();
    let open = HELD.replace("2015-03-15T12:00[Europe/Madrid]", "never");
    let site = held(&open.replace("2015-03-13T12:00[Europe/Madrid]", &began));
    let mut command = site.command(&["host", "c", "--quiet"]);
    let host = command.stderr(Stdio::piped()).spawn().unwrap();
    // What was missed is published at once.
    let both = || site.path().join("c/published").is_dir() && published(&site, ".json").len() >= 2;
    assert!(
        (0..600).any(|_| {
            sleep(Duration::from_millis(50));
            both()
        }),
        "nothing came"
    );
    let second = site.run(&["host", "c"]);
    assert_eq!(second.code, 1);
    assert!(second.err.contains("another process is running this contest"), "{second:?}");
    kill_process(Pid::from_child(&host), Signal::INT).unwrap();
    let ended = host.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("resume with: ") && said.contains("host c --quiet"), "{said}");
    let kinds: Vec<String> = published(&site, ".json");
    assert!(kinds[0].ends_with("-provisional") && kinds[1].ends_with("-championship"), "{kinds:?}");
}
