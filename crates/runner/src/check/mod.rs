//! Tests a bot as its author would: builds it, plays with it, asks it twice, and explains what is wrong
//! and how to fix it.
//!
//! What is wrong is found by a function over values, `diagnosis`; what runs programs is beside it.

mod advice;
mod charged;
mod diagnosis;
mod evaluation;
mod hints;
mod pace;
mod question;
mod recorder;
mod report;
mod session;
mod starting;
mod trial;

pub use advice::{Advice, Fact, Measurement, Severity};
pub use charged::{slowest, time_charged};
pub use evaluation::{Came, EntryTrial, Measure, Step};
pub use pace::{MeasuredShare, Pace};
pub use question::{QueryOutcome, SeatQuery};
pub use recorder::Exchange;
pub use report::{CheckFinding, CheckReport, Heading};

use crate::check::session::Session;
use crate::check::trial::BotTrial;
use crate::referee::PlayError;
use crate::{Bot, BotError, BotKind, BuildCache, SeatingPlan};
use certamen_game::{Conditions, Failure, Fault, Map, OptionsError, Protocol, Void};
use certamen_i18n::Localize;
use certamen_sandbox::SandboxError;
use std::time::Duration;

mod say {
    certamen_i18n::texts!("locales/check");
}

/// The bot that is tested, and the conditions.
#[expect(missing_docs, reason = "the types say it")]
pub struct BotCheck<'a> {
    pub bot: &'a Bot,
    pub plan: &'a SeatingPlan,
    pub cache: &'a BuildCache,
    pub options: &'a Map,
    pub conditions: &'a Conditions,
    /// The time for matches; a slow bot may take longer for its first answers.
    pub patience: Duration,
}

impl BotCheck<'_> {
    /// Tries everything, and stops once further trials would only repeat findings.
    pub fn report(&self) -> Result<CheckReport, CheckError> {
        let heading = Heading {
            bot: self.bot.name.clone(),
            language: self.bot.language.clone(),
            game: self.plan.game.info().slug.to_owned(),
            protocol: protocol(self.bot, self.plan).map_or("none", Protocol::word).to_owned(),
            tier: self.plan.sandbox.tier().to_string(),
        };
        let Conditions { move_ms, memory, .. } = *self.conditions;
        let mut report = CheckReport { heading, move_ms, memory, ..CheckReport::default() };
        let ready = match self.cache.prepare(self.bot) {
            Ok(ready) => ready,
            Err(error) => {
                report.findings.push(starting::refused(error, &starting::sources(self.bot))?);
                return Ok(report);
            }
        };
        report.warnings = starting::warnings(&ready);
        if let Some(found) = starting::unstartable(&ready) {
            report.findings.push(CheckFinding::new(found, Severity::Correction));
            return Ok(report);
        }
        let (name, conditions) = (self.bot.name.as_str(), self.conditions);
        let tried = BotTrial { plan: self.plan, name, ready: &ready, conditions };
        let trials = trial::trials(self.plan.game, self.options);
        let mut session = Session::new(self, &tried, report);
        if session.open(&trials)? {
            session.play(&trials)?;
            session.ask_twice(&trials)?;
        }
        Ok(session.close())
    }
}

/// The report on a bot that could not be loaded; the error itself if it does not concern a bot.
pub fn refused(given: &str, plan_tier: &str, error: BotError) -> Result<CheckReport, BotError> {
    let found = starting::refused(error, &[])?;
    let [language, game, protocol] = ["?"; 3].map(str::to_owned);
    let (bot, tier) = (given.to_owned(), plan_tier.to_owned());
    let heading = Heading { bot, language, game, protocol, tier };
    Ok(CheckReport { heading, findings: vec![found], ..CheckReport::default() })
}

/// How a bot is asked; `None` for a built-in player.
fn protocol(bot: &Bot, plan: &SeatingPlan) -> Option<Protocol> {
    match &bot.kind {
        BotKind::Program(program) => Some(program.protocol.unwrap_or(plan.game.info().protocol)),
        BotKind::Evaluation(_) => Some(plan.game.info().protocol),
        BotKind::Builtin { .. } | BotKind::Http(_) | BotKind::Human | BotKind::Remote => None,
    }
}

/// A fault of the bot is a result of the check; any other failure ends it.
fn answer_or_fault<T>(asked: Result<T, Failure>) -> Result<Result<T, Fault>, CheckError> {
    match asked {
        Ok(answer) => Ok(Ok(answer)),
        Err(Failure::Fault(fault)) => Ok(Err(fault)),
        Err(Failure::Void(void)) => Err(void.into()),
        Err(Failure::Left) => Err(CheckError::Left),
    }
}

/// Why there is no report, for reasons other than the bot.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum CheckError {
    /// The bot cannot be prepared, for a reason other than the bot.
    #[localize(transparent)]
    Bot(BotError),
    /// A match could not be played.
    #[localize(say::cannot_be_played(_0))]
    Void(Void),
    /// The options are invalid.
    #[localize(say::cannot_be_played(_0))]
    Options(OptionsError),
    /// The sandbox failed.
    #[localize(transparent)]
    Sandbox(SandboxError),
    /// A player left, which only people can do.
    #[localize(say::cannot_be_played(say::left()))]
    Left,
    /// A match did not end.
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
            // No match is resumed or stopped here.
            PlayError::Resume(_) | PlayError::Stopped(_) => CheckError::NoEnd,
        }
    }
}

impl From<SandboxError> for CheckError {
    fn from(error: SandboxError) -> CheckError {
        CheckError::Sandbox(error)
    }
}
