//! The licences of all packages that the command is made of, as one text.

use crate::repository::metadata;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

/// The beginnings of the names of files with licences, in upper case.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// The licences of what is linked into the command for `target`: each package with its licence,
/// then each text once, with the packages that have it.
pub(super) fn of_all(target: &str) -> Result<String> {
    let all = metadata(&["--locked", "--filter-platform", target])?;
    let linked = linked(&all)?;
    let mut list = "Certamen contains these packages.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in list_of(&all["packages"]) {
        let id = package["id"].as_str().unwrap_or_default();
        if !linked.contains(id) || package["source"].is_null() {
            continue;
        }
        let field = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let name = format!("{} {}", field("name"), field("version"));
        writeln!(list, "{name}: {}", field("license"))?;
        let manifest = field("manifest_path");
        let folder = Path::new(&manifest).parent().context("a manifest is in a folder")?;
        for text in texts_in(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, packages) in texts {
        write!(list, "\n{}\n{}:\n\n{}\n", "-".repeat(80), packages.join(", "), text.trim_end())?;
    }
    Ok(list)
}

/// The packages that the command links, by id: normal dependencies, also those of procedural
/// macros, whose output becomes part of it.
fn linked(metadata: &Value) -> Result<BTreeSet<&str>> {
    let nodes = list_of(&metadata["resolve"]["nodes"]);
    let is_command = |package: &&Value| package["name"] == "certamen";
    let Some(start) = list_of(&metadata["packages"]).iter().find(is_command) else {
        bail!("cargo metadata lists no package `certamen`");
    };
    let (mut found, mut left) = (BTreeSet::new(), vec![start["id"].as_str().unwrap_or_default()]);
    while let Some(id) = left.pop() {
        if !found.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id);
        for dependency in node.map(|node| list_of(&node["deps"])).unwrap_or_default() {
            let kinds = list_of(&dependency["dep_kinds"]);
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                left.extend(dependency["pkg"].as_str());
            }
        }
    }
    Ok(found)
}

fn list_of(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The texts of the licence files in a package's folder, by the names of the files.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|known| name.starts_with(known)) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(paths.into_iter().map(read).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_linked_is_listed() {
        let depends = |on: &str, kind: Value| json!({"pkg": on, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [{"name": "certamen", "id": "c"}, {"name": "a", "id": "a"}],
            "resolve": {"nodes": [
                {"id": "c", "deps": [depends("a", Value::Null), depends("t", json!("dev"))]},
                {"id": "a", "deps": [depends("c", Value::Null), depends("b", json!("build"))]},
            ]},
        });
        assert_eq!(linked(&metadata).unwrap(), ["a", "c"].into());
        assert!(linked(&json!({})).is_err());
    }
}
