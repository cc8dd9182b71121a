//! Tallies by the order of seats: the basis of standings.

use crate::{MatchNumber, Store, StoreError, SubmissionId, error::json, submissions::SeatList};
use certamen_game::{Outcome, Scoring};
use certamen_tournament::{
    Cell, Detail, EntrantId, History, Pairing, Repeats, SeatResult, Tally, seat_results,
};
use rusqlite::{OptionalExtension, Row, Transaction};
use std::collections::BTreeMap;

type SeatedCell = (Vec<EntrantId>, Cell);

impl Store {
    /// The history of a contest among `entrants`, without cells of other bots, and with `detail`
    /// about single matches.
    pub fn history(
        &self,
        entrants: &[SubmissionId],
        detail: Detail,
        scoring: Scoring,
    ) -> Result<History, StoreError> {
        let places: BTreeMap<SubmissionId, EntrantId> =
            entrants.iter().copied().zip((0..).map(EntrantId)).collect();
        let mut history = History::new(detail);
        self.add_cells(&places, &mut history)?;
        if detail == Detail::Matches {
            self.each_result(entrants, scoring, |_, pairing, results| {
                history.keep_results(&pairing, results);
            })?;
        }
        Ok(history)
    }

    /// The numbers of the matches of `entrants` with other bots, played or not.
    pub fn elsewhere(
        &self,
        entrants: &[SubmissionId],
    ) -> Result<Vec<(EntrantId, u32)>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT seats, repeat FROM match JOIN cell ON cell.id = match.cell")?;
        let mut rows = query.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let seats = row.get::<_, SeatList>(0)?.0;
            if seats.iter().all(|seat| entrants.contains(seat)) {
                continue;
            }
            let repeat: u32 = row.get(1)?;
            let own = (0..).map(EntrantId).zip(entrants).filter(|(_, id)| seats.contains(id));
            found.extend(own.map(|(place, _)| (place, repeat)));
        }
        Ok(found)
    }

    /// Calls `visit` with the result of each match among `entrants`.
    pub fn each_result(
        &self,
        entrants: &[SubmissionId],
        scoring: Scoring,
        mut visit: impl FnMut(MatchNumber, Pairing, Vec<SeatResult>),
    ) -> Result<(), StoreError> {
        let places: BTreeMap<SubmissionId, EntrantId> =
            entrants.iter().copied().zip((0..).map(EntrantId)).collect();
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
            let submissions = row.get::<_, SeatList>(1)?.0;
            let seats: Option<Vec<EntrantId>> =
                submissions.iter().map(|submission| places.get(submission).copied()).collect();
            let Some(seats) = seats else { continue };
            let outcome: Outcome = json(row, 3)?;
            let number: i64 = row.get(0)?;
            let committed =
                |seat: &SubmissionId| faults.get(&(number, *seat)).copied().unwrap_or(0);
            let faults: Vec<u32> = submissions.iter().map(committed).collect();
            let pairing = Pairing { seats, repeat: row.get(2)? };
            visit(MatchNumber(number), pairing, seat_results(&outcome, &faults, scoring));
        }
        Ok(())
    }

    /// Inserts all cells with their sums: one walk over both tables in parallel.
    fn add_cells(
        &self,
        places: &BTreeMap<SubmissionId, EntrantId>,
        history: &mut History,
    ) -> Result<(), StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT id, seats, scheduled, scheduled_top, finished, finished_top,
                 seat, played, won, drawn, lost, score, faults
             FROM cell LEFT JOIN tally ON tally.cell = cell.id ORDER BY id",
        )?;
        let mut rows = query.query([])?;
        let mut current: Option<(i64, Option<SeatedCell>)> = None;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            if current.as_ref().is_none_or(|(own, _)| *own != id) {
                let next = self.cell_of(id, row, places)?;
                if let Some((_, Some((seats, cell)))) = current.replace((id, next)) {
                    history.restore(seats, cell);
                }
            }
            let Some((_, Some((_, cell)))) = &mut current else { continue };
            let seat: Option<i64> = row.get(6)?;
            let tally = seat.and_then(|seat| cell.tallies.get_mut(seat as usize));
            if let Some(tally) = tally {
                *tally = tally_of(row)?;
            }
        }
        if let Some((_, Some((seats, cell)))) = current {
            history.restore(seats, cell);
        }
        Ok(())
    }

    /// A cell without its sums; `None` if other bots sit in it.
    fn cell_of(
        &self,
        id: i64,
        row: &Row<'_>,
        places: &BTreeMap<SubmissionId, EntrantId>,
    ) -> Result<Option<SeatedCell>, StoreError> {
        let seats = row.get::<_, SeatList>(1)?.0;
        let seats: Option<Vec<EntrantId>> =
            seats.iter().map(|submission| places.get(submission).copied()).collect();
        let Some(seats) = seats else { return Ok(None) };
        let mut cell = Cell::empty(seats.len());
        let [scheduled, top, finished, finished_top]: [u32; 4] =
            [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
        if scheduled == top && finished == finished_top {
            cell.scheduled = Repeats::up_to(scheduled);
            cell.finished = Repeats::up_to(finished);
        } else {
            self.look_up_repeats(id, &mut cell)?;
        }
        Ok(Some((seats, cell)))
    }

    /// Reads the repeats of a cell with gaps, one by one.
    fn look_up_repeats(&self, id: i64, cell: &mut Cell) -> Result<(), StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT repeat, outcome IS NOT NULL FROM match WHERE cell = ?")?;
        let mut rows = query.query([id])?;
        while let Some(row) = rows.next()? {
            let repeat = row.get(0)?;
            cell.scheduled.insert(repeat);
            if row.get(1)? {
                cell.finished.insert(repeat);
            }
        }
        Ok(())
    }
}

fn tally_of(row: &Row<'_>) -> Result<Tally, rusqlite::Error> {
    let count = |column| row.get::<_, i64>(column).map(|count| count as u64);
    Ok(Tally {
        played: count(7)?,
        won: count(8)?,
        drawn: count(9)?,
        lost: count(10)?,
        score: row.get(11)?,
        faults: count(12)?,
    })
}

/// The id of the cell of these seats, created if it is missing.
pub(crate) fn cell_id(
    transaction: &Transaction<'_>,
    seats: &[SubmissionId],
) -> Result<i64, StoreError> {
    let key = SeatList(seats.to_vec());
    let mut find = transaction.prepare_cached("SELECT id FROM cell WHERE seats = ?")?;
    if let Some(id) = find.query_row([&key], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let mut insert = transaction.prepare_cached("INSERT INTO cell (seats) VALUES (?)")?;
    let id = insert.insert([&key])?;
    let mut insert = transaction
        .prepare_cached("INSERT OR IGNORE INTO seating (submission, cell) VALUES (?, ?)")?;
    for seat in seats {
        insert.execute((seat.0, id))?;
    }
    Ok(id)
}

/// The number of repeats, and one more than the highest.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    matches: u32,
    top: u32,
}

impl Count {
    pub(crate) fn add(&mut self, repeat: u32) {
        self.matches += 1;
        self.top = self.top.max(repeat.saturating_add(1));
    }
}

pub(crate) fn count_scheduled(
    transaction: &Transaction<'_>,
    counts: &BTreeMap<i64, Count>,
) -> Result<(), StoreError> {
    let mut update = transaction.prepare_cached(
        "UPDATE cell SET scheduled = scheduled + ?, scheduled_top = max(scheduled_top, ?)
         WHERE id = ?",
    )?;
    for (cell, count) in counts {
        update.execute((count.matches, count.top, cell))?;
    }
    Ok(())
}

/// What some matches add to their cells: written once a cell, however many there are.
#[derive(Default)]
pub(crate) struct CellSums(BTreeMap<i64, (Count, Vec<Tally>)>);

impl CellSums {
    pub(crate) fn add(&mut self, cell: i64, repeat: u32, results: &[SeatResult]) {
        let (count, tallies) = self.0.entry(cell).or_default();
        count.add(repeat);
        tallies.resize(tallies.len().max(results.len()), Tally::default());
        for (tally, result) in tallies.iter_mut().zip(results) {
            tally.add(result);
        }
    }

    pub(crate) fn write(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let mut update = transaction.prepare_cached(
            "UPDATE cell SET finished = finished + ?, finished_top = max(finished_top, ?)
             WHERE id = ?",
        )?;
        let mut upsert = transaction.prepare_cached(
            "INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET played = played + excluded.played, won = won + excluded.won,
                 drawn = drawn + excluded.drawn, lost = lost + excluded.lost,
                 score = score + excluded.score, faults = faults + excluded.faults",
        )?;
        for (cell, (count, tallies)) in &self.0 {
            update.execute((count.matches, count.top, cell))?;
            for (seat, tally) in tallies.iter().enumerate() {
                let counts = [tally.played, tally.won, tally.drawn, tally.lost];
                let [played, won, drawn, lost] = counts.map(|count| count as i64);
                let faults = tally.faults as i64;
                upsert.execute((
                    cell,
                    seat as i64,
                    played,
                    won,
                    drawn,
                    lost,
                    tally.score,
                    faults,
                ))?;
            }
        }
        Ok(())
    }
}
