//! Commands that the documents mention must exist.

use crate::repository::SourceFile;

/// The file with the subcommands, which are the variants of an enum.
const FILE: &str = "crates/certamen/src/commands/mod.rs";

/// Checks each `certamen WORD` that documents and contest files show as code.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let file = files.iter().find(|file| file.path == FILE).and_then(|file| file.text_of(".rs"));
    let known: Vec<String> = file.map(subcommands).unwrap_or_default();
    let mut wrong = Vec::new();
    for file in files {
        let Some(text) = file.text_of(".md").or_else(|| file.text_of(".toml")) else { continue };
        for (index, line) in text.lines().enumerate() {
            let unknown = typed(line).filter(|word| !known.iter().any(|name| name == word));
            wrong.extend(unknown.map(|word| {
                let line = index + 1;
                format!("{}:{line}: no such command: `certamen {word}`", file.path)
            }));
        }
    }
    wrong
}

/// The names of the variants of `Command`, as they are typed.
fn subcommands(text: &str) -> Vec<String> {
    let (_, variants) = text.split_once("enum Command {").unwrap_or_default();
    let variants = variants.lines().take_while(|line| *line != "}").map(str::trim);
    let names = variants.filter_map(|line| Some(line.split_once('(')?.0));
    let names = names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let typed = names.map(|name| {
        let letters = name.char_indices().flat_map(|(at, letter)| {
            let hyphen = (at > 0 && letter.is_ascii_uppercase()).then_some('-');
            hyphen.into_iter().chain([letter.to_ascii_lowercase()])
        });
        letters.collect()
    });
    typed.collect()
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
        let page = "Say `certamen play x`, `certamen new-bot` or `certamen dance`.\n$ certamen sing --loud\n\
            `certamen --help`, a certamen of old\n";
        let code = "enum Command {\n    Play(PlayArgs),\n    NewBot(NewBotArgs),\n}\n";
        let files = made_up(&[(super::FILE, code), ("a.md", page)]);
        let wrong = super::check(&files);
        let dance = "a.md:1: no such command: `certamen dance`";
        assert_eq!(wrong, [dance, "a.md:2: no such command: `certamen sing`"]);
    }
}
