//! `certamen doctor` as users run it. The findings of its probes are tested in the sandbox's crate.

use crate::site::{Said, Site};
use serde_json::Value;

/// Runs the command with a cache of its own in the site.
fn doctor(site: &Site, arguments: &[&str]) -> Said {
    let all = [&["doctor"], arguments].concat();
    let output = site.command(&all).env("XDG_CACHE_HOME", site.path().join("cache")).output();
    let output = output.unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Level A for root, level B for others: what the test machines support.
fn reached() -> &'static str {
    if rustix::process::geteuid().is_root() { "A" } else { "B" }
}

#[test]
fn the_last_line_is_the_verdict_and_the_others_are_items() {
    let site = Site::new();
    let said = doctor(&site, &["--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let lines: Vec<Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (verdict, items) = lines.split_last().unwrap();
    let keys: Vec<&String> = verdict.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["tier", "lost"]);
    assert_eq!(verdict["tier"], reached());
    let lost: Vec<&Value> = verdict["lost"].as_array().unwrap().iter().collect();
    assert_eq!(lost.iter().any(|name| *name == "memory group"), reached() == "B", "{said:?}");
    for part in ["probe", "test", "timing"] {
        let of_part = items.iter().filter(|item| item["part"] == part);
        assert!(of_part.count() >= 5, "{part}: {said:?}");
    }
    for item in items {
        assert!(item["item"].is_string() && item["status"] != "failed", "{item}");
    }
    // A protection that a probe got around is reported as lost, and nothing else is missing.
    let tests = items.iter().filter(|item| item["part"] == "test" && item["status"] == "lost");
    for test in tests {
        assert!(lost.contains(&&test["item"]), "{test} is not in {lost:?}");
    }
}

#[test]
fn the_tier_asked_for_decides_the_exit_code() {
    let site = Site::new();
    for tier in ["A", "B", "C", "D"] {
        let said = doctor(&site, &["--tier", tier]);
        let enough = reached() <= tier;
        assert_eq!(said.code, i32::from(!enough), "{tier}: {said:?}");
        assert_eq!(
            said.err.contains("isolation level unavailable here: A"),
            !enough,
            "{tier}: {said:?}"
        );
    }
    assert_eq!(doctor(&site, &["--tier", "E"]).code, 2);
}

#[test]
fn what_canaries_showed_is_kept_until_it_is_asked_for_again() {
    let site = Site::new();
    let earlier = |said: &Said| said.out.contains("(cached; --again repeats the tests)");
    let first = doctor(&site, &[]);
    assert!(first.code == 0 && !earlier(&first), "{first:?}");
    let tier = format!("isolation level {}: ", reached());
    assert!(first.out.lines().any(|line| line.starts_with(&tier)), "{first:?}");
    let second = doctor(&site, &[]);
    assert!(earlier(&second), "{second:?}");
    assert!(!earlier(&doctor(&site, &["--again"])));
    // An unreadable cache is ignored.
    site.write("cache/certamen/doctor.json", "{}");
    assert!(!earlier(&doctor(&site, &[])));
}

#[test]
fn the_verdict_is_said_in_the_users_language() {
    let site = Site::new();
    for (language, heading) in
        [("es", "Funciones de la máquina"), ("fr", "Fonctions de la"), ("it", "Funzioni della")]
    {
        let said = doctor(&site, &["--lang", language]);
        assert!(said.out.starts_with(heading), "{said:?}");
    }
}
