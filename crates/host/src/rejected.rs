//! Bots that would take part, but cannot: they do not build, start or read. Whoever holds a contest
//! sets them aside and plays the others, so that no bot can stop a contest.

use crate::{entry::EntryFinding, say};
use certamen_contest::{ExcludedBot, LocalizedTexts};
use certamen_game::legible;
use certamen_i18n::{Localize, Message};
use certamen_runner::BotError;

/// A bot that cannot take part.
#[derive(Debug)]
pub struct RejectedBot {
    /// What it would be called.
    pub bot: String,
    /// Why it cannot.
    pub why: RejectReason,
}

/// Why a bot cannot take part.
#[derive(Debug)]
pub enum RejectReason {
    /// It is not as it should be, or cannot be built.
    Bot(Box<BotError>),
    /// It ends before its first answer.
    Ends {
        /// What it was called.
        bot: String,
        /// What it said last on standard error.
        words: String,
    },
    /// It was found by a pattern, and is called as another one.
    NameTaken {
        /// The name.
        name: String,
    },
    /// It breaks a rule of the entries.
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
    /// What everybody may know of it: no path of the host's, and no word of the author's.
    pub(crate) fn to_told(&self) -> ExcludedBot {
        ExcludedBot { bot: self.bot.clone(), reason: LocalizedTexts::from(&self.why.in_short()) }
    }
}

/// Whether it is the host who is to mend his file, and not an author his bot.
pub(crate) fn is_the_hosts(error: &BotError) -> bool {
    matches!(
        error,
        BotError::Nothing { .. } | BotError::Spec { .. } | BotError::House { .. } | BotError::Human
    )
}
