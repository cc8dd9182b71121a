//! Links between pages must have a target.

use crate::repository::SourceFile;
use std::{collections::BTreeSet, path::Path};

/// The table of contents of the documentation.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Folders below `docs/` that are no part of the documentation for users.
const OTHER_FOLDERS: [&str; 2] = ["docs/adr/", "docs/boards/"];

/// Checks that the summary lists every page of the documentation.
pub(super) fn listed(files: &[SourceFile]) -> Vec<String> {
    let summary = files.iter().find(|file| file.path == SUMMARY);
    let Some(summary) = summary.and_then(|file| file.text_of(".md")) else {
        return vec![format!("{SUMMARY} is missing")];
    };
    let pages = files.iter().map(|file| file.path.as_str()).filter(|path| {
        let is_page = path.starts_with("docs/")
            && Path::new(path).extension() == Some("md".as_ref())
            && *path != SUMMARY;
        is_page && !OTHER_FOLDERS.iter().any(|folder| path.starts_with(folder))
    });
    let name = |path: &str| format!("]({})", path.trim_start_matches("docs/"));
    let missing = pages.filter(|path| !summary.contains(&name(path)));
    missing.map(|path| format!("{SUMMARY}: {path} is missing")).collect()
}

/// Checks every relative link of every Markdown page, its anchor included.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let mut known: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for file in files {
        let folders = file.path.match_indices('/').map(|(at, _)| &file.path[..at]);
        known.extend(folders);
    }
    let mut wrong = Vec::new();
    for file in files {
        let Some(text) = file.text_of(".md") else { continue };
        for (line, target) in links(text) {
            if let Err(reason) = follow(files, &known, file, &target) {
                wrong.push(format!("{}:{line}: link `{target}`: {reason}", file.path));
            }
        }
    }
    wrong
}

fn follow(
    files: &[SourceFile],
    known: &BTreeSet<&str>,
    from: &SourceFile,
    target: &str,
) -> Result<(), &'static str> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { from.path.clone() } else { resolve(&from.path, path)? };
    if !path.is_empty() && !known.contains(path.as_str()) {
        return Err("target does not exist");
    }
    let page = files.iter().find(|file| file.path == path).and_then(|file| file.text_of(".md"));
    match page {
        Some(page) if !anchor.is_empty() && !anchors(page).any(|known| known == anchor) => {
            Err("no such anchor")
        }
        _ => Ok(()),
    }
}

/// Where `path` leads from the page `from`.
fn resolve(from: &str, path: &str) -> Result<String, &'static str> {
    if path.starts_with('/') {
        return Err("must be relative to the page");
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or("target is outside the repository")?),
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

/// The relative links of a page, with their lines; code is left alone.
fn links(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in prose(page) {
        // Every other part stands between backticks.
        let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
        for (at, _) in plain.match_indices("](") {
            let target = plain[at + 2..].split([')', ' ']).next().unwrap_or_default();
            found.push((line, target.to_owned()));
        }
        if let Some((_, target)) = plain.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.push((line, target.trim().to_owned()));
        }
    }
    let elsewhere = |target: &str| target.contains("://") || target.starts_with("mailto:");
    found.retain(|(_, target)| !elsewhere(target));
    found
}

/// The anchors of a page's headings, as readers of Markdown make them.
fn anchors(page: &str) -> impl Iterator<Item = String> {
    let headings = prose(page).filter_map(|(_, line)| {
        let heading = line.strip_prefix('#')?.trim_start_matches('#');
        heading.strip_prefix(' ').map(str::trim)
    });
    headings.map(|heading| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// The lines outside blocks of code, counted from 1.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    page.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        (!fence && !inside).then_some((index + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn the_summary_lists_every_page() {
        let pages = [("docs/a.md", "# A"), ("docs/b/c.md", "# C"), ("docs/adr/0001-x.md", "# X")];
        let summary = |text| made_up(&[&pages[..], &[("docs/SUMMARY.md", text)]].concat());
        assert_eq!(super::listed(&summary("- [A](a.md)\n- [C](b/c.md)\n")), [""; 0]);
        assert_eq!(
            super::listed(&summary("- [C](b/c.md)\n")),
            ["docs/SUMMARY.md: docs/a.md is missing"]
        );
        assert_eq!(super::listed(&made_up(&pages)), ["docs/SUMMARY.md is missing"]);
    }

    #[test]
    fn links_lead_somewhere() {
        let page = "# A page\n[a](b.md) [b](../docs/) [c](https://example.org/x) [d](#a-page)\n\
            [e](b.md#two-words) `[f](no.md)`\n```\n[g](no.md)\n```\n[h]: ../README.md\n";
        let good =
            made_up(&[("docs/a.md", page), ("docs/b.md", "## Two `words`"), ("README.md", "")]);
        assert_eq!(super::check(&good), [""; 0]);
        let bad = "[a](no.md)\n[b](#nowhere)\n[c](/b.md)\n[d](../../x)\n[e](a.md#no) [f](no.txt)";
        let wrong = super::check(&made_up(&[("docs/a.md", bad), ("docs/b.md", "")]));
        assert_eq!(wrong.len(), 6, "{wrong:?}");
        assert!(wrong[0].starts_with("docs/a.md:1: link `no.md`"));
    }
}
