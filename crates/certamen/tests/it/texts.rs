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
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let Some((_, declared)) = code.split_once("texts! {") else { continue };
        // The macro itself names no folder.
        let Some(declared) = declared.trim_start().strip_prefix('"') else { continue };
        let (folder, rest) = declared.split_once("\";").unwrap();
        let ids = rest.split('}').next().unwrap_or_default().lines();
        let ids = ids.filter_map(|line| line.trim().split(['(', ',']).next());
        let is_id =
            |id: &&str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let ids = ids.filter(is_id).map(str::to_owned).collect();
        let folder = path.parent().unwrap().join(folder).canonicalize().unwrap();
        modules.insert(folder, (path, ids));
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
