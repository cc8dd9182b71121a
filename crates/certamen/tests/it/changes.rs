//! A finished contest whose bots change: only missing matches are played, and the changes in the
//! standings are listed.

use crate::site::Site;

/// A contest of Python programs, each of which bids the number in its name.
struct Contest(Site);

impl Contest {
    fn new(format: &str) -> Contest {
        let site = Site::new();
        for bid in [1, 2, 3] {
            let bids = format!("print({bid}, flush=True)\n");
            let program = format!("{bids}while input() != 'fin': {bids}");
            site.write(&format!("c/bid{bid}.py"), program);
        }
        site.write("c/format", format);
        Contest(site)
    }

    /// Runs the contest with these bots; returns the output.
    fn run(&self, bots: &[&str], more: &[&str]) -> String {
        self.write(bots);
        self.0.succeed(&[&["run", "c"], more].concat())
    }

    fn write(&self, bots: &[&str]) {
        let format = std::fs::read_to_string(self.0.path().join("c/format")).unwrap();
        self.0.write("c/contest.toml", format!("name = \"Pasos\"\nbots = {bots:?}\n{format}"));
    }

    /// The listed changes, without the heading.
    fn changes(&self, bots: &[&str], more: &[&str]) -> Vec<String> {
        let said = self.run(bots, more);
        let (_, changes) = said.split_once("\nChanges since the last standings:\n").unwrap();
        changes.lines().map(str::to_owned).collect()
    }

    fn count(&self) -> usize {
        self.0.succeed(&["matches", "c", "--format", "json"]).lines().count()
    }

    fn played(&self) -> u64 {
        let table = self.0.succeed(&["standings", "c", "--format", "json"]);
        let first: serde_json::Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
        first["played"].as_u64().unwrap()
    }
}

const ROUND_ROBIN: &str = r#"
game = "footsteps"
[options]
points = 20
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;

const ONE_TABLE: &str = r#"
game = "coins"
[options]
rounds = 3
[format]
kind = "one-table"
games = 6
[ranking]
kind = "total-score"
[sandbox]
minimum_tier = "D"
"#;

#[test]
fn a_newcomer_plays_what_is_missing() {
    let contest = Contest::new(ROUND_ROBIN);
    let first = contest.run(&["bid1.py", "bid2.py"], &[]);
    assert!(!first.contains("changed"), "there was no table before: {first}");
    assert_eq!(
        contest.changes(&["bid1.py", "bid2.py", "bid3.py"], &[]),
        [
            "  + bid3: new, rank 1, score 4",
            "    bid2: rank 1 → 2, score 2",
            "    bid1: rank 2 → 3, score 0",
            "  matches played: 4; matches kept: 2",
        ]
    );
    assert_eq!(contest.count(), 6);
    let again = contest.run(&["bid1.py", "bid2.py", "bid3.py"], &[]);
    assert!(!again.contains("changed"), "nothing did: {again}");
}

#[test]
fn a_changed_bot_plays_again_and_the_others_do_not() {
    let contest = Contest::new(ROUND_ROBIN);
    let bots = ["bid1.py", "bid2.py", "bid3.py"];
    contest.run(&bots, &[]);
    let five = "print(5, flush=True)\nwhile input() != 'fin': print(5, flush=True)\n";
    contest.0.write("c/bid1.py", five);
    assert_eq!(
        contest.changes(&bots, &["--lang", "en"]),
        [
            "  ~ bid1: changed, rank 3 → 1, score 0 → 4",
            "    bid3: rank 1 → 2, score 4 → 2",
            "    bid2: rank 2 → 3, score 2 → 0",
            "  matches played: 4; matches kept: 2",
        ]
    );
    assert_eq!(contest.count(), 6);
}

#[test]
fn who_withdraws_leaves_without_anything_being_played_and_may_come_back() {
    let contest = Contest::new(ROUND_ROBIN);
    let bots = ["bid1.py", "bid2.py", "bid3.py"];
    contest.run(&bots, &[]);
    assert_eq!(
        contest.changes(&bots[..2], &[]),
        [
            "    bid2: rank 2 → 1, score 2",
            "    bid1: rank 3 → 2, score 0",
            "  - bid3: withdrawn, was rank 1, score 4",
            "  matches played: 0; matches kept: 2",
        ]
    );
    assert_eq!(contest.count(), 2);
    let back = contest.changes(&bots, &[]);
    assert_eq!(back[0], "  + bid3: new, rank 1, score 4");
    assert_eq!(back.last().unwrap(), "  matches played: 0; matches kept: 6");
}

#[test]
fn at_one_table_all_matches_are_new_ones_and_old_ones_do_not_count() {
    let contest = Contest::new(ONE_TABLE);
    let [a, b, c] = ["builtin:random", "builtin:first", "c=builtin:first"];
    contest.run(&[a, b], &[]);
    assert_eq!((contest.count(), contest.played()), (6, 6));
    let changes = contest.changes(&[a, b, c], &[]);
    assert!(changes.iter().any(|line| line.starts_with("  + c: new, rank")), "{changes:?}");
    assert_eq!(changes.last().unwrap(), "  matches played: 6; matches kept: 0");
    assert_eq!((contest.count(), contest.played()), (6, 6));
    let changes = contest.changes(&[a, b], &[]);
    assert!(changes.iter().any(|line| line.starts_with("  - c: withdrawn")), "{changes:?}");
    assert_eq!(changes.last().unwrap(), "  matches played: 0; matches kept: 6");
    assert_eq!((contest.count(), contest.played()), (6, 6));
}

#[test]
fn lines_of_json_stay_alone_and_the_changes_are_reported_beside_them() {
    let contest = Contest::new(ROUND_ROBIN);
    contest.run(&["bid1.py", "bid2.py"], &["--json"]);
    contest.run(&["bid1.py", "bid2.py", "bid3.py"], &["--json"]);
    contest.write(&["bid1.py", "bid3.py"]);
    let said = contest.0.run(&["run", "c", "--json", "--lang", "es"]);
    assert!(said.out.lines().all(|line| line.starts_with('{')), "{said:?}");
    assert!(said.err.contains("- bid2: retirado, tenía puesto 2, puntos 2"), "{said:?}");
}
