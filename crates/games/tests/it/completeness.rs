//! No game is registered without its page, protocol, transcripts, tests and snapshot.

use std::{fs, path::PathBuf};

/// A path in the repository.
fn at(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_default()
}

/// The files of a folder with their texts; none if there is no such folder.
fn texts(folder: &str) -> Vec<String> {
    let Ok(files) = fs::read_dir(at(folder)) else { return Vec::new() };
    let paths = files.map(|file| file.expect("the folder can be listed").path());
    let paths = paths.filter(|path| path.is_file());
    paths.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into()).collect()
}

/// Whether a page has a fenced block in which referee and program both speak.
fn has_dialogue(page: &str) -> bool {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let speaks = |block: &str, mark| block.lines().any(|line| line.starts_with(mark));
    blocks.into_iter().any(|block| speaks(block, "> ") && speaks(block, "< "))
}

fn missing(slug: &str) -> Vec<String> {
    let pages = texts("docs/protocols");
    let shown = |page: &String| page.contains(slug) && has_dialogue(page);
    let reported = |folder: &str| texts(folder).iter().any(|text| !text.trim().is_empty());
    let folder = format!("crates/games/src/{slug}");
    let snapshot = format!("{folder}/playthrough.snap");
    // Tests stand in the game's folder, or in a file, or a folder, of its name among the others.
    let tests = format!("crates/games/tests/it/{slug}.rs");
    let tested = [texts(&folder), texts(tests.trim_end_matches(".rs"))].concat().concat();
    let tested = tested + &text(&tests);
    let transcripts = format!("{folder}/transcripts");
    let page = format!("docs/games/{slug}.md");
    let rules = certamen_games::rules(slug).is_some_and(|rules| !rules.is_empty());
    [
        (!text(&page).trim().is_empty(), page.clone()),
        (rules, format!("what follows `## Rules` in {page}")),
        (pages.iter().any(shown), format!("a dialogue of {slug} in docs/protocols")),
        (reported(&transcripts), transcripts),
        (tested.contains("proptest!"), format!("proptest! in {folder} or {tests}")),
        (!text(&snapshot).is_empty(), snapshot),
    ]
    .into_iter()
    .filter_map(|(there, what)| (!there).then_some(what))
    .collect()
}

#[test]
fn every_game_has_its_papers() {
    for game in certamen_games::ALL {
        let missing = missing(game.info().slug);
        assert!(missing.is_empty(), "{} lacks {missing:?}", game.info().slug);
    }
}

#[test]
fn a_missing_game_lacks_every_document() {
    assert_eq!(missing("tute-cabrero").len(), 6);
    assert!(has_dialogue("text\n```transcript\n> 1\n< 2\n```\n"));
    assert!(!has_dialogue("text\n```\n> 1\n```\n> 1\n< 2\n```\n< 2\n```\n"));
}
