//! The contests that come along: none of their matches can be ended by the limit that ends matches
//! without an end.

use certamen_contest::{ContestFile, Folder};
use std::{fs, path::Path, time::Duration};

/// The longest line of a move in a record, in bytes: an action, a reply of 64 characters, each
/// perhaps escaped, and times.
const LONGEST_MOVE: u64 = 1 << 10;

/// How many turns a match can have, and how many move in each.
fn longest(file: &ContestFile) -> (u64, u64) {
    let option = |key: &str, usual: u64| {
        file.options.get(key).and_then(serde_json::Value::as_u64).unwrap_or(usual)
    };
    let seats = file.format.table_size(8) as u64;
    match file.game.info().slug {
        // Each turn costs both a point.
        "footsteps" => (option("points", 50), 2),
        "mancala8" => (option("max_slots", 60), 1),
        "intervalo" => (64, 2),
        "go" => (option("max_plies", 3 * option("size", 19).pow(2)), 1),
        "coins" => (option("rounds", 50) * seats, 1),
        // The longest match under the rule of fifty moves has 5,899 moves of each side.
        "chess" => (11_798, 1),
        "minoria" => (option("rounds", 10), seats),
        other => panic!("the longest match of {other} is unknown"),
    }
}

#[test]
fn no_contest_that_is_announced_can_reach_its_limit() {
    let contests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests");
    let mut seen = 0;
    for entry in fs::read_dir(contests).unwrap() {
        let path = entry.unwrap().path();
        let file = ContestFile::read(&Folder::new(&path)).unwrap();
        let conditions = file.conditions(Duration::from_secs(1), "A");
        let (turns, moves) = longest(&file);
        assert!(turns <= conditions.turns.unwrap(), "{path:?}: {turns} turns");
        // FootSteps counts its own bytes, with a test of their length. In chess an illegal reply ends
        // the match: its other lines are short.
        let short = ["footsteps", "chess"].contains(&file.game.info().slug);
        let line = if short { 256 } else { moves * LONGEST_MOVE };
        assert!(turns * line <= conditions.bytes.unwrap(), "{path:?}: {turns} x {line} bytes");
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}
