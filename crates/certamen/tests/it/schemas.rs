//! The schemas accept and reject the repository's own files and records as the program does.

use crate::site::{Site, mancala, repository};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::PathBuf};

pub(crate) struct Schema {
    all: Schemas,
    index: SchemaIndex,
}

impl Schema {
    pub(crate) fn of(kind: &str) -> Schema {
        let schema = serde_json::from_str(&Site::new().succeed(&["schema", kind])).unwrap();
        let (mut all, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("schema.json", schema).unwrap();
        let index = compiler.compile("schema.json", &mut all).unwrap();
        Schema { all, index }
    }

    /// The schema's objection to a value.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.all.validate(value, self.index).map_err(|error| format!("{error:#}"))
    }

    fn check_toml(&self, text: &str) -> Result<(), String> {
        let table: toml::Table = text.parse().unwrap();
        self.check(&serde_json::to_value(table).unwrap())
    }
}

#[test]
fn the_page_documents_every_key_that_is_read() {
    let page = fs::read_to_string(repository("docs/contest-file.md")).unwrap();
    for kind in ["contest", "bot"] {
        let schema = Site::new().succeed(&["schema", kind]);
        let mut keys = BTreeSet::new();
        collect(&serde_json::from_str(&schema).unwrap(), &mut keys);
        assert!(keys.len() > 12, "{keys:?}");
        for key in keys.iter().filter(|key| *key != "kind") {
            let reported = [
                format!("`{key}`"),
                format!("`{key}."),
                format!(".{key}`"),
                format!("[{key}]"),
                format!("{key} = "),
            ];
            assert!(reported.iter().any(|reported| page.contains(reported)), "{kind}: {key}");
        }
    }
}

/// The names of all keys in a schema, except the options of games, which have pages of their own.
fn collect(schema: &Value, keys: &mut BTreeSet<String>) {
    let Value::Object(parts) = schema else {
        schema.as_array().into_iter().flatten().for_each(|part| collect(part, keys));
        return;
    };
    let games: Vec<String> =
        certamen_games::ALL.iter().map(|game| format!("{}-", game.info().slug)).collect();
    for (name, part) in parts {
        let of_game = games.iter().any(|game| name.starts_with(game));
        if name == "properties" {
            keys.extend(part.as_object().into_iter().flatten().map(|(key, _)| key.clone()));
        }
        if name != "allOf" && !of_game {
            collect(part, keys);
        }
    }
}

#[test]
fn the_contests_and_the_bots_of_the_repository_fit() {
    let contest = Schema::of("contest");
    let contests = files("contests/*/contest.toml");
    for path in &contests {
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(contest.check_toml(&text), Ok(()), "{}", path.display());
        let first = text.lines().next().unwrap();
        assert_eq!(first, "#:schema ../../docs/schemas/contest.json", "{}", path.display());
    }
    let bot = Schema::of("bot");
    let mut bots = files("bots/*/*/bot.toml");
    bots.extend(files("contests/*/bots/*/bot.toml"));
    for path in &bots {
        assert_eq!(
            bot.check_toml(&fs::read_to_string(path).unwrap()),
            Ok(()),
            "{}",
            path.display()
        );
    }
    assert!(contests.len() >= 4 && bots.len() >= 17, "{} {}", contests.len(), bots.len());
}

fn files(pattern: &str) -> Vec<PathBuf> {
    glob::glob(&repository(pattern)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn what_readers_refuse_does_not_fit() {
    let contest = Schema::of("contest");
    let good = mancala(2);
    assert_eq!(contest.check_toml(&good), Ok(()));
    for (from, to) in [
        ("name =", "nome ="),
        ("mancala8", "checkers"),
        ("round-robin", "swiss-ish"),
        ("games_per_pair = 2", "colour = 2"),
        ("games_per_pair = 2", "games_per_pair = \"2\""),
        ("\"points\"", "\"beauty\""),
        ("[format]", "[options]\nmax_slots = \"many\"\n[format]"),
        ("[format]", "[limits]\nspeed = 1\n[format]"),
        ("[format]", "[limits]\nmemory = 1\n[format]"),
        ("[format]", "[programs]\nmemory = \"life\"\n[format]"),
        ("[format]", "[programs]\ndisqualify_on = [\"ugly\"]\n[format]"),
        ("[format]", "[programs]\non_disqualified = \"cry\"\n[format]"),
        ("[format]", "[sandbox]\nminimum_tier = \"E\"\n[format]"),
        ("game =", "seed = -1\ngame ="),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        assert!(contest.check_toml(&bad).is_err(), "{to} fits");
        let site = Site::new();
        site.write("c/contest.toml", bad);
        assert_eq!(site.run(&["run", "c"]).code, 1, "{to} is read");
    }
    let bot = Schema::of("bot");
    let good = "name = \"a\"\nlanguage = \"python\"\nsource = [\"a.py\"]\n";
    assert_eq!(bot.check_toml(good), Ok(()));
    for (from, to) in
        [("name", "title"), ("\"a\"", "\"\""), ("[\"a.py\"]", "[]"), ("\"python\"", "3")]
    {
        assert!(bot.check_toml(&good.replacen(from, to, 1)).is_err(), "{to} fits");
    }
    let telepathy = format!("{good}protocol = \"telepathy\"\n");
    assert!(bot.check_toml(&telepathy).is_err(), "{telepathy} fits");
}

#[test]
fn records_fit_line_by_line() {
    let schema = Schema::of("record");
    let site = Site::new();
    site.write("silent.py", "");
    for (game, bots) in [
        ("footsteps", ["builtin:random", "builtin:random"]),
        ("footsteps", ["builtin:random", "silent.py"]),
        ("intervalo", ["builtin:random", "builtin:last"]),
        ("coins", ["builtin:random", "builtin:first"]),
        ("mancala8", ["builtin:regular", "builtin:bueno"]),
        ("go", ["builtin:first", "builtin:last"]),
    ] {
        let play = ["play", game, bots[0], bots[1], "--record", "r.jsonl", "--quiet"];
        site.succeed(&play);
        let record = fs::read_to_string(site.path().join("r.jsonl")).unwrap();
        assert!(record.lines().count() > 2, "{game}: {record}");
        for line in record.lines() {
            assert_eq!(schema.check(&serde_json::from_str(line).unwrap()), Ok(()), "{line}");
        }
    }
    let page = fs::read_to_string(repository("docs/record-format.md")).unwrap();
    let example = page.split("```").find_map(|block| block.strip_prefix("json\n")).unwrap();
    for line in example.lines() {
        let good: Value = serde_json::from_str(line).unwrap();
        assert_eq!(schema.check(&good), Ok(()), "{line}");
        for (key, value) in [("turn", json!("one")), ("seed", json!(-1)), ("digest", json!("00"))] {
            let mut bad = good.clone();
            if bad.get(key).is_some() {
                bad[key] = value;
                assert!(schema.check(&bad).is_err(), "{bad}");
            }
        }
    }
}
