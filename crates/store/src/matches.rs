//! Matches: scheduled, then finished, once.

use crate::{
    MatchNumber, Store, StoreError, SubmissionId, WorkerId,
    attempts::LogEnd,
    cells::{CellSums, Count, cell_id, count_scheduled},
    error::json,
    faults::add_faults,
    records::{self, RecordPacker, SavedFolder},
    submissions::{SeatList, next_number},
    workers::worker_id,
};
use certamen_game::{Fault, Outcome};
use certamen_tournament::{SeatResult, Verdict};
use rusqlite::{OptionalExtension, Row, Transaction, types::ValueRef};
use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime},
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scheduled {
    pub seats: Vec<SubmissionId>,
    /// From 0, among the matches with these seats.
    pub repeat: u32,
    /// Its seed, below 2^53.
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub struct StoredMatch {
    pub number: MatchNumber,
    pub seats: Vec<SubmissionId>,
    pub repeat: u32,
    pub seed: u64,
    /// Absent until it is finished.
    pub outcome: Option<Outcome>,
    pub turns: u64,
    pub faults: u64,
}

/// A match with a given bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedMatch {
    pub number: MatchNumber,
    pub seats: Vec<SubmissionId>,
    pub is_finished: bool,
}

impl StoredMatch {
    /// False for byes, which are finished, too.
    fn was_played(&self) -> bool {
        self.outcome.is_some() && self.seats.len() > 1
    }
}

/// The query for matches, with its condition.
macro_rules! select {
    ($condition:literal) => {
        concat!(
            "SELECT number, seats, repeat, seed, outcome, turns, faults
             FROM match JOIN cell ON cell.id = match.cell ",
            $condition
        )
    };
}

impl Store {
    /// Records matches to be played, except those already recorded. With one seat it is a bye, which
    /// is counted at once.
    pub fn schedule(&mut self, matches: &[Scheduled]) -> Result<(), StoreError> {
        self.write(|transaction, _| schedule(transaction, matches))
    }

    /// Deletes planned matches with bots other than `entrants`. Their numbers may be given again: the
    /// last phase begins with the next planned match at the latest, and no other one after it.
    pub fn retain_scheduled(&mut self, entrants: &[SubmissionId]) -> Result<(), StoreError> {
        self.write(|transaction, _| retain_scheduled(transaction, entrants))
    }

    /// Writes finished matches in one transaction, each with its record and its sums. A match that is
    /// already finished stays unchanged; returns which were new.
    pub fn finish(&mut self, matches: &[Finished]) -> Result<Vec<bool>, StoreError> {
        self.write(|transaction, packer| {
            let mut sums = CellSums::default();
            let mut log = LogEnd::of(transaction)?;
            let new = matches.iter().map(|finished| {
                let found = mark_finished(transaction, finished)?;
                if let Some((cell, repeat)) = found {
                    sums.add(cell, repeat, &finished.results);
                    log.note_finished(finished)?;
                    store_details(transaction, packer, finished)?;
                }
                Ok(found.is_some())
            });
            let new = new.collect::<Result<_, StoreError>>()?;
            sums.write(transaction)?;
            Ok(new)
        })
    }

    /// By number.
    pub fn to_be_played(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.rows(select!("WHERE outcome IS NULL ORDER BY number"), [], stored_match)
    }

    /// The played matches, by number; without byes.
    pub fn finished(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let mut finished =
            self.rows(select!("WHERE outcome IS NOT NULL ORDER BY number"), [], stored_match)?;
        finished.retain(StoredMatch::was_played);
        Ok(finished)
    }

    /// At most `most` matches after number `after`, including byes and matches to be played.
    pub fn matches_after(
        &self,
        after: MatchNumber,
        most: usize,
    ) -> Result<Vec<StoredMatch>, StoreError> {
        let query = select!("WHERE number > ? ORDER BY number LIMIT ?");
        self.rows(query, (after.0, most as i64), stored_match)
    }

    /// The last matches of `submission`, at most `most`, the newest first.
    pub fn matches_of(
        &self,
        submission: SubmissionId,
        most: usize,
    ) -> Result<Vec<StoredMatch>, StoreError> {
        // The numbers come from an index alone; rows are looked up only for those that are shown.
        let query = "SELECT number FROM match
             WHERE cell IN (SELECT cell FROM seating WHERE submission = ?)";
        let mut numbers: Vec<i64> = self.rows(query, [submission.0], |row| row.get(0))?;
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        let mut found = Vec::new();
        for number in numbers {
            if found.len() == most {
                break;
            }
            let stored = self.stored_match(MatchNumber(number))?;
            found.extend(Some(stored).filter(StoredMatch::was_played));
        }
        Ok(found)
    }

    /// All matches of `submission`, by number.
    pub fn seated_matches(&self, submission: SubmissionId) -> Result<Vec<SeatedMatch>, StoreError> {
        let query = "SELECT number, seats, outcome IS NOT NULL FROM match
             JOIN cell ON cell.id = match.cell
             WHERE cell IN (SELECT cell FROM seating WHERE submission = ?) ORDER BY number";
        self.rows(query, [submission.0], |row| {
            let seats = row.get::<_, SeatList>(1)?.0;
            Ok(SeatedMatch { number: MatchNumber(row.get(0)?), seats, is_finished: row.get(2)? })
        })
    }

    /// The bots and durations of the last matches, at most `most`; copies took no time.
    pub fn times(&self, most: usize) -> Result<Vec<(Vec<SubmissionId>, Duration)>, StoreError> {
        self.rows(
            "SELECT seats, took_us FROM match JOIN cell ON cell.id = match.cell
             WHERE took_us > 0 ORDER BY number DESC LIMIT ?",
            [most as i64],
            |row| {
                let time = Duration::from_micros(row.get::<_, i64>(1)? as u64);
                Ok((row.get::<_, SeatList>(0)?.0, time))
            },
        )
    }

    /// In whole seconds; unknown for copies and old matches.
    pub fn ended(&self, number: MatchNumber) -> Result<Option<SystemTime>, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT ended FROM match WHERE number = ?")?;
        let ended: Option<Option<i64>> =
            query.query_row([number.0], |row| row.get(0)).optional()?;
        let since = |ended: i64| SystemTime::UNIX_EPOCH + Duration::from_secs(ended as u64);
        Ok(ended.flatten().map(since))
    }

    pub fn record_count(&self) -> Result<u64, StoreError> {
        self.count("SELECT count(*) FROM record")
    }

    pub fn match_count(&self) -> Result<u64, StoreError> {
        self.count("SELECT count(*) FROM match")
    }

    pub fn stored_match(&self, number: MatchNumber) -> Result<StoredMatch, StoreError> {
        let found = self.rows(select!("WHERE number = ?"), [number.0], stored_match)?;
        found.into_iter().next().ok_or(StoreError::NoMatch(number))
    }
}

fn schedule(transaction: &Transaction<'_>, matches: &[Scheduled]) -> Result<(), StoreError> {
    let mut counts: BTreeMap<i64, Count> = BTreeMap::new();
    let mut insert = transaction.prepare_cached(
        "INSERT INTO match (cell, repeat, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    for scheduled in matches {
        let cell = cell_id(transaction, &scheduled.seats)?;
        let new = insert.execute((cell, scheduled.repeat, scheduled.seed as i64))?;
        if new == 1 {
            counts.entry(cell).or_default().add(scheduled.repeat);
        }
        if scheduled.seats.len() == 1 && new == 1 {
            grant_bye(transaction, cell, scheduled.repeat)?;
        }
    }
    count_scheduled(transaction, &counts)
}

fn retain_scheduled(
    transaction: &Transaction<'_>,
    entrants: &[SubmissionId],
) -> Result<(), StoreError> {
    let mut query = transaction.prepare(
        "SELECT DISTINCT cell.id, seats FROM match JOIN cell ON cell.id = match.cell
         WHERE outcome IS NULL",
    )?;
    let cells = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let cells: Vec<(i64, SeatList)> = cells.collect::<Result<_, _>>()?;
    for (cell, seats) in cells {
        if seats.0.iter().any(|seat| !entrants.contains(seat)) {
            transaction.execute("DELETE FROM match WHERE cell = ? AND outcome IS NULL", [cell])?;
            transaction.execute(
                "UPDATE cell SET scheduled = finished, scheduled_top = finished_top WHERE id = ?",
                [cell],
            )?;
        }
    }
    let next = next_number(transaction)?;
    transaction.execute(
        "DELETE FROM phase WHERE first >= ? AND first < (SELECT max(first) FROM phase)",
        [next],
    )?;
    transaction.execute("UPDATE phase SET first = ?1 WHERE first > ?1", [next])?;
    Ok(())
}

/// Stores faults, record, folders and standard error of a match that has just been marked as
/// finished.
fn store_details(
    transaction: &Transaction<'_>,
    packer: &mut RecordPacker,
    finished: &Finished,
) -> Result<(), StoreError> {
    let number = finished.number;
    add_faults(transaction, number, &finished.faults)?;
    packer.learn(transaction, &finished.record)?;
    let packed = packer.pack(&finished.record);
    let (packed, dictionary) = packed.map_err(|error| StoreError::Record { number, error })?;
    let mut insert = transaction
        .prepare_cached("INSERT INTO record (match, zstd, dictionary) VALUES (?, ?, ?)")?;
    insert.execute((number.0, packed, dictionary))?;
    for folder in &finished.folders {
        records::store_folder(transaction, number, folder)?;
    }
    records::store_last_words(transaction, number, &finished.errors)
}

/// Returns the cell and the repeat, unless the match was finished already.
fn mark_finished(
    transaction: &Transaction<'_>,
    finished: &Finished,
) -> Result<Option<(i64, u32)>, StoreError> {
    let outcome = serde_json::to_string(&finished.outcome).expect("outcomes are plain data");
    let faults = finished.faults.len() as i64;
    let took = finished.took.as_micros() as i64;
    let results: Vec<u8> = finished.results.iter().map(|result| letter(result.verdict)).collect();
    let results = String::from_utf8_lossy(&results);
    let worker = finished.machine.as_ref().map(|machine| worker_id(transaction, machine));
    let worker = worker.transpose()?;
    let mut update = transaction.prepare_cached(
        "UPDATE match
         SET outcome = ?, turns = ?, faults = ?, took_us = ?, ended = ?, results = ?, worker = ?
         WHERE number = ? AND outcome IS NULL RETURNING cell, repeat",
    )?;
    let (turns, ended) = (finished.turns as i64, ended(finished));
    let values = (outcome, turns, faults, took, ended, results, worker, finished.number.0);
    Ok(update.query_row(values, |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

pub(crate) fn letter(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Won => b'W',
        Verdict::Drawn => b'D',
        Verdict::Lost => b'L',
    }
}

/// In seconds since 1970; `None` for copies.
fn ended(finished: &Finished) -> Option<i64> {
    let ended = finished.began? + finished.took;
    let since = ended.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Some(since.as_secs() as i64)
}

fn grant_bye(transaction: &Transaction<'_>, cell: i64, repeat: u32) -> Result<(), StoreError> {
    let outcome = Outcome::scored([SeatResult::BYE.score]);
    let outcome = serde_json::to_string(&outcome).expect("outcomes are plain data");
    let mut update = transaction.prepare_cached(
        "UPDATE match SET outcome = ?, turns = 0, faults = 0 WHERE cell = ? AND repeat = ?",
    )?;
    update.execute((outcome, cell, repeat))?;
    let mut sums = CellSums::default();
    sums.add(cell, repeat, &[SeatResult::BYE]);
    sums.write(transaction)
}

fn stored_match(row: &Row<'_>) -> Result<StoredMatch, rusqlite::Error> {
    let is_finished = row.get_ref(4)? != ValueRef::Null;
    Ok(StoredMatch {
        number: MatchNumber(row.get(0)?),
        seats: row.get::<_, SeatList>(1)?.0,
        repeat: row.get(2)?,
        seed: row.get::<_, i64>(3)? as u64,
        outcome: is_finished.then(|| json(row, 4)).transpose()?,
        turns: row.get::<_, Option<i64>>(5)?.unwrap_or(0) as u64,
        faults: row.get::<_, Option<i64>>(6)?.unwrap_or(0) as u64,
    })
}

#[derive(Clone, Debug)]
pub struct Finished {
    pub number: MatchNumber,
    pub outcome: Outcome,
    pub turns: u64,
    pub results: Vec<SeatResult>,
    pub faults: Vec<(SubmissionId, Fault)>,
    pub record: Vec<u8>,
    /// `None` for copies of other matches.
    pub began: Option<SystemTime>,
    pub took: Duration,
    pub machine: Option<WorkerId>,
    pub folders: Vec<SavedFolder>,
    /// The end of the bots' standard error by seat; empty if there was none.
    pub errors: Vec<Vec<u8>>,
}
