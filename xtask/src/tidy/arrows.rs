//! Which crate may import which: from the rim to the core, never back.

use serde_json::Value;

/// What each crate may import of ours. A crate that is not here is refused until it is.
const ARROWS: &[(&str, &[&str])] = &[
    ("speech", &[]),
    ("game", &["speech"]),
    ("sandbox", &["speech"]),
    ("games", &["game", "speech"]),
    ("tournament", &["game", "speech"]),
    ("work", &["game", "speech"]),
    ("store", &["work", "tournament", "game", "speech"]),
    ("referee", &["sandbox", "game", "speech"]),
    ("course", &["games", "work", "game", "speech"]),
    ("evaluation", &["sandbox", "games", "game", "speech"]),
    ("worker", &["evaluation", "referee", "sandbox", "games", "work", "game", "speech"]),
    ("contest", &["store", "tournament", "games", "work", "game", "speech"]),
    (
        "checkup",
        &[
            "worker",
            "evaluation",
            "course",
            "referee",
            "sandbox",
            "games",
            "work",
            "game",
            "speech",
        ],
    ),
    (
        "hall",
        &[
            "checkup",
            "contest",
            "worker",
            "evaluation",
            "course",
            "referee",
            "store",
            "tournament",
            "sandbox",
            "games",
            "work",
            "game",
            "speech",
        ],
    ),
    ("charts", &["contest", "tournament", "game", "speech"]),
    ("certamen", EVERYTHING),
    // Chores stand beside the system, not in it: nothing may import them.
    ("xtask", EVERYTHING),
    ("bench", EVERYTHING),
];

const EVERYTHING: &[&str] = &[
    "hall",
    "charts",
    "checkup",
    "contest",
    "worker",
    "evaluation",
    "referee",
    "store",
    "work",
    "tournament",
    "course",
    "games",
    "sandbox",
    "game",
    "speech",
];

/// Compares what `cargo metadata --no-deps` says with the arrows. What only tests import is free.
pub(super) fn check(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if packages.is_empty() {
        return vec!["cargo metadata knows no packages".to_owned()];
    }
    packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Value) -> Vec<String> {
    let name = short(&package["name"]);
    let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
        return vec![format!(
            "crate {name}: it is in no row of ARROWS in xtask/src/tidy/arrows.rs: say what it may import"
        )];
    };
    let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ours = dependencies.iter().filter(|entry| entry["source"].is_null());
    let ours = ours.filter(|entry| entry["kind"] != "dev").map(|entry| short(&entry["name"]));
    let forbidden = ours.filter(|imported| !allowed.contains(imported));
    forbidden.map(|imported| format!("crate {name} must not import {imported}: the arrows point from rim to core, see ARCHITECTURE.md")).collect()
}

/// The name of a package without the project's.
fn short(name: &Value) -> &str {
    let name = name.as_str().unwrap_or_default();
    name.strip_prefix("certamen-").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn check(name: &str, imported: &str, kind: &Value) -> usize {
        let dependency = json!({"name": imported, "source": null, "kind": kind});
        let other = json!({"name": "serde", "source": "registry", "kind": null});
        let package = json!({"name": name, "dependencies": [dependency, other]});
        super::check(&json!({"packages": [package]})).len()
    }

    #[test]
    fn arrows_point_from_rim_to_core() {
        assert_eq!(check("certamen-store", "certamen-tournament", &Value::Null), 0);
        assert_eq!(check("certamen", "certamen-worker", &Value::Null), 0);
        assert_eq!(check("certamen-game", "certamen-games", &Value::Null), 1);
        assert_eq!(check("certamen-games", "certamen-sandbox", &json!("build")), 1);
        assert_eq!(check("certamen-games", "certamen-sandbox", &json!("dev")), 0);
        assert_eq!(check("certamen-contest", "certamen", &Value::Null), 1);
        assert_eq!(check("certamen-chess", "serde_json", &json!("dev")), 1);
    }

    #[test]
    fn no_packages_is_no_success() {
        assert_eq!(super::check(&json!({})).len(), 1);
    }
}
