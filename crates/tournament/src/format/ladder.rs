//! A ladder: matches without end, or up to a number, where they say most about the order.
//!
//! Matches come in waves of one for every two entrants. First those sit down who have played less
//! than half as often as the average, so that none starves; then whatever falls short of the floor
//! is played; then those pairs, near each other in the order, for which a match promises most: the
//! order is unsure, the result is open, and much is still to be learned. Where all else is settled a
//! pair meets several times in a wave. A newcomer, or a new version of a bot, has played nothing and
//! is therefore first.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, MOST_MATCHES, Next, Pace, Pair,
    Pairing, active, is_pending, planned,
};
use crate::{
    Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking, StopRule,
    contradiction::{Reason, Soundness, check_names, refuse},
    statistics::{RowComparison, Strengths},
};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

/// Pairs this far apart in the order are not matched for information.
const REACH: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Ladder {
    /// Number of matches; if absent, until the run is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<NonZeroU32>,
    /// The minimum number of matches of a bot against its neighbours and the references.
    pub floor: u32,
    /// The names of bots that all others meet.
    pub references: Vec<String>,
    /// The contest ends when this much is certain, evaluated after each wave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
}

impl Default for Ladder {
    fn default() -> Ladder {
        Ladder { matches: None, floor: 2, references: Vec::new(), stop: None }
    }
}

impl FormatKeys for Ladder {
    fn class(&self) -> FormatClass {
        FormatClass::Uneven
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![
            BoundedCount::new(
                "format.matches",
                self.matches.map_or(0, NonZeroU32::get),
                100 * MOST_MATCHES,
            ),
            BoundedCount::new("format.floor", self.floor, MOST_MATCHES),
        ]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        &OnDisqualified::ALL
    }

    fn build(&self, ranking: Box<dyn Ranking>, _seed: u64) -> Box<dyn Format> {
        Box::new(LadderSchedule::new(self.clone(), ranking))
    }

    fn check(&self) -> Soundness {
        if self.stop.is_some() && self.matches.is_none() {
            return refuse("format.matches", Reason::NeverSettled);
        }
        Ok(())
    }

    fn check_entrants(&self, names: &[&str], _absent: &[&str]) -> Soundness {
        check_names("format.references", &self.references, names)
    }

    fn stop(&self) -> Option<StopRule> {
        self.stop
    }

    fn measure(&self, _usual: RowComparison) -> RowComparison {
        RowComparison::Ratings
    }
}

pub(super) struct LadderSchedule {
    config: Ladder,
    ranking: Box<dyn Ranking>,
}

impl LadderSchedule {
    pub(super) fn new(config: Ladder, ranking: Box<dyn Ranking>) -> LadderSchedule {
        LadderSchedule { config, ranking }
    }

    fn is_settled(&self, entrants: &[Entrant], history: &History) -> bool {
        let settled = |stop: StopRule| stop.is_settled(&*self.ranking, entrants, history);
        self.config.stop.is_some_and(settled)
    }

    fn left(&self, entrants: &[Entrant], history: &History) -> u64 {
        let most = self.config.matches.map_or(u64::MAX, |most| u64::from(most.get()));
        most.saturating_sub(planned(entrants, history))
    }

    /// One wave of matches.
    fn wave(&self, entrants: &[Entrant], history: &History) -> Vec<Pairing> {
        let mut state = LadderState::read(&self.config, entrants, history);
        let most = self.left(entrants, history).min(state.order.len() as u64 / 2);
        let mut times: BTreeMap<[EntrantId; 2], u32> = BTreeMap::new();
        for pair in state.choose(most as usize) {
            *times.entry(pair).or_default() += 1;
        }
        let more = |(pair, times): ([EntrantId; 2], u32)| {
            let (met, _) = Pair(pair).met(history);
            state.seated(Pair(pair)).missing(history, met + times).collect::<Vec<_>>()
        };
        times.into_iter().flat_map(more).collect()
    }
}

impl Format for LadderSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, _wanted: usize) -> Next {
        if is_pending(entrants, history) {
            return Next::Wait;
        }
        if self.is_settled(entrants, history) {
            return Next::Done(FormatEnd::Settled);
        }
        let pairings = self.wave(entrants, history);
        if pairings.is_empty() { Next::Done(FormatEnd::Complete) } else { Next::Play(pairings) }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let known = planned(entrants, history);
        let over = !is_pending(entrants, history) && self.is_settled(entrants, history);
        let more = active(entrants).len() > 1 && !over;
        self.config.matches.filter(|_| more).map_or(known, |most| known.max(most.get().into()))
    }

    fn meetings(&self, _entrants: &[Entrant], _history: &History) -> Meetings {
        Meetings::AsPaired
    }

    fn pace(&self) -> Pace {
        Pace::Rounds
    }
}

struct LadderState {
    /// Those who take part, strongest first.
    order: Vec<EntrantId>,
    /// The place of each entrant in that order.
    place: Vec<usize>,
    strengths: Strengths,
    played: Vec<u64>,
    sat_first: Vec<u64>,
    met: Vec<Vec<u32>>,
    reference: Vec<bool>,
    floor: u32,
}

impl LadderState {
    fn read(config: &Ladder, entrants: &[Entrant], history: &History) -> LadderState {
        let count = entrants.len();
        let strengths = Strengths::of_history(history, count);
        let mut order = active(entrants);
        order.sort_by(|one, other| {
            strengths.value(other.index()).total_cmp(&strengths.value(one.index()))
        });
        let mut place = vec![usize::MAX; count];
        for (at, id) in order.iter().enumerate() {
            place[id.index()] = at;
        }
        let mut met = vec![vec![0; count]; count];
        let mut sat_first = vec![0; count];
        for (seats, cell) in history.tables() {
            if let &[one, other] = seats {
                met[one.index()][other.index()] += cell.scheduled.len();
                met[other.index()][one.index()] += cell.scheduled.len();
                sat_first[one.index()] += u64::from(cell.scheduled.len());
            }
        }
        let played =
            met.iter().map(|row| row.iter().map(|times| u64::from(*times)).sum()).collect();
        let reference =
            entrants.iter().map(|entrant| config.references.contains(&entrant.name)).collect();
        let floor = config.floor;
        LadderState { order, place, strengths, played, sat_first, met, reference, floor }
    }

    /// At most this many pairs that are to meet, some perhaps more than once. Each is chosen as if
    /// those before it had been played: that they will be makes others more wanted.
    fn choose(&mut self, most: usize) -> Vec<[EntrantId; 2]> {
        let mut chosen = Vec::with_capacity(most);
        let mut busy = BTreeSet::new();
        for one in self.starving() {
            if chosen.len() < most
                && !busy.contains(&one)
                && let Some(pair) = self.most_wanted(self.opponents(one))
            {
                busy.extend(pair);
                self.expect(pair);
                chosen.push(pair);
            }
        }
        while chosen.len() < most
            && let Some(pair) = self.most_wanted(self.candidates())
        {
            self.expect(pair);
            chosen.push(pair);
        }
        chosen
    }

    /// All pairs in which `one` can play.
    fn opponents(&self, one: EntrantId) -> impl Iterator<Item = [EntrantId; 2]> + '_ {
        let others = self.order.iter().copied().filter(move |other| *other != one);
        others.map(move |other| [one.min(other), one.max(other)])
    }

    /// The pairs that may be chosen: those who stand near each other, and those who owe each other a
    /// match.
    fn candidates(&self) -> impl Iterator<Item = [EntrantId; 2]> + '_ {
        (0..self.order.len()).flat_map(move |place| {
            let one = self.order[place];
            let all = self.reference[one.index()];
            let others = self.order[place + 1..].iter().copied().enumerate();
            let wanted = others.filter(move |(distance, other)| {
                *distance < REACH || all || self.reference[other.index()]
            });
            wanted.map(move |(_, other)| [one.min(other), one.max(other)])
        })
    }

    fn most_wanted(&self, pairs: impl Iterator<Item = [EntrantId; 2]>) -> Option<[EntrantId; 2]> {
        let urgencies = pairs.map(|pair| (self.urgency(pair), pair));
        let best =
            urgencies.max_by(|(one, pair), (other, than)| one.compare(other).then(than.cmp(pair)));
        best.map(|(_, pair)| pair)
    }

    /// Takes into account that two are going to meet.
    fn expect(&mut self, [one, other]: [EntrantId; 2]) {
        let (one, other) = (one.index(), other.index());
        self.strengths.expect(one, other);
        self.met[one][other] += 1;
        self.met[other][one] += 1;
        self.played[one] += 1;
        self.played[other] += 1;
    }

    /// Those who have played less than half as often as the average, who has played least first.
    fn starving(&self) -> Vec<EntrantId> {
        let played = |id: &EntrantId| self.played[id.index()];
        let all: u64 = self.order.iter().map(played).sum();
        let starves = |id: &EntrantId| 2 * played(id) * (self.order.len() as u64) < all;
        let mut starving: Vec<EntrantId> = self.order.iter().copied().filter(starves).collect();
        starving.sort_by_key(|id| (played(id), *id));
        starving
    }

    fn urgency(&self, [one, other]: [EntrantId; 2]) -> Urgency {
        let (left, right) = (one.index(), other.index());
        let met = self.met[left][right];
        let neighbours = self.place[left].abs_diff(self.place[right]) == 1;
        let owed = neighbours || self.reference[left] || self.reference[right];
        let short = if owed { self.floor.saturating_sub(met) } else { 0 };
        Urgency { short, information: self.strengths.information(left, right) }
    }

    /// Two in the order in which they sit down when they have met equally often on both seats.
    fn seated(&self, pair: Pair) -> Pair {
        let Pair([one, other]) = pair;
        let first = |id: EntrantId| (self.sat_first[id.index()], id);
        Pair(if first(other) < first(one) { [other, one] } else { [one, other] })
    }
}

/// How much a match is wanted.
struct Urgency {
    /// How many meetings fall short of the floor.
    short: u32,
    /// The information expected from it.
    information: f64,
}

impl Urgency {
    fn compare(&self, other: &Urgency) -> Ordering {
        self.short.cmp(&other.short).then(self.information.total_cmp(&other.information))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing::TestContest, FormatEnd};
    use crate::OnDisqualified;
    use proptest::prelude::*;
    use serde_json::json;

    fn trial(count: usize, matches: u32) -> TestContest {
        let keys = json!({"matches": matches, "floor": 2, "references": ["e0"]});
        TestContest::new("ladder", keys, count)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_entrant_plays_in_any_order_of_completion(
            count in 2usize..12, each in 2u32..12, seed: u64, order: u64,
        ) {
            let matches = each * count as u32;
            let run = trial(count, matches).seeded(seed).run(order);
            prop_assert_eq!(run.played.len(), matches as usize);
            for entrant in 0..count {
                prop_assert!(run.times(entrant) + 2 >= each, "{}", run.times(entrant));
                for other in 0..entrant {
                    let one = run.seats_met(entrant, other);
                    prop_assert!(one.0.abs_diff(one.1) <= 1);
                }
            }
            run.compare(&trial(count, matches).seeded(seed).run(!order));
        }

        #[test]
        fn references_are_met_and_newcomers_catch_up(
            count in 3usize..10, seed: u64, order: u64,
        ) {
            let matches = 12 * count as u32;
            let run = trial(count, matches).seeded(seed).late(6 * count as u64).run(order);
            let newcomer = count - 1;
            prop_assert!(run.times(newcomer) >= 10, "{}", run.times(newcomer));
            for entrant in 1..count {
                prop_assert!(run.met(0, entrant) >= 2, "{}", run.met(0, entrant));
            }
        }

        #[test]
        fn entrants_that_left_are_not_paired(count in 3usize..9, seed: u64, order: u64) {
            for policy in OnDisqualified::ALL {
                let one = trial(count, 60).seeded(seed).offences(policy, 40);
                let run = one.clone().run(order);
                run.check_departures();
                if policy != OnDisqualified::PlayedMatchesStand {
                    run.compare(&one.run(!order));
                }
            }
        }
    }

    #[test]
    fn it_ends_when_enough_ranks_are_certain_or_at_the_limit() {
        let keys = json!({"matches": 3000, "stop": "settled"});
        let trial = || TestContest::new("ladder", keys.clone(), 6).ranked("rating");
        let run = trial().by_strength().run(1);
        assert_eq!(run.done, FormatEnd::Settled);
        assert!(run.played.len() < 3000, "{}", run.played.len());
        let equal = trial().drawn().run(1);
        assert_eq!((equal.done, equal.played.len()), (FormatEnd::Complete, 3000));
    }

    #[test]
    fn matches_go_where_the_order_is_unsure() {
        let run = trial(12, 400).by_strength().run(1);
        let near: u32 = (2..12).map(|entrant| run.met(entrant, entrant - 1)).sum();
        let far: u32 = (6..12).map(|entrant| run.met(entrant, entrant - 5)).sum();
        assert!(near > 3 * far, "{near} {far}");
    }
}
