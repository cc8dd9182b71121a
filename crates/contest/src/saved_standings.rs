//! Standings stored while a contest is played: at some moments, for readers who want to see its
//! history, and as they were last shown. No match depends on them.

use crate::{Contest, ContestError, Field, Results};
use certamen_game::Fault;
use certamen_store::{BotVersion, MatchNumber, Placing, SavedMoment, SubmissionId};
use certamen_tournament::statistics::Rating;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, time::SystemTime};

#[derive(Clone, PartialEq, Debug)]
pub struct SavedStandings {
    pub moment: SavedMoment,
    pub lines: Vec<SavedStandingsRow>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SavedStandingsRow {
    pub bot: String,
    pub language: String,
    /// `None` where the score only orders the rows.
    pub score: Option<f64>,
    pub placing: Placing,
}

impl Results<'_> {
    /// The rating of each row of the standings, where it is known; none in a ladder, where ratings
    /// only order the bots.
    pub fn ratings(&self, field: &Field) -> Vec<Option<Rating>> {
        if self.is_ladder() { vec![None; field.bots.len()] } else { field.ratings() }
    }

    /// The oldest first.
    pub fn saved_moments(&self) -> Result<Vec<SavedMoment>, ContestError> {
        Ok(self.store.saved_moments()?)
    }

    /// `None` if no standings have this number.
    pub fn saved_table(&self, number: i64) -> Result<Option<SavedStandings>, ContestError> {
        let moments = self.store.saved_moments()?;
        let Some(moment) = moments.into_iter().find(|moment| moment.number == number) else {
            return Ok(None);
        };
        let has_scores = !self.contest_meta.rules.is_order_only();
        let mut lines = Vec::new();
        for placing in self.store.saved_table(number)? {
            let BotVersion { name, language, .. } = self.store.submission(placing.submission)?;
            let score = has_scores.then_some(placing.score);
            lines.push(SavedStandingsRow { bot: name, language, score, placing });
        }
        Ok(Some(SavedStandings { moment, lines }))
    }

    /// The ranks of each bot at the last moments with saved standings, at most `most`, the oldest
    /// first; `None` where it had no rank.
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

    /// The oldest moment first.
    pub fn places_of(&self, bot: &str) -> Result<Vec<(SavedMoment, Placing)>, ContestError> {
        Ok(self.store.places_of(bot)?)
    }

    /// By kind.
    pub fn faults_of(&self, bot: &str) -> Result<Vec<(Fault, u64)>, ContestError> {
        Ok(self.store.faults_of(bot)?)
    }

    /// `None` if unknown.
    pub fn ended(&self, number: MatchNumber) -> Result<Option<SystemTime>, ContestError> {
        Ok(self.store.ended(number)?)
    }

    /// The current standings, to be saved.
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
                // Without a score, none is shown later either.
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

const LAST_SHOWN: &str = "table last shown";

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PreviousRank {
    /// From 1; `None` for disqualified bots.
    pub rank: Option<u32>,
    /// `None` where the score only orders the rows.
    pub score: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// It enters for the first time, or again.
    New(PreviousRank),
    Changed(PreviousRank, PreviousRank),
    Withdrawn(PreviousRank),
    Moved(PreviousRank, PreviousRank),
}

/// A row of the standings, as it is stored.
#[derive(Serialize, Deserialize)]
struct PreviousRow {
    bot: String,
    submission: i64,
    #[serde(flatten)]
    place: PreviousRank,
}

impl Contest {
    /// What changed since the standings were last shown, by bot: current entrants first, in the
    /// order of the standings. `None` if they were never shown.
    pub fn changes(&self) -> Result<Option<Vec<(String, Change)>>, ContestError> {
        let before: Option<Vec<PreviousRow>> = self.remembered(LAST_SHOWN)?;
        Ok(before.map(|before| compare(before, self.table_now())))
    }

    pub fn remember_table(&mut self) -> Result<(), ContestError> {
        let lines =
            serde_json::to_string(&self.table_now()).expect("numbers and names are plain data");
        self.remember(LAST_SHOWN, lines)
    }

    fn table_now(&self) -> Vec<PreviousRow> {
        let has_scores = !self.state().rules.is_order_only();
        let line = |standing: certamen_tournament::Standing| {
            let index = standing.entrant.index();
            PreviousRow {
                bot: self.entrants()[index].name.clone(),
                submission: self.submissions()[index].0,
                place: PreviousRank {
                    rank: standing.rank,
                    score: has_scores.then_some(standing.score),
                },
            }
        };
        self.standings().into_iter().map(line).collect()
    }
}

fn compare(before: Vec<PreviousRow>, now: Vec<PreviousRow>) -> Vec<(String, Change)> {
    let mut known: BTreeMap<String, PreviousRow> =
        before.into_iter().map(|line| (line.bot.clone(), line)).collect();
    let mut changes = Vec::new();
    for line in now {
        let change = match known.remove(&line.bot) {
            None => Change::New(line.place),
            Some(old) if old.submission != line.submission => {
                Change::Changed(old.place, line.place)
            }
            Some(old) if old.place != line.place => Change::Moved(old.place, line.place),
            Some(_) => continue,
        };
        changes.push((line.bot, change));
    }
    changes.extend(known.into_values().map(|old| (old.bot, Change::Withdrawn(old.place))));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bot: &str, submission: i64, rank: u32, score: f64) -> PreviousRow {
        let place = PreviousRank { rank: Some(rank), score: Some(score) };
        PreviousRow { bot: bot.to_owned(), submission, place }
    }

    #[test]
    fn every_changed_bot_is_listed_once() {
        let (a, b) = (line("a", 1, 1, 3.0), line("b", 2, 2, 2.0));
        let before = vec![a, b, line("c", 3, 3, 1.0), line("d", 4, 4, 0.0)];
        let (e, a) = (line("e", 5, 1, 4.0), line("a", 1, 1, 3.0));
        let now = vec![e, a, line("c", 6, 3, 2.0), line("d", 4, 4, 1.0)];
        let place = |rank, score| PreviousRank { rank: Some(rank), score: Some(score) };
        let expected = [
            ("e", Change::New(place(1, 4.0))),
            ("c", Change::Changed(place(3, 1.0), place(3, 2.0))),
            ("d", Change::Moved(place(4, 0.0), place(4, 1.0))),
            ("b", Change::Withdrawn(place(2, 2.0))),
        ];
        assert_eq!(compare(before, now), expected.map(|(bot, change)| (bot.to_owned(), change)));
    }
}
