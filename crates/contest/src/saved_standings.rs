//! Standings saved at some moments while a contest is played, for readers who want to see its
//! course. Nothing that is played depends on them.

use crate::{ContestError, Field, Results};
use certamen_game::Fault;
use certamen_store::{BotVersion, MatchNumber, Placing, SavedMoment, SubmissionId};
use certamen_tournament::statistics::Rating;
use std::{collections::BTreeMap, time::SystemTime};

/// A table that was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedStandings {
    /// Of when it is.
    pub moment: SavedMoment,
    /// Its lines, best first.
    pub lines: Vec<SavedStandingsRow>,
}

/// A line of such a table.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedStandingsRow {
    /// The bot's name.
    pub bot: String,
    /// The language it was written in.
    pub language: String,
    /// What the ranking went by; nothing where that is for the order only.
    pub score: Option<f64>,
    /// Where it stood.
    pub placing: Placing,
}

impl Results<'_> {
    /// The strength of each line of the table, where it is known. How a ladder chooses matches
    /// spreads strengths: they are for its order only.
    pub fn ratings(&self, field: &Field) -> Vec<Option<Rating>> {
        if self.is_ladder() { vec![None; field.bots.len()] } else { field.ratings() }
    }

    /// The moments of which the table was kept, the oldest first.
    pub fn kept_moments(&self) -> Result<Vec<SavedMoment>, ContestError> {
        Ok(self.store.kept_moments()?)
    }

    /// The table that was kept under this number, if there is one.
    pub fn kept_table(&self, number: i64) -> Result<Option<SavedStandings>, ContestError> {
        let moments = self.store.kept_moments()?;
        let Some(moment) = moments.into_iter().find(|moment| moment.number == number) else {
            return Ok(None);
        };
        let told = !self.contest_meta.rules.is_order_only();
        let mut lines = Vec::new();
        for placing in self.store.kept_table(number)? {
            let BotVersion { name, language, .. } = self.store.submission(placing.submission)?;
            let score = told.then_some(placing.score);
            lines.push(SavedStandingsRow { bot: name, language, score, placing });
        }
        Ok(Some(SavedStandings { moment, lines }))
    }

    /// Where each bot stood at the last moments of which the table was kept, at most this many, the
    /// oldest first; nothing where it had no place.
    pub fn recent_places(
        &self,
        most: usize,
    ) -> Result<BTreeMap<String, Vec<Option<u32>>>, ContestError> {
        let found = self.store.recent_places(most)?;
        let mut moments: Vec<i64> = found.iter().map(|(number, ..)| *number).collect();
        moments.dedup();
        let mut places = BTreeMap::new();
        for (number, bot, place) in found {
            let own = places.entry(bot).or_insert_with(|| vec![None; moments.len()]);
            if let Some(at) = moments.iter().position(|moment| *moment == number) {
                own[at] = place;
            }
        }
        Ok(places)
    }

    /// Where a bot stood, the oldest moment first.
    pub fn places_of(&self, bot: &str) -> Result<Vec<(SavedMoment, Placing)>, ContestError> {
        Ok(self.store.places_of(bot)?)
    }

    /// What a bot did wrong, and how often.
    pub fn faults_of(&self, bot: &str) -> Result<Vec<(Fault, u64)>, ContestError> {
        Ok(self.store.faults_of(bot)?)
    }

    /// When a match ended, where that is known.
    pub fn ended(&self, number: MatchNumber) -> Result<Option<SystemTime>, ContestError> {
        Ok(self.store.ended(number)?)
    }

    /// The table as it stands now, to be kept.
    pub(crate) fn placings(
        &self,
        ids: &BTreeMap<String, SubmissionId>,
    ) -> Result<Vec<Placing>, ContestError> {
        let lines = self.standings()?;
        let ratings = if self.is_ladder() { Vec::new() } else { self.ratings(&self.field()?) };
        let mut table = Vec::with_capacity(lines.len());
        for (place, line) in lines.iter().enumerate() {
            let Some(submission) = ids.get(&line.bot) else { continue };
            let rating = ratings.get(place).copied().flatten();
            let strength = rating.map(|rating| {
                let interval = rating.interval();
                [rating.elo, interval.low, interval.high]
            });
            table.push(Placing {
                submission: *submission,
                place: line.rank,
                // Where there is no previous table, this one is not shown either.
                score: line.score.unwrap_or_default(),
                played: line.played,
                won: line.won,
                drawn: line.drawn,
                lost: line.lost,
                strength,
            });
        }
        Ok(table)
    }
}
