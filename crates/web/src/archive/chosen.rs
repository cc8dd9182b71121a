//! Selection of the matches of an archive: of a contest of a million matches, those of interest.

use certamen_contest::{ContestError, Results};
use certamen_game::Scoring;
use certamen_store::{
    FaultWanted, FaultsByMatch, MatchNumber, MatchQuery, StoredMatch, SubmissionId,
};
use certamen_tournament::{Verdict, seat_results};
use std::collections::{BTreeMap, BTreeSet};

/// How many matches are archived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchesKept {
    /// All of them.
    All,
    /// None.
    Nothing,
    /// All up to this number; beyond it the first of each lineup, and those with faults.
    UpTo(u64),
}

/// The selected matches, the newest first.
pub(crate) struct Chosen {
    matches: Vec<StoredMatch>,
    names: BTreeMap<SubmissionId, String>,
    faults: FaultsByMatch,
    scoring: Scoring,
}

impl Chosen {
    /// The selected matches of a contest; none if all are archived.
    pub(super) fn of(
        results: &Results<'_>,
        kept: MatchesKept,
    ) -> Result<Option<Chosen>, ContestError> {
        let most = match kept {
            MatchesKept::All => return Ok(None),
            MatchesKept::Nothing => 0,
            MatchesKept::UpTo(most) => most,
        };
        let mut matches = results.matches()?;
        if kept != MatchesKept::Nothing && matches.len() as u64 <= most {
            return Ok(None);
        }
        let mut seen = BTreeSet::new();
        matches.retain(|stored| {
            let first = seen.insert(stored.seats.clone());
            kept != MatchesKept::Nothing && (first || stored.faults > 0)
        });
        matches.reverse();
        let mut names = BTreeMap::new();
        for id in matches.iter().flat_map(|stored| &stored.seats) {
            if !names.contains_key(id) {
                names.insert(*id, results.bot(*id)?);
            }
        }
        let (faults, scoring) = (results.faults()?, results.scoring());
        Ok(Some(Chosen { matches, names, faults, scoring }))
    }

    /// The matches that the query matches, at most `most`.
    pub(crate) fn listed(&self, wanted: &MatchQuery<'_>, most: usize) -> Vec<StoredMatch> {
        let named = |id: &SubmissionId| self.names.get(id).map(String::as_str);
        let sat = |stored: &StoredMatch, bot: Option<&str>| {
            bot.is_none_or(|bot| stored.seats.iter().any(|id| named(id) == Some(bot)))
        };
        let found = self.matches.iter().filter(|stored| {
            sat(stored, wanted.bot)
                && sat(stored, wanted.against)
                && wanted.result.is_none_or(|verdict| self.went(stored, wanted.bot, verdict))
                && wanted.fault.is_none_or(|fault| self.has(stored, fault))
                && wanted.before.is_none_or(|before| stored.number < before)
        });
        found.take(most).cloned().collect()
    }

    /// Whether `bot` had this result.
    fn went(&self, stored: &StoredMatch, bot: Option<&str>, verdict: Verdict) -> bool {
        let Some(outcome) = &stored.outcome else { return false };
        let results = seat_results(outcome, &vec![0; stored.seats.len()], self.scoring);
        let mut seats = stored.seats.iter().zip(results);
        seats.any(|(id, result)| {
            self.names.get(id).map(String::as_str) == bot && result.verdict == verdict
        })
    }

    fn has(&self, stored: &StoredMatch, wanted: FaultWanted) -> bool {
        let committed = self.faults.get(&stored.number).into_iter().flatten();
        let mut kinds = committed.map(|(_, fault, _)| *fault);
        match wanted {
            FaultWanted::Any => stored.faults > 0,
            FaultWanted::Kind(fault) => kinds.any(|kind| kind == fault),
        }
    }

    /// Their numbers, the oldest first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = MatchNumber> + '_ {
        self.matches.iter().rev().map(|stored| stored.number)
    }
}
