//! Which crate may import which: dependencies point one way.

use super::picture;
use crate::repository::SourceFile;
use serde_json::Value;

/// Our crates that each crate imports, in an order in which no crate imports one below it.
/// A missing arrow is an error, and so is an unused one.
pub(super) const ARROWS: &[(&str, &[&str])] = &[
    ("i18n-macros", &[]),
    ("i18n", &["i18n-macros"]),
    ("game", &["i18n"]),
    ("peer", &["game", "i18n"]),
    ("sandbox", &["i18n"]),
    ("external", &["sandbox", "game", "i18n"]),
    ("games", &["game", "i18n"]),
    ("tournament", &["game", "i18n"]),
    ("store", &["tournament", "game", "i18n"]),
    ("runner", &["games", "sandbox", "game", "i18n"]),
    ("contest", &["store", "tournament", "games", "game", "i18n"]),
    ("portal", &["contest", "runner", "peer", "game", "i18n"]),
    ("farm", &["peer", "tournament", "game", "i18n"]),
    (
        "host",
        &["farm", "portal", "contest", "runner", "store", "tournament", "sandbox", "game", "i18n"],
    ),
    ("web", &["peer", "portal", "contest", "store", "tournament", "games", "game", "i18n"]),
    (
        "certamen",
        &[
            "web",
            "host",
            "farm",
            "peer",
            "external",
            "portal",
            "contest",
            "runner",
            "store",
            "tournament",
            "games",
            "sandbox",
            "game",
            "i18n",
        ],
    ),
];

/// These tools are not part of the system: they may import anything, and nothing imports them.
const CHORES: &[&str] = &["xtask", "bench"];

/// The page that shows the arrows.
const PAGE: &str = "ARCHITECTURE.md";

/// Compares what `cargo metadata --no-deps` says with the arrows, both ways, and the picture with
/// them. What only tests import is free.
pub(super) fn check(metadata: &Value, files: &[SourceFile]) -> Vec<String> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if packages.is_empty() {
        return vec!["cargo metadata lists no packages".to_owned()];
    }
    let mut wrong: Vec<String> = packages.iter().flat_map(check_package).collect();
    for (name, _) in ARROWS {
        let is_there = packages.iter().any(|package| short(&package["name"]) == *name);
        if !is_there {
            wrong.push(format!("crate {name}: it has a row in ARROWS but does not exist"));
        }
    }
    let page = files.iter().find(|file| file.path == PAGE).and_then(|file| file.text.as_deref());
    if page.is_some_and(|page| !page.contains(&picture::draw())) {
        wrong.push(format!(
            "{PAGE}: the dependency table is out of date: `cargo xtask arrows` prints it"
        ));
    }
    wrong
}

fn check_package(package: &Value) -> Vec<String> {
    let name = short(&package["name"]);
    if CHORES.contains(&name) {
        return Vec::new();
    }
    let Some((_, arrows)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
        return vec![format!(
            "crate {name}: it has no row in ARROWS in tools/xtask/src/tidy/arrows.rs: add its imports"
        )];
    };
    let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ours = dependencies.iter().filter(|entry| entry["source"].is_null());
    let ours: Vec<&str> =
        ours.filter(|entry| entry["kind"] != "dev").map(|entry| short(&entry["name"])).collect();
    let missing = ours.iter().filter(|imported| !arrows.contains(imported));
    let unused = arrows.iter().filter(|arrow| !ours.contains(arrow));
    missing
        .map(|imported| format!("crate {name} must not import {imported}: the arrows point from rim to core, see {PAGE}"))
        .chain(unused.map(|arrow| format!("crate {name} no longer imports {arrow}: remove it from ARROWS in tools/xtask/src/tidy/arrows.rs")))
        .collect()
}

/// The name of a package without the project's.
fn short(name: &Value) -> &str {
    let name = name.as_str().unwrap_or_default();
    name.strip_prefix("certamen-").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is said of a package that imports these, `dev` ones for its tests only.
    fn check(name: &str, imported: &[(&str, Value)]) -> Vec<String> {
        let mut all: Vec<Value> = imported
            .iter()
            .map(|(name, kind)| json!({"name": name, "source": null, "kind": kind}))
            .collect();
        all.push(json!({"name": "serde", "source": "registry", "kind": null}));
        check_package(&json!({"name": name, "dependencies": all}))
    }

    #[test]
    fn arrows_point_from_rim_to_core_and_none_is_there_for_nothing() {
        let i18n = || ("certamen-i18n", Value::Null);
        let [normal, build, dev] =
            [Value::Null, json!("build"), json!("dev")].map(|kind| ("certamen-games", kind));
        assert_eq!(check("certamen-game", &[i18n()]), Vec::<String>::new());
        assert!(check("certamen-game", &[i18n(), normal])[0].contains("must not import games"));
        assert!(check("certamen-game", &[i18n(), build])[0].contains("must not import games"));
        assert_eq!(check("certamen-game", &[i18n(), dev]), Vec::<String>::new());
        assert!(check("certamen-game", &[])[0].contains("no longer imports i18n"));
        assert!(check("certamen-chess", &[i18n()])[0].contains("no row in ARROWS"));
        assert_eq!(
            check("certamen-bench", &[("certamen-host", Value::Null)]),
            Vec::<String>::new()
        );
    }

    #[test]
    fn crates_import_only_upwards() {
        let names: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
        for (place, (name, arrows)) in ARROWS.iter().enumerate() {
            for arrow in *arrows {
                assert!(names[..place].contains(arrow), "{name} imports {arrow}");
            }
        }
    }

    #[test]
    fn no_packages_is_no_success() {
        assert_eq!(super::check(&json!({}), &[]).len(), 1);
    }
}
