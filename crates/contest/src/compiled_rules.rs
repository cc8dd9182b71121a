//! The rules of a contest: everything that plans and standings are computed from, except the
//! entrants and the matches.

use crate::{ContestError, file::Programs};
use certamen_game::{DynGame, Map, match_seed};
use certamen_store::{Store, SubmissionId};
use certamen_tournament::{
    Detail, Edition, EntrantId, Format, FormatConfig, History, Lots, OnDisqualified, Ranking,
    RankingConfig, RankingRule,
};

#[derive(Clone, Copy)]
pub(crate) struct MatchSeat<'a> {
    pub(crate) name: &'a str,
    pub(crate) identity: &'a str,
}

#[derive(Clone)]
pub(crate) struct CompiledRules {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) options: Map,
    pub(crate) format: FormatConfig,
    pub(crate) ranking: RankingConfig,
    pub(crate) programs: Programs,
    pub(crate) seed: u64,
    pub(crate) edition: Edition,
}

impl CompiledRules {
    pub(crate) fn planner(&self) -> Box<dyn Format> {
        let lots = Lots { seed: self.seed, edition: self.edition };
        self.format.build(self.table_rule(), lots)
    }

    pub(crate) fn table_rule(&self) -> Box<dyn Ranking> {
        self.ranking.build_by(self.edition)
    }

    /// Whether scores only order the rows: a ladder pairs bots of similar rating, which exaggerates
    /// every difference.
    pub(crate) fn is_order_only(&self) -> bool {
        let ladder = matches!(self.format, FormatConfig::Ladder(_));
        self.edition >= Edition::Third
            && ladder
            && matches!(self.ranking.rule, RankingRule::ByRating(_))
    }

    /// The seed of the `repeat`-th match on these seats, in a contest with `seed`. Matches of the same
    /// bots with the same number share it in any order of seats, so that they have the same start; but
    /// not where bots remember matches: the second time they would know the draws.
    pub(crate) fn seed_of(&self, seed: u64, seats: &[MatchSeat<'_>], repeat: u32) -> u64 {
        let shared = self.edition >= Edition::Second && !self.programs.memory.lives_on();
        // A host that renames a bot after the draw must not get other matches.
        let by_program = self.edition >= Edition::Fourth;
        let keys = seats.iter().map(|seat| if by_program { seat.identity } else { seat.name });
        let mut keys: Vec<&str> = keys.collect();
        if shared {
            keys.sort_unstable();
        }
        let block = if shared { "block\n" } else { "" };
        let kind = if by_program { "programs\n" } else { "" };
        match_seed(seed, &format!("{kind}{block}{}\n{repeat}", keys.join("\n")))
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
        in_divisions && self.edition >= Edition::Second
    }

    pub(crate) fn admitted(&self, entrants: usize, mut history: History) -> History {
        history.retain(|seats: &[EntrantId]| self.admits(entrants, seats.len()));
        history
    }
}
