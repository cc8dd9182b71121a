//! A contest that was begun may grow, and nothing else of it may change.

use crate::site::{ROUND_ROBIN, Site, audited, play};
use certamen_contest::{AuditFinding, AuditVerdict, ContestError, NextStep};

/// Plays the contest of `file`, then that of `grown`; how many matches each took.
fn grown(file: &str, grown: &str) -> [usize; 2] {
    let site = Site::new(file);
    let (contest, first) = site.run();
    drop(contest);
    site.write(grown);
    let (contest, then) = site.run();
    assert_eq!(contest.lines(), site.results().unwrap().standings().unwrap());
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound));
    [first, then]
}

fn refused(file: &str, changed: &str) -> String {
    let site = Site::new(file);
    drop(site.run());
    site.write(changed);
    let error = site.open(&["a", "b", "c"]).err().expect("this is another contest");
    assert!(matches!(error, ContestError::Changed { .. }), "{error}");
    let said = error.to_string();
    said.split_once("contest.toml: ").unwrap().1.split(": ").next().unwrap().to_owned()
}

#[test]
fn a_round_robin_may_play_more() {
    let more = ROUND_ROBIN.replace("games_per_pair = 2", "games_per_pair = 4");
    assert_eq!(grown(ROUND_ROBIN, &more), [6, 6]);
}

#[test]
fn one_table_may_play_more() {
    let table = |games: u32| {
        let format = format!("kind = \"one-table\"\ngames = {games}\nseats = 2");
        ROUND_ROBIN.replace("kind = \"round-robin\"\ngames_per_pair = 2", &format)
    };
    let [first, then] = grown(&table(6), &table(12));
    assert!(first > 0 && then == first, "{first} and {then}");
}

#[test]
fn a_swiss_contest_may_have_more_rounds() {
    let swiss = |rounds: u32| {
        let format = format!("kind = \"swiss\"\nrounds = {rounds}");
        ROUND_ROBIN
            .replace("kind = \"round-robin\"\ngames_per_pair = 2", &format)
            .replace("kind = \"wins\"", "kind = \"points\"")
    };
    let [first, then] = grown(&swiss(1), &swiss(2));
    assert_eq!((first, then), (1, 1));
}

#[test]
fn a_knockout_grows_until_its_bracket_begins() {
    let knockout = |best_of: u32, more: &str| {
        let format = format!("kind = \"knockout\"\nbest_of = {best_of}\n{more}");
        ROUND_ROBIN
            .replace("kind = \"round-robin\"\ngames_per_pair = 2", &format)
            .replace("kind = \"wins\"", "kind = \"points\"")
    };
    // What was decided in one match is decided, and its number would be that of another one.
    let expected = "`format.best_of` is 3, but the contest started with 1";
    assert_eq!(refused(&knockout(1, ""), &knockout(3, "")), expected);
    let more = "seeding = \"ranking\"\nqualifying_games = 1";
    let site = Site::new(&knockout(1, more));
    play(&mut site.open(&["a", "b", "c"]).unwrap(), 2);
    site.write(&knockout(3, more));
    let (contest, _) = site.run();
    assert_eq!(contest.lines(), site.results().unwrap().standings().unwrap());
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound));
}

#[test]
fn divisions_that_were_begun_keep_their_numbers() {
    let divisions = |games: u32| {
        let format = format!(
            "kind = \"divisions\"\nsize = 2\npromoted = 1\nseasons = 2\ngames_per_pair = {games}"
        );
        ROUND_ROBIN.replace("kind = \"round-robin\"\ngames_per_pair = 2", &format)
    };
    let expected = "`format.games_per_pair` is 2, but the contest started with 1";
    assert_eq!(refused(&divisions(1), &divisions(2)), expected);
}

#[test]
fn what_shrinks_is_refused_by_its_key() {
    let less = ROUND_ROBIN.replace("games_per_pair = 2", "games_per_pair = 1");
    let expected = "`format.games_per_pair` is 1, but the contest started with 2";
    assert_eq!(refused(ROUND_ROBIN, &less), expected);
}

#[test]
fn another_kind_is_refused_by_its_key() {
    let other = ROUND_ROBIN.replace("round-robin\"\ngames_per_pair = 2", "knockout\"");
    let other = other.replace("\"wins\"", "\"points\"");
    let expected = "`format.kind` is \"knockout\", but the contest started with \"round-robin\"";
    assert_eq!(refused(ROUND_ROBIN, &other), expected);
}

#[test]
fn another_ranking_is_refused_by_its_key() {
    let other = ROUND_ROBIN.replace("\"wins\"", "\"points\"");
    let expected = "`ranking.kind` is \"points\", but the contest started with \"wins\"";
    assert_eq!(refused(ROUND_ROBIN, &other), expected);
}

#[test]
fn other_options_are_refused_by_their_key() {
    let with = |points: u32| format!("{ROUND_ROBIN}\n[options]\npoints = {points}\n");
    let expected = "`options.points` is 9, but the contest started with 8";
    assert_eq!(refused(&with(8), &with(9)), expected);
    let expected = "`options.points` is 9, but the contest started without it";
    assert_eq!(refused(ROUND_ROBIN, &with(9)), expected);
}

#[test]
fn a_contest_that_grew_goes_on_where_it_was() {
    let site = Site::new(ROUND_ROBIN);
    play(&mut site.open(&["a", "b", "c"]).unwrap(), 3);
    site.write(&ROUND_ROBIN.replace("games_per_pair = 2", "games_per_pair = 4"));
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    assert_eq!(contest.progress().total, 12);
    assert_eq!(play(&mut contest, usize::MAX), 9);
    assert_eq!(audited(site.account()).verdict, AuditVerdict::Sound);
}

#[test]
fn the_isolation_of_programs_is_known_once_one_has_played() {
    let site = Site::new(ROUND_ROBIN);
    let tier = |site: &Site| {
        let results = site.results().unwrap();
        let lines = results.standings().unwrap();
        results.programs_tier(&lines).unwrap().map(ToOwned::to_owned)
    };
    let mut contest = site.open_builtin(&["random", "first"]).unwrap();
    assert!(play(&mut contest, usize::MAX) > 0);
    drop(contest);
    assert_eq!(tier(&site), None, "built-in players need none");
    let other = Site::new(ROUND_ROBIN);
    drop(other.run());
    assert_eq!(tier(&other).as_deref(), Some("A"));
}

/// Plans matches of each of `fields` while those planned before are in play, then plays to the end
/// with the last one; what the audit finds.
fn replaced(fields: &[&[&str]]) -> (Vec<AuditFinding>, AuditVerdict) {
    let site = Site::new(ROUND_ROBIN);
    for field in fields {
        // A run that ends before it plans anything changes nothing.
        drop(site.open(field).unwrap());
        let mut contest = site.open(field).unwrap();
        while contest.planned().unwrap() < contest.progress().total {
            assert!(matches!(contest.step().unwrap(), NextStep::Work(_)));
        }
    }
    let mut contest = site.open(fields.last().unwrap()).unwrap();
    play(&mut contest, usize::MAX);
    assert_eq!(contest.progress().finished, contest.planned().unwrap());
    let report = audited(site.account());
    (report.findings, report.verdict)
}

#[test]
fn bots_may_be_replaced_by_other_versions_while_their_matches_are_planned() {
    let sound = (Vec::new(), AuditVerdict::Sound);
    assert_eq!(replaced(&[&["a", "b", "c"], &["a", "b", "c=c2"]]), sound);
    // The matches that are left were planned in the first of three phases.
    let joined = ["a", "b", "c", "d"];
    assert_eq!(replaced(&[&["a", "b", "c"], &joined, &["a", "b", "c=c2", "d=d2"]]), sound);
    // Both versions are withdrawn, and the first ones play after all.
    let other = ["a", "b", "c=c2"];
    assert_eq!(replaced(&[&["a", "b", "c"], &other, &["a", "b", "c"]]), sound);
}
