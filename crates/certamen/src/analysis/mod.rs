//! What positions are worth, what searching them costs, and what a bot loses to the best opponent.
//!
//! The algorithms live beside the rules of the games; here bots are built and queried. Nothing here
//! prints.

mod searches;
mod weakness;

pub(crate) use searches::{Agreement, Cost, HouseSearches, Searches};
pub(crate) use searches::{LispPlan, LispSearches};
pub(crate) use weakness::{Boards, Study, Weakness, known_mix};

use certamen_game::{Failure, Fault, OptionsError, Void};
use certamen_host::HostError;
use certamen_i18n::Localize;
use certamen_runner::BotError;
use std::path::PathBuf;

mod say {
    certamen_i18n::texts!("locales/analysis");
}

#[derive(Debug, Localize)]
#[localize(error)]
pub(crate) enum AnalysisError {
    NoSearch {
        path: PathBuf,
    },
    NotInLisp {
        name: String,
    },
    #[localize(say::values_no_positions(name))]
    NoValues {
        name: String,
    },
    /// The search in the sandbox chose another move than the built-in one.
    TwoAnswers {
        name: String,
    },
    #[localize(say::failed(name, fault.word(), words))]
    Failed {
        name: String,
        fault: Fault,
        /// What the Lisp host printed.
        words: String,
    },
    /// The bot could not be studied, through no fault of its own.
    NotStudied(Box<Void>),
    /// The question was not asked, through no fault of the bot.
    #[localize(transparent)]
    Void(Box<Void>),
    Person,
    /// The position cannot be solved.
    #[localize(transparent)]
    Options(OptionsError),
    #[localize(transparent)]
    Bot(Box<BotError>),
    /// There is nowhere to run the bot.
    #[localize(transparent)]
    Host(Box<HostError>),
}

impl AnalysisError {
    /// Whether the request is invalid on any machine.
    pub(crate) fn is_usage(&self) -> bool {
        use AnalysisError::{NoSearch, NoValues, NotInLisp};
        matches!(self, NoSearch { .. } | NotInLisp { .. } | NoValues { .. })
    }

    /// Maps a player's failure to an error; `words` is what was printed about it.
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
        AnalysisError::Host(Box::new(error))
    }
}
