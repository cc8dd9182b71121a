//! What people read comes in their languages: every table of words is whole, and what commands print
//! in one language has no words of another.

use crate::site::{Site, mancala, repository};
use std::{collections::BTreeSet, fs};

const LANGUAGES: [&str; 4] = ["en", "es", "fr", "it"];

/// Words that mean the same everywhere: names, and what is typed or recorded.
const SHARED: &str = "
    bot certamen builtin random first last regular bueno aleatorio silent depth
    footsteps intervalo coins mancala fin lines argv stdin gtp jsonl
    pass points squares size order rounds bad output board turn max slots plies
    Elo Nash alpha rank kalaha position bots min
";

/// What a command prints in each language; `code` is how it ends.
fn outputs(site: &Site, arguments: &[&str], code: i32) -> [String; 4] {
    LANGUAGES.map(|language| {
        let said = site.run(&[arguments, &["--lang", language]].concat());
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        said.out + &said.err
    })
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
    // Actions of Coins are no words.
    let words = words.filter(|word| !word.chars().all(|c| c.is_ascii_uppercase()));
    words.map(str::to_lowercase).collect()
}

/// Checks that a command speaks four languages, and in none of them English.
fn check(site: &Site, arguments: &[&str], code: i32) {
    let shared = words(SHARED);
    let [english, others @ ..] = outputs(site, arguments, code);
    for (other, language) in others.iter().zip(&LANGUAGES[1..]) {
        assert_ne!(*other, english, "{arguments:?} in {language}");
        // Words that two languages happen to share are not told from forgotten ones; a word that
        // stands in all four is.
        let common = words(&english);
        let common = others.iter().fold(common, |common, other| &common & &words(other));
        let forgotten: Vec<&String> = common.difference(&shared).collect();
        assert!(forgotten.is_empty(), "{arguments:?}: {forgotten:?} in\n{english}");
    }
}

fn site() -> Site {
    let site = Site::new();
    site.write("silent.py", "");
    site.write("c/contest.toml", mancala(2).replace("Reference players", "Bot"));
    site.succeed(&["run", "c", "--quiet"]);
    let bots = ["builtin:random", "silent.py"];
    site.succeed(&["play", "footsteps", bots[0], bots[1], "--record", "r.jsonl", "--quiet"]);
    site
}

#[test]
fn matches_are_told_in_every_language() {
    let site = site();
    check(&site, &["show", "r.jsonl"], 0);
    check(&site, &["show", "c#3"], 0);
    check(&site, &["verify", "r.jsonl"], 0);
    let play = |game| ["play", game, "builtin:random", "builtin:first", "--seed", "3"];
    for (game, option) in [
        ("footsteps", "points=9"),
        ("intervalo", "squares=6"),
        ("coins", "rounds=2"),
        ("mancala8", "max_slots=9"),
        ("go", "size=3"),
    ] {
        check(&site, &[&play(game)[..], &["--option", option]].concat(), 0);
    }
    let silent = ["play", "footsteps", "silent.py", "builtin:first"];
    check(&site, &[&silent[..], &["--games", "2", "--quiet"]].concat(), 0);
}

#[test]
fn contests_are_told_in_every_language() {
    let site = site();
    check(&site, &["standings", "c"], 0);
    check(&site, &["standings", "c", "--fair-play"], 0);
    check(&site, &["verify", "c"], 0);
    check(&site, &["standings", "c", "--format", "markdown"], 0);
    check(&site, &["matches", "c"], 0);
    check(&site, &["matrix", "c"], 0);
    check(&site, &["field", "c"], 0);
    check(&site, &["run", "c"], 0);
}

#[test]
fn progress_and_changes_are_told_in_every_language() {
    let [english, others @ ..] = LANGUAGES.map(|language| {
        let site = site();
        let newcomer = mancala(2).replace("Reference players", "Bot");
        let newcomer = newcomer.replace("bots = [", "bots = [\"builtin:aleatorio\", ");
        site.write("c/contest.toml", newcomer);
        let said = site.run(&["run", "c", "--lang", language]);
        assert_eq!(said.code, 0, "{said:?}");
        said.out + &said.err
    });
    let common = others.iter().fold(words(&english), |common, other| &common & &words(other));
    let forgotten: Vec<String> = common.difference(&words(SHARED)).cloned().collect();
    assert!(forgotten.is_empty(), "{forgotten:?} in\n{english}");
    assert!(english.contains("matches kept: 30"), "{english}");
}

#[test]
fn lists_and_starters_are_told_in_every_language() {
    let site = Site::new();
    check(&site, &["games"], 0);
    let outputs = LANGUAGES
        .map(|language| site.succeed(&["new-bot", "coins", "c", language, "--lang", language]));
    assert_eq!(
        BTreeSet::from(outputs.map(|said| said.split(' ').next().unwrap().to_owned())).len(),
        4
    );
    let tiers = LANGUAGES.map(|language| {
        site.run(&["play", "footsteps", "builtin:first", "builtin:last", "--lang", language]).out
    });
    assert_eq!(BTreeSet::from(tiers).len(), 4);
}

#[test]
fn json_speaks_no_language() {
    let site = site();
    for arguments in [
        &["standings", "c", "--format", "json"][..],
        &["matches", "c", "--format", "json"],
        &["run", "c", "--json", "--quiet"],
        &["show", "r.jsonl", "--json"],
        &["schema", "record"],
        &["completions", "fish"],
    ] {
        let [english, others @ ..] = outputs(&site, arguments, 0);
        assert!(others.iter().all(|other| *other == english), "{arguments:?}");
    }
}

/// The texts of a table of words: four, in the order of its fields.
fn texts(block: &str) -> Option<[String; 4]> {
    let mut texts = LANGUAGES.map(|_| None);
    for (at, language) in LANGUAGES.iter().enumerate() {
        let (_, rest) = block.split_once(&format!("{language}: \""))?;
        let mut text = String::new();
        let mut characters = rest.chars();
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => text.extend(characters.next()),
                other => text.push(other),
            }
        }
        texts[at] = Some(text);
    }
    let [en, es, fr, it] = texts;
    Some([en?, es?, fr?, it?])
}

#[test]
fn every_table_of_words_is_whole() {
    let mut tables = 0;
    for path in glob::glob(&repository("crates/*/src/**/*.rs")).unwrap() {
        let path = path.unwrap();
        let source = fs::read_to_string(&path).unwrap();
        for (at, _) in source.match_indices("Words {") {
            let block = &source[at..];
            // The type itself and signatures have no texts.
            let starts = block["Words {".len()..].trim_start().starts_with("en: \"");
            let Some(texts) = texts(block).filter(|_| starts) else { continue };
            tables += 1;
            let place = format!("{}: {}", path.display(), texts[0]);
            for text in &texts {
                assert!(!text.trim().is_empty(), "{place}: a text is empty");
                assert!(!text.contains("TODO") && !text.contains("???"), "{place}");
                let (starts, ends) = (texts[0].starts_with(' '), texts[0].ends_with(' '));
                assert_eq!((text.starts_with(' '), text.ends_with(' ')), (starts, ends), "{place}");
            }
            let others = &texts[1..];
            assert!(others.iter().any(|text| *text != texts[0]), "{place}: use Words::same");
        }
    }
    assert!(tables > 150, "{tables} tables");
}
