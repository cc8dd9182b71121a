//! What is wrong with a `bot.toml`.

use crate::say;
use certamen_game::escaped;
use certamen_game::job::{BotNameError, TomlError};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::LanguageError;
use std::path::{Path, PathBuf};

/// How large it may be, in bytes.
pub(crate) const LONGEST_MANIFEST: usize = 64 << 10;

/// What is wrong with a `bot.toml`.
#[derive(Debug)]
pub enum ManifestError {
    /// It is larger than any manifest needs to be.
    TooLarge,
    /// It is no text.
    NoText,
    /// It is no TOML, or has keys or values that mean nothing.
    Toml(Box<TomlError>),
    /// This cannot be a name.
    Name(BotNameError),
    /// Its language is none.
    Language(LanguageError),
    /// It says neither its language nor a command.
    NoLanguage,
    /// It has no source.
    NoSource,
    /// A source cannot be one.
    Source {
        /// What is written.
        source: PathBuf,
        /// What is wrong with it.
        why: SourceError,
    },
    /// A command without words.
    EmptyCommand {
        /// Which.
        key: &'static str,
    },
    /// A word of a command leads out of the bot's folders.
    Outside {
        /// Which command.
        key: &'static str,
        /// The word.
        word: String,
    },
    /// A command that starts what is installed leaves nothing to build or run.
    Superfluous {
        /// What is there as well.
        key: &'static str,
    },
    /// A required program is not in a place that all users may read.
    Required {
        /// What is written.
        program: PathBuf,
    },
}

/// What is wrong with a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum SourceError {
    /// It is outside the bot's folder, or written so that it might be.
    Outside,
    /// It is among the files that are no part of a bot.
    LeftOut,
    /// It is not there.
    #[localize(say::no_such_file())]
    Missing,
}

impl Localize for ManifestError {
    fn message(&self) -> Message {
        let path = |path: &Path| escaped(&path.to_string_lossy());
        match self {
            ManifestError::TooLarge => say::long_manifest(LONGEST_MANIFEST >> 10),
            ManifestError::NoText => say::no_text(),
            ManifestError::Toml(fault) => fault.message(),
            ManifestError::Name(error) => say::key("name", error),
            ManifestError::Language(error) => say::key("language", error),
            ManifestError::NoLanguage => say::no_language(),
            ManifestError::NoSource => say::key("source", say::no_source()),
            ManifestError::Source { source, why } => say::key_of("source", path(source), why),
            ManifestError::EmptyCommand { key } => say::key(key, say::no_words()),
            ManifestError::Outside { key, word } => say::key_of(key, escaped(word), say::outside()),
            ManifestError::Superfluous { key } => say::superfluous(key),
            ManifestError::Required { program } => {
                say::key_of("requires", path(program), say::not_usual())
            }
        }
    }
}

certamen_i18n::said!(ManifestError);
