//! Games of other libraries, by `games/openspiel` and `games/wrap`: contests of them, and the pages
//! that list what `check-game` found of each. What is not installed is skipped by name.

use crate::site::{Said, Site, repository};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The Python that runs rules.
const PYTHON: &str = "/usr/bin/python3";
const BEGIN: &str = "<!-- survey -->\n";
const END: &str = "<!-- end of survey -->\n";

/// Whether this Python package is installed; says so if it is not.
fn has(package: &str) -> bool {
    let found = Command::new(PYTHON).args(["-c", &format!("import {package}")]).output().unwrap();
    if !found.status.success() {
        eprintln!("skipped: the Python package {package} is not installed");
    }
    found.status.success()
}

/// A site with the files of an adapter of `games/`.
fn site_with(adapter: &str) -> Site {
    let site = Site::new();
    for file in ["game.toml".to_owned(), format!("{adapter}.py")] {
        let path = format!("games/{adapter}/{file}");
        site.write(&path, fs::read(repository(&path)).unwrap());
    }
    site
}

#[test]
fn contests_of_openspiel_are_run_and_verified() {
    if !has("pyspiel") {
        return;
    }
    let fewer = [
        ("kuhn-poker", "games_per_pair = 50", "games_per_pair = 4"),
        ("hearts", "games = 20", "games = 2"),
    ];
    for (name, all, few) in fewer {
        let site = site_with("openspiel");
        let path = format!("games/openspiel/{name}");
        let file = fs::read_to_string(repository(&format!("{path}/contest.toml"))).unwrap();
        assert!(file.contains(all), "{file}");
        site.write(&format!("{path}/contest.toml"), file.replace(all, few));
        site.succeed(&["run", &path, "--quiet"]);
        let table = site.succeed(&["standings", &path]);
        assert!(["random", "first", "last"].iter().all(|bot| table.contains(bot)), "{table}");
        site.succeed(&["verify", &path]);
        site.succeed(&["verify", &format!("{path}#1")]);
    }
}

#[test]
fn environments_are_played_and_verified() {
    for (package, variant) in [
        ("pettingzoo.classic.tictactoe_v3", "pettingzoo.tictactoe_v3"),
        ("textarena", "textarena.KuhnPoker-v0"),
        ("kaggle_environments", "kaggle.rps"),
    ] {
        if !has(package) {
            continue;
        }
        let site = site_with("wrap");
        let game = format!("./games/wrap:{variant}");
        let mut arguments = vec!["play", &game, "builtin:random", "builtin:random"];
        arguments.extend(["--seed", "5", "--record", "match.jsonl"]);
        site.succeed(&arguments);
        site.succeed(&["verify", "match.jsonl", "--game", &game]);
    }
}

/// A row of a page: the name of a game, the code of what was found of it, and the words.
#[derive(Debug)]
struct Row {
    name: String,
    code: String,
    words: String,
}

/// What `check-game` finds of each variant of an adapter.
fn survey(adapter: &str, names: &[String]) -> Vec<Row> {
    let site = site_with(adapter);
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let game = format!("./games/{adapter}:{name}");
                    let said = site.run(&["check-game", &game, "--time", "2s", "--json"]);
                    rows.lock().unwrap().push(row(name, &said));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|row| names.iter().position(|name| *name == row.name));
    rows
}

/// Warnings do not refuse a game, and `slow` is one of the machine rather than of the game.
fn row(name: &str, said: &Said) -> Row {
    let Ok(report) = serde_json::from_str::<Value>(&said.out) else {
        return Row { name: name.to_owned(), code: "error".to_owned(), words: short(&said.err) };
    };
    let findings = report["findings"].as_array().unwrap();
    let error = findings.iter().find(|finding| finding["warning"] == false);
    let warning = findings.iter().find(|one| one["warning"] == true && one["code"] != "slow");
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let (code, words) = match (error, warning) {
        (Some(error), _) => (text(error, "code"), short(&text(error, "fact"))),
        (None, Some(warning)) => (format!("({})", text(warning, "code")), String::new()),
        (None, None) => (String::new(), String::new()),
    };
    assert_eq!(report["passed"].as_bool(), Some(error.is_none()), "{name}: {report}");
    Row { name: name.to_owned(), code, words }
}

/// The first line of a reason, without what stands before the words of the library.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let line = line.rsplit_once("Refused: ").map_or(line, |(_, why)| why);
    let line: String = line.chars().take(160).collect();
    line.trim_end_matches(&['"', '`'][..]).replace('|', "\\|")
}

/// The tables of a page: the games that pass with their warnings, and those that are refused.
fn tables(rows: &[Row]) -> String {
    let (passed, refused): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.code.is_empty() || row.code.starts_with('('));
    let mut text = format!("\n{} of {} games pass.\n\n", passed.len(), rows.len());
    text += "| Game | Warning |\n|---|---|\n";
    text.extend(passed.into_iter().map(|Row { name, code, .. }| {
        format!("| `{name}` | {} |\n", code.trim_matches(&['(', ')'][..]))
    }));
    text += "\nRefused:\n\n| Game | Finding | Reason |\n|---|---|---|\n";
    text.extend(
        refused
            .into_iter()
            .map(|Row { name, code, words }| format!("| `{name}` | `{code}` | {words} |\n")),
    );
    text + "\n"
}

/// The name in each row, sorted, and the code of what refuses the game: reasons have figures of one run,
/// and warnings depend on what was played in the time.
fn cells(tables: &str) -> BTreeMap<String, String> {
    let rows = tables.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split(" | ").map(|cell| cell.trim_matches(&['|', ' '][..])));
    cells
        .map(|mut cells| {
            let mut next = || cells.next().unwrap_or_default().to_owned();
            let (name, code) = (next(), next());
            (name, if code.starts_with('`') { code } else { String::new() })
        })
        .collect()
}

/// Compares what `check-game` finds of these variants with the page of the adapter; with
/// `INSTA_UPDATE=always`, writes the page.
fn check_page(adapter: &str, names: &[String]) {
    let path = repository(&format!("games/{adapter}/README.md"));
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    let found = tables(&survey(adapter, names));
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, format!("{before}{BEGIN}{found}{END}{after}")).unwrap();
        return;
    }
    // Packages that are not installed here are listed, too.
    let is_known = |name: &str| names.iter().any(|known| name == format!("`{known}`"));
    let shown: BTreeMap<_, _> =
        cells(shown).into_iter().filter(|(name, _)| is_known(name)).collect();
    assert_eq!(cells(&found), shown, "{adapter}: run with INSTA_UPDATE=always to write the page");
}

/// What a Python program prints, by lines.
fn lines_of(program: &str) -> Vec<String> {
    let done = Command::new(PYTHON).args(["-c", program]).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{}", text(&done.stderr));
    text(&done.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_page_of_openspiel_is_what_check_game_finds_nightly() {
    if has("pyspiel") {
        let names =
            lines_of("import pyspiel; print(*sorted(pyspiel.registered_names()), sep='\\n')");
        check_page("openspiel", &names);
    }
}

#[test]
fn the_page_of_environments_is_what_check_game_finds_nightly() {
    let folders = [repository("games/wrap"), repository("crates/external/libraries")];
    let program = format!(
        "import sys; sys.dont_write_bytecode = True; sys.path[:0] = {folders:?}\n\
         import wrap; print(*wrap.names(), sep='\\n')"
    );
    if has("pettingzoo") {
        // Many of these packages' games look for files on the network; the page names what was tried.
        let page = fs::read_to_string(repository("games/wrap/README.md")).unwrap();
        let mut names = lines_of(&program);
        names.retain(|name| page.contains(&format!("| `{name}` |")));
        assert!(names.len() > 5, "{names:?}");
        check_page("wrap", &names);
    }
}
