//! Commands that the documents mention must exist.

use crate::repository::SourceFile;

/// Where the subcommands are, one file or folder each.
const FOLDER: &str = "crates/certamen/src/commands/";

/// Checks each `certamen WORD` that documents and contest files show as code.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let known: Vec<&str> = files
        .iter()
        .filter_map(|file| {
            let path = file.path.strip_prefix(FOLDER)?;
            path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"))
        })
        .collect();
    let mut wrong = Vec::new();
    for file in files {
        let Some(text) = file.text_of(".md").or_else(|| file.text_of(".toml")) else { continue };
        for (index, line) in text.lines().enumerate() {
            let unknown =
                typed(line).filter(|word| !known.contains(&word.replace('-', "_").as_str()));
            wrong.extend(unknown.map(|word| {
                let line = index + 1;
                format!("{}:{line}: no such command: `certamen {word}`", file.path)
            }));
        }
    }
    wrong
}

/// The subcommands that a line shows: behind a backtick or a prompt.
fn typed(line: &str) -> impl Iterator<Item = &str> {
    let shown =
        ["`certamen ", "$ certamen "].into_iter().flat_map(|start| line.split(start).skip(1));
    let word =
        |rest: &str| rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
    let shown = shown.map(move |rest| &rest[..word(rest)]);
    shown.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn commands_that_do_not_exist_are_found() {
        let page = "Say `certamen play x` or `certamen dance`.\n$ certamen sing --loud\n\
            `certamen --help`, a certamen of old\n";
        let files = made_up(&[("crates/certamen/src/commands/play.rs", ""), ("a.md", page)]);
        let wrong = super::check(&files);
        let dance = "a.md:1: no such command: `certamen dance`";
        assert_eq!(wrong, [dance, "a.md:2: no such command: `certamen sing`"]);
    }
}
