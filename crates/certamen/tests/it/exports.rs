//! Exports for researchers: every move and every state of a contest, as tables.

use crate::site::{Site, mancala, repository};
use serde_json::Value;
use std::fs;

/// A finished contest of two bots, one of which commits faults.
fn contest() -> Site {
    let site = Site::new();
    site.write("c/loud.py", "print('=1+1', flush=True)\n");
    let file =
        mancala(2).replace("builtin:regular:depth=4", "loud.py").replace("\"builtin:bueno\", ", "")
            + "[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "--quiet"]);
    site
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn table(site: &Site, name: &str, format: &str) -> String {
    site.succeed(&["export", "c", "--table", name, "--format", format])
}

/// The records of all matches, one line a turn.
fn turns(site: &Site) -> Vec<(i64, Value)> {
    let mut turns = Vec::new();
    for line in lines(&site.succeed(&["export", "c"])) {
        let Some(record) = line["match"]["record"].as_str() else { continue };
        let number = line["match"]["number"].as_i64().unwrap();
        let of_turns = lines(record).into_iter().filter(|line| line.get("turn").is_some());
        turns.extend(of_turns.map(|turn| (number, turn)));
    }
    turns
}

#[test]
fn every_move_is_a_row_that_says_what_its_record_says() {
    let site = contest();
    let rows = lines(&table(&site, "moves", "jsonl"));
    let mut expected = rows.iter();
    for (number, turn) in turns(&site) {
        for entry in turn["moves"].as_array().unwrap() {
            let row = expected.next().unwrap();
            assert_eq!((row["match"].as_i64(), &row["turn"]), (Some(number), &turn["turn"]));
            for key in ["seat", "action", "fault", "reply", "ms", "asleep_ms", "pondered_ms"] {
                let reported = entry.get(key).unwrap_or(&Value::Null);
                assert_eq!(&row[key], reported, "{key}: {row} {entry}");
            }
            assert_eq!(row["automatic"], entry.get("automatic").is_some());
        }
    }
    assert_eq!(expected.next(), None);
    let failed: Vec<&Value> = rows.iter().filter(|row| row["fault"] == "illegal").collect();
    assert_eq!(failed.len(), 8, "against each of four on either seat");
    assert!(failed.iter().all(|row| row["bot"] == "loud" && row["reply"] == "=1+1"), "{failed:?}");
}

#[test]
fn every_state_is_a_row_as_show_prints_it() {
    let site = contest();
    let rows = lines(&table(&site, "states", "jsonl"));
    let matches = lines(&site.succeed(&["matches", "c", "--format", "json"]));
    let mut shown = Vec::new();
    for played in &matches {
        let record = format!("c#{}", played["match"]);
        for mut state in lines(&site.succeed(&["show", &record, "--json"])) {
            state.as_object_mut().unwrap().remove("outcome");
            state["match"] = played["match"].clone();
            shown.push(state);
        }
    }
    assert!(shown.len() > 100, "{}", shown.len());
    assert_eq!(rows, shown);
}

#[test]
fn spreadsheets_and_databases_get_the_same_rows() {
    let site = contest();
    for (name, of_database) in [("moves", "move"), ("states", "state")] {
        let rows = lines(&table(&site, name, "jsonl"));
        let csv = table(&site, name, "csv");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let keys: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), keys);
        let cells: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(cells.len(), rows.len());
        assert!(name == "states" || csv.contains(",'=1+1,"), "no formula: {csv}");
        for (row, cells) in rows.iter().zip(&cells) {
            assert_eq!(row["match"].to_string(), cells[0]);
            assert_eq!(row["turn"].to_string(), cells[1]);
        }
        site.succeed(&["export", "c", "--format", "sqlite", "--out", "c.sqlite"]);
        let database = rusqlite::Connection::open(site.path().join("c.sqlite")).unwrap();
        let count = |query: &str| {
            let counted = database.query_row(query, [], |row| row.get::<_, i64>(0));
            usize::try_from(counted.unwrap()).unwrap()
        };
        assert_eq!(count(&format!("SELECT count(*) FROM {of_database}")), rows.len());
        if name == "moves" {
            assert_eq!(count("SELECT count(*) FROM played"), rows.len());
            let loud = "SELECT count(*) FROM played WHERE bot = 'loud' AND fault = 'illegal'";
            assert_eq!(count(loud), 8);
        } else {
            let boards = "SELECT count(*) FROM state WHERE json_array_length(state, '$.board') = 2";
            assert_eq!(count(boards), rows.len());
        }
    }
}

#[test]
fn a_database_is_as_large_as_is_wanted() {
    let site = contest();
    for (most, moves, states) in [("contest", false, false), ("moves", true, false)] {
        let out = format!("{most}.sqlite");
        let export = ["export", "c", "--format", "sqlite", "--table", most, "--out", &out];
        site.succeed(&export);
        let database = rusqlite::Connection::open(site.path().join(&out)).unwrap();
        let any = |table: &str| {
            let query = format!("SELECT count(*) > 0 FROM {table}");
            database.query_row(&query, [], |row| row.get::<_, bool>(0)).unwrap()
        };
        assert_eq!([any("match"), any("move"), any("state")], [true, moves, states], "{most}");
    }
}

#[test]
fn the_page_names_the_columns_of_everything_that_is_printed_as_csv() {
    let site = contest();
    let page = fs::read_to_string(repository("docs/exports.md")).unwrap();
    for (command, heading) in [
        (&["export", "c", "--format", "csv"][..], "export --format csv"),
        (&["export", "c", "--table", "moves", "--format", "csv"], "export --table moves"),
        (&["export", "c", "--table", "states", "--format", "csv"], "export --table states"),
        (&["standings", "c", "--format", "csv"], "standings --format csv"),
        (&["matches", "c", "--format", "csv"], "matches --format csv"),
        (&["matrix", "c", "--format", "csv"], "matrix --format csv"),
        (&["field", "c", "--format", "csv"], "field --format csv"),
    ] {
        let csv = site.succeed(command);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let printed: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let (_, part) = page.split_once(&format!("## `{heading}`\n")).expect(heading);
        let part = part.split("\n## ").next().unwrap();
        let rows = part.lines().filter_map(|line| line.strip_prefix("| `"));
        let named: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
        assert_eq!(named, printed, "{heading}");
    }
    for name in certamen_host::schema::names() {
        assert!(page.contains(&format!("](schemas/{name}.json)")), "{name}");
    }
}

#[test]
fn who_has_gone_before_the_end_is_no_error() {
    let site = contest();
    let mut child = site.command(&["export", "c", "--table", "states"]);
    let mut child = child.stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
