//! The metadata of a contest in its store: read once, and strictly. A missing or unreadable value
//! is corruption, never a default.

use crate::{
    ContestError, ExcludedBot, compiled_rules::CompiledRules, deterministic::ObservedRepeats,
    excluded, file::Programs, keys::Keys, sleep_timeouts::SleepTimeouts,
};
use certamen_game::job::SubmissionId;
use certamen_store::{Store, StoreError};
use certamen_tournament::RankingConfig;
use std::path::Path;

/// What luck comes from, as the first run found it.
pub(crate) const SEED: &str = "seed in force";
/// By which formulas; contests that were begun under the first edition do not say.
pub(crate) const EDITION: &str = "edition";
/// The tier of isolation that is told.
pub(crate) const TIER: &str = "tier";
/// Which built-in players take part or did, by submission, as contest files name them.
pub(crate) const BUILT_IN: &str = "built-in players";
/// Who takes part.
pub(crate) const ENTRANTS: &str = "entrants";

/// What a store remembers of its contest.
pub(crate) struct ContestMeta {
    /// The name of the contest.
    pub(crate) name: String,
    /// The tier of isolation it was last run in.
    pub(crate) tier: String,
    /// How it is held.
    pub(crate) rules: CompiledRules,
    /// Who takes part, in order of entry.
    pub(crate) submissions: Vec<SubmissionId>,
    /// Those who would take part, but cannot.
    pub(crate) aside: Vec<ExcludedBot>,
    /// What is known of those who are declared deterministic.
    pub(crate) known: ObservedRepeats,
    /// Who slept until it was late.
    pub(crate) asleep: SleepTimeouts,
}

impl ContestMeta {
    /// What the store at `path` remembers.
    pub(crate) fn read(store: &Store, path: &Path) -> Result<ContestMeta, ContestError> {
        let keys = Keys { store, path };
        // Who begins a contest and dies before anybody entered has played nothing.
        if store.meta(ENTRANTS)?.is_none() {
            return Err(StoreError::Missing { path: path.to_owned() }.into());
        }
        let entrants: Vec<i64> = keys.json(ENTRANTS)?;
        let rules = CompiledRules {
            game: keys.game()?,
            options: keys.json("options")?,
            format: keys.format("format", &keys.text("format")?)?,
            ranking: keys.kind("ranking", &keys.text("ranking")?, RankingConfig::read)?,
            programs: keys.json::<Programs>("programs")?,
            seed: keys.json(SEED)?,
            edition: keys.optional(EDITION)?.unwrap_or_default(),
        };
        Ok(ContestMeta {
            name: keys.text("name")?,
            tier: keys.text(TIER)?,
            rules,
            submissions: entrants.into_iter().map(SubmissionId).collect(),
            aside: excluded::read(keys)?,
            known: ObservedRepeats::read(keys)?,
            asleep: SleepTimeouts::read(keys)?,
        })
    }
}
