//! The texts of all crates: every folder of Fluent files has a file for each language, is said by
//! one module, and nothing in it is said by nobody.
//!
//! That the files of a folder have the same texts and places, `texts!` tests for each.

use certamen_speech::Language;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The module whose texts are found by the names of commands; it has a test of its own.
const BY_NAME: &str = "say/help.rs";

fn found(pattern: &str) -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let paths = glob::glob(&format!("{}/{pattern}", crates.display())).unwrap();
    paths.map(|path| path.unwrap().canonicalize().unwrap()).collect()
}

/// The modules that say texts: where their folders are, and the ids that they declare.
fn modules() -> BTreeMap<PathBuf, (PathBuf, BTreeSet<String>)> {
    let mut modules = BTreeMap::new();
    for path in found("*/src/**/*.rs") {
        let source = fs::read_to_string(&path).unwrap();
        // The macro's own example and definition stand in comments or name no folder.
        let declared = source.split_once("\n    \"").filter(|(before, _)| {
            before.lines().last().is_some_and(|line| line.trim_end().ends_with("texts! {"))
        });
        let Some((_, declared)) = declared else { continue };
        let (folder, rest) = declared.split_once("\";").unwrap();
        let (ids, _) = rest.split_once("\n}").unwrap();
        let ids = ids.lines().filter_map(|line| line.split(['(', ',']).next());
        let ids = ids.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
        let folder = path.parent().unwrap().join(folder).canonicalize().unwrap();
        modules.insert(folder, (path, ids.collect()));
    }
    modules
}

#[test]
fn every_folder_of_texts_is_said_and_has_every_language() {
    let modules = modules();
    assert!(modules.len() > 20, "the sources are not found: {modules:?}");
    let mut folders: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    for file in found("*/**/*.ftl") {
        let code = file.file_stem().unwrap().to_str().unwrap().to_owned();
        folders.entry(file.parent().unwrap().to_owned()).or_default().insert(code);
    }
    let languages = Language::ALL.iter().map(|language| language.code().to_owned()).collect();
    for (folder, codes) in &folders {
        assert_eq!(codes, &languages, "{}", folder.display());
        assert!(modules.contains_key(folder), "nobody says {}", folder.display());
    }
    assert_eq!(folders.len(), modules.len());
}

#[test]
fn every_text_is_said_somewhere() {
    let sources = found("*/src/**/*.rs").into_iter();
    let sources: Vec<(PathBuf, String)> =
        sources.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    let mut silent = Vec::new();
    for (module, ids) in modules().into_values().filter(|(module, _)| !module.ends_with(BY_NAME)) {
        let of_crate: PathBuf = module.iter().take_while(|part| *part != "src").collect();
        let of_crate = sources.iter().filter(|(path, _)| path.starts_with(&of_crate));
        let said: BTreeSet<&str> = of_crate
            .filter(|(path, _)| *path != module)
            .flat_map(|(_, source)| source.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect();
        silent.extend(ids.into_iter().filter(|id| !said.contains(&**id)));
    }
    assert_eq!(silent, Vec::<String>::new());
}
