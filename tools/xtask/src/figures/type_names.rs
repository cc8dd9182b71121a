//! Names of more than one type: a reader who searches for one finds the wrong type.

use super::Production;
use std::collections::BTreeMap;

/// What is called how.
pub(super) struct TypeNames {
    /// How many names there are.
    pub(super) names: usize,
    /// Those with two types or more, each with its files.
    pub(super) shared: BTreeMap<String, Vec<String>>,
}

/// Counts the types of all crates by name.
pub(super) fn count(files: &[Production]) -> TypeNames {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        for name in file.code.lines().filter_map(defined) {
            all.entry(name.to_owned()).or_default().push(file.path.clone());
        }
    }
    let names = all.len();
    all.retain(|_, places| places.len() > 1);
    TypeNames { names, shared: all }
}

/// The name of the type whose definition begins on this line. What is indented is part of something
/// else, as the types of traits are.
fn defined(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest
            .strip_prefix("(crate)")
            .or_else(|| rest.strip_prefix("(super)"))
            .unwrap_or(rest)
            .trim_start(),
        None => line,
    };
    let (word, rest) = line.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    matches!(word, "struct" | "enum" | "trait" | "union" | "type")
        .then_some(&rest[..end])
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up;

    #[test]
    fn names_of_two_types_are_found() {
        let files = made_up(&[
            (
                "crates/a/src/lib.rs",
                "pub struct Seat(u8);\npub(crate) enum Kind {}\n    type Err = u8;\n",
            ),
            ("crates/b/src/lib.rs", "type Kind<T> = T;\nfn structure() {}\n"),
        ]);
        let types = count(&Production::of(&files));
        assert_eq!(types.names, 2);
        assert_eq!(types.shared.keys().collect::<Vec<_>>(), ["Kind"]);
    }
}
