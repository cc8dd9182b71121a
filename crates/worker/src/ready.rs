//! Bots that can be seated.

use crate::{
    Bot, BotError, Kind, Workshop,
    evaluation::ReadyEvaluation,
    program::{Identity, ReadyProgram},
};
use certamen_game::house::Arguments;
use certamen_referee::player::{Human, Manners};

/// A bot that can be seated.
#[derive(Clone, Debug)]
pub enum Ready {
    /// One of our own.
    House {
        /// Its name.
        name: String,
        /// What stands behind the name.
        arguments: Arguments,
    },
    /// A program.
    Program(ReadyProgram),
    /// An evaluation function.
    Evaluation(ReadyEvaluation),
    /// A person, where there is a terminal to sit at.
    Human(Human),
}

impl Ready {
    /// The same, as if it had never played: nobody knows whether it ends when its matches do.
    #[must_use]
    pub fn as_stranger(&self) -> Ready {
        match self {
            Ready::Program(program) => {
                Ready::Program(ReadyProgram { manners: Manners::default(), ..program.clone() })
            }
            other => other.clone(),
        }
    }

    /// The same, which is charged its whole search where it would be charged its evaluations only:
    /// a player whose time sets the limit.
    #[must_use]
    pub fn with_whole_search(self) -> Ready {
        match self {
            Ready::Evaluation(own) => Ready::Evaluation(own.with_whole_search()),
            other => other,
        }
    }

    /// Whether it was seen to stay when its match was over.
    pub fn is_known_to_stay(&self) -> bool {
        matches!(self, Ready::Program(program) if program.manners.is_known_to_stay())
    }
}

/// What was built of many bots, each in the order in which it was given.
#[derive(Debug, Default)]
pub struct Built {
    /// Those that can be seated.
    pub ready: Vec<(Bot, Ready)>,
    /// The others, and why not: who asks for the bots decides whether the rest is enough.
    pub failed: Vec<(Bot, BotError)>,
}

impl Workshop {
    /// Builds `bot` unless it is built, and says how it is started.
    pub fn prepare(&self, bot: &Bot) -> Result<Ready, BotError> {
        let Bot { name, digest, language, .. } = bot;
        let identity = Identity { name, digest, language };
        match &bot.kind {
            Kind::House { name, arguments } => {
                Ok(Ready::House { name: name.clone(), arguments: arguments.clone() })
            }
            Kind::Program(program) => program.prepare(identity, self).map(Ready::Program),
            Kind::Evaluation(own) => own.prepare(identity, self).map(Ready::Evaluation),
            Kind::Human => Err(BotError::Human),
        }
    }

    /// Builds all of `bots`; one that fails keeps nobody else from being built.
    pub fn build_all(&self, bots: impl IntoIterator<Item = Bot>) -> Built {
        let mut built = Built::default();
        for bot in bots {
            match self.prepare(&bot) {
                Ok(ready) => built.ready.push((bot, ready)),
                Err(error) => built.failed.push((bot, error)),
            }
        }
        built
    }
}
