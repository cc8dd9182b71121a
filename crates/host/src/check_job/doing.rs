//! What a worker does when it is given a check job.

use super::{
    Candidate, FunctionCheckResult,
    function::{MeasureTold, PaceTold},
    try_function, try_program,
};
use crate::{
    HostError,
    timing::{NO_HURRY, TimingError, time_needed},
};
use certamen_contest::MoveTime;
use certamen_game::{Conditions, DynGame, Language, Map, Table, match_seed};
use certamen_runner::check::{CheckError, EntryTrial, time_charged};
use certamen_runner::{Bot, BotError, BuildCache, SeatingPlan, WriteAccess};
use certamen_sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The place for checks: none of those for matches.
pub(crate) const PLACE: usize = 1_001;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckRequest {
    pub game: String,
    pub rules: u32,
    #[serde(default)]
    pub options: Map,
    /// Under which conditions; the isolation level is that of the worker.
    pub conditions: Conditions,
    pub writes: bool,
    pub ask: JobQuestion,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobQuestion {
    Program {
        language: String,
    },
    Function {
        /// The player that must be equalled or beaten, if any.
        measure: Option<MeasureTold>,
        /// The player whose time sets the limit, if any.
        #[serde(default)]
        pace: Option<Box<PaceTold>>,
    },
    /// How long a player needs for a move, in nanoseconds.
    Time {
        /// The player, if it is a built-in one; else the bot that comes with it.
        of: Option<String>,
        seats: u8,
    },
}

/// Where a worker runs the job.
pub struct CheckEnvironment {
    pub game: &'static dyn DynGame,
    pub sandbox: Arc<dyn Sandbox>,
    pub cache: BuildCache,
    /// Where bots may write, if they may; nothing else writes there.
    pub scratch: PathBuf,
}

/// Runs the job; returns what was found out. What is wrong with the bot is part of that; a worker
/// that lacks what it takes to build it is an error.
pub fn carry_out(
    check_request: CheckRequest,
    bot: Option<&Bot>,
    place: &CheckEnvironment,
) -> Result<Value, HostError> {
    let CheckRequest { options, mut conditions, writes, ask, .. } = check_request;
    place.sandbox.tier().letter().clone_into(&mut conditions.tier);
    let write_access =
        if writes { WriteAccess::Below(place.scratch.clone()) } else { WriteAccess::None };
    let plan = SeatingPlan { game: place.game, sandbox: Arc::clone(&place.sandbox), write_access };
    let (plan, cache) = (&plan, &place.cache);
    let told = match (ask, bot) {
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
            let pace = pace.map(|told| told.pace(place.game)).transpose()?;
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
            let unknown = || unmeasured(TimingError::NoHousePlayer { of: of.clone() });
            let share = format!("100% of {of}").parse();
            let Ok(MoveTime::Share(share)) = share else { return Err(unknown()) };
            let found = time_needed(place.game, &options, seats, &share).map_err(unmeasured)?;
            serde_json::to_value(nanos(found))
        }
        _ => return Err(HostError::Check(Box::new(CheckError::NoEnd))),
    };
    Ok(told.expect("what is found out is plain data"))
}

/// How long a bot needs for a move.
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
    /// Whether this worker lacks what it takes to build a bot, which others may have.
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
