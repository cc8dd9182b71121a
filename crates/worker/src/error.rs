//! Why a bot cannot take part.

use certamen_sandbox::{CompileError, LanguageError, ToolError};
use std::{io, path::PathBuf};

/// Why a bot cannot take part. Messages name the bot or file, the value and the way out.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// Nothing is there.
    #[error(
        "bot `{given}`: there is no such file or folder; a bot is a folder with bot.toml, a source file, an executable or builtin:NAME"
    )]
    Nothing {
        /// What was given.
        given: String,
    },
    /// A folder without its file.
    #[error("bot {path}: the folder has no bot.toml")]
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// The manifest is not as it should be.
    #[error("{path}: {reason}")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the key.
        reason: String,
    },
    /// The name will not do.
    #[error("bot `{given}`: {reason}")]
    Name {
        /// What was given.
        given: String,
        /// What is wrong.
        reason: String,
    },
    /// The house player will not do.
    #[error("bot `{given}`: {error}")]
    House {
        /// What was given.
        given: String,
        /// What is wrong.
        error: certamen_game::house::HouseError,
    },
    /// It is written in no language of ours.
    #[error("bot {path}: {error}")]
    Language {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: LanguageError,
    },
    /// The language is not installed.
    #[error("bot `{bot}`: {error}")]
    Tool {
        /// The bot.
        bot: String,
        /// What is missing.
        error: ToolError,
    },
    /// It cannot be built.
    #[error("bot `{bot}` cannot be built: {}", shown(&error.to_string()))]
    Compile {
        /// The bot.
        bot: String,
        /// The compiler's words.
        error: CompileError,
    },
    /// It is written for a Python that is no more.
    #[error("bot `{bot}`: {}", shown(words))]
    PythonTwo {
        /// The bot.
        bot: String,
        /// Where, and how to mend it; what is quoted from its source is as it is.
        words: String,
    },
    /// What is to be run is not there.
    #[error("bot `{bot}`: {path} {reason}")]
    Program {
        /// The bot.
        bot: String,
        /// What is to be run.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Its files are too many or too large.
    #[error("bot {path}: {reason}")]
    Files {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// People play at a terminal only.
    #[error("bot `human`: people play on the console, with `certamen play`")]
    Human,
}

/// What compilers say holds what a source made them say: shown line by line, with everything
/// escaped that could act on a terminal.
fn shown(words: &str) -> String {
    words.lines().map(certamen_game::escaped).collect::<Vec<_>>().join("\n")
}

certamen_speech::plain!(BotError);
