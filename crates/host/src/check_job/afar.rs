//! Checks that workers carry out: what is asked, and what they do.

use super::{
    Candidate, FunctionCheckResult, InvalidWorkerAnswer, MeasureMsg, PLACE, PaceMsg,
    ProgramCheckResult, try_function, try_program,
};
use crate::{
    Farm, HostError,
    bots::bot_of,
    error::TimingError,
    farm::{NO_TIER, bundled, write_policy},
    say,
    timing::{NO_HURRY, time_needed},
};
use certamen_contest::{ContestFile, Folder, MoveTime, RelativeMoveTime};
use certamen_farm::{
    BusError, JobRequest,
    message::{Batch, BatchBot, WritePolicy},
};
use certamen_game::{Conditions, DynGame, Language, Table, match_seed};
use certamen_portal::course::SourceFinding;
use certamen_runner::{
    Bot, BotError, BuildCache, SeatingPlan, WriteAccess,
    check::{CheckError, EntryTrial, Measure, Pace, time_charged},
};
use certamen_sandbox::Sandbox;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{path::PathBuf, sync::Arc, time::Duration};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JobQuestion {
    Program {
        language: String,
    },
    /// Whether an evaluation function may play: it must reach `measure` and keep to `pace`, if
    /// given.
    Function {
        measure: Option<MeasureMsg>,
        #[serde(default)]
        pace: Option<Box<PaceMsg>>,
    },
    /// How long a player needs for a move, in nanoseconds: the built-in one `of`, else the bot that
    /// comes with the job.
    Time {
        of: Option<String>,
        seats: u8,
    },
}

pub(crate) struct RemoteChecks<'a> {
    pub(crate) farm: &'a Farm,
    pub(crate) folder: &'a Folder,
    pub(crate) file: &'a ContestFile,
    /// The minimum isolation level for bots.
    pub(crate) tier: &'a str,
}

impl RemoteChecks<'_> {
    pub(crate) fn try_program(
        &self,
        bot: &Bot,
        conditions: Conditions,
        language: Language,
    ) -> Result<ProgramCheckResult, HostError> {
        let ask = JobQuestion::Program { language: language.code().to_owned() };
        let tried: ProgramCheckResult = self.ask("desk", Some(bot), conditions, ask)?;
        Ok(tried.believed(self.file.game))
    }

    /// The first rule that an evaluation function breaks, if any.
    pub(crate) fn try_function(
        &self,
        bot: &Bot,
        conditions: Conditions,
        measure: Option<Measure>,
        pace: Option<&Pace>,
    ) -> Result<Option<SourceFinding>, HostError> {
        let share = crate::running::measure(self.file);
        let pace = share.zip(pace).map(|(share, pace)| Box::new(PaceMsg::new(share, pace)));
        let ask = JobQuestion::Function { measure: measure.map(Into::into), pace };
        let entered: FunctionCheckResult = self.ask("hall", Some(bot), conditions, ask)?;
        entered.believed().map_err(|InvalidWorkerAnswer| invalid_answer())
    }

    /// The conditions of matches between this number of bots.
    pub(crate) fn conditions(&self, bots: usize) -> Result<Conditions, HostError> {
        let limit = match &self.file.limits.move_time {
            None => self.file.game.info().move_time,
            Some(MoveTime::Fixed(time)) => *time,
            Some(MoveTime::Share(share)) => {
                let limit = share.limit(self.time_needed(share, bots, "desk")?);
                limit.map_err(|why| HostError::MoveTime(Box::new(TimingError::TooShort(why))))?
            }
        };
        Ok(self.file.conditions(limit, self.tier))
    }

    /// How long the player that sets the move time needs for a move, with this number of bots.
    pub(crate) fn time_needed(
        &self,
        share: &RelativeMoveTime,
        bots: usize,
        purpose: &str,
    ) -> Result<Duration, HostError> {
        let seats = self.file.format.table_size(bots) as u8;
        let conditions = self.file.conditions(Duration::ZERO, self.tier);
        let nanos: u64 = if share.player(self.file.game).is_some() {
            let ask = JobQuestion::Time { of: Some(share.of().to_string()), seats };
            self.ask(purpose, None, conditions, ask)?
        } else {
            let bot = bot_of(self.folder, share, self.file.game)?;
            self.ask(purpose, Some(&bot), conditions, JobQuestion::Time { of: None, seats })?
        };
        Ok(Duration::from_nanos(nanos))
    }

    fn ask<T: DeserializeOwned>(
        &self,
        purpose: &str,
        bot: Option<&Bot>,
        conditions: Conditions,
        ask: JobQuestion,
    ) -> Result<T, HostError> {
        let program = Farm::rules(self.file.game)?;
        let bot = bot.map(|bot| {
            let (player, bundle) = bundled(bot)?;
            let (name, digest) = (bot.name.clone(), Some(bot.digest.clone()));
            Ok::<_, HostError>((BatchBot { id: 0, name, digest, player }, bundle))
        });
        let wish = JobRequest {
            game: self.file.game.info().slug.to_owned(),
            rules: self.file.game.info().version,
            options: self.file.options.clone(),
            conditions,
            writing: write_policy(self.file.programs.memory),
            check: serde_json::to_value(ask).expect("what is asked is plain data"),
            tier: if bot.is_some() || program.is_some() { self.tier } else { NO_TIER }.to_owned(),
            program,
            bot: bot.transpose()?,
        };
        let mut jobs = self.farm.urgent_jobs(self.folder, purpose)?;
        let found = jobs.run(&wish, &|| !self.farm.is_stopped())?;
        let found = found.ok_or(HostError::Stopped)?;
        serde_json::from_value(found).map_err(|_| invalid_answer())
    }
}

/// A worker gave an answer of the wrong kind.
fn invalid_answer() -> HostError {
    let why = say::strange_answer().get(Language::En);
    HostError::Bus(BusError::Undone { why })
}

pub struct CheckEnvironment {
    pub game: &'static dyn DynGame,
    pub sandbox: Arc<dyn Sandbox>,
    pub cache: BuildCache,
    /// Where bots may write, if they may; nothing else writes there.
    pub scratch: PathBuf,
}

/// Carries out the check that a batch asks for; returns what was found out, and `None` if it asks
/// for something unknown. What is wrong with the bot is part of what is found out; a worker that
/// lacks what it takes to build it is an error.
pub fn carry_out(
    batch: &Batch,
    bot: Option<&Bot>,
    place: &CheckEnvironment,
) -> Result<Option<Value>, HostError> {
    let question = batch.check.clone().and_then(|check| serde_json::from_value(check).ok());
    let Some(question) = question else { return Ok(None) };
    let (options, mut conditions) = (batch.options.clone(), batch.conditions.clone());
    place.sandbox.tier().letter().clone_into(&mut conditions.tier);
    let write_access = match batch.writing {
        WritePolicy::Nowhere => WriteAccess::None,
        WritePolicy::Match | WritePolicy::Kept => WriteAccess::Below(place.scratch.clone()),
    };
    let plan = SeatingPlan { game: place.game, sandbox: Arc::clone(&place.sandbox), write_access };
    let (plan, cache) = (&plan, &place.cache);
    let result = match (question, bot) {
        (JobQuestion::Program { language }, Some(bot)) => {
            // A host of a later version may have a language that this worker does not.
            let language: Language = language.parse().unwrap_or_default();
            let (options, conditions) = (&options, &conditions);
            let candidate = Candidate { bot, plan, cache, options, conditions, language };
            serde_json::to_value(try_program(&candidate, &|| ())?)
        }
        (JobQuestion::Function { measure, pace }, Some(bot)) => {
            let seed = match_seed(1, "entry test");
            let table = Table::new(place.game).options(options).seed(seed).conditions(conditions);
            let measure = measure.map(Into::into);
            let pace = pace.map(|result| result.pace(place.game)).transpose()?;
            let (table, place) = (&table, PLACE);
            let trial = EntryTrial { bot, plan, cache, table, place, measure, pace };
            serde_json::to_value(FunctionCheckResult::of(try_function(&trial)?.as_ref()))
        }
        (JobQuestion::Time { of: None, seats }, Some(bot)) => {
            let table = Table::new(place.game).options(options).unnamed(seats);
            let table = table.conditions(conditions);
            serde_json::to_value(nanos(needed(bot, plan, cache, &table)?))
        }
        (JobQuestion::Time { of: Some(of), seats }, None) => {
            let unknown = || unmeasured(TimingError::NotBuiltin { of: of.clone() });
            let share = format!("100% of {of}").parse();
            let Ok(MoveTime::Share(share)) = share else { return Err(unknown()) };
            let found = time_needed(place.game, &options, seats, &share).map_err(unmeasured)?;
            serde_json::to_value(nanos(found))
        }
        _ => return Err(HostError::Check(Box::new(CheckError::NoEnd))),
    };
    Ok(Some(result.expect("what is found out is plain data")))
}

fn needed(
    bot: &Bot,
    plan: &SeatingPlan,
    cache: &BuildCache,
    table: &Table,
) -> Result<Duration, HostError> {
    let ready = cache.prepare(bot)?;
    let found = time_charged(plan, table, &ready, NO_HURRY);
    found.map_err(|failure| unmeasured(TimingError::of(&bot.name, failure)))
}

fn unmeasured(error: TimingError) -> HostError {
    HostError::MoveTime(Box::new(error))
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl HostError {
    /// Whether this worker lacks the tools to build a bot; other workers may have them.
    pub fn is_of_machine(&self) -> bool {
        let of_bot = |error: &BotError| {
            !matches!(error, BotError::Compile { .. }) && !error.is_of_this_machine()
        };
        match self {
            HostError::Bot(error) => of_bot(error),
            HostError::Check(error) => matches!(&**error, CheckError::Bot(error) if of_bot(error)),
            _ => false,
        }
    }
}
