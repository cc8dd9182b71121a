//! Starter bots play whole matches without faults, unchanged.

use crate::{
    once::Passed,
    site::{Site, repository},
};
use std::{fs, path::PathBuf};

/// Options that make matches short.
fn short(game: &str) -> &'static [&'static str] {
    match game {
        "footsteps" => &["points=40", "squares=9"],
        "intervalo" => &["squares=8"],
        "coins" => &["coins=25", "rounds=5"],
        "go" => &["size=3"],
        "chess" => &["fen=7k/P7/8/8/8/8/7p/K7 w - - 70 90"],
        _ => &[],
    }
}

/// Plays the starters of a language on the first and the last seat of the same match: each is built
/// only twice, by `check` and by `play`.
fn check(language: &str) {
    let folders = glob::glob(&repository("crates/games/src/*/starters")).unwrap();
    let folders: Vec<PathBuf> = folders.map(Result::unwrap).collect();
    let name = format!("starters-{language}");
    let Some(passed) = Passed::not_yet(&name, &folders, &[language]) else { return };
    let site = Site::new();
    for game in certamen_games::ALL {
        if game.starters().iter().all(|starter| starter.language != language) {
            continue;
        }
        let info = game.info();
        let others = vec!["builtin:random"; usize::from(info.seats.start() - 2)];
        let (game, options) = (info.slug, short(info.slug));
        site.succeed(&["new-bot", game, language, game]);
        // Less time than a user has by default, but every seat is tried.
        let wishes = ["--game", game, "--move-time", "20s", "--patience", "1s"];
        let checked = site.succeed(&[&["check", game], &wishes[..]].concat());
        assert!(checked.contains("no problems found"), "{game} {language}: {checked}");
        let last = format!("last={game}");
        let options: Vec<&str> = options.iter().flat_map(|option| ["--option", option]).collect();
        let play = [&["play", game, game], &others[..], &[&last], &options].concat();
        // A busy machine is slow to start programs.
        let more = ["--record", "r.jsonl", "--seed", "5", "--move-time", "20s"];
        site.succeed(&[&play[..], &more].concat());
        let record = site.read("r.jsonl");
        let played = record.lines().filter(|line| line.starts_with("{\"turn\"")).count();
        assert!(played > 2 && !record.contains("\"fault\""), "{game} {language}: {record}");
        assert!(!record.contains("\"forfeit\""), "{game} {language}: {record}");
    }
    passed.remember();
}

#[test]
fn starters_in_c_play_legally() {
    check("c");
}

#[test]
fn starters_in_common_lisp_play_legally() {
    check("common-lisp");
}

#[test]
fn starters_in_cpp_play_legally_takes_long() {
    check("cpp");
}

#[test]
fn starters_in_go_play_legally_takes_long() {
    check("go");
}

#[test]
fn starters_in_java_play_legally_takes_long() {
    check("java");
}

#[test]
fn starters_in_javascript_play_legally() {
    check("javascript");
}

#[test]
fn starters_in_python_play_legally() {
    check("python");
}

#[test]
fn starters_in_ruby_play_legally() {
    check("ruby");
}

#[test]
fn starters_in_rust_play_legally_takes_long() {
    check("rust");
}

#[test]
fn nothing_is_overwritten_and_an_unknown_language_lists_the_known_ones() {
    let site = Site::new();
    site.write("mine/notes.txt", "precious");
    let said = site.run(&["new-bot", "go", "python", "mine"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said:?}");
    assert!(said.err.contains("mine: folder not empty"), "{said:?}");
    let file = site.run(&["new-bot", "go", "python", "mine/notes.txt"]);
    assert_eq!(file.code, 2, "{file:?}");
    assert_eq!(fs::read_dir(site.path().join("mine")).unwrap().count(), 1);
    let cobol = site.run(&["new-bot", "go", "cobol"]);
    assert_eq!(cobol.code, 2);
    assert!(
        cobol.err.contains("use c, common-lisp, cpp, go, java, javascript, python, ruby, rust"),
        "{cobol:?}"
    );
    assert_eq!(site.run(&["new-bot", "checkers", "c"]).code, 2);
    site.succeed(&["new-bot", "go", "python"]);
    assert!(site.path().join("go-python/bot.py").is_file());
    assert_eq!(site.run(&["new-bot", "go", "python"]).code, 2, "not twice");
}

#[test]
fn a_starter_speaks_its_authors_language_and_names_its_schema() {
    let site = Site::new();
    let mut sources = Vec::new();
    for (language, word) in
        [("en", "written to"), ("es", "escrito en"), ("fr", "écrit dans"), ("it", "scritto in")]
    {
        let said = site.succeed(&["new-bot", "mancala8", "c", language, "--lang", language]);
        assert!(said.contains(word), "{said}");
        sources.push(fs::read_to_string(site.path().join(language).join("bot.c")).unwrap());
    }
    sources.sort();
    sources.dedup();
    assert_eq!(sources.len(), 4, "every language has its own comments");
    let manifest = fs::read_to_string(site.path().join("es/bot.toml")).unwrap();
    let schema = manifest.lines().next().unwrap().strip_prefix("#:schema ./").unwrap();
    let schema = fs::read_to_string(site.path().join("es").join(schema)).unwrap();
    assert_eq!(schema, site.succeed(&["schema", "bot"]));
    assert!(manifest.contains("name = \"es\""), "{manifest}");
}
