//! Standings at past moments, for readers who want to see their history.

use crate::{Store, StoreError, SubmissionId};
use rusqlite::Row;
use std::time::{Duration, SystemTime};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedMoment {
    /// From 1, in order of time.
    pub number: i64,
    /// In whole seconds.
    pub at: SystemTime,
    pub matches: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Placing {
    pub submission: SubmissionId,
    /// From 1; `None` for bots that have left.
    pub place: Option<u32>,
    pub score: f64,
    pub played: u64,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// The estimated rating and its 95 % interval, where known.
    pub strength: Option<[f64; 3]>,
}

/// The number of a moment, a bot, and its rank at that moment.
pub type RecentPlace = (i64, String, Option<u32>);

impl Store {
    /// Best first; returns their number.
    pub fn save_standings(
        &mut self,
        at: SystemTime,
        matches: u64,
        table: &[Placing],
    ) -> Result<i64, StoreError> {
        let at = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        self.write(|transaction, _| {
            let mut insert =
                transaction.prepare_cached("INSERT INTO snapshot (at, matches) VALUES (?, ?)")?;
            let number = insert.insert((at as i64, matches as i64))?;
            let mut insert = transaction.prepare_cached(
                "INSERT INTO placing (snapshot, line, submission, place, score, played, won, drawn,
                     lost, rating, low, high) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for (line, placing) in (0i64..).zip(table) {
                let Placing { submission, place, score, strength, .. } = placing;
                let counts = [placing.played, placing.won, placing.drawn, placing.lost];
                let [played, won, drawn, lost] = counts.map(|count| count as i64);
                let [rating, low, high] = strength.map_or([None; 3], |strength| strength.map(Some));
                insert.execute((
                    number,
                    line,
                    submission.0,
                    place,
                    score,
                    played,
                    won,
                    drawn,
                    lost,
                    rating,
                    low,
                    high,
                ))?;
            }
            Ok(number)
        })
    }

    /// The oldest first.
    pub fn saved_moments(&self) -> Result<Vec<SavedMoment>, StoreError> {
        self.rows("SELECT number, at, matches FROM snapshot ORDER BY number", [], moment)
    }

    /// Best first; empty if there are none.
    pub fn saved_table(&self, number: i64) -> Result<Vec<Placing>, StoreError> {
        self.rows(
            "SELECT submission, place, score, played, won, drawn, lost, rating, low, high
             FROM placing WHERE snapshot = ? ORDER BY line",
            [number],
            |row| placing(row, 0),
        )
    }

    /// The ranks at the last moments for which standings were saved, at most `most`, the oldest
    /// first: the moment's number, the bot and its rank.
    pub fn recent_places(&self, most: usize) -> Result<Vec<RecentPlace>, StoreError> {
        self.rows(
            "SELECT snapshot, name, place FROM placing
             JOIN submission ON submission.id = submission
             WHERE snapshot > (SELECT coalesce(max(number), 0) - ? FROM snapshot)
             ORDER BY snapshot, line",
            [most as i64],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }

    /// The ranks of all versions of a bot, the oldest moment first.
    pub fn places_of(&self, bot: &str) -> Result<Vec<(SavedMoment, Placing)>, StoreError> {
        self.rows(
            "SELECT number, at, matches,
                 submission, place, score, played, won, drawn, lost, rating, low, high
             FROM placing JOIN snapshot ON snapshot.number = snapshot
             WHERE submission IN (SELECT id FROM submission WHERE name = ?) ORDER BY number",
            [bot],
            |row| Ok((moment(row)?, placing(row, 3)?)),
        )
    }
}

fn moment(row: &Row<'_>) -> Result<SavedMoment, rusqlite::Error> {
    let at = Duration::from_secs(row.get::<_, i64>(1)? as u64);
    let matches = row.get::<_, i64>(2)? as u64;
    Ok(SavedMoment { number: row.get(0)?, at: SystemTime::UNIX_EPOCH + at, matches })
}

fn placing(row: &Row<'_>, first: usize) -> Result<Placing, rusqlite::Error> {
    let count = |column: usize| row.get::<_, i64>(first + column).map(|count| count as u64);
    let strength = |column: usize| row.get::<_, Option<f64>>(first + column);
    let strength = [strength(7)?, strength(8)?, strength(9)?];
    Ok(Placing {
        submission: SubmissionId(row.get(first)?),
        place: row.get(first + 1)?,
        score: row.get(first + 2)?,
        played: count(3)?,
        won: count(4)?,
        drawn: count(5)?,
        lost: count(6)?,
        strength: match strength {
            [Some(rating), Some(low), Some(high)] => Some([rating, low, high]),
            _ => None,
        },
    })
}
