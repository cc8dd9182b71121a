//! Builds and tries a bot, and plays one sample match with it.

use super::{harmless, harmless_texts};
use crate::{HostError, entry::sample_match};
use certamen_contest::LocalizedTexts;
use certamen_game::{Conditions, DynGame, Language, Map, record::MatchRecord};
use certamen_runner::check::{Advice, BotCheck, CheckReport, Severity};
use certamen_runner::{Bot, BuildCache, SeatingPlan};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long test matches run; a slow bot takes longer for its first answers.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was found out about a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramCheckResult {
    pub built: bool,
    /// What must be fixed before it may play.
    pub corrections: Vec<LocalizedTexts>,
    pub report: String,
    /// The record of a sample match, if one was played.
    pub specimen: Option<String>,
}

/// A bot, and where and how it is tested.
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
