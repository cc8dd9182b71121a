//! Checks of a bot before it plays: on this machine, or on a worker.
//!
//! The job and its result are values. A worker's answer is not trusted: only findings that are
//! possible are accepted, and texts are escaped and shortened.

#[cfg(feature = "bus")]
mod afar;
mod function;

#[cfg(feature = "bus")]
pub(crate) use afar::RemoteChecks;
#[cfg(feature = "bus")]
pub use afar::{CheckEnvironment, carry_out};
pub(crate) use function::try_function;
pub use function::{FunctionCheckResult, MeasureMsg, PaceMsg};
pub use function::{pace, trial_table};

use crate::HostError;
use certamen_contest::LocalizedTexts;
use certamen_game::{
    Conditions, DynGame, Language, Map, SeatEntry, Table, builtin::Arguments, legible, match_seed,
    record::MatchRecord,
};
use certamen_runner::{
    Bot, BuildCache, BuiltBot, PlayerFactory, SeatingPlan,
    check::{Advice, BotCheck, CheckReport, Severity},
    referee::{MatchEvent, PlayError, play},
};
use serde::{Deserialize, Serialize};
use std::{
    ops::ControlFlow,
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

/// How long test matches run; a slow bot takes longer for its first answers.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramCheckResult {
    pub built: bool,
    /// What must be fixed before it may play.
    pub corrections: Vec<LocalizedTexts>,
    pub report: String,
    /// The record of a sample match, if one was played.
    #[serde(rename = "specimen")]
    pub sample: Option<String>,
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
        tried.sample = record.and_then(|record| String::from_utf8(record).ok());
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
            sample: None,
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
            sample: self.sample.filter(is_of_game),
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
    let builtin = BuiltBot::Builtin { name: name.clone(), arguments: Arguments::new() };
    let seats = usize::from(*game.info().seats.start());
    let table = Table::new(game)
        .options(options.clone())
        .seed(match_seed(1, "specimen"))
        .seats((0..seats).map(|seat| named(seat, bot, &name)))
        .conditions(conditions.clone());
    let bots: Vec<&BuiltBot> =
        (0..seats).map(|seat| if seat == 0 { &own } else { &builtin }).collect();
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
fn named(seat: usize, bot: &Bot, builtin: &str) -> SeatEntry {
    if seat > 0 {
        return SeatEntry::named(builtin);
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
