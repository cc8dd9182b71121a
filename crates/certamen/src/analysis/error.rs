//! Why something cannot be analysed.

use crate::analysis::say;
use certamen_game::{Failure, Fault, OptionsError, Void};
use certamen_host::HostError;
use certamen_i18n::{Localize, Message};
use certamen_runner::BotError;
use std::path::PathBuf;

/// Why something cannot be analysed.
#[derive(Debug)]
pub enum AnalysisError {
    /// There is no file of this search.
    NoSearch {
        /// The file.
        path: PathBuf,
    },
    /// No evaluation in Lisp has this name.
    NotInLisp {
        /// The name.
        name: String,
    },
    /// A bot that tells no values.
    NoValues {
        /// The bot.
        name: String,
    },
    /// The search inside the sandbox chose another move than ours.
    TwoAnswers {
        /// The bot.
        name: String,
    },
    /// What was asked failed.
    Failed {
        /// The bot.
        name: String,
        /// How.
        fault: Fault,
        /// The host's words.
        words: String,
    },
    /// A bot could not be studied, for no fault of its own.
    NotStudied(Box<Void>),
    /// Nothing was asked, for no fault of the bot's.
    Void(Box<Void>),
    /// A person sat down.
    Person,
    /// The position cannot be solved.
    Options(OptionsError),
    /// A bot cannot be made ready.
    Bot(Box<BotError>),
    /// There is no place to ask it.
    Hall(Box<HostError>),
}

impl AnalysisError {
    /// Whether what was asked makes no sense, whatever the machine.
    pub fn is_usage(&self) -> bool {
        use AnalysisError::{NoSearch, NoValues, NotInLisp};
        matches!(self, NoSearch { .. } | NotInLisp { .. } | NoValues { .. })
    }

    /// What a player's failure means here; `words` are what was said of it.
    pub(crate) fn of_failure(name: &str, failure: Failure, words: &str) -> AnalysisError {
        match failure {
            Failure::Fault(fault) => {
                let words = certamen_game::escaped(words);
                AnalysisError::Failed { name: name.to_owned(), fault, words }
            }
            Failure::Void(void) => AnalysisError::Void(Box::new(void)),
            Failure::Left => AnalysisError::Person,
        }
    }
}

impl Localize for AnalysisError {
    fn message(&self) -> Message {
        match self {
            AnalysisError::NoSearch { path } => say::no_search(path),
            AnalysisError::NotInLisp { name } => say::not_in_lisp(name),
            AnalysisError::NoValues { name } => say::values_no_positions(name),
            AnalysisError::TwoAnswers { name } => say::two_answers(name),
            AnalysisError::Failed { name, fault, words } => say::failed(name, fault.word(), words),
            AnalysisError::NotStudied(void) => say::not_studied(void),
            AnalysisError::Void(void) => void.message(),
            AnalysisError::Person => say::person(),
            AnalysisError::Options(error) => error.message(),
            AnalysisError::Bot(error) => error.message(),
            AnalysisError::Hall(error) => error.message(),
        }
    }
}

certamen_i18n::error!(AnalysisError);

impl From<OptionsError> for AnalysisError {
    fn from(error: OptionsError) -> AnalysisError {
        AnalysisError::Options(error)
    }
}

impl From<BotError> for AnalysisError {
    fn from(error: BotError) -> AnalysisError {
        AnalysisError::Bot(Box::new(error))
    }
}

impl From<HostError> for AnalysisError {
    fn from(error: HostError) -> AnalysisError {
        AnalysisError::Hall(Box::new(error))
    }
}
