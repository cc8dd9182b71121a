//! Bots that are built and ready to play.

use crate::referee::player::{HumanPlayer, ShutdownPolicy};
use crate::{
    Bot, BotError, BotKind, BuildCache,
    evaluation::ReadyEvaluation,
    program::{BuildIdentity, ReadyProgram},
};
use certamen_game::builtin::Arguments;

/// A bot that is ready to play.
#[derive(Clone, Debug)]
pub enum BuiltBot {
    /// A built-in player.
    House {
        /// Its name.
        name: String,
        /// The player that the name refers to.
        arguments: Arguments,
    },
    /// A program.
    Program(ReadyProgram),
    /// An evaluation function.
    Evaluation(ReadyEvaluation),
    /// A person at a terminal.
    Human(HumanPlayer),
}

impl BuiltBot {
    /// The same, as if it had never played: it is unknown whether it ends when its matches do.
    #[must_use]
    pub fn as_stranger(&self) -> BuiltBot {
        match self {
            BuiltBot::Program(program) => BuiltBot::Program(ReadyProgram {
                shutdown_policy: ShutdownPolicy::default(),
                ..program.clone()
            }),
            other => other.clone(),
        }
    }

    /// The same, which is charged its whole search where it would be charged its evaluations only:
    /// a player whose time sets the limit.
    #[must_use]
    pub fn with_whole_search(self) -> BuiltBot {
        match self {
            BuiltBot::Evaluation(own) => BuiltBot::Evaluation(own.with_whole_search()),
            other => other,
        }
    }

    /// Whether it was seen to stay after its match was over.
    pub fn is_known_to_stay(&self) -> bool {
        matches!(self, BuiltBot::Program(program) if program.shutdown_policy.is_known_to_stay())
    }
}

/// The results of building many bots, each in the given order.
#[derive(Debug, Default)]
pub struct BuiltBots {
    /// The bots that are ready.
    pub ready: Vec<(Bot, BuiltBot)>,
    /// The others, and why not: the caller decides whether the rest is enough.
    pub failed: Vec<(Bot, BotError)>,
}

impl BuildCache {
    /// Builds `bot` unless it is built, and returns how it is started.
    pub fn prepare(&self, bot: &Bot) -> Result<BuiltBot, BotError> {
        let Bot { name, digest, language, .. } = bot;
        let build_identity = BuildIdentity { name, digest, language };
        match &bot.kind {
            BotKind::House { name, arguments } => {
                Ok(BuiltBot::House { name: name.clone(), arguments: arguments.clone() })
            }
            BotKind::Program(program) => {
                program.prepare(build_identity, self).map(BuiltBot::Program)
            }
            BotKind::Evaluation(own) => own.prepare(build_identity, self).map(BuiltBot::Evaluation),
            BotKind::Human => Err(BotError::Human),
        }
    }

    /// Builds all of `bots`; one that fails does not stop the others from being built.
    pub fn build_all(&self, bots: impl IntoIterator<Item = Bot>) -> BuiltBots {
        let mut built_bots = BuiltBots::default();
        for bot in bots {
            match self.prepare(&bot) {
                Ok(ready) => built_bots.ready.push((bot, ready)),
                Err(error) => built_bots.failed.push((bot, error)),
            }
        }
        built_bots
    }
}
