//! Forbidden file names, and forbidden content.

use crate::repository::SourceFile;

/// Names that say nothing of what is inside.
const SAY_NOTHING: &[&str] = &[
    "imp.rs",
    "util.rs",
    "utils.rs",
    "manager.rs",
    "base.rs",
    "common.rs",
    "helper.rs",
    "helpers.rs",
    "misc.rs",
];

/// Paths that exist on one machine only. Split, so that this file
/// does not mention them.
const ELSEWHERE: &[&[&str]] = &[&["/wo", "rk/"], &["../sha", "red"], &["/ro", "ot/"]];

/// Checks names and texts of all files.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files {
        let path = &file.path;
        if SAY_NOTHING.contains(&file.name()) {
            wrong.push(format!("{path}: name it after what it does"));
        }
        let Some(text) = &file.text else { continue };
        for place in ELSEWHERE.iter().map(|parts| parts.concat()) {
            for (line, _) in text.lines().enumerate().filter(|(_, line)| line.contains(&place)) {
                let line = line + 1;
                wrong.push(format!("{path}:{line}: `{place}` is a path on one machine only"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn empty_names_and_foreign_places_are_refused() {
        let text = format!("good\nsee {}\n", super::ELSEWHERE[1].concat());
        let files = made_up(&[("crates/a/src/utils.rs", ""), ("a.md", &text), ("b.md", "fine")]);
        let wrong = super::check(&files);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].starts_with("crates/a/src/utils.rs:"));
        assert!(wrong[1].starts_with("a.md:2:"));
    }
}
