//! Checks of a bot before it plays: on this machine, or on a worker.
//!
//! The job and its result are values. A worker's answer is not trusted: only findings that are
//! possible are accepted, and texts are escaped and shortened.

#[cfg(feature = "bus")]
mod afar;
mod function;

#[cfg(feature = "bus")]
pub(crate) use afar::RemoteChecks;
pub(crate) use function::try_function;
pub use function::{FunctionCheckResult, MeasureMsg, PaceMsg};
pub use function::{pace, trial_table};

use crate::{
    HostError,
    timing::{NO_HURRY, TimingError, time_needed},
};
use certamen_contest::{LocalizedTexts, MoveTime};
use certamen_game::{
    Conditions, DynGame, Language, Map, SeatEntry, Table, builtin::Arguments, legible, match_seed,
    record::MatchRecord,
};
use certamen_runner::{
    Bot, BotError, BuildCache, BuiltBot, PlayerFactory, SeatingPlan, WriteAccess,
    check::{Advice, BotCheck, CheckError, CheckReport, EntryTrial, Severity, time_charged},
    referee::{MatchEvent, PlayError, play},
};
use certamen_sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// A worker reports a finding that it cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InvalidWorkerAnswer;

/// The maximum number of characters in a line from a worker, and of lines.
const LONGEST: usize = 2_000;
const MOST_LINES: usize = 2_000;

/// A worker's text, escaped for terminals and shortened.
fn harmless(words: &str) -> String {
    let line = |line: &str| legible(&line.chars().take(LONGEST).collect::<String>());
    let lines: Vec<String> = words.split('\n').take(MOST_LINES).map(line).collect();
    lines.join("\n")
}

fn harmless_texts(texts: &LocalizedTexts) -> LocalizedTexts {
    let LocalizedTexts { en, es, fr, it } = texts;
    let [en, es, fr, it] = [en, es, fr, it].map(|text| harmless(text));
    LocalizedTexts { en, es, fr, it }
}

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
    let result = match (ask, bot) {
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
    Ok(result.expect("what is found out is plain data"))
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

/// How long test matches run; a slow bot takes longer for its first answers.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramCheckResult {
    pub built: bool,
    /// What must be fixed before it may play.
    pub corrections: Vec<LocalizedTexts>,
    pub report: String,
    /// The record of a sample match, if one was played.
    pub specimen: Option<String>,
}

pub(crate) struct Candidate<'a> {
    pub(crate) bot: &'a Bot,
    pub(crate) plan: &'a SeatingPlan,
    pub(crate) cache: &'a BuildCache,
    pub(crate) options: &'a Map,
    pub(crate) conditions: &'a Conditions,
    pub(crate) language: Language,
}

/// Tests a bot; `built` is called once it is built.
pub(crate) fn try_program(
    candidate: &Candidate<'_>,
    built: &dyn Fn(),
) -> Result<ProgramCheckResult, HostError> {
    let Candidate { bot, plan, cache, options, conditions, language } = *candidate;
    let is_built = cache.prepare(bot).is_ok();
    if is_built {
        built();
    }
    let patience = PATIENCE;
    let report = BotCheck { bot, plan, cache, options, conditions, patience }.report()?;
    let mut tried = ProgramCheckResult::of(&report, language);
    tried.built = is_built;
    if tried.corrections.is_empty() {
        let record = sample_match(candidate);
        tried.specimen = record.and_then(|record| String::from_utf8(record).ok());
    }
    Ok(tried)
}

impl ProgramCheckResult {
    /// The report of a bot that does not build.
    pub(crate) fn of(report: &CheckReport, language: Language) -> ProgramCheckResult {
        let corrections = report.findings.iter().filter(|one| one.severity == Severity::Correction);
        ProgramCheckResult {
            built: false,
            corrections: corrections
                .map(|one| LocalizedTexts::from(&Advice::what(one.advice)))
                .collect(),
            report: report.text(language),
            specimen: None,
        }
    }

    /// The result as a worker reports it: escaped, and without a match that is not one of `game`.
    #[cfg_attr(not(feature = "bus"), expect(dead_code, reason = "no machine says anything"))]
    pub(crate) fn believed(self, game: &dyn DynGame) -> ProgramCheckResult {
        let is_of_game = |record: &String| {
            let read = MatchRecord::read(record.as_bytes());
            read.is_ok_and(|(record, _)| record.table.game == game.info().slug)
        };
        ProgramCheckResult {
            built: self.built,
            corrections: self.corrections.iter().take(100).map(harmless_texts).collect(),
            report: harmless(&self.report),
            specimen: self.specimen.filter(is_of_game),
        }
    }
}

/// The maximum duration of such a match; the moves until then are shown.
const LONGEST_SAMPLE: Duration = Duration::from_secs(20);
/// The place at which it is played: none of those for matches of the contest.
const SAMPLE_PLACE: usize = 1_002;

/// The record of a match of a candidate against the strongest built-in player that the game lists.
/// It decides nothing, so on an error on our side there is none.
fn sample_match(candidate: &Candidate<'_>) -> Option<Vec<u8>> {
    let Candidate { bot, plan, cache, options, conditions, .. } = *candidate;
    let game = plan.game;
    let own = cache.prepare(bot).ok()?;
    let name = game.builtin_names().last()?.to_string();
    let house = BuiltBot::Builtin { name: name.clone(), arguments: Arguments::new() };
    let seats = usize::from(*game.info().seats.start());
    let table = Table::new(game)
        .options(options.clone())
        .seed(match_seed(1, "specimen"))
        .seats((0..seats).map(|seat| named(seat, bot, &name)))
        .conditions(conditions.clone());
    let bots: Vec<&BuiltBot> =
        (0..seats).map(|seat| if seat == 0 { &own } else { &house }).collect();
    let mut players = PlayerFactory { plan, place: SAMPLE_PLACE }.players(&table, &bots).ok()?;
    let begun = Instant::now();
    let mut watch = |_: &MatchEvent<'_>| {
        let is_late = begun.elapsed() >= LONGEST_SAMPLE;
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match play(game, table, &[], &mut players, &mut watch) {
        Ok(record) => Some(record.to_bytes()),
        Err(PlayError::Stopped(unfinished)) => Some(unfinished.0.to_bytes()),
        Err(PlayError::Options(_) | PlayError::Void(_) | PlayError::Resume(_)) => None,
    }
}

/// The player at a seat, as the record names it.
fn named(seat: usize, bot: &Bot, house: &str) -> SeatEntry {
    if seat > 0 {
        return SeatEntry::named(house);
    }
    SeatEntry { digest: Some(bot.digest.clone()), ..SeatEntry::named(bot.name.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_workers_are_harmless_and_short() {
        assert_eq!(harmless("a\nb\tc\n"), "a\nb\tc\n");
        let evil = harmless("\u{1b}[2Jred\r\u{202e}");
        assert!(!evil.contains(['\u{1b}', '\r', '\u{202e}']), "{evil:?}");
        assert_eq!(harmless(&"x".repeat(10_000)).len(), LONGEST);
        assert_eq!(harmless(&"\n".repeat(10_000)).len(), MOST_LINES - 1);
    }
}
