//! `cargo xtask tidy`: what the compiler does not check, one file per rule.

mod arrows;
mod commands;
mod decisions;
mod documents;
mod games;
pub(crate) mod lengths;
mod licences;
mod names;
mod openings;
pub(crate) mod picture;
pub(crate) mod scan;
mod waiting;
pub(crate) mod words;

use crate::{Ending, repository};
use anyhow::Result;

/// What the rules have to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Findings {
    /// What must be put right.
    pub(crate) wrong: Vec<String>,
    /// What should be looked at.
    pub(crate) doubtful: Vec<String>,
}

/// Prints what is wrong and what is doubtful; only the former fails.
pub(crate) fn run() -> Result<Ending> {
    let findings = findings()?;
    for doubt in &findings.doubtful {
        eprintln!("warning: {doubt}");
    }
    for error in &findings.wrong {
        eprintln!("error: {error}");
    }
    Ok(if findings.wrong.is_empty() { Ending::Fine } else { Ending::Failed })
}

/// The games, as their list has them.
pub(crate) fn game_slugs() -> Result<Vec<String>> {
    games::slugs(&repository::files()?)
}

fn findings() -> Result<Findings> {
    let files = repository::files()?;
    let mut findings = Findings::default();
    findings.wrong.extend(arrows::check(&repository::metadata(&["--no-deps"])?, &files));
    lengths::check(&files, &mut findings);
    findings.wrong.extend(names::check(&files));
    findings.wrong.extend(openings::check(&files));
    findings.wrong.extend(games::check(&files)?);
    findings.wrong.extend(documents::check(&files));
    findings.wrong.extend(documents::listed(&files));
    findings.wrong.extend(decisions::check(&files));
    findings.wrong.extend(commands::check(&files));
    findings.wrong.extend(waiting::check(&files));
    findings.wrong.extend(words::check(&files)?);
    findings.wrong.extend(licences::check()?);
    Ok(findings)
}

/// What games lack, among files made up by tests.
#[cfg(test)]
pub(crate) fn wrong_with_games(files: &[(&str, &str)]) -> Vec<String> {
    games::check(&made_up(files)).expect("a list of games is among them")
}

/// Files made up by tests.
#[cfg(test)]
pub(crate) fn made_up(files: &[(&str, &str)]) -> Vec<repository::SourceFile> {
    let file = |(path, text): &(&str, &str)| repository::SourceFile {
        path: (*path).to_owned(),
        text: Some((*text).to_owned()),
    };
    files.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        let findings = super::findings().unwrap();
        assert!(findings.wrong.is_empty(), "{}", findings.wrong.join("\n"));
    }
}
