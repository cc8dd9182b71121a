//! Why there is no report, for reasons other than the bot.

use crate::BotError;
use crate::check::say;
use crate::referee::PlayError;
use certamen_game::{OptionsError, Void};
use certamen_i18n::Localize;
use certamen_sandbox::SandboxError;

/// Why there is no report: not the bot's matter.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum CheckError {
    /// The bot cannot be made ready, and is not to blame.
    #[localize(transparent)]
    Bot(BotError),
    /// A match could not be played.
    #[localize(say::cannot_be_played(_0))]
    Void(Void),
    /// No match can begin so.
    #[localize(say::cannot_be_played(_0))]
    Options(OptionsError),
    /// The sandbox failed.
    #[localize(transparent)]
    Sandbox(SandboxError),
    /// A player left, which only people can do.
    #[localize(say::cannot_be_played(say::left()))]
    Left,
    /// A match came to no end.
    #[localize(say::cannot_be_played(say::no_end()))]
    NoEnd,
}

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
