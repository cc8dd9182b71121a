//! Why a bot cannot play.

use crate::{lisp::SearchError, say};
use certamen_game::builtin::BuiltinError;
use certamen_game::job::{BotNameError, BotSpecError, FileError, PlayerUrlError};
use certamen_game::{escaped, legible};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, LanguageError, ToolError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a bot cannot play. Messages name the bot or file, the value and the way out.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum BotError {
    /// There is no such file or folder.
    #[localize(say::nothing(escaped(given)))]
    Nothing { given: String },
    /// The given text does not name a bot.
    #[localize(say::bot(escaped(given), error))]
    Spec { given: String, error: BotSpecError },
    /// A pattern matched a symbolic link, which may lead to another user's files.
    Link { path: PathBuf },
    /// The folder has no `bot.toml`.
    NoManifest { path: PathBuf },
    /// The manifest is invalid.
    #[localize(say::at(path, why))]
    Manifest { path: PathBuf, why: FileError },
    /// The file's name is not a valid bot name.
    #[localize(say::bot(escaped(given), error))]
    Name { given: String, error: BotNameError },
    /// The built-in player is invalid.
    #[localize(say::bot(escaped(given), error))]
    Builtin { given: String, error: BuiltinError },
    /// The evaluation function is invalid, or the name does not refer to one.
    #[localize(say::bot(escaped(given), error))]
    Evaluation { given: String, error: EvaluationError },
    /// Its language is unknown.
    #[localize(say::bot_at(path, error))]
    Language { path: PathBuf, error: LanguageError },
    /// The language is not installed.
    #[localize(say::bot(bot, error))]
    Tool { bot: String, error: ToolError },
    /// It cannot be built.
    #[localize(not_built(bot, error))]
    Compile { bot: String, error: CompileError },
    /// It is written for Python 2; `words` says where, and how to fix it.
    #[localize(say::python_two(bot, shown(words)))]
    PythonTwo { bot: String, words: String },
    /// The program cannot be run.
    #[localize(say::bot(bot, why.of(&path.display().to_string())))]
    Program { bot: String, path: PathBuf, why: NotRunnable },
    /// Its files are too many, too large or not regular files.
    #[localize(say::bot_at(path, why))]
    Files { path: PathBuf, why: FilesError },
    /// A file cannot be read or written.
    #[localize(say::at(path, error))]
    Io { path: PathBuf, error: io::Error },
    /// The URL of a player that is asked over HTTP is invalid.
    #[localize(say::bot(escaped(given), error))]
    Url { given: String, error: PlayerUrlError },
    /// A name instead of a URL, outside a contest.
    #[localize(say::http_name(escaped(given)))]
    HttpName { given: String },
    /// The environment variable with the secret is missing, empty or not printable ASCII.
    #[localize(say::no_secret(bot, variable))]
    Secret { bot: String, variable: String },
    /// People play at a terminal only.
    #[localize(say::people())]
    Human,
}

/// Why a program cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRunnable {
    /// It is not a regular file.
    NoFile,
    /// It has no permission to execute.
    NotExecutable,
    /// It exists neither among the bot's files nor in the build output.
    NotThere,
}

impl BotError {
    /// Whether this machine failed, perhaps only for a moment: that says nothing about the bot.
    pub fn is_of_this_machine(&self) -> bool {
        matches!(
            self,
            BotError::Io { .. }
                | BotError::Compile {
                    error: CompileError::Io { .. } | CompileError::Sandbox(_),
                    ..
                }
        )
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

/// A compiler's output may contain text of the source: control characters are escaped.
fn shown(words: &str) -> String {
    words.lines().map(legible).collect::<Vec<_>>().join("\n")
}

/// The maximum size of a manifest, in bytes.
pub(crate) const LONGEST_MANIFEST: usize = 64 << 10;

pub(crate) fn shown_path(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// What is wrong with a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum SourceError {
    /// Its path may lead out of the bot's folder.
    Outside,
    /// It is among the files that are ignored.
    LeftOut,
    /// It does not exist.
    #[localize(say::no_such_file())]
    Missing,
}

/// Why a bot is not a valid evaluation function.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum EvaluationError {
    /// The search arguments are invalid.
    #[localize(transparent)]
    Search(SearchError),
    /// Search arguments are given for a program that is not an evaluation function.
    NoEvaluation,
    /// The match is of another game.
    #[localize(say::other_game(crate::lisp::GAME.info().slug, *game))]
    OtherGame { game: &'static str },
    /// Its manifest has commands or a protocol, which are fixed for evaluation functions.
    #[localize(say::superfluous_commands())]
    Commands,
}

/// The maximum number of files and folders of a bot.
pub(crate) const MOST: usize = 2_000;
/// The maximum size of all files together, in bytes.
pub(crate) const LARGEST: u64 = 64 << 20;
pub(crate) const DEEPEST: usize = 64;

/// Why the files of a bot are rejected.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum FilesError {
    /// A link, a pipe or a device; `path` is relative to the bot's folder.
    #[localize(say::not_plain(shown_path(path)))]
    NotPlain { path: PathBuf },
    /// There are too many, or they are too large together.
    #[localize(say::too_many(MOST, LARGEST >> 20))]
    TooMany,
    /// One file is too large.
    #[localize(say::too_large(LARGEST >> 20))]
    TooLarge,
    /// Folders are nested too deeply.
    #[localize(say::too_deep(DEEPEST))]
    TooDeep,
}
