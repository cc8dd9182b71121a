//! Tallies by the order of seats: what standings are made of.

use crate::{Store, StoreError, SubmissionId};
use game::{Outcome, Scoring};
use rusqlite::{OptionalExtension, Transaction};
use std::collections::BTreeMap;
use tournament::{Cell, Detail, EntrantId, History, Pairing, SeatResult, Tally, seat_results};

impl Store {
    /// The history of a contest among `entrants`: cells in which anybody else sat are left out, not
    /// forgotten. It keeps as much of single matches as `detail` says.
    pub fn history(
        &self,
        entrants: &[SubmissionId],
        detail: Detail,
        scoring: Scoring,
    ) -> Result<History, StoreError> {
        let places: BTreeMap<SubmissionId, EntrantId> =
            entrants.iter().copied().zip((0..).map(EntrantId)).collect();
        let mut cells = self.current_cells(&places)?;
        self.add_tallies(&mut cells)?;
        let mut history = History::new(detail);
        for (seats, cell) in cells.into_values() {
            history.restore(seats, cell);
        }
        self.add_matches(&places, &mut history)?;
        if detail == Detail::Matches {
            self.add_single_matches(&places, scoring, &mut history)?;
        }
        Ok(history)
    }

    /// Adds what single matches brought.
    fn add_single_matches(
        &self,
        places: &BTreeMap<SubmissionId, EntrantId>,
        scoring: Scoring,
        history: &mut History,
    ) -> Result<(), StoreError> {
        let mut faults: BTreeMap<(i64, SubmissionId), u32> = BTreeMap::new();
        let mut query = self.connection.prepare_cached(
            "SELECT match, submission, SUM(count) FROM fault GROUP BY match, submission",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            faults.insert((row.get(0)?, SubmissionId(row.get(1)?)), row.get(2)?);
        }
        let mut query = self.connection.prepare_cached(
            "SELECT number, seats, repeat, outcome FROM match JOIN cell ON cell.id = match.cell
             WHERE outcome IS NOT NULL",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let submissions = parse_seats(&row.get::<_, String>(1)?);
            let seats: Option<Vec<EntrantId>> =
                submissions.iter().map(|submission| places.get(submission).copied()).collect();
            let Some(seats) = seats else { continue };
            let outcome: Outcome =
                serde_json::from_str(&row.get::<_, String>(3)?).map_err(|error| {
                    let text = rusqlite::types::Type::Text;
                    rusqlite::Error::FromSqlConversionFailure(3, text, error.into())
                })?;
            let number: i64 = row.get(0)?;
            let committed =
                |seat: &SubmissionId| faults.get(&(number, *seat)).copied().unwrap_or(0);
            let faults: Vec<u32> = submissions.iter().map(committed).collect();
            let pairing = Pairing { seats, repeat: row.get(2)? };
            history.keep_results(&pairing, seat_results(&outcome, &faults, scoring));
        }
        Ok(())
    }

    fn current_cells(
        &self,
        places: &BTreeMap<SubmissionId, EntrantId>,
    ) -> Result<BTreeMap<i64, (Vec<EntrantId>, Cell)>, StoreError> {
        let mut cells = BTreeMap::new();
        let mut query = self.connection.prepare_cached("SELECT id, seats FROM cell")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (id, seats): (i64, String) = (row.get(0)?, row.get(1)?);
            let seats = parse_seats(&seats);
            let seats: Option<Vec<EntrantId>> =
                seats.iter().map(|submission| places.get(submission).copied()).collect();
            if let Some(seats) = seats {
                let tallies = vec![Tally::default(); seats.len()];
                cells.insert(id, (seats, Cell { tallies, ..Cell::default() }));
            }
        }
        Ok(cells)
    }

    fn add_tallies(
        &self,
        cells: &mut BTreeMap<i64, (Vec<EntrantId>, Cell)>,
    ) -> Result<(), StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT cell, seat, played, won, drawn, lost, score, faults FROM tally",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let Some((_, cell)) = cells.get_mut(&row.get(0)?) else { continue };
            let seat: usize = row.get::<_, i64>(1)? as usize;
            let count = |column| row.get::<_, i64>(column).map(|count| count as u64);
            cell.tallies[seat] = Tally {
                played: count(2)?,
                won: count(3)?,
                drawn: count(4)?,
                lost: count(5)?,
                score: row.get(6)?,
                faults: count(7)?,
            };
        }
        Ok(())
    }

    fn add_matches(
        &self,
        places: &BTreeMap<SubmissionId, EntrantId>,
        history: &mut History,
    ) -> Result<(), StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT seats, repeat, outcome IS NOT NULL FROM match JOIN cell ON cell.id = match.cell",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let seats = parse_seats(&row.get::<_, String>(0)?);
            let seats: Option<Vec<EntrantId>> =
                seats.iter().map(|submission| places.get(submission).copied()).collect();
            let Some(seats) = seats else { continue };
            let pairing = Pairing { seats, repeat: row.get(1)? };
            if row.get(2)? {
                history.mark_finished(&pairing);
            } else {
                history.schedule(&pairing);
            }
        }
        Ok(())
    }
}

/// The number of the cell of these seats, made if there is none.
pub(crate) fn cell_id(
    transaction: &Transaction<'_>,
    seats: &[SubmissionId],
) -> Result<i64, StoreError> {
    let key = seats.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join(" ");
    let mut find = transaction.prepare_cached("SELECT id FROM cell WHERE seats = ?")?;
    if let Some(id) = find.query_row([&key], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let mut insert = transaction.prepare_cached("INSERT INTO cell (seats) VALUES (?)")?;
    Ok(insert.insert([&key])?)
}

/// Adds the results of one match to its cell.
pub(crate) fn add_results(
    transaction: &Transaction<'_>,
    cell: i64,
    results: &[SeatResult],
) -> Result<(), StoreError> {
    let mut upsert = transaction.prepare_cached(
        "INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET played = played + excluded.played, won = won + excluded.won,
             drawn = drawn + excluded.drawn, lost = lost + excluded.lost,
             score = score + excluded.score, faults = faults + excluded.faults",
    )?;
    for (seat, result) in results.iter().enumerate() {
        let mut tally = Tally::default();
        tally.add(result);
        let counts = [tally.played, tally.won, tally.drawn, tally.lost].map(|n| n as i64);
        let [played, won, drawn, lost] = counts;
        upsert.execute((
            cell,
            seat as i64,
            played,
            won,
            drawn,
            lost,
            tally.score,
            tally.faults as i64,
        ))?;
    }
    Ok(())
}

/// The submissions of a cell's key.
pub(crate) fn parse_seats(key: &str) -> Vec<SubmissionId> {
    key.split(' ').filter_map(|id| id.parse().ok()).map(SubmissionId).collect()
}
