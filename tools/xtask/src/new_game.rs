//! `cargo xtask new-game SLUG`: creates a new game from a template, in its own folder.
//!
//! The result compiles and passes its tests: a small game for two, to be replaced piece by piece.

use crate::{
    Ending,
    repository::{cargo, root, succeeds},
    tidy,
};
use anyhow::{Context, Result, bail, ensure};
use std::{fs, path::Path};

/// The files of a new game: where each goes, and what it says. `SLUG` and `TITLE` are filled in.
const FILES: [(&str, &str); 9] = [
    ("crates/games/src/SLUG/mod.rs", include_str!("../templates/game/mod.txt")),
    ("crates/games/src/SLUG/tests.rs", include_str!("../templates/game/tests.txt")),
    // The test that takes the snapshot writes it.
    ("crates/games/src/SLUG/options.json", "{}\n"),
    ("crates/games/src/SLUG/words/en.ftl", include_str!("../templates/game/words/en.ftl")),
    ("crates/games/src/SLUG/words/es.ftl", include_str!("../templates/game/words/es.ftl")),
    ("crates/games/src/SLUG/words/fr.ftl", include_str!("../templates/game/words/fr.ftl")),
    ("crates/games/src/SLUG/words/it.ftl", include_str!("../templates/game/words/it.ftl")),
    ("docs/games/SLUG.md", include_str!("../templates/game/page.txt")),
    ("docs/protocols/SLUG-lines.md", include_str!("../templates/game/protocol.txt")),
];
/// The dialogue of the protocol page lies with the game, too.
const TRANSCRIPT: &str = "crates/games/src/SLUG/transcripts/dialogue.md";
/// Where games are listed.
const LIST: &str = "crates/games/src/lib.rs";

/// Writes the game `slug`, adds it to the list, and writes its snapshot and the schemas again.
pub(crate) fn run(slug: &str) -> Result<Ending> {
    let plain = slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let named = slug.starts_with(|first: char| first.is_ascii_lowercase());
    ensure!(plain && named, "`{slug}`: a slug is lower-case letters and digits");
    if tidy::game_slugs()?.iter().any(|known| known == slug) {
        bail!("game `{slug}` already exists");
    }
    begin(root(), slug)?;
    let mut written = true;
    for (package, target, tests) in [
        ("certamen-games", ["--test", "it"], &["playthroughs", "checked_in"][..]),
        ("certamen-host", ["--lib", "--quiet"], &["checked_in"]),
    ] {
        let mut snapshot = cargo();
        snapshot.args(["test", "--package", package]).args(target).arg("--").args(tests);
        written &= succeeds(snapshot.env("INSTA_UPDATE", "always"))?;
    }
    eprintln!("crates/games/src/{slug}: write the rules in mod.rs and the texts in words/");
    Ok(if written { Ending::Fine } else { Ending::Failed })
}

/// The table of contents of the documentation.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Writes the files of the game into the repository at `root`, and puts it into the lists.
fn begin(root: &Path, slug: &str) -> Result<()> {
    let (_, page) = FILES[FILES.len() - 1];
    for (path, text) in FILES.into_iter().chain([(TRANSCRIPT, page)]) {
        write(&root.join(filled(path, slug)), &filled(text, slug))?;
    }
    let list = root.join(LIST);
    let text = fs::read_to_string(&list).context(LIST)?;
    fs::write(&list, listed(&text, slug).context(LIST)?).context(LIST)?;
    let summary = root.join(SUMMARY);
    let text = fs::read_to_string(&summary).context(SUMMARY)?;
    fs::write(&summary, summarised(&text, slug).context(SUMMARY)?).context(SUMMARY)
}

fn filled(text: &str, slug: &str) -> String {
    let (first, rest) = slug.split_at(1);
    let title = first.to_ascii_uppercase() + rest;
    text.replace("SLUG", slug).replace("TITLE", &title)
}

fn write(path: &Path, text: &str) -> Result<()> {
    ensure!(!path.exists(), "{} already exists", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// The list with the game at its end.
fn listed(text: &str, slug: &str) -> Result<String> {
    let start = text.find("\ngames! {").context("missing `games! { … }`")?;
    let end = text[start..].find(" }").context("the list of games does not end")? + start;
    Ok(format!("{}, {slug}{}", &text[..end], &text[end..]))
}

/// The table of contents with the game's pages, each after the last one of its kind.
fn summarised(text: &str, slug: &str) -> Result<String> {
    let lines = [
        ("](games/", "- [TITLE](games/SLUG.md)"),
        ("](protocols/", "- [TITLE by lines](protocols/SLUG-lines.md)"),
    ];
    let mut text = text.to_owned();
    for (kind, line) in lines {
        let last = text.rfind(kind).with_context(|| format!("no page has `{kind}`"))?;
        let end = text[last..].find('\n').context("the last line does not end")? + last;
        text.insert_str(end, &format!("\n{}", filled(line, slug)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;
    use std::os::unix::fs::symlink;

    /// What the games and their tests are made of.
    const NEEDED: [&str; 6] =
        ["Cargo.lock", "crates/i18n", "crates/game/", "crates/games/", "docs/", "bots/footsteps/"];

    /// A copy of the games alone, below the folder of what is built, where it is built next time, too.
    fn copy_of_the_games(copy: &Path) {
        if copy.exists() {
            fs::remove_dir_all(copy).unwrap();
        }
        let files = repository::files().unwrap();
        let needed = |path: &str| NEEDED.iter().any(|needed| path.starts_with(needed));
        for file in files.iter().filter(|file| needed(&file.path)) {
            let to = copy.join(&file.path);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(root().join(&file.path), to).unwrap();
        }
        // The crate reaches the pages of its games by a link.
        symlink("../../docs/games", copy.join("crates/games/docs")).unwrap();
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let members = r#"members = ["crates/*", "tools/*"]"#;
        assert!(manifest.contains(members));
        // Without its profiles: what is compiled for one run need not be quick.
        let (manifest, _) = manifest.split_once("[profile.").unwrap();
        let manifest = manifest.replace(members, r#"members = ["crates/*"]"#);
        let manifest = manifest.replace(r#"default-members = ["crates/certamen"]"#, "");
        fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    }

    #[test]
    fn a_game_that_was_begun_compiles_and_passes_nightly() {
        let built = root().join("target/new-game");
        let copy = built.join("copy");
        copy_of_the_games(&copy);
        begin(&copy, "ensayo").unwrap();
        // As in the command: the playthrough is written before it is read.
        for tests in
            [&["playthroughs", "checked_in"][..], &["ensayo", "completeness", "conformance"]]
        {
            let mut command = cargo();
            command.current_dir(&copy).args(["test", "--quiet", "--offline", "-p"]);
            command.args(["certamen-games", "--lib", "--test", "it", "--"]).args(tests);
            command.env("CARGO_TARGET_DIR", &built).env("INSTA_UPDATE", "always");
            let output = command.env("CERTAMEN_FAST", "1").output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{said}{errors}");
        }
        let page = fs::read_to_string(copy.join("docs/games/ensayo.md")).unwrap();
        assert!(page.starts_with("# Ensayo"), "{page}");
    }

    #[test]
    fn a_game_is_put_at_the_end_of_the_list() {
        let text = "macro\n\ngames! { chess, go }\n\nfn find() {}\n";
        let expected = "macro\n\ngames! { chess, go, nim }\n\nfn find() {}\n";
        assert_eq!(listed(text, "nim").unwrap(), expected);
        assert!(listed("nothing", "nim").is_err());
    }

    #[test]
    fn the_pages_of_a_game_are_put_into_the_summary() {
        let text = "# Play\n- [Go](games/go.md)\n# Bots\n- [Go](protocols/go.md)\n- [X](x.md)\n";
        let expected = "# Play\n- [Go](games/go.md)\n- [Nim](games/nim.md)\n# Bots\n\
            - [Go](protocols/go.md)\n- [Nim by lines](protocols/nim-lines.md)\n- [X](x.md)\n";
        assert_eq!(summarised(text, "nim").unwrap(), expected);
        assert!(summarised("# Play\n", "nim").is_err());
    }

    #[test]
    fn what_is_begun_has_all_that_a_game_must_have() {
        let list = listed("//! Games.\n\ngames! { chess }\n", "nim").unwrap();
        let papers = ["docs/games/chess.md", "crates/games/src/chess/transcripts/1.txt"];
        let mut files = vec![(LIST.to_owned(), list)];
        files.extend(papers.map(|path| (path.to_owned(), "told".to_owned())));
        let page = (TRANSCRIPT, FILES[FILES.len() - 1].1);
        let begun = FILES.into_iter().chain([page]);
        files.extend(begun.map(|(path, text)| (filled(path, "nim"), filled(text, "nim"))));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, &**text)).collect();
        assert_eq!(tidy::wrong_with_games(&files), Vec::<String>::new());
        let without_page: Vec<_> =
            files.into_iter().filter(|(path, _)| *path != "docs/games/nim.md").collect();
        assert_eq!(tidy::wrong_with_games(&without_page).len(), 1);
    }

    #[test]
    fn nothing_is_left_open() {
        for (path, text) in FILES {
            let filled = filled(path, "nim") + &filled(text, "nim");
            assert!(!filled.contains("SLUG") && !filled.contains("TITLE"), "{path}");
        }
    }
}
