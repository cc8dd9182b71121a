//! Bots that cannot enter: they do not build, start or read. The host excludes them and plays the
//! others, so that no bot can stop a contest.

use crate::{entry::EntryFinding, say};
use certamen_contest::{ExcludedBot, LocalizedTexts};
use certamen_game::legible;
use certamen_i18n::{Localize, Message};
use certamen_runner::BotError;

#[derive(Debug)]
pub struct RejectedBot {
    pub bot: String,
    pub why: RejectReason,
}

#[derive(Debug)]
pub enum RejectReason {
    /// It is invalid, or cannot be built.
    Bot(Box<BotError>),
    /// It ends before its first answer.
    Ends { bot: String, words: String },
    /// It was found by a pattern, and has the name of another one.
    NameTaken { name: String },
    /// It breaks a rule in `[entries]`.
    Rule(EntryFinding),
}

impl Localize for RejectReason {
    fn message(&self) -> Message {
        match self {
            RejectReason::Bot(error) => error.message(),
            RejectReason::Ends { bot, words } if words.trim().is_empty() => say::ends_at_once(bot),
            RejectReason::Ends { bot, words } => {
                let words: Vec<String> = words.lines().map(legible).collect();
                say::ends_at_once_with(bot, words.join("\n"))
            }
            RejectReason::NameTaken { name } => say::name_taken(name),
            RejectReason::Rule(finding) => finding.message(),
        }
    }
}

certamen_i18n::said!(RejectReason);

impl RejectReason {
    fn in_short(&self) -> Message {
        match self {
            RejectReason::Bot(error) => match &**error {
                BotError::Compile { .. } | BotError::PythonTwo { .. } => say::not_built(),
                BotError::Tool { .. } => say::not_installed(),
                BotError::Program { .. } => say::not_started(),
                _ => say::not_read(),
            },
            RejectReason::Ends { .. } => say::not_started(),
            RejectReason::NameTaken { .. } => say::namesake(),
            RejectReason::Rule(finding) => finding.message(),
        }
    }
}

impl RejectedBot {
    /// What is public about it: no path of the host's, and no text of the author's.
    pub(crate) fn to_told(&self) -> ExcludedBot {
        ExcludedBot { bot: self.bot.clone(), reason: LocalizedTexts::from(&self.why.in_short()) }
    }
}

/// Whether the host has to fix the contest file, and not an author the bot.
pub(crate) fn is_the_hosts(error: &BotError) -> bool {
    matches!(
        error,
        BotError::Nothing { .. } | BotError::Spec { .. } | BotError::House { .. } | BotError::Human
    )
}
