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
