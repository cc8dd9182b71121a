//! Why a submission cannot enter.

use super::say;
use certamen_contest::{LocalizedTexts, entry::SubmissionVerdict};
use certamen_game::{escaped, legible};
use certamen_i18n::{Localize, Message};
use certamen_runner::BotError;
use std::path::PathBuf;

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum EntryFinding {
    NoArchive,
    /// It is empty.
    Empty,
    /// It has too many files.
    TooManyFiles {
        most: usize,
    },
    /// It is too large.
    TooLarge {
        /// How many bytes it may have.
        most: u64,
    },
    /// It is much larger than the archive.
    Inflated {
        /// How many times larger it may be.
        most: u64,
    },
    /// A link, a device, a pipe.
    #[localize(say::not_plain(escaped(name)))]
    NotPlain {
        name: String,
    },
    /// A name that leads elsewhere, or is hidden.
    #[localize(say::bad_name(escaped(name)))]
    BadName {
        name: String,
    },
    /// Folders are nested too deeply.
    #[localize(say::too_deep(escaped(name)))]
    TooDeep {
        name: String,
    },
    /// Two names that some systems take for one.
    #[localize(say::same_name(escaped(name)))]
    SameName {
        name: String,
    },
    /// Several files, and none that says what they are.
    NoManifest,
    /// More than the one file.
    SeveralFiles,
    #[localize(say::no_text(escaped(name)))]
    NoText {
        name: String,
    },
    /// A language in which nothing is taken in.
    #[localize(say::language(legible(language), known))]
    Language {
        language: String,
        known: String,
    },
    #[localize(Message::verbatim(_0.en.clone()))]
    NoBot(LocalizedTexts),
    /// An author has more bots than allowed.
    TooManyOfAuthor {
        /// How many there may be.
        most: u32,
    },
}

impl EntryFinding {
    /// What is wrong with files that are not a bot, without their path on this machine.
    pub(super) fn of_bot(error: BotError) -> EntryFinding {
        let message = match error {
            BotError::Manifest { path, why } => {
                let path = path.file_name().map(PathBuf::from).unwrap_or_default();
                BotError::Manifest { path, why }.message()
            }
            BotError::Files { why, .. } => why.message(),
            BotError::Name { error, .. } => error.message(),
            BotError::Spec { error, .. } => error.message(),
            BotError::Evaluation { error, .. } => error.message(),
            other => other.message(),
        };
        EntryFinding::NoBot(LocalizedTexts::from(&message))
    }

    /// The verdict that follows from this finding.
    pub fn verdict(&self) -> SubmissionVerdict {
        match self {
            EntryFinding::SeveralFiles
            | EntryFinding::NoText { .. }
            | EntryFinding::Language { .. }
            | EntryFinding::NoBot(_)
            | EntryFinding::TooManyOfAuthor { .. } => SubmissionVerdict::Disqualified,
            _ => SubmissionVerdict::Discarded,
        }
    }

    pub fn texts(&self) -> LocalizedTexts {
        match self {
            EntryFinding::NoBot(texts) => texts.clone(),
            other => LocalizedTexts::from(&other.message()),
        }
    }
}
