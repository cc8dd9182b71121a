//! Why a bot cannot play.

use crate::{lisp::SearchError, say};
use certamen_game::{
    builtin::BuiltinError,
    escaped,
    job::{BotNameError, BotSpecError, TomlError},
    legible,
};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, LanguageError, ToolError};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a bot cannot take part. Messages name the bot or file, the value and the way out.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum BotError {
    /// Nothing is there.
    #[localize(say::nothing(escaped(given)))]
    Nothing {
        /// What was given.
        given: String,
    },
    /// What was given is no BOT.
    #[localize(say::bot(escaped(given), error))]
    Spec {
        /// What was given.
        given: String,
        /// What is wrong.
        error: BotSpecError,
    },
    /// It was found by a pattern and is a symbolic link, which may lead to another user's files.
    Link {
        /// The link.
        path: PathBuf,
    },
    /// A folder without its file.
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// The manifest is not as it should be.
    #[localize(say::at(path, why))]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the key.
        why: ManifestError,
    },
    /// Nothing can be called as the file is.
    #[localize(say::bot(escaped(given), error))]
    Name {
        /// What was given.
        given: String,
        /// What is wrong.
        error: BotNameError,
    },
    /// The built-in player is invalid.
    #[localize(say::bot(escaped(given), error))]
    House {
        /// What was given.
        given: String,
        /// What is wrong.
        error: BuiltinError,
    },
    /// The evaluation function is invalid, or the name does not refer to one.
    #[localize(say::bot(escaped(given), error))]
    Evaluation {
        /// What was given.
        given: String,
        /// What is wrong.
        error: EvaluationError,
    },
    /// It is not written in a known language.
    #[localize(say::bot_at(path, error))]
    Language {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: LanguageError,
    },
    /// The language is not installed.
    #[localize(say::bot(bot, error))]
    Tool {
        /// The bot.
        bot: String,
        /// What is missing.
        error: ToolError,
    },
    /// It cannot be built.
    #[localize(not_built(bot, error))]
    Compile {
        /// The bot.
        bot: String,
        /// The compiler's words.
        error: CompileError,
    },
    /// It is written for a Python that is no more.
    #[localize(say::python_two(bot, shown(words)))]
    PythonTwo {
        /// The bot.
        bot: String,
        /// Where, and how to fix it; what is quoted from its source is unchanged.
        words: String,
    },
    /// What is to be run cannot be.
    #[localize(say::bot(bot, why.of(&path.display().to_string())))]
    Program {
        /// The bot.
        bot: String,
        /// What is to be run.
        path: PathBuf,
        /// What is wrong with it.
        why: NotRunnable,
    },
    /// Its files are too many or too large, or no files.
    #[localize(say::bot_at(path, why))]
    Files {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        why: FilesError,
    },
    /// A file cannot be read or written.
    #[localize(say::at(path, error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// People play at a terminal only.
    #[localize(say::people())]
    Human,
}

/// Why something cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRunnable {
    /// It is a folder, or worse.
    NoFile,
    /// Its permissions do not say so.
    NotExecutable,
    /// Neither the bot's files nor its build made it.
    NotThere,
}

impl BotError {
    /// Whether it is this machine that failed, which may be well again in a moment: that says nothing
    /// of the bot.
    pub fn is_of_this_machine(&self) -> bool {
        let failed = |error: &CompileError| {
            matches!(error, CompileError::Io { .. } | CompileError::Sandbox(_))
        };
        match self {
            BotError::Io { .. } => true,
            BotError::Compile { error, .. } => failed(error),
            _ => false,
        }
    }
}

impl NotRunnable {
    /// The message about `path`.
    pub fn of(self, path: &str) -> Message {
        match self {
            NotRunnable::NoFile => say::no_file(path),
            NotRunnable::NotExecutable => say::not_executable(path),
            NotRunnable::NotThere => say::not_there(path),
        }
    }
}

fn not_built(bot: &str, error: &CompileError) -> Message {
    match error {
        CompileError::Refused { why, words } if words.is_empty() => say::refused(bot, why),
        CompileError::Refused { why, words } => say::refused_with(bot, why, shown(words)),
        other => say::cannot_be_built(bot, other),
    }
}

/// What compilers say holds what a source made them say: shown line by line as it is, but for what
/// could act on a terminal.
fn shown(words: &str) -> String {
    words.lines().map(legible).collect::<Vec<_>>().join("\n")
}

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

/// Why something is no evaluation function of this game.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum EvaluationError {
    /// There is no such search.
    #[localize(transparent)]
    Search(SearchError),
    /// A search is asked for, and it brings its own.
    NoEvaluation,
    /// It sits at another game.
    #[localize(say::other_game(crate::lisp::GAME.info().slug, *game))]
    OtherGame {
        /// Which.
        game: &'static str,
    },
    /// It says how it is built, run or asked, which is settled.
    #[localize(say::superfluous_commands())]
    Commands,
}

/// How many files and folders a bot may have.
pub(crate) const MOST: usize = 2_000;
/// How large they may be altogether, in bytes.
pub(crate) const LARGEST: u64 = 64 << 20;
/// How deep folders may lie in each other.
pub(crate) const DEEPEST: usize = 64;

/// Why the files of a bot are not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilesError {
    /// A link, a pipe, a device.
    NotPlain {
        /// Which, from the bot's folder on.
        path: PathBuf,
    },
    /// There are too many, or they are too large altogether.
    TooMany,
    /// One is too large by itself.
    TooLarge,
    /// Folders lie too deep in each other.
    TooDeep,
}

impl Localize for FilesError {
    fn message(&self) -> Message {
        let size = LARGEST >> 20;
        match self {
            FilesError::NotPlain { path } => say::not_plain(escaped(&path.to_string_lossy())),
            FilesError::TooMany => say::too_many(MOST, size),
            FilesError::TooLarge => say::too_large(size),
            FilesError::TooDeep => say::too_deep(DEEPEST),
        }
    }
}

certamen_i18n::said!(FilesError);
