//! Messages that several crates use are used by one at least.
//!
//! That the languages of a folder have the same messages and variables, `texts!` checks; a message
//! of one crate that nothing uses is a function that the compiler warns of.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn found(pattern: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let paths = glob::glob(&format!("{}/{pattern}", crates.display())).unwrap();
    paths.map(|path| path.unwrap()).map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
}

#[test]
fn every_public_message_is_used() {
    let sources: Vec<(PathBuf, String)> =
        found("*/src/**/*.rs").chain(found("*/templates/*.html")).collect();
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned);
        words.collect::<Vec<_>>()
    };
    let used: BTreeSet<String> = sources.iter().flat_map(|(_, source)| words(source)).collect();
    let mut folders = 0;
    for (path, source) in &sources {
        let Some((_, rest)) = source.split_once("texts!(pub \"") else { continue };
        let (folder, _) = rest.split_once('"').unwrap();
        let package: PathBuf = path.iter().take_while(|part| *part != "src").collect();
        let english = fs::read_to_string(package.join(folder).join("en.ftl")).unwrap();
        let ids = english.lines().filter_map(|line| line.split_once(" = "));
        for (id, _) in ids.filter(|(id, _)| !id.starts_with([' ', '#'])) {
            assert!(used.contains(id), "{}: nothing uses `{id}`", path.display());
        }
        folders += 1;
    }
    assert!(folders > 3, "the sources are not found");
}
