//! The results of each pair of bots in a contest, and what follows from them.

use crate::{ContestError, Results, StandingsRow};
use certamen_game::Rng;
use certamen_store::{MatchNumber, StoredMatch, SubmissionId};
use certamen_tournament::{
    Crosstable, EntrantId, FormatConfig, RankingRule, Verdict,
    statistics::{
        Model, Rating, Reference,
        bradley_terry::{self, BlockCounts, Encounters},
        field::Resampling,
    },
};
use std::collections::{BTreeMap, HashSet};

/// A contest's crosstable, in the order of its standings. Matches that only repeat others count
/// once.
#[derive(Clone, Debug)]
pub struct Field {
    /// Best first.
    pub bots: Vec<String>,
    pub table: Crosstable,
    pub encounters: BTreeMap<(EntrantId, EntrantId), Encounters>,
    /// The combined results of matches of two bots with the same number.
    pub blocks: BlockCounts,
    /// The matches by seats, which are resampled to estimate intervals of shares.
    pub(crate) drawn: Resampling,
    /// Matches of more than two: the seats, the number of the match, and the scores.
    pub tables: Vec<(Vec<EntrantId>, u32, Vec<f64>)>,
}

impl Field {
    /// The ratings: by Plackett and Luce's model where tables are larger than two.
    pub fn model(&self) -> Model {
        if self.tables.is_empty() {
            let encounters = self.encounters.iter().map(|(seats, met)| (*seats, *met));
            return Model::Twos(bradley_terry::Fit::new(encounters).with_blocks(&self.blocks));
        }
        let tables = self.tables.iter();
        Model::of_tables(tables.map(|(seats, number, scores)| (&seats[..], *number, &scores[..])))
    }

    /// `None` for bots without opponents.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let mut ratings = vec![None; self.bots.len()];
        for rating in self.model().ratings(Reference::Mean) {
            if let Some(place) = ratings.get_mut(rating.entrant.index()) {
                *place = Some(rating)
                    .filter(|rating| rating.elo.is_finite() && rating.error.is_finite());
            }
        }
        ratings
    }

    /// 95 % intervals of the shares that `measure` computes from a crosstable, by resampling
    /// blocks; `None` if that would take too long.
    pub fn shares(&self, measure: fn(&Crosstable) -> Vec<f64>) -> Option<Vec<[f64; 2]>> {
        let size = self.bots.len();
        (size <= MOST_RESAMPLED).then(|| {
            let mut rng = Rng::of_turn(size as u64, 95);
            self.drawn.intervals(size, measure, &mut rng)
        })
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct FieldQuery<'a> {
    /// As if these bots had never entered.
    pub without: &'a [String],
    /// Without matches after this one.
    pub until: Option<MatchNumber>,
    /// With all versions of this bot as separate bots.
    pub versions: Option<&'a str>,
}

/// With more bots, shares have no intervals.
const MOST_RESAMPLED: usize = 24;

impl Results<'_> {
    /// Whether ratings only order the bots: a ladder pairs bots of similar rating, which
    /// exaggerates every difference.
    pub fn is_ladder(&self) -> bool {
        matches!(self.contest_meta.rules.format, FormatConfig::Ladder(_))
    }

    /// The distance from each row's rating to the end of its 95 % interval, if the standings are by
    /// rating and not only an order.
    pub fn reaches(
        &self,
        lines: &[StandingsRow],
    ) -> Result<Option<Vec<Option<f64>>>, ContestError> {
        let rules = &self.contest_meta.rules;
        if self.is_ladder() || !matches!(rules.ranking.rule, RankingRule::ByRating(_)) {
            return Ok(None);
        }
        let field = self.field()?;
        let ratings = field.model().ratings(Reference::Mean);
        let reach = |line: &StandingsRow| {
            let place = field.bots.iter().position(|bot| *bot == line.bot)?;
            let rating = ratings.iter().find(|rating| rating.entrant.index() == place)?;
            line.rank.map(|_| rating.interval().high - rating.elo)
        };
        Ok(Some(lines.iter().map(reach).collect()))
    }

    /// The crosstable of the matches among the entrants.
    pub fn field(&self) -> Result<Field, ContestError> {
        self.field_of(&FieldQuery::default())
    }

    pub fn field_of(&self, wanted: &FieldQuery<'_>) -> Result<Field, ContestError> {
        let versions = self.versions(wanted.versions)?;
        let bots = self.standings()?.into_iter().map(|line| line.bot);
        let bots = bots.filter(|bot| !wanted.without.contains(bot));
        let bots: Vec<String> = bots.chain(versions.values().cloned()).collect();
        let places: BTreeMap<&str, EntrantId> =
            bots.iter().map(String::as_str).zip((0..).map(EntrantId)).collect();
        let mut known = BTreeMap::new();
        let mut encounters = BTreeMap::new();
        let mut table = Crosstable::new(bots.len());
        let (mut twos, mut tables, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut drawn = Resampling::default();
        let deterministic = &self.contest_meta.known;
        let matches = self.counted_with(&versions)?.into_iter();
        let until = wanted.until.map_or(i64::MAX, |until| until.0);
        for played in matches.filter(|played| played.number.0 <= until) {
            let Some(outcome) = &played.outcome else { continue };
            if played.faults == 0 && deterministic.repeats(&played.seats) {
                let scores: Vec<u64> = outcome.scores.iter().map(|score| score.to_bits()).collect();
                if !seen.insert((played.seats.clone(), played.turns, scores)) {
                    continue;
                }
            }
            let mut seats = Vec::with_capacity(played.seats.len());
            for submission in &played.seats {
                let place = if let Some(place) = known.get(submission) {
                    *place
                } else {
                    let name = match versions.get(submission) {
                        Some(version) => version.clone(),
                        None => self.bot(*submission)?,
                    };
                    let place = places.get(name.as_str()).copied();
                    known.insert(*submission, place);
                    place
                };
                seats.extend(place);
            }
            if seats.len() == outcome.scores.len() {
                let exact = played.faults == 0 && deterministic.repeats(&played.seats);
                drawn.add((&seats, &outcome.scores), played.repeat, exact);
                table.add_match(&seats, &outcome.scores);
                meet(&mut encounters, &seats, &outcome.scores);
                if let &[first, second] = &seats[..]
                    && let Some(verdict) = first_seat(&outcome.scores)
                {
                    twos.push(([first, second], played.repeat, verdict));
                }
                if seats.len() > 2 && outcome.scores.iter().any(|score| *score != 0.0) {
                    tables.push((seats, played.repeat, outcome.scores.clone()));
                }
            }
        }
        Ok(Field { bots, table, encounters, blocks: BlockCounts::new(twos), drawn, tables })
    }

    /// The last match of each of `steps` equal parts of the counted matches.
    pub fn steps(&self, steps: usize) -> Result<Vec<MatchNumber>, ContestError> {
        let numbers: Vec<MatchNumber> =
            self.counted()?.into_iter().map(|played| played.number).collect();
        let ends = (1..=steps).map(|step| numbers.len() * step / steps);
        Ok(ends.filter_map(|end| numbers.get(end.checked_sub(1)?).copied()).collect())
    }

    /// The older versions of a bot, named with the bot's name and the version's number.
    fn versions(&self, bot: Option<&str>) -> Result<BTreeMap<SubmissionId, String>, ContestError> {
        let Some(bot) = bot else { return Ok(BTreeMap::new()) };
        let all = self.store.submissions()?;
        let own = all.into_iter().filter(|(_, submission)| submission.name == bot);
        let numbered = (1..).zip(own).map(|(number, (id, _))| (id, format!("{bot} ({number})")));
        Ok(numbered.filter(|(id, _)| !self.contest_meta.submissions.contains(id)).collect())
    }

    /// The counted matches, or with `versions` all matches among them and the entrants.
    fn counted_with(
        &self,
        versions: &BTreeMap<SubmissionId, String>,
    ) -> Result<Vec<StoredMatch>, ContestError> {
        if versions.is_empty() {
            return self.counted();
        }
        let own = &self.contest_meta.submissions;
        let mut matches = self.store.finished()?;
        matches.retain(|stored| self.contest_meta.rules.admits(own.len(), stored.seats.len()));
        let is_here = |id: &SubmissionId| own.contains(id) || versions.contains_key(id);
        matches.retain(|stored| stored.seats.iter().all(is_here));
        Ok(matches)
    }
}

/// The result of a match of two for the first seat; `None` without a winner.
fn first_seat(scores: &[f64]) -> Option<Verdict> {
    let &[own, other] = scores else { return None };
    (own != 0.0 || other != 0.0).then_some(if own > other {
        Verdict::Won
    } else if own == other {
        Verdict::Drawn
    } else {
        Verdict::Lost
    })
}

/// Adds the result of each pair at a table; a match without a winner counts for nothing.
fn meet(
    encounters: &mut BTreeMap<(EntrantId, EntrantId), Encounters>,
    seats: &[EntrantId],
    scores: &[f64],
) {
    let is_without_winner = scores.iter().all(|score| *score == 0.0);
    if is_without_winner {
        return;
    }
    for (place, (one, own)) in seats.iter().zip(scores).enumerate() {
        for (other, score) in seats.iter().zip(scores).skip(place + 1) {
            let met = encounters.entry((*one, *other)).or_default();
            met.won += u64::from(own > score);
            met.drawn += u64::from(own == score);
            met.lost += u64::from(own < score);
        }
    }
}
