//! Every message is used somewhere: the compiler does not warn of generated functions.
//!
//! That the languages of a folder have the same messages and variables, `texts!` checks.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Help texts are found by the names of commands; they have a test of their own.
const BY_NAME: &str = "locales/help";

fn found(pattern: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let paths = glob::glob(&format!("{}/{pattern}", crates.display())).unwrap();
    paths.map(|path| path.unwrap()).map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
}

/// The words of a source, and those of variants in the form of the messages derived from them.
fn words(source: &str) -> impl Iterator<Item = String> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').flat_map(|word| {
        let mut message = String::new();
        for letter in word.chars() {
            if letter.is_uppercase() && !message.is_empty() {
                message.push('_');
            }
            message.extend(letter.to_lowercase());
        }
        [word.to_owned(), message]
    })
}

#[test]
fn every_message_is_used() {
    let sources: Vec<(PathBuf, String)> =
        found("*/src/**/*.rs").chain(found("*/templates/*.html")).collect();
    let used: BTreeSet<String> = sources.iter().flat_map(|(_, source)| words(source)).collect();
    let (mut folders, mut unused) = (0, Vec::new());
    for (path, source) in &sources {
        for rest in source.split("certamen_i18n::texts!(").skip(1) {
            let folder = rest.split('"').nth(1).unwrap();
            let package: PathBuf = path.iter().take_while(|part| *part != "src").collect();
            let Ok(english) = fs::read_to_string(package.join(folder).join("en.ftl")) else {
                continue;
            };
            folders += 1;
            let ids = english.lines().filter_map(|line| line.split_once(" = ")).map(|(id, _)| id);
            let ids = ids.filter(|id| id.starts_with(|c: char| c.is_ascii_lowercase()));
            let ids = ids.filter(|id| folder != BY_NAME && !used.contains(*id));
            unused.extend(ids.map(|id| format!("{folder}: {id}")));
        }
    }
    assert!(folders > 50, "the sources are not found: {folders}");
    assert_eq!(unused, Vec::<String>::new());
}
