//! A program is built, tried, and plays one match to be looked at.

use super::{harmless, harmless_texts};
use crate::{HostError, entry::sample_match};
use certamen_contest::LocalizedTexts;
use certamen_game::{Conditions, DynGame, Language, Map, record::MatchRecord};
use certamen_runner::check::{Advice, BotCheck, CheckReport, Severity};
use certamen_runner::{Bot, BuildCache, SeatingPlan};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long matches are tried; a slow program takes longer for its first answers.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was found out about a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramCheckResult {
    /// Whether it could be built.
    pub built: bool,
    /// What must be mended before it may take part.
    pub corrections: Vec<LocalizedTexts>,
    /// All that its author is told.
    pub report: String,
    /// The record of a match, if one was played to look at.
    pub specimen: Option<String>,
}

/// A program, and where and how it is tried.
pub(crate) struct Candidate<'a> {
    pub(crate) bot: &'a Bot,
    pub(crate) plan: &'a SeatingPlan,
    pub(crate) cache: &'a BuildCache,
    pub(crate) options: &'a Map,
    pub(crate) conditions: &'a Conditions,
    /// The language of its author.
    pub(crate) language: Language,
}

/// Tries a program; `built` is told once it is built.
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
    /// What a report says of a program that is not built.
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

    /// It as a machine says it: harmless, and without a match that is none of `game`.
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
