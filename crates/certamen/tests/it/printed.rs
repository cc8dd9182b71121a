//! JSON output of commands is valid for the schema of that name, and only for that one.

use crate::{
    schemas::Schema,
    site::{Site, mancala},
};
use serde_json::{Value, json};
use std::fs;

/// Checks all lines of `text`, and that the schema rejects changed ones.
pub(crate) fn check(name: &str, text: &str) {
    let schema = Schema::of(name);
    let refused = |value: &Value| schema.check(value).is_err();
    assert!(!text.is_empty(), "{name}");
    for line in text.lines() {
        let good: Value = serde_json::from_str(line).unwrap();
        assert_eq!(schema.check(&good), Ok(()), "{name}: {line}");
        let mut more = good.clone();
        more["unheard_of"] = json!(1);
        assert!(refused(&more), "{name}: {more}");
        let keys: Vec<String> = good.as_object().unwrap().keys().cloned().collect();
        let mut needed = 0;
        for key in keys {
            let mut bad = good.clone();
            bad[&key] = json!([[[]]]);
            assert!(refused(&bad), "{name}: {bad}");
            let mut less = good.clone();
            less.as_object_mut().unwrap().remove(&key);
            needed += usize::from(refused(&less));
        }
        assert!(needed > 0, "{name}: {line}");
    }
}

/// A command's output, whatever its exit code.
fn printed(site: &Site, arguments: &[&str]) -> String {
    site.run(arguments).out
}

/// A finished contest of built-in players and one that commits faults.
fn played() -> Site {
    let site = Site::new();
    site.write("c/silent.py", "");
    site.write("c/broken.py", "print(\n");
    let file = mancala(2)
        .replace("bots = [", "bots = [\"silent.py\", \"broken.py\", ")
        .replace("[ranking]", "[programs]\ndisqualify_on = [\"exit\"]\n[ranking]")
        + "tie_breaks = [\"buchholz\", \"direct-encounter\"]\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", file);
    let said = site.run(&["run", "c", "--quiet"]);
    assert_eq!(said.code, 3, "{said:?}");
    site
}

#[test]
fn of_a_contest() {
    let site = played();
    let table = printed(&site, &["run", "c", "--json", "--quiet"]);
    assert!(table.contains("set-aside") && table.contains("disqualified"), "{table}");
    check("standings", &table);
    check("standings", &printed(&site, &["standings", "c", "--settled", "--format", "json"]));
    check("matches", &printed(&site, &["matches", "c", "--format", "json"]));
    check("matrix", &printed(&site, &["matrix", "c", "--format", "json"]));
    check("field", &printed(&site, &["field", "c", "--format", "json"]));
    check("fair-play", &printed(&site, &["standings", "c", "--fair-play", "--format", "json"]));
    check("show", &printed(&site, &["show", "c#1", "--json"]));
    let received = "2015-03-18T11:00:00Z".parse().unwrap();
    let receipt = certamen_contest::Receipt::of(("c", None), ("a.cl", b"(1)"), received).to_line();
    check("receipt", &receipt);
    site.write("c/received/a.cl.receipt", &receipt);
    let export = printed(&site, &["export", "c"]);
    assert!(export.contains("\n{\"receipt\":{\"digest\""), "no receipt is told");
    check("export", &export);
    check("moves", &printed(&site, &["export", "c", "--table", "moves"]));
    check("states", &printed(&site, &["export", "c", "--table", "states"]));
    check("chain", &fs::read_to_string(site.path().join("c/.certamen/table.chain")).unwrap());
    let whole = printed(&site, &["verify", "c", "c#1", "nothing", "--json"]);
    let verdict = |line: &str| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone();
    let verdicts: Vec<Value> = whole.lines().map(verdict).collect();
    assert_eq!(verdicts, ["sound", "sound", "broken"], "{whole}");
    check("verify", &whole);
    site.write("d/contest.toml", mancala(4));
    check("forecast", &printed(&site, &["run", "d", "--forecast", "--json"]));
}

#[test]
fn of_matches_and_analyses() {
    let site = Site::new();
    site.write("loud.py", "import sys\nprint('no', file=sys.stderr)\nprint('x')\n");
    let play = ["play", "footsteps", "loud.py", "builtin:random", "--json", "--record", "r.jsonl"];
    check("play", &printed(&site, &play));
    site.write("metric.py", "import sys\nprint('[TDATA] depth = 4', file=sys.stderr)\nprint(1)\n");
    let play = ["play", "footsteps", "metric.py", "builtin:random", "-q", "--record", "m.jsonl"];
    site.run(&play);
    check("metrics", &printed(&site, &["show", "m.jsonl", "--metrics", "--json"]));
    check("last-words", &fs::read_to_string(site.path().join("r.jsonl.stderr")).unwrap());
    let compare = ["compare", "builtin:bueno", "builtin:random", "--game", "mancala8", "-q"];
    for games in ["2", "40"] {
        check("compare", &printed(&site, &[&compare[..], &["--games", games, "--json"]].concat()));
    }
    let analyse = |more: &[&str]| printed(&site, &[&["analyse", "--json"], more].concat());
    let pruned = ["mancala8", "--bot", "builtin:regular", "--search", "alpha-beta", "--trace"];
    check("analyse", &analyse(&pruned));
    check("analyse", &analyse(&["footsteps"]));
    for bot in ["builtin:random", "builtin:first"] {
        check("analyse", &analyse(&["footsteps", "--bot", bot, "--samples", "20"]));
    }
}

#[test]
fn of_bots_that_are_tried() {
    let site = Site::new();
    site.write("loud.py", "print('bid', 1, flush=True)\ninput()\n");
    let tried = ["check", "loud.py", "--game", "footsteps", "--json", "--patience", "1s"];
    check("check", &printed(&site, &tried));
    site.write("bad.c", "int main(void) { return x; }\n");
    check("check", &printed(&site, &["check", "bad.c", "--game", "footsteps", "--json"]));
    site.write("hoja.cl", "; AbCd123456\n(defun f (e) (setq x 1) 0)\n");
    check("check", &printed(&site, &["check", "hoja.cl", "--game", "mancala8", "--json"]));
    let site = played();
    check("check", &printed(&site, &["check", "c", "--json", "--patience", "1s"]));
    site.succeed(&["play", "mancala8", "builtin:first", "builtin:last", "--record", "r.jsonl"]);
    let question = ["check", "c/silent.py", "--game", "mancala8", "--json", "--from"];
    let said = printed(&site, &[&question[..], &["r.jsonl#1"]].concat());
    check("question", &said);
}

#[test]
fn of_the_machine() {
    let site = Site::new();
    check("doctor", &printed(&site, &["doctor", "--json"]));
    check("languages", &printed(&site, &["languages", "python", "c", "--json"]));
    check("games", &printed(&site, &["games", "--json"]));
}

#[test]
fn an_evaluation_function_that_is_tried() {
    let site = Site::new();
    site.write("mia.cl", "(defun mi-f-ev (estado) 0)\n");
    let tried = ["check", "mia.cl", "--game", "mancala8", "--json", "--patience", "1s"];
    let said = printed(&site, &tried);
    assert!(said.contains("slowest_ms") && said.contains("against"), "{said}");
    check("check", &said);
}

#[test]
fn what_advice_is_reported_by_has_a_name_that_is_never_translated() {
    let site = Site::new();
    site.write("one.py", "print(1)\n");
    let facts = ["en", "es", "fr", "it"].map(|language| {
        let tried = ["check", "one.py", "--game", "intervalo", "--json", "--lang", language];
        let said = printed(&site, &[&tried[..], &["--patience", "1s"]].concat());
        let line: Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        let ids = |facts: &Value| {
            let facts = facts.as_array().unwrap().iter();
            facts.map(|fact| fact["fact"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(line["facts"].as_array().unwrap().len(), ids(&line["evidence"]).len());
        assert_eq!(line["facts"][0][1], line["evidence"][0]["value"]);
        ids(&line["evidence"])
    });
    assert_eq!(facts[0], ["answer", "rules"]);
    assert!(facts.iter().all(|ids| *ids == facts[0]), "{facts:?}");
}
