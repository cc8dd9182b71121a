//! Why there is no report, for reasons other than the bot.

use crate::BotError;
use crate::check::say;
use crate::referee::PlayError;
use certamen_game::{OptionsError, Void};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::SandboxError;

/// Why there is no report: not the bot's matter.
#[derive(Debug)]
pub enum CheckError {
    /// The bot cannot be made ready, and is not to blame.
    Bot(BotError),
    /// A match could not be played.
    Void(Void),
    /// No match can begin so.
    Options(OptionsError),
    /// The sandbox failed.
    Sandbox(SandboxError),
    /// A player left, which only people can do.
    Left,
    /// A match came to no end.
    NoEnd,
}

impl Localize for CheckError {
    fn message(&self) -> Message {
        match self {
            CheckError::Bot(error) => error.message(),
            CheckError::Void(void) => say::cannot_be_played(void),
            CheckError::Options(error) => say::cannot_be_played(error),
            CheckError::Sandbox(error) => error.message(),
            CheckError::Left => say::cannot_be_played(say::left()),
            CheckError::NoEnd => say::cannot_be_played(say::no_end()),
        }
    }
}

certamen_i18n::error!(CheckError);

impl From<BotError> for CheckError {
    fn from(error: BotError) -> CheckError {
        CheckError::Bot(error)
    }
}

impl From<Void> for CheckError {
    fn from(void: Void) -> CheckError {
        CheckError::Void(void)
    }
}

impl From<PlayError> for CheckError {
    fn from(error: PlayError) -> CheckError {
        match error {
            PlayError::Void(void) => CheckError::Void(void),
            PlayError::Options(error) => CheckError::Options(error),
            // Nothing is resumed here, and nothing stops the match.
            PlayError::Resume(_) | PlayError::Stopped(_) => CheckError::NoEnd,
        }
    }
}

impl From<SandboxError> for CheckError {
    fn from(error: SandboxError) -> CheckError {
        CheckError::Sandbox(error)
    }
}
