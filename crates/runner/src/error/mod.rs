//! Why a bot cannot play.

mod evaluation;
mod files;
mod manifest;

pub use evaluation::EvaluationError;
pub use files::FilesError;
pub use manifest::{ManifestError, SourceError};

pub(crate) use files::{DEEPEST, LARGEST, MOST};
pub(crate) use manifest::LONGEST_MANIFEST;

use crate::say;
use certamen_game::job::{BotNameError, BotSpecError};
use certamen_game::{builtin::BuiltinError, escaped, legible};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, LanguageError, ToolError};
use std::{io, path::PathBuf};

/// Why a bot cannot take part. Messages name the bot or file, the value and the way out.
#[derive(Debug)]
pub enum BotError {
    /// Nothing is there.
    Nothing {
        /// What was given.
        given: String,
    },
    /// What was given is no BOT.
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
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the key.
        why: ManifestError,
    },
    /// Nothing can be called as the file is.
    Name {
        /// What was given.
        given: String,
        /// What is wrong.
        error: BotNameError,
    },
    /// The built-in player is invalid.
    House {
        /// What was given.
        given: String,
        /// What is wrong.
        error: BuiltinError,
    },
    /// The evaluation function is invalid, or the name does not refer to one.
    Evaluation {
        /// What was given.
        given: String,
        /// What is wrong.
        error: EvaluationError,
    },
    /// It is not written in a known language.
    Language {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: LanguageError,
    },
    /// The language is not installed.
    Tool {
        /// The bot.
        bot: String,
        /// What is missing.
        error: ToolError,
    },
    /// It cannot be built.
    Compile {
        /// The bot.
        bot: String,
        /// The compiler's words.
        error: CompileError,
    },
    /// It is written for a Python that is no more.
    PythonTwo {
        /// The bot.
        bot: String,
        /// Where, and how to fix it; what is quoted from its source is unchanged.
        words: String,
    },
    /// What is to be run cannot be.
    Program {
        /// The bot.
        bot: String,
        /// What is to be run.
        path: PathBuf,
        /// What is wrong with it.
        why: NotRunnable,
    },
    /// Its files are too many or too large, or no files.
    Files {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        why: FilesError,
    },
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// People play at a terminal only.
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

impl Localize for BotError {
    fn message(&self) -> Message {
        match self {
            BotError::Nothing { given } => say::nothing(escaped(given)),
            BotError::Spec { given, error } => say::bot(escaped(given), error),
            BotError::Link { path } => say::link(path),
            BotError::NoManifest { path } => say::no_manifest(path),
            BotError::Manifest { path, why } => say::at(path, why),
            BotError::Name { given, error } => say::bot(escaped(given), error),
            BotError::House { given, error } => say::bot(escaped(given), error),
            BotError::Evaluation { given, error } => say::bot(escaped(given), error),
            BotError::Language { path, error } => say::bot_at(path, error),
            BotError::Tool { bot, error } => say::bot(bot, error),
            BotError::Compile { bot, error } => not_built(bot, error),
            BotError::PythonTwo { bot, words } => say::python_two(bot, shown(words)),
            BotError::Program { bot, path, why } => {
                say::bot(bot, why.of(&path.display().to_string()))
            }
            BotError::Files { path, why } => say::bot_at(path, why),
            BotError::Io { path, error } => say::at(path, error),
            BotError::Human => say::people(),
        }
    }
}

certamen_i18n::error!(BotError);

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
