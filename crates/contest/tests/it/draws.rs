//! Luck as it is drawn for whole contests: who and what can change it, and what is waited for.

use crate::site::{ROUND_ROBIN, Site, play};
use certamen_contest::{
    AuditFinding, AuditNote, AuditReport, AuditVerdict, Auditor, ContestError, ExportEntry,
    Results, Reveal, SeedStatus, draw::announced,
};
use std::fs;

const BEFORE: &str = "2023-08-22T00:00:00Z";
pub(crate) const AFTER: &str = "2023-08-24T00:00:00Z";
/// What the servers of drand give for the round that is due, as they give it.
const ROUND: &str = r#"{"round":123,"randomness":"ignored","signature":"b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"}"#;
const QUICKNET: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/// A contest whose entries close on an afternoon, with more keys of `[entries]`.
pub(crate) fn drawn(keys: &str) -> String {
    format!("{ROUND_ROBIN}[entries]\ncloses = \"2023-08-23T17:05:33[Europe/Madrid]\"\n{keys}\n")
}

fn with_beacon() -> String {
    let keys = "draw = { beacon = \"drand\", chain = \"CHAIN\", after = \"10 min\" }";
    drawn(&keys.replace("CHAIN", QUICKNET))
}

fn audited(site: &Site, expect: impl FnOnce(&mut Auditor)) -> AuditReport {
    let mut auditor = Auditor::default();
    expect(&mut auditor);
    site.account().into_iter().for_each(|entry| auditor.take(entry).unwrap());
    auditor.finish().unwrap()
}

/// Plays a contest that was seen before entries closed to its end.
pub(crate) fn played(site: &Site, names: &[&str]) -> u64 {
    drop(site.open_at(names, BEFORE).unwrap());
    let mut contest = site.open_at(names, AFTER).unwrap();
    play(&mut contest, usize::MAX);
    contest.draw().unwrap().seed().unwrap()
}

#[test]
fn the_order_of_entry_changes_nothing() {
    let seed = |names: &[&str]| {
        let site = Site::new(&drawn(""));
        let seed = played(&site, names);
        let report = audited(&site, |_| ());
        assert_eq!(
            (report.verdict, report.seed_status),
            (AuditVerdict::Sound, SeedStatus::Drawn),
            "{report:?}"
        );
        seed
    };
    let seeds = [["a", "b", "c"], ["c", "a", "b"], ["b", "a", "c"]].map(|names| seed(&names));
    assert!(seeds.iter().all(|other| *other == seeds[0]), "{seeds:?}");
    assert_ne!(seed(&["a", "b"]), seeds[0]);
}

#[test]
fn a_contest_waits_for_the_round_of_its_beacon() {
    let site = Site::new(&with_beacon());
    let names = ["a", "b", "c"];
    drop(site.open_at(&names, BEFORE).unwrap());
    let value = site.folder().beacon();
    for _ in 0..2 {
        let error = site.open_at(&names, AFTER).err().unwrap();
        let ContestError::NoValue { awaited: Some(awaited), .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(awaited.round, 123);
        assert!(error.to_string().contains("https://api.drand.sh/52db9ba7"), "{error}");
    }
    for (text, expected) in [
        (ROUND.replace("123", "124"), "round 124 is given, but round 123 is needed"),
        (ROUND.replace("b75c", "b75d"), "invalid signature"),
        ("{\"value\":\"7\"}".to_owned(), "another kind"),
        ("{".to_owned(), "beacon.json"),
    ] {
        fs::write(&value, text).unwrap();
        let error = site.open_at(&names, AFTER).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    fs::write(&value, ROUND).unwrap();
    let mut contest = site.open_at(&names, AFTER).unwrap();
    play(&mut contest, usize::MAX);
    drop(contest);
    // Once it is taken in, the file is not needed any more.
    fs::remove_file(&value).unwrap();
    drop(site.open_at(&names, AFTER).unwrap());
    let report = audited(&site, |_| ());
    assert_eq!(
        (report.verdict, report.seed_status),
        (AuditVerdict::Sound, SeedStatus::Public),
        "{report:?}"
    );
    assert_eq!(report.remarks, []);
}

#[test]
fn a_value_that_is_exchanged_afterwards_is_found() {
    let site = Site::new(&with_beacon());
    fs::write(site.folder().beacon(), ROUND).unwrap();
    played(&site, &["a", "b", "c"]);
    let mut auditor = Auditor::default();
    for mut entry in site.account() {
        if let ExportEntry::Contest(about) = &mut entry {
            let text = serde_json::to_string(&about.draw).unwrap();
            about.draw = serde_json::from_str(&text.replace("b75c", "b75d")).unwrap();
        }
        auditor.take(entry).unwrap();
    }
    let report = auditor.finish().unwrap();
    assert!(matches!(report.findings[..], [AuditFinding::Draw(_)]), "{report:?}");
}

#[test]
fn a_value_by_hand_is_shown_as_one() {
    let site = Site::new(&drawn("draw = { beacon = \"hand\" }"));
    fs::write(site.folder().beacon(), "{\"value\":\"49 12 3\"}").unwrap();
    played(&site, &["a", "b", "c"]);
    let report = audited(&site, |_| ());
    assert_eq!((report.verdict, report.seed_status), (AuditVerdict::Sound, SeedStatus::ByHand));
}

#[test]
fn commitment_and_list_are_compared_with_what_was_published() {
    let site = Site::new(&drawn(""));
    played(&site, &["a", "b", "c"]);
    let draw = site.results().unwrap().draw().unwrap().unwrap();
    let text = fs::read_to_string(site.folder().entrants()).unwrap();
    assert_eq!(text, "digest-of-a a\ndigest-of-b b\ndigest-of-c c\n");
    let report = audited(&site, |auditor| {
        auditor.expect_commitment(draw.commitment.clone());
        auditor.expect_entrants(&text);
    });
    assert_eq!(report.verdict, AuditVerdict::Sound, "{report:?}");
    let report = audited(&site, |auditor| {
        auditor.expect_commitment("0".repeat(64));
        auditor.expect_entrants(text.split_once('\n').unwrap().1);
    });
    assert_eq!(report.findings, [AuditFinding::OtherCommitment, AuditFinding::OtherList]);
}

/// The seeds of all matches, by number.
fn match_seeds(site: &Site) -> Vec<u64> {
    let seed = |entry| match entry {
        ExportEntry::Match(reported) => reported.seed,
        _ => None,
    };
    site.account().into_iter().filter_map(seed).collect()
}

#[test]
fn a_bot_that_is_renamed_after_the_draw_has_the_same_matches() {
    let site = Site::new(&drawn(""));
    played(&site, &["a", "b", "c"]);
    let list = fs::read_to_string(site.folder().entrants()).unwrap();
    let renamed = Site::new(&drawn(""));
    played(&renamed, &["z=a", "b", "c"]);
    assert_eq!(match_seeds(&renamed), match_seeds(&site));
    let expected = [AuditFinding::OtherName { listed: "a".to_owned(), bot: "z".to_owned() }];
    for (site, findings) in [(&site, &[][..]), (&renamed, &expected)] {
        assert_eq!(audited(site, |auditor| auditor.expect_entrants(&list)).findings, findings);
        let digests = list.lines().map(|line| &line[..11]).collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(audited(site, |auditor| auditor.expect_entrants(&digests)).findings, []);
    }
}

#[test]
fn a_program_that_is_entered_twice_plays_other_matches_under_its_second_name() {
    let site = Site::new(&drawn(""));
    played(&site, &["a", "b=a", "c"]);
    let mut seeds = match_seeds(&site);
    seeds.sort_unstable();
    seeds.dedup();
    // Three pairs, whose two matches, one on each seat, share a start.
    assert_eq!(seeds.len(), 3);
    assert_eq!(audited(&site, |_| ()).findings, []);
}

#[test]
fn a_built_in_player_is_known_by_what_it_is_when_the_file_has_changed() {
    let listed =
        |bots: &str| ROUND_ROBIN.replace("bots = [\"a\", \"b\", \"c\"]", &format!("bots = {bots}"));
    let site = Site::new(&listed("[\"x=builtin:first\", \"builtin:random\"]"));
    let mut contest = site.open_builtin(&["x", "random"]).unwrap();
    play(&mut contest, usize::MAX);
    drop(contest);
    site.write(&listed("[\"builtin:last\", \"builtin:random\"]"));
    let mut auditor = Auditor::default();
    auditor.skip_replay();
    site.account().into_iter().for_each(|entry| auditor.take(entry).unwrap());
    assert_eq!(auditor.finish().unwrap().findings, []);
    site.write(&listed("[\"x=builtin:last\", \"builtin:random\"]"));
    let error = site.open_builtin(&["x", "random"]).err().unwrap().to_string();
    assert!(error.contains("bots: x") && error.contains("builtin:first"), "{error}");
}

#[test]
fn a_seed_that_is_drawn_is_nobodys_before_all_is_over() {
    let file = ROUND_ROBIN.replace("game =", "seed = \"drawn\"\ngame =");
    let site = Site::new(&file);
    let mut contest = site.open_at(&["a", "b", "c"], BEFORE).unwrap();
    assert_eq!(play(&mut contest, 3), 3);
    let seed = contest.draw().unwrap().seed().unwrap();
    let commitment = contest.draw().unwrap().commitment.clone();
    drop(contest);
    let folder = site.folder();
    assert_eq!(announced(&folder), Some(commitment.clone()));
    // A process that may not read the secret reads this; older versions wrote only the other.
    std::fs::remove_file(folder.commitment()).unwrap();
    assert_eq!(announced(&folder), Some(commitment));
    std::fs::write(folder.commitment(), "<b>none</b>\n").unwrap();
    assert_eq!(announced(&folder), None);
    let reported = |results: &Results<'_>| {
        let mut text = String::new();
        let mut visit = |entry: ExportEntry| -> Result<(), ContestError> {
            text += &serde_json::to_string(&entry).unwrap();
            Ok(())
        };
        results.export(Reveal::WhenOver, &mut visit).unwrap();
        text
    };
    assert!(!reported(&site.results().unwrap()).contains(&seed.to_string()));
    let mut contest = site.open_at(&["a", "b", "c"], AFTER).unwrap();
    assert_eq!(contest.draw().unwrap().seed().unwrap(), seed);
    play(&mut contest, usize::MAX);
    drop(contest);
    assert!(reported(&site.results().unwrap()).contains(&seed.to_string()));
    let report = audited(&site, |_| ());
    assert_eq!(
        (report.verdict, report.seed_status),
        (AuditVerdict::Sound, SeedStatus::Drawn),
        "{report:?}"
    );
    assert_eq!(report.remarks, [AuditNote::LateSecret]);
}

#[test]
fn what_is_no_draw_is_refused_by_key() {
    let refused = |file: &str, expected: &str| {
        let error = Site::new(file).open_at(&["a", "b"], BEFORE).err().unwrap().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    };
    let seeded = |seed: &str| ROUND_ROBIN.replace("game =", &format!("seed = {seed}\ngame ="));
    refused(&seeded("\"random\""), "key `seed`: `random` is not a seed");
    let unknown = drawn("draw = { beacon = \"drand\", chain = \"00\" }");
    refused(&unknown, "key `entries.draw.chain`: unknown chain `00`");
    refused(
        &drawn("draw = { beacon = \"moon\" }"),
        "key `entries.draw.beacon`: invalid beacon `moon`",
    );
    refused(
        &drawn("draw = { beacon = \"drand\" }"),
        "key `entries.draw.beacon`: invalid beacon `drand`",
    );
    refused(&drawn("draw = 7"), "key `entries.draw`");
    let late = with_beacon().replace("10 min", "soon");
    refused(&late, "key `entries.draw.after`");
    let numbered = with_beacon().replace("game =", "seed = 1\ngame =");
    refused(&numbered, "key `entries.draw`: the seed is not drawn");
}
