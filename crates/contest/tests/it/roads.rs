//! A run, a reader and an audit ask the same value, and get the same answers.

use crate::site::{ROUND_ROBIN, Site, audited, play};
use certamen_contest::{AuditVerdict, ContestError, SeedStatus, StandingsRow};

fn agree(file: &str) {
    let site = Site::new(file);
    let mut contest = site.open(&["a", "b", "c", "d"]).unwrap();
    // At some points on the way, too: what is under way counts for no bot.
    for step in [1, 3, usize::MAX] {
        play(&mut contest, step);
        let own = contest.lines();
        assert_eq!(own, contest.results().unwrap().standings().unwrap(), "{file}");
        assert_eq!(own, site.results().unwrap().standings().unwrap(), "{file}");
    }
    assert!(site.results().unwrap().is_over().unwrap(), "{file}");
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound), "{file}");
}

fn with(format: &str, ranking: &str) -> String {
    let file = ROUND_ROBIN.replace("kind = \"round-robin\"\ngames_per_pair = 2", format);
    file.replace("kind = \"wins\"", ranking)
}

#[test]
fn a_round_robin_has_one_table() {
    agree(ROUND_ROBIN);
}

#[test]
fn a_swiss_contest_has_one_table() {
    agree(&with("kind = \"swiss\"\nrounds = 3", "kind = \"points\"\ntie_breaks = [\"buchholz\"]"));
}

#[test]
fn a_knockout_has_one_table() {
    agree(&with("kind = \"knockout\"\nbest_of = 3", "kind = \"win-share\""));
}

#[test]
fn divisions_have_one_table() {
    agree(&with("kind = \"divisions\"\nsize = 2\npromoted = 1\nseasons = 2", "kind = \"wins\""));
}

#[test]
fn a_ladder_that_stops_has_one_table() {
    let format = "kind = \"ladder\"\nmatches = 40\nstop = \"settled\"";
    let site = Site::new(&with(format, "kind = \"rating\""));
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    play(&mut contest, usize::MAX);
    assert_eq!(contest.lines(), site.results().unwrap().standings().unwrap());
    assert!(site.results().unwrap().is_over().unwrap());
}

fn seeds(site: &Site) -> Vec<(Vec<i64>, u64)> {
    let reported = site.account().into_iter().filter_map(|entry| match entry {
        certamen_contest::ExportEntry::Match(reported) => {
            Some((reported.seats, reported.seed.unwrap()))
        }
        _ => None,
    });
    reported.collect()
}

#[test]
fn matches_of_one_block_share_their_seed_unless_bots_remember() {
    for (memory, shared) in [("match", true), ("pair", false), ("contest", false)] {
        let site = Site::new(&format!("{ROUND_ROBIN}\n[programs]\nmemory = \"{memory}\"\n"));
        drop(site.run());
        let seeds = seeds(&site);
        assert_eq!(seeds.len(), 6);
        for (seats, seed) in &seeds {
            let turned: Vec<i64> = seats.iter().rev().copied().collect();
            let other = seeds.iter().find(|(seats, _)| *seats == turned).unwrap();
            assert_eq!(*seed == other.1, shared, "{memory}: {seats:?}");
        }
        let report = audited(site.account());
        assert_eq!(
            (report.findings, report.verdict),
            (Vec::new(), AuditVerdict::Sound),
            "{memory}"
        );
    }
}

#[test]
fn formulas_of_another_edition_are_refused_by_number() {
    let site = Site::new(ROUND_ROBIN);
    drop(site.open(&["a", "b", "c"]).unwrap());
    let header = serde_json::to_value(&site.account()[0]).unwrap();
    assert_eq!(header["contest"]["edition"], 1);
    let mut newer = header.clone();
    newer["contest"]["edition"] = 2.into();
    let error = serde_json::from_value::<certamen_contest::ExportEntry>(newer).unwrap_err();
    assert!(error.to_string().contains("edition 2 is unknown"), "{error}");
    site.store().set_meta(&[("edition", "2".to_owned())]).unwrap();
    let error = site.open(&["a", "b", "c"]).err().unwrap();
    assert!(error.to_string().contains("edition 2 is unknown"), "{error}");
}

#[test]
fn an_interrupted_contest_ends_as_one_that_was_not() {
    let whole = Site::new(ROUND_ROBIN);
    let (contest, played) = whole.run();
    assert_eq!(played, 6);
    let expected: Vec<StandingsRow> = contest.lines();
    let site = Site::new(ROUND_ROBIN);
    for _ in 0..6 {
        play(&mut site.open(&["a", "b", "c"]).unwrap(), 1);
    }
    assert_eq!(site.results().unwrap().standings().unwrap(), expected);
}

#[test]
fn who_only_plays_part_is_sound_so_far() {
    let site = Site::new(ROUND_ROBIN);
    play(&mut site.open(&["a", "b", "c"]).unwrap(), 2);
    let report = audited(site.account());
    assert_eq!((report.verdict, report.replayed), (AuditVerdict::SoundSoFar, 2));
    assert_eq!((report.to_come, report.seed_status), (4, SeedStatus::Chosen));
}

#[test]
fn two_runs_at_a_time_are_refused() {
    let site = Site::new(ROUND_ROBIN);
    let _contest = site.open(&["a", "b"]).unwrap();
    let second = site.open(&["a", "b"]).err();
    assert!(matches!(second, Some(ContestError::Locked { .. })), "{second:?}");
}

#[test]
fn contests_without_bots_or_with_equal_names_are_refused() {
    let site = Site::new(ROUND_ROBIN);
    let refused = |names: &[&str]| site.open(names).err().unwrap().to_string();
    assert!(refused(&["a"]).ends_with("key `bots`: 1 given, but a contest needs at least two"));
    assert!(refused(&["a", "a"]).contains("two bots are named `a`"));
    // The second is of another alphabet.
    assert!(refused(&["copa", "сора"]).contains("look the same"));
    assert!(site.results().is_err());
}

#[test]
fn what_changed_since_the_table_was_shown_is_reported_once() {
    let site = Site::new(ROUND_ROBIN);
    let (mut contest, _) = site.run();
    assert_eq!(contest.changes().unwrap(), None);
    contest.remember_table().unwrap();
    assert_eq!(contest.changes().unwrap(), Some(Vec::new()));
    drop(contest);
    let mut contest = site.open(&["a", "b", "d"]).unwrap();
    play(&mut contest, usize::MAX);
    let changes = contest.changes().unwrap().unwrap();
    let names: Vec<&str> = changes.iter().map(|(bot, _)| bot.as_str()).collect();
    assert!(names.contains(&"c") && names.contains(&"d"), "{names:?}");
}
