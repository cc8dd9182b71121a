//! The texts of all crates: every folder of Fluent files has a file for each language, is used by
//! one module, and has no unused text.
//!
//! That the files of a folder have the same texts and variables is tested by `texts!`.

use certamen_i18n::Language;
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

/// A module that declares texts.
#[derive(Debug)]
struct Module {
    path: PathBuf,
    ids: BTreeSet<String>,
    /// Whether other crates use them, too.
    said_above: bool,
    /// The file without the list of ids.
    code: String,
}

/// The modules that declare texts, by the folders of their Fluent files.
fn modules() -> BTreeMap<PathBuf, Module> {
    let mut modules = BTreeMap::new();
    for path in found("*/src/**/*.rs") {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let Some((before, declared)) = code.split_once("texts! {") else { continue };
        let declared = declared.trim_start();
        let said_above = declared.starts_with("pub ");
        let declared = declared.trim_start_matches("pub ");
        // The macro's own definition names no folder.
        let Some(declared) = declared.strip_prefix('"') else { continue };
        let (folder, rest) = declared.split_once("\";").unwrap();
        let (ids, after) = rest.split_once('}').unwrap();
        let ids = ids.lines().filter_map(|line| line.trim().split(['(', ',']).next());
        let is_id =
            |id: &&str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let ids = ids.filter(is_id).map(str::to_owned).collect();
        let folder = path.parent().unwrap().join(folder).canonicalize().unwrap();
        let code = format!("{before}{after}");
        modules.insert(folder, Module { path, ids, said_above, code });
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
    let sources = found("*/src/**/*.rs").into_iter().chain(found("*/templates/*.html"));
    let sources: Vec<(PathBuf, String)> =
        sources.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    let mut silent = Vec::new();
    for module in modules().into_values().filter(|module| !module.path.ends_with(BY_NAME)) {
        let of_crate: PathBuf = module.path.iter().take_while(|part| *part != "src").collect();
        // Pages use texts in their templates, which are beside the sources.
        let others = sources.iter().filter(|(path, _)| *path != module.path);
        let others = others.filter(|(path, _)| module.said_above || path.starts_with(&of_crate));
        let said: BTreeSet<&str> = others
            .map(|(_, source)| source)
            .chain([&module.code])
            .flat_map(|source| source.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect();
        silent.extend(module.ids.iter().filter(|id| !said.contains(&***id)).cloned());
    }
    assert_eq!(silent, Vec::<String>::new());
}
