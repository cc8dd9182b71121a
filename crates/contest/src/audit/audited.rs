//! The rules of the contest being checked, from its export.

use super::{
    AuditError, EntryKind,
    breaches::Declared,
    plan::{kind_and_keys, read_format},
    terms::ExportedTerms,
};
use crate::{
    ContestHeader, ExcludedBot, compiled_rules::CompiledRules, deterministic::ObservedRepeats,
    draw::Draw,
};
use certamen_tournament::RankingConfig;

/// Maximum number of submissions, entrants and phases.
pub(super) const MOST: usize = 10_000;

/// How the contest is held.
pub(super) struct AuditedContest {
    pub(super) regulations: CompiledRules,
    pub(super) known: ObservedRepeats,
    /// Whether the seed is known.
    pub(super) is_open: bool,
    pub(super) draw: Option<Draw>,
    pub(super) terms: ExportedTerms,
    pub(super) entrants: Vec<i64>,
    pub(super) aside: Vec<ExcludedBot>,
}

impl AuditedContest {
    /// What is said of those who are declared deterministic.
    pub(super) fn declared(&self) -> Declared<'_> {
        let CompiledRules { game, edition, .. } = self.regulations;
        Declared { game, known: &self.known, entrants: &self.entrants, edition }
    }
}

/// Refuses what there is too much of.
pub(super) fn bounded(what: EntryKind, count: usize, most: usize) -> Result<(), AuditError> {
    if count < most { Ok(()) } else { Err(AuditError::TooMany { what, most }) }
}

/// How the contest is held, as the first entry says.
pub(super) fn held(about: ContestHeader) -> Result<AuditedContest, AuditError> {
    let known = crate::export::EXPORT;
    if !(1..=known).contains(&about.export) {
        return Err(AuditError::Version { given: about.export, known });
    }
    let unknown = || AuditError::UnknownGame(about.game.clone());
    let game = certamen_games::find(&about.game).ok_or_else(unknown)?;
    let known = game.info().version;
    if about.rules != known {
        return Err(AuditError::Rules { given: about.rules, known });
    }
    bounded(EntryKind::Entrants, about.entrants.len(), MOST)?;
    let (kind, keys) = kind_and_keys(&about.ranking);
    let regulations = CompiledRules {
        game,
        options: about.options.clone(),
        format: read_format(&about.format)?,
        ranking: RankingConfig::read(&kind, keys).map_err(AuditError::Ranking)?,
        programs: about.programs.clone(),
        seed: about.seed.unwrap_or_default(),
        edition: about.edition,
    };
    let terms = ExportedTerms::of(&about, &regulations);
    Ok(AuditedContest {
        terms,
        known: about.deterministic,
        regulations,
        is_open: about.seed.is_some(),
        draw: about.draw,
        entrants: about.entrants,
        aside: about.aside,
    })
}
