//! Words that are not written: each has a plainer one. They are looked for in texts, comments and
//! identifiers, which are split at `_`, `-` and capitals.

use crate::repository::SourceFile;
use anyhow::{Context, Result};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeSet;

/// The list, with what is allowed where.
const LIST: &str = include_str!("words.toml");
/// Files that are read.
const KINDS: &[&str] = &[".rs", ".ftl", ".md", ".html", ".css", ".js", ".sql", ".py", ".toml"];
/// Folders whose texts belong to others, or to the past, or are the list itself.
const NOT_READ: &[&str] =
    &["bots/", "docs/adr/", "CHANGELOG.md", "tools/xtask/src/tidy/words", "tools/xtask/golden/"];

struct Language {
    /// The end of the file names it applies to; empty for all files but translations.
    files: String,
    pattern: Regex,
}

struct Allowed {
    path: String,
    /// The words that may stand there; all if empty.
    words: BTreeSet<String>,
}

/// Names each line with a word of the list.
pub(crate) fn check(files: &[SourceFile]) -> Result<Vec<String>> {
    let list: toml::Table = LIST.parse().context("words.toml")?;
    let languages = languages(&list).context("words.toml: [words]")?;
    let allowed = allowed(&list).context("words.toml: [allowed]")?;
    let mut wrong = Vec::new();
    for file in files {
        let path = file.path.as_str();
        let is_read = KINDS.iter().any(|kind| path.ends_with(kind))
            && !NOT_READ.iter().any(|folder| path.starts_with(folder));
        let Some(text) = file.text.as_deref().filter(|_| is_read) else { continue };
        let language = languages
            .iter()
            .find(|one| !one.files.is_empty() && path.ends_with(&one.files))
            .or_else(|| languages.iter().find(|one| one.files.is_empty()));
        let Some(Language { pattern, .. }) = language else { continue };
        let here: Vec<&Allowed> =
            allowed.iter().filter(|one| path.starts_with(&one.path)).collect();
        for (index, line) in text.lines().enumerate() {
            for found in pattern.find_iter(&split(line)) {
                let word = found.as_str().to_lowercase();
                let may = |one: &&Allowed| one.words.is_empty() || one.words.contains(&word);
                if !here.iter().any(may) {
                    wrong.push(format!("{path}:{}: `{word}` has a plainer word", index + 1));
                }
            }
        }
    }
    Ok(wrong)
}

fn languages(list: &toml::Table) -> Option<Vec<Language>> {
    let one = |(name, words): (&String, &toml::Value)| {
        let words: Vec<&str> = words.as_array()?.iter().filter_map(toml::Value::as_str).collect();
        let pattern = format!(r"\b(?:{})\b", words.join("|"));
        let pattern =
            RegexBuilder::new(&pattern).case_insensitive(true).unicode(false).build().ok()?;
        let files = if name == "all" { String::new() } else { format!("/{name}.ftl") };
        Some(Language { files, pattern })
    };
    list.get("words")?.as_table()?.iter().map(one).collect()
}

fn allowed(list: &toml::Table) -> Option<Vec<Allowed>> {
    let one = |(path, words): (&String, &toml::Value)| {
        let words = words.as_array()?.iter().filter_map(toml::Value::as_str);
        Some(Allowed { path: path.clone(), words: words.map(str::to_owned).collect() })
    };
    list.get("allowed")?.as_table()?.iter().map(one).collect()
}

/// `line` with its identifiers taken apart: `toldNews` and `told_news` are two words.
fn split(line: &str) -> String {
    let mut apart = String::with_capacity(line.len() + 8);
    let mut before = ' ';
    for character in line.chars() {
        let was_small = before.is_ascii_lowercase() || before.is_ascii_digit();
        if was_small && character.is_ascii_uppercase() {
            apart.push(' ');
        }
        apart.push(if matches!(character, '_' | '-') { ' ' } else { character });
        before = character;
    }
    apart
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn words_are_found_in_texts_and_names() {
        // Split, so that this file has none of them.
        let [who, shout, pity] =
            [["no", "body"].concat(), ["Who", "ever"].concat(), ["con", "curso"].concat()];
        let files = made_up(&[
            (
                "crates/a/src/lib.rs",
                &format!("fn {who}_asks() {{}}\nstruct {shout}Asks;\nfn f() {{}}\n"),
            ),
            ("docs/a.md", &format!("{shout} asks.\nHere is a nobodyish word.\n")),
            ("crates/a/locales/es.ftl", &format!("a = un {pity}\n")),
            ("bots/a/a.py", &format!("# {who}\n")),
        ]);
        let wrong = super::check(&files).unwrap();
        assert_eq!(wrong.len(), 4, "{wrong:#?}");
        assert!(wrong[1].starts_with("crates/a/src/lib.rs:2: `whoever`"));
    }
}
