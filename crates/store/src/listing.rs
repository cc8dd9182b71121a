//! Matches by filter, the newest first, page by page; each page is read from an index.

use crate::{
    MatchNumber, Store, StoreError, StoredMatch, SubmissionId, matches::letter,
    submissions::SeatList,
};
use certamen_game::{Fault, Scoring};
use certamen_tournament::{Verdict, seat_results};
use rusqlite::Params;

/// Which matches to list; absent keys do not filter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchQuery<'a> {
    pub bot: Option<&'a str>,
    pub against: Option<&'a str>,
    /// The result of `bot`, which must be set.
    pub result: Option<Verdict>,
    pub fault: Option<FaultFilter>,
    /// Only matches with a lower number.
    pub before: Option<MatchNumber>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultFilter {
    Any,
    Kind(Fault),
}

/// A cell with the wanted bots.
struct WantedCell {
    id: i64,
    /// The seats of the first of them.
    seats: Vec<usize>,
}

const NEWEST: &str = "SELECT number FROM match WHERE outcome IS NOT NULL AND number < ?
    ORDER BY number DESC LIMIT ?";
const FAULTY: &str = "SELECT number FROM match WHERE faults > 0 AND number < ?
    ORDER BY number DESC LIMIT ?";
const OF_CELL: &str = "SELECT number FROM match
    WHERE cell = ? AND results IS ? AND outcome IS NOT NULL AND number < ?
    ORDER BY number DESC LIMIT ?";
const FAULTY_OF_CELL: &str = "SELECT number FROM match
    WHERE cell = ? AND faults > 0 AND number < ? ORDER BY number DESC LIMIT ?";
const NEXT_RESULTS: &str = "SELECT min(results) FROM match
    WHERE cell = ? AND results > ? AND outcome IS NOT NULL";

impl Store {
    /// The played matches, at most `most`, the newest first; without byes.
    pub fn listed(
        &self,
        wanted: &MatchQuery<'_>,
        scoring: Scoring,
        most: usize,
    ) -> Result<Vec<StoredMatch>, StoreError> {
        let cells = self.wanted_cells(wanted)?;
        let mut found = Vec::new();
        let mut before = wanted.before.map_or(i64::MAX, |number| number.0);
        loop {
            let numbers = self.next_numbers(cells.as_deref(), wanted, (before, most))?;
            for number in &numbers {
                if found.len() == most {
                    return Ok(found);
                }
                let stored = self.stored_match(MatchNumber(*number))?;
                if self.fits(&stored, wanted, scoring)? {
                    found.push(stored);
                }
            }
            match numbers.last() {
                Some(last) if numbers.len() == most => before = *last,
                _ => return Ok(found),
            }
        }
    }

    /// A number that changes whenever another process has written.
    pub fn revision(&self) -> Result<i64, StoreError> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// `None` if all bots are wanted.
    fn wanted_cells(&self, wanted: &MatchQuery<'_>) -> Result<Option<Vec<WantedCell>>, StoreError> {
        let (Some(bot), other) = (wanted.bot.or(wanted.against), wanted.bot.and(wanted.against))
        else {
            return Ok(None);
        };
        let mut query = self.connection.prepare_cached(
            "SELECT id, seats FROM cell
             WHERE id IN (SELECT cell FROM seating
                    JOIN submission ON submission.id = submission WHERE name = ?1)
               AND (?2 IS NULL OR id IN (SELECT cell FROM seating
                    JOIN submission ON submission.id = submission WHERE name = ?2))",
        )?;
        let own = self.versions_of(bot)?;
        let cells = query.query_map((bot, other), |row| {
            let seats = row.get::<_, SeatList>(1)?.0.into_iter().enumerate();
            let seats = seats.filter(|(_, id)| own.contains(id)).map(|(seat, _)| seat);
            Ok(WantedCell { id: row.get(0)?, seats: seats.collect() })
        })?;
        Ok(Some(cells.collect::<Result<_, _>>()?))
    }

    fn versions_of(&self, bot: &str) -> Result<Vec<SubmissionId>, StoreError> {
        self.rows("SELECT id FROM submission WHERE name = ?", [bot], |row| {
            Ok(SubmissionId(row.get(0)?))
        })
    }

    /// The numbers below `before` of possible matches, the newest first; as many from each cell as
    /// may be needed.
    fn next_numbers(
        &self,
        cells: Option<&[WantedCell]>,
        wanted: &MatchQuery<'_>,
        (before, most): (i64, usize),
    ) -> Result<Vec<i64>, StoreError> {
        let limit = most as i64;
        let Some(cells) = cells else {
            let query = if wanted.fault.is_some() { FAULTY } else { NEWEST };
            return self.numbers(query, (before, limit));
        };
        let mut numbers = Vec::new();
        for cell in cells {
            if wanted.fault.is_some() {
                numbers.extend(self.numbers(FAULTY_OF_CELL, (cell.id, before, limit))?);
                continue;
            }
            for results in self.results_of(cell, wanted.result)? {
                numbers.extend(self.numbers(OF_CELL, (cell.id, results, before, limit))?);
            }
        }
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        numbers.truncate(most);
        Ok(numbers)
    }

    /// The results of matches in the cell that may give its seats this verdict; `None` stands for
    /// matches without stored results.
    fn results_of(
        &self,
        cell: &WantedCell,
        verdict: Option<Verdict>,
    ) -> Result<Vec<Option<String>>, StoreError> {
        let mut query = self.connection.prepare_cached(NEXT_RESULTS)?;
        let (mut kinds, mut last) = (vec![None], String::new());
        loop {
            let next: Option<String> = query.query_row((cell.id, &last), |row| row.get(0))?;
            let Some(next) = next else { return Ok(kinds) };
            let got = |verdict| {
                cell.seats.iter().any(|seat| next.as_bytes().get(*seat) == Some(&letter(verdict)))
            };
            if verdict.is_none_or(got) {
                kinds.push(Some(next.clone()));
            }
            last = next;
        }
    }

    fn numbers(&self, query: &str, values: impl Params) -> Result<Vec<i64>, StoreError> {
        self.rows(query, values, |row| row.get(0))
    }

    /// Checks the conditions that the index does not cover.
    fn fits(
        &self,
        stored: &StoredMatch,
        wanted: &MatchQuery<'_>,
        scoring: Scoring,
    ) -> Result<bool, StoreError> {
        let Some(outcome) = stored.outcome.as_ref().filter(|_| stored.seats.len() > 1) else {
            return Ok(false);
        };
        if let Some(FaultFilter::Kind(fault)) = wanted.fault {
            let mut query = self
                .connection
                .prepare_cached("SELECT 1 FROM fault WHERE match = ? AND kind = ? LIMIT 1")?;
            if !query.exists((stored.number.0, fault.word()))? {
                return Ok(false);
            }
        }
        let (Some(verdict), Some(bot)) = (wanted.result, wanted.bot) else { return Ok(true) };
        let own = self.versions_of(bot)?;
        let results = seat_results(outcome, &vec![0; stored.seats.len()], scoring);
        let mut seats = stored.seats.iter().zip(&results);
        Ok(seats.any(|(id, result)| own.contains(id) && result.verdict == verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_comes_from_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        for query in [NEWEST, FAULTY, OF_CELL, FAULTY_OF_CELL, NEXT_RESULTS] {
            let mut plan =
                store.connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
            for place in 1..=plan.parameter_count() {
                plan.raw_bind_parameter(place, 1).unwrap();
            }
            let mut rows = plan.raw_query();
            while let Some(row) = rows.next().unwrap() {
                let step: String = row.get(3).unwrap();
                let indexed = step.contains("SEARCH") || step.contains("USING");
                assert!(indexed && !step.contains("TEMP B-TREE"), "{query}: {step}");
            }
        }
    }
}
