//! The rules of a contest: everything that plans and standings are computed from, except the
//! entrants and the matches.

use crate::{ContestError, ContestFile, file::Programs};
use certamen_game::{DynGame, Map, match_seed};
use certamen_store::{Store, SubmissionId};
use certamen_tournament::{
    Detail, EntrantId, Format, FormatConfig, History, OnDisqualified, Ranking, RankingConfig,
    RankingRule,
};
use serde::{Deserialize, Serialize};

/// The version of the formulas for seeds, plans and standings, 1: stored with a contest, so that a
/// later version can keep the formulas it began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Edition;

impl From<Edition> for u32 {
    fn from(_: Edition) -> u32 {
        1
    }
}

impl TryFrom<u32> for Edition {
    type Error = UnknownEdition;

    fn try_from(number: u32) -> Result<Edition, UnknownEdition> {
        if number == 1 { Ok(Edition) } else { Err(UnknownEdition(number)) }
    }
}

/// An edition that this version does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEdition(u32);

impl std::fmt::Display for UnknownEdition {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "edition {} is unknown: this version knows 1", self.0)
    }
}

#[derive(Clone)]
pub(crate) struct CompiledRules {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) options: Map,
    pub(crate) format: FormatConfig,
    pub(crate) ranking: RankingConfig,
    pub(crate) programs: Programs,
    pub(crate) seed: u64,
}

impl CompiledRules {
    pub(crate) fn of_file(file: &ContestFile, seed: u64) -> CompiledRules {
        CompiledRules {
            game: file.game,
            options: file.options.clone(),
            format: file.format.clone(),
            ranking: file.ranking.clone(),
            programs: file.programs.clone(),
            seed,
        }
    }

    pub(crate) fn planner(&self) -> Box<dyn Format> {
        self.format.build(self.table_rule(), self.seed)
    }

    pub(crate) fn table_rule(&self) -> Box<dyn Ranking> {
        self.ranking.build()
    }

    /// Whether scores only order the rows: a ladder pairs bots of similar rating, which exaggerates
    /// every difference.
    pub(crate) fn is_order_only(&self) -> bool {
        let ladder = matches!(self.format, FormatConfig::Ladder(_));
        ladder && matches!(self.ranking.rule, RankingRule::ByRating(_))
    }

    /// The seed of the `repeat`-th match between bots with these identities, by seat, in a contest
    /// with `seed`. Names play no part: a host that renames a bot must not get other matches. Matches of the same
    /// bots with the same number share it in any order of seats, so that they have the same start; but
    /// not where bots remember matches: the second time they would know the draws.
    pub(crate) fn seed_of(&self, seed: u64, seats: &[&str], repeat: u32) -> u64 {
        let shared = !self.programs.memory.lives_on();
        let mut keys = seats.to_vec();
        if shared {
            keys.sort_unstable();
        }
        let block = if shared { "block\n" } else { "" };
        match_seed(seed, &format!("programs\n{block}{}\n{repeat}", keys.join("\n")))
    }

    /// How much detail of single matches the format and the ranking need.
    pub(crate) fn detail(&self, entrants: usize) -> Detail {
        let seats = self.format.table_size(entrants);
        self.planner().detail().max(self.table_rule().detail(seats))
    }

    /// The policy for the matches of bots that leave; none if no bot can.
    pub(crate) fn policy(&self) -> Option<OnDisqualified> {
        certamen_tournament::policy(&self.format, self.programs.on_disqualified)
    }

    /// Whether a bot that times out asleep in three matches in a row is suspended.
    pub(crate) fn suspends(&self) -> bool {
        self.programs.suspend_silent && self.policy().is_some()
    }

    /// Whether a match with this many seats belongs to this contest among this many entrants. Where all
    /// sit at one table, a match from before a bot entered or left does not.
    pub(crate) fn admits(&self, entrants: usize, seats: usize) -> bool {
        let one_table = matches!(self.format, FormatConfig::OneTable(_));
        !one_table || seats == self.format.table_size(entrants)
    }

    pub(crate) fn history(
        &self,
        store: &Store,
        submissions: &[SubmissionId],
        detail: Detail,
    ) -> Result<History, ContestError> {
        let scoring = self.game.info().scoring;
        let history = store.history(submissions, detail, scoring)?;
        let mut history = self.admitted(submissions.len(), history);
        if self.asks_elsewhere() {
            for (id, repeat) in store.elsewhere(submissions)? {
                history.note_elsewhere(id, repeat);
            }
        }
        Ok(history)
    }

    /// Whether matches with bots that have left matter.
    pub(crate) fn asks_elsewhere(&self) -> bool {
        let in_divisions = matches!(self.format, FormatConfig::Divisions(_));
        in_divisions
    }

    pub(crate) fn admitted(&self, entrants: usize, mut history: History) -> History {
        history.retain(|seats: &[EntrantId]| self.admits(entrants, seats.len()));
        history
    }
}
