//! Each game must have a page and transcripts.

use crate::repository::SourceFile;
use anyhow::{Context, Result};

/// Where the games are listed.
const LIST: &str = "crates/games/src/lib.rs";

/// Checks that each game has its page and at least one transcript.
pub(super) fn check(files: &[SourceFile]) -> Result<Vec<String>> {
    Ok(slugs(files)?.iter().flat_map(|slug| missing(files, slug)).collect())
}

/// The games, as `games! { … }` names them.
pub(super) fn slugs(files: &[SourceFile]) -> Result<Vec<String>> {
    let list = files.iter().find(|file| file.path == LIST).and_then(|file| file.text_of(".rs"));
    let list = list.with_context(|| format!("{LIST} does not exist"))?;
    let inside = list.split_once("\ngames! {").and_then(|(_, rest)| rest.split_once('}'));
    let (inside, _) = inside.with_context(|| format!("{LIST}: missing `games! {{ … }}`"))?;
    let names = inside.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok(names.map(str::to_owned).collect())
}

fn missing(files: &[SourceFile], slug: &str) -> Vec<String> {
    let has_text =
        |file: &SourceFile| file.text.as_deref().is_none_or(|text| !text.trim().is_empty());
    let page = format!("docs/games/{slug}.md");
    let transcripts = format!("crates/games/src/{slug}/transcripts/");
    let mut missing = Vec::new();
    if !files.iter().any(|file| file.path == page && has_text(file)) {
        missing.push(format!("{page}: game {slug} has no page"));
    }
    if !files.iter().any(|file| file.path.starts_with(&transcripts) && has_text(file)) {
        missing.push(format!("{transcripts}: game {slug} has no transcripts"));
    }
    missing
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn games_without_papers_are_found() {
        let files = made_up(&[
            (super::LIST, "macro_rules! games {\n}\ngames! {\n    chess, tute_cabrero,\n}\n"),
            ("docs/games/chess.md", "# Chess"),
            ("docs/games/tute_cabrero.md", "\n"),
            ("crates/games/src/chess/transcripts/1.txt", "1. e4"),
        ]);
        assert_eq!(super::slugs(&files).unwrap(), ["chess", "tute_cabrero"]);
        let wrong = super::check(&files).unwrap();
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong.iter().all(|line| line.contains("game tute_cabrero has no")));
        assert!(super::slugs(&[]).is_err());
    }
}
