//! `bot.toml`: what an author says about his bot.

use crate::{BotError, files};
use game::{Language, Protocol};
use serde::{Deserialize, Deserializer, de::Error};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

/// What an author says about his bot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// The language it is written in.
    pub language: String,
    /// Its source files, the main one first, relative to its folder.
    pub source: Vec<PathBuf>,
    /// How it is asked; the game's own way if absent.
    pub protocol: Option<Protocol>,
    /// Whether the same question always gets the same answer.
    pub deterministic: Option<bool>,
    /// Whose it is.
    pub author: Option<String>,
    /// The language in which reports to the author are written.
    #[serde(default, deserialize_with = "language")]
    pub lang: Option<Language>,
    /// A line about it.
    pub note: Option<String>,
    /// Who wrote the program, if that was somebody else.
    pub written_by: Option<String>,
    /// The command that builds it, instead of the language's.
    pub build: Option<Vec<String>>,
    /// The command that runs it, instead of the language's.
    pub run: Option<Vec<String>>,
}

impl Manifest {
    /// Reads `bot.toml` in `folder`.
    pub fn read(folder: &Path) -> Result<Manifest, BotError> {
        let path = folder.join("bot.toml");
        if !path.is_file() {
            return Err(BotError::NoManifest { path: folder.to_owned() });
        }
        let text = fs::read_to_string(&path)
            .map_err(|error| BotError::Io { path: path.clone(), error })?;
        let wrong = |reason: String| BotError::Manifest { path: path.clone(), reason };
        let manifest: Manifest =
            toml::from_str(&text).map_err(|error| wrong(escaped_lines(&error.to_string())))?;
        check_name(&manifest.name).map_err(|reason| wrong(format!("key `name`: {reason}")))?;
        if manifest.source.is_empty() {
            return Err(wrong("key `source`: name at least one file".to_owned()));
        }
        for source in &manifest.source {
            check_source(folder, source).map_err(|reason| {
                let shown = game::escaped(&source.to_string_lossy());
                wrong(format!("key `source`: {shown}: {reason}"))
            })?;
        }
        for (key, command) in [("build", &manifest.build), ("run", &manifest.run)] {
            if command.as_ref().is_some_and(Vec::is_empty) {
                return Err(wrong(format!("key `{key}`: a command has at least one word")));
            }
        }
        Ok(manifest)
    }
}

fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let code = String::deserialize(deserializer)?;
    let known = code.parse::<Language>();
    known.map(Some).map_err(|error| D::Error::custom(format!("key `lang`: {error}")))
}

/// A bot's name is what tables show: one short line of visible characters.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if !(1..=40).contains(&name.chars().count()) {
        return Err(format!("`{}` is not 1 to 40 characters", game::escaped(name)));
    }
    if name.trim() != name {
        return Err(format!("`{}` has blanks at an end", game::escaped(name)));
    }
    if game::escaped(name) != name {
        return Err(format!("`{}` has characters that cannot be shown", game::escaped(name)));
    }
    Ok(())
}

fn check_source(folder: &Path, source: &Path) -> Result<(), &'static str> {
    if !source.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err("write it from the bot's folder on and inside it, without . and ..");
    }
    if source.iter().any(files::is_left_out) {
        return Err("hidden files and __pycache__ are no part of a bot");
    }
    if !folder.join(source).is_file() {
        return Err("there is no such file");
    }
    Ok(())
}

/// What a parser says about a file that may contain anything, fit for a terminal.
fn escaped_lines(text: &str) -> String {
    text.lines().map(game::escaped).collect::<Vec<_>>().join("\n")
}
