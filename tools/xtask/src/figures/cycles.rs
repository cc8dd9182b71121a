//! Cycles of files that import each other: none of them can be read before the others.

use super::Production;
use std::collections::{BTreeMap, BTreeSet};

/// The files of the longest cycle; none if there is no cycle.
pub(super) fn longest(files: &[Production]) -> Vec<String> {
    let modules: BTreeMap<String, &Production> =
        files.iter().map(|file| (module_of(&file.path), file)).collect();
    let graph: BTreeMap<&str, BTreeSet<String>> = modules
        .iter()
        .map(|(module, file)| {
            let imported = paths(&file.code, module).into_iter();
            let imported = imported.filter_map(|path| home(&path, &modules));
            (module.as_str(), imported.filter(|other| other != module).collect())
        })
        .collect();
    let cycle = cycles(&graph).into_iter().max_by_key(Vec::len).unwrap_or_default();
    cycle.into_iter().map(|module| modules[module].path.clone()).collect()
}

/// `crates/a/src/b/c.rs` is `a::b::c`.
fn module_of(path: &str) -> String {
    let path = path.trim_start_matches("crates/").trim_end_matches(".rs").replacen("/src", "", 1);
    let parts = path.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    parts.collect::<Vec<_>>().join("::")
}

/// The file that defines what a path names. Re-exported names belong to the file
/// they come from, so that a facade module makes no cycle.
fn home(path: &[String], modules: &BTreeMap<String, &Production>) -> Option<String> {
    let mut path = path.to_vec();
    for _ in 0..8 {
        let split =
            (1..=path.len()).rev().find(|end| modules.contains_key(&path[..*end].join("::")))?;
        let module = path[..split].join("::");
        let Some(name) = path.get(split) else { return Some(module) };
        // A module inside of a file imports for itself.
        if modules[&module].code.contains(&format!("mod {name} {{")) {
            return None;
        }
        let handed_on = handed_on(&modules[&module].code, &module);
        match handed_on.into_iter().find(|other| other.last() == Some(name)) {
            Some(other) if other != path => path = other,
            _ => return Some(module),
        }
    }
    None
}

/// The paths that a module imports for itself.
fn paths(code: &str, module: &str) -> Vec<Vec<String>> {
    uses(code)
        .into_iter()
        .filter(|(public, _)| !public)
        .flat_map(|(_, tree)| flat(tree, module))
        .collect()
}

/// The paths that it hands on to others.
fn handed_on(code: &str, module: &str) -> Vec<Vec<String>> {
    uses(code)
        .into_iter()
        .filter(|(public, _)| *public)
        .flat_map(|(_, tree)| flat(tree, module))
        .collect()
}

/// What stands in each `use` at top level, and whether it is handed on.
fn uses(code: &str) -> Vec<(bool, &str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &code[line..at];
        let public = before.starts_with("pub");
        if (public || before.is_empty())
            && let Some(end) = code[at..].find(';')
        {
            found.push((public, &code[at + 4..at + end]));
        }
    }
    found
}

/// The paths of a tree of imports, from the name of the crate on; those of others are left out.
fn flat(tree: &str, module: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    walk(tree, &[], &mut found);
    let own: Vec<String> = module.split("::").map(str::to_owned).collect();
    let from_crate = |path: Vec<String>| -> Option<Vec<String>> {
        let mut base = match path.first()?.as_str() {
            "crate" => own[..1].to_vec(),
            "self" | "super" => own.clone(),
            // A module of this crate may be named without `self`.
            _ => [own.as_slice(), &path[..1]].concat(),
        };
        let ups = path.iter().take_while(|part| *part == "super").count();
        base.truncate(base.len().saturating_sub(ups));
        Some([base.as_slice(), &path[ups.max(1)..]].concat())
    };
    found.into_iter().filter_map(from_crate).collect()
}

fn walk(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let own = tree.split(" as ").next().unwrap_or_default();
        let parts = own.split("::").map(|part| part.trim().to_owned());
        let path: Vec<String> = before
            .iter()
            .cloned()
            .chain(parts)
            .filter(|part| {
                !part.is_empty() && part != "self" || before.is_empty() && part == "self"
            })
            .collect();
        return found.push(path);
    };
    let parts = tree[..open].split("::").map(|part| part.trim().to_owned());
    let before: Vec<String> =
        before.iter().cloned().chain(parts.filter(|part| !part.is_empty())).collect();
    let inner = tree[open + 1..].trim_end().trim_end_matches('}');
    let (mut depth, mut from) = (0, 0);
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                walk(&inner[from..at], &before, found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        walk(&inner[from..], &before, found);
    }
}

/// The sets of modules that reach each other.
fn cycles<'a>(graph: &'a BTreeMap<&'a str, BTreeSet<String>>) -> Vec<Vec<&'a str>> {
    let reached = |from: &'a str| -> BTreeSet<&'a str> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for next in graph.get(module).into_iter().flatten() {
                if seen.insert(next.as_str()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let all: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|module| (*module, reached(module))).collect();
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (module, reached) in &all {
        let known = found.iter().any(|cycle| cycle.contains(module));
        if !known && reached.contains(module) {
            found.push(
                reached
                    .iter()
                    .filter(|other| all.get(*other).is_some_and(|back| back.contains(module)))
                    .copied()
                    .collect(),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up;

    #[test]
    fn cycles_are_found_but_not_those_of_a_parent_module() {
        let files = made_up(&[
            (
                "crates/a/src/lib.rs",
                "use b::B as Own;\nmod b;\nmod c;\nmod d;\nmod say {}\npub use b::B;\npub use {c::C, d::D};\n",
            ),
            ("crates/a/src/b.rs", "use crate::{C, d::{D, E as F}, say};\npub struct B;\n"),
            ("crates/a/src/c.rs", "use super::D;\nuse serde::Serialize;\npub struct C;\n"),
            ("crates/a/src/d.rs", "pub struct D;\n"),
        ]);
        assert_eq!(longest(&Production::of(&files)), Vec::<String>::new());
        let mut files = files;
        files.extend(made_up(&[("crates/a/src/d/e.rs", "use crate::B;\n")]));
        files[3].text = Some("mod e;\nuse self::e::E;\npub struct D;\n".to_owned());
        let cycle = longest(&Production::of(&files));
        let all = ["b.rs", "c.rs", "d.rs", "d/e.rs"].map(|file| format!("crates/a/src/{file}"));
        assert_eq!(cycle, all);
    }
}
