//! Challengers against the field: neither meets its own kind.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, MOST_MATCHES, Next, Pair, Pairing,
    is_pending, planned,
};
use crate::{
    Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking,
    contradiction::{Reason, Soundness, check_names, refuse},
};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gauntlet {
    /// The names of the challengers; all other bots are the field.
    pub challengers: Vec<String>,
    /// How often each challenger meets each of the field.
    #[serde(default = "once")]
    pub games_per_pair: NonZeroU32,
}

fn once() -> NonZeroU32 {
    NonZeroU32::MIN
}

impl FormatKeys for Gauntlet {
    fn class(&self) -> FormatClass {
        FormatClass::Even
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![BoundedCount::new("format.games_per_pair", self.games_per_pair, MOST_MATCHES)]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        &OnDisqualified::ALL
    }

    fn build(&self, _ranking: Box<dyn Ranking>, _seed: u64) -> Box<dyn Format> {
        Box::new(GauntletSchedule::new(self.clone()))
    }

    fn check(&self) -> Soundness {
        if self.challengers.is_empty() {
            return refuse("format.challengers", Reason::NoBotNamed);
        }
        Ok(())
    }

    fn check_entrants(&self, names: &[&str], absent: &[&str]) -> Soundness {
        let challenges = |name: &&str| self.challengers.iter().any(|own| own == name);
        // There must be a bot to challenge the field.
        let absent = if names.iter().any(challenges) { absent } else { &[] };
        check_names("format.challengers", &self.challengers, &[names, absent].concat())?;
        if names.iter().all(challenges) {
            return refuse("format.challengers", Reason::AllNamed);
        }
        Ok(())
    }
}

pub(super) struct GauntletSchedule {
    config: Gauntlet,
}

impl GauntletSchedule {
    pub(super) fn new(config: Gauntlet) -> GauntletSchedule {
        GauntletSchedule { config }
    }

    fn challenges(&self, entrant: &Entrant) -> bool {
        self.config.challengers.contains(&entrant.name)
    }

    /// All pairs that meet.
    fn pairs<'a>(&'a self, entrants: &'a [Entrant]) -> impl Iterator<Item = Pair> + 'a {
        let active = |index: &usize| entrants[*index].is_active();
        (0..entrants.len()).filter(active).flat_map(move |low| {
            let meets = move |high: &usize| {
                self.challenges(&entrants[low]) != self.challenges(&entrants[*high])
            };
            let others = (low + 1..entrants.len()).filter(active).filter(meets);
            others.map(move |high| Pair::of(EntrantId(low as u32), EntrantId(high as u32)))
        })
    }
}

impl Format for GauntletSchedule {
    /// The field met only the challengers: which of it did best says little.
    fn is_ranked(&self, entrant: &Entrant) -> bool {
        self.challenges(entrant)
    }

    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        let games = self.config.games_per_pair.get();
        let all = self.pairs(entrants).flat_map(|pair| pair.missing(history, games));
        let pairings: Vec<Pairing> = all.take(wanted).collect();
        if !pairings.is_empty() {
            Next::Play(pairings)
        } else if is_pending(entrants, history) {
            Next::Wait
        } else {
            Next::Done(FormatEnd::Complete)
        }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let active = |id: &EntrantId| entrants[id.index()].is_active();
        let pairs = self.pairs(entrants).count() as u64;
        let left = history.tables().filter(|(seats, _)| !seats.iter().all(active));
        let over: u64 = left.map(|(_, cell)| u64::from(cell.finished.len())).sum();
        // Nothing is planned beyond the missing matches, but more may have been played before.
        (pairs * u64::from(self.config.games_per_pair.get()) + over).max(planned(entrants, history))
    }

    fn meetings(&self, entrants: &[Entrant], _history: &History) -> Meetings {
        let side = entrants.iter().map(|entrant| self.challenges(entrant)).collect();
        Meetings::Across { side, times: self.config.games_per_pair.get() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::TestContest;
    use crate::OnDisqualified;
    use proptest::prelude::*;
    use serde_json::json;

    fn trial(count: usize, challengers: usize, games: u32) -> TestContest {
        let names: Vec<String> = (0..challengers).map(|index| format!("e{index}")).collect();
        TestContest::new("gauntlet", json!({"challengers": names, "games_per_pair": games}), count)
    }

    #[test]
    fn the_table_is_about_the_challenger() {
        let keys = json!({"challengers": ["e2"], "games_per_pair": 3});
        let run = TestContest::new("gauntlet", keys, 5).by_strength().run(1);
        assert_eq!(run.places(), [0, 0, 1, 0, 0]);
        let order: Vec<usize> = run.table().iter().map(|line| line.entrant.index()).collect();
        // Those whom it met stand below, the hardest first.
        assert_eq!(order, [2, 0, 1, 3, 4]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn challengers_meet_only_the_field_and_equally_often(
            field in 1usize..8, challengers in 1usize..4, games in 1u32..5, seed: u64, order: u64,
        ) {
            let count = field + challengers;
            let run = trial(count, challengers, games).seeded(seed).run(order);
            prop_assert_eq!(run.played.len(), field * challengers * games as usize);
            for one in 0..count {
                for other in 0..one {
                    let across = other < challengers && one >= challengers;
                    let met = run.met(one, other);
                    prop_assert_eq!(met, if across { games } else { 0 });
                }
                let (first, second) = run.seats_of(one);
                let meetings = if one < challengers { field } else { challengers };
                prop_assert!(first.abs_diff(second) as usize <= meetings * (games as usize % 2));
            }
            run.compare(&trial(count, challengers, games).seeded(seed).run(!order));
        }

        #[test]
        fn late_entrants_are_met_and_those_that_left_are_not(
            count in 4usize..8, games in 1u32..4, seed: u64, order: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let run = trial(count, 2, games).seeded(seed).offences(policy, 12).run(order);
                run.check_departures();
                let late = trial(count, 2, games).seeded(seed).late(order % 20).run(order);
                prop_assert_eq!(late.played.len(), (count - 2) * 2 * games as usize);
            }
        }
    }
}
