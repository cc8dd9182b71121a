//! The sources of the crates without their tests.

use crate::{repository::SourceFile, tidy::scan::code_only};
use std::collections::BTreeSet;

/// A source file, with everything in comments, texts and tests made blank.
pub(super) struct Production {
    /// From the root of the repository.
    pub(super) path: String,
    pub(super) code: String,
    text_lines: usize,
}

/// What stands before code for tests alone, which a feature may share with tests of other crates.
const FOR_TESTS: [&str; 3] = ["#[cfg(test)]", "#[cfg(all(test,", "#[cfg(any(test,"];

impl Production {
    /// Those of `files` that are sources of crates and not there for tests alone.
    pub(super) fn of(files: &[SourceFile]) -> Vec<Production> {
        let is_source = |file: &&SourceFile| {
            let mut parts = file.path.split('/');
            // Starters are not compiled into our code: they are the beginnings of bots.
            let ours = parts.next() == Some("crates") && parts.nth(1) == Some("src");
            ours && !parts.any(|folder| folder == "starters")
        };
        let sources: Vec<(&str, String, &str)> = files
            .iter()
            .filter(is_source)
            .filter_map(|file| {
                let text = file.text_of(".rs")?;
                Some((file.path.as_str(), code_only(text), text))
            })
            .collect();
        let tests: BTreeSet<String> =
            sources.iter().flat_map(|(path, code, _)| test_modules(path, code)).collect();
        let is_test = |path: &str| {
            let stem = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"));
            let stem = stem.unwrap_or(path);
            tests.iter().any(|test| {
                stem.strip_prefix(test.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let kept = sources.into_iter().filter(|(path, ..)| !is_test(path));
        kept.map(|(path, code, text)| Production::new(path, &code, text)).collect()
    }

    fn new(path: &str, code: &str, text: &str) -> Production {
        let tested = tested(code);
        let lines_of_tests: usize =
            tested.iter().map(|(from, to)| code[*from..*to].lines().count()).sum();
        let mut kept = String::with_capacity(code.len());
        let mut said = 0;
        for (from, to) in tested {
            kept.push_str(&code[said..from]);
            kept.extend(code[from..to].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            said = to;
        }
        kept.push_str(&code[said..]);
        let text_lines = text.lines().count().saturating_sub(lines_of_tests);
        Production { path: path.to_owned(), code: kept, text_lines }
    }

    /// How many lines it has, comments and empty ones included.
    pub(super) fn lines(&self) -> usize {
        self.text_lines
    }

    /// The folder of its crate.
    pub(super) fn crate_name(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }
}

/// Where code for tests stands: from the attribute to the end of the block or statement.
fn tested(code: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut begins: Vec<usize> =
        FOR_TESTS.iter().flat_map(|begin| code.match_indices(begin).map(|(at, _)| at)).collect();
    begins.sort_unstable();
    for from in begins {
        if found.last().is_some_and(|(_, to)| from < *to) {
            continue;
        }
        let mut depth = 0;
        let length = code[from..].char_indices().find_map(|(at, character)| {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            (depth == 0 && matches!(character, '}' | ';')).then_some(at + 1)
        });
        found.push((from, from + length.unwrap_or(code.len() - from)));
    }
    found
}

/// The modules in files of their own that are there for tests alone, without `.rs`.
fn test_modules(path: &str, code: &str) -> Vec<String> {
    let folder = match path.rsplit_once('/') {
        Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder.to_owned(),
        _ => path.trim_end_matches(".rs").to_owned(),
    };
    let statements = tested(code).into_iter().map(|(from, to)| &code[from..to]);
    let names = statements.filter_map(|statement| {
        let (_, name) = statement.strip_suffix(';')?.split_once("mod ")?;
        Some(name.trim().to_owned())
    });
    names.map(|name| format!("{folder}/{name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up;

    #[test]
    fn tests_are_left_out_with_their_files() {
        let files = made_up(&[
            (
                "crates/a/src/lib.rs",
                "//! A.\nmod b;\n#[cfg(any(test, feature = \"s\"))]\nmod testing;\nfn f() {}\n",
            ),
            ("crates/a/src/testing.rs", "fn t() {}\n"),
            ("crates/a/src/b.rs", "fn g() {}\n\n#[cfg(test)]\nmod tests {\n    fn h() { }\n}\n"),
            ("crates/a/tests/it/main.rs", "fn i() {}\n"),
        ]);
        let kept = Production::of(&files);
        let largest: Vec<(&str, usize)> =
            kept.iter().map(|file| (file.path.as_str(), file.lines())).collect();
        assert_eq!(largest, [("crates/a/src/lib.rs", 3), ("crates/a/src/b.rs", 2)]);
        assert!(kept[1].code.contains("fn g") && !kept[1].code.contains("fn h"));
    }
}
