//! Dependencies must be under a licence that deny.toml lists.

use crate::repository::{metadata, root};
use anyhow::{Context, Result};
use serde_json::Value;
use std::{fs, process::Command};

/// Checks the licences of all packages that are built here.
pub(super) fn check() -> Result<Vec<String>> {
    let path = root().join("deny.toml");
    let text = fs::read_to_string(&path).context("deny.toml")?;
    let allowed = allowed(&text).context("deny.toml: no list `licenses.allow`")?;
    let host = host()?;
    let all = metadata(&["--filter-platform", &host])?;
    Ok(refused(&all, &allowed))
}

fn allowed(deny: &str) -> Option<Vec<String>> {
    let deny: toml::Table = deny.parse().ok()?;
    let list = deny.get("licenses")?.get("allow")?.as_array()?;
    list.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// The kind of machine this is; what only others would build is not looked at.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("no `host` line in rustc -vV")?.to_owned())
}

fn refused(metadata: &Value, allowed: &[String]) -> Vec<String> {
    // The list of packages is for all machines; the resolved graph is for this one.
    let nodes = metadata["resolve"]["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if nodes.is_empty() {
        return vec!["cargo metadata lists no packages".to_owned()];
    }
    let built = |package: &&Value| nodes.iter().any(|node| node["id"] == package["id"]);
    let wrong = packages.iter().filter(built).filter_map(|package| {
        let name = package["name"].as_str().unwrap_or_default();
        match package["license"].as_str() {
            None => Some(format!("package {name} has no licence")),
            Some(licence) if permits(licence, allowed) => None,
            Some(licence) => {
                Some(format!("package {name}: licence `{licence}` is not allowed by deny.toml"))
            }
        }
    });
    wrong.collect()
}

/// Whether an SPDX expression can be kept to with the `allowed` licences alone.
fn permits(expression: &str, allowed: &[String]) -> bool {
    // `/` is how `OR` was written once.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    reader.either() == Some(true) && reader.words.is_empty()
}

struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl<'a> Reader<'a> {
    fn either(&mut self) -> Option<bool> {
        let mut permitted = self.all()?;
        while self.skip("OR") {
            permitted |= self.all()?;
        }
        Some(permitted)
    }

    fn all(&mut self) -> Option<bool> {
        let mut permitted = self.one()?;
        while self.skip("AND") {
            permitted &= self.one()?;
        }
        Some(permitted)
    }

    fn one(&mut self) -> Option<bool> {
        if self.skip("(") {
            let permitted = self.either()?;
            return self.skip(")").then_some(permitted);
        }
        let name = self.next()?;
        if self.skip("WITH") {
            // An exception permits more than its licence does.
            self.next()?;
        }
        Some(self.allowed.iter().any(|allowed| allowed == name))
    }

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_read() {
        let allowed = ["MIT".to_owned(), "Apache-2.0".to_owned(), "Unicode-3.0".to_owned()];
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(permits(good, &allowed), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "", "(MIT", "MIT)", "MIT OR", "mit", "MIT MIT"] {
            assert!(!permits(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn only_what_is_built_here_counts() {
        let package = |id: &str, licence: Value| json!({"id": id, "name": id, "license": licence});
        let metadata = json!({
            "packages": [
                package("a", json!("MIT")),
                package("b", json!("GPL-3.0")),
                package("c", Value::Null),
                package("d", json!("GPL-3.0")),
            ],
            "resolve": {"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}]},
        });
        let wrong = refused(&metadata, &["MIT".to_owned()]);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].starts_with("package b:") && wrong[1].starts_with("package c "));
        assert_eq!(refused(&json!({}), &[]).len(), 1);
    }

    #[test]
    fn the_list_is_found() {
        let list = allowed("[licenses]\nallow = [\"MIT\", \"ISC\"]\n").unwrap();
        assert_eq!(list, ["MIT", "ISC"]);
        assert!(allowed("[licenses]\n").is_none());
    }
}
