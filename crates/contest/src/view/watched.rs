//! Which matches are worth watching, one after the other.

use crate::{ContestError, Results};
use certamen_store::{MatchNumber, MatchQuery, StoredMatch, SubmissionId};
use certamen_tournament::{EntrantId, statistics::expected_information};
use std::collections::BTreeSet;

/// How many of the latest matches are looked at.
const RECENT: usize = 100;
/// With more entrants the formula of a ladder takes long.
const MAX_WEIGHED: usize = 200;

impl Results<'_> {
    /// The matches that are worth watching, at most `most`, one of each lineup: in a ladder those
    /// whose pairing says most by its formula, else the newest, which in a knockout are its finals.
    pub fn worth_watching(&self, most: usize) -> Result<Vec<MatchNumber>, ContestError> {
        let mut matches = self.listed(&MatchQuery::default(), RECENT)?;
        let mut seen = BTreeSet::new();
        matches.retain(|stored| {
            let mut seats = stored.seats.clone();
            seats.sort_unstable();
            seen.insert(seats)
        });
        let entrants = &self.contest_meta.submissions;
        if self.is_ladder() && entrants.len() <= MAX_WEIGHED {
            let snapshot = self.snapshot(None)?;
            let history = self.state(&snapshot).history;
            let information = expected_information(history, entrants.len());
            let place = |id: SubmissionId| {
                let place = entrants.iter().position(|own| *own == id)?;
                Some(EntrantId(place as u32))
            };
            let weight = |stored: &StoredMatch| match stored.seats[..] {
                [one, other] => Some(information(place(one)?, place(other)?)),
                _ => None,
            };
            // Those of bots that left come last.
            let weight = |stored: &StoredMatch| weight(stored).unwrap_or(-1.0);
            matches.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        }
        Ok(matches.into_iter().map(|stored| stored.number).take(most).collect())
    }
}
