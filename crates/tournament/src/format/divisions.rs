//! Divisions: a round robin in each, and after each season some go up and some go down.
//!
//! The number of a match gives its season and its division, so that no list is needed of which bot
//! is where. Newcomers begin in the lowest division of the next season. The table is that of the
//! last season.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, Next, Pace, Pair, Pairing, active,
    is_pending, planned,
};
use crate::{
    Column, Detail, Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking,
    contradiction::{Reason, Soundness, refuse},
};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    ops::Range,
};

const MOST: u32 = 256;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Divisions {
    /// How many entrants a division has; the last one has what is left over.
    pub size: NonZeroU32,
    /// How many go up from each division, and down from the one above it, after a season.
    pub promoted: u32,
    /// How many seasons there are.
    pub seasons: NonZeroU32,
    /// How often each pair of a division meets in a season.
    pub games_per_pair: NonZeroU32,
}

impl Default for Divisions {
    fn default() -> Divisions {
        let number = |number| NonZeroU32::new(number).expect("it is not 0");
        Divisions {
            size: number(8),
            promoted: 2,
            seasons: number(4),
            games_per_pair: NonZeroU32::MIN,
        }
    }
}

impl FormatKeys for Divisions {
    fn class(&self) -> FormatClass {
        FormatClass::Divisions
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![
            BoundedCount::new("format.size", self.size, 1_000),
            BoundedCount::new("format.seasons", self.seasons, 1_000),
            BoundedCount::new("format.games_per_pair", self.games_per_pair, 1_000),
        ]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        &OnDisqualified::ALL
    }

    fn build(&self, ranking: Box<dyn Ranking>, _seed: u64) -> Box<dyn Format> {
        Box::new(DivisionsSchedule::new(*self, ranking))
    }

    fn check(&self) -> Soundness {
        let (size, promoted) = (self.size.get(), self.promoted);
        if size < 2 {
            return refuse("format.size", Reason::OneAlone);
        }
        if promoted > size / 2 {
            return refuse("format.promoted", Reason::TooManyPromoted { promoted, size });
        }
        Ok(())
    }

    fn check_entrants(&self, names: &[&str], _absent: &[&str]) -> Soundness {
        let count = names.len();
        if count as u64 > u64::from(self.size.get()) * u64::from(MOST) {
            return refuse("format.size", Reason::TooManyDivisions { count, most: MOST });
        }
        Ok(())
    }
}

pub(super) struct DivisionsSchedule {
    config: Divisions,
    ranking: Box<dyn Ranking>,
}

impl DivisionsSchedule {
    pub(super) fn new(config: Divisions, ranking: Box<dyn Ranking>) -> DivisionsSchedule {
        DivisionsSchedule { config, ranking }
    }

    /// How many matches are numbered for each season.
    fn block(&self) -> u32 {
        MOST * self.config.games_per_pair.get()
    }

    fn season(&self, season: u32) -> Range<u32> {
        season * self.block()..(season + 1) * self.block()
    }

    fn begun(&self, history: &History) -> u32 {
        let last = history.tables().filter_map(|(_, cell)| cell.scheduled.iter().last());
        let last = last.chain(history.elsewhere().map(|(_, repeat)| repeat)).max();
        last.map_or(0, |repeat| repeat / self.block() + 1)
    }

    /// The division of each bot that played in a season, from 0; those whose opponents are all gone
    /// were there, too.
    fn members(&self, history: &History, season: u32) -> BTreeMap<EntrantId, u32> {
        let own = self.season(season);
        let mut members = BTreeMap::new();
        for (seats, cell) in history.tables() {
            for repeat in cell.scheduled.iter().filter(|repeat| own.contains(repeat)) {
                let division = (repeat - own.start) / self.config.games_per_pair.get();
                members.extend(seats.iter().map(|seat| (*seat, division)));
            }
        }
        for (id, repeat) in history.elsewhere().filter(|(_, repeat)| own.contains(repeat)) {
            members.insert(id, (repeat - own.start) / self.config.games_per_pair.get());
        }
        members
    }

    /// Who plays in which division in the season after `begun` ones.
    fn divide(&self, entrants: &[Entrant], history: &History, begun: u32) -> Vec<Vec<EntrantId>> {
        if begun == 0 {
            return self.cut(&active(entrants));
        }
        let members = self.members(history, begun - 1);
        let table = self.ranking.rank(entrants, &history.within(&self.season(begun - 1)));
        let mut before: BTreeMap<u32, Vec<EntrantId>> = BTreeMap::new();
        let mut newcomers = Vec::new();
        for line in table.iter().filter(|line| line.rank.is_some()) {
            match members.get(&line.entrant) {
                Some(division) => before.entry(*division).or_default().push(line.entrant),
                None => newcomers.push(line.entrant),
            }
        }
        let mut divisions: Vec<Vec<EntrantId>> = before.into_values().collect();
        self.promote(&mut divisions);
        let order = divisions.into_iter().flatten().chain(newcomers);
        self.cut(&order.collect::<Vec<_>>())
    }

    /// Swaps the last of each division with the first of the one below, best first in each.
    fn promote(&self, divisions: &mut [Vec<EntrantId>]) {
        let before = divisions.to_vec();
        for upper in 1..before.len() {
            let (above, below) = (&before[upper - 1], &before[upper]);
            let most = above.len().min(below.len()) / 2;
            let moving = most.min(self.config.promoted as usize);
            let keep = above.len() - moving;
            divisions[upper - 1][keep..].copy_from_slice(&below[..moving]);
            divisions[upper][..moving].copy_from_slice(&above[keep..]);
        }
    }

    /// Cuts an order into divisions; none is alone in the last one.
    fn cut(&self, order: &[EntrantId]) -> Vec<Vec<EntrantId>> {
        let size = self.config.size.get() as usize;
        let mut divisions: Vec<Vec<EntrantId>> =
            order.chunks(size).map(<[EntrantId]>::to_vec).collect();
        if divisions.len() > 1 && divisions.last().is_some_and(|last| last.len() == 1) {
            let alone = divisions.pop().unwrap_or_default();
            divisions.last_mut().expect("there is another").extend(alone);
        }
        divisions
    }

    fn plan(&self, divisions: &[Vec<EntrantId>], season: u32) -> Vec<Pairing> {
        let games = self.config.games_per_pair.get();
        let mut pairings = Vec::new();
        for (division, members) in (0u32..).zip(divisions) {
            let first = self.season(season).start + division * games;
            let mut members = members.clone();
            members.sort_unstable();
            for (place, high) in members.iter().enumerate() {
                for (other, low) in members[..place].iter().enumerate() {
                    // With one match a pair, each sits first about half of the time.
                    let swapped = (place - other + season as usize).is_multiple_of(2);
                    let pair = Pair(if swapped { [*high, *low] } else { [*low, *high] });
                    pairings.extend(pair.numbered(first, games));
                }
            }
        }
        pairings
    }

    /// How many matches a season among this many has.
    fn matches(&self, entrants: u64) -> u64 {
        let size = u64::from(self.config.size.get());
        let pairs = |members: u64| members * members.saturating_sub(1) / 2;
        let (full, rest) = (entrants / size, entrants % size);
        let all = match (full, rest) {
            (1.., 1) => (full - 1) * pairs(size) + pairs(size + 1),
            _ => full * pairs(size) + pairs(rest),
        };
        all * u64::from(self.config.games_per_pair.get())
    }
}

impl Format for DivisionsSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, _wanted: usize) -> Next {
        if is_pending(entrants, history) {
            return Next::Wait;
        }
        let begun = self.begun(history);
        if begun >= self.config.seasons.get() || active(entrants).len() < 2 {
            return Next::Done(FormatEnd::Complete);
        }
        Next::Play(self.plan(&self.divide(entrants, history, begun), begun))
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let left = self.config.seasons.get().saturating_sub(self.begun(history));
        let each = self.matches(active(entrants).len() as u64);
        planned(entrants, history) + u64::from(left) * each
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
        let begun = self.begun(history);
        let members = match begun {
            0 => BTreeMap::new(),
            begun => self.members(history, begun - 1),
        };
        // A whole division may have left: those below it keep their number.
        let used: BTreeSet<u32> = members.values().copied().collect();
        let lowest = used.last().map_or(0, |last| last + 1);
        let level = |index: usize| members.get(&EntrantId(index as u32)).copied().unwrap_or(lowest);
        Some((Column::Division, (0..entrants.len()).map(level).collect()))
    }

    fn holders(&self, _entrants: &[Entrant], history: &History) -> BTreeSet<EntrantId> {
        match self.begun(history) {
            0 => BTreeSet::new(),
            begun => self.members(history, begun - 1).into_keys().collect(),
        }
    }

    fn counted<'a>(&self, history: &'a History) -> Cow<'a, History> {
        match self.begun(history) {
            0 | 1 => Cow::Borrowed(history),
            begun => Cow::Owned(history.within(&self.season(begun - 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Run, TestContest};
    use crate::OnDisqualified;
    use proptest::prelude::*;
    use serde_json::json;

    fn trial(count: usize, size: u32, seasons: u32, games: u32) -> TestContest {
        let keys = json!({
            "size": size, "promoted": size / 3, "seasons": seasons, "games_per_pair": games
        });
        TestContest::new("divisions", keys, count)
    }

    /// The entrants in the order of the table.
    fn order(run: &Run) -> Vec<usize> {
        run.table().iter().map(|line| line.entrant.index()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn all_play_their_whole_division_in_each_season(
            count in 2usize..16, size in 2u32..6, seasons in 1u32..5, games in 1u32..4,
            seed: u64, order: u64,
        ) {
            let one = trial(count, size, seasons, games).seeded(seed);
            let run = one.clone().run(order);
            for entrant in 0..count {
                let least = size.min(count as u32).min(2) - 1;
                prop_assert!(run.times(entrant) >= seasons * games * least);
                prop_assert!(run.times(entrant) <= seasons * games * size);
            }
            run.compare(&one.run(!order));
        }

        #[test]
        fn late_entrants_begin_in_the_lowest_division(
            count in 5usize..12, seed: u64, order: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let one = trial(count, 3, 3, 2).seeded(seed).offences(policy, 30);
                let run = one.clone().run(order);
                run.check_departures();
                if policy != OnDisqualified::PlayedMatchesStand {
                    run.compare(&one.run(!order));
                }
            }
            let late = trial(count, 3, 3, 1).seeded(seed).late(1).run(order);
            let (first, second) = late.seats_of(count - 1);
            prop_assert!(first + second > 0);
        }
    }

    #[test]
    fn a_champion_whose_division_left_stays_champion() {
        let run = trial(6, 2, 2, 1).by_strength().run(1);
        assert_eq!(run.places()[0], 1);
        // The other one of the first division has gone, and its matches with it.
        let mut history = crate::History::new(crate::Detail::Matches);
        let gone = crate::EntrantId(1);
        for (seats, cell) in run.history.tables() {
            for (repeat, results) in &cell.results {
                if let Some(stays) = seats.iter().find(|_| seats.contains(&gone)) {
                    let other = seats.iter().find(|id| **id != gone).unwrap_or(stays);
                    history.note_elsewhere(*other, *repeat);
                } else {
                    let pairing = crate::Pairing { seats: seats.to_vec(), repeat: *repeat };
                    history.finish(&pairing, results);
                }
            }
        }
        let mut left = run.entrants.clone();
        left[1].status = crate::Status::Disqualified(crate::Cause::Nondeterminism);
        let ranking = crate::RankingConfig::from(crate::ranking::Points {}).build();
        let keys = json!({"size": 2, "promoted": 0, "seasons": 2, "games_per_pair": 1});
        let format = crate::FormatConfig::read("divisions", keys).unwrap();
        let format = format.build(ranking, 0);
        let ranking = crate::RankingConfig::from(crate::ranking::Points {}).build();
        let table = crate::table(&*format, &*ranking, &left, &history);
        let first = &table[0];
        assert_eq!((first.entrant.0, first.rank, first.tally.played), (0, Some(1), 0));
    }

    #[test]
    fn the_strong_rise_and_the_weak_sink() {
        // The strongest begin in the lowest division of three.
        let run = trial(9, 3, 1, 2).by_strength().run(1);
        assert_eq!(order(&run), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let divisions: Vec<f64> =
            run.table().iter().map(|line| line.columns[0].1.unwrap()).collect();
        assert_eq!(divisions, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
        let reversed = trial(9, 3, 6, 2).by_weakness().run(1);
        assert_eq!(order(&reversed)[..2], [8, 7]);
        // Who is alone at the end of the list plays with those above.
        assert_eq!(trial(7, 3, 1, 1).run(1).played.len(), 3 + 6);
    }
}
