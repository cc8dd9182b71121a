//! Contests of every format between built-in players, from their files to their standings.

use crate::site::{Site, repository};
use certamen_game::Rng;
use std::{collections::BTreeSet, fs, thread::sleep, time::Duration};

/// The seed of the random moments.
const SEED: u64 = 20_140_318;

/// Nine players of Mancala8, two of which play at random.
const PLAYERS: &str = r#"[
    "builtin:first", "builtin:last", "builtin:random", "aleatorio=builtin:aleatorio",
    "builtin:regular", "one=builtin:regular:depth=1", "four=builtin:regular:depth=4",
    "builtin:bueno", "bueno1=builtin:bueno:depth=1",
]"#;

fn contest(game: &str, format: &str, ranking: &str) -> String {
    let bots = if game == "mancala8" {
        PLAYERS.to_owned()
    } else {
        let named = |index| format!("\"p{index}=builtin:random\"");
        format!("[{}]", (0..7).map(named).collect::<Vec<_>>().join(", "))
    };
    format!(
        "name = \"A contest\"\ngame = \"{game}\"\nbots = {bots}\n[format]\n{format}\n[ranking]\n{ranking}\n"
    )
}

/// The state of a contest: its standings, and every match with its seed and result.
fn state(site: &Site) -> (String, BTreeSet<String>) {
    let table = site.succeed(&["standings", "c", "--format", "json"]);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    // Numbers follow from the plan, whichever match ended first.
    (table, matches.lines().map(str::to_owned).collect())
}

/// Runs a contest with one, two and five threads, and killed at random moments: all runs give the
/// same result with this number of matches. Returns the standings.
fn check(contest: &str, matches: usize) -> String {
    let [one, two, five] = ["1", "2", "5"].map(|jobs| {
        let site = Site::new();
        site.write("c/contest.toml", contest);
        site.succeed(&["run", "c", "--jobs", jobs, "--quiet"]);
        state(&site)
    });
    assert_eq!(one.1.len(), matches, "{:?}", one.1);
    assert_eq!(one, two);
    assert_eq!(one, five);

    let site = Site::new();
    site.write("c/contest.toml", contest);
    let mut rng = Rng::of_turn(SEED, matches as u64);
    let mut kills = 0;
    for _ in 0..12 {
        let mut run = site.start(&["run", "c", "--quiet"]);
        sleep(Duration::from_micros(1_000 + rng.below(20_000)));
        kills += u32::from(run.try_wait().unwrap().is_none());
        run.kill().unwrap();
        run.wait().unwrap();
    }
    assert!(kills > 0, "no run was killed at work");
    site.succeed(&["run", "c", "--quiet"]);
    assert_eq!(state(&site), one, "killed and resumed");
    assert_eq!(site.succeed(&["run", "c", "--json"]), one.0, "it is over");
    for line in ["verify", "show"] {
        site.succeed(&[line, "c#1"]);
    }
    one.0
}

/// The values of a key, line by line.
fn column(table: &str, key: &str) -> Vec<serde_json::Value> {
    let lines = table.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines.map(|line| line.get(key).cloned().unwrap_or_else(|| panic!("no {key}: {line}"))).collect()
}

fn numbers(table: &str, key: &str) -> Vec<f64> {
    column(table, key).iter().filter_map(serde_json::Value::as_f64).collect()
}

#[test]
fn a_swiss_contest_with_tie_breaks() {
    let breaks =
        "tie_breaks = [\"buchholz\", \"sonneborn-berger\", \"direct-encounter\", \"most-wins\"]";
    let ranking = format!("kind = \"points\"\n{breaks}");
    let format = "kind = \"swiss\"\ngames_per_round = 2\nseeding = \"drawn\"";
    // Four rounds of four pairs; one of the nine has a bye.
    let table = check(&contest("mancala8", format, &ranking), 32);
    assert_eq!(numbers(&table, "buchholz").len(), 9);
    assert!(table.lines().all(|line| line.contains("\"sonneborn_berger\":")), "{table}");
    let played = numbers(&table, "played");
    // Each bye counts as a win.
    assert!(played.iter().all(|played| (7.0..=8.0).contains(played)), "{played:?}");
    assert_eq!(played.iter().sum::<f64>(), 68.0);
}

#[test]
fn a_knockout_of_series() {
    let format = "kind = \"knockout\"\nbest_of = 2\nmax_replays = 2\nelimination = \"double\"";
    let file = contest("mancala8", format, "kind = \"wins\"");
    let site = Site::new();
    site.write("c/contest.toml", &file);
    site.succeed(&["run", "c", "--quiet"]);
    let table = check(&file, state(&site).1.len());
    assert_eq!(numbers(&table, "rounds_short")[..3], [0.0, 1.0, 2.0]);
    assert_eq!(numbers(&table, "rank")[..3], [1.0, 2.0, 3.0]);
}

#[test]
fn a_knockout_that_is_seeded_by_matches_before() {
    let format = "kind = \"knockout\"\nseeding = \"ranking\"\nqualifying_games = 2";
    let file = contest("mancala8", format, "kind = \"points\"");
    let site = Site::new();
    site.write("c/contest.toml", &file);
    site.succeed(&["run", "c", "--quiet"]);
    let count = state(&site).1.len();
    assert!(count >= 72 + 8, "{count}");
    check(&file, count);
}

#[test]
fn a_gauntlet() {
    let format = "kind = \"gauntlet\"\nchallengers = [\"four\", \"bueno\"]\ngames_per_pair = 4";
    let table = check(&contest("mancala8", format, "kind = \"win-share\""), 2 * 7 * 4);
    let played = numbers(&table, "played");
    assert_eq!(played.iter().filter(|played| **played == 28.0).count(), 2, "{table}");
    assert_eq!(played.iter().filter(|played| **played == 8.0).count(), 7, "{table}");
}

#[test]
fn a_ladder_up_to_a_number_of_matches() {
    let format = "kind = \"ladder\"\nmatches = 150\nfloor = 2\nreferences = [\"regular\"]";
    let table = check(&contest("mancala8", format, "kind = \"win-share\""), 150);
    let played = numbers(&table, "played");
    assert_eq!(played.iter().sum::<f64>(), 300.0);
    assert!(played.iter().all(|played| *played >= 15.0), "{table}");
}

#[test]
fn a_ladder_takes_newcomers_in() {
    let file = |matches: &str| {
        let format = format!("kind = \"ladder\"\n{matches}");
        contest("mancala8", &format, "kind = \"win-share\"")
    };
    let site = Site::new();
    site.write("c/contest.toml", file("matches = 60").replace("\"builtin:bueno\", ", ""));
    site.succeed(&["run", "c", "--quiet"]);
    // A ladder may be continued, and the new bot catches up.
    site.write("c/contest.toml", file("matches = 110"));
    let table = site.succeed(&["run", "c", "--json"]);
    let newcomer = table.lines().find(|line| line.contains("\"bot\":\"bueno\"")).unwrap();
    assert!(numbers(newcomer, "played")[0] >= 8.0, "{table}");
    assert_eq!(numbers(&table, "played").iter().sum::<f64>(), 220.0);
    // Without a number, it continues until it is stopped.
    site.write("c/contest.toml", file(""));
    let mut run = site.start(&["run", "c"]);
    let played = || numbers(&site.succeed(&["standings", "c", "--format", "json"]), "played");
    let goes_on = (0..600).any(|_| {
        sleep(Duration::from_millis(50));
        played().iter().sum::<f64>() > 400.0
    });
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(goes_on, "{:?}", played());
}

#[test]
fn tables_of_four_for_seven() {
    let format = "kind = \"one-table\"\nseats = 4\ngames = 21";
    let table = check(&contest("coins", format, "kind = \"borda\""), 21);
    assert!(numbers(&table, "played").iter().all(|played| *played == 12.0), "{table}");
    // Four at a table share six points.
    assert_eq!(numbers(&table, "score").iter().sum::<f64>(), 126.0);
}

#[test]
fn divisions_with_promotion() {
    let format = "kind = \"divisions\"\nsize = 3\npromoted = 1\nseasons = 3\ngames_per_pair = 2";
    let table = check(&contest("mancala8", format, "kind = \"points\""), 3 * 3 * 3 * 2);
    let divisions = numbers(&table, "division");
    assert_eq!(divisions, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
    // The standings are those of the last season.
    assert!(numbers(&table, "played").iter().all(|played| *played == 4.0), "{table}");
}

#[test]
fn marks_for_references_beaten() {
    let ranking = "kind = \"references-beaten\"\nreferences = [\"first\", \"regular\", \"four\"]";
    let format = "kind = \"round-robin\"\ngames_per_pair = 2";
    let table = check(&contest("mancala8", format, ranking), 72);
    let marks = column(&table, "mark");
    assert_eq!(marks.iter().filter(|mark| mark.is_null()).count(), 3, "references have none");
    assert!(numbers(&table, "mark").iter().all(|mark| (0.5..=6.0).contains(mark)), "{table}");
}

#[test]
fn the_table_says_what_equal_scores_mean() {
    let file = contest("mancala8", "kind = \"swiss\"\nrounds = 2", "kind = \"points\"");
    let site = Site::new();
    site.write("c/contest.toml", &file);
    let shown = site.succeed(&["run", "c", "--quiet"]);
    assert!(!shown.contains("share a rank"), "{shown}");
    let shown = site.succeed(&["standings", "c", "--notes"]);
    assert!(shown.contains("share a rank"), "{shown}");
    for (language, part) in
        [("es", "comparten el puesto"), ("fr", "partagent"), ("it", "condividono")]
    {
        let shown = site.succeed(&["standings", "c", "--notes", "--lang", language]);
        assert!(shown.contains(part), "{shown}");
    }
    let other = Site::new();
    let ranking = "kind = \"points\"\ntie_breaks = [\"buchholz\"]";
    other.write("c/contest.toml", contest("mancala8", "kind = \"swiss\"\nrounds = 2", ranking));
    let shown = other.succeed(&["run", "c", "--quiet"]);
    assert!(shown.contains("ties broken by: Buchholz"), "{shown}");
}

const POINTS: &str = "kind = \"points\"";

/// A game, a format and a ranking that contradict each other, and the error message.
const CONTRADICTIONS: &[(&str, &str, &str, [&str; 2])] = &[
    ("mancala8", "kind = \"knockout\"", "kind = \"total-score\"", ["`ranking.kind`", "use wins"]),
    (
        "mancala8",
        "kind = \"swiss\"\nbest_of = 3",
        POINTS,
        ["`format.best_of`", "a key of knockout"],
    ),
    ("mancala8", "kind = \"swiss\"\ncolour = 3", POINTS, ["`format.colour`", "unknown key"]),
    ("mancala8", "kind = \"swiss\"\nrounds = nan", POINTS, ["`format.rounds`", "finite"]),
    ("mancala8", "kind = \"swiss\"\nseeding = \"ranking\"", POINTS, ["`format.seeding`", "drawn"]),
    (
        "mancala8",
        "kind = \"knockout\"\nseeding = \"ranking\"",
        POINTS,
        ["`format.qualifying_games`", "set how many"],
    ),
    (
        "mancala8",
        "kind = \"gauntlet\"\nchallengers = []",
        POINTS,
        ["`format.challengers`", "name one"],
    ),
    (
        "mancala8",
        "kind = \"gauntlet\"\nchallengers = [\"absent\"]",
        POINTS,
        ["`format.challengers`", "no entrant is named `absent`"],
    ),
    ("mancala8", "kind = \"ladder\"", POINTS, ["`ranking.kind`", "use win-share"]),
    (
        "mancala8",
        "kind = \"divisions\"\nsize = 4\npromoted = 3",
        POINTS,
        ["`format.promoted`", "0 to 2"],
    ),
    ("coins", "kind = \"one-table\"\nseats = 1", POINTS, ["`format.seats`", "table of 1,"]),
    ("mancala8", "kind = \"one-table\"\nseats = 3", POINTS, ["`format.seats`", "2 to 2"]),
    (
        "coins",
        "kind = \"one-table\"\nseats = 3",
        "kind = \"points\"\ntie_breaks = [\"buchholz\"]",
        ["`ranking.tie_breaks`", "most-wins"],
    ),
    (
        "mancala8",
        "kind = \"swiss\"",
        "kind = \"points\"\nreferences = [\"x\"]",
        ["`ranking.references`", "a key of references-beaten"],
    ),
    (
        "mancala8",
        "kind = \"round-robin\"",
        "kind = \"references-beaten\"\nreferences = [\"x\"]",
        ["`ranking.references`", "no entrant is named `x`"],
    ),
    (
        "mancala8",
        "kind = \"swiss\"",
        "kind = \"points\"\ntie_breaks = [\"luck\"]",
        ["[ranking]", "`luck`"],
    ),
];

#[test]
fn what_contradicts_is_refused_with_its_key_and_nothing_is_written() {
    for (game, format, ranking, parts) in CONTRADICTIONS {
        let site = Site::new();
        site.write("c/contest.toml", contest(game, format, ranking));
        let said = site.run(&["run", "c"]);
        assert_eq!(said.code, 1, "{format}: {said:?}");
        for part in parts {
            assert!(said.err.contains(part), "{format} {ranking} does not say `{part}`: {said:?}");
        }
        assert!(!site.path().join("c/.certamen").exists(), "something was written");
    }
    let two = "bots = [\"builtin:first\", \"builtin:last\"]";
    let site = Site::new();
    let file = contest("mancala8", "kind = \"swiss\"", POINTS);
    site.write("c/contest.toml", file.replace(&format!("bots = {PLAYERS}"), two));
    let said = site.run(&["run", "c"]);
    assert!(said.err.contains("key `format.kind`: a Swiss system needs three"), "{said:?}");
    let policy = "[programs]\ndisqualify_on = [\"timeout\"]\n";
    site.write("c/contest.toml", contest("mancala8", "kind = \"knockout\"", POINTS) + policy);
    let said = site.run(&["run", "c"]);
    assert!(said.err.contains("key `programs.on_disqualified`"), "{said:?}");
    assert!(said.err.contains("use `played matches stand`"), "{said:?}");
    assert!(!site.path().join("c/.certamen").exists(), "something was written");
}

#[test]
fn the_examples_of_the_page_are_read() {
    let page = fs::read_to_string(repository("docs/contest-file.md")).unwrap();
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<&str> = blocks.filter(|block| block.starts_with("[format]")).collect();
    assert!(examples.len() >= 7, "{}", examples.len());
    for example in examples {
        let site = Site::new();
        let game = if example.contains("one-table") { "coins" } else { "mancala8" };
        let head = format!("name = \"An example\"\ngame = \"{game}\"\nbots = ");
        let bots = if game == "coins" {
            contest("coins", "", "").lines().nth(2).unwrap()["bots = ".len()..].to_owned()
        } else {
            PLAYERS.to_owned()
        };
        site.write("c/contest.toml", format!("{head}{bots}\n{example}"));
        site.succeed(&["run", "c", "--quiet"]);
    }
}
