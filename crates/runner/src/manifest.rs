//! `bot.toml`: the metadata that an author gives of a bot.

use crate::engine::EngineSettings;
use crate::error::{BotError, LONGEST_MANIFEST, SourceError, shown_path};
use crate::files::{self, BotFile};
use crate::say;
use certamen_game::job::{FileError, check_bot_name, read_toml};
use certamen_game::{Language, Protocol, escaped};
use certamen_i18n::Localize;
use serde::{Deserialize, Deserializer, de::Error};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

pub(crate) const FILE: &str = "bot.toml";

/// The metadata that an author gives of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(extend("anyOf" = [
    {"required": ["command"]},
    {"required": ["language", "source"]},
])))]
pub struct Manifest {
    /// Its name.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 40)))]
    pub name: String,
    /// The language it is written in; a bot with a `command` need not say.
    #[serde(default)]
    pub language: String,
    /// Its source files, the main one first, relative to its folder; a bot with a `command` need
    /// not have any.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
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
    /// Who wrote the program, if not the author of the bot.
    pub written_by: Option<String>,
    /// The command that builds it, instead of the language's.
    pub build: Option<Vec<String>>,
    /// The command that runs it, instead of the language's.
    pub run: Option<Vec<String>>,
    /// The command that runs a program which is installed on the machine and not built.
    pub command: Option<Vec<String>>,
    /// What an engine may use for a move, and its own options; needs `protocol = "uci"` or `"cecp"`.
    #[serde(default)]
    pub engine: EngineSettings,
    /// Programs that must be installed, and the Debian package of each.
    #[serde(default)]
    pub requires: BTreeMap<PathBuf, String>,
}

impl Manifest {
    /// Reads `bot.toml` in `folder`.
    pub fn read(folder: &Path) -> Result<Manifest, BotError> {
        check_there(folder)?;
        Manifest::of(folder, &files::folder(folder)?)
    }

    pub(crate) fn of(folder: &Path, files: &[BotFile]) -> Result<Manifest, BotError> {
        let Some(file) = files.iter().find(|file| file.path == Path::new(FILE)) else {
            return Err(BotError::NoManifest { path: folder.to_owned() });
        };
        let manifest = parse(&file.content).and_then(|manifest| manifest.checked(files));
        manifest.map_err(|why| BotError::Manifest { path: folder.join(FILE), why })
    }

    fn checked(mut self, files: &[BotFile]) -> Result<Manifest, FileError> {
        check_bot_name(&self.name).map_err(|error| FileError::key("name", error.message()))?;
        self.check_command()?;
        self.engine.check(self.protocol)?;
        for source in &self.source {
            check_source(files, source)
                .map_err(|why| FileError::key("source", say::value(shown_path(source), why)))?;
        }
        let commands = [("build", &self.build), ("run", &self.run), ("command", &self.command)];
        for (key, command) in commands {
            check_words(key, command.as_deref())?;
        }
        match self.requires.keys().find(|program| !is_usual(program)) {
            Some(program) => {
                let reason = say::value(shown_path(program), say::not_usual());
                Err(FileError::key("requires", reason))
            }
            None => Ok(self),
        }
    }

    /// A bot has a language and sources, or the command of an installed program.
    fn check_command(&mut self) -> Result<(), FileError> {
        if self.command.is_none() {
            return match (self.language.is_empty(), self.source.is_empty()) {
                (true, _) => Err(FileError::new(say::no_language())),
                (_, true) => Err(FileError::key("source", say::no_source())),
                _ => Ok(()),
            };
        }
        let of_files = [("build", self.build.is_some()), ("run", self.run.is_some())];
        if let Some((key, _)) = of_files.into_iter().find(|(_, there)| *there) {
            return Err(FileError::new(say::superfluous(key)));
        }
        if self.language.is_empty() {
            INSTALLED.clone_into(&mut self.language);
        }
        Ok(())
    }
}

/// The language of installed programs by default.
const INSTALLED: &str = "installed";

/// Checked first, so that a large folder that is not a bot is not read in vain.
pub(crate) fn check_there(folder: &Path) -> Result<(), BotError> {
    match folder.join(FILE).symlink_metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(BotError::NoManifest { path: folder.to_owned() })
        }
        _ => Ok(()),
    }
}

fn parse(content: &[u8]) -> Result<Manifest, FileError> {
    if content.len() > LONGEST_MANIFEST {
        return Err(FileError::new(say::long_manifest(LONGEST_MANIFEST >> 10)));
    }
    let text = std::str::from_utf8(content).map_err(|_| FileError::new(say::no_text()))?;
    read_toml(text)
}

fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let code = String::deserialize(deserializer)?;
    let known = code.parse::<Language>();
    known.map(Some).map_err(|_| D::Error::unknown_variant(&code, &Language::CODES))
}

fn check_source(files: &[BotFile], source: &Path) -> Result<(), SourceError> {
    if !source.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(SourceError::Outside);
    }
    if source.iter().any(files::is_left_out) {
        return Err(SourceError::LeftOut);
    }
    if !files.iter().any(|file| file.path == source) {
        return Err(SourceError::Missing);
    }
    Ok(())
}

/// A word with a placeholder for a folder must not lead out of it: a bot must not learn what lies
/// above its folders.
fn check_words(key: &'static str, command: Option<&[String]>) -> Result<(), FileError> {
    let Some(command) = command else { return Ok(()) };
    if command.is_empty() {
        return Err(FileError::key(key, say::no_words()));
    }
    let leads_out = |word: &&String| word.contains('{') && word.split('/').any(|part| part == "..");
    match command.iter().find(leads_out) {
        Some(word) => Err(FileError::key(key, say::value(escaped(word), say::outside()))),
        None => Ok(()),
    }
}

/// Only programs that all users may read can be required.
fn is_usual(program: &Path) -> bool {
    let plain = program.components().skip(1).all(|part| matches!(part, Component::Normal(_)));
    program.starts_with("/usr") && plain
}
