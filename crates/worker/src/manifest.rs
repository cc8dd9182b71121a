//! `bot.toml`: what an author says about his bot.

use crate::{BotError, files};
use certamen_game::{Language, Protocol};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error};
use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

/// What an author says about his bot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [
    {"required": ["command"]},
    {"required": ["language", "source"]},
]))]
pub struct Manifest {
    /// Its name.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// The language it is written in; a bot with a `command` need not say.
    #[serde(default)]
    pub language: String,
    /// Its source files, the main one first, relative to its folder; a bot with a `command` need
    /// not have any.
    #[serde(default)]
    #[schemars(length(min = 1))]
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
    /// The command that runs a program which is installed on the machine and not built.
    pub command: Option<Vec<String>>,
    /// Programs that must be installed, and the Debian package of each.
    #[serde(default)]
    pub requires: BTreeMap<PathBuf, String>,
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
        let mut manifest: Manifest =
            toml::from_str(&text).map_err(|error| wrong(escaped_lines(&error.to_string())))?;
        check_name(&manifest.name).map_err(|reason| wrong(format!("key `name`: {reason}")))?;
        manifest.check_command().map_err(wrong)?;
        for source in &manifest.source {
            check_source(folder, source).map_err(|reason| {
                let shown = certamen_game::escaped(&source.to_string_lossy());
                wrong(format!("key `source`: {shown}: {reason}"))
            })?;
        }
        let commands =
            [("build", &manifest.build), ("run", &manifest.run), ("command", &manifest.command)];
        for (key, command) in commands {
            if command.as_ref().is_some_and(Vec::is_empty) {
                return Err(wrong(format!("key `{key}`: a command has at least one word")));
            }
        }
        for program in manifest.requires.keys() {
            check_required(program).map_err(|reason| {
                let shown = certamen_game::escaped(&program.to_string_lossy());
                wrong(format!("key `requires`: {shown}: {reason}"))
            })?;
        }
        Ok(manifest)
    }

    /// What a bot has files for, and what it leaves to what is installed.
    fn check_command(&mut self) -> Result<(), String> {
        if self.command.is_none() {
            return match (self.language.is_empty(), self.source.is_empty()) {
                (true, _) => Err("missing key `language`, or `command`: name one".to_owned()),
                (_, true) => Err("key `source`: name at least one file".to_owned()),
                _ => Ok(()),
            };
        }
        let of_files = [("build", self.build.is_some()), ("run", self.run.is_some())];
        if let Some((key, _)) = of_files.into_iter().find(|(_, there)| *there) {
            let reason = "key `command` starts an installed program: leave out";
            return Err(format!("{reason} `{key}`"));
        }
        if self.language.is_empty() {
            INSTALLED.clone_into(&mut self.language);
        }
        Ok(())
    }
}

/// The language of programs that are installed, where nobody says more.
const INSTALLED: &str = "installed";

fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let code = String::deserialize(deserializer)?;
    let known = code.parse::<Language>();
    known.map(Some).map_err(|error| D::Error::custom(format!("key `lang`: {error}")))
}

/// A bot's name is what tables show: one short line of visible characters.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if !(1..=40).contains(&name.chars().count()) {
        return Err(format!("`{}` is not 1 to 40 characters", certamen_game::escaped(name)));
    }
    if name.trim() != name {
        return Err(format!("`{}` has blanks at an end", certamen_game::escaped(name)));
    }
    if certamen_game::escaped(name) != name {
        return Err(format!(
            "`{}` has characters that cannot be shown",
            certamen_game::escaped(name)
        ));
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

/// Only what everybody may see can be asked for by anybody.
fn check_required(program: &Path) -> Result<(), &'static str> {
    let plain = program.components().skip(1).all(|part| matches!(part, Component::Normal(_)));
    if program.starts_with("/usr") && plain {
        return Ok(());
    }
    Err("name the whole path of a program below /usr")
}

/// What a parser says about a file that may contain anything, fit for a terminal.
fn escaped_lines(text: &str) -> String {
    text.lines().map(certamen_game::escaped).collect::<Vec<_>>().join("\n")
}
