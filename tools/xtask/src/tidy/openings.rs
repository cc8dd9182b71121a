//! Every module must begin with a module comment.

use crate::repository::SourceFile;

/// Checks the first line of each Rust file of the crates.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let ours = |path: &str| path.starts_with("crates/") || path.starts_with("tools/xtask/");
    let sources = files.iter().filter(|file| ours(&file.path));
    let silent = sources.filter(|file| file.text_of(".rs").is_some_and(|text| !opens(text)));
    silent.map(|file| format!("{}: must begin with a `//!` module comment", file.path)).collect()
}

fn opens(text: &str) -> bool {
    text.strip_prefix("//! ").is_some_and(|rest| rest.starts_with(|c: char| !c.is_whitespace()))
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn silent_modules_are_found() {
        let files = made_up(&[
            ("crates/a/src/good.rs", "//! Something.\n"),
            ("crates/a/src/silent.rs", "use std::fs;\n//! Late.\n"),
            ("tools/xtask/src/empty.rs", "//!\n"),
            ("bots/a/b/b.rs", "// A bot.\n"),
        ]);
        let wrong = super::check(&files);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].contains("silent.rs") && wrong[1].contains("empty.rs"));
    }
}
