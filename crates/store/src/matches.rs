//! Matches: scheduled, then finished, once.

use crate::{
    Store, StoreError, SubmissionId,
    cells::{add_results, cell_id, parse_seats},
    faults::add_faults,
    folders::{self, KeptFolder},
    last_words, records,
};
use game::{Fault, Outcome};
use rusqlite::{OptionalExtension, Row, Transaction};
use std::fmt;
use tournament::SeatResult;

/// The number of a match in its contest, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchNumber(pub i64);

impl fmt::Display for MatchNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A match that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scheduled {
    /// Who sits where.
    pub seats: Vec<SubmissionId>,
    /// From 0, among the matches with these seats.
    pub repeat: u32,
    /// Its seed, below 2^53.
    pub seed: u64,
}

/// What a match brought.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which match.
    pub number: MatchNumber,
    /// How it ended.
    pub outcome: Outcome,
    /// How many turns it took.
    pub turns: u64,
    /// What each seat gets.
    pub results: Vec<SeatResult>,
    /// Who did what wrong.
    pub faults: Vec<(SubmissionId, Fault)>,
    /// Its record, as the format has it.
    pub record: Vec<u8>,
    /// What its programs left in their folders.
    pub folders: Vec<KeptFolder>,
    /// The last words of the programs by seat on standard error; empty where nothing was said.
    pub errors: Vec<Vec<u8>>,
}

/// A match as the store knows it.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Its number.
    pub number: MatchNumber,
    /// Who sat where.
    pub seats: Vec<SubmissionId>,
    /// From 0, among the matches with these seats.
    pub repeat: u32,
    /// Its seed.
    pub seed: u64,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// How many turns it took.
    pub turns: u64,
    /// How many faults there were.
    pub faults: u64,
}

impl Store {
    /// Notes matches to be played; those already noted are left as they are. With one seat it is a
    /// bye: nothing is to be played, and what it is worth is counted at once.
    pub fn schedule(&mut self, matches: &[Scheduled]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO match (cell, repeat, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            )?;
            for scheduled in matches {
                let cell = cell_id(&transaction, &scheduled.seats)?;
                let new = insert.execute((cell, scheduled.repeat, scheduled.seed as i64))?;
                if scheduled.seats.len() == 1 && new == 1 {
                    grant_bye(&transaction, cell, scheduled.repeat)?;
                }
            }
        }
        Ok(transaction.commit()?)
    }

    /// Forgets matches that are to be played and in which anybody but `entrants` would sit.
    pub fn keep_scheduled(&mut self, entrants: &[SubmissionId]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut query = transaction.prepare(
                "SELECT DISTINCT cell.id, seats FROM match JOIN cell ON cell.id = match.cell
                 WHERE outcome IS NULL",
            )?;
            let cells = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let cells: Vec<(i64, String)> = cells.collect::<Result<_, _>>()?;
            for (cell, seats) in cells {
                if parse_seats(&seats).iter().any(|seat| !entrants.contains(seat)) {
                    transaction
                        .execute("DELETE FROM match WHERE cell = ? AND outcome IS NULL", [cell])?;
                }
            }
        }
        Ok(transaction.commit()?)
    }

    /// Writes finished matches, all of them in one transaction: each with its record and what it
    /// adds to its cell. A match that is already finished is left as it is; says which were new.
    pub fn finish(&mut self, matches: &[Finished]) -> Result<Vec<bool>, StoreError> {
        let packed: Vec<Vec<u8>> = matches.iter().map(records::pack).collect::<Result<_, _>>()?;
        let transaction = self.connection.transaction()?;
        let mut new = Vec::with_capacity(matches.len());
        for (finished, packed) in matches.iter().zip(packed) {
            let outcome =
                serde_json::to_string(&finished.outcome).expect("outcomes are plain data");
            let faults = finished.faults.len() as i64;
            let number = finished.number.0;
            let mut update = transaction.prepare_cached(
                "UPDATE match SET outcome = ?, turns = ?, faults = ?
                 WHERE number = ? AND outcome IS NULL RETURNING cell",
            )?;
            let cell: Option<i64> = update
                .query_row((outcome, finished.turns as i64, faults, number), |row| row.get(0))
                .optional()?;
            if let Some(cell) = cell {
                add_results(&transaction, cell, &finished.results)?;
                add_faults(&transaction, finished.number, &finished.faults)?;
                let mut insert =
                    transaction.prepare_cached("INSERT INTO record (match, zstd) VALUES (?, ?)")?;
                insert.execute((number, packed))?;
                for folder in &finished.folders {
                    folders::keep(&transaction, finished.number, folder)?;
                }
                last_words::keep(&transaction, finished.number, &finished.errors)?;
            }
            new.push(cell.is_some());
        }
        transaction.commit()?;
        Ok(new)
    }

    /// The matches that are to be played, by number.
    pub fn to_be_played(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.matches_where("outcome IS NULL")
    }

    /// The matches that were played, by number; byes are none.
    pub fn finished(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.matches_where("outcome IS NOT NULL AND seats LIKE '% %'")
    }

    /// How many matches there are, played or to be played.
    pub fn match_count(&self) -> Result<u64, StoreError> {
        let mut query = self.connection.prepare_cached("SELECT count(*) FROM match")?;
        Ok(query.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    /// The match with this number.
    pub fn stored_match(&self, number: MatchNumber) -> Result<StoredMatch, StoreError> {
        let found = self.matches_where(&format!("number = {}", number.0))?;
        found.into_iter().next().ok_or(StoreError::NoMatch(number))
    }

    fn matches_where(&self, condition: &str) -> Result<Vec<StoredMatch>, StoreError> {
        let mut query = self.connection.prepare(&format!(
            "SELECT number, seats, repeat, seed, outcome, turns, faults
             FROM match JOIN cell ON cell.id = match.cell WHERE {condition} ORDER BY number"
        ))?;
        let matches = query.query_map([], stored_match)?;
        Ok(matches.collect::<Result<_, _>>()?)
    }
}

/// Finishes a bye.
fn grant_bye(transaction: &Transaction<'_>, cell: i64, repeat: u32) -> Result<(), StoreError> {
    let outcome = Outcome::scored([SeatResult::BYE.score]);
    let outcome = serde_json::to_string(&outcome).expect("outcomes are plain data");
    let mut update = transaction.prepare_cached(
        "UPDATE match SET outcome = ?, turns = 0, faults = 0 WHERE cell = ? AND repeat = ?",
    )?;
    update.execute((outcome, cell, repeat))?;
    add_results(transaction, cell, &[SeatResult::BYE])
}

fn stored_match(row: &Row<'_>) -> Result<StoredMatch, rusqlite::Error> {
    let outcome: Option<String> = row.get(4)?;
    let outcome = outcome.map(|text| serde_json::from_str(&text)).transpose();
    Ok(StoredMatch {
        number: MatchNumber(row.get(0)?),
        seats: parse_seats(&row.get::<_, String>(1)?),
        repeat: row.get(2)?,
        seed: row.get::<_, i64>(3)? as u64,
        outcome: outcome.map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(4, rusqlite::types::Type::Text, error.into())
        })?,
        turns: row.get::<_, Option<i64>>(5)?.unwrap_or(0) as u64,
        faults: row.get::<_, Option<i64>>(6)?.unwrap_or(0) as u64,
    })
}
