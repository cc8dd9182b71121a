//! Knockout: series of matches; a bot that loses one, or two, is out.
//!
//! A bot's place in the bracket is read from the numbers of the matches. Who comes late
//! takes a free place, or has none.

use super::{
    BoundedCount, BracketBox, Format, FormatClass, FormatEnd, FormatKeys, MOST_MATCHES, Next, Pace,
    Pairing, RoundRobin, active,
    bracket::{self, Bracket, BracketSlot},
    draw::BracketDraw,
    is_pending, planned, round_robin,
};
use crate::{
    Column, Detail, Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking, Status,
    contradiction::{Reason, Soundness, refuse},
    ranking::Points,
};
use certamen_game::match_seed;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, num::NonZeroU32};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Knockout {
    /// How many lost series put an entrant out.
    pub elimination: Elimination,
    /// How many matches a series has at most before it is tied; it ends when it is decided.
    pub best_of: NonZeroU32,
    /// How many more matches a tied series gets, until one is won; then the better seed goes on.
    pub max_replays: u32,
    /// Who meets whom first.
    pub seeding: Seeding,
    /// How often each pair meets before, where the ranking of that seeds the bracket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualifying_games: Option<NonZeroU32>,
}

impl Default for Knockout {
    fn default() -> Knockout {
        Knockout {
            elimination: Elimination::Single,
            best_of: NonZeroU32::MIN,
            max_replays: 10,
            seeding: Seeding::Order,
            qualifying_games: None,
        }
    }
}

/// How many lost series put an entrant out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Elimination {
    /// One.
    Single,
    /// Two.
    Double,
}

/// Who is how good before anything was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seeding {
    /// The first to enter is the best.
    Order,
    /// That is drawn by lot.
    Drawn,
    /// The ranking of qualifying matches says so.
    Ranking,
}

impl Seeding {
    /// The entrants, best first, without any matches.
    pub(super) fn order(self, entrants: &[Entrant], seed: u64) -> Vec<EntrantId> {
        let mut ids: Vec<EntrantId> = (0u32..).map(EntrantId).take(entrants.len()).collect();
        if self == Seeding::Drawn {
            // By name, so that the lots of the others stay when a bot comes or goes.
            let lot =
                |id: &EntrantId| match_seed(seed, &format!("lot {}", entrants[id.index()].name));
            ids.sort_by_cached_key(|id| (lot(id), *id));
        }
        ids
    }
}

impl FormatKeys for Knockout {
    fn class(&self) -> FormatClass {
        FormatClass::Rounds
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![
            BoundedCount::new("format.best_of", self.best_of, 999),
            BoundedCount::new("format.max_replays", self.max_replays, 1_000),
            BoundedCount::new(
                "format.qualifying_games",
                self.qualifying_games.map_or(0, NonZeroU32::get),
                MOST_MATCHES,
            ),
        ]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        // A bot beaten by one that leaves later cannot come back.
        &[OnDisqualified::PlayedMatchesStand]
    }

    fn build(&self, ranking: Box<dyn Ranking>, seed: u64) -> Box<dyn Format> {
        Box::new(KnockoutSchedule::new(*self, ranking, seed))
    }

    fn check(&self) -> Soundness {
        match (self.seeding, self.qualifying_games) {
            (Seeding::Ranking, None) => refuse("format.qualifying_games", Reason::QualifyingNeeded),
            (Seeding::Order | Seeding::Drawn, Some(_)) => {
                refuse("format.seeding", Reason::QualifyingUnused)
            }
            (Seeding::Ranking, Some(_)) | (Seeding::Order | Seeding::Drawn, None) => Ok(()),
        }
    }

    fn check_entrants(&self, names: &[&str], _absent: &[&str]) -> Soundness {
        let (count, most) = (names.len(), bracket::MOST);
        if count > most {
            return refuse("format.kind", Reason::TooManyForKnockout { count, most });
        }
        Ok(())
    }
}

pub(super) struct KnockoutSchedule {
    config: Knockout,
    ranking: Box<dyn Ranking>,
    seed: u64,
}

impl KnockoutSchedule {
    pub(super) fn new(config: Knockout, ranking: Box<dyn Ranking>, seed: u64) -> KnockoutSchedule {
        KnockoutSchedule { config, ranking, seed }
    }

    /// Matches of the bracket are numbered from here.
    fn first(&self) -> u32 {
        self.config.qualifying_games.map_or(0, NonZeroU32::get)
    }

    fn has_begun(&self, history: &History) -> bool {
        !self.seated(history).is_empty()
    }

    /// Who has matches in the bracket.
    fn seated(&self, history: &History) -> BTreeSet<EntrantId> {
        let is_of_bracket = |cell: &crate::Cell| cell.scheduled.iter().last() >= Some(self.first());
        let tables = history.tables().filter(|(_, cell)| is_of_bracket(cell));
        tables.flat_map(|(seats, _)| seats.iter().copied()).collect()
    }

    fn qualifying(&self, history: &History) -> History {
        history.within(&(0..self.first()))
    }

    /// The qualifying matches that are missing, if the bracket waits for them.
    fn qualify(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Option<Next> {
        let games_per_pair = self.config.qualifying_games?;
        let config = RoundRobin { games_per_pair, ..RoundRobin::default() };
        let ranking = Box::new(Points {});
        let round_robin = round_robin::RoundRobinSchedule::new(config, ranking);
        match round_robin.next(entrants, &self.qualifying(history), wanted) {
            Next::Done(_) => None,
            next => Some(next),
        }
    }

    /// How many qualifying matches are not planned yet.
    fn qualifiers(&self, entrants: &[Entrant], history: &History) -> u64 {
        let active = active(entrants).len() as u64;
        let all = active * active.saturating_sub(1) / 2 * u64::from(self.first());
        all.saturating_sub(planned(entrants, history))
    }

    /// All entrants, best first.
    fn seeds(&self, entrants: &[Entrant], history: &History) -> Vec<EntrantId> {
        if self.config.seeding == Seeding::Ranking {
            // Who leaves the bracket keeps its seed, by which ties of its series were decided.
            let seated = self.seated(history);
            let status = |(id, entrant): (u32, &Entrant)| {
                let stays = seated.contains(&EntrantId(id));
                Entrant {
                    status: if stays { Status::Active } else { entrant.status },
                    ..entrant.clone()
                }
            };
            let entrants: Vec<Entrant> = (0u32..).zip(entrants).map(status).collect();
            let table = self.ranking.rank(&entrants, &self.qualifying(history));
            return table.into_iter().map(|line| line.entrant).collect();
        }
        self.config.seeding.order(entrants, self.seed)
    }

    /// Calls `with` on the bracket as it stands.
    fn with_bracket<T>(
        &self,
        entrants: &[Entrant],
        history: &History,
        with: impl FnOnce(&Bracket<'_>, &BracketDraw<'_>) -> T,
    ) -> T {
        let seeds = self.seeds(entrants, history);
        let draw = BracketDraw::read((&self.config, self.seed), entrants, seeds, history);
        let (size, leaves) = draw.leaves();
        let series = |node, pair| draw.series(node, pair);
        let double = self.config.elimination == Elimination::Double;
        with(&Bracket { size, double, leaves, series: &series }, &draw)
    }

    /// The series of the bracket; none before it has begun.
    pub(super) fn boxes(&self, entrants: &[Entrant], history: &History) -> Vec<BracketBox> {
        if !self.has_begun(history) {
            return Vec::new();
        }
        self.with_bracket(entrants, history, |bracket, draw| {
            bracket.boxes(|node, pair| draw.wins(node, pair).0)
        })
    }
}

impl Format for KnockoutSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        if is_pending(entrants, history) {
            return Next::Wait;
        }
        if !self.has_begun(history)
            && let Some(next) = self.qualify(entrants, history, wanted)
        {
            return next;
        }
        if active(entrants).len() < 2 {
            return Next::Done(FormatEnd::Complete);
        }
        let pairings: Vec<Pairing> = self.with_bracket(entrants, history, |bracket, draw| {
            let (outcomes, met) = bracket.resolve();
            let open = met.iter().filter(|(node, _)| outcomes[node][0] == BracketSlot::Open);
            open.flat_map(|(node, pair)| draw.missing(*node, *pair)).collect()
        });
        if pairings.is_empty() { Next::Done(FormatEnd::Complete) } else { Next::Play(pairings) }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let qualifying =
            if self.has_begun(history) { 0 } else { self.qualifiers(entrants, history) };
        let still_in = self.with_bracket(entrants, history, |bracket, _| {
            let short = bracket.rounds_short(entrants.len());
            active(entrants).iter().filter(|id| short[id.index()] == 0).count() as u64
        });
        let series = match self.config.elimination {
            Elimination::Single => still_in.saturating_sub(1),
            // It is unknown how many of them have lost once.
            Elimination::Double => 2 * still_in.saturating_sub(1),
        };
        planned(entrants, history)
            + qualifying
            + series * u64::from(self.config.best_of.get() / 2 + 1)
    }

    fn meetings(&self, _entrants: &[Entrant], _history: &History) -> Meetings {
        Meetings::AsPaired
    }

    fn pace(&self) -> Pace {
        Pace::Rounds
    }

    fn detail(&self) -> Detail {
        Detail::Matches
    }

    fn levels(&self, entrants: &[Entrant], history: &History) -> Option<(Column, Vec<u32>)> {
        let levels = if self.has_begun(history) {
            self.with_bracket(entrants, history, |bracket, _| bracket.rounds_short(entrants.len()))
        } else {
            vec![0; entrants.len()]
        };
        Some((Column::RoundsShort, levels))
    }

    /// All bots that are not out, even if all they were to meet have left.
    fn holders(&self, entrants: &[Entrant], history: &History) -> BTreeSet<EntrantId> {
        let active = active(entrants);
        if !self.has_begun(history) {
            // No bracket is drawn for one.
            return if active.len() == 1 { active.into_iter().collect() } else { BTreeSet::new() };
        }
        let short =
            self.with_bracket(entrants, history, |bracket, _| bracket.rounds_short(entrants.len()));
        active.into_iter().filter(|id| short[id.index()] == 0).collect()
    }
}

#[cfg(test)]
mod tests;
